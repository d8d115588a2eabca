#!/usr/bin/env bats
# nqueens generate: kinds, answers, formats, folders, suites, errors.

load common

KINDS="solved near random permutation symmetric toroidal corrupt partial unique completion blocked
       diagonals hard unsolvable"

# The value of KEY in the comment of the file `out`.
told() {
  sed -n "s/^# kind=.* $1=\([^ ]*\).*/\1/p" out | head -n 1
}

@test "every kind reports kind, n, seed, index and answer" {
  for kind in $KINDS; do
    ends 0 generate "$kind" --n 13 --seed 5
    head -n 1 out | grep -Eq "^# kind=$kind n=13 seed=5 index=0 .*answer=[a-z]+"
    nq help generate | grep -q "^  $kind "
  done
}

@test "the same seed makes the same, for any number of threads" {
  for kind in solved near corrupt symmetric toroidal; do
    nq generate "$kind" --n 25 --seed 7 --count 40 --threads 1 >one
    nq generate "$kind" --n 25 --seed 7 --count 40 --threads 3 >three
    cmp one three
    nq generate "$kind" --n 25 --seed 7 --count 10 --first 30 >last
    tail -n 20 three | cmp - last
    nq generate "$kind" --n 25 --seed 8 --count 40 >other
    never cmp -s one other
  done
  nq generate hard --n 12 --seed 7 --count 9 --threads 3 -o a/
  nq generate hard --n 12 --seed 7 --count 9 --threads 1 -o b/
  diff -r a b
}

@test "a random seed is reported and repeats the run" {
  nq generate solved --n 50 >first
  seed=$(sed -n 's/.*(seed \([0-9]*\)).*/\1/p' said)
  nq generate solved --n 50 --seed "$seed" >second
  cmp first second
}

@test "boards have the promised properties" {
  ends 0 generate solved --n 100 --count 50 --seed 1
  nq check -q out
  ends 0 generate near --n 1e6 --seed 1
  cp out near
  ends 1 check near
  grep -q 'conflicts=1 ' out
  ends 0 generate near --n 40 --conflicts 17 --count 20 --seed 1
  cp out near
  ends 1 check near
  [ "$(grep -c 'conflicts=17 ' out)" -eq 20 ]
  ends 0 generate solved --n 8 --uniform --count 500 --seed 1
  [ "$(grep -v '^#' out | sort -u | wc -l)" -gt 80 ]
  ends 0 generate corrupt --n 8 --count 10 --seed 1
  cp out corrupt
  ends 1 check corrupt
  [ "$(grep -c ': invalid' out)" -eq 10 ]
}

@test "instances have the promised properties" {
  nq generate partial --n 30 --show 12 --seed 2 -o partial.txt
  [ "$(grep -c '^queen' partial.txt)" -eq 12 ]
  nq solve --instance partial.txt >board
  nq check --instance partial.txt board
  nq generate unique --n 10 --seed 2 -o unique.txt
  ends 0 enumerate --instance unique.txt
  [ "$(wc -l <out)" -eq 1 ]
  for reason in placed blocked diagonals pigeonhole; do
    nq generate unsolvable --n 12 --reason $reason --seed 2 -o none.txt
    ends 1 solve --method backtracking --instance none.txt
  done
  ends 0 generate blocked --n 10 --blocks 49 --least 4 --verdict --seed 3
  cp out blocked.txt
  answer=$(told answer) code=0
  [ "$(grep -c '^block ' blocked.txt)" -eq 49 ]
  nq solve --method backtracking --instance blocked.txt >board || code=$?
  case $answer in solvable) [ $code -eq 0 ] ;; unsolvable) [ $code -eq 1 ] ;; *) false ;; esac
  ends 0 generate diagonals --n 10 --diagonals 6 --least 4 --seed 3
  [ "$(grep -c '^exclude ' out)" -eq 6 ]
  ends 0 generate completion --n 20 --placed 7 --seed 3
  [ "$(grep -c '^queen ' out)" -eq 7 ]
}

@test "boards that do not exist are exit code 1" {
  for n in 2 3; do
    for kind in solved partial unique symmetric; do
      ends 1 generate $kind --n $n
      prints ""
      says "no solution exists for n = $n"
    done
  done
  ends 1 generate near --n 4 --conflicts 7
  says "at most 6"
  ends 1 generate near --n 20 --conflicts 189
  ends 1 generate symmetric --n 8 --turn 90
  ends 1 generate symmetric --n 10 --turn 90
  says "modulo 4"
  ends 1 generate toroidal --n 9
  says "factor in common with 6"
  ends 1 generate corrupt --n 5 --fault diagonal
}

@test "formats of boards" {
  ends 0 generate solved --n 6 --seed 1 --format picture
  [ "$(grep -c '^[Q_]\( [Q_]\)\{5\}$' out)" -eq 6 ]
  ends 0 generate solved --n 6 --seed 1 --format json
  [ "$(jq -c '.rows | length' out)" -eq 6 ]
  ends 0 generate solved --n 6 --seed 1 --one-based
  grep -q 'base=1' out
  never grep -q '\b0 ' <(grep -v '^#' out)
  nq generate solved --n 30 --seed 1 --count 7 -o boards.npy
  ends 0 check boards.npy
  [ "$(wc -l <out)" -eq 7 ]
  ends 0 generate partial --n 12 --show 5 --seed 1 --count 3 --format line
  [ "$(grep -v '^#' out | tr ' ' '\n' | grep -c '^\.$')" -eq 21 ]
  nq generate partial --n 12 --seed 1 -o board.json
  jq -e '.rows | length == 12' board.json
  refused "no format of boards can express" generate blocked --n 8 --format line
  refused "makes boards" generate solved --n 8 --format native
  refused "is not known" generate solved --n 8 --format nonsense
  refused "--one-based" generate solved --n 8 --format npy --one-based
  refused "hold boards of one size" generate corrupt --n 8 --fault short --count 2 --seed 1 --format npy
  refused "hold boards of one size" generate corrupt --n 5 --count 5 --seed 3 --format npy -o mixed.npy
}

# Some names, as minizinc, are those of answers that `check` reads, too.
@test "instances in every format of export" {
  local format
  for format in $(nq export --list | sed -n 's/^\([a-z][a-z0-9-]*\) .*(\.[a-z0-9]*)$/\1/p'); do
    ends 0 generate blocked --n 10 --seed 4 --verdict --format "$format" -q
    [ -s out ] || { echo "$format: nothing"; false; }
    grep -q 'kind=blocked.n=10.seed=4' out || { echo "$format: no head"; false; }
    echo "$format" >>formats
  done
  [ "$(wc -l <formats)" -ge 15 ]
}

@test "a folder: a file per item and an index" {
  nq generate blocked --n 10 --seed 4 --count 6 --verdict -o many/
  [ "$(find many -name 'blocked-10-*.txt' | wc -l)" -eq 6 ]
  [ "$(jq '.items | length' many/index.json)" -eq 6 ]
  [ "$(wc -l <many/index.csv)" -eq 7 ]
  jq -r '.items[] | "\(.file) \(.answer) \(.bytes)"' many/index.json | while read -r file answer bytes; do
    [ "$(stat -c %s "many/$file")" -eq "$bytes" ]
    code=0
    nq solve --method backtracking --instance "many/$file" >board || code=$?
    [ "$answer $code" = "solvable 0" ] || [ "$answer $code" = "unsolvable 1" ]
  done
  refused "not empty" generate blocked --n 10 -o many/
  mkdir empty
  ends 0 generate solved --n 10 -o empty/
  [ -e empty/solved-10-0.txt ]
  touch file
  refused "not a folder" generate solved --n 10 -o file/
  refused "missing" generate solved --n 10 -o missing/folder/
}

@test "a seed beyond the numbers of JSON is a text" {
  ends 0 generate solved --n 8 --seed 18446744073709551615 --json -o most/
  [ "$(jq .seed out)" = '"18446744073709551615"' ]
  [ "$(jq '.items[0].seed' most/index.json)" = '"18446744073709551615"' ]
}

@test "an empty folder that becomes the output keeps its mode and owner, a link stays one" {
  local run=(generate solved --n 10 --seed 1 -o)
  mkdir -m 2750 private
  mkdir -m 0777 open
  ends 0 "${run[@]}" private/
  ends 0 "${run[@]}" open//
  [ "$(stat -c %a private open | xargs)" = "2750 777" ]
  mkdir -m 0700 target
  ln -s target link
  ln -s later dangling
  ends 0 "${run[@]}" link/
  ends 0 "${run[@]}" dangling/
  [ -L link ] && [ -L dangling ] && [ "$(stat -c %a target)" = 700 ]
  [ -e target/index.json ] && [ -e later/index.json ]
  mkdir current
  for path in ./ ../current/ "$PWD/current/"; do
    (cd current && never "$NQUEENS" "${run[@]}" "$path" 2>../said)
    says "$path: the current folder cannot be replaced: name another, or a folder in it"
  done
  (cd current && "$NQUEENS" "${run[@]}" ./new/ 2>../said)
  [ -e current/new/index.json ]
  ln -s link loop && ln -sfn loop link
  refused "link/: Too many levels of symbolic links" "${run[@]}" link/
  [ -z "$(find . -name '.nqueens*')" ]
  [ "$(id -u)" -eq 0 ] || skip "only root can give a folder away"
  mkdir theirs
  chown 1234:2345 theirs
  ends 0 "${run[@]}" theirs/
  [ "$(stat -c %u:%g theirs)" = 1234:2345 ]
}

@test "a folder on which a file system is mounted is refused before the work" {
  mkdir m
  unshare --mount true 2>/dev/null || skip "no file system can be mounted here"
  unshare --mount sh -c "mount -t tmpfs none m && ! '$NQUEENS' generate solved --n 10 -o m/" 2>said
  says "m/: a file system is mounted there: name a folder in it"
  [ "$(ls -A)" = "$(printf 'm\nsaid')" ]
}

@test "a suite can be read back and is right" {
  nq generate suite --n 2,8,13 --seed 9 --threads 2 -o suite/
  [ "$(jq '[.items[].kind] | unique | length' suite/index.json)" -eq 16 ]
  jq -r '.items[] | "\(.file) \(.answer) \(.solutions)"' suite/index.json >items
  [ "$(wc -l <items)" -gt 40 ]
  while read -r file answer solutions; do
    code=0
    case $answer in
      valid | invalid) nq check -q --from line "suite/$file" >report || code=$? ;;
      *) nq solve --quiet --method backtracking --instance "suite/$file" >board || code=$? ;;
    esac
    case $answer in
      valid | solvable) [ $code -eq 0 ] ;;
      invalid | unsolvable) [ $code -eq 1 ] ;;
      *) false ;;
    esac || { echo "$file: $answer, exit code $code"; cat said; return 1; }
    if [ "$solutions" = 1 ]; then
      [ "$(nq enumerate --instance "suite/$file" | wc -l)" -eq 1 ]
    fi
  done <items
  nq generate suite --n 2,8,13 --seed 9 --threads 1 -q -o again/
  diff -r suite again
  python3 - <<'END'
import csv, json
items = json.load(open("suite/index.json"))["items"]
rows = list(csv.DictReader(open("suite/index.csv")))
assert len(rows) == len(items)
header = open("suite/index.csv").readline().strip().split(",")
assert len(header) == len(set(header)), header
assert {item["reason"] for item in items if item["kind"] == "unsolvable"} >= {"placed", "pigeonhole"}
assert all("why" in item for item in items if item["answer"] in ("invalid", "unsolvable"))
for row, item in zip(rows, items):
    assert {key for key, value in row.items() if value != ""} == set(item), (row, item)
    assert row["file"] == item["file"] and row["n"] == str(item["n"])
END
}

@test "bad input" {
  refused "a kind is needed" generate
  refused "no kind 'nonsense'" generate nonsense --n 8
  refused "--n N is needed" generate solved
  refused "--n" generate solved --n 0
  refused "holds one size" generate solved --n 8,9 --format npy
  refused "--n" generate suite --n 8,,9 -o x/
  refused "a suite is a folder: give -o DIR/" generate suite --n 8
  refused "cannot be given for a suite" generate suite --n 8 --show 3 -o x/
  refused "no parameter 'show'" generate solved --n 8 --show 3
  refused "out of range" generate partial --n 8 --show 9
  refused "turn" generate symmetric --n 8 --turn 45
  refused "count" generate solved --n 8 --count 0
  refused "give -o DIR/" generate unique --n 8 --count 2
  refused "nqueens: --blocks: 145 is out of range: it must be 0 to 144" generate blocked --n 12 --blocks 145
  refused "nqueens: --least: a line of n = 12 has no 13 squares" generate blocked --n 12 --least 13
  refused "over 64" generate unique --n 65
  refused "\`generate typical\` makes boards" generate solved --n 21 --uniform
  refused "no random list for n = 3 had 3 queens" generate completion --n 3 --placed 3
  refused "no encoding" generate unique --n 8 --encoding x
}

@test "an interrupt ends it with 130 and leaves nothing" {
  for output in boards.txt boards/; do
    "$NQUEENS" generate solved --n 1000 --count 1e7 -o $output 2>said &
    pid=$!
    at_work $pid
    ends_soon INT $pid
    [ $status -eq 130 ]
    says "interrupted"
    [ ! -e $output ]
    [ -z "$(find . -name '.nqueens*')" ]
  done
}

@test "a time limit ends it with 3 and leaves nothing" {
  ends 3 generate solved --n 1000 --count 1e7 --time-limit 0.2 -o boards/
  says "time limit"
  [ ! -e boards ]
  ends 3 generate hard --n 4096 --count 1000 --verdict --seed 1 --time-limit 0.5 -o hard/
  never grep -q 'breaks off' said # there is no output
  [ ! -e hard ]
  [ -z "$(find . -name '.nqueens*')" ]
}

@test "a closed pipe and a full disk are errors" {
  { "$NQUEENS" generate solved --n 1000 --count 10000 2>said || echo $? >code; } | head -n 1 >out
  [ "$(cat code)" -eq 2 ]
  [ -c /dev/full ] || skip "no /dev/full"
  ends 2 generate solved --n 8 -o /dev/full
  says "/dev/full"
  ends 2 generate unique --n 8 -o /dev/full
  status=0
  "$NQUEENS" generate solved --n 8 -o - >/dev/full 2>said || status=$?
  [ "$status" -eq 2 ]
  says "nqueens: standard output: writing failed"
}

@test "a file that may not grow ends a folder, which is removed" {
  sanitized && skip "the sanitizer writes too"
  status=0
  (limit_files 100 && exec "$NQUEENS" generate solved --n 1000 --count 100 --format line -o boards/ \
    2>said) || status=$?
  [ $status -eq 0 ]
  rm -r boards
  status=0
  (limit_files 1 && exec "$NQUEENS" generate solved --n 1000 --count 100 -o boards/ 2>said) ||
    status=$?
  [ $status -eq 2 ]
  [ ! -e boards ]
  [ -z "$(find . -name '.nqueens*')" ]
}

@test "--quiet prints no messages" {
  ends 0 generate solved --n 8 --quiet
  [ ! -s said ]
}

@test "a size of any length is read completely" {
  zeros=$(printf '0%.0s' {1..80})
  ends 0 generate solved --n "${zeros}9" --seed 1
  [ "$(grep -v '^#' out | wc -w)" -eq 9 ]
  refused "not a whole number" generate solved --n "${zeros}x"
}

@test "a size twice, and bytes on a terminal, are refused" {
  refused '--n: 8 is given twice' generate suite --n 8,12,8 -o suite/
  [ ! -e suite ]
  script -qec "$NQUEENS generate solved --n 8 --seed 1 --format npy" /dev/null >shown </dev/null || true
  grep -q 'refusing to write npy to a terminal: give -o FILE' shown
  never grep -q NUMPY shown
}
