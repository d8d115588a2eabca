#!/usr/bin/env bats
# nqueens-mpi check: the lines of one large board are divided among the ranks.  The same verdict, text
# and exit code as from nqueens, whatever the ranks.

load ranks

readonly N=20011

setup() {
  needs_mpi
  NQUEENS=${NQUEENS:-$(dirname "$RANKS")/nqueens}
  SHARDS=$BATS_TEST_DIRNAME/../shards.py
  cd "$BATS_TEST_TMPDIR" || return 1
}

# board EXPRESSION [BYTES]: the folder `board` of seven shards.
board() {
  rm -rf board
  python3 "$SHARDS" write board $N 7 "${2:-4}" "$1"
}

# same CODE R [OPTION...]: `check board` on R ranks ends as it does without MPI.
same() {
  local code=$1 ranks=$2 alone
  shift 2
  ends "$code" check board
  mv out alone
  alone=$(cat said)
  ended "$code" "$ranks" check board "$@"
  cmp alone out
  [ "$alone" = "$(cat said)" ] || { echo "$alone"; cat said; false; }
}

@test "a valid board, in one sweep or several" {
  board 'c * 2 % n'
  same 0 1
  same 0 2
  same 0 3 --memory 0.000005
  same 0 5
  grep -qx "board:1: valid n=$N" out
  [ "$(over 3 check board --json | jq -c '[.valid, .n]')" = "[true,$N]" ]
  nq solve $N --wide -o wide.npy -q
  over 2 check --memory 0.000005 wide.npy | grep -qx "wide.npy:1: valid n=$N"
}

@test "a row, a rising or a falling diagonal shared by columns of different ranks is named" {
  board 'c * 2 % n'
  python3 "$SHARDS" alter board 20010=@5
  same 1 3
  grep -F ' (columns 5 and 20010 share row 10)' out
  board 'c * 2 % n' 8
  python3 "$SHARDS" alter board 522=@18741 18741=@522
  same 1 2 --memory 0.000005
  grep -F ' (columns 522 and 12668 share rising diagonal 17993)' out
  board 'n - 1 - c * 2 % n'
  python3 "$SHARDS" alter board 522=@18741 18741=@522
  same 1 5 --memory 0.00001
  grep -F ' (columns 522 and 12668 share falling diagonal ' out
}

@test "of pairs on lines of different ranks the leftmost is named" {
  local k
  for k in 1 2 3 4 5 6; do
    board "(c * 2 + (c % 997 == 150 * $k) * ($k + 3)) % n"
    same 1 $((k % 3 + 2)) --memory $((k % 2)).0000004
    grep -q ' (columns ' out
  done
}

# One queen is moved to a line of each rank: a row of rank 0, a rising diagonal of rank 1, a falling one
# of rank 2.  The line to name is that of rank 0, 1 or 2, and its first queen belongs to another rank than
# its second.
@test "lines of all ranks come together" {
  local change
  for change in 5189=14112 10746=4713 12895=16681; do
    board 'c * 2 % n'
    python3 "$SHARDS" alter board $change
    same 1 3
    grep -qF ' conflicts=3 rows=1 rising=1 falling=1 ' out
    sed 's/.*(\(.*\))/\1/' out >>named
  done
  printf '%s\n' 'columns 5189 and 7056 share row 14112' 'columns 5153 and 10746 share rising diagonal 15459' \
    'columns 3786 and 12895 share falling diagonal 23796' | diff - named
}

@test "a queen above the board is on no line" {
  board 'c * 2 % n'
  python3 "$SHARDS" alter board 989=$N 18000=3000 # rising 21000: not 989, but 7000 and 18000
  same 1 3
  grep -F ' conflicts=2 rows=1 rising=1 falling=0 (column 989 has row 20011, outside 0..20010)' out
}

@test "more lines with several queens than are kept: the columns are halved" {
  python3 "$SHARDS" write board 1500000 3 4 'c * 2 % n if c < n // 2 else c // 2'
  same 1 3
  grep -F ' (columns 187500 and 750000 share row 375000; there are more conflicts than were counted)' out
}

@test "columns without a row, and boards of nothing but conflicts" {
  board '5'
  same 1 3
  grep -F "conflicts=$((N * (N - 1) / 2)) rows=$((N * (N - 1) / 2)) rising=0 falling=0 (columns 0 and 1 share row 5)" out
  board 'c * 2 % n'
  python3 "$SHARDS" alter board 19000=$N 19001=4294967295
  same 1 5
  grep -F ' (column 19000 has row 20011, outside 0..20010)' out
  python3 "$SHARDS" alter board 3000=30000
  same 1 3 --memory 0.000005
  grep -F ' (column 3000 has row 30000, outside 0..20010)' out
  rm -rf board
  python3 "$SHARDS" write board 1 1 4 0
  same 0 3
}

@test "a shard that is missing, altered or twice is named" {
  board 'c * 2 % n'
  cp -r board good
  rm board/part-00005.npy
  same 2 3
  cp good/part-00003.npy board/part-00005.npy
  same 2 2
  says 'board/part-00005.npy: it has the content of part-00003.npy'
  printf x | dd of=board/part-00002.npy bs=1 seek=1000 conv=notrunc status=none
  same 2 5
  says 'board/part-00002.npy: its CRC-32 is'
  echo '{}' >board/index.json
  same 2 2
}

@test "ranks that read other files are named" {
  mkdir one two
  python3 "$SHARDS" write one/board 3000 2 4 'c * 2 % 2999'
  python3 "$SHARDS" write two/board 3000 2 4 'c * 2 % 2998'
  local status=0
  (cd one && timeout 60 mpirun -q --allow-run-as-root --oversubscribe -n 1 "$RANKS" check board : \
    -n 1 -wdir ../two "$RANKS") >out 2>said || status=$?
  [ "$status" -eq 2 ] || { echo "$status"; cat out said; false; }
  [ "$(grep -c . said)" -eq 1 ]
  says 'rank 1 on '
  says 'board is another board here: all ranks must read the same files'
  rm -r two/board
  (cd one && timeout 60 mpirun -q --allow-run-as-root --oversubscribe -n 1 "$RANKS" check board : \
    -n 1 -wdir ../two "$RANKS") >out 2>said || true
  says 'board: No such file or directory'
}

@test "an interrupt ends the check on all ranks" {
  local job status=0
  nq solve 3000017 --shards 3 --seed 1 -o large/ -q
  launch 3 check --memory 0.00001 large >out 2>said &
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
