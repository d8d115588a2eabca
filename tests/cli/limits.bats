#!/usr/bin/env bats
# Every command and method, broken off by a time limit and by each signal: limits.py has the table.

load common

@test "a limit or an interrupt ends everything soon: the promised code, a true message, no partial file" {
  slower=1
  if sanitized; then slower=10; fi
  SLOWER=$slower timeout 600 python3 "$ROOT/tests/cli/limits.py" "$NQUEENS"
}

@test "boards that a method cannot take are refused before their memory is" {
  sanitized && skip "a sanitizer needs more address space than that"
  ulimit -v 2000000
  refused 'n = 4294967295 is over 2048' solve 4294967295 -m sat
}

@test "two queens placed in one column: no solution, as with two in a row" {
  printf 'n 8\nqueen 0 0\nqueen 0 1\n' >column.txt
  printf 'n = 8\ninit = [[0, 0], [1, 0]]\n' >completion.txt
  for file in column.txt completion.txt; do
    for method in min-conflicts genetic backtracking; do
      ends 1 solve -i "$file" -m "$method"
      says "the queens placed on rows 0 and 1 share column 0"
    done
    ends 1 enumerate -i "$file"
    ends 0 count -i "$file"
    prints 0
    ends 0 export --to smtlib -i "$file"
    says "the instance has no solution: the queens placed on rows 0 and 1 share column 0"
  done
  ends 0 solve 8 --seed 1 -o board.txt
  ends 1 check -i column.txt board.txt
}

@test "a stack of 64 KiB is enough" {
  sanitized && skip "a sanitizer needs a larger stack than that"
  (
    ulimit -s 64
    nq solve 3000000 --threads 2 -q -o board.npy
    nq solve 20000 --threads 2 -q -o board/
    for method in genetic backtracking; do nq solve 60 --method $method; done
    [ "$("$NQUEENS" count 16 --threads 2)" = 14772512 ]
    nq generate solved --uniform --n 12
    nq check board/ board.npy
    nq draw board/ -o large.svg
    nq solve 10 | gzip | nq check
    nq compare --n 8,12 --runs 10 --method genetic --method min-conflicts --csv runs.csv
  )
}
