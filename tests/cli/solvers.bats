#!/usr/bin/env bats
# nqueens compare with solvers of others: what they answer is read and checked, what they are up to is
# named, and nothing of them is left.

load common

# solver HOW: a solver that does as it is told.
setup() {
  follow_test
  ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  NQUEENS=${NQUEENS:-$ROOT/build/nqueens}
  cd "$BATS_TEST_TMPDIR" || return 1
  export TMPDIR=$BATS_TEST_TMPDIR/models
  mkdir "$TMPDIR"
  MARK=61.$((RANDOM + 10000))$BASHPID # seconds that nobody else sleeps
  cat >solver <<END
#!/bin/sh
case \$1 in
  --version) printf 'Liar\nversion 3.1 \007\n'; date +%N ;;
  right) printf 's SATISFIABLE\nv -1 2 8 9 15 0\n' ;;
  board) echo '0 1 2 3' ;;
  column) printf 's SATISFIABLE\nv 1 2 0\n' ;;
  no) echo 's UNSATISFIABLE'; exit 20 ;;
  small) echo '[0]' ;;
  unknown) echo 's UNKNOWN' ;;
  nothing) ;;
  junk) echo 'queens = [1, 2' ;;
  fails) echo first >&2; echo 'no licence' >&2; exit 3 ;;
  crash) kill -SEGV \$\$ ;;
  flood) yes 0123456789012345678901234567890123456789 ;;
  memory) exec python3 -c 'x = bytearray(3 << 30)' ;;
  hang) trap '' TERM INT HUP; (sleep $MARK &); (setsid sleep $MARK &); sleep $MARK ;;
  folder) mkdir "\$2"; touch "\$2/file" ;;
  write)
    for file in "\$TMPDIR/a" ./b $BATS_TEST_TMPDIR/c /dev/null; do (echo text >\$file) 2>/dev/null && echo wrote \${file##*/} >&2; done
    rm ./solver; exit 1 ;;
  stop) kill -STOP \$PPID; sleep $MARK ;;
esac
END
  chmod +x solver
}

# Until no program sleeps so long, or for ten seconds.
none_sleeps() {
  local try
  for ((try = 0; try < 100; try++)); do
    grep -qxzF "$MARK" /proc/[0-9]*/cmdline 2>/dev/null || return 0
    sleep .1
  done
  echo 'still running:'
  grep -lxzF "$MARK" /proc/[0-9]*/cmdline
  return 1
}

some_sleep() {
  local try
  for ((try = 0; try < 100; try++)); do
    ! grep -qxzF "$MARK" /proc/[0-9]*/cmdline 2>/dev/null || return 0
    sleep .1
  done
  return 1
}

# outcome HOW [LIMIT [KEY]]: the outcome and reason of a run.
outcome() {
  nq compare --n 4 --runs 1 --time-limit "${2:-20}" --method "it=run:dimacs${3:-}:./solver $1" --csv - |
    python3 -c 'import csv, sys
for run in csv.DictReader(sys.stdin): print(run["outcome"], run["reason"], sep=": ")'
}

@test "a solver of another kind takes part: model as a file or as input, answer as output or file" {
  local program="'$NQUEENS' solve --quiet --seed {seed}"
  nq compare --n 4,8 --runs 3 --threads 2 --methods min-conflicts \
    --method "file=run:native:$program -i {}" --method "input=run:native:$program -i -" \
    --method "answer=run:native:$program -i {} -o {answer}" --csv runs.csv >tables
  [ "$(grep -c ',solved,,' runs.csv)" -eq 24 ]
  grep -qF 'file = run:native:' tables
  [ -z "$(ls "$TMPDIR")" ]
}

@test "what a solver is up to is named" {
  [ "$(outcome right)" = 'solved: ' ]
  [[ "$(outcome board)" == 'wrong: '*'columns 0 and 1'* ]]
  [[ "$(outcome column)" == 'wrong: column 0 has queens on rows 0 and 1'* ]]
  [ "$(outcome no)" = 'wrong: no solution, but there is one' ]
  [ "$(outcome small)" = 'wrong: a board of 1 column' ]
  [ "$(outcome unknown)" = 'unknown: no answer' ]
  [ "$(outcome 'folder {answer}')" = 'unknown: no answer' ]
  [ "$(outcome nothing)" = 'unknown: no answer' ]
  [[ "$(outcome junk)" == 'unknown: the answer could not be read: '* ]]
  [ "$(outcome fails)" = 'crashed: exit code 3: first|no licence' ]
  [ "$(outcome crash)" = 'crashed: signal 11' ]
  [ "$(outcome flood)" = 'unknown: more than 64 MiB of output' ]
  [[ "$(outcome memory 20 ,memory=1e9)" == 'crashed: exit code 1: '*'|MemoryError' ]]
  [ "$(outcome hang .3)" = 'time: the time limit was reached' ]
  [ "$(outcome stop .3)" = 'time: the time limit was reached' ]
  none_sleeps
  [ -z "$(ls "$TMPDIR")" ]
}

@test "a wrong answer ends with 1, also from the store, and is named" {
  local compare=(compare --n 4 --runs 2 --methods min-conflicts --method 'liar=run:dimacs:./solver no' --store runs.db)
  ends 1 "${compare[@]}" --report report.html
  cp out first
  grep -qF '<p class="wrong">liar: 2 wrong</p>' report.html
  grep -qF '<h3>liar</h3>' report.html # a step of it is not known
  never grep -qF 'A step: .' report.html
  says '2 answers are wrong, the first by liar on n = 4, seed 1: no solution, but there is one'
  ends 1 "${compare[@]}"
  grep -qF "liar = run:dimacs:./solver no (version 3.1 ?" out
  grep -hF 'liar = run' first out | sort -u | wc -l | grep -qx 1 # not asked again
  says '4 of 4 runs were in runs.db already'
  says 'that answer is in runs.db.files/wrong/solver-'
  [ "$(cat runs.db.files/wrong/*-1.txt)" = 's UNSATISFIABLE' ]
  [ "$(ls runs.db.files/exports)" = 4-plain-dimacs.cnf ]
}

@test "a solver writes to the folder of its run, to another that is named, and nowhere else" {
  python3 -c 'import ctypes, sys; sys.exit(ctypes.CDLL(None).syscall(444, None, 0, 1) < 1)' || skip 'this Linux has no Landlock'
  outcome write | grep -qE 'exit code 1: wrote a\|wrote null\|rm: '
  [ -x solver ]
  [ -z "$(ls -A "$TMPDIR")" ]
  outcome write 20 ,write=. | grep -qF '|wrote b|'
  [ ! -e solver ]
}

# on_a_terminal COMMAND...: its output there, with the exit code as the last line.
on_a_terminal() {
  python3 - "$@" <<'END'
import os, pty, sys
process, terminal = pty.fork()
if process == 0:
    os.execv(sys.argv[1], sys.argv[1:])
try:
    while text := os.read(terminal, 4096):
        sys.stdout.buffer.write(text)
except OSError:
    pass  # the terminal was closed
print("\n%d" % os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
END
}

@test "a terminal shows the runs as they go, and wrong answers in red" {
  local compare=("$NQUEENS" compare --n 4 --runs 2 --time-limit 2 --method "slow=run:dimacs:sleep 60" --method 'liar=run:dimacs:./solver no')
  on_a_terminal "$(command -v env)" -u NO_COLOR "${compare[@]}" >out
  [ "$(tail -n 1 out)" = 1 ]
  grep -q $'\r.*s: compare, [0-9.]* % of 4 runs' out
  grep -qF $'\e[31mnqueens: 2 answers are wrong' out
  NO_COLOR=1 on_a_terminal "${compare[@]}" >out
  [ "$(tail -n 1 out)" = 1 ]
  never grep -qF $'\e[31m' out
}

@test "models are kept up to a size in all" {
  nq compare --n 4 --runs 1 --method 'it=run:dimacs:./solver unknown' --store runs.db >tables
  truncate --size 5G runs.db.files/exports/large || skip 'no files of 5 GB'
  nq compare --n 4,5 --runs 2 --method 'it=run:dimacs:./solver unknown' --store runs.db >tables
  [ "$(ls runs.db.files/exports)" = $'4-plain-dimacs.cnf\nlarge' ]
  [ -z "$(ls -A "$TMPDIR")" ]
}

@test "a model that would fill the disk is not written" {
  nq compare --n 10000 --runs 1 --method 'it=run:dimacs:./solver right' --store runs.db --csv - |
    grep -q 'unsupported,its export as dimacs would have more than 1 GiB'
  [ -z "$(ls -A runs.db.files/exports)$(ls -A "$TMPDIR")" ]
}

@test "a store of version 1 is read on: its wrong answers are known" {
  python3 - <<'END'
import sqlite3
db = sqlite3.connect("runs.db")
db.executescript("""PRAGMA application_id = 1313951315; PRAGMA user_version = 1;
CREATE TABLE setting (time_limit REAL NOT NULL, step_limit INTEGER NOT NULL); INSERT INTO setting VALUES (10.0, 0);
CREATE TABLE run (id INTEGER PRIMARY KEY, variant TEXT NOT NULL, method TEXT NOT NULL, options TEXT NOT NULL,
  n INTEGER NOT NULL, seed INTEGER NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('solved', 'unknown')), reason TEXT NOT NULL, steps INTEGER NOT NULL,
  evaluations INTEGER, restarts INTEGER NOT NULL, conflicts INTEGER, seconds REAL NOT NULL, cpu_seconds REAL NOT NULL,
  memory_bytes INTEGER NOT NULL, counters TEXT NOT NULL, version TEXT NOT NULL, machine TEXT NOT NULL,
  finished TEXT NOT NULL, UNIQUE (variant, n, seed));""")
for seed, verdict, reason in (1, "unknown", "wrong answer: no solution"), (2, "unknown", "signal 11"), (3, "solved", ""):
    db.execute("INSERT INTO run VALUES (NULL, 'run:dimacs:./solver no', 'run', 'x', 4, ?, ?, ?, 0, NULL, 0, NULL, .5, .5,"
               " 1, '{}', '1.0.0', 'm', '2026-01-01T00:00:00Z')", (seed, verdict, reason))
db.commit()
END
  ends 1 compare --n 4 --runs 3 --method 'it=run:dimacs:./solver no' --store runs.db --csv runs.csv
  says '1 answer is wrong, the first by it on n = 4, seed 1: no solution'
  says '3 of 3 runs were in runs.db already'
  [ "$(cut -d, -f7 runs.csv)" = $'outcome\nwrong\ncrashed\nsolved' ]
}

@test "instances: every method answers, a known answer is held against it, and what cannot is named" {
  nq generate blocked --n 6 --blocks 16 --count 3 --seed 4 --verdict --quiet -o set/
  nq generate partial --n 8 --count 2 --seed 1 --quiet -o more/
  nq compare --suite set/ --suite more/ --runs 2 --time-limit 5 --methods auto,typical --max-steps 100000 \
    --method "own=run:native:sh -c \"'$NQUEENS' solve -qi {} 2>/dev/null || echo s UNSATISFIABLE\"" --store runs.db --csv runs.csv >tables
  [ "$(grep -c ',solved,solved,\|,unsolvable,proved,' runs.csv)" -eq 20 ]
  [ "$(grep -c '^typical.*,unknown,unsupported,"the method typical knows only plain boards' runs.csv)" -eq 10 ]
  grep -q '^all instances  auto  *10/10' tables
  grep -q '^      blocked  own  *6/6' tables
  grep -q '^typical: 10 unsupported$' tables
  nq compare more/*.txt --instance set/*0.txt --runs 1 --methods backtracking --csv - >files.csv
  [ "$(grep -c ',solved,solved,\|,unsolvable,proved,' files.csv)" -eq 3 ]
  ends 1 compare --suite more/ --runs 1 --method 'liar=run:dimacs:./solver no' --store liar.db
  says '2 answers are wrong, the first by liar on partial-8-0.txt, seed 1: no solution, but there is one'
  nq generate near --n 8 --quiet -o near/
  ends 1 compare more/partial-8-0.txt --runs 1 --methods auto --method 'liar=run:dimacs:./solver no'
  says '1 answer is wrong, the first by liar on partial-8-0.txt, seed 1: no solution, but another run found one'
  refused 'near-8-0.txt is no instance in a file of its own' compare --suite near/ --methods auto
  refused "'partial-8-0.txt' is given twice" compare --suite more/ --suite more/ --methods auto
}

@test "nothing is left of a solver after Ctrl-C or when the program is killed" {
  local signal pid
  for signal in INT KILL; do
    "$NQUEENS" compare --n 4 --runs 5 --threads 2 --method 'it=run:dimacs:./solver hang' >out 2>said &
    pid=$!
    some_sleep
    kill -"$signal" "$pid"
    wait "$pid" || true
    none_sleeps
  done
}

@test "a command that cannot be run is refused before the first run" {
  refused "'dinacs' is no format of" compare --n 4 --method 'run:dinacs:./solver'
  refused "'poduct' is no encoding of dimacs" compare --n 4 --method 'run:dimacs/poduct:./solver'
  refused "'form=sat' is none of from=FORMAT" compare --n 4 --method 'run:dimacs,form=sat:./solver'
  refused 'nosuchsolver is not installed' compare --n 4 --method 'run:dimacs:nosuchsolver {}'
  refused '/ is not installed' compare --n 4 --method 'root=run:dimacs:/ {}' # a folder
  refused 'a command is missing' compare --n 4 --method 'run:dimacs'
  refused 'a quote is open' compare --n 4 --method "run:dimacs:./solver 'right"
  refused 'is given twice' compare --n 4 --method 'run:dimacs:./solver no' --method 'run:dimacs:./solver right'
}

@test "results with an impossible run are refused, and the store keeps what it had" {
  nq generate partial --n 8 --count 1 --seed 1 --quiet -o set/
  nq compare --suite set/ --runs 1 --methods min-conflicts --results good.json --quiet >out
  nq compare --suite set/ --runs 1 --methods auto --store all.db --quiet >out
  for column in verdict:'"sure"' verdict:'"unsolvable"' outcome:'"fine"' conflicts:1 seconds:-1 seconds:1e13 cpu_seconds:-1 digest:'"00"'; do
    jq ".runs[0].${column%%:*} = ${column#*:}" good.json >bad.json
    refused "bad.json: run 1: its ${column%%:*} is " compare --suite set/ --runs 1 --methods auto --store all.db --merge bad.json
    ends 0 compare --suite set/ --runs 1 --methods auto --store all.db --quiet
  done
  [ "$(python3 -c 'import sqlite3; print(*sqlite3.connect("all.db").execute("SELECT count(*) FROM run"))')" = '(1,)' ]
  for part in runs variants; do
    jq ".$part = null" good.json >bad.json
    refused 'variants or runs are missing' compare --suite set/ --runs 1 --methods auto --merge bad.json
  done
}

@test "results on a suite are one file, which other machines merge" {
  nq generate partial --n 8 --count 3 --seed 1 --quiet -o set/
  nq compare --suite set/ --runs 2 --method 'there=run:dimacs:./solver no' --methods construct --results there.json >out || true
  mv solver elsewhere
  ends 1 compare --suite set/ --runs 2 --methods auto --merge there.json --store all.db --results all.json
  says '6 answers are wrong, the first by there on partial-8-0.txt, seed 1: no solution'
  grep -qF 'there = run:dimacs:./solver no (version 3.1 ?)' out
  grep -q '^partial  there  *0/6' out
  ends 1 compare --suite set/ --runs 2 --merge all.json --csv runs.csv
  [ "$(cut -d, -f1 runs.csv | sort | uniq -c | tr -s ' ')" = ' 6 auto
 6 construct
 1 label
 6 there' ]
  ends 1 compare --suite set/ --runs 2 --merge <(cat all.json) --csv piped.csv # read once, as a pipe has it
  cmp runs.csv piped.csv
  refused 'nqueens: unable to open nosuch: No such file or directory' compare --suite set/ --methods auto --merge nosuch
  jq '(.variants[] | select(.label == "there").label) = "yours"' there.json >yours.json # another solver of the same command
  refused "'yours' has the same command as 'there'" compare --suite set/ --runs 2 --merge there.json --merge yours.json
  jq '(.runs[] | select(.variant == "construct")) |= (.outcome = "proved" | .verdict = "unsolvable")' there.json >no.json
  ends 1 compare --suite set/ --runs 2 --methods auto --merge no.json
  says 'by construct on partial-8-0.txt, seed 1: no solution, but there is one'
  jq '(.runs[] | select(.variant == "construct").seconds) = 9' there.json >slow.json # our own runs are made here
  ends 1 compare --suite set/ --runs 2 --methods construct --merge slow.json --csv runs.csv
  [ "$(grep -c '^construct,.*,9.0,' runs.csv)" = 0 ]
  # the words of a command may be any bytes
  ends 0 compare --suite set/ --runs 1 --methods construct --method $'odd=run:dimacs:true \xff' --results odd.json --json odd.txt
  [ "$(jq -r '.variants[1].variant' odd.json)" = 'run:dimacs:true ?' ]
  [ "$(jq '.variants[1].label' odd.txt)" = '"odd"' ]
  # the virtual best solver is of runs that each method has
  nq compare --suite set/ --runs 1 --methods construct,min-conflicts --results fewer.json --quiet >out
  ends 0 compare --suite set/ --runs 2 --methods auto --merge fewer.json
  grep -qF 'The virtual best solver, on all instances: 3/3 solved' out
  ends 0 compare --suite set/ --runs 2 --seed 3 --methods auto --merge fewer.json --json - --report fewer.html
  [ "$(jq -c '.virtual_best | .runs, .par2' out)" = $'0\nnull' ]
  never grep -q '<h2>The virtual best solver' fewer.html
  nq compare --suite set/ --runs 1 --methods min-conflicts --results one.json --quiet >out
  ends 0 compare --suite set/ --runs 1 --seed 3 --methods construct --merge one.json --report none.html
  grep -qF '<p>Within the limit of 10 seconds, construct solved 0 of 3 runs.</p>' none.html
  nq generate partial --n 8 --count 3 --seed 2 --quiet -o other/
  nq suite queens-2026 --size smoke -q -o smoke/
  cp smoke/plain-8-0.txt smoke/plain-20-0.txt
  refused 'plain-20-0.txt is not the instance of index.json' compare --suite smoke/ --methods auto
  nq generate partial --n 8 --count 3 --seed 1 --format dimacs --quiet -o dimacs/
  refused 'its files are in the format dimacs' compare --suite dimacs/ --methods auto
  refused 'its runs are on another suite' compare --suite other/ --runs 2 --methods auto --merge there.json
  refused 'its runs have other limits: 10 seconds' compare --suite set/ --time-limit 3 --methods auto --merge there.json
  refused 'results are of one --suite' compare --n 8 --methods auto --merge there.json
  sed -i 's/"steps": 0/"steps": -1/' there.json
  refused 'run 1: its steps is missing or wrong' compare --suite set/ --runs 2 --methods auto --merge there.json
}
