#!/usr/bin/env bats
# nqueens count --checkpoint: continuing, damage, merging, counting again.

load common
load count

# ---- Checkpoints ----

@test "a count killed at any moment continues" {
  n=$(trimmed 17 16)
  for delay in 0.05 0.1 0.3 0.2 0.25; do
    slowly "$n" --checkpoint c >out &
    pid=$!
    sleep $delay
    [ $delay != 0.25 ] || wait_for_records c 1 # at last, on a busy machine
    kill -KILL $pid 2>/dev/null || true
    wait $pid || true
    [ ! -s out ] || break # a fast machine
  done
  records=$(wc -l <c)
  [ "$records" -gt 1 ]
  ends 0 count "$n" --checkpoint c
  prints "$(known "$n" 2)"
  says "of them earlier"
  ends 0 count "$n" --checkpoint c # all of it is there
  prints "$(known "$n" 2)"
  ends 0 count "$n" --fundamental --checkpoint c
  prints "$(known "$n" 3)"
}

# forge FILE LINE RECORD: that line becomes this record, with its checksum.
forge() {
  local crc
  crc=$(/usr/bin/python3 -c 'import sys, zlib; print("%08x" % zlib.crc32(sys.argv[1].encode()))' "$3")
  sed -i "$2s/.*/$3 crc $crc/" "$1"
}

@test "units in the checkpoint are not counted again" {
  nq count 14 --slice 0/2 --checkpoint c >out
  line=$(sed -n 2p c)
  body=${line% crc *}
  count=$(echo "$body" | cut -d' ' -f7)
  forge c 2 "${body/count $count/count $((count + 1000))}"
  ends 0 count 14 --slice 0/2 --checkpoint c
  prints $(($(cat out) > 1000 ? $(nq count 14 --slice 0/2) + 1000 : 0))
}

@test "a forged record is named, and no number is printed" {
  nq count 8 --checkpoint whole >out
  record=$(sed -n '2s/ crc .*//p' whole)
  for count in 18446744073709551615 -5 18446744073709551616 93; do
    cp whole c
    was=$(cut -d" " -f7 <<<"$record")
    forge c 2 "${record/count $was /count $count }"
    cp c before
    refused "c:2: " count 8 --merge c
    says "$count"
    refused "c:2: " count 8 --checkpoint c
    says "$count"
    refused "c:2: " count 8 --checkpoint c --quiet
    cmp c before
  done
  units=$(sed -n '1s/.* units \([0-9]*\) .*/\1/p' whole)
  sed -i '3,$d' c
  forge c 2 "done 0 $units n 8 count 91 milliseconds 0 path avx2 version 1"
  for with in --merge --checkpoint; do
    refused "the records add up to 91 solutions, but n = 8 has 92" count 8 $with c
  done
}

@test "a large file that is not a checkpoint is refused in little memory" {
  truncate -s 3G c
  (
    sanitized || ulimit -v 1000000
    refused "c:1: this is not the header of a counting checkpoint" count 8 --checkpoint c
    refused "c:1: this is not the header of a counting checkpoint" count 8 --merge c
  )
}

@test "a torn last record is dropped, reported and counted again, wherever it is cut" {
  nq count 13 --checkpoint whole >out
  size=$(stat -c %s whole) last=$(tail -1 whole | wc -c)
  for cut in 1 2 9 $((last - 1)) $((last + 1)); do
    head -c $((size - cut)) whole >c
    ends 0 count 13 --checkpoint c
    prints "$(known 13 2)"
    says "c:$(($(wc -l <whole) - (cut > last ? 1 : 0))): the last line was torn and is dropped"
    ends 0 count 13 --checkpoint c
    [ "$(wc -l <said)" -eq 1 ]
  done
  : >c # killed before the first line
  ends 0 count 13 --checkpoint c
  prints "$(known 13 2)"
}

@test "corruption in the middle is named, and the file left as it is" {
  nq count 13 --checkpoint whole >out
  sed '3s/count [0-9]/count 1/; 3s/count 1/count 11/' whole >c
  cp c before
  refused "c:3: the record is damaged and is not the last one" count 13 --checkpoint c
  refused "c:3: the record is damaged" count 13 --merge c
  cmp c before
  sed 's/n 13/n 12/' whole >c
  refused "c:1: this is not the header of a counting checkpoint" count 13 --checkpoint c
}

@test "checkpoints of another n or of another kind are refused" {
  nq count 12 --checkpoint c >out
  refused "c:1: the checkpoint is for n = 12, not for n = 13" count 13 --checkpoint c
  refused "c:1: the checkpoint is for n = 12, not for n = 13" count 13 --merge c
  echo "1 3 0 2" >board
  refused "board:1: this is not the header of a counting checkpoint" count 4 --checkpoint board
  [ "$(cat board)" = "1 3 0 2" ]
  nq count 12 --slice 0/3 --checkpoint s >out
  sed -i '3,$d' c
  forge c 2 "done 0 252 n 12 count 14200 milliseconds 0 path avx2 version 1"
  refused "is partly outside of the slice" count 12 --slice 1/100 --checkpoint c
  ends 0 count 12 --slice 0/3 --checkpoint s
  cmp out <(nq count 12 --slice 0/3)
}

@test "checkpoints that cannot be written" {
  mkdir d
  refused "d: cannot open: Is a directory" count 8 --checkpoint d
  refused "none/c: cannot open: No such file or directory" count 8 --checkpoint none/c
  refused ": cannot open: No such file or directory" count 8 --checkpoint ''
  refused "/dev/null: a checkpoint must be a regular file" count 8 --checkpoint /dev/null
  refused "--checkpoint: '-' is standard output, but a file is needed" count 8 --checkpoint -
  [ "$(id -u)" -ne 0 ] || return 0 # root may write anywhere
  : >c
  chmod 444 c
  refused "c: cannot open: Permission denied" count 8 --checkpoint c
}

@test "a checkpoint that may not grow is an error, and keeps its records" {
  (limit_files 1 && ends 2 count 17 --checkpoint c --threads 2 --time-limit 50) || skip "fast"
  says "c: cannot write: File too large"
  prints ""
  tail -c 1 c | od -An -c | grep -q '\\n'
  ends 0 count 17 --checkpoint c
  prints "$(known 17 2)"
}

@test "one process at a time writes a checkpoint" {
  slowly 20 --checkpoint c >first &
  pid=$!
  wait_for_records c 1
  refused "c: another process is writing this checkpoint" count 20 --checkpoint c
  kill -KILL $pid
  wait $pid || true
}

# ---- Merging ----

# parts N M: the checkpoints 0 .. M - 1 of the slices.
parts() {
  for part in $(seq 0 $(($2 - 1))); do
    nq count "$1" --slice "$part/$2" --checkpoint "$part" >out
  done
}

@test "checkpoints of slices merge" {
  parts 14 3
  ends 0 count 14 --merge 0 1 2
  prints "$(known 14 2)"
  says "3 files"
  ends 0 count --merge --fundamental 14 2 0 1 --quiet
  prints "$(known 14 3)"
  [ ! -s said ]
}

@test "missing units are named, and no number is printed" {
  parts 13 3
  ends 3 count 13 --merge 0 2
  prints ""
  grep -Eq 'units [0-9]+ to [0-9]+ are missing' said
  grep -Eq 'n = 13 not counted: [0-9]+ of [0-9]+ units are missing' said
  sed -i '$d' 2
  ends 3 count 13 --merge 0 1 2
  [ "$(grep -c 'are missing' said)" -eq 2 ]
  grep -v 'done 0 ' 0 >gap
  ends 3 count 13 --merge gap 1 2
  says "units 0 to"
}

@test "duplicate units are named, and no number is printed" {
  parts 13 2
  nq count 13 --slice 1/3 --checkpoint third >out
  ends 2 count 13 --merge 0 1 third
  prints ""
  grep -Eq 'units [0-9]+ to [0-9]+ are in [01]:[0-9]+ and in third:[0-9]+' said
  says "n = 13 not counted"
  says "are in the files more than once"
  ends 2 count 13 --merge 0 0 1
  [ "$(wc -l <said)" -le 12 ]
}

@test "files that cannot be merged" {
  parts 12 2
  refused "none: cannot open: No such file or directory" count 12 --merge 0 none
  refused "." count 12 --merge 0 .
  mkfifo pipe
  refused "pipe: a checkpoint must be a regular file" count 12 --merge 0 pipe
  : >empty
  refused "empty:1: this is not the header" count 12 --merge 0 1 empty
}

@test "checkpoints of version 0.1 are continued and merged" {
  nq count 13 --slice 1/2 --checkpoint two >out
  {
    sed -n 1p two | sed 's/format 2/format 1/; s/ crc .*//'
    sed 1d two | sed 's/ n 13//; s/ path .*//'
  } >body
  : >old
  while read -r line; do
    echo >>old
    forge old "$(($(wc -l <old)))" "$line"
  done <body
  grep -q '^nqueens-count format 1 numbering 1 n 13 ' old
  [ "$(wc -l <old)" -eq "$(wc -l <two)" ]
  nq count 13 --slice 0/2 --checkpoint one >out
  ends 0 count 13 --merge one old
  prints "$(known 13 2)"
  ends 0 count 13 --checkpoint old
  prints "$(known 13 2)"
  says "of them earlier"
  grep -q ' n 13 count .* path [a-z0-9]* version [0-9.]* crc ' old
  ends 0 count 13 --merge old
  prints "$(known 13 2)"
}

@test "a record of another n, and an unknown format, are named" {
  nq count 12 --checkpoint c >out
  nq count 13 --checkpoint other >out
  cp c whole
  sed -n 2p other >>c
  refused "c:$(wc -l <c): the record is of n = 13, not of n = 12" count 12 --merge c
  refused "c:$(wc -l <c): the record is of n = 13, not of n = 12" count 12 --verify 1% c
  cp whole c
  forge c 1 "$(sed -n '1s/format 2/format 3/; 1s/ crc .*//p' c)"
  refused "c:1: the checkpoint has format 3, this version reads formats 1 and 2" count 12 --merge c
}

# ---- Counting again ----

@test "a share of the records is counted again, by another path" {
  nq count 14 --checkpoint c >out
  ends 0 count 14 --verify 10% c --seed 1
  prints "$(known 14 2)"
  grep -Eq 'n = 14: counted again: [0-9]+ of [0-9]+ records, [0-9]+ of 890 units \([0-9.]+ %\), in .* \(seed 1\): 0 wrong' said
  says "n = 14: 365596 = 8 x 45647 + 4 x 105 + 2 x 0: "
  ends 0 count 14 --verify 100 c --quiet --path simple
  prints "$(known 14 2)"
  [ ! -s said ]
  ends 0 count --verify 5% --fundamental 14 c --quiet
  prints "$(known 14 3)"
  cp c half
  sed -i '5,$d' half
  ends 3 count 14 --verify 100% half
  prints ""
  says "are missing"
  says ": 0 wrong"
  ends 2 count 14 --verify 100% half c
  says "in the files more than once"
}

@test "a wrong record is found by counting again" {
  nq count 14 --checkpoint c >out
  record=$(sed -n '4s/ crc .*//p' c)
  count=$(cut -d" " -f7 <<<"$record")
  forge c 4 "${record/count $count /count $((count + 8)) }" # a multiple of 8 may be a wrong sum
  path=$(cut -d" " -f11 <<<"$record")
  ends 1 count 14 --verify 100% c
  prints ""
  grep -Eq "c:4: units [0-9]+ to [0-9]+ have $count solutions, counted by [a-z0-9]+; the record has $((count + 8)), counted by $path" said
  never grep "counted by $path; the record" said # another one
  says ": 1 wrong"
  [ "$(grep -c 'c:' said)" -eq 1 ]
  refused "c:" count 14 --merge c
}

@test "counting again is limited and interrupted" {
  n=$(trimmed 17 16)
  nq count "$n" --checkpoint c >out
  ends 3 count "$n" --verify 100% c --path simple --time-limit 0.3
  prints ""
  says "the audit is not complete: the time limit was reached"
}

@test "shares that are none" {
  for share in 0 101% -1 x % '' 1e9 nan; do
    refused "--verify: '$share' is not a share: it must be P or P%, over 0 and at most 100" \
      count 8 --verify "$share" c
  done
  refused "--verify: N and then the checkpoint files are needed" count 8 --verify 5%
  refused "--checkpoint cannot be combined with --verify, which reads files" count 8 --verify 5% c --checkpoint d
  refused "--merge and --verify cannot be combined" count 8 --verify 5% --merge c
}
