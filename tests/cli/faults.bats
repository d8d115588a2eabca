#!/usr/bin/env bats
# System calls that fail, one after the other: no crash, no wrong answer, no partial or temporary
# file, and one message.  tests/fault/fault.c makes them fail.
# `make test` takes a sample of the calls, `make test-all` a larger one, and `make test-long` leaves none out but in
# the sweeps of thousands of calls, nearly all of them alike.
# shellcheck disable=SC2030,SC2031,SC2317 # each test has its own KEPT, AFTER and answer

load common
load ../fault/fault

setup_file() {
  dense 2 4
  export FAULT=$BATS_FILE_TMPDIR/fault.so
  "${CC:-gcc}" -std=c11 -O1 -fPIC -shared -o "$FAULT" "$BATS_TEST_DIRNAME/../fault/fault.c" -ldl
  NQUEENS=${NQUEENS:-$BATS_TEST_DIRNAME/../../build/nqueens}
  if sanitized || nm -D "$NQUEENS" 2>/dev/null | grep -q __tsan_; then export HAS_SANITIZER=yes; fi
}

# The library to preload and the sanitizer's would both have the calls.
skip_sanitized() {
  [ -z "${HAS_SANITIZER:-}" ] || skip "the sanitizer has these calls for itself"
}

# In `before`: an instance, boards in all formats, a file that is to be replaced.
make_fixtures() {
  mkdir before
  printf 'n 10\nqueen 0 4\nblock 1 1\nexclude rising 3\n' >before/native
  printf 'letting n = 8\nletting blocks = [[1, 1]]\n' >before/csplib
  printf '1 3 0 2\n# hm\n0 1 2 3\n' >before/line
  printf '_ Q _ _\n_ _ _ Q\nQ _ _ _\n_ _ Q _\n' >before/picture
  printf '{"n":4,"rows":[1,3,0,2]}\n' >before/json
  nq solve 9 --seed 1 -o before/npy --format npy -q
  echo old >before/board.txt
}

@test "memory: solve, by each method" {
  skip_sanitized
  for method in min-conflicts genetic backtracking construct; do
    sweep 0 memory solve 20 --seed 1 --method $method
    FAULT_LASTS=1 sweep 0 memory solve 20 --seed 1 --method $method
  done
  sweep 0 memory solve 20 --seed 1 --start random --step column
  sweep 0 memory solve 100000 --seed 1 --threads 2 -q
  FAULT_LASTS=1 sweep 0 memory solve 1100000 --seed 1 --threads 2 -o board.npy
}

# left_nothing FAULT_AT... -- ARGUMENT...: with any of these allocations refused, the run may be ended by another
# library, but the files of `before` are all that is there.
left_nothing() {
  local -a calls=()
  local ask told
  while [ "$1" != -- ]; do
    calls+=("$1")
    shift
  done
  export FAULT_CALL=memory
  serve "${@:2}"
  for call in "${calls[@]}"; do
    run_served "$call"
    [ "$status" -eq 0 ] || [ "$(ls -A now)" = "$(ls -A before)" ] || { echo "$call"; ls -lA now; return 1; }
  done
  exec {ask}>&- {told}<&-
}

@test "memory: CaDiCaL may end the process, but no file is left" {
  skip_sanitized
  nq solve 4 --method sat -q || skip "built without CaDiCaL"
  mkdir before
  left_nothing 1 2 3 5 8 13 21 34 55 89 144 233 377 610 -- solve 8 --seed 1 --method sat -o board.txt
}

@test "memory: cairo may end the process, but no file is left" {
  skip_sanitized
  make_fixtures
  rm before/board.txt
  nq draw before/line -o probe.png || skip "built without cairo"
  local step=6
  [ -z "${TEST_SIZE:-}" ] || step=2
  mapfile -t png < <(seq 1 $step 120)
  mapfile -t pdf < <(seq 1 $((5 * step)) 120)
  left_nothing "${png[@]}" -- draw line -o board.png
  left_nothing "${pdf[@]}" -- draw line -o board.pdf
}

# The object of --stats has all its keys, or is not there.
stats_are_whole() {
  [ ! -e now/stats ] || same_paths now/stats good/stats
}

board_is_a_solution() {
  [ ! -e now/board.txt ] || cmp -s now/board.txt before/board.txt || (cd now && "$NQUEENS" check --quiet --instance native board.txt)
}

# same_paths A B: two JSON files have the same keys.
same_paths() {
  jq -en '[inputs | [paths]] | length == 2 and .[0] == .[1]' "$1" "$2" >/dev/null
}

@test "memory: instances, statistics, formats" {
  skip_sanitized
  make_fixtures
  KEPT=stats AFTER=stats_are_whole sweep 0 memory solve --instance native --method min-conflicts --seed 1 \
    --stats stats -o board.txt
  # In `auto` a search without memory is left out; the others may find another board.
  KEPT=board.txt AFTER=board_is_a_solution sweep 0 memory solve --instance native --seed 1 -o board.txt
  FAULT_LASTS=1 sweep 0 memory solve --instance csplib --seed 1 -o board.txt
  for format in line picture json npy; do
    sweep 0 memory solve 10 --seed 1 --count 3 --format $format
  done
}

@test "memory: help and manual pages are complete, or refused" {
  skip_sanitized
  mkdir before
  for command in help manual; do
    sweep 0 memory $command
    sweep 0 memory $command solve
    FAULT_LASTS=1 sweep 0 memory $command solve
  done
}

@test "memory: check" {
  skip_sanitized
  make_fixtures
  for format in picture json npy; do
    sweep 0 memory check $format
    sweep 0 memory check --json $format
    FAULT_LASTS=1 sweep 0 memory check --json $format
  done
  sweep 1 memory check line --json
  sweep 1 memory check line --instance csplib
}

@test "memory: count and enumerate" {
  skip_sanitized
  make_fixtures
  sweep 0 memory count 9 --threads 2
  sweep 0 memory count 12 --fundamental --threads 2
  FAULT_LASTS=1 sweep 0 memory count 9 --threads 2
  sweep 0 memory enumerate 6 -o board.txt
  sweep 0 memory enumerate --instance native --format json
}

# The stopped run continues, and ends with the right number.
count_goes_on() {
  (unset FAULT_AT && cd now && nq count 12 --threads 2 --checkpoint part >../out && rm -f said)
  cmp out good.out
}

@test "memory and files: count with a checkpoint goes on after each failure" {
  skip_sanitized
  export KEPT=part AFTER=count_goes_on
  for call in memory write sync open close thread read; do
    sweep 0 $call count 12 --threads 2 --checkpoint part || [ $call = read ]
  done
  FAULT_ERROR=4 sweep 0 write count 12 --threads 2 --checkpoint part
  FAULT_ERROR=0 sweep 0 write count 12 --threads 2 --checkpoint part
}

# Of the tables of compare, what the seed determines.
count_solved() {
  grep -o '[0-9]*/[0-9]*' || true
}

compare_goes_on() {
  (unset FAULT_AT && cd now && nq compare --methods construct,min-conflicts --n 8 --runs 3 \
    --store runs --threads 1 >../out && rm -f said)
  count_solved <out | cmp - good.out
}

@test "memory and files: compare goes on from its store after each failure" {
  skip_sanitized
  answer() { count_solved; }
  export KEPT="runs runs-wal runs-shm runs-journal" AFTER=compare_goes_on
  for call in write open close sync memory; do
    sweep 0 $call compare --methods construct,min-conflicts --n 8 --runs 3 \
      --store runs --threads 1
  done
}

# A file that contains times is complete or absent.
tables_are_whole() {
  [ ! -e now/runs.csv ] || [ "$(wc -l <now/runs.csv)" -eq 7 ]
  [ ! -e now/runs.json ] || same_paths now/runs.json good/runs.json
  [ ! -e now/report.html ] || tail -n 1 now/report.html | grep -q '^</html>$'
}

@test "memory and files: the tables and the report of compare are complete or absent" {
  skip_sanitized
  answer() { count_solved; }
  dense 2 16 # the last sixteen are those of the report
  export KEPT="runs.csv runs.json report.html" AFTER=tables_are_whole
  for call in name open close memory; do
    sweep 0 $call compare --methods construct,min-conflicts --n 8 \
      --runs 3 --csv runs.csv --json runs.json --report report.html --threads 1
  done
}

# durable CODE ARGUMENT...: what the run leaves survives a power cut at any moment.  The file GROWS, if set, is one
# that the command AGAIN goes on with.
durable() {
  local code=$1 status=0
  shift
  [ -d before ] || mkdir before
  rm -rf now record copies
  cp -a before now
  mkdir copies
  (cd now && FAULT_RECORD=$PWD/../record FAULT_COPIES=$PWD/../copies LD_PRELOAD=$FAULT "$NQUEENS" "$@" >/dev/null 2>../said) ||
    status=$?
  [ "$status" -eq "$code" ] || { cat said; return 1; }
  (cd now && python3 "$BATS_TEST_DIRNAME/durable.py" ../record ../copies ${GROWS:+"$GROWS" "${AGAIN[@]}"}) ||
    { echo "$*"; cat record; return 1; }
}

@test "files that are reported as written survive a power cut" {
  skip_sanitized
  for format in npy line svg; do
    durable 0 solve 20 --seed 1 -o board --format $format
  done
  durable 0 solve 20 --seed 1 -o new/ --format svg --count 3 --stats stats.json
  durable 0 solve 20011 --seed 1 --shards 3 -q -o d/
  durable 0 solve 20011 --seed 1 --wide -q -o wide.npy
  durable 0 enumerate 6 -o boards --json
  durable 0 export 8 --to dimacs -o model.cnf
  for count in 3 40; do
    durable 0 generate near --n 6 --seed 1 -o d/ --count $count
  done
  durable 0 generate solved --n 6 --seed 1 -o board.npy
  durable 1 solve 3 --method sat --proof proof --seed 1
  durable 0 compare --methods construct --n 8 --runs 2 --plots .
}

@test "checkpoints and stores are continued after a power cut at any moment" {
  skip_sanitized
  GROWS=parts AGAIN=("$NQUEENS" count 10 --checkpoint parts --quiet)
  durable 0 count 10 --checkpoint parts
  GROWS=runs
  AGAIN=(sh -c "'$NQUEENS' compare --methods construct --n 8 --runs 2 --store runs --csv - -q | cut -d, -f1-8")
  durable 0 compare --methods construct --n 8 --runs 2 --store runs --csv r.csv --json r.json --report r.html
}

@test "the replay of power cuts sees what does not survive one" {
  skip_sanitized
  GROWS=
  for call in 'os.replace("new", "board")' 'os.fsync(file.fileno()); os.replace("new", "board")' \
    'os.replace("new", "board"); os.fsync(file.fileno()); os.fsync(os.open(".", os.O_RDONLY))' \
    'os.fsync(file.fileno()); file.write("3"); file.flush(); os.replace("new", "board"); os.fsync(os.open(".", os.O_RDONLY))' \
    'os.fsync(file.fileno()); os.replace("new", "board"); os.fsync(os.open(".", os.O_RDONLY))'; do
    printf '#!/usr/bin/env python3\nimport os\nfile = open("new", "w"); file.write("0 1 2"); file.flush()\n%s\n' "$call" >writer
    chmod +x writer
    NQUEENS=$PWD/writer durable 0 >>found 2>&1 || echo lost >>seen
  done
  [ "$(wc -l <seen)" -eq 4 ] || { cat found; return 1; } # all but the last
}

@test "files: solve and enumerate, by each kind of failure" {
  skip_sanitized
  make_fixtures
  for call in write name open close thread; do
    sweep 0 $call solve 300000 --seed 1 --threads 2 -o board.txt
  done
  for error in 28 4; do # ENOSPC, EINTR
    FAULT_ERROR=$error sweep 0 write solve 300000 --seed 1 --threads 2 -o board.txt
    FAULT_ERROR=$error sweep 0 close solve 8 --seed 1 -o board.txt
  done
  for call in write name open close sync; do
    sweep 0 $call enumerate 8 -o board.txt
    KEPT=stats AFTER=stats_are_whole sweep 0 $call solve 8 --seed 1 -o board.txt --stats stats
  done
}

@test "files: short writes and reads, and interrupted ones, change nothing" {
  skip_sanitized
  make_fixtures
  for error in 0 4; do
    export FAULT_ERROR=$error
    for format in line npy; do
      sweep 0 write solve 30000 --seed 1 --format $format
    done
    sweep 0 read check npy
    sweep 1 read check line
    sweep 0 read solve --instance native --seed 1
  done
}

@test "files: reading fails" {
  skip_sanitized
  make_fixtures
  for format in picture json npy; do
    sweep 0 read check $format
    sweep 0 open check $format
  done
  sweep 0 read solve --instance csplib --seed 1
}

# A folder is complete, with its index and all files, or absent.
folder_is_whole() {
  [ ! -e now/d ] || diff -r now/d good/d
}

@test "memory and files: export, generate and draw" {
  skip_sanitized
  make_fixtures
  for call in memory write name open close sync; do
    sweep 0 $call export --instance native --to smtlib -o board.txt
    sweep 0 $call draw line -o board.svg
    KEPT=d AFTER=folder_is_whole sweep 0 $call generate unique --n 8 --count 3 --seed 1 -o d/
  done
  for call in memory name open; do
    KEPT=d AFTER=folder_is_whole sweep 0 $call generate puzzles --n 8 --remove 4 --count 3 --seed 1 \
      --split 1:1 -o d/
  done
  # Each part of the index.
  dense 2 100
  KEPT=d AFTER=folder_is_whole sweep 0 memory generate near --n 6 --seed 1 -o d/
  sweep 0 write draw line -o board.png
  KEPT=d AFTER=folder_is_whole sweep 0 thread generate blocked --n 12 --count 20 --seed 1 --threads 2 -o d/
}

# In this test fewer calls fail.
seldom() {
  dense 1 1
}

@test "memory and files: generate removes its folder even if memory stays short" {
  skip_sanitized
  seldom
  mkdir before
  FAULT_LASTS=1 KEPT=d AFTER=folder_is_whole sweep 0 memory generate near --n 6 --seed 1 -o d/
}

# The board in `d` is all there, or no part of it.
shards_are_whole() {
  [ ! -e now/d ] || diff -r now/d good/d
}

@test "memory and files: a board in shards, or of 64 bits, is complete or absent" {
  skip_sanitized
  seldom
  mkdir before
  for call in memory write read open close sync; do
    KEPT=d AFTER=shards_are_whole sweep 0 $call solve 20011 --seed 1 --shards 3 --threads 2 -q -o d/
  done
  FAULT_LASTS=1 KEPT=d AFTER=shards_are_whole sweep 0 memory solve 20011 --seed 1 --shards 3 -q -o d/
  FAULT_CALL=sync FAULT_AT=1 run_fault solve 20011 --seed 1 --shards 3 -q -o d/
  [ "$status" -eq 0 ] || [ ! -e now/d ]
  sweep 0 write solve 20011 --seed 1 --wide -q -o wide.npy
}

# make_shards: in `before` a board of three shards.  Their names are short: jansson crashes if memory runs
# out within a longer string.
make_shards() {
  mkdir before
  nq solve 20011 --seed 1 --shards 3 -q -o before/d/
  for i in 0 1 2; do mv before/d/part-0000$i.npy before/d/$i.npy; done
  sed -i 's/part-0000//' before/d/index.json
}

@test "memory and files: check and draw of shards" {
  skip_sanitized
  seldom
  make_shards
  for call in memory open; do
    KEPT=d sweep 0 $call check --memory 0.00001 d/
  done
  KEPT=d sweep 0 read draw d/ -o d.svg
}

# An error names its cause.
says_why() {
  [ "$status" -ne 2 ] || grep -q 'Input/output error' said
}

is_yes() {
  [ "$status" -eq 0 ]
}

@test "files: shards that cannot be read are not taken for wrong ones" {
  skip_sanitized
  make_shards
  KEPT=d AFTER=says_why sweep 0 read check d/
  for FAULT_ERROR in 0 4; do # a short read, an interrupted one
    export FAULT_ERROR
    KEPT=d AFTER=is_yes sweep 0 read check d/
  done
}

# A proof and its formula are there together.
proof_is_whole() {
  [ "$status" -ne 2 ] || [ ! -e now/board.txt.cnf ]
}

@test "memory and files: islands, complete search and proofs" {
  skip_sanitized
  seldom
  make_fixtures
  for call in memory thread; do
    sweep 0 $call solve 30 --seed 1 --method genetic:islands=4 --threads 3
  done
  FAULT_LASTS=1 sweep 0 thread solve 30 --seed 1 --method genetic:islands=4 --threads 3
  printf 'n 6\nqueen 0 0\n' >before/none
  for call in memory close name sync; do
    AFTER=proof_is_whole sweep 1 $call solve --instance none --seed 1 --method backtracking --proof board.txt
  done
  printf 'n 6\nexclude rising 5\nexclude falling 5\nexclude rising 4\n' >before/few
  for call in memory close name; do
    sweep 1 $call solve --instance few --seed 1 --method backtracking --proof proof.pbp
  done
  sweep 0 memory solve --instance native --seed 1 --method backtracking
}

@test "memory and files: slices that are joined and verified" {
  skip_sanitized
  seldom
  mkdir before
  for part in 0 1; do nq count 11 --slice $part/2 --checkpoint before/$part -q; done
  for call in memory read open; do
    sweep 0 $call count 11 --merge 0 1
  done
  sweep 0 memory count 11 --verify 50% --seed 1 0 1
}

@test "memory and files: input that gzip has compressed" {
  skip_sanitized
  seldom
  make_fixtures
  gzip before/native before/line
  for call in memory read; do
    sweep 0 $call solve --instance native.gz --seed 1 --method min-conflicts
    sweep 1 $call check line.gz
  done
}

@test "memory and threads: estimates, plans and typical boards" {
  skip_sanitized
  seldom
  mkdir before
  sweep 0 memory solve 50 --typical --seed 1
  sweep 0 memory count 20 --estimate --relative-error 10 --seed 1 --threads 2
  answer() { grep -v 'hours\|memory_gib'; }
  for call in memory thread; do
    sweep 0 $call count 12 --plan --seed 1 --threads 2
  done
}
