#!/usr/bin/env bats
# Counts that take seconds to minutes: `make test-long`.

setup() {
  ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  NQUEENS=${NQUEENS:-$ROOT/build/nqueens}
}

@test "solutions and classes for n = 1 to 18, as known" {
  for column in 2 3; do
    option=$([ $column = 2 ] || echo --fundamental)
    # shellcheck disable=SC2046,SC2086 # words
    "$NQUEENS" count $(seq 18) $option --quiet >"$BATS_TEST_TMPDIR/counted"
    diff "$BATS_TEST_TMPDIR/counted" \
      <(awk -v column=$column '/^[0-9]/ && $1 <= 18 { print $column }' "$ROOT/data/known-counts.txt")
  done
}

@test "n = 17 without vectors, and n = 18 in slices" {
  known() { awk -v n="$1" '$1 == n { print $2 }' "$ROOT/data/known-counts.txt"; }
  [ "$("$NQUEENS" count 17 --path portable --quiet)" = "$(known 17)" ]
  for part in 0 1 2; do "$NQUEENS" count 18 --slice $part/3 --quiet; done >"$BATS_TEST_TMPDIR/parts"
  [ "$(awk '{ sum += $1 } END { printf "%d", sum }' "$BATS_TEST_TMPDIR/parts")" = "$(known 18)" ]
}
