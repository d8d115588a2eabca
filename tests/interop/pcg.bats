#!/usr/bin/env bats
# Our generators against the reference implementation, built here and now.

setup_file() {
  cd "$BATS_TEST_DIRNAME/../.." || return 1
  ROOT=$PWD
  export ROOT
  if ! echo '#include <pcg_random.hpp>' | g++ -E -x c++ - >/dev/null 2>&1; then
    NO_REFERENCE=1
    export NO_REFERENCE
  fi
}

# compile_random FLAG...: the unit test of the generators, with core/random.c built by those flags.
compile_random() {
  "${CC:-gcc}" -std=c11 -D_POSIX_C_SOURCE=200809L -I"$ROOT/src" -O2 "$@" \
    -DNQ_SOURCE_ROOT="\"$ROOT\"" "$ROOT/tests/test_random.c" "$ROOT/src/core/random.c" \
    -o "$BATS_TEST_TMPDIR/test_random" -lcmocka -lm
}

@test "data/pcg-reference.txt has the output of the reference implementation" {
  [ -z "${NO_REFERENCE:-}" ] || skip "libpcg-cpp-dev is not installed"
  g++ -O1 -o "$BATS_TEST_TMPDIR/pcg-reference" "$ROOT/tests/interop/pcg-reference.cpp"
  "$BATS_TEST_TMPDIR/pcg-reference" >"$BATS_TEST_TMPDIR/streams.txt"
  diff "$ROOT/data/pcg-reference.txt" "$BATS_TEST_TMPDIR/streams.txt"
}

@test "the generators agree with it" {
  compile_random
  "$BATS_TEST_TMPDIR/test_random"
}

@test "the generators agree with it without 128-bit integers" {
  # The flag must really take them away, or this is the test above once more.
  run "${CC:-gcc}" -U__SIZEOF_INT128__ -E -dM -x c /dev/null
  [ "$status" -eq 0 ]
  [[ "$output" != *__SIZEOF_INT128__* ]]
  compile_random -U__SIZEOF_INT128__
  "$BATS_TEST_TMPDIR/test_random"
}
