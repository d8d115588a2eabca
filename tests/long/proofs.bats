#!/usr/bin/env bats
# Every "no" of generated instances at the transition is proved, and the proof checked: boards with
# excluded diagonals or blocked squares, and completions.  So is every "no" of the suite queens-2026.
# About six minutes.

load ../cli/common

# prove_all FAMILY N COUNT: at least a fifth of them have no solution.
prove_all() {
  local file status proved=0
  "${CC:-gcc}" -std=c11 -O2 -o check-proof "$ROOT/tests/check-proof.c"
  nq generate hard --family "$1" --n "$2" --count "$3" --seed 1 -q -o made/
  for file in made/hard-*.txt; do
    status=0
    nq solve -i "$file" --seed 1 --proof no.drat -q >out || status=$?
    [ "$status" -eq 0 ] && continue
    [ "$status" -eq 1 ]
    ./check-proof no.drat >verified || { echo "$file" && cat verified && return 1; }
    proved=$((proved + 1))
  done
  [ $((5 * proved)) -ge "$3" ]
}

@test "excluded diagonals, n = 16" { prove_all diagonals 16 50; }
@test "excluded diagonals, n = 18" { prove_all diagonals 18 50; }
@test "excluded diagonals, n = 20" { prove_all diagonals 20 50; }
@test "excluded diagonals, n = 24" { prove_all diagonals 24 5; }
@test "blocked squares, n = 60" { prove_all blocked 60 20; }
@test "completions, n = 100" { prove_all completion 100 40; }

@test "the suite queens-2026: each no for opb as its index says, checked where counting decides, and in DRAT" {
  local file count=0
  "${CC:-gcc}" -std=c11 -O2 -o check-proof "$ROOT/tests/check-proof.c"
  for size in smoke main; do nq suite queens-2026 --size $size -q -o $size/; done
  for file in $(jq -r '.items[] | select(.answer == "unsolvable") | input_filename + " " + .file' ./*/index.json |
    sed 's| |/|; s|index.json/||'); do
    ends 1 solve -i "$file" --seed 1 --method backtracking --proof no.pbp
    [ "$(sha256sum <no.pbp)" = "$(jq -r --arg file "${file##*/}" '.items[] | select(.file == $file) | .proof.sha256' \
      "${file%/*}/index.json")  -" ]
    case $file in
      */diagonals-* | */unsolvable-*)
        nq export -i "$file" --to opb -q -o no.opb
        python3 "$ROOT/tests/veripb.py" no.opb no.pbp ;;&
      */diagonals-* | */blocked-* | */completion-* | */plain-*)
        ends 1 solve -i "$file" --seed 1 --proof no.drat
        ./check-proof no.drat ;;
    esac
    count=$((count + 1))
  done
  [ "$count" -eq 65 ]
}
