#!/usr/bin/env bats
# The progress line of every command: progress.py has the table.

load common

@test "work of over a second shows done of total, rate and time left, on a terminal only, and erases it" {
  slower=1
  if sanitized; then slower=10; fi
  SLOWER=$slower timeout 600 python3 "$ROOT/tests/cli/progress.py" "$NQUEENS"
}
