#!/usr/bin/env bats
# The Python package in place, with Debian's NumPy and the library under test.  tests/all/wheel.bats installs it.

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

# passes FILE: tests/python/test_FILE.py.
passes() {
  in_place
  timeout 300 "$PYTHON" "$ROOT/tests/python/test_$1.py"
}

@test "solving, checking, counting, boards on disk, instances" { passes nqueens; }
@test "Ctrl-C, threads, the end of the process, the layout of the library" { passes process; }
@test "options, arguments, solutions, test boards, pictures, progress, the notebook" { passes offers; }
@test "comparisons" { passes comparing; }

@test "where another package or a file has the name nqueens, the module of the distribution says so" {
  in_place
  mkdir -p theirs/nqueens
  echo 'from .code import *' >theirs/nqueens/__init__.py
  echo 'def solve(n): pass' >theirs/nqueens/code.py
  for other in theirs/nqueens/__init__.py yours/nqueens.py; do
    mkdir -p "${other%/*}"
    [ -e "$other" ] || : >"$other"
    ends_as 1 env PYTHONPATH="$PWD/${other%%/*}:$PYTHONPATH" "$PYTHON" -c 'import nqueens_local_search' 2>said
    says "$PWD/$other, which is not of nqueens-local-search"
    says 'pip uninstall nqueens'
  done
  # pip uninstall has removed a file that both packages have.
  cp -r "$ROOT"/python/nqueens* theirs/
  rm theirs/nqueens/__init__.py
  ends_as 1 env PYTHONPATH="$PWD/theirs" "$PYTHON" -c 'import nqueens_local_search' 2>said
  says "$PWD/theirs/nqueens, which is not of"
  "$PYTHON" -c 'import nqueens_local_search as nqueens; assert nqueens.count(8) == 92 and nqueens.__version__'
}

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
