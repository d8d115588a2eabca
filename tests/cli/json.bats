#!/usr/bin/env bats
# --json: each summary as JSON objects on standard output, a line each, and nothing else there.

load common

# holds FILTER: standard output is JSON, the filter of jq is true for the array of its values, and the
# manual has the keys of its objects.
holds() {
  jq -rs "([.[] | objects | keys[]] | unique[]), ([$1] | if length > 0 and .[-1] then empty else error(\"no\") end)" \
    out >keys || { echo "not so: $1"; head -c 1000 out; return 1; }
  awk 'NR == FNR { text = text $0 "\n"; next }
       !index(text, "`" $0 "`") { print "not in the manual: " $0; bad = 1 }
       END { exit bad }' "$BATS_TEST_DIRNAME/../../docs/manual/nqueens.5.md" keys
}

# interrupted ARGUMENT...: once it has written some.
interrupted() {
  local job written status=0
  "$NQUEENS" "$@" --json >out 2>said &
  job=$!
  for _ in $(seq 1000); do
    written=$(sed -n 's/^wchar: //p' "/proc/$job/io")
    [ "${written:-0}" -lt 20000 ] || break
    sleep 0.02
  done
  kill -TERM "$job"
  wait "$job" || status=$?
  [ "$status" -eq 130 ] || { echo "$status"; cat said; false; }
}

@test "solve: an object with the board, or with the board in a file" {
  ends 0 solve 8 --seed 1 --json
  holds 'length == 1 and (.[0] | .n == 8 and .base == 0 and .rows == [3,0,4,7,5,2,6,1] and
    .verdict == "solved" and .seed == 1 and .method == "min-conflicts" and .seconds.total >= 0)'
  nq check out
  ends 0 solve 8 --seed 1 --json --count 3 --one-based --stats stats
  holds 'length == 3 and all(.base == 1) and map(.stream) == [0,1,2]'
  jq -es '.[2] | .stream == 2 and .n == 8 and (has("rows") | not)' stats
  ends 0 solve 8 --seed 1 --json -o board.txt
  holds '.[0] | .n == 8 and .verdict == "solved" and (has("rows") | not)'
  [ "$(cat board.txt)" = "3 0 4 7 5 2 6 1" ]
  ends 0 solve 100 --seed 1 --json -o shards/
  holds '.[0] | .n == 100 and .verdict == "solved"'
  ends 1 solve 3 --json
  holds '.[0] | .verdict == "unsolvable" and .reason == "no solution exists for n = 3"'
  ends 3 solve 12 --json -m genetic --max-steps 1 --seed 1
  holds '.[0] | .verdict == "unknown" and .conflicts > 0'
  refused "--format: with --json a board on standard output is JSON: give -o FILE" solve 8 --json -f npy
}

@test "solve: parameters without those that do nothing; one without a limit is null" {
  "$NQUEENS" solve 8 --method hill-climbing --seed 1 --json --quiet |
    jq -e '.parameters == {climb: "steepest", sideways: 100, restarts: null}'
  "$NQUEENS" solve 8 --method genetic --seed 1 --json --quiet |
    jq -e '.parameters | has("power") and (has("tournament") or has("migrants") | not)'
}

@test "count: each way to count" {
  ends 0 count 4,6..8 --json
  holds 'map([.n, .count]) == [[4,2],[6,4],[7,40],[8,92]]'
  ends 0 count 12 --slice 0/2 --checkpoint a --json
  ends 0 count 12 --slice 1/2 --checkpoint b --json
  holds '.[0] | .slice == "1/2" and .units == .units_done'
  ends 0 count 12 --merge a b --json
  holds '.[0] | .count == 14200 and .files == 2 and .units == .units_done'
  ends 3 count 12 --merge a --json
  holds '.[0] | .count == null and .units_done < .units'
  ends 0 count 12 --verify 50% a b --json --seed 1
  holds '.[0] | .count == 14200 and .wrong == 0 and .records_recounted <= .records and .seed == 1'
  ends 3 count 12 --verify 50% b --json
  holds '.[0] | .count == null and .wrong == 0'
  ends 0 count 12 --plan --json --seed 1
  holds '.[0] | .n == 12 and .core_hours >= 0 and (.solutions_interval | length == 2)'
  ends 0 count 8 --nth 3 --json
  holds '.[0] | .rows == [3,7,0,4,6,1,5,2] and .nth == 3'
  nq check out
  ends 0 count 30 --estimate --relative-error 10 --json --seed 1
  holds '.[0] | .n == 30 and (.count_interval | length == 2)'
}

@test "a count that was stopped is null, with what was done" {
  ends 3 count 22,5 --json --time-limit 0
  holds 'length == 1 and (.[0] | .n == 22 and .count == null and .units_done < .units)'
  ends 3 count 22 --slice 0/2 --checkpoint a --json --time-limit 0
  holds '.[0] | .count == null and .slice == "0/2"'
  printf 'n 40\nqueen 0 3\n' >some.txt
  ends 3 count -i some.txt --json --time-limit 0
  holds '.[0] | .n == 40 and .count == null and .nodes >= 0'
  ends 3 count 20 --nth 5 --json --time-limit 0
  holds '.[0] | .n == 20 and .nth == 5 and .rows == null'
  ends 3 count 24 --plan --json --seed 1 --time-limit 0
  holds '.[0] | .n == 24 and .core_hours == null and .core_hours_interval == null and
    .solutions == null and .sample < 20 and .units > 1000 and .seed == 1'
  ends 3 count 1000 --estimate --json --seed 1 --time-limit 0
  holds '.[0] | .n == 1000 and .ln_count == null and .count_interval == null and .chains < 8'
}

@test "enumerate, export, generate and draw: the summary, and the rest in a file" {
  ends 0 enumerate 6 --json -o all.txt
  holds '.[0] | .n == 6 and .solutions == 4 and .end == "all"'
  ends 0 export --to dimacs 8 --json -o queens.cnf
  holds '.[0] | .format == "dimacs" and .n == 8 and .file == "queens.cnf"'
  [ "$(jq .bytes out)" -eq "$(wc -c <queens.cnf)" ]
  ends 0 export --list --json
  holds '.[0] | map(select(.name == "dimacs"))[0] | .suffix == ".cnf" and .encodings[0] == "pairwise"'
  ends 0 generate near --n 8..10 --count 2 --seed 1 --json -o near.txt
  holds '.[0] | .kind == "near" and .n == [8,9,10] and .items == 6 and .end == "all" and .file == "near.txt"'
  ends 0 generate puzzles --n 8 --remove 4 --count 6 --seed 1 --split 1:1 --json -o d/
  holds '.[0] | .items == 6 and .parts.train + .parts.test == 6'
  ends 1 generate solved --n 3 --json -o none.txt
  holds '.[0] | .items == 0 and .end == "none" and .file == null'
  ends 0 draw all.txt --json -o all.svg
  holds '.[0] | .n == 6 and .boards == 4 and .format == "svg" and .file == "all.svg"'
  ends 0 draw --steps 8 --seed 1 --json -o run.html
  holds '.[0] | .verdict == "solved" and .format == "html" and .seed == 1'
  refused "--json: standard output is for the summary: give -o FILE for the solutions" enumerate 6 --json
  refused "give -o FILE for the instance" export --to dimacs 8 --json -o -
  refused "give -o FILE for the items" generate near --n 8 --json
  refused "give -o FILE for the picture" draw all.txt --json -o - -f svg
}

@test "what was interrupted while it was written has a summary, but no file" {
  interrupted export --to dimacs 3000 -o queens.cnf
  holds 'length == 1 and (.[0] | .format == "dimacs" and .n == 3000 and .file == null and .bytes == 0)'
  interrupted draw --steps 64 --method genetic --seed 1 -o frames/ -f png
  holds 'length == 1 and (.[0] | .n == 64 and .format == "png" and .file == null)'
  interrupted enumerate 16 -o all.txt
  holds 'length == 1 and (.[0] | .n == 16 and .end == "interrupted")'
  [ ! -e queens.cnf ] && [ ! -e frames ] && [ ! -e all.txt ]
}

@test "check and compare; what cannot be printed is an error" {
  printf '1 3 0 2\n0 1 2 3\n' >boards
  ends 1 check --json boards
  holds 'map(.valid) == [true, false] and .[1].conflicts == 6'
  ends 0 compare --methods construct --n 8,12 --runs 2 --json -
  holds 'length == 1 and (.[0] | type == "object")'
  [ -c /dev/full ] || skip "there is no /dev/full"
  for command in 'solve 8 --json' 'count 8 --json' 'export --list --json' 'check --json boards'; do
    status=0
    # shellcheck disable=SC2086 # words
    "$NQUEENS" $command >/dev/full 2>said || status=$?
    [ "$status" -eq 2 ]
    says "No space left on device"
  done
}

@test "lists and ranges of n, where a command takes several" {
  ends 0 count 4 6..8,10 5
  prints "$(printf '%s\n' 2 4 40 92 724 10)"
  ends 0 count --estimate 30,40..41 --relative-error 10 --seed 1
  [ "$(cut -d' ' -f1 out | xargs)" = "n=30 n=40 n=41" ]
  ends 0 generate solved --n 4,6..8 --seed 1
  [ "$(grep -o ' n=[0-9]*' out | xargs)" = "n=4 n=6 n=7 n=8" ]
  cp out boards && ends 0 check --quiet boards
  ends 0 generate solved --n 1..4 --seed 1 # a size without solutions is left out
  says "solved, n = 2: left out: no solution exists for n = 2"
  says "2 items (seed 1); 2 sizes left out"
  ends 1 generate solved --n 2,3
  for n in 8..10 8,9 8,10..12 4..4; do
    for command in solve enumerate "export --to dimacs"; do
      # shellcheck disable=SC2086 # words
      refused "N: '$n' names several sizes, but ${command%% *} takes one N" $command "$n"
    done
  done
  refused "--n: a file of the format native holds one size: give -o DIR/" generate blocked --n 8,9
  refused "--n: a file of the format npy holds one size" generate solved --n 8,9 -f npy
  refused "--n: a data set of puzzles has one size" generate puzzles --n 8,9
  refused "--n: 8 is given twice" generate solved --n 8,7..9
  refused "'9..8' is empty: the smaller size comes first" count 9..8
  refused "at most 10000 numbers" generate solved --n 1..1e9
  for list in '8,' ',8' '8,,9' '8..' '..8' '8...9' '8,x'; do
    refused "is not a whole number" count "$list"
    refused "is not a whole number" generate solved --n "$list"
  done
}
