#!/usr/bin/env bats
# nqueens check: verdicts, their words, exit codes, formats, files that cannot be read.

load common

@test "one verdict per line, as documented" {
  printf '1 3 0 2\n# a comment\n\n0 1 2 3\n' >boards
  ends 1 check boards
  prints "boards:1: valid n=4
boards:4: invalid n=4 conflicts=6 rows=0 rising=0 falling=6 (columns 0 and 1 share falling diagonal 3)"
  [ ! -s said ]
}

@test "conflicts are counted by direction, and the first pair is named" {
  printf '0 4 7 5 2 7 1 3\n' >board
  ends 1 check board
  [[ "$(cat out)" == "board:1: invalid n=8 conflicts="*" rows=1 rising="*" falling="*" (columns 2 and 5 share row 7)" ]]
  printf '2 2 2\n' >board
  ends 1 check board
  prints "board:1: invalid n=3 conflicts=3 rows=3 rising=0 falling=0 (columns 0 and 1 share row 2)"
  printf '3 2 1 0\n' >board
  ends 1 check board
  prints "board:1: invalid n=4 conflicts=6 rows=0 rising=6 falling=0 (columns 0 and 1 share rising diagonal 3)"
}

@test "rows out of range and empty columns are verdicts" {
  printf '1 3 0 4\n1 . 0 2\n. . 0 2\n' >boards
  ends 1 check boards
  grep -q '^boards:1: invalid n=4 .*(column 3 has row 4, outside 0..3)$' out
  grep -q '^boards:2: invalid n=4 .*(column 1 is empty)$' out
  grep -q '^boards:3: invalid n=4 .*(column 0 is empty, and 1 more)$' out
}

@test "standard input, with and without -" {
  ends 0 check <<<"1 3 0 2"
  prints "-:1: valid n=4"
  ends 0 check - <<<"1 3 0 2"
  prints "-:1: valid n=4"
}

@test "several files; an error wins over an invalid board, and the rest is still checked" {
  echo '1 3 0 2' >good
  echo '0 0' >bad
  printf '1 3 x 2\n2 0 3 1\n' >broken
  ends 0 check good good
  [ "$(wc -l <out)" -eq 2 ]
  ends 1 check good bad good
  [ "$(wc -l <out)" -eq 3 ]
  ends 2 check missing bad broken good
  grep -q '^bad:1: invalid' out
  grep -q '^broken:2: valid n=4$' out
  grep -q '^good:1: valid n=4$' out
  says "missing: No such file or directory"
  says "broken:1: "
  ends 2 check . good
  grep -q '^good:1: valid n=4$' out
}

@test "--json gives back the names of files, whatever their bytes" {
  command -v python3 >/dev/null || skip "python3 is not installed"
  local names=($'a\xc2\x9bb' $'\x7f' $'\xff\x80' $'\xff' $'\xc3\xbc' $'\e[2J' $'\xef\xb7\x99\xef\xb7\x9b')
  mkdir d
  for name in "${names[@]}"; do echo 1 3 0 2 >"d/$name"; done
  (cd d && "$NQUEENS" check --json -- * >../out)
  never env LC_ALL=C grep -q $'[\x01-\x08\x0b-\x1f\x7f-\x9f\xff]' <(tr -d '\274\303' <out)
  jq -e .valid out >/dev/null
  grep -qF '"a\u009bb"' out
  grep -qF '"\udcff\udc80"' out
  python3 -c 'import json, os
assert sorted(os.listdir(b"d")) == sorted(os.fsencode(json.loads(line)["file"]) for line in open("out", "rb"))'
}

@test "--json reports the same" {
  printf '1 3 0 2\n0 0 2 3\n' >boards
  ends 1 check --json boards
  [ "$(jq -c '[.file, .line, .valid, .n, .conflicts, .rows, .rising, .falling]' out | head -1)" = \
    '["boards",1,true,4,0,0,0,0]' ]
  [ "$(jq -c 'select(.valid | not) | [.line, .n, .conflicts, .rows, .rising, .falling]' out)" = \
    '[2,4,4,1,0,3]' ]
  jq -se '.[1].reason == "columns 0 and 1 share row 0"' out
}

@test "--quiet does not mention valid boards" {
  printf '1 3 0 2\n0 0\n' >boards
  ends 1 check --quiet boards
  [ "$(wc -l <out)" -eq 1 ]
  grep -q '^boards:2: invalid n=2 ' out
}

@test "--instance checks the boards against it" {
  printf 'n 4\nqueen 0 1\n' >placed
  printf 'n 4\nblock 2 0\n' >blocked
  printf 'n 4\nexclude rising 1\n' >excluded
  printf 'n 5\n' >other
  printf '2 0 3 1\n' >board
  ends 1 check --instance placed board
  grep -qF '(column 0 has row 2, but a queen is placed on row 1)' out
  ends 0 check --instance placed <<<"1 3 0 2"
  ends 0 check --instance blocked board
  ends 1 check --instance blocked <<<"1 3 0 2"
  grep -qF '(column 2, row 0 is blocked)' out
  ends 1 check --instance excluded board
  grep -qF '(column 1, row 0 is on excluded rising diagonal 1)' out
  ends 1 check --instance other board
  grep -qF '(the instance has n=5)' out
  refused "missing: No such file" check --instance missing board
  printf 'n 4\nqueen 0 9\n' >wrong
  refused "wrong:2: queen: row 9 is out of range: it must be 0 to 3" check --instance wrong board
}

@test "formats are recognised, or named with --from" {
  for format in line picture json npy; do
    nq solve 20 --seed 3 --format $format >"board.$format"
    ends 0 check "board.$format"
    ends 0 check --from $format "board.$format"
    ends 0 check - <"board.$format"
  done
  refused "board.line:1: " check --from json board.line
  refused "--from: 'xml' is not known" check --from xml board.line
}

@test "boards of another base, and of no stated n, in JSON" {
  ends 0 check <<<'{"n":4,"base":1,"rows":[2,4,1,3]}'
  ends 0 check <<<'{"rows":[1,3,0,2]}'
  ends 2 check <<<'{"n":5,"rows":[1,3,0,2]}'
}

@test "carriage returns, a byte order mark, blanks and no last line end" {
  printf '1 3 0 2\r\n2 0 3 1\r\n' >crlf
  ends 0 check crlf
  [ "$(wc -l <out)" -eq 2 ]
  printf '\357\273\2771 3 0 2\n' >bom
  ends 0 check bom
  printf '  1\t3  0 2  ' >blanks
  ends 0 check blanks
}

@test "ten megabytes on one line" {
  nq solve 1500000 --seed 1 -q >board
  [ "$(wc -c <board)" -gt 10000000 ]
  [ "$(wc -l <board)" -eq 1 ]
  ends 0 check board
  prints "board:1: valid n=1500000"
}

@test "anything but a board is an error with file and line, without a verdict" {
  : >empty
  refused "empty: " check empty
  printf '# nothing\n\n' >comments
  refused "comments: " check comments
  printf '1 3\0 0 2\n' >nul
  refused "nul:1: " check nul
  printf '\0\0\0\0' >zeros
  refused "zeros" check zeros
  printf '1 3 -1 2\n' >negative
  refused "negative:1: " check negative
  printf '1 3 0.5 2\n' >real
  refused "real:1: " check real
  printf '1 3 99999999999999999999 2\n' >huge
  ends 2 check huge || ends 1 check huge
  printf '{"rows":[1,3,0' >cut.json
  refused "cut.json:1: " check cut.json
  printf 'Q _\n_\n' >picture
  refused "picture:" check picture
  # Bytes above ASCII and line ends: noise without a line that happens to be a number.
  /usr/bin/python3 -c 'import random, sys
random.seed(1)
sys.stdout.buffer.write(bytes(random.choice([10, *range(128, 256)]) for _ in range(100000)))' >noise
  refused "noise" check noise
  head -c "$(trimmed 10000000 2000000)" /dev/zero | tr '\0' x >xs
  refused "xs:1: " check xs
}

# make_npy [FILE EXPRESSION]...: save what numpy makes of each.
make_npy() {
  /usr/bin/python3 -c 'import sys, numpy as np
for name, text in zip(sys.argv[1::2], sys.argv[2::2]): np.save(name, eval(text))' "$@"
}

@test "npy files that numpy saves, right and wrong" {
  /usr/bin/python3 -c 'import numpy' || skip "python3-numpy is not installed"
  local types=(u1 i1 '<u2' '<i2' '<u4' '<i4' '<u8' '<i8' '>u2' '>i2' '>u4' '>i4' '>u8' '>i8') arrays=()
  for type in "${types[@]}"; do arrays+=("$type.npy" "np.array([1, 3, 0, 2], dtype='$type')"); done
  make_npy "${arrays[@]}" two.npy "np.array([[1, 3, 0, 2], [0, 1, 2, 3]])" real.npy "np.array([1.0, 3, 0, 2])" \
    below.npy "np.array([1, 3, -1, 2], dtype='>i8')" columns.npy "np.asfortranarray([[1, 3, 0, 2], [2, 0, 3, 1]])" \
    cube.npy "np.zeros((2, 2, 2), dtype='u4')" letters.npy "np.array(['a', 'b'])" none.npy "np.zeros((0,), dtype='u4')" \
    native.npy "np.array([1, 3, -1, 2])"
  for type in "${types[@]}"; do
    mv "$type.npy" b.npy
    ends 0 check b.npy
    prints "b.npy:1: valid n=4"
  done
  mv two.npy b.npy
  ends 1 check b.npy
  grep -q '^b.npy:2: invalid n=4 conflicts=6' out
  mv real.npy b.npy
  refused "floating-point" check b.npy
  mv below.npy b.npy
  refused "column 2 has row -1" check b.npy
  mv columns.npy b.npy
  refused "Fortran order" check b.npy
  mv cube.npy b.npy
  refused "3 dimensions" check b.npy
  mv letters.npy b.npy
  refused "b.npy" check b.npy
  mv none.npy b.npy
  refused "b.npy" check b.npy
  mv native.npy b.npy
  ends 1 check b.npy || ends 2 check b.npy
}

@test "npy files cut short, too long, or with a shape that lies" {
  nq solve 100 --seed 1 -q -o b.npy
  size=$(stat -c %s b.npy)
  for bytes in 1 5 6 8 9 10 60 127 128 129 $((size - 1)); do
    head -c "$bytes" b.npy >cut.npy
    refused "cut.npy" check cut.npy
  done
  cat b.npy <(printf x) >long.npy
  ends 2 check long.npy
  for shape in '(101,) ' '(4294967295,)' '(99999999999999999999,)' '(4294967296,)' '(18446744073709551615, 8)'; do
    /usr/bin/python3 - "$shape" <<'P' || skip "python3 is not installed"
import sys
data = open("b.npy", "rb").read()
header = data[10:128].replace(b"(100,)", sys.argv[1].encode()).rstrip()
open("lie.npy", "wb").write(data[:10] + header[:117].ljust(117) + b"\n" + data[128:])
P
    ends 2 check lie.npy
    says "lie.npy"
  done
}

@test "a closed pipe or a full disk is an error" {
  yes "1 3 0 2" | head -n 20000 >boards
  [ -c /dev/full ] || skip "there is no /dev/full"
  status=0
  "$NQUEENS" check boards >/dev/full 2>said || status=$?
  [ "$status" -eq 2 ]
  says "standard output: No space left on device"
  status=0
  "$NQUEENS" check boards >&- 2>said || status=$?
  [ "$status" -eq 2 ]
  mkfifo pipe
  : <pipe &
  status=0
  "$NQUEENS" check boards >pipe 2>said || status=$?
  [ "$status" -eq 2 ]
  says "Broken pipe"
}

@test "an endless stream of boards is checked as long as the verdicts are read" {
  mkfifo pipe
  yes '1 3 0 2' >pipe &
  { timeout --kill-after=1 60 "$NQUEENS" check <pipe 2>said || echo $? >code; } | head -n 1 >out
  wait
  prints '-:1: valid n=4'
  [ "$(cat code)" -eq 2 ]
  says "standard output: Broken pipe"
}

@test "of many errors in a file the first 20 are reported, and the number of others" {
  for _ in $(seq 25); do echo 1 x; done >noise
  cp noise again
  { head -20 noise; echo 1 3 0 2; } >few
  ends 2 check --from list noise again few
  [ "$(grep -c '^nqueens: noise:[0-9]*: ' said)" -eq 20 ]
  says "nqueens: noise: 5 more errors"
  says "nqueens: again: 5 more errors"
  [ "$(grep -c '^nqueens: few:' said)" -eq 20 ]
  prints "few:21: valid n=4"
  head -21 noise >"./more"
  ends 2 check --from list ./more
  says "nqueens: ./more: 1 more error"
  bytes=$(trimmed 20000000 4000000)
  head -c "$bytes" /dev/zero | openssl enc -aes-128-ctr -K 01 -iv 01 2>warnings >random ||
    head -c "$bytes" /dev/urandom >random
  ends 2 check --quiet --from list random
  [ "$(wc -l <said)" -le 21 ]
}

# resident COMMAND...: run it, its exit code; the file `kilobytes` gets the most that it had resident.
resident() {
  /usr/bin/python3 -c 'import resource, subprocess, sys
code = subprocess.call(sys.argv[1:], timeout=60)
open("kilobytes", "w").write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(code)' "$@"
}

@test "a short answer to a large board takes little memory" {
  echo 'n 500000000' >large
  printf 's SATISFIABLE\nv 1 0\n' >sat
  printf 'sat\n((q_1_1 true))\n' >smt
  printf 'queens = [1];\n----------\n' >minizinc
  printf 'Answer: 1\nqueen(1,1)\nSATISFIABLE\n' >asp
  printf '1 3 0 2\n1 3 0 2\n' >two
  for answer in sat smt minizinc asp two; do
    status=0
    resident "$NQUEENS" check --instance large $answer >out 2>said || status=$?
    [ "$status" -eq 1 ]
    grep -q "^$answer:[12]: invalid n=" out
    [ $answer = two ] || grep -q "(1 queen for 500000000 columns)" out
    sanitized || [ "$(cat kilobytes)" -lt 100000 ] || { cat kilobytes; return 1; }
  done
}

@test "gzip: files and pipes, of one member or several, of any format" {
  nq enumerate 8 -q >boards
  gzip -k boards
  cat boards.gz boards.gz >twice.gz
  ends 0 check -q boards.gz
  ends 0 check twice.gz
  [ "$(grep -c '^twice.gz:[0-9]*: valid n=8$' out)" -eq 184 ]
  ends 0 check - <twice.gz
  [ "$(wc -l <out)" -eq 184 ]
  cat boards.gz boards.gz | nq check >out
  [ "$(wc -l <out)" -eq 184 ]
  nq solve 100000 --seed 1 -q -o large.npy
  gzip large.npy
  ends 0 check large.npy.gz
  prints "large.npy.gz:1: valid n=100000"
  gzip <"$ROOT/tests/answers/opb-unsat.txt" >unsat.gz
  ends 3 check unsat.gz
  ends 0 draw boards.gz --index 3 -o picture.svg
}

@test "gzip: instances, in files and pipes" {
  printf 'n 8\nqueen 0 3\nblock 1 1\n' >native
  printf 'letting n = 8\nletting blocks = [[1, 1]]\n' >csplib
  for instance in native csplib; do
    gzip -k $instance
    for command in "count -q" "enumerate -q" "solve -q --seed 1" "export --to native"; do
      # shellcheck disable=SC2086 # words
      nq $command -i $instance >expected
      # shellcheck disable=SC2086 # words
      nq $command -i $instance.gz | diff expected -
      # shellcheck disable=SC2086 # words
      nq $command -i - <$instance.gz | diff expected -
    done
    nq enumerate -q -i $instance | ends 0 check -q -i $instance.gz
  done
  head -c 20 native.gz >cut.gz
  for command in count enumerate solve "export --to native"; do
    # shellcheck disable=SC2086 # words
    refused "cut.gz: the gzip data are damaged or cut short" $command -i cut.gz
  done
}

@test "gzip: damaged data are an error, after the boards before it" {
  nq enumerate 8 -q | gzip >boards.gz
  head -c 300 boards.gz >cut.gz
  { head -c 100 boards.gz && printf 'xxxx' && tail -c +105 boards.gz; } >bad.gz
  { cat boards.gz && echo garbage; } >tail.gz
  for file in cut bad tail; do
    ends 2 check $file.gz
    [ "$(cat said)" = "nqueens: $file.gz: the gzip data are damaged or cut short" ]
    never grep -v ': valid n=8$' out
  done
  ends 2 draw cut.gz --index 90 -o new.svg
  says "cut.gz: the gzip data are damaged or cut short"
  printf '\037' | ends 2 check
  says "a byte 0x1F"
}

@test "a slow pipe: each board is reported when its line is there" {
  mkfifo boards
  "$NQUEENS" check <boards >out 2>said &
  pid=$!
  exec 9>boards
  echo '1 3 0 2' >&9
  for _ in {1..500}; do
    if [ "$(wc -l <out)" -ge 1 ]; then break; fi
    sleep .02
  done
  [ "$(cat out)" = "-:1: valid n=4" ]
  echo '2 0 3 1' >&9
  exec 9>&-
  wait "$pid"
  [ "$(cat out)" = "-:1: valid n=4"$'\n'"-:2: valid n=4" ]
}

@test "what other programs print: read where it is clear, asked for where not" {
  ends 0 check <<<'[1, 3, 0, 2]'
  ends 0 check <<<'["..Q.", "Q...", "...Q", ".Q.."]'
  ends 0 check <<<'a2 b4 c1 d3'
  ends 1 check <<<'[[1, 3, 0, 2], [0, 0, 0, 3]]'
  [ "$(wc -l <out)" -eq 2 ]
  ends 0 check <<<'(5,8,4,1,7,2,6,3)'
  prints "-:1: valid n=8 (rows, from 1)"
  ends 1 check --base 0 <<<'(5,8,4,1,7,2,6,3)'
  ends 1 check --base 1 <<<'[1, 3, 0, 2]'
  ends 2 check <<<'x1=1 x2=3 x3=5 x4=0 x5=2 x6=4'
  says "columns count from 1 and rows from 0"
  says "give --base 0 or --base 1"
  ends 1 check --base 1 <<<'x1=1 x2=3 x3=5 x4=0 x5=2 x6=4'
  ends 0 check --from judge <<<'(5,8,4,1,7,2,6,3)'
  ends 1 check --from list <<<'(5,8,4,1,7,2,6,3)'
  printf 'n 4\nqueen 0 1\n' >instance.txt
  ends 2 check instance.txt
  says "instance.txt:1: this is an instance, not a board"
  ends 0 check --instance instance.txt <<<'[1, 3, 0, 2]'
}

@test "--distinct names solutions given twice, --fundamental their images" {
  printf '1 3 0 2\n0 0 2 3\n2 0 3 1\n[1, 3, 0, 2]\n' >boards
  ends 1 check --distinct boards
  [ "$(sed -n '1p;3,4p' out)" = "boards:1: valid n=4
boards:3: valid n=4
boards:4: valid n=4 (rows, from 0) (the same as boards:1)" ]
  echo '2 0 3 1' >mirrored
  echo '1 3 0 2' >first
  ends 0 check --distinct first mirrored
  ends 1 check --fundamental --quiet first mirrored
  prints "mirrored:1: valid n=4 (an image of first:1)"
  ends 1 check --distinct --json first first
  jq -se '.[0].repeats == null and .[1].repeats == {"file": "first", "line": 1}' out
  nq solve 300 --seed 1 --count 2 >large
  ends 0 check --distinct large
  ends 1 check --fundamental large large
  ends 0 check --fundamental <(nq enumerate 8 --fundamental)
}

@test "--all: each solution once, or how many are missing and one of them" {
  nq enumerate 8 >all
  ends 0 check --all --quiet all
  prints "all 92 solutions of n=8"
  sed 5d all >most
  ends 1 check --all --quiet most
  prints "1 of 92 solutions of n=8 is missing, such as $(sed -n 5p all)"
  ends 1 check --all --quiet --json most
  jq -e ".missing == 1 and .solutions == 92 and .example == [$(sed -n '5s/ /,/gp' all)]" out
  sed "1{p;}" all >twice
  ends 1 check --all --quiet twice
  grep -q 'the same as twice:1' out
  nq enumerate 8 --fundamental >classes
  ends 0 check --all --fundamental --quiet classes
  prints "all 12 classes of solutions of n=8"
  refused "--all: no board was read; --n gives the size" check --all </dev/null
}

@test "--all for an instance, and where the number is not known" {
  printf 'n 6\nqueen 0 1\n' >instance
  nq enumerate --instance instance >all
  ends 0 check --all --quiet --instance instance all
  prints "all 1 solutions of n=6"
  nq solve 28 --seed 1 >large
  refused "--all: n = 28 is more than 27: the number of solutions is not known" check --all -q large
  refused "--all: --fundamental is for plain boards" check --all --fundamental -i instance all
  nq solve 100 --seed 1 -o board.npy
  refused "--distinct is not for large boards" check --distinct --memory 1 board.npy
}

@test "--grade: a row for each file, whatever is in it" {
  mkdir -p class/late
  echo '1 3 0 2' >class/ada
  echo '[1, 3, 0, 2]' >class/bob.py
  echo 'I did not find one.' >class/cem
  printf '0 1 2 3\n' >class/late/dan
  mkfifo class/eve
  : >class/fay
  echo hidden >class/.hidden
  ends 2 check --grade class/ --csv class/marks.csv
  [ ! -s out ] && [ ! -s said ]
  tr -d '\r' <class/marks.csv >out
  prints 'file,form,n,verdict,why,boards
ada,rows from 0,4,valid,,1
bob.py,rows from 0,4,valid,,1
cem,,,unreadable,"line 1: no board in this text, and no verdict that no solution exists",0
eve,,,unreadable,not a regular file,0
fay,,,unreadable,no board: the input is empty,0
late/dan,rows from 0,4,invalid,columns 0 and 1 share falling diagonal 3,1'
  ends 2 check --grade class --distinct --json
  [ "$(jq -r 'select(.file == "bob.py") | .why' out)" = 'the same as class/ada:1' ]
  [ "$(wc -l <out)" -eq 7 ]
  rm class/cem class/eve class/fay class/marks.csv
  ends 1 check --grade class
  rm -r class/late
  printf '1 3 0 2\nunsat\n' >class/gil
  ends 3 check --grade class
  [ "$(tr -d '\r' <out | grep gil)" = 'gil,,,unsatisfiable,after a valid board,2' ]
  refused "nowhere: No such file" check --grade nowhere
  refused ": No such file" check --grade ''
  mkdir empty
  refused "empty: the folder has no files to grade" check --grade empty
  printf '1 3 0 2\n' >empty/good && printf '1 2 0 3\n' >empty/bad
  ends 1 check --grade empty -q
  never grep -q good out
  grep -q '^bad,' out
  ends 1 check --grade empty -q --json
  [ "$(jq -r .file out)" = bad ]
  refused "--csv needs --grade DIR/" check --csv x class/ada
  refused "--grade takes the files of its folder" check --grade class class/ada
}

@test "what we write, we read: each format of boards" {
  local n format
  for n in {4..12} "$(trimmed 1000 100)"; do
    nq solve "$n" --seed 3 --count 2 >boards
    for format in picture json npy pairs matrix csv leetcode fen; do
      nq solve "$n" --seed 3 --count 2 --format $format >written
      ends 1 check --distinct boards written
      [ "$(grep -c '^written:[0-9]*: valid n='"$n"'.*(the same as boards:[12])' out)" -eq 2 ] ||
        { echo "$format"; cat out; return 1; }
      ends 0 check --from $format written
    done
    for format in line json pairs csv; do
      nq solve "$n" --seed 3 --count 2 --format $format --one-based >written
      ends 1 check --distinct --quiet boards written
      [ "$(grep -c 'the same as boards:[12]' out)" -ge 2 ]
    done
  done
  refused "n = 1001: fen is for boards up to n = 1000" solve 1001 --format fen
  refused "--one-based is for the formats line, json, pairs and csv" solve 8 --format fen --one-based
  nq enumerate 4 -o boards.csv
  [ "$(cat boards.csv)" = $'1,3,0,2\n2,0,3,1' ]
  refused "is empty: pairs cannot show partial boards" \
    generate partial --n 8 --show 5 --seed 1 --format pairs
  for format in pairs matrix csv leetcode fen; do
    nq generate near --n 8 --count 2 --seed 1 --format $format >wrong
    ends 1 check wrong
    [ "$(grep -c ': invalid n=8' out)" -eq 2 ]
  done
}
