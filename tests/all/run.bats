#!/usr/bin/env bats
# The test runner itself: what fails, crashes, hangs or does nothing must not pass.

setup() {
  cd "$BATS_TEST_TMPDIR" || return 1
  RUN=$BATS_TEST_DIRNAME/../run
}

# make_suite NAME: an executable from the shell text on stdin.
make_suite() {
  { echo '#!/bin/sh' && cat; } >"$1"
  chmod +x "$1"
}

# make_cmocka NAME BODY...: a program of one passing test and one for each BODY.
make_cmocka() {
  local name=$1 i=0 tests='cmocka_unit_test(passes)'
  shift
  {
    printf '#include <%s>\n' stdarg.h stddef.h stdint.h setjmp.h stdlib.h cmocka.h
    echo 'static void passes(void **state) { (void)state; }'
    for body in "$@"; do
      i=$((i + 1))
      echo "static void test_$i(void **state) { (void)state; $body; }"
      tests+=", cmocka_unit_test(test_$i)"
    done
    echo "int main(void) { const struct CMUnitTest tests[] = {$tests};"
    echo 'return cmocka_run_group_tests(tests, NULL, NULL); }'
  } >"$name.c"
  "${CC:-gcc}" -o "$name" "$name.c" -lcmocka
}

last_line() {
  printf '%s\n' "${lines[${#lines[@]} - 1]}"
}

@test "passing suites pass and are counted" {
  make_cmocka good 'assert_int_equal(1, 1)'
  printf '@test "one" { true; }\n' >good.bats
  run "$RUN" "$PWD/good" good.bats
  [ "$status" -eq 0 ]
  [ "$(last_line)" = "3 passed, 0 failed" ]
}

@test "a failing cmocka test is counted and shown" {
  make_cmocka bad 'assert_int_equal(41, 42)'
  run "$RUN" "$PWD/bad"
  [ "$status" -eq 1 ]
  [ "$(last_line)" = "1 passed, 1 failed" ]
  [[ "$output" == *"not ok 2 - test_1"* ]]
  [[ "$output" == *"0x29 != 0x2a"* ]]
}

@test "a failing bats test is counted and shown" {
  printf '@test "one" { true; }\n@test "two is wrong" { [ 1 -eq 2 ]; }\n' >bad.bats
  run "$RUN" bad.bats
  [ "$status" -eq 1 ]
  [ "$(last_line)" = "1 passed, 1 failed" ]
  [[ "$output" == *"not ok 2 two is wrong"* ]]
}

@test "a crash counts as a failure, and the suites behind it still run" {
  make_cmocka crash 'abort()'
  make_cmocka good
  run "$RUN" "$PWD/crash" "$PWD/good"
  [ "$status" -eq 1 ]
  [ "$(last_line)" = "2 passed, 1 failed" ]
  [[ "$output" == *"FAILED  $PWD/crash"* ]]
  [[ "$output" == *"signal ABRT"* ]]
}

@test "a bad exit status without a failed test counts as a failure" {
  printf 'echo 1..1; echo ok 1; exit 3\n' | make_suite leaky
  run "$RUN" "$PWD/leaky"
  [ "$status" -eq 1 ]
  [ "$(last_line)" = "1 passed, 1 failed" ]
  [[ "$output" == *"exit status 3, but no test failed"* ]]
}

@test "a suite that ends early, says nothing, hangs or is missing fails" {
  printf 'echo 1..3; echo ok 1\n' | make_suite early
  printf 'exit 0\n' | make_suite mute
  printf 'echo 1..1; exec sleep 60\n' | make_suite hanging
  TEST_TIMEOUT=1 run "$RUN" "$PWD/early" "$PWD/mute" "$PWD/hanging" "$PWD/missing"
  [ "$status" -eq 1 ]
  [ "$(last_line)" = "1 passed, 4 failed" ]
  [[ "$output" == *"ran only 1 of 3 tests"* ]]
  [[ "$output" == *"ran no test"* ]]
  [[ "$output" == *"hung"* ]]
  [[ "$output" == *"cannot be run"* ]]
}

@test "skipped tests are neither passed nor failed" {
  make_cmocka skipping 'skip()'
  printf '@test "%s" { skip "no %s here"; }\n' one cat two cat three dog >skipping.bats
  printf '@test "four" { true; }\n@test "five" { skip; }\n' >>skipping.bats
  run "$RUN" "$PWD/skipping" skipping.bats
  [ "$status" -eq 0 ]
  [ "$(last_line)" = "2 passed, 0 failed, 5 skipped" ]
  [ "$(grep ' skipped: ' <<<"$output")" = "        1 skipped: test_1
        2 skipped: no cat here
        1 skipped: no dog here" ]
}

@test "a run in which nothing passed fails" {
  printf '@test "one" { skip "not here"; }\n' >skipping.bats
  run "$RUN" skipping.bats
  [ "$status" -eq 1 ]
  [ "$(last_line)" = "0 passed, 0 failed, 1 skipped" ]
}

# ---- Side by side ----

# Each suite waits for the other, so that they pass only when both run.
@test "as many suites run at a time as JOBS says" {
  for name in one two; do
    {
      echo "touch '$PWD/$name'"
      echo "for i in \$(seq 600); do [ ! -e '$PWD/one' ] || [ ! -e '$PWD/two' ] || break; sleep 0.05; done"
      echo "echo 1..1; [ -e '$PWD/one' ] && [ -e '$PWD/two' ] && echo ok 1"
    } | make_suite "suite-$name"
  done
  JOBS=2 run "$RUN" "$PWD/suite-one" "$PWD/suite-two"
  [ "$(last_line)" = "2 passed, 0 failed" ]
  echo "[ ! -e '$PWD/busy' ] || exit 1; touch '$PWD/busy'; sleep 0.1; rm '$PWD/busy'; echo 1..1; echo ok 1" | make_suite alone
  JOBS=1 run "$RUN" "$PWD/alone" "$PWD/alone" "$PWD/alone"
  [ "$(last_line)" = "3 passed, 0 failed" ]
}

@test "the lines of a suite stay together" {
  for name in one two; do
    { echo 'echo 1..9'; echo "for i in 1 2 3 4 5 6 7 8 9; do echo not ok \$i $name; sleep 0.02; done; exit 1"; } | make_suite "$name"
  done
  JOBS=2 run "$RUN" "$PWD/one" "$PWD/two"
  [ "$(grep -o 'one$\|two$' <<<"$output" | uniq | wc -l)" -eq 2 ]
  [ "$(last_line)" = "0 passed, 18 failed" ]
}

# No process has MARK=$1 in its environment.  A killed one may take a moment to die on a busy machine; one that
# escaped would sleep for minutes.
expect_none_marked() {
  local files
  for _ in {1..100}; do
    files=$(grep -lzsxF "MARK=$1" /proc/[0-9]*/environ) || : # some end meanwhile
    [ -n "$files" ] || return 0
    sleep 0.1
  done
  for files in $files; do cat "${files%environ}stat"; done
  return 1
}

@test "an interrupt ends all suites, and leaves no process and no file" {
  # One process is in a group of its own, as what `timeout` starts; one does not listen to the first signal.
  for name in one two; do
    printf "timeout 600 sleep 300 & (trap '' INT TERM HUP; sleep 300) & touch '%s'; exec sleep 300\n" "$PWD/$name.runs" |
      make_suite "$name"
  done
  mkdir tmp
  for signal in INT TERM HUP; do
    rm -f ./*.runs
    TMPDIR=$PWD/tmp MARK="$PWD/$signal" JOBS=2 env --default-signal "$RUN" "$PWD/one" "$PWD/two" 3>&- &
    runner=$!
    for _ in $(seq 600); do [ ! -e one.runs ] || [ ! -e two.runs ] || break; sleep 0.05; done
    kill -$signal $runner
    status=0
    wait $runner || status=$?
    [ "$status" -eq $((128 + $(kill -l $signal))) ]
    expect_none_marked "$PWD/$signal"
    [ -z "$(ls -A tmp)" ]
  done
}

@test "nothing that a suite started outlives its hanging" {
  printf 'echo 1..1; timeout 600 sleep 300 & exec sleep 300\n' | make_suite hanging
  MARK=$PWD TEST_TIMEOUT=1 run "$RUN" "$PWD/hanging"
  [[ "$output" == *"hung"* ]]
  expect_none_marked "$PWD"
}
