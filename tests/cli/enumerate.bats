#!/usr/bin/env bats
# nqueens enumerate: every solution, classes, slices, formats, limits, errors.

load common

@test "all solutions in order, each valid" {
  ends 0 enumerate 8
  [ "$(wc -l <out)" -eq 92 ]
  [ "$(head -n 1 out)" = "0 4 7 5 2 6 1 3" ]
  LC_ALL=C sort -c -u out
  cp out boards
  says "n = 8: 92 solutions, "
  grep -Eq '[0-9]+ branches, [0-9]+ failures, [0-9.]+ (us|ms|s)$' said
  ends 0 check -q boards
  ends 0 enumerate 1
  prints 0
}

@test "no solution is exit code 1" {
  for n in 2 3; do
    ends 1 enumerate $n
    prints ""
    says "no solution exists for n = $n"
  done
  printf 'n 6\nqueen 0 0\n' >corner.txt
  ends 1 enumerate --instance corner.txt
  says "no solution exists"
}

@test "--fundamental: the least of each class" {
  ends 0 enumerate 8 --fundamental
  [ "$(wc -l <out)" -eq 12 ]
  [ "$(head -n 1 out)" = "0 4 7 5 2 6 1 3" ]
  says "12 fundamental solutions"
  printf 'n 8\nqueen 0 3\n' >three.txt
  refused "fundamental" enumerate --instance three.txt --fundamental
}

@test "--times: the number and time of each board, in formats with comments" {
  for format in line picture; do
    ends 0 enumerate 6 --times --format $format
    [ "$(grep -Ec '^# Solution [1-4], time = [0-9]+ ms$' out)" -eq 4 ]
    grep -v '^#' out >boards
    nq enumerate 6 --format $format | cmp - boards
    nq check out >valid
    [ "$(grep -c ': valid n=6' valid)" -eq 4 ]
  done
  ends 0 enumerate 9 --times --limit 3 --slice 1/4 -q
  grep -v '^#' out >boards
  nq enumerate 9 --limit 3 --slice 1/4 -q | cmp - boards
  for format in json npy svg; do
    refused -- "--times is for the formats line and picture" enumerate 6 --times --format $format -o new
    [ ! -e new ]
  done
}

@test "--stats: a JSON object, whatever the end" {
  ends 0 enumerate 8 --stats stats
  jq -e '.n == 8 and .solutions == 92 and .of == "solutions" and .end == "all" and .slice == "0/1"
         and .branches > 0 and .failures > 0 and .threads > 0 and .seconds >= 0' stats
  ends 0 enumerate 8 --fundamental --limit 5 --stats - -q
  jq -e '.solutions == 5 and .of == "classes" and .end == "limit"' said
  ends 1 enumerate 3 --stats stats
  jq -e '.solutions == 0 and .end == "all"' stats
  ends 3 enumerate 30 --time-limit .1 -o new --stats stats
  jq -e '.end == "time"' stats
  refused "/dev/full" enumerate 6 -o new --stats /dev/full
}

@test "--slice: the parts, in order, are the whole" {
  nq enumerate 9 >whole
  for slices in 1 2 5 40; do
    : >parts
    for ((k = 0; k < slices; k++)); do nq enumerate 9 --slice "$k/$slices" >>parts; done
    cmp whole parts
  done
  ends 0 enumerate 4 --slice 0/100
  prints ""
}

@test "--limit: the first of them" {
  nq enumerate 9 | head -n 17 >expected
  ends 0 enumerate 9 --limit 17
  cmp expected out
  says "17 solutions (the limit)"
}

@test "--instance: placed, blocked and excluded are kept" {
  printf 'n 8\nqueen 0 3\n' >placed.txt
  ends 0 enumerate --instance placed.txt
  cp out got
  nq enumerate 8 | grep '^3 ' >expected
  cmp expected got
  printf 'n 8\nblock 0 3\nblock 1 7\n' >blocked.txt
  ends 0 enumerate --instance blocked.txt
  cp out got
  nq enumerate 8 | grep -v -e '^3 ' -e '^[0-9] 7 ' >expected
  cmp expected got
}

@test "formats" {
  ends 0 enumerate 6 --format picture
  [ "$(grep -c '^[Q_]\( [Q_]\)\{5\}$' out)" -eq 24 ]
  ends 0 enumerate 6 --format json
  [ "$(jq -c .rows out | tail -n 1)" = "[4,2,0,5,3,1]" ]
  ends 0 enumerate 6 --one-based
  [ "$(head -n 1 out)" = "2 4 6 1 3 5" ]
  for suffix in txt pic json npy; do
    ends 0 enumerate 6 -o all.$suffix
    says "written to all.$suffix"
    nq check all.$suffix >checked
    [ "$(wc -l <checked)" -eq 4 ]
  done
  refused "--one-based" enumerate 6 --one-based --format picture
}

@test "bad input" {
  refused "either N or --instance" enumerate
  refused "N: " enumerate 0
  refused "N: " enumerate x
  refused "N: '1000' is out of range: it must be 1 to 64" enumerate 1000 --limit 1
  for slice in 4/4 -1/3 1/0 0/1000001; do
    refused "--slice: '$slice' is out of range: it must be K/M, part K of M, K from 0 to M - 1, M from 1 to 1000000" \
      enumerate 8 --slice="$slice"
  done
  for slice in x/y 1 1/ /2 1/2/3 ""; do
    refused "--slice: '$slice' is not a slice: it must be K/M" enumerate 8 --slice="$slice"
  done
  refused "limit" enumerate 8 --limit 0
  refused "threads" enumerate 8 --threads 0
  refused "missing.txt" enumerate --instance missing.txt
  ends 2 enumerate 10 -o missing/file.txt
}

@test "time limit: exit code 3, and no file" {
  ends 3 enumerate 40 --time-limit 0.1
  says "before the time limit"
  ends 3 enumerate 40 --time-limit 0.1 -o file.txt
  [ ! -e file.txt ]
  ends 3 enumerate 40 --time-limit 0.1 --format npy -o file.npy
  [ ! -e file.npy ]
}

@test "an interrupt ends it with 130" {
  "$NQUEENS" enumerate 40 -o file.txt 2>said &
  pid=$!
  at_work $pid
  ends_soon INT $pid
  [ $status -eq 130 ]
  [ ! -e file.txt ]
}

# summary: what was said, without the time.
summary() {
  sed 's/, [0-9.]* [um]*s$//' said
}

# same_on_threads ARGUMENT...: the same bytes, words and exit code whatever the threads.
same_on_threads() {
  local code=0 again threads
  nq enumerate "$@" --threads 1 >one || code=$?
  summary >words
  for threads in 2 3 8; do
    again=0
    nq enumerate "$@" --threads $threads >some || again=$?
    [ $again -eq $code ] || { echo "$*, $threads threads: exit code $again, not $code"; return 1; }
    cmp one some || { echo "$*, $threads threads"; return 1; }
    summary | diff words - || { echo "$*, $threads threads"; return 1; }
  done
}

@test "--threads changes nothing of what is written" {
  for n in $(trimmed '1 2 3 4 5 6 7 8 9 10 11 12' '1 3 4 8 12'); do
    same_on_threads "$n"
    same_on_threads "$n" --fundamental
  done
  for n in $(trimmed '1 3 8 10 11' '1 3 10'); do
    for format in picture json npy; do same_on_threads "$n" --format $format; done
    same_on_threads "$n" --one-based
  done
  for slice in 0/3 1/3 2/3 5/40; do
    same_on_threads 10 --slice $slice --format picture
    same_on_threads 11 --slice $slice
  done
  same_on_threads 6 --format svg
}

@test "--threads: limits end in order" {
  for limit in 1 91 92 93; do same_on_threads 8 --limit $limit; done
  for limit in 9999 10000 10001 14199 14200 14201; do same_on_threads 12 --limit $limit; done
  for format in picture npy; do same_on_threads 13 --limit 34567 --format $format; done
}

@test "--threads: instances" {
  printf 'n 12\nqueen 0 3\nblock 4 4\nblock 5 0\n' >some.txt
  same_on_threads --instance some.txt
  same_on_threads --instance some.txt --format json --slice 1/2
  printf 'n 6\nqueen 0 0\n' >corner.txt
  same_on_threads --instance corner.txt
}

# The queens that stand leave few parts, most of them with pictures for more than a buffer.
@test "--threads: memory does not grow with the parts" {
  ! sanitized || skip "a sanitizer takes more memory than any limit"
  printf 'n 18\nqueen 0 4\nqueen 1 1\nqueen 2 5\nqueen 3 8\n' >large.txt
  nq enumerate --instance large.txt --format picture --threads 1 >one
  [ "$(stat -c %s one)" -gt 1500000 ]
  (ulimit -v 120000 && nq enumerate --instance large.txt --format picture --threads 3) >rest
  cmp one rest
}

@test "--threads: a slow reader, a closed pipe, an interrupt" {
  nq enumerate 12 --threads 3 | (sleep 0.3 && cat) >slow
  nq enumerate 12 --threads 1 | cmp - slow
  for threads in 1 2 8; do
    { nq enumerate 20 --threads $threads || echo $? >code; } | head -n 1 >out
    [ "$(cat code)" -eq 2 ]
    [ "$(cat out)" = "0 2 4 1 3 12 14 11 17 19 16 8 15 18 7 9 6 13 5 10" ]
    says "standard output"
    mkfifo pipe.$threads
    (exec sleep 120) <pipe.$threads & # who reads nothing
    reader=$!
    "$NQUEENS" enumerate 20 --threads $threads >pipe.$threads 2>said &
    pid=$!
    catches $pid
    sleep 0.5
    kill -INT $pid
    status=0
    wait $pid || status=$?
    kill $reader
    [ $status -eq 130 ]
  done
}

@test "--threads: what is written before the time limit is a beginning" {
  ends 3 enumerate 18 --time-limit 0.1 --threads 3
  written=$(wc -l <out)
  # The limit comes while a board is searched for or while one is written.
  says "n = 18: $written solution$([ "$written" -eq 1 ] || echo s) before the time limit" ||
    says 'the time limit was reached while writing standard output'
  mv out some
  nq enumerate 18 --limit $((written + 1)) --threads 1 | head -n "$written" | cmp - some
}

@test "a closed pipe and a full disk are errors" {
  status=0
  { "$NQUEENS" enumerate 13 2>said || echo $? >code; } | head -n 1 >out
  [ "$(cat code)" -eq 2 ]
  says "standard output"
  [ -c /dev/full ] || skip "no /dev/full"
  ends 2 enumerate 8 -o /dev/full
  says "/dev/full"
}

@test "--quiet prints no messages" {
  ends 0 enumerate 8 --quiet
  [ ! -s said ]
}
