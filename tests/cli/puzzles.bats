#!/usr/bin/env bats
# nqueens generate puzzles: JSON lines, arrays, parts, errors.  tests/test_generate_puzzles.c has what
# the boards promise.

load common

agrees() {
  python3 "$ROOT/tests/cli/puzzles.py" "$@" >parts
}

@test "lines of JSON with every completion" {
  ends 0 generate puzzles --n 8 --remove 4 --count 20 --seed 1
  [ "$(wc -l <out)" -eq 20 ]
  jq -es 'all(.n == 8 and .base == 0 and .open == 4 and (.rows | map(select(. == null)) | length) == 4
              and (.completions | length) == .solutions and (.answer as $a | .completions | index([$a])) != null)' out
  jq -c '.completions[] | {n: 8, base: 0, rows: .}' out >boards.json
  nq generate puzzles --n 8 --remove 4 --count 20 --seed 1 -o puzzles.jsonl
  cmp out puzzles.jsonl
  ends 0 check -q boards.json
}

@test "arrays agree with the lines, and no image is in two parts" {
  nq generate puzzles --n 12 --remove 4 --remove-most 8 --count 300 --seed 2 --split 80:10:10 -o set/
  agrees set
  [ "$(awk '{ sum += $2 } END { print sum }' parts)" -eq 300 ]
  [ "$(cut -d ' ' -f 1 parts | paste -sd ' ')" = 'train validation test' ]
  nq generate puzzles --n 22 --remove 9 --count 100 --seed 2 --split fit=3:try=1 -o large/
  agrees large
  nq generate puzzles --n 9 --remove 5 --count 100 --seed 2 --split fit=3:try=1 --split-by puzzles -o puzzles/
  agrees puzzles --puzzles
  [ "$(cut -d ' ' -f 1 parts | paste -sd ' ')" = 'fit try' ]
  never agrees puzzles # completions are in both parts
  nq generate puzzles --n 6 --seed 2 -o whole/
  agrees whole
  [ "$(cat parts)" = 'all 1' ]
}

# numpy's own reader, where it is installed.
@test "numpy reads the arrays" {
  /usr/bin/python3 -c 'import numpy' || skip "python3-numpy is not installed"
  nq generate puzzles --n 10 --remove 5 --count 50 --seed 1 -o set/
  /usr/bin/python3 - <<'END'
import numpy as np
x, y, all, owners = (np.load(f"set/all-{name}.npy") for name in ("puzzles", "answers", "completions", "owners"))
assert x.shape == y.shape == (50, 100) and x.dtype == y.dtype == all.dtype == np.uint8
assert owners.dtype == np.int64 and set(owners) == set(range(50)) and all.shape == (len(owners), 100)
assert ((y == 1) == x).all() and ((y == 2).sum(axis=1) == 5).all() and ((all == 1) == x[owners]).all()
assert ((all > 0).reshape(-1, 10, 10).sum(axis=1) == 1).all()
END
}

@test "the same files for any number of threads, and the same part for any run" {
  local -a run=(generate puzzles --n 14 --remove 5 --count 200 --seed 3 --split 70:30)
  nq "${run[@]}" --threads 1 -o one/
  nq "${run[@]}" --threads 4 -o four/
  diff -r one four
  nq "${run[@]}" --first 100 -o more/ # 100 .. 299
  jq -c 'select(.index >= 100)' one/test.jsonl >old
  jq -c 'select(.index < 200)' more/test.jsonl >new
  cmp old new
}

@test "puzzles with more completions than the limit are named" {
  ends 0 generate puzzles --n 8 --remove 7 --completions 9 --count 12 --seed 1 -o set/
  agrees set
  most=$(jq '[.items[] | select(.solutions > 9)] | length' set/index.json)
  [ "$most" -gt 0 ]
  says "$most puzzle"
  says "more completions than --completions"
  [ "$(jq -s '[.[] | select(.completions == null)] | length' set/all.jsonl)" -eq "$most" ]
  jq -e '.parts[0].unlisted > 0' set/index.json
}

@test "what cannot be made is refused" {
  for n in 2 3; do
    ends 1 generate puzzles --n $n
    says "no solution exists for n = $n"
  done
  ends 1 generate puzzles --n 4 --remove 1 --count 10 --seed 1 --split 80:20 -o set/
  says "--split: n = 4 has only 1 class of solutions"
  refused "--remove: 9 is out of range: it must be 0 to 8" generate puzzles --n 8 --remove 9
  refused "--remove-most: 3 is out of range: it must be 4 to 8" generate puzzles --n 8 --remove-most 3
  refused "n = 65 is over 64" generate puzzles --n 65
  refused "the part test has no puzzle: make more with --count" \
    generate puzzles --n 14 --remove 3 --count 2 --seed 1 --split 99:1 -o set/
  refused "completions in several parts" generate puzzles --n 8 --remove 8 --seed 1 --split 1:1 -o set/
  refused "--split-by: it is for --split only" generate puzzles --n 8 --split-by puzzles
  refused "puzzles are JSON lines" generate puzzles --n 8 --format npy
  refused "puzzles are JSON lines" generate puzzles --n 8 --one-based
  refused "suffix" generate puzzles --n 8 -o puzzles.npy
  [ "$(ls)" = "$(printf 'out\nsaid')" ]
}

@test "bad splits are refused" {
  local -a run=(generate puzzles --n 8 --remove 3 -o set/)
  refused "--split is for the kind puzzles" generate partial --n 8 --split 1:1 -o set/
  refused "--split is for the kind puzzles" generate suite --n 8 --split 1:1 -o set/
  refused "--split makes several files: give -o DIR/" generate puzzles --n 8 --split 1:1
  for split in '' 80: :20 80:0 80:-1 80:x 80:1e7 a=:b=1 1.5:2; do
    refused "--split: '" "${run[@]}" --split "$split"
  done
  refused "give two parts or more" "${run[@]}" --split 80
  refused "name all parts, or none" "${run[@]}" --split 80:test=20
  refused "the name 'a' is given twice" "${run[@]}" --split a=1:a=2
  for name in '' a/b .. 'a b' $'a\e' 123456789012345678901234567890123; do
    refused "cannot name a part" "${run[@]}" --split "$name=1:b=2"
  done
  refused "name more than three parts" "${run[@]}" --split 1:1:1:1
  refused "at most 8 parts" "${run[@]}" --split a=1:b=1:c=1:d=1:e=1:f=1:g=1:h=1:i=1
  refused "--split: the text is too long" "${run[@]}" --split "$(printf '1:%.0s' {1..300})1"
  [ ! -e set ]
}

@test "a time limit, an interrupt or a full disk leaves nothing" {
  # The completions of an empty board of n = 20 are too many.
  local -a run=(generate puzzles --n 24 --remove 24 --seed 1)
  ends 3 "${run[@]}" --time-limit 0.2 -o set/
  says "the time limit was reached after 0 items"
  env --default-signal=INT "$NQUEENS" "${run[@]}" -o set/ 2>said &
  local job=$!
  at_work $job
  ends_soon INT $job
  [ "$status" -eq 130 ]
  says interrupted
  status=0
  (limit_files 8 && exec "$NQUEENS" generate puzzles --n 12 --count 1000 --seed 1 -o set/ 2>said) || status=$?
  [ "$status" -eq 2 ]
  says "writing failed"
  status=0
  (limit_files 8 && exec "$NQUEENS" generate puzzles --n 12 --count 1000 --seed 1 -o lines.jsonl 2>said) || status=$?
  [ "$status" -eq 2 ]
  [ "$(find . -type f ! -name said ! -name out ! -name spent)" = "" ]
  [ ! -e set ]
  [ -c /dev/full ] || skip "no /dev/full"
  ends 2 generate puzzles --n 8 --seed 1 -o /dev/full
  says "/dev/full: writing failed"
}

@test "the layouts of public sets: tokens and text" {
  local -a run=(generate puzzles --n 14 --remove 5 --count 40 --seed 6)
  nq "${run[@]}" -q -o flat/
  nq "${run[@]}" --layout tokens -q -o tokens/
  cmp flat/all.jsonl tokens/all.jsonl
  python3 - <<'END'
def squares(path):
    data = open(path, "rb").read()
    return data[:128], data[128:]
for flat, token in (("puzzles", "inputs"), ("answers", "labels"), ("completions", "completions")):
    (head, a), (same, b) = squares(f"flat/all-{flat}.npy"), squares(f"tokens/all__{token}.npy")
    assert head == same and bytes([1, 2, 2][square] for square in a) == b and len(b) % 196 == 0
assert squares("flat/all-owners.npy") == squares("tokens/all__owners.npy")
END
  nq "${run[@]}" --layout tokens --split 3:1 -q -o parts/
  [ "$(cd parts && echo *__inputs.npy)" = 'test__inputs.npy train__inputs.npy' ]
  nq "${run[@]}" --layout text -q -o text/
  [ "$(cd text && echo *)" = 'all.jsonl index.csv index.json' ]
  jq -c .metadata text/all.jsonl | cmp - flat/all.jsonl
  jq -r .answer text/all.jsonl | head -n 14 >answer
  [ "$(nq check answer)" = 'answer:1: valid n=14 (picture, from 0)' ]
  jq -es 'all(.[]; (.question | split("\n")[1:] | join("") | gsub("[^Q]"; "") | length) == 9)' text/all.jsonl
  nq "${run[@]}" --layout text -q -o lines.jsonl
  cmp lines.jsonl text/all.jsonl
}

@test "answers to puzzles are scored for each difficulty, and any completion counts" {
  nq generate puzzles --n 12 --remove 4 --remove-most 10 --count 60 --seed 1 -q -o set/
  nq generate puzzles --n 12 --remove 4 --remove-most 10 --count 60 --seed 1 --layout text -q -o text/
  jq -c '.completions[-1]' set/all.jsonl >last       # lists of rows
  jq -c '{index, answer: .completions[0]}' set/all.jsonl | tac >first # in any order
  jq -c .answer text/all.jsonl >pictures
  local answers
  for answers in last first pictures; do
    ends 0 check --answers $answers --against set/
    grep -Eqx 'all +60 +60 +60 +100.0%' out
    ends 0 check --answers $answers --against text/all.jsonl --json
    [ "$(jq -c '[.puzzles, .answered, .right, .accuracy, (.by_branches | map(.puzzles) | add)]' out)" = '[60,60,60,1,60]' ]
  done
  jq -c '.index |= tostring' first >texts
  refused 'its index is not a whole number' check --answers texts --against set/
  # An answer is one board.
  sed '1s/.*/& &/' last >two
  ends 1 check --answers two --against set/
  grep -Eqx 'all +60 +60 +59 +98.3%' out
  # Wrong: a solution of another puzzle, no board, a partial board; one is missing, the last is not there.
  sed -e '2!b;s/.*/[0,2,4,6,8,10,1,3,5,7,9,11]/' -e '3!b' last | sed -e '3s/.*/a board/' -e '4s/.*/[1,null,3]/' \
    -e '5s/.*//' -e '60d' >wrong
  ends 1 check --answers wrong --against set/
  grep -Eqx 'all +60 +58 +55 +91.7%' out
  [ "$(head -n 1 out | xargs)" = 'branches puzzles answered right share' ]
  grep -Eq '^(0|1\.\.9) ' out
  refused '--answers FILE and --against SET belong together' check --answers last
  refused '--answers takes no further FILE' check --answers last --against set/ last
  refused 'last:1: not a puzzle' check --answers last --against last
  echo '[1]' >>last
  refused 'last:61: there is no puzzle that this would answer' check --answers last --against set/
  (head -n 1 first && head -n 1 first) >twice
  refused 'twice:2: this puzzle has been answered before' check --answers twice --against set/
  refused 'it has several .jsonl' check --answers last --against "$(cp set/all.jsonl set/more.jsonl && echo set)"
  refused '--layout is for the kind puzzles' generate near --n 8 --layout text
}
