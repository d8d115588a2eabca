#!/usr/bin/env bats
# The Python package: in place with Debian's NumPy and the library under test, and, where PyPI can
# be reached, as `pip install` puts it into a virtual environment.

load common

# Debian's own, for which Debian's NumPy is.
PYTHON=/usr/bin/python3

need_numpy() {
  "$PYTHON" -c 'import numpy' 2>/dev/null || skip "python3-numpy is not installed"
}

# The package in python/ with the library under test.
in_place() {
  need_numpy
  ! sanitized || skip "a sanitized library cannot be loaded by Python"
  NQUEENS_LIBRARY=$(dirname "$NQUEENS")/libnqueens.so
  NQUEENS_PROGRAM=$NQUEENS
  export NQUEENS NQUEENS_LIBRARY NQUEENS_PROGRAM PYTHONPATH=$ROOT/python PYTHONDONTWRITEBYTECODE=1
}

# passes FILE CLASS...: the tests of classes in tests/python/test_FILE.py.
passes() {
  timeout 300 "$PYTHON" "$ROOT/tests/python/test_$1.py" "${@:2}"
}

@test "solving, by NumPy's word" { in_place && passes nqueens Solving; }
@test "checking, against every pair compared" { in_place && passes nqueens Checking; }
@test "boards on disk" { in_place && passes nqueens Boards; }
@test "counting" { in_place && passes nqueens Counting; }
@test "instances" { in_place && passes nqueens Instances; }
@test "Ctrl-C, and several threads" { in_place && passes process Interrupts; }
@test "one instance in several threads" { in_place && passes process Threads; }
@test "the structs are those of the header" { in_place && passes process Library; }
@test "options of methods, and every solution" { in_place && passes offers Options Solutions Numbers; }
@test "test boards, files, pictures" { in_place && passes offers Items Files Pictures; }
@test "progress, and Ctrl-C in every call" { in_place && passes offers Progress; }
@test "comparisons" { in_place && passes offers Comparing; }
@test "the notebook" { in_place && passes offers Notebook; }

@test "the examples of the package do what they say" {
  in_place
  "$PYTHON" -c 'import doctest, nqueens, sys
result = doctest.testmod(nqueens)
sys.exit(result.failed > 0 or result.attempted == 0)'
  for page in README.md python/README.md; do
    # shellcheck disable=SC2016 # a fence, not a command
    sed -n '/^```python$/,/^```$/p' "$ROOT/$page" | sed '/^```/d' >example.py
    [ -s example.py ]
    "$PYTHON" example.py || { echo "$page"; false; }
  done
}

@test "pip install builds the library and takes it along" {
  ! sanitized || skip "its build is its own, and not sanitized"
  "$PYTHON" -m venv venv 2>/dev/null || skip "python3-venv is not installed"
  venv/bin/pip --version >/dev/null 2>&1 || skip "python3-venv has no pip"
  timeout 120 venv/bin/pip install --quiet numpy setuptools wheel >said 2>&1 ||
    skip "PyPI cannot be reached, or has no NumPy for this Python"
  # A copy: pip leaves nothing in the project, and the build is its own.
  mkdir 'the project'
  cp -R "$ROOT/Makefile" "$ROOT/src" "$ROOT/tools" "$ROOT/python" "the project/"
  # What `make test` was called with is not for this build.
  timeout 600 env -u MAKEFLAGS -u MFLAGS -u SANITIZE -u DEBUG CFLAGS='-O0 -U_FORTIFY_SOURCE' venv/bin/pip install --quiet --no-build-isolation "the project/python" >said 2>&1 || {
    cat said
    false
  }
  [ -z "$(find "the project/python" -newer said -type f)" ]
  rm -r 'the project'
  unset PYTHONPATH LD_LIBRARY_PATH NQUEENS_LIBRARY
  venv/bin/python - <<'P'
import pathlib
import nqueens

folder = pathlib.Path(nqueens.__file__).parent
assert (folder / "libnqueens.so").exists()
assert (folder / "py.typed").exists()
rows = nqueens.solve(1000, seed=1)
assert nqueens.check(rows) and nqueens.count(8) == 92
P
  venv/bin/pip show nqueens >shown
  grep -qx "Version: $(sed -n 's/^#define NQ_VERSION "\(.*\)"/\1/p' "$ROOT/src/nqueens/base.h")" shown
  venv/bin/pip uninstall --quiet --yes nqueens
  never venv/bin/python -c 'import nqueens'
}
