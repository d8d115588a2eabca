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

# run_fault ARGUMENT...: in a fresh folder `now`; the status to $status.  (There are thousands of
# runs: nothing is started that is not needed.)
run_fault() {
  if ! untouched; then
    rm -rf now
    cp -a before now
  fi
  : >mark
  status=0
  (cd now && LD_PRELOAD=$FAULT exec "$NQUEENS" "$@") >out 2>said || status=$?
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

# sweep CODE CALL ARGUMENT...: run with each call of the kind failing in turn, all of the first and
# of the last FAULT_DENSE (4) and ever fewer between.  Files named in KEPT may be left in any state:
# AFTER, a command, looks at them.
sweep() {
  local -
  set +T # bats follows each command otherwise, which takes longer than the runs
  sweep_each "$@"
}

sweep_each() {
  local code=$1 k=1 dense=${FAULT_DENSE:-4} status calls last skip
  export FAULT_CALL=$2
  shift 2
  unset FAULT_AT FAULT_MARK
  rm -rf now total
  mkdir -p before
  FAULT_COUNT=$PWD/total run_fault "$@"
  [ "$status" -eq "$code" ] || { echo "status $status without a fault"; cat said; return 1; }
  read -r calls <total
  last=$((calls - dense))
  rm -rf good && mv now good
  if declare -F answer >/dev/null; then answer <out >good.out; else cp out good.out; fi
  export FAULT_MARK=$PWD/mark
  while :; do
    export FAULT_AT=$k
    run_fault "$@"
    [ -s mark ] || break
    if ! survived "$code" || ! ${AFTER:-true}; then
      echo "$FAULT_CALL $k of: $*"
      return 1
    fi
    skip=$((k < last ? k / dense : 0))
    k=$((k + 1 + (skip < last - k ? skip : skip > 0 ? last - k : 0)))
  done
  { [ "$status" -eq "$code" ] && same_answer; } || { echo "status $status after the last fault"; return 1; }
  [ "$k" -gt 1 ] || { echo "no call of the kind $FAULT_CALL"; return 1; }
}
