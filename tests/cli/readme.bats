#!/usr/bin/env bats
# The README's examples do what they say.

setup() {
  root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  NQUEENS=${NQUEENS:-$root/build/nqueens}
}

@test "every example prints what the README shows" {
  mkdir "$BATS_TEST_TMPDIR/bin"
  ln -s "$NQUEENS" "$BATS_TEST_TMPDIR/bin/nqueens"
  ln -s /usr/bin/python3 "$BATS_TEST_TMPDIR/bin/python3" # the one that Debian's numpy is for
  PATH=$BATS_TEST_TMPDIR/bin:$PATH run /usr/bin/python3 "$BATS_TEST_DIRNAME/readme.py" \
    "$root/README.md" "$BATS_TEST_TMPDIR"
  printf '%s\n' "$output"
  [ "$status" -eq 0 ]
}
