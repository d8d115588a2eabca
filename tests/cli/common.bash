# shellcheck shell=bash disable=SC2034 # sourced by the .bats files
# What the command line tests share: the program, and a folder of their own.

setup() {
  follow_test
  ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  NQUEENS=${NQUEENS:-$ROOT/build/nqueens}
  cd "$BATS_TEST_TMPDIR" || return 1
}

# follow_test: Bats notes each command, to name the one that fails, which takes longer than most programs here.
# From now on only those of the test itself, not of the functions that it calls.
follow_test() {
  # shellcheck disable=SC2016,SC2128 # when a command is run; the innermost function
  trap '[[ $FUNCNAME != "$BATS_TEST_NAME" ]] || bats_debug_trap "$BASH_SOURCE"' DEBUG
}

# nq ARGUMENT...: the program; standard error to the file `said`.  (When it hangs, tests/run stops the suite.)
nq() {
  "$NQUEENS" "$@" 2>said
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
  local code=$1
  shift
  ends_as "$code" nq "$@"
}

# ends_as CODE COMMAND...: the same for another command that fills the file `said`.
ends_as() {
  local code=$1 status=0
  shift
  "$@" >out || status=$?
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
  grep -qa __asan_ "$NQUEENS"
}

# trimmed SIZE SMALL: the size of a test, the small one with a sanitizer, which makes all slower.
trimmed() {
  if sanitized; then echo "$2"; else echo "$1"; fi
}

# never COMMAND...: it fails.  (A test does not end at a failing `! COMMAND`.)
never() {
  if "$@"; then
    echo "this was to fail: $*"
    return 1
  fi
}

# milliseconds_of PID: the time that the process has computed, to $milliseconds.
milliseconds_of() {
  local line
  read -r line <"/proc/$1/stat"
  read -ra line <<<"${line##*) }"
  milliseconds=$(((line[11] + line[12]) * 10))
}

# catches PID: until the process has set its handler of interrupts, which on a busy machine takes longer.  Until it has
# become the program it is a copy of this shell, whose own handler would lose the interrupt.
catches() {
  local caught
  for _ in {1..1200}; do
    if [ ! "/proc/$1/exe" -ef "/proc/$$/exe" ]; then
      caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status")
      if (((16#$caught & 2) != 0)); then return 0; fi
    fi
    sleep 0.02
  done
  echo "catches no interrupts after 24 seconds: $1"
  return 1
}

# at_work PID: until the process catches interrupts and has computed for a tenth of a second.
at_work() {
  local milliseconds
  catches "$1" || return
  for _ in {1..1200}; do
    milliseconds_of "$1"
    if ((milliseconds >= 100)); then return 0; fi
    sleep 0.02
  done
  echo "not at work after 24 seconds: $1"
  return 1
}

# milliseconds_of_children: the time that all those have computed that were waited for, to
# $milliseconds.
milliseconds_of_children() {
  times >spent # not in a subshell, which has no children
  milliseconds=$(awk 'NR == 2 { gsub(/[ms]/, " "); print int(($1 * 60 + $2 + $3 * 60 + $4) * 1000) }' spent)
}

# ends_soon SIGNAL PID: after the signal the process computes for three seconds at most, on all its
# threads, and ends within a minute, however busy the machine is; its status to $status.
ends_soon() {
  local milliseconds before begin=$SECONDS
  milliseconds_of_children
  before=$milliseconds
  milliseconds_of "$2"
  before=$((before + milliseconds))
  kill "-$1" "$2"
  status=0
  wait "$2" || status=$?
  milliseconds_of_children
  if [ $((milliseconds - before)) -gt 3000 ] || [ $((SECONDS - begin)) -gt 60 ]; then
    echo "$1: $((milliseconds - before)) ms computed, $((SECONDS - begin)) s passed"
    return 1
  fi
}
