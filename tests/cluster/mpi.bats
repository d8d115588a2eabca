#!/usr/bin/env bats
# nqueens-mpi: the same results as nqueens, whatever the ranks and threads, and nothing lost.
# shellcheck disable=SC2153 # RANKS is a variable of ranks.bash

load ranks

@test "count: 1, 2 and 3 ranks, 1 and 2 threads" {
  local ranks
  for ranks in 1 2 3; do
    over "$ranks" count 3 8 14 15 --threads $((ranks % 2 + 1)) -q | paste -sd' ' |
      grep -qx '0 92 365596 2279184'
  done
  over 2 count 16 --threads 2 | grep -qx 14772512
  [ "$(wc -l <said)" -eq 1 ]
}

@test "count: a checkpoint is continued by other ranks and by nqueens" {
  ended 3 3 count 18 --threads 1 --checkpoint part --time-limit 0.3
  says 'the same command continues from part'
  over 2 count 18 --checkpoint part | grep -qx 666090624
  says ' of them earlier'
  nq count 18 --checkpoint part | grep -qx 666090624
  nq count 18 --merge part | grep -qx 666090624
}

@test "compare: three ranks store the same 1000 runs as threads" {
  local -a plan=(compare --methods 'min-conflicts,genetic' --n '8,16,32,64' --runs 125 -q)
  over 3 "${plan[@]}" --store ranks.db --threads 1 --csv ranks.csv
  nq "${plan[@]}" --store threads.db --threads 2
  runs_in ranks.db >ranks
  runs_in threads.db >threads
  [ "$(wc -l <ranks)" -eq 1000 ]
  cmp ranks threads
  over 2 "${plan[@]}" --store ranks.db --csv again.csv
  cmp ranks.csv again.csv
}

@test "generate: the same files" {
  over 3 generate hard --n 20 --count 12 --verdict --seed 3 -o ranks/ --threads 1
  nq generate hard --n 20 --count 12 --verdict --seed 3 -o threads/ --threads 2
  diff -r ranks threads
  over 2 generate suite --n 9 --seed 3 -o ranks-suite/ --threads 2
  nq generate suite --n 9 --seed 3 -o threads-suite/
  diff -r ranks-suite threads-suite
  over 3 generate puzzles --n 10 --remove 7 --completions 5 --count 40 --seed 3 --split 1:1 \
    --split-by puzzles -o ranks-puzzles/ --threads 1
  nq generate puzzles --n 10 --remove 7 --completions 5 --count 40 --seed 3 --split 1:1 \
    --split-by puzzles -o threads-puzzles/
  diff -r ranks-puzzles threads-puzzles
}

@test "generate: the first item that cannot be made ends the run" {
  local -a items=(generate completion --n 10 --placed 10 --count 50 --seed 1 --format line)
  ended 2 3 "${items[@]}" --threads 1
  mv out ranks
  mv said ranks-said
  ends 2 "${items[@]}"
  cmp ranks out
  cmp ranks-said said
}

@test "solve: several boards, in order, with their statistics" {
  over 3 solve 500 --count 20 --seed 4 --threads 1 --stats ranks.json >ranks
  nq solve 500 --count 20 --seed 4 --stats threads.json >threads
  cmp ranks threads
  cmp <(jq -c 'with_entries(select(.key | test("seconds|process") | not))' ranks.json) \
    <(jq -c 'with_entries(select(.key | test("seconds|process") | not))' threads.json)
  printf 'n 30\nqueen 0 7\nblock 3 0\n' >instance
  over 2 solve --instance instance --count 5 --seed 4 >ranks
  nq solve --instance instance --count 5 --seed 4 | cmp - ranks
  ended 3 2 solve 30 --count 5 --method backtracking --max-steps 1
  ended 1 2 solve 3 --count 5
  says 'no solution exists for n = 3'
}

@test "check: files, in order, with their messages and exit codes" {
  local i options status other
  for i in 1 2 3 4 5 6 7 8; do nq solve 50 --count "$i" --seed "$i" -o "$i"; done
  echo '0 1' >bad
  echo 'x' >none
  echo UNSATISFIABLE >unsatisfiable
  for options in '1 2 3 4 5 6 7 8' 'none 1 bad unsatisfiable' '--json 1 2 3 bad' '1 bad 2 3' '--n 50 -q 1 bad 2' \
    'missing 1'; do
    status=0 other=0
    # shellcheck disable=SC2086
    over 3 check $options >ranks || status=$?
    cp said ranks-said
    # shellcheck disable=SC2086
    nq check $options >alone || other=$?
    cmp ranks alone
    cmp ranks-said said
    [ "$status" -eq "$other" ]
  done
  nq solve 50 --count 3 >boards
  over 2 check - 1 <boards | grep -c ': valid n=50$' | grep -qx 4
}

@test "errors are reported once, with exit code 2" {
  local command
  mkdir folder
  echo nonsense >damaged
  for command in 'count 99' 'count 17 --checkpoint folder' 'count 17 --checkpoint damaged' \
    'compare --methods construct --n 8 --runs 2 --store damaged' 'solve 5 --no-such-option' \
    'generate hard --n 20 -o damaged/' 'count 17 --checkpoint /proc/none'; do
    # shellcheck disable=SC2086
    ended 2 3 $command
    [ "$(grep -c '^nqueens: ' said)" -eq 1 ] || { echo "$command"; cat said; false; }
    [ "$(grep -c . said)" -eq 1 ] || { echo "$command"; cat said; false; }
  done
  grep -qx nonsense damaged
}

@test "a rank that is out of memory ends the run" {
  local what
  for what in units results; do
    set_short "$what"
    ended 2 3 count 18 --threads 2
    grep -q '^nqueens: rank [12] on [^ ]*: out of memory$' said || { cat said; false; }
  done
}

@test "a failed write ends the run once, and the file is as good as before" {
  local status=0 job
  start_count 3
  at_rank_0 prlimit --fsize=2000 --pid
  wait "$job" || status=$?
  [ "$status" -eq 2 ] || { echo "$status"; cat said; false; }
  forget_pipes
  [ "$(grep -c . said)" -eq 1 ] || { cat said; false; }
  says 'part: cannot write: File too large'
  nq count 20 --checkpoint part --time-limit 0.1 || [ $? -eq 3 ]
  never grep torn said
}

@test "another version on a rank is refused" {
  local version
  version=$(sed -n 's/^#define NQ_VERSION *"\(.*\)"/\1/p' "$BATS_TEST_DIRNAME/../../src/nqueens/base.h")
  sed "s/${version//./\\.}/${version%?}x/g" "$RANKS" >other
  chmod +x other
  ends_as 2 heard ranks -n 2 "$RANKS" count 8 : -n 1 ./other
  [ ! -s out ]
  [ "$(grep -c . said)" -eq 1 ]
  says 'rank 2 on '
  says "runs version ${version%?}x, rank 0 on"
}

@test "an interrupt of rank 0 keeps what is done" {
  local status=0 job
  start_count 3
  at_rank_0 kill -INT
  wait "$job" || status=$?
  [ "$status" -eq 130 ]
  says 'the same command continues from part'
}

# term_rank_1: SIGTERM to rank 1 of `job`; the run ends as by an interrupt.
term_rank_1() {
  local rank
  for rank in $(ranks_below "$job"); do
    if [ "$(rank_of "$rank")" = 1 ]; then kill -TERM "$rank"; fi
  done
  wait "$job" || [ $? -eq 130 ]
  says 'interrupted'
}

@test "SIGTERM to another rank ends the run, too" {
  start_count 2
  term_rank_1
  says 'the same command continues from part'
  at_once launch 2 generate near --n 500 --count 1e7 --threads 1 -o items/ >out 2>said &
  job=$!
  until compgen -G 'items/*' >/dev/null || compgen -G '.*.part/*' >/dev/null; do sleep 0.05; done
  term_rank_1
  [ ! -e items ]
}
