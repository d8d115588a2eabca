#!/usr/bin/env bats
# nqueens suite: the same bytes for ever, in every format and with any number of threads; errors.

load common

# sum_of DIR: one checksum of all its files.
sum_of() {
  (cd "$1" && sha256sum -- * | sha256sum | cut -d ' ' -f 1)
}

@test "the files of queens-2026 never change" {
  while read -r size sum; do
    nq suite queens-2026 --size "$size" --threads 1 -q -o "$size-1/"
    nq suite queens-2026 --size "$size" --threads 2 -q -o "$size-2/"
    diff -r "$size-1" "$size-2"
    [ "$(sum_of "$size-1")" = "$sum" ] || { echo "$size: $(sum_of "$size-1")"; return 1; }
  done <<'END'
smoke 82a2f66543954e94f10e2b17c8a6aea65f4c65a777f9dea57b889f1a95a8dba1
main 9c47ef2abcfde7aee4bd7aafba79f581d87e51e118bd7ef01b5653150817bae4
open e1c21b9805a1a162a91f1d0a1f694cceb520a2425f4f2a9caa861faef218648b
END
  nq suite queens-2026 -q -o default/
  diff -r main-1 default
}

@test "the index of a suite has what was promised of each instance" {
  nq suite queens-2026 --json -q -o main/ >summary
  [ "$(jq -c '[.kind, .suite, .size, .items, .end]' summary)" = '["suite","queens-2026","main",120,"all"]' ]
  python3 - <<'END'
import csv, hashlib, json
index = json.load(open("main/index.json"))
assert [index["suite"], index["size"]] == ["queens-2026", "main"] and index["machine"]
items, rows = index["items"], list(csv.DictReader(open("main/index.csv")))
assert len(items) == len(rows) == 120
answers = [item["answer"] for item in items]
assert 50 <= answers.count("solvable") <= 70 and answers.count("solvable") + answers.count("unsolvable") == 120
assert {item["kind"] for item in items} == {
    "plain", "completion", "blocked", "diagonals", "unsolvable", "partial", "unique"}
for item, row in zip(items, rows):
    text = b"".join(line for line in open("main/" + item["file"], "rb") if not line.startswith(b"#"))
    assert hashlib.sha256(text).hexdigest() == item["sha256"] == row["sha256"]
    decided = [time for time in item["times"].values() if time is not None]
    assert item.get("milliseconds") == (min(decided) if decided else None)
    if item["kind"] == "unique":
        assert item["solutions"] == 1
    if item["answer"] == "unsolvable":
        assert item["solutions"] == 0 and item["proof"]["format"] == "veripb"
    assert ("witness" in item) == (item["answer"] == "solvable" and item["kind"] != "plain")
END
  jq -r '.items[] | select(.witness) | "\(.file) \(.witness | join(" "))"' main/index.json >witnesses
  [ "$(wc -l <witnesses)" -eq 50 ]
  while read -r file board; do
    echo "$board" | nq check --instance "main/$file" >out
  done <witnesses
}

@test "the commands in the index make the instances of a suite, and small ones have their answers" {
  nq suite queens-2026 --size smoke -q -o smoke/
  jq -r '.items[] | select(.generator) | "\(.file) \(.generator)"' smoke/index.json | shuf -n 6 --random-source=<(yes) >commands
  while read -r file _ command; do
    # shellcheck disable=SC2086 # words
    nq $command -q -o again.txt
    diff <(grep -v '^#' "smoke/$file") <(grep -v '^#' again.txt)
    rm again.txt
  done <commands
  jq -r '.items[] | "\(.file) \(.answer) \(.solutions)"' smoke/index.json >items
  [ "$(wc -l <items)" -eq 20 ]
  while read -r file answer solutions; do
    code=0
    nq solve --quiet --method backtracking --instance "smoke/$file" >board || code=$?
    case $answer in solvable) [ $code -eq 0 ] ;; *) [ $code -eq 1 ] ;; esac
    if [ "$solutions" != null ] && [ "$solutions" -lt 10000 ]; then
      [ "$(nq count -q --instance "smoke/$file")" = "$solutions" ]
    fi
  done <items
}

@test "a suite in another format leaves out what would fill gigabytes" {
  nq suite queens-2026 --size smoke --format opb -q -o opb/
  [ "$(jq '.items | length' opb/index.json)" -eq 20 ]
  [ "$(jq -c '[.items[].format] | unique' opb/index.json)" = '["opb"]' ]
  nq suite queens-2026 --size smoke --format line -q -o line/
  [ "$(jq -c '[.items[].format] | unique' line/index.json)" = '["line","native"]' ]
  nq suite queens-2026 --format csplib -o csplib/
  says 'plain, n = 1000000: left out: for n over 3000 a suite is in the format native only'
  says 'instances left out'
}

@test "mistakes in the command line of suite" {
  refused 'a suite is needed' suite
  refused "there is no suite 'queens': did you mean 'queens-2026'?" suite queens -o x/
  refused "--size: 'big' must be main, smoke or open" suite queens-2026 --size big -o x/
  refused 'a suite is a folder: give -o DIR/' suite queens-2026
  refused "--encoding: the format dimacs has no encoding 'x'" suite queens-2026 -f dimacs --encoding x -o x/
  refused "--format: 'cnf' is not known" suite queens-2026 --format cnf -o x/
  [ ! -e x ]
}
