#!/usr/bin/env bats
# The statistics of tests/test_sampling.c with large samples: half an hour; `make test-long`.

@test "uniform and typical boards, and estimates, in large samples" {
  ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  SAMPLING=full timeout 7200 "${NQ_BUILD:-$ROOT/build}/tests/test_sampling"
}
