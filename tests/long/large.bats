#!/usr/bin/env bats
# Boards beyond the sizes where the schedule of the greedy start changes: solved, checked, and the
# same for every number of threads.  Needs 2 GB of memory and of room for files: `make test-long`.

setup() {
  ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  NQUEENS=${NQUEENS:-$ROOT/build/nqueens}
}

# same_for_threads N
same_for_threads() {
  local threads board="$BATS_TEST_TMPDIR/board.npy"
  for threads in 1 2 3; do
    "$NQUEENS" solve "$1" --seed 7 --threads $threads --quiet --output "$board"
    "$NQUEENS" check "$board" --quiet
    sha256sum <"$board"
  done | sort | uniq -c | grep -q '^ *3 '
}

@test "n = 2^26 + 1, where 32 strata are met" {
  same_for_threads 67108865
}

@test "n = 2^28 + 1, where 16 strata are met" {
  same_for_threads 268435457
}
