#!/usr/bin/env bats
# nqueens solve --proof FILE.pbp: proofs for the export opb, which tests/veripb.py checks.

load common

# prove NAME [OPTION...]: NAME.txt has no solution; write NAME.pbp, and NAME.opb for it.
prove() {
  ends 1 solve --instance "$1.txt" --seed 1 --method backtracking --proof "$1.pbp" "${@:2}"
  nq export --to opb --instance "$1.txt" --quiet -o "$1.opb"
  [ ! -e "$1.pbp.cnf" ]
  pairs+=("$1.opb" "$1.pbp")
}

@test "proofs for opb: instances of every kind without a solution" {
  pairs=()
  for n in 4 5 6 8 "$(trimmed 11 9)" "$(trimmed 14 10)"; do
    for reason in placed blocked diagonals pigeonhole; do
      nq generate unsolvable --n "$n" --reason $reason --seed 2 -q -o "$reason-$n.txt"
      prove "$reason-$n"
    done
  done
  printf 'n 1\nblock 0 0\n' >one.txt
  echo 'n 2' >two.txt
  echo 'n 3' >three.txt
  printf 'n 6\nqueen 0 0\n' >corner.txt
  printf 'n 8\nqueen 0 0\nqueen 0 1\n' >column.txt
  printf 'n 5\nqueen 0 0\nqueen 1 1\n' >attack.txt
  printf 'n 7\nqueen 0 3\nblock 0 3\nblock 0 3\n' >blocked.txt
  for name in one two three corner column attack blocked; do prove $name; done
  prove corner --method auto --threads 2
  python3 "$ROOT/tests/veripb.py" "${pairs[@]}"
}

@test "proofs for opb: more columns than rows for them are one sum" {
  for n in 24 40 80; do
    pairs=()
    nq generate unsolvable --n "$n" --reason pigeonhole --seed 2026 -q -o few-$n.txt
    prove few-$n
    [ "$(grep -c '^pol' few-$n.pbp)" -eq 1 ]
    [ "$(wc -c <few-$n.pbp)" -lt 1000 ]
    python3 "$ROOT/tests/veripb.py" "${pairs[@]}"
  done
}

@test "proofs for opb: placed queens, blocked squares and excluded diagonals together" {
  pairs=()
  for seed in {1..24}; do
    n=$((7 + seed % 8))
    { nq generate completion --n $n --placed 2 --seed "$seed" -q
      nq generate diagonals --n $n --diagonals $((n / 2)) --seed "$seed" -q | grep exclude
      nq generate blocked --n $n --blocks $n --seed "$seed" -q | grep block; } >any.txt
    ! nq solve --instance any.txt --method backtracking -q >board 2>&1 || continue
    mv any.txt mixed-"$seed".txt
    prove mixed-"$seed"
  done
  [ ${#pairs[@]} -gt 20 ]
  python3 "$ROOT/tests/veripb.py" "${pairs[@]}"
}

@test "proofs for opb: excluded diagonals of n = 28 take kilobytes" {
  pairs=()
  nq generate hard --family diagonals --n 28 --seed 30 -q -o large.txt
  prove large
  python3 "$ROOT/tests/veripb.py" "${pairs[@]}"
  [ "$(stat -c %s large.pbp)" -lt 100000 ]
}

@test "proofs for opb: one that lacks a line, or is for another instance, is refused" {
  pairs=()
  nq generate unsolvable --n 6 --reason diagonals --seed 2 -q -o small.txt
  prove small
  python3 - "$ROOT/tests" "${pairs[@]}" <<'END'
import re, sys
sys.path.insert(0, sys.argv[1])
import veripb

instance, proof = sys.argv[2:]
lines = open(proof).read().splitlines()

def holds(changed):
    try:
        veripb.follow(changed, veripb.load(instance, [0]), [0])
        return True
    except veripb.Wrong:
        return False

assert holds(lines) and len(lines) > 30
rules = {line.split()[0] for line in lines}
assert rules == {"pseudo-Boolean", "f", "pol", "rup", "del", "output", "conclusion", "end"}, rules
refused = 0
for at, line in enumerate(lines):
    assert holds(lines[:at] + lines[at + 1:]) == line.startswith("del"), line
    for number in re.finditer("[0-9]+", line): # a multiplier or a coefficient may be larger than needed
        changed = line[:number.start()] + str(int(number[0]) + 1) + line[number.end():]
        refused += not holds(lines[:at] + [changed] + lines[at + 1:])
assert refused > 100, refused
for wrong in ("rup 1 x1 >= 1 ;", "rup 1 x1 >= 0", "pol 1 +", "pol 1 2", "pol 1 -2 *", "pol 9999", "del id 1", "red 1 x1 >= 1 ;"):
    assert not holds(lines[:2] + [wrong] + lines[2:]), wrong
END
  printf 'n 6\nqueen 0 0\n' >corner.txt
  printf 'n 6\nqueen 0 1\n' >solvable.txt
  prove corner
  nq export --to opb --instance solvable.txt --quiet -o solvable.opb
  never python3 "$ROOT/tests/veripb.py" solvable.opb corner.pbp
}

@test "proofs for opb: without an answer no file is written, and one that is there stays" {
  echo kept >p.pbp
  ends 0 solve 8 --method backtracking --proof p.pbp
  ends 0 solve 8 --method backtracking --proof q.pbp
  nq generate hard --family diagonals --n 14 --seed 1 -q -o none.txt
  ends 3 solve --instance none.txt --method backtracking --proof p.pbp --max-steps 50
  ends 3 solve --instance none.txt --method backtracking --proof q.pbp --max-steps 50
  [ "$(cat p.pbp)" = kept ] && [ ! -e q.pbp ]
  refused "missing/p.pbp" solve 3 --method backtracking --proof missing/p.pbp
  refused "a proof for the export opb needs n <= 46340" solve 46341 --method backtracking --proof p.pbp
  if "$NQUEENS" help solve | grep -q '^  sat '; then
    refused "sat writes proofs in DRAT only" solve 3 --method sat --proof p.pbp
  fi
  if [ -c /dev/full ]; then
    ln -s /dev/full full.pbp
    refused "full.pbp" solve --instance none.txt --method backtracking --proof full.pbp
  fi
  [ "$(cat p.pbp)" = kept ]
  never ls .nqueens* 2>/dev/null
}
