#!/usr/bin/env bats
# nqueens-mpi check: the lines of one large board are divided among the ranks.  The same verdict, text
# and exit code as from nqueens, whatever the ranks.

load ranks

@test "a valid board, in one sweep or several" {
  shards 'c * 2 % n'
  same_check 0 1
  same_check 0 2
  same_check 0 3 --memory 0.000005
  same_check 0 5
  grep -qx "board:1: valid n=$N" out
  [ "$(over 3 check board --json | jq -c '[.valid, .n]')" = "[true,$N]" ]
  nq solve "$N" --wide -o wide.npy -q
  over 2 check --memory 0.000005 wide.npy | grep -qx "wide.npy:1: valid n=$N"
}

@test "a row, a rising or a falling diagonal shared by columns of different ranks is named" {
  shards 'c * 2 % n'
  python3 "$SHARDS" alter board 20010=@5
  same_check 1 3
  grep -F ' (columns 5 and 20010 share row 10)' out
  shards 'c * 2 % n' 8
  python3 "$SHARDS" alter board 522=@18741 18741=@522
  same_check 1 2 --memory 0.000005
  grep -F ' (columns 522 and 12668 share rising diagonal 17993)' out
  shards 'n - 1 - c * 2 % n'
  python3 "$SHARDS" alter board 522=@18741 18741=@522
  same_check 1 5 --memory 0.00001
  grep -F ' (columns 522 and 12668 share falling diagonal ' out
}

@test "a shard that is missing, altered or twice is named" {
  shards 'c * 2 % n'
  cp -r board good
  rm board/part-00005.npy
  same_check 2 3
  cp good/part-00003.npy board/part-00005.npy
  same_check 2 2
  says 'board/part-00005.npy: it has the content of part-00003.npy'
  printf x | dd of=board/part-00002.npy bs=1 seek=1000 conv=notrunc status=none
  same_check 2 5
  says 'board/part-00002.npy: its CRC-32 is'
  echo '{}' >board/index.json
  same_check 2 2
}

# from_two_folders: rank 0 checks one/board, rank 1 two/board.
from_two_folders() {
  (cd one && ranks -n 1 "$RANKS" check board : -n 1 -wdir ../two "$RANKS")
}

@test "ranks that read other files are named" {
  mkdir one two
  python3 "$SHARDS" write one/board 3000 2 4 'c * 2 % 2999'
  python3 "$SHARDS" write two/board 3000 2 4 'c * 2 % 2998'
  ends_as 2 heard from_two_folders
  [ "$(grep -c . said)" -eq 1 ]
  says 'rank 1 on '
  says 'board is another board here: all ranks must read the same files'
  rm -r two/board
  heard from_two_folders >out || true
  says 'board: No such file or directory'
}

@test "an interrupt ends the check on all ranks" {
  local job status=0
  nq solve 3000017 --shards 3 --seed 1 -o large/ -q
  at_once launch 3 check --memory 0.00001 large >out 2>said &
  job=$!
  for _ in $(seq 600); do
    [ -z "$(at_rank_0 echo)" ] || break
    sleep 0.1
  done
  catches "$(at_rank_0 echo)"
  sleep 0.5
  at_rank_0 kill -INT
  wait "$job" || status=$?
  [ "$status" -eq 130 ] || { echo "$status"; cat out said; false; }
  [ ! -s out ]
}
