# shellcheck shell=bash
# Solvers that PyPI has, in a virtual environment that lasts for many runs.

setup_file() {
  PYTHON=$("$BATS_TEST_DIRNAME/../../tools/install-python" solvers 2>"$BATS_FILE_TMPDIR/said") ||
    PYTHON_MISSING=$(tail -n 1 "$BATS_FILE_TMPDIR/said")
  export PYTHON PYTHON_MISSING
}

# needs_python MODULE: the test is skipped where it could not be installed.
needs_python() {
  [ -n "$PYTHON" ] || skip "no $1 from PyPI: $PYTHON_MISSING"
}
