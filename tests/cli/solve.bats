#!/usr/bin/env bats
# nqueens solve: answers, exit codes, formats, files, limits, signals.

load common

# Let what was started get to its work.
pause() {
  sleep 0.4
}

# endless: an instance without a solution that local search cannot prove to have none.
endless() {
  printf 'n 6\nblock 0 1\nblock 0 2\nblock 0 3\nblock 0 4\n' >endless.txt
}

@test "small boards: a solution for 1, none for 2 and 3" {
  ends 0 solve 1
  prints 0
  for n in 2 3; do
    ends 1 solve "$n"
    prints ""
    [ "$(cat said)" = "nqueens: no solution exists for n = $n" ]
  done
  ends 0 solve 4
  [[ "$(cat out)" == "1 3 0 2" || "$(cat out)" == "2 0 3 1" ]]
}

@test "every n from 4 to 60 is solved, by the checker's word" {
  for n in $(seq 4 60); do nq solve "$n" -q >>boards; done
  ends 0 check -q boards
  [ "$(wc -l <boards)" -eq 57 ]
}

@test "numbers may be written 1000, 1e3 or 1_000" {
  ends 0 solve 1000 --seed 1
  cp out plain
  ends 0 solve 1e3 --seed 1
  cmp out plain
  ends 0 solve 1_000 --seed=1
  cmp out plain
  ends 0 solve -s 1 -- 1E+3
  cmp out plain
}

@test "the same seed gives the same bytes, for any number of threads" {
  nq solve 1000000 --seed 7 --threads 1 >one
  nq solve 1000000 --seed 7 --threads 1 >again
  nq solve 1000000 --seed 7 --threads 2 >two
  cmp one again
  cmp one two
  nq solve 1000000 --seed 8 >other
  never cmp -s one other
  ends 0 check one
}

@test "a random seed is reported, and repeats the run" {
  ends 0 solve 50
  seed=$(sed -n 's/.*(seed \([0-9]*\),.*/\1/p' said)
  cp out first
  ends 0 solve 50 --seed "$seed"
  cmp out first
  ends 0 solve 50
  never cmp -s out first
}

@test "the summary is one line on standard error, and --quiet keeps it" {
  ends 0 solve 100
  [ "$(wc -l <said)" -eq 1 ]
  says "n = 100 solved by min-conflicts"
  ends 0 solve 100 --quiet
  [ ! -s said ]
}

@test "all methods, starts, steps and restarts solve" {
  for method in min-conflicts construct; do ends 0 solve 40 --method $method; done
  for start in random permutation greedy; do
    for step in column swap; do
      [ $start$step != randomswap ] || continue
      for restart in fixed luby; do
        ends 0 solve 40 --start $start --step $step --restart $restart --walk 0.05 --patience 2000
        nq check out
      done
    done
  done
}

@test "--format and the suffix of -o choose the format" {
  ends 0 solve 6 --seed 1 --format line
  line=$(cat out)
  ends 0 solve 6 --seed 1 --format json
  [ "$(jq -c .rows out | tr '[],' '   ' | xargs)" = "$line" ]
  [ "$(jq -c '[.n, .base]' out)" = "[6,0]" ]
  ends 0 solve 6 --seed 1 --format picture
  [ "$(grep -c '^[Q_]\( [Q_]\)\{5\}$' out)" -eq 6 ]
  for suffix in txt pic json npy; do
    ends 0 solve 6 --seed 1 -o board.$suffix
    says "written to board.$suffix"
    ends 0 check board.$suffix
  done
  [ "$(cat board.txt)" = "$line" ]
  cmp board.pic <(nq solve 6 --seed 1 --format picture)
  jq -e . board.json
  [ "$(head -c 6 board.npy | od -An -c | tr -d ' ')" = '223NUMPY' ]
}

@test "a suffix that names another format than --format is refused" {
  # shellcheck disable=SC2086 # a command and its arguments
  for command in "solve 6 --seed 1" "enumerate 6 --limit 1" "generate solved --n 6"; do
    refused "'board.npy' has the suffix of the format npy, not of line" $command -o board.npy --format line
    refused "not of npy" $command -o ./d.x/board.json --format npy
    [ ! -e board.npy ]
    for name in board board.txt board.data d.npy/board; do
      mkdir -p d.npy
      ends 0 $command -o $name --format json
    done
    ends 0 $command -o board.jsonl --format json
  done
  refused "has the suffix of the format svg, not of line" solve 6 -o board.svg --format line
  refused "has the suffix of the format npy, not of svg" draw board.txt -o board.npy --format svg
  refused "has the suffix of the format lp, not of dimacs" export --to dimacs 6 -o q.lp
  refused "has the suffix of the format npy, not of dimacs" export --to dimacs 6 -o q.npy
  refused "not of dimacs" generate partial --n 6 --show 2 --format dimacs -o q.opb
  for format in asp lp; do ends 0 export --to $format 6 -o q.lp; done
  for format in z3py ortools-cp; do ends 0 export --to $format 6 -o q.py; done
}

@test "rows from 1" {
  nq solve 30 --seed 4 >zero
  nq solve 30 --seed 4 --one-based >one
  [ "$(tr ' ' '\n' <zero | awk '{ print $1 + 1 }' | xargs)" = "$(cat one)" ]
  nq solve 30 --seed 4 --one-based --format json >one.json
  [ "$(jq .base one.json)" = 1 ]
  ends 0 check one.json
  refused "--one-based" solve 8 --one-based --format npy
}

@test "--count gives that many distinct solutions, in every format" {
  for format in line json picture npy; do
    ends 0 solve 12 --count 5 --seed 3 --format $format
    cp out boards.$format
    ends 0 check boards.$format
    [ "$(wc -l <out)" -eq 5 ]
  done
  [ "$(sort -u boards.line | wc -l)" -eq 5 ]
  [ "$(head -1 boards.line)" = "$(nq solve 12 --seed 3)" ]
  [ "$(jq -c .rows boards.json | tr -d '[]' | tr ',' ' ')" = "$(cat boards.line)" ]
  cmp boards.line <(nq solve 12 --count 5 --seed 3 --threads 2)
}

@test "--stats is a JSON object with the agreed keys" {
  ends 0 solve 1000 --seed 5 --stats stats.json
  jq -e '.method == "min-conflicts" and .n == 1000 and .seed == 5 and .verdict == "solved" and
         .conflicts == 0 and .restarts >= 0 and .steps >= 0 and .memory_bytes > 4000 and
         (.seconds | keys == ["check", "search", "start", "total"] and all(. >= 0)) and
         .tries >= .steps' stats.json
  ends 0 solve 1e6 --seed 5 --quiet --stats stats.json -o /dev/null # touches 4 MB of rows, 1000 pages or 2 huge ones
  jq -e '.process | .page_faults >= 2 and .user_seconds > 0 and .system_seconds >= 0' stats.json
  ends 1 solve 3 --stats stats.json
  jq -e '.verdict == "unsolvable" and (.reason | length > 0)' stats.json
  endless
  ends 3 solve --method min-conflicts --instance endless.txt --max-restarts 9 --stats stats.json
  jq -e '.verdict == "unknown" and .restarts == 9 and .conflicts > 0' stats.json
  jq -e '.options == ""' stats.json
  ends 0 solve 8 --method genetic:pop=30 --selection rank --stats stats.json
  jq -e '.method == "genetic" and .options == "selection=rank,population=30"' stats.json
  ends 0 solve 8 --stats - --quiet
  jq -e '.seed >= 0 and .seed < 9007199254740992' said
  ends 0 solve 8 --count 3 --stats stats.json
  [ "$(jq .stream stats.json | xargs)" = "0 1 2" ]
  ends 0 solve 8 --seed 9223372036854775807 --stats stats.json
  grep -q '"seed":9223372036854775807,' stats.json
}

@test "numpy agrees that 100000 queens do not attack each other" {
  /usr/bin/python3 -c 'import numpy' || skip "python3-numpy is not installed"
  ends 0 solve 100000 -o b.npy
  /usr/bin/python3 - <<'P'
import numpy as np
rows = np.load("b.npy").astype(np.int64)
columns = np.arange(len(rows))
assert rows.shape == (100000,) and rows.min() == 0 and rows.max() == 99999
for lines in (rows, rows + columns, rows - columns):
    assert len(np.unique(lines)) == 100000
P
}

@test "several boards in a .npy are rows of one array" {
  /usr/bin/python3 -c 'import numpy' || skip "python3-numpy is not installed"
  ends 0 solve 20 --count 7 --seed 2 -o b.npy
  /usr/bin/python3 -c 'import numpy as np
for row in np.load("b.npy"): print(*row)' >python
  cmp python <(nq solve 20 --count 7 --seed 2)
}

# ---- Limits ----

@test "limits end with 3 and never claim that there is no solution" {
  endless
  for limit in "--max-steps 10" "--max-restarts 10" "--time-limit 0.1" "--time-limit 0"; do
    # shellcheck disable=SC2086 # an option and its value
    ends 3 solve --method min-conflicts --instance endless.txt $limit
    prints ""
    says "not solved"
    # shellcheck disable=SC2086
    ends 3 solve --method min-conflicts --instance endless.txt $limit --threads 2 --step swap --start permutation
  done
  ends 3 solve --method min-conflicts --instance endless.txt --max-steps 10 -o board.txt
  [ ! -e board.txt ]
}

# ---- Instances ----

@test "instances in the native form are kept" {
  printf '# mine\nn 12\nqueen 0 4\nblock 1 0 # not here\nblock 1 1\nexclude rising 11\nexclude falling 11\n' >i.txt
  for seed in $(seq 10); do ends 0 solve --instance i.txt --seed "$seed"; cat out >>boards; done
  ends 0 check --instance i.txt boards
  [ "$(cut -d' ' -f1 boards | sort -u)" = 4 ]
  nq solve --instance - <i.txt >out
  nq check --instance i.txt out
}

@test "instances in the CSPLib forms are kept" {
  printf 'language ESSENCE 1.0\nletting n = 12\nletting init = [[4, 0], [1, 1]]\n' >completion
  ends 0 solve --instance completion
  [ "$(cut -d' ' -f1,2 out)" = "4 1" ]
  printf 'letting n = 4\nletting blocks = [[2,1],\n]\n' >blocked # row 2, column 1, from 1
  ends 0 solve --instance blocked
  prints "2 0 3 1"
  printf 'n = 6\nnumdiags = 2\ndiags = [[1, 1], [2, 1]]\n' >diagonals
  printf 'n 6\nexclude rising 1\n' >first
  for seed in $(seq 10); do ends 0 solve --instance diagonals --first-diagonals 1 --seed "$seed"; cat out >>boards; done
  ends 0 check --instance first boards
  [ "$(sort -u boards | xargs)" = "2 5 1 4 0 3 4 2 0 5 3 1" ]
  ends 1 solve --instance diagonals # with both no solution is left
  refused "the list has 2" solve --instance diagonals --first-diagonals 3
}

@test "start permutation: columns with few squares get their rows, whatever n" {
  { echo n 5000; seq 0 4999 | sed '/^17$/d; s/^/block 3 /'; } >forced
  ends 0 solve --instance forced --method min-conflicts:start=permutation --seed 1 -o board.txt
  ends 0 check --instance forced board.txt
  { cat forced; sed -n 's/^block 3 /block 9 /p' forced; } >twice
  ends 1 solve --instance twice --method min-conflicts:start=permutation --seed 1
  says "no solution exists: the columns cannot all have a row of their own"
}

@test "contradictions and proofs end with 1 and the reason" {
  printf 'n 8\nqueen 2 5\nqueen 5 5\n' >row
  ends 1 solve --instance row
  says "no solution exists: the queens placed in columns 2 and 5 share row 5"
  printf 'n 8\nqueen 2 5\nblock 2 5\n' >blocked
  ends 1 solve --instance blocked
  says "stands on row 5, which is blocked"
  printf 'n 8\nqueen 2 5\nexclude rising 7\n' >excluded
  ends 1 solve --instance excluded
  says "on an excluded diagonal"
  printf 'n 4\nblock 1 0\nblock 1 1\nblock 1 2\nblock 1 3\n' >column
  ends 1 solve --instance column
  says "no square of column 1 is left"
  for file in row blocked excluded column; do
    ends 1 solve --instance $file -o board.txt
    [ ! -e board.txt ]
  done
}

# ---- Files ----

@test "an existing file is replaced, with its permissions" {
  echo old >board.txt
  chmod 640 board.txt
  ends 0 solve 8 -o board.txt
  nq check board.txt
  [ "$(stat -c %a board.txt)" = 640 ]
  rm board.txt
  (umask 027 && nq solve 8 -o board.txt)
  [ "$(stat -c %a board.txt)" = 640 ]
  [ -z "$(find . -name '*.part')" ]
}

@test "an existing file is kept when the run fails" {
  endless
  echo old >board.txt
  ends 1 solve 3 -o board.txt
  ends 3 solve --method min-conflicts --instance endless.txt --max-restarts 5 -o board.txt
  ends 2 solve 8 --method magic -o board.txt
  [ "$(cat board.txt)" = old ]
  [ -z "$(find . -name '*.part')" ]
}

@test "a symbolic link stays one, and its target is written" {
  mkdir there
  echo old >there/board.txt
  ln -s there/board.txt link
  ln -s there/new.txt dangling
  ends 0 solve 8 -o link
  ends 0 solve 8 -o dangling
  [ -L link ] && [ -L dangling ]
  nq check there/board.txt there/new.txt
  [ "$(cd there && echo *)" = "board.txt new.txt" ]
  [ -z "$(find there -name '.*' -type f)" ]
}

@test "the longest possible name is accepted" {
  name=$(printf 'a%.0s' {1..255})
  ends 0 solve 8 -o "$name"
  nq check "$name"
}

@test "an interrupted run leaves nothing and ends at once with 130" {
  endless
  mkdir d
  for signal in INT TERM; do
    echo old >d/board.txt
    # env: a shell's background job would ignore SIGINT
    env --default-signal=INT "$NQUEENS" solve --method min-conflicts --instance endless.txt -o d/board.txt 2>said &
    pid=$!
    at_work $pid
    ends_soon $signal $pid
    [ "$status" -eq 130 ]
    says interrupted
    [ "$(ls -A d)" = board.txt ]
    [ "$(cat d/board.txt)" = old ]
  done
}

@test "a killed run leaves nothing" {
  endless
  mkdir d
  "$NQUEENS" solve --method min-conflicts --instance endless.txt -o d/board.txt --stats d/stats.json 2>said &
  pid=$!
  pause
  kill -KILL $pid
  wait $pid || true
  [ -z "$(ls -A d)" ]
}

@test "an interrupt ends a run whose reader does not read" {
  mkfifo pipe
  # shellcheck disable=SC2217 # that it does not read is the point
  sleep 120 <pipe &
  reader=$!
  env --default-signal=INT "$NQUEENS" solve 300000 --seed 1 >pipe 2>said &
  pid=$!
  for _ in {1..600}; do ! grep -q solved said || break; sleep 0.1; done
  pause
  kill -INT $pid
  status=0
  wait $pid || status=$?
  kill $reader
  [ "$status" -eq 130 ]
  says "interrupted while writing"
}

@test "boards go to a device or pipe in place" {
  mkfifo pipe
  nq solve 8 --seed 1 -o pipe &
  read -r line <pipe
  wait $!
  [ -p pipe ]
  [ "$line" = "$("$NQUEENS" solve 8 --seed 1 -q)" ]
  ends 0 solve 8 -o /dev/null
  [ -c /dev/null ]
}

# ---- Terminals ----

# on_terminal COMMAND: with standard output and error a terminal; what was shown to the file `shown`.
on_terminal() {
  command -v script >/dev/null || skip "script is not installed"
  script -qec "$1" /dev/null </dev/null | tr -d '\r' >shown
}

@test "a picture on a terminal up to n = 40, lines beyond and elsewhere" {
  on_terminal "'$NQUEENS' solve 40 -q"
  [ "$(grep -c '^[Q_]\( [Q_]\)\{39\}$' shown)" -eq 40 ]
  on_terminal "'$NQUEENS' solve 41 -q"
  [ "$(wc -w <shown)" -eq 41 ]
  on_terminal "'$NQUEENS' solve 8 -q --format line"
  [ "$(wc -w <shown)" -eq 8 ]
  on_terminal "'$NQUEENS' solve 8 -q -o board.txt"
  [ "$(wc -w <board.txt)" -eq 8 ]
}

@test "no progress line on a terminal for short work" { # for long work: progress.bats
  endless
  on_terminal "'$NQUEENS' solve --method min-conflicts --instance endless.txt --time-limit 0.3"
  never grep -q repair shown
}

# ---- Help ----

@test "help and version go to standard output" {
  for arguments in --help "solve --help" "check --help" --version "solve --version"; do
    # shellcheck disable=SC2086 # words
    ends 0 $arguments
    [ -s out ]
    [ ! -s said ]
  done
  ends 0 solve --help
  for option in method seed threads max-steps max-restarts time-limit output format one-based \
    stats quiet count instance first-diagonals start step restart walk; do
    grep -q -- "--$option" out
  done
}

@test "the version names what is built in" {
  ends 0 --version
  [[ $(sed -n 1p out) =~ ^nqueens\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
  cp out version
  nq solve --version | diff version -
  for part in SQLite zlib jansson; do grep -Eq "^built in: .*$part [0-9]" out; done
  for part in CaDiCaL cairo MPI; do grep -Eq "^(not )?built in: .*$part" out; done
  # No library is named that the program does not have, nor is one left out.
  if nq solve 8 -q -m sat >board; then grep -q '^built in: .*CaDiCaL' out; else grep -q '^not .*CaDiCaL' out; fi
  nq help count | sed -n '/^Paths:/,/^$/s/^  *\([a-z0-9]*\).*/\1/p' | paste -sd, | sed 's/,/, /g' >paths
  [ "$(sed -n 's/^paths of count: //p' out | tr -d '()')" = "$(cat paths)" ]
  [ -x "$NQ_BUILD/nqueens-mpi" ] || return 0
  "$NQ_BUILD/nqueens-mpi" --version >out 2>said || skip "MPI does not start here"
  grep -Eq '^built in: .*[0-9]$' out
  never grep '^not built in: .*MPI' out
}

@test "a random step that is asked for is taken on large boards too" {
  # Every step random: no board is repaired within so few.
  ends 3 solve 5000 --seed 1 --walk 1 --max-steps 2000
  ends 0 solve 5000 --seed 1 --max-steps 2000
}

# ---- A start board ----

@test "--from: a board in any form, as a file or standard input, gives N" {
  echo '0 1 2 3 4 5 6 7' >line
  ends 0 solve --from line --seed 1
  grep -qx 'nqueens: [0-8] of 8 queens moved' said
  cp out first
  for board in '[0, 1, 2, 3, 4, 5, 6, 7]' '(0,0) (1,1) (2,2) (3,3) (4,4) (5,5) (6,6) (7,7)'; do
    echo "$board" | nq solve --from - --seed 1 -q >again
    cmp first again
  done
  gzip line
  ends 0 solve 8 --from line.gz --seed 1 -q
  cmp out first
  ends 0 solve --from line.gz --method genetic --seed 1 --time-limit 20
  grep -qx 'nqueens: [0-8] of 8 queens moved' said
}

@test "--keep: the fewest queens move, of a solution none" {
  nq solve 12 --seed 3 -q >solution
  for method in min-conflicts genetic; do
    ends 0 solve --from solution --keep --method $method
    cmp out solution
    grep -qx 'nqueens: 0 of 12 queens moved' said
  done
  echo '0 . . 3 1 . . .' >partial
  ends 0 solve --from partial --keep --seed 1
  grep -qx 'nqueens: 1 of 3 queens moved, the fewest possible, and 5 added' said
  ends 0 solve --from partial --keep --seed 1 --json
  [ "$(jq -c '[.moved, .fewest_moved]' out)" = '[1,1]' ]
  nq solve --from partial --keep --seed 1 --count 2 -q | nq check -q
}

@test "--from a solution takes no step" {
  for n in 8 100 3000; do
    nq solve $n --seed 5 -q >solution
    for step in swap column sweep; do
      nq solve --from solution --seed 1 --step $step --json -o again --quiet >told
      [ "$(jq -c '[.steps, .start_conflicts, .moved]' told)" = "[0,0,0]" ]
      cmp solution again
    done
  done
}

@test "--from and --keep with an instance, threads and limits" {
  printf 'n 8\nqueen 0 3\nblock 7 7\n' >instance
  echo '0 1 2 3 4 5 6 7' >line
  ends 0 solve --from line --keep --instance instance --seed 1 --threads 1
  cp out one
  grep -Eqx 'nqueens: [1-8] of 8 queens moved, the fewest possible' said
  ends 0 solve --from line --keep --instance instance --seed 1 --threads 4
  cmp one out
  nq check -q --instance instance one
  seq -s ' ' 0 49 >fifty
  ends 3 solve --from fifty --max-steps 2
  ends 0 solve --from fifty --keep --step column --patience 100 --seed 1 --threads 3
  cp out three
  ends 0 solve --from fifty --keep --step column --patience 100 --seed 1 --threads 1
  cmp out three
}

@test "--from and --keep: what they refuse" {
  refuses() {
    local words=$1
    shift
    ends 2 solve "$@"
    grep -qF -- "$words" said
    prints ""
  }
  echo '1 3 0 2' >board
  printf '1 3 0 2\n2 0 3 1\n' >two
  echo 's UNSATISFIABLE' >none
  echo '(0,0) (0,1) (2,2) (3,3)' >column
  echo 'q1=0 q2=3 q3=1 q4=2' >either
  printf 'n 5\n' >five
  refuses 'the board has 4 columns, but N is 8' 8 --from board
  refuses 'the board has 4 columns, but the instance has 5' --instance five --from board
  refuses 'it has several boards' --from two
  refuses 'without a board' --from none
  refuses 'column 0 has queens on rows 0 and 1' --from column
  refuses '--base' --from either
  refuses 'it is for the board of --from' 4 --base 0
  refuses 'give --from' 4 --keep
  refuses 'start from a board' --from board --method auto
  refuses 'another start' --from board --start greedy
  refuses 'only one of them can be standard input' --from - --instance - <five
  refuses '--from: not for boards in shards' --from board -o folder/
}
