#!/usr/bin/env bats
# Uniform and typical boards, numbered boards, estimates, and the density of boards.

load common

# fails CODE TEXT ARGUMENT...: the exit code, and TEXT on standard error.
fails() {
  local code=$1 text=$2
  shift 2
  ends "$code" "$@"
  says "$text"
}

# ---- Uniform and numbered boards ----

@test "uniform boards do not depend on threads; distinct ones are all there" {
  for threads in 1 2 5; do
    nq generate solved --uniform --n 15 --count 40 --seed 3 -t $threads >boards
    [ "$threads" = 1 ] && mv boards first || cmp first boards
  done
  nq check --quiet first
  nq generate solved --uniform --distinct --n 7 --count 40 --seed 1 | grep -v '^#' | sort >drawn
  nq enumerate 7 | sort | cmp - drawn
}

@test "more distinct boards than there are, and sizes out of range" {
  fails 1 "n = 6 has only 4 solutions: there are no 5 distinct ones" \
    generate solved --uniform --distinct --n 6 --count 5
  fails 1 "no solution exists for n = 2" generate solved --uniform --n 2
  fails 1 "no solution exists for n = 3" generate typical --n 3
  refused "n = 21 is out of range: it must be 1 to 20; \`generate typical\` makes boards" generate solved --uniform --n 21
  refused "--distinct: it is for --uniform only" generate solved --distinct --n 8
}

@test "boards by their number" {
  ends 0 count 8 --nth 0
  prints "1 4 6 3 0 7 5 2"
  for i in $(seq 0 9); do nq count 5 --nth "$i"; done | sort >numbered
  nq enumerate 5 | sort | cmp - numbered
  refused "--nth: n = 8 has no board 92: they go from 0 to 91" count 8 --nth 92
  refused "'21' is out of range: it must be 1 to 20" count 21 --nth 0
  refused "--nth: one N is needed" count 8 9 --nth 0
  refused "--slice cannot be combined with --nth" count 8 --nth 0 --slice 0/2
  fails 1 "no solution exists for n = 2" count 2 --nth 0
  ends 3 count 20 --nth 5 --time-limit 0.3
}

# ---- Typical boards ----

@test "typical boards are solutions, the same with any number of threads" {
  nq generate typical --n 50 --count 70 --seed 2 -t 1 >one
  nq generate typical --n 50 --count 70 --seed 2 -t 3 >three
  cmp one three
  nq check --quiet one
  nq generate typical --n 30000 --count 3 --seed 2 --sweeps 60 -t 1 | md5sum >one
  nq generate typical --n 30000 --count 3 --seed 2 --sweeps 60 -t 2 | md5sum | cmp one -
  nq solve 300 --typical --seed 5 >board
  nq solve 300 --method typical --seed 5 | cmp board -
  nq solve 300 --method typical:sweeps=800 --seed 5 >other
  nq solve 300 --typical --sweeps 800 --seed 5 | cmp other -
  never cmp -s board other
}

@test "typical boards: errors and limits" {
  fails 1 "no solution exists for n = 3" solve 3 --typical
  refused "--typical is short for --method typical" solve 8 --typical --method genetic
  refused "--sweeps: it is an option of typical" solve 8 --sweeps 100
  refused "3 is out of range: it must be 4 to 1000000000" generate typical --n 8 --sweeps 3
  refused "--sweeps: 0" generate typical --n 8 --sweeps 0
  ends 3 solve 1e6 --typical --time-limit 0.2 -o board.npy
  [ ! -e board.npy ]
}

# ---- Density ----

@test "the density of boards beside that of all solutions" {
  nq generate typical --n 400 --count 60 --seed 1 | nq check --typical >density
  [ "$(head -n 1 density)" = '# density of 60 boards in 8 x 8 cells, a line for each band of columns: mean, z' ]
  [ "$(sed -n 2,9p density | awk '{ n += NF } END { print n }')" -eq 128 ]
  # The means of cells, each with its number of images, give the density of the whole.
  awk '/^[0-3],/ { split($1, at, ","); w = at[1] == at[2] ? 4 : 8; sum += w * $3; all += w
                   if ($4 > 4 || $4 < -4) wrong++ }
       END { exit all != 64 || sum < 63.99 || sum > 64.01 || wrong }' density
  nq solve 1000 --count 40 --seed 1 | nq check --typical | awk '/^0,0/ { exit $4 < 8 }'
  echo '0 1 2 3 4 5 6 7' >wrong
  ends 1 check --typical wrong
  grep -q 'invalid n=8' out
  ends 1 check --typical --json wrong
  jq -es '.[-1] | .density + .expected + .z | length == 24 and all(length == 8)' out
}

# ---- Estimates ----

@test "an estimate contains the number, and depends on the seed alone" {
  nq count 20 --estimate --relative-error 0.1 --seed 1 --json -t 1 | jq -c 'del(.seconds)' >one
  nq count 20 --estimate --relative-error 0.1 --seed 1 --json -t 3 | jq -c 'del(.seconds)' | cmp one -
  jq -e '.n == 20 and .seed == 1 and .ln_interval[0] < 24.3876 and .ln_interval[1] > 24.3876
         and (.count | test("^[34]\\.[0-9]+e10$")) and (.count_interval | length) == 2
         and .alpha > 1.7 and .alpha < 1.8' one
  ends 0 count 20 27 --estimate --relative-error 0.5 --seed 1
  [ "$(grep -c '^n=2[07] ln_count=[0-9.]* ln_interval=[0-9.]*\.\.[0-9.]* count=[0-9.e]* count_interval=' out)" -eq 2 ]
}

@test "estimates: errors and limits" {
  fails 1 "no solution exists for n = 3" count 3 --estimate
  refused "'1000001' is out of range: it must be 1 to 1000000" count 1000001 --estimate
  refused "--checkpoint cannot be combined with --estimate" count 8 --estimate --checkpoint file
  refused "--seed is for --estimate" count 8 --seed 1
  refused "--relative-error: it must be more than 0" count 8 --estimate --relative-error 0
  refused "--estimate and --nth" count 8 --estimate --nth 1
  ends 3 count 100000 --estimate --time-limit 0.2
  prints ''
  # An interval needs eight chains, which take longer on a busy machine.
  for limit in 0.5 5 50; do
    ends 3 count 100 --estimate --time-limit $limit --threads 1 --relative-error 1e-9
    ! grep -q '^n=100 ' out || break
  done
  grep -q '^n=100 ' out
}
