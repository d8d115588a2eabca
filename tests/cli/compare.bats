#!/usr/bin/env bats
# nqueens compare: runs that survive being killed, stores that are left alone, clear errors.
# shellcheck disable=SC2030,SC2031 # each test has a status of its own

bats_require_minimum_version 1.5.0
load common

setup() {
  follow_test
  cd "$BATS_TEST_TMPDIR" || return 1
  NQUEENS=${NQUEENS:-$BATS_TEST_DIRNAME/../../build/nqueens}
  RUNS=(compare --methods "min-conflicts,construct" --n "16,64" --runs 8 --threads 2)
}

# The runs of a CSV file without what changes from run to run: times, memory and when.
without_times() {
  python3 -c '
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], newline="")))
gone = {"seconds", "cpu_seconds", "memory_bytes", "finished", "machine"}
for row in rows: print(sorted((k, v) for k, v in row.items() if k not in gone))' "$1"
}

# refuses TEXT... -- ARGUMENT...: exit 2, nothing on stdout, every TEXT on stderr.
refuses() {
  local texts=() text
  while [ "$1" != -- ]; do texts+=("$1"); shift; done
  shift
  run --separate-stderr "$NQUEENS" compare "$@"
  [ "$status" -eq 2 ] || { echo "status $status: $stderr"; return 1; }
  [ -z "$output" ]
  for text in "${texts[@]}"; do
    [[ "$stderr" == *"$text"* ]] || { echo "no '$text' in: $stderr"; return 1; }
  done
}

@test "tables, what holds and their key go to standard output, the factor last" {
  run --separate-stderr "$NQUEENS" "${RUNS[@]}"
  [ "$status" -eq 0 ]
  [[ "$output" == *"8/8"* ]]
  [[ "$output" == *$'\nconstruct      n^'* ]]
  [[ "$output" == *$'\nn = 16: construct, '*" times as fast as min-conflicts ("* ]]
  [[ "$(tail -n 2 <<<"$output" | tr -s '\n ' ' ')" == \
    "construct is "*" times as fast as min-conflicts at n = 64 (95 % interval "*"; A = "*")"* ]]
  [ -z "$stderr" ]
  run ! grep -E '^.{81}' <<<"$output"
}

@test "equal seeds give equal runs, for any number of threads" {
  "$NQUEENS" "${RUNS[@]}" --quiet --csv one.csv >one.txt
  "$NQUEENS" "${RUNS[@]}" --quiet --csv two.csv --threads 1 >two.txt
  [ "$(wc -l <one.csv)" -eq 33 ]
  diff <(without_times one.csv) <(without_times two.csv)
  diff <(sed -n '/^Steps/,/^$/p' one.txt) <(sed -n '/^Steps/,/^$/p' two.txt)
}

@test "--methods and --method add up, with labels given and made" {
  run "$NQUEENS" compare --methods construct --method 'min-conflicts:walk=5e-2' \
    --method 'min-conflicts:walk=0.1' --method 'my "GA", <1>=genetic:pop=50' --n 8 --runs 2 \
    --csv runs.csv --json out.json --report report.html --quiet
  [ "$status" -eq 0 ]
  [[ "$output" == *'my "GA", <1> = genetic:population=50'* ]]
  [[ "$output" == *"min-conflicts:walk=0.05 "* ]]
  [ "$(jq -r '.cells[3] | .label, .variant' out.json)" = $'my "GA", <1>\ngenetic:population=50' ]
  [ "$(jq -r '.cells[1].label' out.json)" = min-conflicts:walk=0.05 ]
  [ "$(grep -c '^"my ""GA"", <1>",genetic,population=50,8,' runs.csv)" -eq 2 ]
  grep -q 'my &quot;GA&quot;, &lt;1&gt;' report.html
  run ! grep -q '<1>' report.html
}

@test "a store is continued, and more runs are added to it" {
  "$NQUEENS" "${RUNS[@]}" --store runs.sqlite >first.txt
  run --separate-stderr "$NQUEENS" "${RUNS[@]}" --store runs.sqlite
  [ "$status" -eq 0 ]
  [ "$output" = "$(cat first.txt)" ]
  [[ "$stderr" == *"32 of 32 runs were in runs.sqlite already"* ]]
  run --separate-stderr "$NQUEENS" "${RUNS[@]}" --runs 10 --store runs.sqlite
  [[ "$stderr" == *"32 of 40 runs were in runs.sqlite already"* ]]
  [[ "$output" == *"10/10"* ]]
  [ ! -e runs.sqlite-wal ]
}

@test "killed at any moment and started again: no run lost, none counted twice" {
  local runs
  runs=$(trimmed 200 70)
  local plan=(compare --method "min-conflicts:start=random,step=column" --methods construct
    --n "300,2000" --runs "$runs" --threads 2) # 4 * runs, about half a second
  "$NQUEENS" "${plan[@]}" --quiet --csv whole.csv >/dev/null
  local kills=0 pid before=0 now
  while [ "$kills" -lt 8 ]; do
    "$NQUEENS" "${plan[@]}" --quiet --store runs.sqlite >/dev/null &
    pid=$!
    sleep "0.0$((RANDOM % 50 + 10))"
    kill -KILL "$pid" 2>/dev/null && kills=$((kills + 1))
    wait "$pid" 2>/dev/null || true
    [ -e runs.sqlite ] || continue
    # Before its tables are there, the store is an empty database.
    now=$(python3 -c 'import sqlite3
store = sqlite3.connect("runs.sqlite")
made = store.execute("SELECT count(*) FROM sqlite_master WHERE name = \"run\"").fetchone()[0]
print(store.execute("SELECT count(*) FROM run").fetchone()[0] if made else 0)')
    [ "$now" -ge "$before" ]
    before=$now
    [ "$now" -lt $((4 * runs)) ] || break
  done
  echo "killed $kills times, $before runs stored"
  [ "$kills" -ge 3 ]
  "$NQUEENS" "${plan[@]}" --quiet --store runs.sqlite --csv parts.csv >/dev/null
  diff <(without_times whole.csv) <(without_times parts.csv)
}

# interrupt ARGUMENT...: a comparison of one run that ends and one that does not is interrupted.
interrupt() {
  env --default-signal=INT "$NQUEENS" compare --method "min-conflicts:start=random,step=column,walk=1" \
    --methods construct --n 5000 --runs 3 --threads 2 --time-limit 100 "$@" >out.txt 2>err.txt &
  local pid=$! status
  at_work $pid
  ends_soon INT $pid
  [ "$status" -eq 130 ]
}

@test "interrupted: ends within a second, prints its runs, keeps them, and reports how to continue" {
  interrupt --store runs.sqlite --csv runs.csv --report report.html
  grep -q 'interrupted after [1-3] of 6 runs; finished runs are kept in runs.sqlite: the same command continues' err.txt
  grep -q '^Runs: only [1-3] of 6, seeds 1 to 3' out.txt
  grep -q '^5000  construct  *[1-3]/[1-3] ' out.txt
  grep -q '^5000  min-conflicts  *no run$' out.txt
  [ ! -e runs.csv ]
  [ ! -e report.html ]
  interrupt
  grep -q '^5000  construct  *[1-3]/[1-3] ' out.txt
  grep -q 'interrupted after [1-3] of 6 runs; --store FILE would have kept the finished ones' err.txt
}

@test "interrupted: --json - and --csv - print the runs that ended, a report and files are left out" {
  interrupt --json -
  jq -e '.runs >= 1 and .runs <= 3 and .seeds == 3 and (.command | startswith("nqueens compare")) and
         .cells[0].n == 5000 and ([.cells[].runs] | add) == .runs' out.txt
  interrupt --csv - --json runs.json
  [ "$(grep -c ',construct,' out.txt)" -ge 1 ]
  never grep -q ',min-conflicts,' out.txt
  [ ! -e runs.json ]
  interrupt --report -
  [ ! -s out.txt ]
}

@test "--quick is a first look, and reports what it leaves open" {
  run --separate-stderr "$NQUEENS" compare --quick --n 8..20:x2 --method a=construct \
    --method b=min-conflicts:walk=0.1 --method c=min-conflicts:walk=0.11 --json out.json
  [ "$status" -eq 0 ]
  jq -e '.seeds == 10 and .time_limit == 1 and ([.cells[].n] | unique) == [8, 16]' out.json
  [[ "$stderr" == *"--quick does not decide "[1-6]" of 6 pairs: with 10 runs of each only "*" A of 0.8"* ]]
  run --separate-stderr "$NQUEENS" compare --quick --n 8 --methods construct --runs 3 \
    --time-limit 4 --json out.json
  jq -e '.seeds == 3 and .time_limit == 4' out.json
  [[ "$stderr" == *"--quick: medians"* ]]
  run --separate-stderr "$NQUEENS" compare --quick --n 8 --methods construct --quiet
  [ -z "$stderr" ]
}

@test "JSON and report hold the command, the times, the parameters and the steps" {
  "$NQUEENS" compare --n 8 --runs 2 --method 'a b=genetic:pop=50' --method construct --quiet \
    --time-limit 1 --threads 3 --json out.json --report report.html >/dev/null
  [ "$(jq -r .command out.json)" = "nqueens compare --n 8 --runs 2 --method 'a b=genetic:pop=50' --method construct --quiet --time-limit 1 --threads 3 --json out.json --report report.html" ]
  jq -e '.threads == 3 and .processors >= 1 and .runs_before == 0' out.json
  grep -q '<dt>Limit of a run</dt><dd>1 second</dd>' report.html
  grep -qE '<dt>Threads</dt><dd>3 at a time, on [0-9]+ processors?</dd>' report.html
  jq -e '.version and .machine and (.first_end | test("^20.*Z$")) and (.first_end <= .last_end)' out.json
  [ "$(jq -c '.variants[0] | [.label, .parameters.population, .parameters.selection, .given]' out.json)" = \
    '["a b","50","roulette",["population"]]' ]
  [ "$(jq -r '.variants[1].step' out.json)" = "none: the board is computed" ]
  jq -e '.claims[0] | .ratio.value > 0 and .ratio.of == "medians" and (.ratio.interval | length) == 2' out.json
  grep -q '<dt>Command</dt><dd><code>nqueens compare --n 8 --runs 2 --method &#39;a b=genetic:pop=50&#39; ' report.html
  grep -q '<td class="given">50</td>' report.html
  grep -q '<p>A step: one mutation of a child' report.html
  grep -q 'steps of different methods are not comparable' report.html
  grep -q '<caption>n = 8</caption>' report.html
}

@test "the parameters are those of the runs: of a preset, and for each n where it matters" {
  "$NQUEENS" compare --n 8,10 --runs 2 --max-steps 500 --method 'page=genetic:preset=textbook' \
    --method 'islands=genetic:islands=2,elite=2' --method min-conflicts:preset=minton --quiet \
    --json out.json --report report.html >/dev/null
  [ "$(jq -c '.variants[0] | [.parameters | .elite, .encoding, .mutation, .preset], .parameters_by_n, .given' out.json |
    tr '\n' ' ')" = '["0","rows","0.04","textbook"] {"population":{"8":"32","10":"40"}} ["preset"] ' ]
  [ "$(jq -c '.variants[1] | [.parameters | .elite, .population, .preset], .given' out.json | tr '\n' ' ')" = \
    '["2","40","none"] ["elite","islands"] ' ]
  jq -e '.variants[2].parameters_by_n == {patience: {"8": "800", "10": "1000"}}' out.json
  [ "$(jq '.variants[0].parameters | has("population")' out.json)" = false ]
  # What nq_solve reports for the same run.
  for n in 8 10; do
    "$NQUEENS" solve $n --method genetic:preset=textbook --quiet --stats stats.json >/dev/null
    jq -e --arg n $n --slurpfile out out.json '.parameters as $used | $out[0].variants[0] |
      (.parameters + (.parameters_by_n | map_values(.[$n]))) as $told |
      [$used | to_entries[] | select($told[.key] != (.value | tostring)) | .key] - ["memetic-steps"] == []' stats.json
  done
  grep -q '<tr><th scope="row">population</th><td>32 (n = 8)<br>40 (n = 10)</td><td>40</td></tr>' report.html
  grep -q '<tr><th scope="row">elite</th><td>0</td><td class="given">2</td></tr>' report.html
  # 1/257 as its formula for people, as a number for programs.
  "$NQUEENS" compare --n 256 --runs 1 --max-steps 1 --method genetic:encoding=rows --quiet \
    --json out.json --report report.html >/dev/null
  [ "$(jq -r '.variants[0].parameters.mutation' out.json)" = 0.0038910505836575876 ]
  grep -q '<tr><th scope="row">mutation</th><td>1/(n + 1)</td></tr>' report.html
  # Options that do nothing are left out: there are neither islands nor tournaments, but ties of sweeps.
  run ! grep -qE '"row">(migrants|topology|migration-every|tournament)<' report.html
  [ "$(jq -c '.variants[0].parameters | [has("migrants"), has("tournament"), has("power")]' out.json)" = '[false,false,true]' ]
  "$NQUEENS" compare --n 8 --runs 1 --method min-conflicts --method min-conflicts:preset=textbook --quiet --json out.json >/dev/null
  [ "$(jq -c '[.variants[].parameters.ties]' out.json)" = '[null,"half"]' ]
}

@test "runs that reach a limit count as censored" {
  run "$NQUEENS" compare --method min-conflicts:start=random,step=column --n 400 --runs 5 \
    --max-steps 3 --time-limit 7
  [ "$status" -eq 0 ]
  [[ "$output" == *"0/5"* ]]
  [[ "$output" == *" 14s"* ]]
  [[ "$output" == *">lim"* ]]
}

@test "--csv and --json: read by other programs" {
  "$NQUEENS" "${RUNS[@]}" --quiet --csv runs.csv --json summary.json >/dev/null
  [ "$(jq '.cells | length' summary.json)" -eq 4 ]
  [ "$(jq -r '.cells[3].seconds.median.interval | length' summary.json)" -eq 2 ]
  [[ "$(head -n 1 runs.csv)" == label,method,options,n,seed,verdict,* ]]
  [ "$(grep -c $'\r$' runs.csv)" -eq 33 ]
  run --separate-stderr "$NQUEENS" "${RUNS[@]}" --csv -
  [ "$(printf '%s\n' "$output" | grep -c solved)" -eq 32 ]
  [[ "$output" != *PAR-2* ]]
}

@test "bad options are named, with the valid ones" {
  refuses '--methods' "'tabu'" 'min-conflicts' -- --methods tabu --n 8
  refuses '--methods' "''" -- --methods construct, --n 8
  refuses '--method:' "'speed'" 'patience' -- --method min-conflicts:speed=1 --n 8
  refuses '--method:' 'walk' "'2'" '0 to 1' -- --method min-conflicts:walk=2 --n 8
  refuses '--method:' "twice" -- --methods construct --method construct --n 8
  refuses '--method:' "'min-conflicts:walk=0.1' is given twice" -- --method min-conflicts:walk=0.1 \
    --method min-conflicts:walk=1e-1 --n 8
  refuses '--method:' "the label 'a' is given twice: for construct and for genetic" \
    -- --method a=construct --method a=genetic --n 8
  refuses '--method:' "'a?b' is no label" 'letters, digits' -- --method $'a\nb=construct' --n 8
  refuses '--method:' "no method 'tabu'" 'min-conflicts, auto' -- --method a=tabu --n 8
  refuses '--method:' 'step swap' -- --method min-conflicts:start=random,step=swap --n 8
  refuses '--n' "'x'" -- --methods construct --n 8,x
  refuses '--n' "'3'" '4 to 4294967295' -- --methods construct --n 3
  refuses '--n' "'16..8' is empty" -- --methods construct --n 16..8
  refuses '--n' 'twice' -- --methods construct --n 8,8
  refuses 'board sizes or instances are needed' -- --methods construct
  refuses 'methods are needed' -- --n 8
  refuses '--runs' "'0'" '1 to 1000000' -- --methods construct --n 8 --runs 0
  refuses '--time-limit' 'above 0' -- --methods construct --n 8 --time-limit 0
  refuses '--threads' "'0'" -- --methods construct --n 8 --threads 0
  refuses 'none/report.html' 'No such file' -- --methods construct --n 8 --report none/report.html
  refuses 'none/runs.csv' 'No such file' -- --methods construct --n 8 --csv none/runs.csv
  refuses 'none/runs.sqlite' 'No such file' -- --methods construct --n 8 --store none/runs.sqlite
  refuses 'not a regular file' -- --methods construct --n 8 --store .
}

@test "a store whose name leaves no room for SQLite's files is not begun" {
  local long
  long=$(printf 'a%.0s' {1..255})
  refuses 'the name is too long: SQLite adds -journal to it' -- --methods construct --n 8 --store "$long"
  [ ! -e "$long" ]
  : >"$long"
  refuses 'the name is too long' -- --methods construct --n 8 --store "$long"
  [ ! -s "$long" ]
}

@test "files that are not our stores are left untouched" {
  echo 'my thesis' >text
  python3 -c 'import sqlite3
db = sqlite3.connect("other"); db.execute("CREATE TABLE run (a)"); db.commit()'
  "$NQUEENS" "${RUNS[@]}" --quiet --store old >/dev/null
  python3 -c 'import sqlite3; sqlite3.connect("old").execute("PRAGMA user_version = 99")'
  "$NQUEENS" "${RUNS[@]}" --quiet --store cut >/dev/null
  truncate -s 5000 cut
  "$NQUEENS" "${RUNS[@]}" --quiet --store limits --time-limit 3 >/dev/null
  sha256sum text other old cut limits >sums
  refuses 'text: not an SQLite database' -- "${RUNS[@]:1}" --store text
  refuses 'other: ' 'not a store' -- "${RUNS[@]:1}" --store other
  refuses 'old: a store of version 99' -- "${RUNS[@]:1}" --store old
  refuses 'cut: ' 'malformed' -- "${RUNS[@]:1}" --store cut
  refuses 'limits: ' 'limited to 3 seconds' -- "${RUNS[@]:1}" --store limits
  sha256sum --check --quiet sums
}

@test "a store that is locked or in use is refused, and untouched" {
  "$NQUEENS" "${RUNS[@]}" --quiet --store runs.sqlite >/dev/null
  sha256sum runs.sqlite >sums
  python3 -c 'import fcntl, time
file = open("runs.sqlite", "rb+"); fcntl.flock(file, fcntl.LOCK_EX); open("held", "w")
time.sleep(60)' 3>&- &
  local holder=$!
  while [ ! -e held ]; do sleep 0.1; done
  refuses 'in use by another nqueens' -- "${RUNS[@]:1}" --store runs.sqlite
  kill "$holder"
  rm held
  python3 -c 'import sqlite3, time
db = sqlite3.connect("runs.sqlite"); db.execute("BEGIN IMMEDIATE"); open("held", "w")
time.sleep(60)' 3>&- &
  holder=$!
  while [ ! -e held ]; do sleep 0.1; done
  refuses 'locked by another process' -- "${RUNS[@]:1}" --store runs.sqlite
  kill "$holder"
  sha256sum --check --quiet sums
}

@test "a store with an impossible run is refused, and the run named" {
  "$NQUEENS" "${RUNS[@]}" --quiet --store runs.sqlite >/dev/null
  python3 -c '
import sqlite3, sys
store = sqlite3.connect("runs.sqlite")
store.execute("PRAGMA ignore_check_constraints = ON")
store.execute("UPDATE run SET verdict = \"foo\" WHERE variant = \"construct\" AND n = 64 AND seed = 3")
store.commit()'
  refuses 'runs.sqlite: ' 'the run of construct, n = 64, seed 3' "its verdict is 'foo'" \
    -- "${RUNS[@]:1}" --store runs.sqlite
}

@test "a store is the file of its name, also one that SQLite would take for something else" {
  for store in q file:q :memory: 'file:new.db?mode=memory'; do
    nq compare --methods construct --n 8 --runs 1 --store "$store" --quiet >out
    [ -s "$store" ]
    cp q before
    nq compare --methods construct --n 16 --runs 1 --store "$store" --quiet >out
    [ "$store" = q ] || cmp q before
  done
  [ "$(echo *:*)" = ":memory: file:new.db?mode=memory file:q" ]
}

@test "a store that cannot be created is named as given" {
  (ulimit -f 4 && refuses './runs.sqlite: ' -- "${RUNS[@]:1}" --store ./runs.sqlite &&
    [[ "$stderr" != *.part* ]])
  : >runs.sqlite
  (ulimit -f 4 && refuses './runs.sqlite: ' -- "${RUNS[@]:1}" --store ./runs.sqlite &&
    [[ "$stderr" != *.part* ]])
}

@test "a read-only store is refused, and untouched" {
  "$NQUEENS" "${RUNS[@]}" --quiet --store runs.sqlite >/dev/null
  chmod 444 runs.sqlite
  sha256sum runs.sqlite >sums
  if [ "$(id -u)" -eq 0 ]; then # root may write everything: be someone else
    chmod 755 . && cp "$NQUEENS" ./nqueens
    setpriv --reuid=65534 --clear-groups test -x ./nqueens || skip "another user cannot get here"
    run setpriv --reuid=65534 --clear-groups ./nqueens "${RUNS[@]}" --store runs.sqlite
  else
    run "$NQUEENS" "${RUNS[@]}" --store runs.sqlite
  fi
  [ "$status" -eq 2 ]
  [[ "$output" == *"runs.sqlite: Permission denied"* ]]
  sha256sum --check --quiet sums
}

@test "a report that cannot be finished leaves the old file" {
  echo precious >report.html
  refuses "'tabu'" -- --methods tabu --n 8 --report report.html
  [ "$(cat report.html)" = precious ]
}

@test "a report without gnuplot names the package and the command that installs it" {
  [ -z "${UNDER:-}" ] || skip "the program is run by another, which needs PATH"
  local runs=("${RUNS[@]}" --store "a 'store'" --report report.html)
  PATH=/nonexistent "$NQUEENS" "${runs[@]}" >out 2>said
  grep -q 'the report has no plots: gnuplot is not installed; .apt-get install gnuplot-nox.' said
  [ "$(grep -c 'gnuplot is not installed' report.html)" -eq 1 ]
  grep -q '<code>gnuplot-nox</code>' report.html
  [ "$(grep -c '<figure' report.html)" -eq 0 ]
  mkdir bin
  printf '#!/bin/sh\ncat >/dev/null\necho "<svg></svg>"\n' >bin/gnuplot
  chmod +x bin/gnuplot
  command=$(sed -n 's/.*after that, this command writes the report again, from the runs in the store: nqueens //p' said)
  PATH=$PWD/bin:$PATH eval '"$NQUEENS"' "$command" >out 2>again
  grep -q "32 of 32 runs were in a 'store' already" again
  [ "$(grep -c '<figure' report.html)" -eq 6 ]
  run ! grep gnuplot again report.html
  PATH=/nonexistent "$NQUEENS" "${RUNS[@]}" --report report.html >out 2>said
  grep -q "after that, this command repeats the runs and writes the report again: nqueens compare --methods " said
  PATH=/nonexistent "$NQUEENS" "${RUNS[@]}" --report report.html --quiet >out 2>said
  grep -q 'the report has no plots: gnuplot is not installed' said # an unfinished report is no remark
}

@test "no two outputs go to one file, and none to the store" {
  "$NQUEENS" "${RUNS[@]}" --quiet --store runs.sqlite >/dev/null
  sha256sum runs.sqlite >sums
  refuses "--csv: 'runs.sqlite' is also the file of --store: give another file" \
    -- --methods construct --n 8 --store runs.sqlite --csv runs.sqlite
  refuses "--report: './runs.sqlite' is also the file of --store: give another file" \
    -- --methods construct --n 8 --store runs.sqlite --report ./runs.sqlite
  sha256sum --check --quiet sums
  refuses "--json: 'new' is also the file of --csv: give another file" -- --methods construct --n 8 --csv new --json new
  refuses "--json: '-' is also the file of --csv: give another file" -- --methods construct --n 8 --csv - --json -
  "$NQUEENS" compare --methods construct --n 8 --runs 1 --csv /dev/null --json /dev/null >/dev/null
}

# ---- The report; tests/all/report.bats has it in a browser ----

# In report.html.
make_report() {
  ends 0 compare --methods construct --method "min-conflicts:start=random,step=column" --n "8,50" --runs 5 --quiet \
    --max-steps 300 --report report.html
}

@test "the report is one file: nothing is fetched, and no script may run but its own" {
  make_report
  never grep -E '(src|href)="?(https?:)?//' report.html
  never grep -Ei '@import|url\(|fetch|XMLHttp|import |innerHTML| on[a-z]+=' report.html
  [ "$(grep -c '<script' report.html)" -eq 1 ]
  python3 - <<'END'
import base64, hashlib, re
page = open('report.html').read()
policy = re.search('Content-Security-Policy" content="([^"]*)"', page).group(1)
script = re.search('<script>(.*)</script>', page, re.S).group(1)
digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
assert policy.startswith("default-src 'none'; "), policy
assert policy.endswith(f"script-src 'sha256-{digest}'"), f'{policy}: in report.html it must be {digest}'
END
  grep -q 'name="viewport"' report.html
  grep -q 'prefers-color-scheme: dark' report.html
  grep -q '@media print' report.html
}

@test "ids of the report are unique, and every reference has one" {
  command -v gnuplot >/dev/null || skip "gnuplot is not installed"
  make_report
  python3 - <<'END'
import collections, html.parser

class Page(html.parser.HTMLParser):
    ids, references, stack = collections.Counter(), set(), []
    empty = {'meta', 'link', 'br'}
    def handle_starttag(self, tag, attributes):
        if tag not in self.empty: self.stack.append(tag)
        self.note(attributes)
    def handle_startendtag(self, tag, attributes): self.note(attributes)
    def handle_endtag(self, tag):
        assert self.stack and self.stack.pop() == tag, f'</{tag}> at {self.getpos()}'
    def note(self, attributes):
        for name, value in attributes:
            if name == 'id': self.ids[value] += 1
            if name.endswith('href') and value.startswith('#'): self.references.add(value[1:])

page = Page()
page.feed(open('report.html').read())
assert not page.stack, page.stack
assert page.ids and max(page.ids.values()) == 1, page.ids.most_common(3)
assert page.references and page.references <= set(page.ids)
END
}
