#!/usr/bin/env bats
# All published verdicts: 200 blocked boards and 52,000 cases of excluded diagonals.  On a busy
# machine the boards take 1 minute by backtracking and 3 by sat, the diagonals 14 minutes by sat.

load ../cli/common
load ../all/published

@test "all blocked boards by backtracking" {
  agrees blocked backtracking 1 200
}

@test "all blocked boards by sat" {
  agrees blocked sat 1 200
}

@test "all excluded diagonals by backtracking" {
  agrees diagonal backtracking 1 52000
}

@test "all excluded diagonals by sat" {
  agrees diagonal sat 1 52000
}
