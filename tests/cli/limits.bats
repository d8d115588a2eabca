#!/usr/bin/env bats
# Every command and method, broken off by a time limit and by each signal: limits.py has the table.

load common

@test "whatever runs, a limit or an interrupt ends it soon: the promised code, a true word, no half file" {
  slower=1
  if sanitized; then slower=10; fi
  SLOWER=$slower timeout 600 python3 "$ROOT/tests/cli/limits.py" "$NQUEENS"
}

@test "what a method cannot take is named before the memory that it would need" {
  sanitized && skip "a sanitizer needs more address space than that"
  ulimit -v 2000000
  refused 'n = 4294967295 is over 2048' solve 4294967295 -m sat
  refused 'n = 4294967295 is over 64' solve 4294967295 -m backtracking
}
