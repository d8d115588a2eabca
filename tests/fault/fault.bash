# shellcheck shell=bash
# One call after the other fails, until a run passes untouched.  fault.c makes them fail.

# Fixtures go to the folder `before`; each run has a copy of it as its working folder.

# The folder `now` has the files of `before`, and none was written.
untouched() {
  local file
  [ -d now ] || return 1
  for file in now/* now/.[!.]* before/* before/.[!.]*; do
    file=${file#*/}
    [ -e "now/$file" ] || [ -e "before/$file" ] || continue # a pattern without files
    [ -e "now/$file" ] && [ ! "now/$file" -nt "before/$file" ] || return 1
  done
}

# A fresh folder `now`, and no mark.
prepare_run() {
  if ! untouched; then
    rm -rf now
    cp -a before now
  fi
  : >mark
}

# run_fault ARGUMENT...: the status to $status.
run_fault() {
  prepare_run
  status=0
  (cd now && LD_PRELOAD=$FAULT exec "$NQUEENS" "$@") >out 2>said || status=$?
}

# serve ARGUMENT...: load the program once, for run_served.
serve() {
  rm -f ask told
  mkfifo ask told
  (FAULT_COUNT=$PWD/total FAULT_MARK=$PWD/mark FAULT_SERVE=$PWD LD_PRELOAD=$FAULT exec "$NQUEENS" "$@") \
    <ask >told 3>&- &
  exec {ask}>ask {told}<told
}

# run_served K: the k-th call fails, or none for 0; the status to $status.
run_served() {
  prepare_run
  echo "$1" >&"$ask"
  read -r status <&"$told"
}

# Standard output is as after a good run.  (Where a part of it must be, a suite has a filter `answer`.)
same_answer() {
  if declare -F answer >/dev/null; then
    answer <out | cmp - good.out
  else
    cmp out good.out
  fi
}

# whole FILE...: each file that a run may leave is as before, not there, or as after a good run.
whole() {
  local file
  for file in now/* now/.[!.]*; do
    file=${file#now/}
    [ -e "now/$file" ] || continue
    [ ! -e "before/$file" ] || [ "now/$file" -nt "before/$file" ] || continue # not written
    case " $KEPT " in *" $file "*) continue ;; esac
    cmp -s "now/$file" "good/$file" || cmp -s "now/$file" "before/$file" ||
      { echo "left behind or half written: $file"; return 1; }
  done
}

# Standard error is lines of the program, the last of them a message.
is_message() {
  local lines line
  mapfile -t lines <said
  [[ ${#lines[@]} -gt 0 && ${lines[-1]} =~ ^nqueens[^:]*:\ . ]] || return 1
  for line in "${lines[@]}"; do [[ $line == nqueens* ]] || return 1; done
}

# survived CODE: what holds after a call has failed.
survived() {
  if [ "$status" -eq 2 ]; then
    is_message || { echo "not a message:"; cat said; return 1; }
  elif [ "$status" -eq "$1" ]; then
    same_answer || { echo "a wrong answer:"; head -c 300 out; return 1; }
  else
    echo "status $status:"
    cat said
    return 1
  fi
  whole
}

# dense SAMPLE ALL: how many of the first and of the last calls of a sweep fail each in turn, in `make test` and in
# `make test-all`.
dense() {
  export FAULT_DENSE=$1
  case ${TEST_SIZE:-} in
    all) FAULT_DENSE=$2 ;;
    full) FAULT_DENSE=200 ;;
  esac
}

# sweep CODE CALL ARGUMENT...: run with each call of the kind failing in turn, all of the first and
# of the last FAULT_DENSE and ever fewer between.  Files named in KEPT may be left in any state:
# AFTER, a command, looks at them.
sweep() {
  local -
  set +T # bats follows each command otherwise, which takes longer than the runs
  sweep_each "$@"
}

sweep_each() {
  local code=$1 k=1 dense=$FAULT_DENSE status calls last skip ask told
  export FAULT_CALL=$2
  shift 2
  rm -rf now total
  mkdir -p before
  serve "$@"
  run_served 0
  [ "$status" -eq "$code" ] || { echo "status $status without a fault"; cat said; return 1; }
  read -r calls <total
  last=$((calls - dense))
  rm -rf good && mv now good
  if declare -F answer >/dev/null; then answer <out >good.out; else cp out good.out; fi
  while :; do
    run_served "$k"
    [ -s mark ] || break
    if ! survived "$code" || ! ${AFTER:-true}; then
      echo "$FAULT_CALL $k of: $*"
      return 1
    fi
    skip=$((k < last ? k / dense : 0))
    k=$((k + 1 + (skip < last - k ? skip : skip > 0 ? last - k : 0)))
  done
  exec {ask}>&- {told}<&-
  { [ "$status" -eq "$code" ] && same_answer; } || { echo "status $status after the last fault"; return 1; }
  [ "$k" -gt 1 ] || { echo "no call of the kind $FAULT_CALL"; return 1; }
}
