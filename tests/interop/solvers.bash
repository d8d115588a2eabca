# shellcheck shell=bash
# The loop closed: an instance is exported, a real solver answers, `nqueens check` judges the answer.
#
# MODEL.  A function answer_<solver> FILE prints the solver's answer to the exported FILE, all_<solver>
# all solutions, as the solver itself writes them.  An export is named FORMAT or FORMAT:ENCODING.
# The instances are the files of tests/interop/instances; those called none* have no solution.  In
# the others no solution stays one when the board is turned or mirrored (axes.bats), but for the plain
# boards: exchanged axes or rows counted from the wrong end are noticed.

load ../cli/common

INSTANCES=$BATS_TEST_DIRNAME/instances
# `make test` takes some of them, `make test-all` every one.
EVERY="plain-1 plain-8 plain-20 placed blocked excluded mixed none none-3 none-attack none-column"
LISTED="plain-8 excluded mixed"
[ -n "${TEST_SIZE:-}" ] || EVERY="plain-8 mixed none none-column" LISTED="plain-8 mixed"
readonly EVERY LISTED

# needs COMMAND...: the test is skipped where one is not installed.
needs() {
  local command
  for command in "$@"; do
    command -v "$command" >/dev/null || skip "$command is not installed"
  done
}

# limited COMMAND...: a solver, for two minutes at most.  Solvers tell their verdict by all kinds of
# exit codes; only a crash or the limit is a failure.
limited() {
  local status=0
  timeout --kill-after=5 120 "$@" 2>>solver-said || status=$?
  [ "$status" -lt 124 ] || { echo "status $status: $*" >&2; return 1; }
}

# export_to FILE EXPORT INSTANCE [OPTION...]
export_to() {
  local file=$1 format=${2%%:*} encoding=${2#*:} instance=$3
  shift 3
  if [ "$encoding" != "$format" ]; then set -- --encoding "$encoding" "$@"; fi
  ends 0 export --to "$format" --instance "$INSTANCES/$instance.txt" -o "$file" "$@"
}

# judge INSTANCE ANSWER: the answer is a solution, or that there is none where there is none.
judge() {
  local code=0 verdict
  verdict="valid n=$(awk '$1 == "n" { print $2 }' "$INSTANCES/$1.txt")"
  case $1 in none*) code=3 verdict=unsatisfiable ;; esac
  # Behind a || a function goes on after a command that fails: hence the &&.
  ends $code check --instance "$INSTANCES/$1.txt" "$2" &&
    grep -Eq "^answer:[0-9]+: $verdict( \\([a-z]+, from [01]\\))?\$" out && [ "$(wc -l <out)" -eq 1 ]
}

# answers SOLVER EXPORT [INSTANCE...]: the loop for these instances, or for all.
answers() {
  local solver=$1 export=$2 instance
  shift 2
  # shellcheck disable=SC2086 # words
  if [ $# -eq 0 ]; then set -- $EVERY; fi
  for instance in "$@"; do
    export_to question "$export" "$instance"
    : >solver-said
    "answer_$solver" question >answer || { cat solver-said; return 1; }
    judge "$instance" answer || {
      echo "$solver, $export, $instance:"
      head -n 20 answer solver-said
      return 1
    }
  done
}

# lists_all SOLVER EXPORT: every solution once, by number, and all of them valid.
lists_all() {
  local instance count
  for instance in $LISTED; do
    count=$(nq enumerate --quiet --instance "$INSTANCES/$instance.txt" | wc -l)
    if [ $instance = plain-8 ]; then [ "$count" -eq 92 ]; fi
    export_to question "$2" $instance
    "all_$1" question >answer
    ends 0 check --instance "$INSTANCES/$instance.txt" answer
    never grep -v ': valid ' out
    [ "$(wc -l <out)" -eq "$count" ] || { echo "$1, $2, $instance: $(wc -l <out), not $count"; return 1; }
  done
}
