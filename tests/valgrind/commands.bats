#!/usr/bin/env bats
# Commands under the memcheck of valgrind, which ends with code 99 where memory was used that was
# never set, or got lost: `make valgrind`.  UNDER is valgrind with its options.

load ../cli/common

setup_file() {
  export UNDER=${UNDER:-valgrind --quiet --leak-check=full --error-exitcode=99}
}

nq() {
  command -v valgrind >/dev/null || skip "valgrind is not installed"
  # shellcheck disable=SC2086 # words
  timeout --kill-after=1 300 $UNDER "$NQUEENS" "$@" 2>said
}

make_fixtures() {
  printf 'n 10\nqueen 0 4\nblock 1 1\nexclude rising 3\n' >instance
  printf 'n 6\nqueen 0 0\n' >unsolvable
  printf '1 3 0 2\n0 1 2 3\n' >boards
}

@test "valgrind sees what it is to see" {
  printf '%s\n' '#include <stdlib.h>' 'int main(void) { int *p = malloc(4); return *p == 7 ? 1 : 0; }' >wrong.c
  "${CC:-gcc}" -g -O0 wrong.c -o wrong
  NQUEENS=$PWD/wrong ends 99
}

@test "solve" {
  make_fixtures
  for method in min-conflicts genetic backtracking construct; do
    ends 0 solve 20 --seed 1 --method $method --threads 2
    ends 0 solve 20 --seed 1 --method $method --count 3 --stats - --format json
  done
  ends 0 solve 50000 --seed 1 --threads 2 -o board.npy
  ends 0 solve 200 --seed 1 --start random --step column --max-restarts 100
  ends 0 solve --instance instance --seed 1 -o board.svg
  ends 1 solve --instance unsolvable --method backtracking
  ends 1 solve 3
  ends 3 solve 500 --seed 1 --max-steps 1 --start random
  ends 2 solve 8 --format none
}

@test "solve by sat" {
  make_fixtures
  "$NQUEENS" solve 4 --method sat -q || skip "built without CaDiCaL"
  ends 0 solve 12 --seed 1 --method sat
  ends 1 solve --instance unsolvable --method sat --proof proof
}

@test "enumerate and count" {
  make_fixtures
  ends 0 enumerate 7 --threads 2 -o boards.txt
  ends 0 enumerate 6 --fundamental --format json
  ends 0 enumerate --instance instance --limit 3
  ends 0 count 8 12 --threads 2
  ends 0 count 12 --fundamental
  ends 0 count 10 --path portable
  ends 0 count 12 --checkpoint part
  ends 0 count 12 --merge part
  ends 0 count --instance instance
}

@test "check" {
  make_fixtures
  for format in line picture json npy; do
    "$NQUEENS" solve 9 --seed 1 --format $format -q -o board
    ends 0 check board
    ends 0 check --json board
  done
  ends 1 check --instance instance boards
  printf 'sat\n((Q1 2) (Q2 4) (Q3 1) (Q4 3))\nunsat\n' >answer
  ends 3 check answer
  printf 'no board\n' >none
  ends 2 check none
}

@test "export" {
  make_fixtures
  "$NQUEENS" export --list | sed '/^$/,$d' | sed -n 's/^\([a-z][^ ]*\) .*/\1/p' >formats
  [ "$(wc -l <formats)" -ge 10 ]
  while read -r format; do
    [ "$format" != csplib ] || continue # one kind of restrictions only
    ends 0 export --to "$format" --instance instance -o exported
  done <formats
}

@test "generate" {
  for kind in 'near --conflicts 3' 'partial --show 3' unique unsolvable; do
    # shellcheck disable=SC2086 # words
    ends 0 generate $kind --n 8 --count 2 --seed 1 -o "${kind%% *}/"
  done
}

@test "draw" {
  make_fixtures
  ends 0 draw boards -o sheet.svg
  ends 0 draw --steps 8 --seed 1 -o steps.svg
  "$NQUEENS" solve --instance instance --seed 1 -q -o board
  ends 0 draw board --instance instance -o instance.svg
  "$NQUEENS" draw boards -o sheet.png || skip "built without cairo"
  ends 0 draw boards -o sheet.png
  ends 0 draw boards -o sheet.pdf
}

@test "compare, help, manual and completion" {
  ends 0 compare --methods construct,min-conflicts --n 8 --runs 2 --csv runs.csv --json runs.json --report report.html
  ends 0 solve --help
  ends 0 help solve
  ends 0 manual solve
  ends 0 --complete solve --
}
