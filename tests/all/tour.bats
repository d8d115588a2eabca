#!/usr/bin/env bats
# The tour: what it makes is there, whole, whatever the terminal; interrupted, it leaves nothing.

load ../cli/common

tour() {
  NQUEENS=$NQUEENS OUT=${OUT:-$PWD/tour} TOUR_N=${TOUR_N:-1000} TOUR_RUNS=3 timeout --kill-after=1 120 \
    "$ROOT/tools/tour"
}

MADE='board.npy compare.txt density.svg instance.cnf instance.txt queens-12.svg queens-8.svg report.html runs.csv search.html sheet.svg steps.svg'

@test "it makes what it says" {
  tour >said 2>&1
  [ "$(cd tour && echo *)" = "$MADE" ]
  [ "$(echo *)" = "said tour" ]
  for name in $MADE; do says "  $name"; done
  says "The files are in $PWD/tour/:"
  for name in tour/*.svg; do grep -q '</svg>' "$name"; done
  grep -q '</html>' tour/report.html
  if command -v gnuplot >/dev/null; then never grep gnuplot said; else says gnuplot-nox; fi
  grep -q '^  sheet.svg *all 92 boards' said
  [ "$(wc -l <tour/runs.csv)" -eq 25 ] # a head, and 2 methods, 4 sizes, 3 runs
  nq check tour/board.npy >out
  prints "tour/board.npy:1: valid n=1000"
}

@test "a second tour takes the place of the first, and nothing else's" {
  mkdir tour
  echo mine >tour/mine
  tour >/dev/null
  TOUR_N=2000 tour >/dev/null
  nq check tour/board.npy >out
  prints "tour/board.npy:1: valid n=2000"
  [ "$(cat tour/mine)" = mine ]
  [ "$(echo *)" = "out said tour" ]
}

@test "a narrow terminal, no locale, no colour" {
  OUT=t COLUMNS=40 LC_ALL=C TERM=dumb tour >said 2>&1
  [ "$(awk 'length > 40' said | wc -l)" -eq 0 ]
  never grep -P '[^\n -~]' said
  never grep ' $' said
  COLUMNS=nonsense OUT=t TERM='' tour >said 2>&1
}

@test "a terminal of 50 columns" {
  command -v script >/dev/null || skip "script (util-linux) is not installed"
  export NQUEENS ROOT OUT=t TOUR_N=1000 TOUR_RUNS=2
  # shellcheck disable=SC2016 # for the shell inside
  script -qec 'unset COLUMNS; stty cols 50; "$ROOT/tools/tour"' typescript </dev/null | tr -d '\r' >said
  says "The files are in t/:"
  [ "$(awk 'length > 50' said | wc -l)" -eq 0 ]
  [ "$(awk 'length > 40' said | wc -l)" -gt 0 ]
}

@test "interrupted or terminated, it leaves nothing" {
  for signal in INT TERM; do
    # A program that takes its time, and a group of its own, as on a terminal.
    # shellcheck disable=SC2016 # for the shell inside
    printf '#!/bin/sh\n[ "$1" != enumerate ] || { touch "%s/reached"; sleep 60; }\nexec "%s" "$@"\n' \
      "$PWD" "$NQUEENS" >slow
    chmod +x slow
    status=0
    # Only a shell with job control lets what it starts be interrupted.
    NQUEENS=$PWD/slow OUT=$PWD/tour TOUR_N=1000 bash -c '
      set -m
      "$0" >/dev/null 2>&1 &
      for i in {1..600}; do [ ! -e reached ] || break; sleep 0.1; done
      kill -s "$1" -- -$!
      wait $!' "$ROOT/tools/tour" "$signal" 2>/dev/null || status=$?
    [ "$status" -eq 130 ] || [ "$status" -eq 143 ] || { echo "status $status"; false; }
    [ -e reached ]
    rm reached slow
    [ -z "$(ls)" ] || { ls; false; }
  done
}

@test "without the program, or where it fails, it says so" {
  status=0
  NQUEENS=$PWD/none "$ROOT/tools/tour" >out 2>said || status=$?
  [ "$status" -eq 2 ]
  says "none is not there"
  status=0
  TOUR_N=0 tour >out 2>said || status=$?
  [ "$status" -ne 0 ]
  grep -q "nqueens: " out
  [ ! -e tour ]
}
