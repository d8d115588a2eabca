#!/usr/bin/env bats
# The examples of the README and the manual do what they say.

setup() {
  root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  NQUEENS=${NQUEENS:-$root/build/nqueens}
}

# examples FILE...: each prints what stands below it.
examples() {
  mkdir "$BATS_TEST_TMPDIR/bin"
  ln -s "$NQUEENS" "$BATS_TEST_TMPDIR/bin/nqueens"
  ln -s /usr/bin/python3 "$BATS_TEST_TMPDIR/bin/python3" # the one that Debian's numpy is for
  PATH=$BATS_TEST_TMPDIR/bin:$PATH run /usr/bin/python3 "$BATS_TEST_DIRNAME/readme.py" \
    "$@" "$BATS_TEST_TMPDIR"
  printf '%s\n' "$output"
  [ "$status" -eq 0 ]
}

@test "every example prints what the README shows" {
  examples "$root/README.md"
}

@test "every example prints what the manual shows" {
  local files=() file
  for file in "$root"/docs/manual/*.md; do
    if grep -q '^```console$' "$file"; then files+=("$file"); fi
  done
  [ "${#files[@]}" -gt 8 ]
  examples "${files[@]}"
}
