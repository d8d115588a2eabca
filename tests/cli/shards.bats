#!/usr/bin/env bats
# Boards in shards, and with rows of 64 bits: nqueens solve N -o DIR/ and nqueens check DIR/.

load common

n=100003

teardown() {
  if mountpoint -q m 2>/dev/null; then umount m; fi
}

# make_board: the folder `board`, of three shards.
make_board() {
  nq solve $n --seed 1 --shards 3 -o board/ --quiet
}

# named TEXT: `check board/` ends with 2 and names the fault.
named() {
  refused "$1" check board/
}

# valid PYTHON-LIST-OF-FILES: an independent check of the rows.
valid() {
  python3 - "$@" <<'PYTHON'
import struct, sys
rows = []
for name in sys.argv[1:]:
    data = open(name, "rb").read()
    start = 10 + struct.unpack("<H", data[8:10])[0]
    wide = b"<u8" in data[:start]
    rows += struct.unpack("<%d%s" % ((len(data) - start) // (8 if wide else 4), "Q" if wide else "I"), data[start:])
n = len(rows)
assert sorted(rows) == list(range(n))
assert len({c + r for c, r in enumerate(rows)}) == n == len({c - r for c, r in enumerate(rows)})
PYTHON
}

@test "a folder has equal shards and an index, and is valid" {
  make_board
  [ "$(echo board/*)" = "board/index.json board/part-00000.npy board/part-00001.npy board/part-00002.npy" ]
  jq -e ".n == $n and .seed == 1 and .nqueens and .method and .options.shards == 3" board/index.json
  jq -e '[.shards[] | [.file, .first, .columns]] ==
         [["part-00000.npy", 0, 33335], ["part-00001.npy", 33335, 33335],
          ["part-00002.npy", 66670, 33333]]' board/index.json
  for part in board/part-*; do
    python3 -c 'import sys, zlib; print("%08x" % zlib.crc32(open(sys.argv[1], "rb").read()))' "$part"
  done >sums
  jq -r '.shards[].crc32' board/index.json | cmp - sums
  valid board/part-*.npy
  ends 0 check board/ board
  prints "board/:1: valid n=$n
board:1: valid n=$n"
  ends 0 check --json board
  jq -e '.valid and .n == 100003' out
}

@test "small boards go into shards as well" {
  for size in 1 4 5000 9999 10000; do
    nq solve $size --seed 1 --shards 2 -o small-$size/ --quiet
    ends 0 check small-$size
    prints "small-$size:1: valid n=$size"
    valid small-$size/part-*.npy
  done
  ends 1 solve 3 -o none/
  [ ! -e none ]
}

@test "rows of 64 bits: the same board, in a folder or a file" {
  make_board
  nq solve $n --seed 1 --wide -o wide/ --quiet
  nq solve $n --seed 1 --wide -o wide.npy --quiet
  cmp wide/part-00000.npy wide.npy
  jq -e '.row_bytes == 8' wide/index.json
  ends 0 check wide/ wide.npy
  ends 0 check --memory 0.00001 wide/ wide.npy
  valid wide.npy
  python3 - <<'PYTHON'
def rows(name, width):
    data = open(name, "rb").read()[128:]
    return [int.from_bytes(data[i:i + width], "little") for i in range(0, len(data), width)]
narrow = sum((rows("board/part-0000%d.npy" % i, 4) for i in range(3)), [])
assert narrow == rows("wide.npy", 8)
PYTHON
}

@test "the same board for any number of threads" {
  large=$(trimmed 5000011 2000003)
  nq solve "$large" --seed 5 --threads 1 -o one/ --quiet
  nq solve "$large" --seed 5 --threads 3 -o three/ --quiet
  cmp one/part-00000.npy three/part-00000.npy
  cmp one/index.json three/index.json
}

# cells FILE.svg: the colours of a density picture, a line of them for each row of cells.
cells() {
  python3 - "$1" <<'PYTHON'
import base64, re, struct, sys, zlib
data = base64.b64decode(re.search('data:image/png;base64,([^"]*)"', open(sys.argv[1]).read())[1])
width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
assert (depth, kind) == (8, 3)
at, packed = 8, b""
while at < len(data):
    size, = struct.unpack(">I", data[at:at + 4])
    if data[at + 4:at + 8] == b"IDAT":
        packed += data[at + 8:at + 8 + size]
    at += 12 + size
pixels = zlib.decompress(packed)
for row in range(height):
    line = pixels[row * (width + 1):(row + 1) * (width + 1)]
    assert line[0] == 0
    print(*line[1:])
PYTHON
}

@test "a density picture shows where the queens are" {
  local shards=$BATS_TEST_DIRNAME/../shards.py expected
  python3 "$shards" write rising 5000 3 4 'c'
  ends 0 draw rising/ -o rising.svg
  expected=$(python3 -c 'for i in range(20): print(*(255 * (i == j) for j in range(20)))')
  [ "$(cells rising.svg)" = "$expected" ]
  # Rows of 64 bits; only the upper half of the board, each column's queen in the left quarter of it.
  python3 "$shards" write half 4000 7 8 'c // 4'
  ends 0 draw half/ -o half.svg
  cells half.svg | python3 -c 'import sys
rows = [[int(x) for x in line.split()] for line in sys.stdin]
size = len(rows)
for r, row in enumerate(rows):
    assert {c for c, x in enumerate(row) if x} == (set(range(4 * r, 4 * r + 4)) if 4 * r < size else set()), (r, row)'
}

@test "a board is drawn alike from a folder and a file, of 32 and 64 bits" {
  make_board
  nq solve $n --seed 1 --shards 1 -o one/ --quiet
  nq solve $n --seed 1 --wide --shards 5 -o wide/ --quiet
  nq solve $n --seed 1 --wide -o wide.npy --quiet
  ends 0 draw board/ -o board.svg
  for from in board one one/part-00000.npy wide wide.npy; do
    ends 0 draw $from -o again.svg
    cmp board.svg again.svg
  done
}

@test "an independent check finds the same" {
  /usr/bin/python3 -c 'import numpy' 2>/dev/null || skip "python3-numpy is not installed"
  local shards=$BATS_TEST_DIRNAME/../shards.py tool=$BATS_TEST_DIRNAME/../../tools/check-shards name
  make_board
  nq solve $n --seed 1 --wide --shards 2 -o wide/ --quiet
  python3 "$shards" write crossed 20011 7 4 'c * 2 % n'
  python3 "$shards" alter crossed 522=@18741 18741=@522
  python3 "$shards" write crowd 5000 3 8 'c * 2 % 4999'
  cp -r board stray
  python3 "$shards" alter stray 70000=100003 90000=4294967295
  for name in board wide crossed crowd stray; do
    nq check $name >out || true
    /usr/bin/python3 "$tool" $name >independent || true
    cmp out independent
    [ -s out ]
  done
  grep -F '70000 has row 100003' out
}

@test "options that do not go together are refused" {
  refused "--shards needs a folder" solve $n --shards 2 -o a.npy
  refused "--shards needs a folder" solve $n --shards 2
  refused "--shards" solve $n --shards 513 -o a/
  refused "-o DIR/ or -o FILE.npy" solve 5e9
  refused "-o DIR/ or -o FILE.npy" solve 5e9 -o a.txt
  refused "--wide needs" solve $n --wide -o a.txt
  refused "--count: not for boards in shards" solve $n --count 2 -o a/
  refused "--format: not for boards in shards" solve $n --format line -o a/
  refused "--method: not for boards in shards" solve $n --method genetic -o a/
  refused "--max-steps: not" solve $n --max-steps 5 -o a/
  refused "1099511627776" solve 2e12 -o a/
  make_board
  echo 'n 4' >instance.txt
  refused "--instance is not for large boards" check --instance instance.txt board/
  ends 2 check --typical board/
  says "--typical is not for large boards"
  ends 1 check --n 5 board/
  grep -F 'the board should have n=5' out
}

@test "a shard that is missing, cut off, altered, twice or foreign is named" {
  make_board
  cp -r board good
  rm board/part-00001.npy
  named "board/part-00001.npy: No such file"
  cp good/part-00001.npy board/
  truncate -s -4 board/part-00002.npy
  named "board/part-00002.npy: it has 133456 bytes, not 133460"
  cp good/part-00002.npy board/
  for at in 5 60 70000; do # of the header and of a row: one bit
    python3 -c 'import sys
file, at = open("board/part-00001.npy", "r+b"), int(sys.argv[1])
file.seek(at)
byte = file.read(1)[0]
file.seek(at)
file.write(bytes([byte ^ 16]))' $at
    named "board/part-00001.npy: "
    cp good/part-00001.npy board/
  done
  cp board/part-00000.npy board/part-00001.npy
  named "board/part-00001.npy: it has the content of part-00000.npy"
  nq solve $n --seed 2 --shards 3 -o other/ --quiet
  cp other/part-00001.npy board/
  named "board/part-00001.npy: its CRC-32 is"
  says "of another run"
  cp good/part-00001.npy board/
  ends 0 check board
}

@test "an index that is missing or wrong is named" {
  make_board
  cp board/index.json index.json
  rm board/index.json
  named "there is no index.json"
  for edit in '.shards[1].file = "part-00000.npy"' '.shards[1].file = "../x"' '.shards[0].first = 5' \
    'del(.shards[2])' '.n = 100004' '.n = -1' '.n = "x"' '.row_bytes = 5' '.shard_columns = 0' \
    '.shards[1].crc32 = 5' '.shards[1].columns = 7' 'del(.shards)' '.shards = {}' '[]' '7'; do
    jq "$edit" index.json >board/index.json
    named "board/index.json: "
  done
  jq '.shards[1].file = "part-00000.npy"' index.json >board/index.json
  named "part-00000.npy is there twice"
  head -c 100 index.json >board/index.json
  named "board/index.json: it is not JSON"
  cp index.json board/
  ends 0 check board
  mkdir empty
  refused "there is no index.json" check empty
}

@test "a shard or an index that is no file of the folder is named" {
  make_board
  cp -r board good
  for name in part-00001.npy index.json; do
    rm board/$name
    ln -s ../good/$name board/$name
    named "board/$name: it is a link, not a file of the folder"
    rm board/$name
    ln -s $name board/$name # to itself
    named "board/$name: it is a link"
    rm board/$name
    mkfifo board/$name
    timeout 20 "$NQUEENS" check board 2>said && return 1
    says "board/$name: it is not a regular file"
    rm board/$name
    mkdir board/$name
    named "board/$name: it is not a regular file"
    rmdir board/$name
    cp good/$name board/
  done
  for file in "$PWD/good/part-00001.npy" ../good/part-00001.npy ./part-00001.npy .. ''; do
    jq --arg file "$file" '.shards[1].file = $file' good/index.json >board/index.json
    named "board/"
    never grep -F "$PWD/good" said
  done
  cp good/index.json board/
  ends 0 check board
}

@test "an index that is too long, too deep or hostile takes no memory" {
  make_board
  cp board/index.json index.json
  python3 - <<'PYTHON'
import json
index = json.load(open("index.json"))
def write(name, text):
    open(name, "w").write(text)
write("long", json.dumps(index) + " " * (1 << 20))
write("deep", "[" * 500000)
write("many", json.dumps({**index, "shard_columns": 1, "shards": index["shards"] * 3000}))
write("count", json.dumps({**index, "n": 1 << 40, "shard_columns": 1}))
write("escape", json.dumps({**index, "shards": [{**index["shards"][0], "file": "\u001b[31m"}] + index["shards"][1:]}))
write("zero", json.dumps(index).replace("part-00001.npy", "part-00001.npy\\u0000x"))
write("sign", json.dumps(index).replace(index["shards"][1]["crc32"], "-1234567"))
write("huge", json.dumps(index).replace('"n": 100003', '"n": 99999999999999999999'))
write("twice", json.dumps(index).replace('"n": 100003', '"n": 100003, "n": 100003'))
PYTHON
  truncate -s 3G sparse
  for kind in long deep many count escape zero sign huge twice sparse; do
    mv $kind board/index.json
    sanitized || ulimit -v 300000
    named "board/"
    never grep $'\033' said
  done
  cp index.json board/
  ends 0 check board
}

@test "a shard of another n, width or kind is named" {
  make_board
  cp board/part-00001.npy good.npy
  nq solve 100019 --seed 1 --shards 3 -o other/ --quiet
  cp other/part-00001.npy board/
  named "board/part-00001.npy: it has 133488 bytes, not 133468"
  nq solve $n --seed 1 --shards 3 --wide -o wide/ --quiet
  cp wide/part-00001.npy board/
  named "board/part-00001.npy: it has 266808 bytes, not 133468"
  for type in '<i4' '>u4' '<f4'; do
    sed "s/'<u4'/'$type'/" good.npy >board/part-00001.npy
    named "board/part-00001.npy: its header is not that of 33335 rows of 4 bytes"
  done
  cp good.npy board/part-00001.npy
  cp board/index.json index.json
  cp wide/index.json board/ # an index for other files
  named "board/part-00000.npy: it has 133468 bytes, not 266808"
  nq solve $n --seed 2 --shards 3 -o seed/ --quiet
  cp seed/index.json board/
  named "board/part-00000.npy: its CRC-32 is"
  cp index.json board/
  ends 0 check board
}

@test "the first conflict is named with both columns, whatever the memory" {
  nq solve $n --seed 1 --wide -o wide.npy --quiet
  # Column 500 takes the row of column 99000; then column 99000 one past the board.
  python3 - <<'PYTHON'
data = bytearray(open("wide.npy", "rb").read())
at = lambda column: slice(128 + 8 * column, 136 + 8 * column)
data[at(500)] = data[at(99000)]
open("double.npy", "wb").write(data)
data[at(99000)] = (2 ** 33).to_bytes(8, "little")
open("stray.npy", "wb").write(data)
PYTHON
  for memory in 0.00001 1; do
    ends 1 check --memory $memory double.npy
    grep -E 'double.npy:1: invalid n=100003 conflicts=[0-9]+ rows=1 .*columns [0-9]+ and [0-9]+ share ' out
    cp out first
    ends 1 check --memory $memory stray.npy
  done
  nq check --memory 0.00001 double.npy | cmp - first
  # The usual check reads such files too, and says the same.
  nq check double.npy | cmp - first
}

@test "a folder with other files or a board is left alone" {
  mkdir other
  touch other/notes.txt other/part-00000.npy
  refused "files that are no shards" solve $n -o other/
  [ -e other/part-00000.npy ]
  rm other/notes.txt
  refused "files that no unfinished run left" solve $n -o other/
  [ "$(ls -A other)" = part-00000.npy ]
  make_board
  cp -r board before
  refused "holds a board already" solve $n -o board/
  diff -r board before
  refused "No such file" solve $n -o none/board/
}

@test "killed at any time: no index, and the same command begins anew" {
  large=$(trimmed 3000017 1000003)
  nq solve "$large" --seed 1 --shards 4 -o whole/ --quiet
  for after in 0.02 0.1 0.2 0.3; do
    timeout -s KILL $after "$NQUEENS" solve "$large" --seed 1 --shards 4 -o board/ --quiet || true
    if [ -e board/index.json ]; then # it was faster
      diff -r board whole
      rm -r board
    elif [ -e board ]; then
      refused "there is no index.json" check board/
    fi
  done
  rm -rf board
  mkdir board
  echo rubbish >board/part-00002.npy
  echo rubbish >board/.index.json.part
  nq solve "$large" --seed 1 --shards 4 -o board/ --quiet
  diff -r board whole
}

@test "an interrupt or a time limit leaves nothing" {
  local status=0
  env --default-signal=INT "$NQUEENS" solve 300000000 -o board/ 2>said &
  at_work $!
  kill -INT $!
  wait $! || status=$?
  [ "$status" -eq 130 ]
  [ ! -e board ]
  ends 3 solve 30000000 --time-limit 0.05 -o board/
  [ ! -e board ]
  ends 3 solve 30000000 --time-limit 0.05 --wide -o board.npy
  [ ! -e board.npy ]
  mkdir board
  ends 3 solve 30000000 --time-limit 0.05 -o board/
  [ -z "$(ls -A board)" ]
}

@test "a full disk is an error before the work, and leaves nothing" {
  mkdir m
  mount -t tmpfs -o size=1m none m 2>/dev/null || skip "mounting needs root"
  refused "No space left on device" solve 4000000000 -o m/board/
  refused "No space left on device" solve 5000000000 -o m/board/
  refused "No space left on device" solve 5000000000 -o m/board.npy
  [ -z "$(ls -A m)" ]
}

@test "two runs cannot write to one folder" {
  mkdir board
  flock board/.index.json.part -c "'$NQUEENS' solve $n -o board/ 2>said" && return 1
  says "another run writes to this folder"
  [ "$(ls -A board)" = .index.json.part ]
}

@test "statistics name the method and the space" {
  nq solve $n --seed 1 -o board/ --stats stats.json
  jq -e '.method == "rounds" and .verdict == "solved" and .n == 100003 and .left_over > 0' stats.json
}
