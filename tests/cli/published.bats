#!/usr/bin/env bats
# A sample of the published verdicts; tests/long has all of them.

load common
load published

@test "blocked boards by backtracking" {
  agrees blocked backtracking 10 20
}

@test "blocked boards by sat" {
  agrees blocked sat 40 5
}

@test "excluded diagonals by backtracking" {
  agrees diagonal backtracking 500 104
}

@test "excluded diagonals by sat" {
  agrees diagonal sat 1000 52
}
