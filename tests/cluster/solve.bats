#!/usr/bin/env bats
# nqueens-mpi solve N -o DIR/: the same folder as from nqueens, whatever the ranks and threads.
# tests/test_party.c has more sizes, without MPI; tests/long/cluster.bats larger ones.
# shellcheck disable=SC2154 # variables of ranks.bash

load ranks

# same N RANKS THREADS: as the folder `alone`, which nqueens wrote.
same() {
  rm -rf board
  over "$2" solve "$1" --seed 3 --threads "$3" -o board/ -q
  diff -r alone board
}

@test "the same files for 1, 2, 3 and 5 ranks and 1 and 2 threads, on one machine or several" {
  nq solve 16385 --seed 3 -o alone/ -q
  same 16385 1 2
  same 16385 2 1
  set_apart
  same 16385 2 1
  same 16385 3 2
  rm -rf alone
  nq solve 65539 --seed 3 -o alone/ -q
  same 65539 2 2
  same 65539 5 1
  nq check board -q
  over 3 check board -q
  set_apart 2
  same 65539 5 2
}

@test "on one machine, all is as from nqueens" {
  nq solve 20011 --seed 3 --shards 3 -o alone/ -q
  over 3 solve 20011 --seed 3 --shards 3 --threads 1 --stats stats.json -o board/ >out
  diff -r alone board
  [ ! -s out ]
  says 'nqueens: written to board/'
  [ "$(wc -l <said)" -eq 2 ]
  jq -e '.verdict == "solved" and .ranks == 3 and .machines == 1 and .messages == null and
    .seconds.check > 0' stats.json
}

@test "shards, wide rows, statistics and the summary are those of all machines" {
  nq solve 20011 --seed 3 --shards 7 --wide -o alone/ -q
  set_apart
  over 3 solve 20011 --seed 3 --shards 7 --wide --threads 1 --stats stats.json -o board/ >out
  diff -r alone board
  [ ! -s out ]
  grep -q 'n = 20011 solved by rounds in .* and checked (seed 3, ' said
  says 'nqueens: written to board/'
  [ "$(wc -l <said)" -eq 2 ]
  jq -e '.verdict == "solved" and .ranks == 3 and .machines == 3 and .messages > 0 and .sent_bytes > 0 and
    .left_over > 0 and .seconds.check > 0' stats.json
}

@test "a single file, and n below 10,000, are solved by rank 0 alone" {
  nq solve 10007 --seed 3 --wide -o alone.npy -q
  over 2 solve 10007 --seed 3 --wide -o board.npy -q
  cmp alone.npy board.npy
  nq solve 9999 --seed 3 -o alone/ -q
  same 9999 2 1
}

@test "a rank, rank 0 or mpirun is killed: no index, and the same command begins anew" {
  local what
  nq solve 30011 --seed 3 -o alone/ -q
  for what in worker mpirun apart; do
    rm -rf board
    if [ "$what" = apart ]; then
      set_apart
      what=worker
    fi
    launch 3 solve 30000017 --threads 1 --seed 3 -o board/ >out 2>said &
    job=$!
    for _ in $(seq 1000); do
      [ ! -e board/part-00000.npy ] || break
      sleep 0.05
    done
    kill_part "$what" "$job"
    wait "$job" || :
    [ ! -e board/index.json ]
    for _ in $(seq 100); do # ranks without mpirun end by themselves
      over 2 solve 30011 --seed 3 -o board/ -q && break
      says 'another run writes to this folder'
      sleep 0.1
    done
    diff -r alone board
  done
}

@test "an interrupt and a time limit end all ranks, and leave nothing" {
  ended 3 2 solve 1e8 --threads 1 --time-limit 0.3 -o board/
  [ ! -e board ]
  at_once launch 2 solve 1e8 --threads 1 -o board/ >out 2>said &
  job=$!
  for _ in $(seq 1000); do
    [ ! -e board/part-00000.npy ] || break
    sleep 0.05
  done
  at_rank_0 kill -TERM
  wait "$job" || [ $? -eq 130 ]
  says 'interrupted' # while files get room, or the search runs
  [ ! -e board ]
}

@test "an interrupt ends the check of a new board on all ranks" {
  set_apart
  local slow="[ \$OMPI_COMM_WORLD_RANK = 0 ] || export LD_PRELOAD=$PWD/slow.so:$apart_library; exec \"\$@\""
  local status=0
  "${CC:-gcc}" -std=c11 -O1 -fPIC -shared -o slow.so "$BATS_TEST_DIRNAME/slow.c"
  SLOW_MARK=$PWD/mark at_once timeout 60 mpirun -q --allow-run-as-root --oversubscribe "${pretence[@]}" -n 2 \
    sh -c "$slow" - "$RANKS" solve 900001 --wide --shards 1 --threads 1 -o board/ --json >out 2>said &
  job=$!
  for _ in $(seq 1000); do
    [ ! -e mark ] || break
    sleep 0.05
  done
  sleep 0.3 # rank 0 waits for what rank 1 reads
  at_rank_0 kill -INT
  wait "$job" || status=$?
  [ "$status" -eq 130 ] || { echo "$status"; cat out said; false; }
  says 'n = 900001 not solved: interrupted after'
  jq -es 'length == 1 and .[0].verdict == "unknown"' out
  [ ! -e board ]
}

# full_at RANK: nqueens-mpi on three ranks, of which that one cannot write past some 10 KB.
full_at() {
  local limit="[ \$OMPI_COMM_WORLD_RANK != $1 ] || ulimit -f 20; exec \"\$@\""
  heard ranks -n 3 sh -c "$limit" - "$RANKS" solve 30011 --threads 1 -o board/
}

@test "a full disk at any rank is one message, exit code 2 and no board" {
  local rank
  for rank in 0 2; do
    [ "$rank" = 0 ] || set_apart
    ends_as 2 full_at "$rank"
    says 'File too large'
    [ "$(wc -l <said)" -eq 1 ]
    [ ! -e board ]
  done
  grep -q 'nqueens: rank 2 on .*: .*board/part-00000.npy: File too large' said
}
