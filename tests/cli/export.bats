#!/usr/bin/env bats
# nqueens export: every format and encoding, instances, sizes, errors, interrupts.

load common

# The instance of these tests: a queen, a blocked square, a diagonal.
some_instance() {
  printf 'n 6\nqueen 0 1\nblock 2 5\nexclude rising 9\n' >some.txt
}

@test "--list: names, encodings, and which have several models for one solution" {
  ends 0 export --list
  for format in native dimacs opb lp mps wcsp qubo xcsp3 csplib; do grep -q "^$format " out; done
  grep -q -- '--encoding pairwise, ladder, sequential, product$' out
  grep -q 'several models for one solution: sequential, product$' out
  [ ! -s said ]
}

@test "every format writes a board and an instance, and names their contents" {
  some_instance
  for format in $(nq export --list | sed -n 's/^\([a-z][a-z0-9-]*\)  *.*(\..*)$/\1/p'); do
    ends 0 export --to "$format" 8
    grep -Eq 'n ?= ?8[^0-9]' out
    cp out plain
    ends 0 export --to="$format" 8 -o file
    cmp file plain
    says "written to file"
    [ "$format" = csplib ] && continue
    ends 0 export -t "$format" --instance some.txt
    grep -Eq '1 placed, 1 blocked, 1 diagonals excluded|placed=1;blocked=1;excluded=1' out
  done
}

@test "--strategy: the search of ortools-cp and opl; others have none" {
  ends 0 export --list
  grep -q -- '--strategy min-size, first-unbound, ' out
  ends 0 export --to ortools-cp --strategy first-unbound,min-value 8
  grep -qx 'choose_column = pywrapcp.Solver.CHOOSE_FIRST_UNBOUND' out
  grep -qx 'assign_row = pywrapcp.Solver.ASSIGN_MIN_VALUE' out
  ends 0 export --to ortools-cp --strategy max-value 8
  grep -qx 'choose_column = pywrapcp.Solver.CHOOSE_MIN_SIZE_LOWEST_MIN' out
  grep -qx 'assign_row = pywrapcp.Solver.ASSIGN_MAX_VALUE' out
  ends 0 export --to opl --strategy depth-first,all 8
  grep -q 'SearchType = "DepthFirst"' out
  refused "no strategy 'dfs'; it has default, depth-first; and first, all" export --to opl --strategy dfs 8
  refused "dimacs has no strategies" export --to dimacs --strategy all 8 -o new
  [ ! -e new ]
}

@test "a file may have the suffix of its encoding" {
  ends 0 export --to qubo --encoding json 4 -o four.json
  jq -e . four.json >/dev/null
  ends 0 export --to cpsat --encoding python 4 -o four.py
  refused "'five.json' has the suffix of the format json, not of qubo" export --to qubo 4 -o five.json
}

@test "dimacs: the header of every encoding is exact" {
  some_instance
  for encoding in pairwise ladder sequential product; do
    for question in 1 2 9 "--instance some.txt"; do
      # shellcheck disable=SC2086 # two words
      ends 0 export --to dimacs --encoding "$encoding" $question
      grep -q "^c at most one: $encoding;" out
      awk '$1 == "p" { variables = $3; clauses = $4 }
           $1 !~ /^[cp]/ { count++; for (i = 1; i < NF; i++) { v = $i < 0 ? -$i : $i; if (v > most) most = v }
                           if ($NF != 0) exit 1 }
           END { exit !(count == clauses && most == variables) }' out
    done
  done
  nq export --to dimacs 9 >default
  nq export --to dimacs --encoding pairwise 9 >named
  cmp default named
}

@test "dimacs: the variables to show are named where solutions have several models" {
  for encoding in sequential product; do
    ends 0 export --to dimacs --encoding $encoding 3
    grep -qx 'c p show 1 2 3 4 5 6 7 8 9 0' out
  done
  for encoding in pairwise ladder; do
    ends 0 export --to dimacs --encoding $encoding 3
    never grep 'c p show' out
  done
}

@test "csplib and native are read back; csplib holds one kind only" {
  some_instance
  nq export --to native --instance some.txt >native.txt
  nq export --to native --instance native.txt >again.txt
  cmp native.txt again.txt
  grep -qx 'exclude rising 9' native.txt
  refused "one kind only" export --to csplib --instance some.txt
  printf 'n = 6\nnumdiags = 3\ndiags = [[4, 1], [10, 0], [0, 1]]\n' >diagonals.param
  ends 0 export --to csplib --instance diagonals.param --first-diagonals 2
  grep -qx 'numdiags = 2' out
  cp out two.param
  ends 0 export --to native --instance two.param
  [ "$(grep -c '^exclude' out)" -eq 2 ]
  nq export --to native 6 | ends 0 export --to csplib --instance -
  grep -qx 'letting n = 6' out
}

@test "xcsp3 is well-formed" {
  command -v xmllint >/dev/null || skip "no xmllint"
  some_instance
  nq export --to xcsp3 --instance some.txt | xmllint --noout -
  nq export --to xcsp3 1 | xmllint --noout -
}

@test "an instance that contradicts itself is exported, with a warning" {
  printf 'n 6\nqueen 0 0\nqueen 1 1\n' >attack.txt
  for format in dimacs opb lp mps wcsp qubo xcsp3; do
    ends 0 export --to $format --instance attack.txt
    says "the instance has no solution: the queens placed in columns 0 and 1 share"
  done
  ends 0 export --to dimacs --instance attack.txt --quiet
  [ ! -s said ]
}

@test "bad input" {
  printf 'n 6\n' >plain.txt
  refused "--to FORMAT is needed" export
  refused "--to FORMAT is needed" export 8
  refused "--to: 'magic' is not known: it must be native, dimacs, opb, " export --to magic 8
  refused "--to: '' is not known" export --to= 8
  refused "has no encoding 'x'; it has pairwise, ladder, sequential, product" \
    export --to dimacs --encoding x 8
  refused "it has one only" export --to lp --encoding pairwise 8
  refused "'x' is not known: it must be all, model or data" export --to lp --part x 8
  refused "is a single file without parts" export --to lp --part model 8
  refused "either N or --instance" export --to lp
  refused "N and --instance are both given" export --to lp 8 --instance plain.txt
  refused "one argument too many" export --to lp 8 9
  refused "N: " export --to lp 0
  refused "N: " export --to lp eight
  refused "N: " export --to lp 1e10
  refused "out of range" export --to lp -5
  refused "missing.txt" export --to lp --instance missing.txt
  refused "--first-diagonals" export --to lp 8 --first-diagonals 1
  refused "first-diagonals" export --to lp --instance plain.txt --first-diagonals x
  refused "diagonals were requested" export --to lp --instance plain.txt --first-diagonals 1
  refused "--list must be given alone" export --list 8
  refused "--list must be given alone" export --list --to lp
  refused "--list must be given alone" export --list -o file
  ends 2 export --to lp 8 -o missing/file.lp
  says "missing/file.lp"
}

@test "an n too large for a format is refused before a byte is written" {
  for format in dimacs opb lp mps wcsp qubo; do
    refused "n = 100000 is too large" export --to $format 100000
  done
  refused "too large" export --to dimacs 4294967295 -o file.cnf
  [ ! -e file.cnf ]
}

@test "a file over 1 GiB is announced" {
  { "$NQUEENS" export --to dimacs 1000 2>said || echo $? >code; } | head -c 100 >out
  [ "$(cat code)" -eq 2 ]
  says " GiB will be written to standard output"
  ends 0 export --to dimacs 100
  [ ! -s said ]
}

@test "a closed pipe and a full disk are errors, and leave no file" {
  { "$NQUEENS" export --to dimacs 60 2>said || echo $? >code; } | head -n 1 >out
  [ "$(cat code)" -eq 2 ]
  says "standard output"
  if [ -c /dev/full ]; then
    ends 2 export --to mps 8 -o /dev/full
    says "/dev/full"
  fi
  mkdir folder
  status=0
  (limit_files 100 && nq export --to dimacs 100 -o folder/file.cnf) || status=$?
  [ "$status" -eq 2 ]
  says "folder/file.cnf"
  [ -z "$(ls -A folder)" ]
}

@test "an interrupt ends it with 130, without a file" {
  mkdir folder
  "$NQUEENS" export --to dimacs 3000 -o folder/file.cnf 2>said &
  pid=$!
  at_work $pid
  ends_soon INT $pid
  [ $status -eq 130 ]
  says "interrupted while writing folder/file.cnf"
  [ -z "$(ls -A folder)" ]
}

@test "an interrupt ends it while the reader of a pipe sleeps" {
  mkfifo pipe
  # shellcheck disable=SC2217 # it holds the pipe open
  sleep 120 <pipe &
  sleeper=$!
  "$NQUEENS" export --to dimacs 3000 >pipe 2>said &
  pid=$!
  catches $pid
  sleep 0.3
  kill -INT $pid
  status=0
  wait $pid || status=$?
  kill $sleeper
  [ $status -eq 130 ]
}
