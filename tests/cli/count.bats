#!/usr/bin/env bats
# nqueens count: numbers, classes, slices, plans, interrupts, bad input.

load common
load count

# total FILE...: the sum of the numbers in the files.
total() {
  awk '{ sum += $1 } END { printf "%d\n", sum }' "$@"
}
# ---- Numbers ----

@test "the known numbers of solutions and classes for n = 1 to 14" {
  for n in $(seq 14); do
    known "$n" 2 >>all
    known "$n" 3 >>classes
  done
  # shellcheck disable=SC2046 # words
  ends 0 count $(seq 14)
  cmp out all
  # shellcheck disable=SC2046
  ends 0 count --fundamental $(seq 14)
  cmp out classes
  [ "$(wc -l <all)" -eq 14 ]
}

@test "one and two threads and all paths give the same" {
  for threads in 1 2 7; do
    ends 0 count 15 --threads $threads
    prints "$(known 15 2)"
  done
  "$NQUEENS" help count | sed -n '/^Paths:$/,/^$/s/^  //p' >paths
  grep -q portable paths
  while read -r path missing; do
    [ -z "$missing" ] || continue
    ends 0 count 14 13 --path "$path"
    prints "$(known 14 2)"$'\n'"$(known 13 2)"
  done <paths
}

@test "ranges, and a table of n, count and milliseconds" {
  for n in $(seq 14); do echo "$n $(known "$n" 2)"; done >all
  ends 0 count 1..14
  awk '{ print $2 }' all | cmp - out
  ends 0 count 1..14 --table
  [ ! -s said ]
  [ "$(awk 'NR == 1 { $1 = $1; print }' out)" = "n count milliseconds" ]
  awk 'NR > 1 { print $1, $2; if ($3 !~ /^[0-9]+[.][0-9]+$/) exit 1 }' out | cmp - all
  [ "$(awk '{ print length($0) }' out | sort -u | wc -l)" -eq 1 ]
  ends 0 count 12 5..6 6 --fundamental
  prints "$(for n in 12 5 6 6; do known "$n" 3; done)"
  ends 0 count 9..10 --estimate --relative-error 10 --seed 1 -q
  [ "$(cut -d ' ' -f 1 out)" = "n=9"$'\n'"n=10" ]
  refused "'9..7' is empty: the smaller size comes first" count 9..7
  refused "'0' is out of range" count 0..3
  refused "a single N" count 5..6 --checkpoint new
  refused "--json and --table" count 5..6 --json --table
  refused "--table cannot be combined with --estimate" count 5 --estimate --table
}

@test "--json and --stats: an object for each count" {
  ends 0 count 4..5 --json --stats stats -q
  cmp out stats
  jq -se 'map([.n, .count, .of]) == [[4, 2, "solutions"], [5, 10, "solutions"]]' out
  jq -e '.units == .units_done and .threads > 0 and .seconds >= 0' out
  ends 0 count 8 --fundamental --stats - -q
  prints 12
  jq -e '.count == 12 and .of == "classes"' said
  ends 0 count 8 --slice 1/3 --json -q
  jq -e '.slice == "1/3" and .units < 23' out
  printf 'n 9\nqueen 0 3\n' >some.txt
  ends 0 count --instance some.txt --json -q
  jq -e ".count == $(nq count --instance some.txt -q) and .nodes > 0 and .failures > 0" out
  ends 3 count 22 --time-limit .05 --stats stats --json --path portable
  cmp out stats
  jq -e '.n == 22 and .count == null and .units_done < .units' stats
  refused "--stats cannot be combined with --plan" count 8 --plan --stats stats
  ends 2 count 5 --stats /dev/full
  says "/dev/full"
}

@test "numbers from standard input, up to a 0" {
  printf '8\n5\n\n 10 8\r\n0\n9\n' >numbers
  ends 0 count - <numbers
  prints $'92\n10\n724\n92'
  [ "$(wc -l <said)" -eq 3 ]
  printf '6 1' >numbers # without an end
  ends 0 count - --fundamental --quiet <numbers
  prints $'1\n1'
  [ ! -s said ]
  ends 0 count - </dev/null
  prints ""
}

@test "an answer from standard input comes at once" {
  mkfifo questions answers
  "$NQUEENS" count - --quiet <questions >answers &
  exec 8>questions 9<answers # bats has 3 for itself
  for n in 4 12 6; do
    echo "$n" >&8
    read -r -t 20 answer <&9
    [ "$answer" = "$(known "$n" 2)" ]
  done
  exec 8>&- 9<&-
  wait $!
}

@test "the summary is a line on standard error, and --quiet keeps it" {
  ends 0 count 12 --threads 1
  grep -Eq '^nqueens: n = 12: 14200 solutions in [0-9.]+ [mu]?s \([0-9]+ units, 1 thread\)$' said
  ends 0 count 4 1 --fundamental
  says "n = 4: 1 class in"
  says "n = 1: 1 class in"
  ends 0 count 12 --quiet
  [ ! -s said ]
}

# ---- Slices ----

@test "slices add up to the whole" {
  for n in 1 4 9 13; do
    for parts in 1 3 8 "$(trimmed 40 5)"; do
      rm -f part.*
      for part in $(seq 0 $((parts - 1))); do
        nq count "$n" --quiet --slice "$part/$parts" >"part.$part"
      done
      [ "$(total part.*)" = "$(known "$n" 2)" ] || { echo "$n: $parts"; return 1; }
    done
  done
  nq count 13 --quiet --slice 0/2 >half
  [ "$(cat half)" -gt 0 ] && [ "$(cat half)" -lt "$(known 13 2)" ]
  ends 0 count 12 --slice 1/3
  says "in slice 1/3 in"
}

# ---- Plans ----

# value KEY [FIELD]: a value of the plan.
value() {
  awk -v key="$1" -v field="${2:-2}" '$1 == key { print $field }' out
}

@test "a plan has the units, and intervals around what is known" {
  ends 0 count 16 --plan --sample 200 --seed 3
  [ "$(value units)" -eq 3299 ]
  [ "$(value sample)" -eq 200 ]
  [ "$(value seed)" -eq 3 ]
  awk -v low="$(value solutions_interval)" -v high="$(value solutions_interval 3)" \
    -v known="$(known 16 2)" 'BEGIN { exit !(low < known && known < high && high < 2 * known) }'
  awk -v hours="$(value core_hours)" -v many="$(value hours_1000_cores)" \
    'BEGIN { exit !(hours > 0 && hours / 1000 > 0.99 * many && hours / 1000 < 1.01 * many) }'
  ends 0 count 10 --plan --sample 1000 # all units: the numbers themselves
  [ "$(value sample)" -eq "$(value units)" ]
  [ "$(value solutions_interval)" = 724 ] && [ "$(value solutions_interval 3)" = 724 ]
  ends 0 count 3 --plan
  [ "$(value units)" -eq 1 ]
}

@test "plans stop at the time limit, and take little memory for large boards" {
  ends 3 count 29 --plan --time-limit 0.5 --threads 1 --memory 1
  prints ""
  says "no plan: the time limit was reached after"
}

@test "plans that cannot be made" {
  refused "--plan: a single N is needed" count 8 9 --plan
  refused "--plan: a single N is needed" count - --plan
  refused "--checkpoint cannot be combined with --plan, which only counts a sample" count 8 --plan --checkpoint c
  refused "--sample is for --plan" count 8 --sample 7
  refused "--seed is for --estimate, --verify and --plan" count 8 --seed 7
  refused "--sample: '1' is out of range" count 8 --plan --sample 1
  refused "--memory: '-1' is out of range" count 8 --memory -1
  refused "--instance cannot be combined with --plan" count --plan --instance x
}

# ---- Limits and interrupts ----

@test "a time limit ends with 3 and no number" {
  ends 3 count 20 --time-limit 0.2 --path portable --threads 1
  prints ""
  grep -Eq 'n = 20 not counted: the time limit was reached after .* [0-9]+ of [0-9]+ units done; --checkpoint' said
  ends 3 count 8 20 --time-limit 0.2 --path portable --threads 1
  prints 92
  ends 0 count 10 --time-limit 50
}

@test "an interrupt ends a count within a second, with its progress and how to continue" {
  for signal in INT TERM; do
    slowly 20 --checkpoint c >out &
    pid=$!
    wait_for_records c 2
    ends_soon $signal $pid
    [ "$status" -eq 130 ]
    prints ""
    says "n = 20 not counted: interrupted after"
    says "units done; the same command continues from c"
    rm c
  done
}

@test "an interrupt also ends the start of a large count" {
  slowly 24 >out &
  pid=$!
  at_work $pid
  ends_soon INT $pid
  [ "$status" -eq 130 ]
  says "n = 24 not counted: interrupted after"
}

@test "computing the classes of a finished count is interrupted and limited too" {
  ends 3 count 26 --time-limit 0 --checkpoint c
  record="done 0 2602198 n 26 count $(known 26 2) milliseconds 1 path avx2 version 1"
  crc=$(/usr/bin/python3 -c 'import sys, zlib; print("%08x" % zlib.crc32(sys.argv[1].encode()))' "$record")
  echo "$record crc $crc" >>c
  ends 0 count 26 --checkpoint c
  prints "$(known 26 2)"
  ends 3 count 26 --fundamental --checkpoint c --time-limit 0.2
  prints ""
  says "n = 26: $(known 26 2) solutions, but their classes were not counted: the time limit was reached"
  slowly 26 --fundamental --checkpoint c >out &
  pid=$!
  at_work $pid
  ends_soon INT $pid
  [ "$status" -eq 130 ]
  says "but their classes were not counted: interrupted"
}

@test "too little memory is an error before the work begins" {
  sanitized && skip "a sanitizer takes more address space than the limit"
  (ulimit -v 2000000 && refused "counting n = 25 needs 3." count 25 --threads 1)
  says "GiB of memory, but only"
  # With less, there are no tables.
  (ulimit -v 2000000 && ends 3 count 27 --threads 1 --memory 1 --time-limit 0.2)
}

# ---- Bad input ----

@test "numbers out of range name the value, the range and the reason" {
  refused "N: '0' is out of range: it must be 1 to 29" count 0
  for n in 30 1e3 4294967304 1e99; do
    refused "N: '$n' is out of range: it must be 1 to 29, so that the diagonals of a half board fit in 64 bits" count "$n"
  done
  refused "'-5' is out of range: N must be 1 to 29" count -5
  for n in x 3.5 '' 8x; do refused "N: '$n' is not a whole number: it must be 1 to 29" count "$n"; done
  refused "N: 'x'" count 8 x # and nothing is counted before
  refused "N is needed" count
  refused "'-' must be given alone" count 8 -
  refused "'-' must be given alone" count - 8
}

@test "numbers from standard input name their line" {
  for bad in x 30 -1 8.5; do
    printf '8\n\n %s\n' "$bad" >numbers
    ends 2 count - <numbers
    prints 92
    says "-:3: '$bad' is"
    says "it must be 1 to 29"
  done
  head -c 100000 /dev/zero >numbers
  ends 2 count - <numbers
  [ "$(wc -c <said)" -lt 300 ]
  ends 2 count - <.
  says "-: reading failed: Is a directory"
}

@test "slices that do not exist" {
  for slice in 4/4 -1/3 5/3 0/0 1/0 0/4294967297 18446744073709551616/3; do
    refused "--slice: '$slice' is out of range: it must be K/M, part K of M, K from 0 to M - 1" \
      count 8 --slice "$slice"
  done
  for slice in x/y 1 /3 1/ 1/2/3 '' / 1.5/2 1/-3 '1 /2'; do
    refused "--slice: '$slice' is not a slice: it must be K/M" count 8 --slice "$slice"
  done
  ends 0 count 8 --slice 0/4294967296
}

@test "options that are out of range or cannot be combined" {
  refused "--threads: '0' is out of range: it must be 1 to 1024" count 8 --threads 0
  refused "--time-limit: '-1' is out of range" count 8 --time-limit -1
  refused "--path: 'magic' is not known: it must be " count 8 --path magic
  refused "--fundamental cannot be combined with --slice" count 8 --fundamental --slice 0/2
  refused "--checkpoint: a file keeps the count of a single N" count 8 9 --checkpoint c
  refused "--checkpoint: a file keeps the count of a single N" count - --checkpoint c
  refused "--merge: N and then the checkpoint files are needed" count 8 --merge
  refused "--merge: N and then the checkpoint files are needed" count --merge - c
  refused "N is needed" count --merge
  refused "N: 'c' is not a whole number" count --merge c d
  for option in "--slice 0/2" "--checkpoint d" "--threads 2" "--time-limit 1" "--path portable"; do
    # shellcheck disable=SC2086 # an option and its value
    refused " cannot be combined with --merge, which only adds up files" count 8 --merge c $option
  done
  refused "unrecognized option '--magic'" count 8 --magic
  [ ! -e c ]
}

@test "a full device and a closed pipe" {
  [ -c /dev/full ] || skip "there is no /dev/full"
  status=0
  "$NQUEENS" count 8 9 >/dev/full 2>said || status=$?
  [ "$status" -eq 2 ]
  says "standard output: No space left on device"
}

@test "the help has every option" {
  ends 0 count --help
  for option in fundamental threads slice checkpoint merge verify plan sample memory seed instance first-diagonals time-limit path quiet; do
    grep -q -- "--$option" out
  done
  ends 0 --help
  grep -q '^  count ' out
}
