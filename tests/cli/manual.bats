#!/usr/bin/env bats
# shellcheck disable=SC2030,SC2031 # each test has a PATH of its own
# Help and manual pages: both from the same tables, so what one knows the other must.  Which
# commands and options there are is taken from the outputs themselves.

load common
load guide

setup_file() {
  ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  NQUEENS=${NQUEENS:-$ROOT/build/nqueens}
  export PAGES=$BATS_FILE_TMPDIR/man
  "$ROOT/tools/manual" "$NQUEENS" "$PAGES"
}

# shown PAGE: as a terminal of 80 columns shows it, without overstrikes.
shown() {
  groff -man -Tascii -P-c -P-b -P-u -P-o -rLL=78n "$PAGES/$1"
}

# ---- Help ----

@test "the overview fits a screen of 80 by 24" {
  "$NQUEENS" --help >out
  [ "$(wc -l <out)" -lt 24 ]
  [ "$(commands | wc -l)" -ge 9 ]
  never grep -E '^.{80}' out
}

@test "--help of each command fits a screen of 80 by 24, and leaves out no option's name" {
  while read -r command; do
    COLUMNS=80 "$NQUEENS" "$command" --help >out
    [ "$(wc -l <out)" -lt 24 ] || { echo "$command: $(wc -l <out) lines"; return 1; }
    never grep -E '^.{80}' out
    "$NQUEENS" help "$command" | grep -oE '^  (-.,|   ) --[a-z-]+' | grep -oE -- '--[a-z-]+' >names
    [ "$(wc -l <names)" -ge 3 ]
    while read -r name; do
      grep -qE -- " $name(\b|$)" out || { echo "$command: $name"; return 1; }
    done <names
    grep -q "^Full help: \`nqueens help $command\`\.$" out ||
      "$NQUEENS" help "$command" | diff out -
  done < <(commands)
}

@test "--help names what lists in the help in full explain" {
  [ "$("$NQUEENS" solve --help | sed -n '/^Methods: /,/^Exit/{s/^Methods: //;/^Exit/d;p}' | tr -d ' \n' | tr , '\n')" = \
    "$("$NQUEENS" help solve | sed -n '/^Methods:$/,/^$/s/^  \([a-z-]*\) .*/\1/p')" ]
  "$NQUEENS" compare --help | grep -q '^Methods: min-conflicts, auto, genetic,'
  "$NQUEENS" generate --help | grep -q '^Kinds: solved, typical, near, random, permutation,'
}

@test "help of each command, with an example that is its own" {
  "$NQUEENS" --help >overview
  "$NQUEENS" help | diff overview -
  while read -r command; do
    "$NQUEENS" "$command" --help >brief
    "$NQUEENS" "$command" '-?' | diff brief -
    "$NQUEENS" "$command" -h | diff brief -
    "$NQUEENS" help "$command" >out
    sed '/^$/q' out >opening
    sed '/^$/q' brief | diff opening -
    grep -q "^Example: nqueens $command\b" out
    never grep -i 'mandatory' out
    never grep ' $' out
    never grep "$(printf '\033')" out
  done < <(commands)
}

@test "the examples in the help run" {
  ln -s "$NQUEENS" nqueens
  PATH=$PWD:$PATH
  while read -r command; do
    line=$("$NQUEENS" "$command" --help | sed -n 's/^Example: //p')
    case $line in *'man -l'*) command -v man >/dev/null || continue ;; esac
    timeout 60 bash -c "set -o pipefail; $line" >out 2>said || { echo "$line"; cat said; return 1; }
  done < <(commands)
  [ -s board.npy ]
}

@test "help keeps within narrow and wide terminals, and any language" {
  for command in --help help $(commands | sed 's/.*/& --help\nhelp &/' | tr ' ' :); do
    command=${command//:/ }
    for width in 40 60 80 200; do
      # shellcheck disable=SC2086 # no command is no word
      LC_ALL=C.UTF-8 COLUMNS=$width "$NQUEENS" $command >out
      [ "$width" -gt 80 ] && width=80
      # Single words may be longer.
      grep -E "^.{$width}" out | grep ' [^ ]' | grep -vE '^ *[^ ]+$' >long || true
      [ ! -s long ] || { echo "$command at $width:"; cat long; return 1; }
    done
    # shellcheck disable=SC2086
    LC_ALL=C COLUMNS=200 "$NQUEENS" $command | diff out -
    for wrong in '' x -1 0; do
      # shellcheck disable=SC2086
      COLUMNS=$wrong "$NQUEENS" $command >/dev/null
    done
  done
}

@test "the columns of a terminal are kept" {
  need script
  script -qec "stty cols 50; $NQUEENS count --help" /dev/null | tr -d '\r' >out
  grep -q -- --checkpoint out
  never grep -E '^.{50}' out
}

@test "help that cannot be written is an error" {
  [ -c /dev/full ] || skip "there is no /dev/full"
  for words in --help 'solve --help' 'help solve' 'manual solve' manual 'completion bash' '--complete s'; do
    status=0
    # shellcheck disable=SC2086 # words
    "$NQUEENS" $words >/dev/full 2>said || status=$?
    [ "$status" -eq 2 ] || { echo "$words: $status"; return 1; }
    says "No space left on device"
  done
}

@test "what there is not" {
  refused "there is no command 'sovle'" help sovle
  refused "there is no command 'sovle'" manual sovle
  refused "there is no command '--manual'" --manual
  refused "'fishy' is not known: it must be bash, zsh or fish" completion fishy
  refused "a shell is needed: bash, zsh or fish" completion
  refused "'check' is one argument too many" manual solve check
  refused "unrecognized option '--manual'" solve 8 --manual
  refused "unrecognized option '--help-in-full'" solve 8 --help-in-full
}

# ---- Manual pages ----

@test "each command and nothing else has a page, and so have the library and the formats" {
  {
    commands | sed 's/.*/nqueens-&.1/'
    printf '%s\n' nqueens.1 nqueens.3 nqueens.5 nqueens-mpi.1
  } | sort >expected
  (cd "$PAGES" && find . -type f | sed 's|./||' | sort) | diff expected -
  while read -r command; do
    grep -q "nqueens..$command (1)" "$PAGES/nqueens.1" || { echo "$command"; return 1; }
  done < <(commands)
  for prose in "$ROOT"/docs/manual/*.md; do
    case $prose in *-draw.1.md | *-generate.1.md) continue ;; esac
    [ -s "$PAGES/$(basename "$prose" .md)" ] || { echo "$prose is of no page"; return 1; }
  done
}

@test "every option of the help is in its page" {
  need groff
  count=0
  while read -r command; do
    shown "nqueens-$command.1" >page
    while read -r option; do
      grep -Eq -- "^ +(-., )?$option\b" page || { echo "$command $option"; return 1; }
      count=$((count + 1))
    done < <(options "$command")
  done < <(commands)
  [ "$count" -gt 80 ]
}

@test "pages render without a complaint, in ASCII, within 80 columns" {
  need groff
  for page in "$PAGES"/*; do
    page=$(basename "$page")
    groff -man -Tutf8 -ww -rLL=78n "$PAGES/$page" 2>said >/dev/null
    [ ! -s said ] || { cat said; return 1; }
    shown "$page" >out
    never grep -E '^.{80}' out
    LC_ALL=C never grep '[^ -~]' "$PAGES/$page"
  done
}

@test "pages pass the lint of mandoc" {
  need mandoc
  for page in "$PAGES"/*; do
    mandoc -T lint -W warning "$page" | grep -v 'missing date' >said || true
    [ ! -s said ] || { cat said; return 1; }
  done
}

@test "pages have their sections in the usual order, and the exit codes of the help" {
  for page in "$PAGES"/*; do
    grep '^\.SH' "$page" | grep -E 'NAME|SYNOPSIS|DESCRIPTION|OPTIONS|EXIT STATUS|FILES|EXAMPLES|SEE ALSO' >out
    [ -z "$(sort out | uniq -d)" ]
    sed 's/.*NAME/1/; s/.*SYNOPSIS/2/; s/.*DESCRIPTION/3/; s/.*OPTIONS/4/; s/.*EXIT STATUS/5/
         s/.*FILES/6/; s/.*EXAMPLES/7/; s/.*SEE ALSO/8/' out | sort -c
  done
  "$NQUEENS" manual count | grep -A 15 '^\.SH EXIT STATUS' >out
  for code in 0 1 2 3 130; do grep -qx ".B $code" out; done
  grep -q '^incomplete (time limit, units missing in FILEs)$' out
}

@test "pages tell no date, machine or folder" {
  for page in "$PAGES"/*; do
    grep -q '^\.TH [^ ]* [135] "" "nqueens [0-9.]*" ' "$page"
    never grep -Ew "$(date +%Y)|not on this machine" <(sed 's/queens\\-2026//g' "$page")
    never grep -F "$ROOT" "$page"
  done
  "$ROOT/tools/manual" "$NQUEENS" "$PWD/again"
  diff -r "$PAGES" again
}

@test "the page of the library has all of the header" {
  need groff
  shown nqueens.3 | tr -s ' \n' ' ' >page
  sed -n 's/^NQ_API .*\b\(nq_[a-z0-9_]*\)(.*/\1/p; s/^} \(nq_[a-z0-9_]*\);.*/\1/p
          s/^\/\* ---- \([^-]*\) --.*/\1/p; s/^  \(NQ_[A-Z0-9_]*\)[ ,].*/\1/p' "$ROOT"/src/nqueens/*.h >words
  [ "$(wc -l <words)" -gt 150 ]
  python3 - page words <<'END'
import re, sys
page, words = (open(name, encoding="utf-8").read().lower() for name in sys.argv[1:])
missing = [word for word in words.splitlines() if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", page)]
sys.exit(f"not in the page: {missing}" if missing else 0)
END
}

@test "the example of the library's page compiles and runs" {
  # shellcheck disable=SC2016 # a fence, not a command
  sed -n '/^```c$/,/^```$/p' "$ROOT/docs/manual/nqueens.3.md" | sed '1d; $d' >example.c
  "${CC:-gcc}" -std=c11 -Wall -Wextra -Werror -I"$ROOT/src" -fsyntax-only example.c
}
