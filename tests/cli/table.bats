#!/usr/bin/env bats
# Every command, method, format, kind and option, against what is promised: table.py tries all that
# the program lists.

load common

# table ARGUMENT...
table() {
  local slower=1
  if sanitized; then
    slower=10
    export WITHOUT_MEMORY=1
  fi
  SLOWER=$slower timeout 600 python3 "$ROOT/tests/cli/table.py" "$NQUEENS" "$@"
}

@test "a full disk, a closed pipe, no memory: exit code 2, the cause, no partial file, at once" {
  [ -c /dev/full ] || skip "there is no /dev/full"
  table faults
}

@test "each option with good values, wrong ones, none, twice, and where it does not belong" {
  table options
}
