# shellcheck shell=bash
# One call after the other fails, until a run passes untouched.  fault.c makes them fail.

# Fixtures go to the folder `before`; each run has a copy of it as its working folder.

# run_fault ARGUMENT...: in a fresh folder `now`; the status to $status.
run_fault() {
  rm -rf now mark
  cp -a before now
  status=0
  (cd now && timeout --kill-after=1 20 env LD_PRELOAD="$FAULT" "$NQUEENS" "$@") >out 2>said || status=$?
}

# What of standard output must be equal in all runs.  (A suite may put another in its place.)
answer() {
  cat
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

# survived CODE: what holds after a call has failed.
survived() {
  if [ "$status" -eq 2 ]; then
    if ! tail -n 1 said | grep -q '^nqueens[^:]*: .' || grep -qv '^nqueens' said; then
      echo "not a message:"
      cat said
      return 1
    fi
  elif [ "$status" -eq "$1" ]; then
    answer <out | cmp - good.out || { echo "a wrong answer:"; head -c 300 out; return 1; }
  else
    echo "status $status:"
    cat said
    return 1
  fi
  whole
}

# sweep CODE CALL ARGUMENT...: run with each call of the kind failing in turn, all of the first
# FAULT_DENSE (4) and then ever fewer.  Files named in KEPT may be left in any state: AFTER, a
# command, looks at them.
sweep() {
  local code=$1 k=1 status
  export FAULT_CALL=$2
  shift 2
  unset FAULT_AT
  mkdir -p before
  run_fault "$@"
  [ "$status" -eq "$code" ] || { echo "status $status without a fault"; cat said; return 1; }
  rm -rf good && mv now good && answer <out >good.out
  export FAULT_MARK=$PWD/mark
  while :; do
    export FAULT_AT=$k
    run_fault "$@"
    [ -e mark ] || break
    if ! survived "$code" || ! ${AFTER:-true}; then
      echo "$FAULT_CALL $k of: $*"
      return 1
    fi
    k=$((k + 1 + k / ${FAULT_DENSE:-4}))
  done
  [ "$status" -eq "$code" ] && answer <out | cmp - good.out
  [ "$k" -gt 1 ] || { echo "no call of the kind $FAULT_CALL"; return 1; }
}
