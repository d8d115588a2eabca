#!/usr/bin/env bats
# nqueens solve by the exact methods: backtracking and sat.

load common

require_sat() {
  "$NQUEENS" help solve | grep -q '^  sat ' || skip "this build is without the method sat"
}

corner() {
  printf 'n 6\nqueen 0 0\n' >corner.txt
}

@test "backtracking: a solution of any n, or certainly none" {
  corner
  ends 0 solve 8 --method backtracking
  cp out board
  ends 0 check board
  ends 1 solve --method backtracking --instance corner.txt
  says "no solution exists: all possibilities were searched"
  ends 3 solve 3000 --method backtracking --max-steps 1000
  says "the limit of steps was reached"
  for n in 65 200 1000; do
    ends 0 solve $n --method backtracking --seed 1 --stats stats.json
    cp out board
    ends 0 check board
    grep -q "\"open_columns\": *$n" stats.json
    grep -q "\"best_depth\": *$n" stats.json
  done
}

@test "backtracking: the seed alone decides, not the threads" {
  ends 0 solve 50 --method backtracking --seed 5
  cp out one
  ends 0 solve 50 --method backtracking --seed 5 --threads 2
  cmp one out
}

@test "backtracking --proof: the proof and its formula, where there is no solution" {
  corner
  ends 1 solve --method backtracking --instance corner.txt --proof no.drat
  [ "$(tail -n 1 no.drat)" = 0 ]
  [ "$(grep -c ' 0$\|^0$' no.drat.cnf)" -eq "$(awk '/^p cnf/ { print $4 }' no.drat.cnf)" ]
  ends 1 solve 3 --method backtracking --proof three.drat
  [ -s three.drat ] && [ -s three.drat.cnf ]
  printf 'n 8\nqueen 0 0\nqueen 0 1\n' >column.txt
  ends 1 solve --method backtracking --instance column.txt --proof column.drat
  [ "$(sed 's/  */ /g' column.drat.cnf | paste -sd,)" = "p cnf 1 2 ,1 0,-1 0" ]
  ends 0 solve 8 --method backtracking --proof yes.drat
  [ ! -e yes.drat ] && [ ! -e yes.drat.cnf ]
  refused "missing/p" solve 8 --method backtracking --proof missing/p
  refused "at most 2048 open columns, not 2049" solve 2049 --method backtracking --proof large.drat
}

@test "backtracking --proof: a full disk is an error" {
  [ -w /dev/full ] || skip "no /dev/full"
  printf 'n 40\n' >few.txt
  for column in {0..20}; do
    for row in {20..39}; do echo "block $column $row"; done
  done >>few.txt
  refused "proof" solve --method backtracking --instance few.txt --proof /dev/full --time-limit 60
}

@test "sat: a solution, or certainly none" {
  require_sat
  corner
  ends 0 solve 30 --method sat
  cp out board
  ends 0 check board
  ends 1 solve --method sat --instance corner.txt
  says "no solution exists: CaDiCaL refuted the instance"
  ends 3 solve 300 --method sat --time-limit 0.01
}

@test "sat --proof: the proof and its formula, where there is no solution" {
  require_sat
  corner
  ends 1 solve --method sat --instance corner.txt --proof no.drat
  [ "$(tail -n 1 no.drat)" = 0 ]
  [ "$(grep -c ' 0$\|^0$' no.drat.cnf)" -eq "$(awk '/^p cnf/ { print $4 }' no.drat.cnf)" ]
  ends 1 solve 3 --method sat --proof three.drat
  [ -s three.drat ] && [ -s three.drat.cnf ]
  ends 0 solve 8 --method sat --proof yes.drat
  [ ! -e yes.drat ] && [ ! -e yes.drat.cnf ]
  refused "only the methods auto, backtracking and sat write proofs" solve 8 --method construct --proof p
  refused "--method: sat has no options, so no 'proof'" solve 8 --method sat:proof=p
  refused "missing/p" solve 8 --method sat --proof missing/p
}

@test "sat --proof: files stay unchanged until a proof is complete, and devices always" {
  require_sat
  echo kept >p
  echo kept >p.cnf
  mkdir empty
  ends 0 solve 8 --method sat --proof p
  [ "$(cat p p.cnf)" = "kept
kept" ]
  ends 3 solve 300 --method sat --proof p --time-limit 0.01
  [ "$(cat p)" = kept ]
  chmod 640 p
  ends 1 solve 3 --method sat --proof p
  [ "$(tail -n 1 p)" = 0 ] && [ "$(stat -c %a p)" = 640 ]
  grep -q '^p cnf 9 ' p.cnf
  mkfifo pipe
  cat pipe >/dev/null &
  ends 0 solve 8 --method sat --proof pipe
  wait $!
  [ -p pipe ]
  cat pipe >seen &
  ends 1 solve 3 --method sat --proof pipe
  wait $!
  [ -p pipe ] && [ "$(tail -n 1 seen)" = 0 ]
  if [ -c /dev/full ]; then
    ln -s /dev/full full
    refused "No space left" solve 3 --method sat --proof full
    [ -c full ] && [ ! -e full.cnf ]
  fi
  ends 1 solve 3 --method sat --proof /dev/null
  [ ! -e /dev/null.cnf ]
  ln -s empty/later link
  ends 1 solve 3 --method sat --proof link
  [ -L link ] && [ "$(tail -n 1 empty/later)" = 0 ]
  rm empty/later
  refused "Is a directory" solve 3 --method sat --proof empty/
  refused "No such file" solve 3 --method sat --proof ""
  never ls .nqueens* empty/* 2>/dev/null
}

# proved: an instance without a solution, whose proof passes the check of unit propagation.
proved() {
  ends 1 solve --instance hard.txt --seed 1 --proof no.drat "$@"
  "$BATS_FILE_TMPDIR/check-proof" no.drat >verified
  if command -v drat-trim >/dev/null; then drat-trim no.drat.cnf no.drat | grep -q VERIFIED; fi
}

@test "proofs of instances that take a search follow by unit propagation" {
  "${CC:-gcc}" -std=c11 -O2 -o "$BATS_FILE_TMPDIR/check-proof" "$ROOT/tests/check-proof.c"
  nq generate diagonals --n 18 --diagonals 30 --seed 6 -q -o hard.txt
  proved --method backtracking
  [ "$(wc -l <no.drat)" -gt 100 ]
  proved --method auto --threads 2
  if "$NQUEENS" help solve | grep -q '^  sat '; then proved --method sat; fi
  sed -i '$d' no.drat # without the empty clause, and with one that is new
  never "$BATS_FILE_TMPDIR/check-proof" no.drat
  sed -i '1i 1 0' no.drat
  never "$BATS_FILE_TMPDIR/check-proof" no.drat
}

@test "auto: options of one method name the method that takes them" {
  corner
  refused "auto has no option 'walk': it is one of min-conflicts" solve --instance corner.txt --method auto:walk=0.1
  refused "auto has no options, so no 'speed'" solve --instance corner.txt --method auto:speed=1
  refused "--start: it is an option of min-conflicts, but the method is auto" \
    solve --instance corner.txt --start random
  refused "No space left on device" solve --instance corner.txt --proof /dev/full
  [ "$(ls)" = "$(printf 'corner.txt\nout\nsaid\n')" ]
}
