#!/usr/bin/env bats
# nqueens-mpi: more checks of large boards, memory, and runs that are killed.

load ../cluster/ranks

@test "of pairs on lines of different ranks the leftmost is named" {
  local k
  for k in 1 2 3 4 5 6; do
    shards "(c * 2 + (c % 997 == 150 * $k) * ($k + 3)) % n"
    same_check 1 $((k % 3 + 2)) --memory $((k % 2)).0000004
    grep -q ' (columns ' out
  done
}

# One queen is moved to a line of each rank: a row of rank 0, a rising diagonal of rank 1, a falling one
# of rank 2.  The line to name is that of rank 0, 1 or 2, and its first queen belongs to another rank than
# its second.
@test "lines of all ranks come together" {
  local change
  for change in 5189=14112 10746=4713 12895=16681; do
    shards 'c * 2 % n'
    python3 "$SHARDS" alter board $change
    same_check 1 3
    grep -qF ' conflicts=3 rows=1 rising=1 falling=1 ' out
    sed 's/.*(\(.*\))/\1/' out >>named
  done
  printf '%s\n' 'columns 5189 and 7056 share row 14112' 'columns 5153 and 10746 share rising diagonal 15459' \
    'columns 3786 and 12895 share falling diagonal 23796' | diff - named
}

@test "a queen above the board is on no line" {
  shards 'c * 2 % n'
  python3 "$SHARDS" alter board 989="$N" 18000=3000 # rising 21000: not 989, but 7000 and 18000
  same_check 1 3
  grep -F ' conflicts=2 rows=1 rising=1 falling=0 (column 989 has row 20011, outside 0..20010)' out
}

@test "more lines with several queens than are kept: the columns are halved" {
  python3 "$SHARDS" write board 1500000 3 4 'c * 2 % n if c < n // 2 else c // 2'
  same_check 1 3
  grep -F ' (columns 187500 and 750000 share row 375000; there are more conflicts than were counted)' out
}

@test "columns without a row, and boards of nothing but conflicts" {
  shards '5'
  same_check 1 3
  grep -F "conflicts=$((N * (N - 1) / 2)) rows=$((N * (N - 1) / 2)) rising=0 falling=0 (columns 0 and 1 share row 5)" out
  shards 'c * 2 % n'
  python3 "$SHARDS" alter board 19000="$N" 19001=4294967295
  same_check 1 5
  grep -F ' (column 19000 has row 20011, outside 0..20010)' out
  python3 "$SHARDS" alter board 3000=30000
  same_check 1 3 --memory 0.000005
  grep -F ' (column 3000 has row 30000, outside 0..20010)' out
  rm -rf board
  python3 "$SHARDS" write board 1 1 4 0
  same_check 0 3
}

@test "killed parts of a count: the same command goes on" {
  local what
  for what in worker rank0 mpirun everything; do
    interrupted_run "$what" 0.7 $((RANDOM % 2 + 2)) count 18 --threads 1 --checkpoint part
  done
  over 3 count 18 --threads 1 --checkpoint part | grep -qx 666090624
  nq count 18 --merge part | grep -qx 666090624
}

@test "killed parts of a comparison: each run is there once" {
  local -a plan=(compare --methods 'construct,min-conflicts' --n '8,200' --runs 400 --threads 1 -q)
  local what
  for what in rank0 worker everything mpirun; do
    interrupted_run "$what" 0.6 3 "${plan[@]}" --store runs.db
  done
  over 2 "${plan[@]}" --store runs.db >out
  [ "$(runs_in runs.db | sort -u | wc -l)" -eq 1600 ]
}

@test "a rank without memory is named" {
  ! sanitized || skip 'a sanitized program needs more address space'
  ends_as 2 heard ranks -n 1 "$RANKS" count 25 --threads 1 : \
    -n 1 bash -c "ulimit -v 900000 && exec $(printf %q "$RANKS")"
  [ "$(grep -c . said)" -eq 1 ]
  says 'rank 1 on '
  says 'counting n = 25 needs '
}

@test "the ranks of a machine share its memory" {
  ! sanitized || skip 'a sanitized program needs more address space'
  printf '#!/bin/bash\nulimit -v 5000000\nexec %q "$@"\n' "$RANKS" >small
  chmod +x small
  RANKS=./small ended 2 2 count 25 --threads 1
  [ "$(grep -c . said)" -eq 1 ]
  says 'counting n = 25 in 2 processes of a machine needs '
  says 'one process with 2 threads keeps its tables once'
  RANKS=./small ended 3 2 count 25 --threads 1 --memory 4 --time-limit 1
  over 2 count 16 --threads 1 --memory 0.001 | grep -qx 14772512
  over 2 count 3 --memory 1 | grep -qx 0
}
