# shellcheck shell=bash
# Solvers that PyPI has, in a virtual environment that lasts for many runs.  One process imports the
# MODULES of a suite, which takes longer than most answers, and runs scripts in forks: server.py.

setup_file() {
  PYTHON=$("$BATS_TEST_DIRNAME/../../tools/install-python" solvers 2>"$BATS_FILE_TMPDIR/said") ||
    PYTHON_MISSING=$(tail -n 1 "$BATS_FILE_TMPDIR/said")
  export PYTHON PYTHON_MISSING PIPES=$BATS_FILE_TMPDIR
  [ -n "$PYTHON" ] || return 0
  mkfifo "$PIPES/asked" "$PIPES/ended"
  # shellcheck disable=SC2086 # words; the descriptor 3 is bats' own
  "$PYTHON" "$BATS_TEST_DIRNAME/server.py" "$PIPES" $MODULES >"$PIPES/said" 2>&1 3>&- &
  echo $! >"$PIPES/server"
}

teardown_file() {
  [ ! -e "$PIPES/server" ] || kill "$(cat "$PIPES/server")"
}

# needs_python MODULE: the test is skipped where it could not be installed.
needs_python() {
  [ -n "$PYTHON" ] || skip "no $1 from PyPI: $PYTHON_MISSING"
}

# in_python SCRIPT [ARGUMENT...]: run it as `python SCRIPT...` does; its errors go to `solver-said`.
in_python() {
  local ended status
  exec {ended}<>"$PIPES/ended" # both ways: it need not be open at the other end yet
  (IFS=$'\t' && echo "$PWD"$'\t'"$*" >"$PIPES/asked")
  read -r -t 130 -u "$ended" status || { status=124 && cat "$PIPES/said" >&2; }
  exec {ended}>&-
  cat answered
  return "$status"
}

# ends_in_python SCRIPT [ARGUMENT...]: the same, whatever the exit status but that of a crash or the limit.
ends_in_python() {
  local status=0
  in_python "$@" || status=$?
  [ "$status" -lt 124 ] || { echo "status $status: $*" >&2; return 1; }
}
