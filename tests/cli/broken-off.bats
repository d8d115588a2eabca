#!/usr/bin/env bats
# Long jobs that are stopped by a kill, a repeated signal or a full disk: no partial file, and
# continuing later.  limits.bats has each interrupt and limit, table.bats each pipe that closes.

load common

# The long jobs; each would write `file`.
start_job() {
  # env: a shell's background job would ignore SIGINT
  local run=(env --default-signal=INT --default-signal=QUIT "$NQUEENS")
  case $1 in
    solve) "${run[@]}" solve 1e8 --seed 1 -q -o d/file 2>said & ;;
    genetic) "${run[@]}" solve 10000 --seed 1 --method genetic -q -o d/file 2>said & ;;
    enumerate) "${run[@]}" enumerate 18 -o d/file 2>said & ;;
    count) "${run[@]}" count 24 --checkpoint d/kept >d/file 2>said & ;;
    compare) "${run[@]}" compare --methods genetic --n 500 --runs 20000 --max-steps 200000 \
      --store d/kept --csv d/file >out 2>said & ;;
  esac
  pid=$!
  at_work $pid
}

@test "two signals at once are one interrupt" {
  for _ in $(seq 5); do
    rm -rf d && mkdir d
    start_job solve
    # Both are waiting when it goes on, however busy the machine is.
    kill -STOP $pid
    kill -TERM $pid
    kill -INT $pid
    kill -CONT $pid
    status=0
    wait $pid || status=$?
    [ "$status" -eq 130 ]
    [ -z "$(ls -A d)" ]
  done
}

@test "any signal that ends a program: no partial folder" {
  for signal in INT TERM HUP QUIT ALRM USR1 USR2 XCPU; do
    rm -rf d && mkdir d
    env --default-signal "$NQUEENS" generate unique --n 16 --count 1000 --seed 1 -q -o d/folder/ 2>said &
    job=$!
    until [ -n "$(ls -A d)" ]; do sleep 0.01; done
    kill -$signal $job
    status=0
    wait $job || status=$?
    echo "$signal: $status" && cat said
    [ "$status" -eq 130 ]
    [ -z "$(ls -A d)" ]
  done
}

@test "a job that must outlive its terminal does" {
  env --ignore-signal=HUP "$NQUEENS" generate unique --n 12 --count 30 --seed 1 -q -o folder/ &
  local outliving=$!
  until [ -n "$(ls -A)" ]; do sleep 0.01; done
  kill -HUP $outliving || true
  wait $outliving
  [ -e folder/index.json ]
}

@test "a kill at any time: no partial file" {
  for job in solve genetic enumerate count compare; do
    rm -rf d && mkdir d
    start_job $job
    kill -KILL $pid
    wait $pid || true
    [ ! -s d/file ]
    never ls d/*.part d/.nqueens* 2>/dev/null
  done
}

@test "a stopped job continues, and ends as if it had not been stopped" {
  for signal in TERM KILL INT; do
    rm -rf d && mkdir d
    env --default-signal=INT "$NQUEENS" count 17 --threads 1 --checkpoint d/kept >out 2>said &
    sleep 0.1
    kill -$signal $! || true
    wait $! || true
    ends 0 count 17 --checkpoint d/kept
    prints 95815104
  done
}

@test "standard output ends with a complete board, the last one reported, however the run ends" {
  for limit in 0.1 0.11 0.12 0.13 0.14 0.15; do # 16 threads: many boards wait when it is reached
    ends 3 generate random --n 2000 --count 1e7 --seed 1 --threads 16 --time-limit $limit
    says "the time limit was reached after $(grep -vc '^#' out) item" # or items
    [ -z "$(tail -c 1 out | tr -d '\n')" ]
  done
  env --default-signal=INT "$NQUEENS" generate random --n 2000 --count 1e7 --seed 1 >out 2>said &
  pid=$!
  at_work $pid
  ends_soon INT $pid
  [ "$status" -eq 130 ]
  says "interrupted after $(grep -vc '^#' out) items"
  env --default-signal=INT "$NQUEENS" solve 2000 --count 1e6 --seed 1 >out 2>said &
  pid=$!
  at_work $pid
  ends_soon INT $pid
  [ "$status" -eq 130 ]
  [ -s out ]
  [ -z "$(tail -c 1 out | tr -d '\n')" ]
  "$NQUEENS" check --quiet --n 2000 out
}

@test "a reader that comes too late: generate says that the output breaks off" {
  { nq generate random --n 2000 --count 1e7 --seed 1 --time-limit 0.3 || true; } |
    { sleep 1 && cat; } >out
  says 'the time limit was reached while an item was being written: the output breaks off'
}

teardown() {
  if mountpoint -q d 2>/dev/null; then umount d; fi
}

@test "a full disk: an error, no partial file, and the job continues when there is room" {
  mkdir d
  mount -t tmpfs -o size=64k none d 2>/dev/null || skip "mounting needs root"
  echo old >d/file
  ends 2 enumerate 13 -o d/file
  says "No space left on device"
  [ "$(cat d/file)" = old ]
  [ "$(ls -A d)" = file ]
  ends 2 compare --methods construct --n 8,9 --runs 2000 --store d/runs
  grep -Eq 'full|No space' said
  mount -o remount,size=64m d
  ends 0 compare --methods construct --n 8,9 --runs 2000 --store d/runs
  grep -q '2000/2000' out
  rm d/runs*
  mount -o remount,size=64k d
  head -c 60k /dev/zero >d/filler
  ends 2 count 16 --checkpoint d/kept
  says "No space left on device"
  rm d/filler
  ends 0 count 16 --checkpoint d/kept
  prints 14772512
}
