# shellcheck shell=bash disable=SC2034 # sourced by the .bats files
# What the command line tests share: the program, and a folder of their own.

setup() {
  ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  NQUEENS=${NQUEENS:-$ROOT/build/nqueens}
  cd "$BATS_TEST_TMPDIR" || return 1
}

# nq ARGUMENT...: the program, never for longer than a minute; standard error to the file `said`.
nq() {
  timeout --kill-after=1 60 "$NQUEENS" "$@" 2>said
}

# refused TEXT ARGUMENT...: exit code 2, nothing on standard output, TEXT in one line of an error.
refused() {
  local text=$1 status=0
  shift
  nq "$@" >out || status=$?
  [ "$status" -eq 2 ] || { echo "status $status: $*"; cat said; return 1; }
  [ ! -s out ] || { echo "standard output: $(head -c 200 out)"; return 1; }
  grep -qF -- "$text" said || { echo "no '$text' in:"; cat said; return 1; }
  never grep 'PROGRAM ERROR' said
}

# ends CODE ARGUMENT...: the exit code; standard output to the file `out`.
ends() {
  local code=$1 status=0
  shift
  nq "$@" >out || status=$?
  [ "$status" -eq "$code" ] || { echo "status $status: $*"; cat said; return 1; }
}

# says TEXT: on standard error there is TEXT.
says() {
  grep -qF -- "$1" said || { echo "no '$1' in:"; cat said; return 1; }
}

# prints TEXT: standard output is TEXT.
prints() {
  [ "$(cat out)" = "$1" ] || { echo "standard output:"; head -c 1000 out; return 1; }
}

# limit_files KIBIBYTES: no file may grow beyond.  What `make coverage` has the program count goes
# elsewhere then: a file of counts that breaks off would spoil all others.
limit_files() {
  export GCOV_PREFIX=$BATS_TEST_TMPDIR.counts
  ulimit -f "$1"
}

# The build is with a sanitizer, which takes more address space than any limit.
sanitized() {
  nm -D "$NQUEENS" 2>/dev/null | grep -q __asan_
}

# never COMMAND...: it fails.  (A test does not end at a failing `! COMMAND`.)
never() {
  if "$@"; then
    echo "this was to fail: $*"
    return 1
  fi
}
