#!/usr/bin/env bats
# README and docs: the examples print what is shown, links lead somewhere, lists are complete.

setup() {
  root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  NQUEENS=${NQUEENS:-$root/build/nqueens}
}

# examples FILE...: each of the FILEs that has examples prints what is shown below them.
examples() {
  local files=()
  mapfile -t files < <(grep -l '^```console$' "$@")
  [ "${#files[@]}" -gt 5 ]
  mkdir "$BATS_TEST_TMPDIR/bin"
  ln -s "$NQUEENS" "$BATS_TEST_TMPDIR/bin/nqueens"
  ln -s /usr/bin/python3 "$BATS_TEST_TMPDIR/bin/python3" # the one that Debian's numpy is for
  PATH=$BATS_TEST_TMPDIR/bin:$PATH run /usr/bin/python3 "$BATS_TEST_DIRNAME/readme.py" \
    "${files[@]}" "$BATS_TEST_TMPDIR"
  printf '%s\n' "$output"
  [ "$status" -eq 0 ]
}

@test "every example prints what the README and the guides show" {
  examples "$root/README.md" "$root"/docs/*.md
}

@test "every example prints what the manual shows" {
  examples "$root"/docs/manual/*.md
}

@test "every link leads to a file and a heading" {
  /usr/bin/python3 "$BATS_TEST_DIRNAME/links.py" "$root"/*.md "$root"/docs/*.md \
    "$root"/docs/manual/*.md "$root"/python/*.md
}

@test "every guide is in the index" {
  for page in "$root"/docs/*.md; do
    page=$(basename "$page")
    [ "$page" = README.md ] || grep -qF "]($page)" "$root/docs/README.md" || { echo "$page"; false; }
  done
}

@test "the list of packages names all that the tools install" {
  for group in build test interop cluster; do
    sed -n "/^  $group) packages=\"/,/;;/p" "$root/tools/install-deps" |
      sed "s/^  $group) packages=\"//; s/\".*//" | tr -s ' \n' '\n' | grep . >"$BATS_TEST_TMPDIR/$group"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/$group")" -gt 4 ]
    while read -r package; do
      grep -q "^|.*\`$package\`" "$root/docs/development.md" || { echo "$package"; false; }
    done <"$BATS_TEST_TMPDIR/$group"
  done
}

@test "README has at most 160 lines, a guide 250" {
  [ "$(wc -l <"$root/README.md")" -le 160 ]
  for page in "$root"/docs/*.md; do
    [ "$(wc -l <"$page")" -le 250 ] || { echo "$page"; false; }
  done
}

@test "the files that the page for developers names exist" {
  # shellcheck disable=SC2016 # backquotes of Markdown
  grep -oE '`(src|tests|tools)/[^` ]+`' "$root/docs/hacking.md" | tr -d '`' | grep -v '[<*]' | sort -u >"$BATS_TEST_TMPDIR/named"
  [ "$(wc -l <"$BATS_TEST_TMPDIR/named")" -gt 30 ]
  while read -r file; do
    [ -e "$root/$file" ] || { echo "$file"; false; }
  done <"$BATS_TEST_TMPDIR/named"
  # shellcheck disable=SC2016
  sed -n '/^```$/,/^```$/p' "$root/docs/hacking.md" >"$BATS_TEST_TMPDIR/sketch"
  # Each room of the sketch is a folder, and each folder is in it.
  for room in "$root"/src/*/; do
    grep -q "\<$(basename "$room")\>" "$BATS_TEST_TMPDIR/sketch" || { echo "$room"; false; }
  done
}
