#!/usr/bin/env bats
# nqueens count --instance: numbers, slices, threads, limits, interrupts, what is refused.

load common

placed() { printf 'n 8\nqueen 0 3\n' >placed.txt; }

# An instance that takes a while.
large() { printf 'n 30\nblock 3 4\n' >large.txt; }

@test "the solutions that enumerate lists" {
  placed
  printf 'n 9\nblock 0 0\nexclude rising 7\nexclude falling 3\n' >mixed.txt
  printf 'n 6\nqueen 0 0\n' >none.txt
  printf 'n 6\nqueen 0 0\nqueen 5 5\n' >attack.txt
  for file in placed mixed none; do
    ends 0 count --instance $file.txt
    cp out counted
    nq enumerate --quiet --instance $file.txt >boards || true
    [ "$(cat counted)" -eq "$(wc -l <boards)" ]
  done
  ends 0 count --instance attack.txt
  prints 0
  ends 0 count --quiet --instance - <placed.txt
  prints 18
  [ ! -s said ]
}

@test "the summary reports nodes, failures and seconds" {
  placed
  ends 0 count --instance placed.txt --threads 1
  grep -Eq '^nqueens: n = 8: 18 solutions, [0-9]+ nodes, [0-9]+ failures, in [0-9.]+ [mu]?s \(1 thread\)$' said
}

@test "a plain instance is counted as its n" {
  echo 'n 12' >plain.txt
  ends 0 count --instance plain.txt
  prints 14200
  says "units"
  ends 0 count --instance plain.txt --fundamental --checkpoint c
  prints 1787
}

@test "slices add up, and threads change nothing" {
  printf 'n 13\nblock 6 6\nblock 0 3\n' >thirteen.txt
  ends 0 count --instance thirteen.txt --threads 1
  cp out all
  ends 0 count --instance thirteen.txt --threads 3
  cmp all out
  for part in 0 1 2; do nq count --instance thirteen.txt --slice $part/3; done >parts
  [ "$(awk '{ sum += $1 } END { print sum }' parts)" -eq "$(cat all)" ]
  ends 0 count --instance thirteen.txt --slice 1/3
  says "solutions in slice 1/3,"
}

@test "--first-diagonals, as for enumerate" {
  tar -xzf "${NQ_INSTANCES:-$ROOT/../shared/instances}/diag-8.tar.gz" 2>/dev/null || skip "no published instances"
  file=$(find . -name '*.param' -path '*diag-8*' | sort | head -n 1)
  for first in 0 1 4; do
    ends 0 count --quiet --instance "$file" --first-diagonals $first
    cp out counted
    nq enumerate --quiet --instance "$file" --first-diagonals $first >boards || true
    [ "$(cat counted)" -eq "$(wc -l <boards)" ]
  done
}

@test "more than 64 columns, at most 64 of them open" {
  nq solve 100 --seed 3 --quiet >board
  awk '{ print "n", NF; for (c = 1; c <= 85; c++) print "queen", c - 1, $c }' board >hundred.txt
  ends 0 count --instance hundred.txt --quiet
  [ "$(cat out)" -ge 1 ]
  awk '{ print "n", NF; for (c = 1; c <= 20; c++) print "queen", c - 1, $c }' board >open.txt
  refused "open.txt: n = 100 with 80 columns without a placed queen: an exact count goes up to 64" \
    count --instance open.txt
}

@test "a time limit ends with 3, an interrupt with 130 within a second" {
  large
  ends 3 count --instance large.txt --time-limit 0.2
  prints ""
  says "n = 30 not counted: the time limit was reached after"
  ends 3 count --instance large.txt --time-limit 0
  for signal in INT TERM; do
    env --default-signal=INT "$NQUEENS" count --instance large.txt >out 2>said &
    pid=$!
    at_work $pid
    ends_soon $signal $pid
    [ "$status" -eq 130 ]
    prints ""
    says "n = 30 not counted: interrupted after"
  done
}

@test "options that cannot be combined" {
  placed
  refused "--fundamental is for plain boards only" count --instance placed.txt --fundamental
  refused "--checkpoint and --path are for plain boards" count --instance placed.txt --checkpoint c
  refused "--checkpoint and --path are for plain boards" count --instance placed.txt --path portable
  refused "N and --instance are both given" count 8 --instance placed.txt
  refused "--instance cannot be combined with --merge" count --merge --instance placed.txt
  refused "missing.txt" count --instance missing.txt
  refused "--slice: '0/4097' is out of range" count --instance placed.txt --slice 0/4097
  refused "--slice: '4/4' is out of range" count --instance placed.txt --slice 4/4
  printf 'n 8\nqueen 0 8\n' >bad.txt
  refused "bad.txt:2:" count --instance bad.txt
  [ ! -e c ]
}
