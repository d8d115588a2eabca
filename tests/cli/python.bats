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
@test "wrong arguments are named" { in_place && passes offers Arguments; }
@test "test boards, files, pictures" { in_place && passes offers Items Files OnDisk Pictures; }
@test "progress, and Ctrl-C in every call" { in_place && passes offers Progress; }
@test "comparisons" { in_place && passes comparing Comparing; }
@test "the notebook" { in_place && passes offers Notebook; }

@test "the examples of the package do what they say" {
  in_place
  "$PYTHON" -c 'import doctest, nqueens, sys
result = doctest.testmod(nqueens)
sys.exit(result.failed > 0 or result.attempted == 0)'
  for page in README.md python/README.md docs/python.md; do
    # shellcheck disable=SC2016 # a fence, not a command
    sed -n '/^```python$/,/^```$/p' "$ROOT/$page" | sed '/^```/d' >example.py
    [ -s example.py ]
    "$PYTHON" example.py || { echo "$page"; false; }
  done
}

# The compiled program and library of this build, in a wheel; tests/long/wheel.bats compiles its own.
@test "the wheel installs where there is no compiler, and has all it needs" {
  ! sanitized || skip "a sanitized library cannot be loaded by Python"
  need_numpy
  tools=$("$ROOT/tools/install-python" wheel 2>said) || skip "$(tail -n 1 said)"
  # cairo, which only this build has, would bring a dozen libraries.
  BUILD_FROM=$(dirname "$NQUEENS") AUDITWHEEL_FLAGS='--exclude libcairo.so.2' timeout 300 "$ROOT/tools/wheel" dist
  [[ $(echo dist/*) =~ nqueens-[0-9.]+-py3-none-manylinux_2_[0-9]+_x86_64.whl ]]
  "$PYTHON" -m venv --without-pip --system-site-packages venv || skip "python3-venv is not installed"
  "$tools" -m pip --quiet --disable-pip-version-check --python venv/bin/python install --no-index --no-deps dist/*.whl
  unset PYTHONPATH LD_LIBRARY_PATH NQUEENS_LIBRARY NQUEENS_PROGRAM
  old_path=$PATH PATH=$PWD/venv/bin
  never command -v gcc
  python - <<'P'
import pathlib
import nqueens

folder = pathlib.Path(nqueens.__file__).parent
assert "venv" in str(folder), folder
for name in "libnqueens.so", "nqueens", "py.typed":
    assert (folder / name).exists(), name
assert (folder.parent / "nqueens.libs").is_dir()
rows = nqueens.solve(1000, seed=1)
assert nqueens.check(rows) and nqueens.count(8) == 92
assert len(nqueens.compare("construct", 8, runs=2)) == 2
P
  [ "$(nqueens count 8 --quiet)" = 92 ]
  [ "$(nqueens --version)" = "$("$NQUEENS" --version)" ]
  PATH=$old_path
}
