#!/usr/bin/env bats
# The published verdicts: all of the blocked boards, 500 of the excluded diagonals, samples of both
# by sat and where a sanitizer makes it slow; tests/long has all of them.

load ../cli/common
load published

@test "blocked boards by backtracking" {
  if sanitized; then agrees blocked backtracking 10 20; else agrees blocked backtracking 1 200; fi
}

@test "blocked boards by sat" {
  agrees blocked sat 40 5
}

@test "excluded diagonals by backtracking" {
  if sanitized; then agrees diagonal backtracking 500 104; else agrees diagonal backtracking 104 500; fi
}

@test "excluded diagonals by sat" {
  agrees diagonal sat 1000 52
}

@test "min-conflicts solves every blocked board of n = 28 that has a solution" {
  require_instances
  tar -xzf "$INSTANCES/blocked-asp-28-48.tar.gz"
  while read -r n seed verdict; do
    [ "$n $verdict" = "28 SATISFIABLE" ] || continue
    file=blockedqueens.28.$seed.param
    verdict_is 1 min-conflicts "$file" >>differences
    nq check --quiet --instance "$file" <(nq solve -q --seed 2 --instance "$file") >>differences
    echo "$seed" >>tried
  done <"$INSTANCES/blocked-asp-28-48.verdicts.txt"
  [ ! -s differences ] || { head differences; return 1; }
  [ "$(wc -l <tried)" -eq 49 ]
}
