#!/usr/bin/env bats
# Fifty rounds in which a random part of nqueens-mpi is killed at a random moment.

load ../cluster/ranks

setup() {
  needs_mpi
  NQUEENS=${NQUEENS:-$(dirname "$RANKS")/nqueens}
  cd "$BATS_TEST_TMPDIR" || return 1
  RANDOM=1
}

# random_run ARGUMENT...: on 2 to 4 ranks, killed after .3 to 2.3 seconds.
random_run() {
  local -a parts=(worker rank0 mpirun everything)
  local after=$((RANDOM % 2000 + 300))
  interrupted_run "${parts[RANDOM % 4]}" "$((after / 1000)).$(printf %03d $((after % 1000)))" $((RANDOM % 3 + 2)) "$@"
}

@test "counts of n = 17 and 18, killed fifty times" {
  local n file=0
  for _ in $(seq 25); do
    for n in 17 18; do
      random_run count "$n" --threads 1 --checkpoint "$n-$file"
      [ -s "$n-$file" ] || continue # before its first record
      if nq count "$n" --merge "$n-$file" >out; then
        file=$((file + 1)) # it was done before the kill
      fi
    done
  done
  for n in 17 18; do over 3 count "$n" --threads 1 --checkpoint "$n-$file"; done >out
  [ "$(paste -sd' ' out)" = '95815104 666090624' ]
  for n in 17 18; do nq count "$n" --merge "$n-$file"; done >out
  [ "$(paste -sd' ' out)" = '95815104 666090624' ]
}

@test "rank 0 feeds 4096 threads that pretend to count n = 24" {
  make -C "$BATS_TEST_DIRNAME/../.." NO_DEPS=1 BUILD="$(dirname "$RANKS")" "$(dirname "$RANKS")/tests/cluster/pretend" >/dev/null
  PRETEND=$(dirname "$RANKS")/tests/cluster/pretend "$BATS_TEST_DIRNAME/../../tools/table-ranks" 4096 >table
  awk -F'|' 'NR > 2 && ($5 > 3.1 || $7 < 4096) { bad = 1 } END { exit NR != 4 || bad }' table
}

@test "a comparison, killed fifty times" {
  local -a plan=(compare --methods 'construct,min-conflicts' --n '8,1e4' --runs 3000 --threads 1 -q)
  for _ in $(seq 50); do random_run "${plan[@]}" --store runs.db; done
  over 3 "${plan[@]}" --store runs.db >out
  python3 - <<'END'
import sqlite3
store = sqlite3.connect("runs.db")
(count,), = store.execute("select count(*) from run")
(distinct,), = store.execute("select count(*) from (select distinct variant, n, seed from run)")
assert count == distinct == 12000, (count, distinct)
assert store.execute("pragma integrity_check").fetchall() == [("ok",)]
END
}

@test "large boards: thirty sizes from 10^4 to 10^8, 1 to 8 ranks on 1 to 8 machines, 1 and 2 threads" {
  local n ranks threads together
  for n in 10000 10007 16383 16384 16385 20000 20001 49999 65535 65536 65537 99998 131071 131072 \
    131073 262139 524287 524288 524289 999998 999999 1000003 2097151 4194304 4194305 8388608 \
    9999991 33554433 67108865 100000000; do
    nq solve "$n" --seed 3 -o alone/ -q
    for ranks in 1 2 3 5 8; do
      threads=$((ranks % 2 + 1))
      for together in 1 2 8; do
        set_apart "$together"
        over "$ranks" solve "$n" --seed 3 --threads "$threads" -o board/ -q
        diff -r alone board
        rm -r board
      done
    done
    nq check alone -q
    over 3 check alone -q
    rm -r alone
  done
}
