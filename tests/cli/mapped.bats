#!/usr/bin/env bats
# nqueens solve -o FILE.npy for large n: the board lives in its file, which is there whole or not
# at all.

load common

n=16777219 # 2^24 + 3: from 2^24 on

teardown() {
  if mountpoint -q m 2>/dev/null; then umount m; fi
}

@test "a board in its file has the same bytes as one that is written" {
  ends 0 solve $n --seed 3 -o mapped.npy --stats stats.json
  says "on disk"
  nq solve $n --seed 3 --format npy >written.npy
  cmp mapped.npy written.npy
  nq check mapped.npy
  size=$(stat -c %s mapped.npy)
  jq -e ".mapped_bytes == $size and .memory_bytes < $size / 2" stats.json
}

@test "small boards, other formats, pipes and several boards are written" {
  ends 0 solve 100000 --seed 1 -o small.npy --stats stats.json
  jq -e 'has("mapped_bytes") | not' stats.json
  mkfifo pipe
  nq solve $n --seed 3 --format npy -o pipe --stats stats.json &
  nq check - <pipe
  wait $!
  jq -e 'has("mapped_bytes") | not' stats.json
}

@test "a full file system: an error before the work, the old file is kept" {
  mkdir m
  mount -t tmpfs -o size=256k none m 2>/dev/null || skip "mounting needs root"
  echo old >m/board.npy
  refused "No space left on device" solve 4000000000 -o m/board.npy
  [ "$(ls -A m)" = board.npy ]
  [ "$(cat m/board.npy)" = old ]
  [ "$(stat -f -c %f m)" -gt 10 ] # and what was taken is free again
}

@test "a limit of the size of files is an error, not a crash" {
  mkdir d
  (limit_files 8 && refused "File too large" solve $n -o d/board.npy)
  [ -z "$(ls -A d)" ]
}

@test "no file is left when the limit of time is reached" {
  ends 3 solve $n --time-limit 0.01 -o board.npy
  [ ! -e board.npy ]
}

@test "an interrupt or a kill leaves nothing" {
  mkdir d
  for signal in INT TERM KILL; do
    echo old >d/board.npy
    # env: a shell's background job would ignore SIGINT
    env --default-signal=INT "$NQUEENS" solve 400000000 -o d/board.npy 2>said &
    pid=$!
    at_work $pid
    ends_soon $signal $pid
    if [ $signal = KILL ]; then [ "$status" -eq 137 ]; else [ "$status" -eq 130 ]; fi
    [ "$(ls -A d)" = board.npy ]
    [ "$(cat d/board.npy)" = old ]
  done
}
