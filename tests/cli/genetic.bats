#!/usr/bin/env bats
# The genetic algorithm and presets on the command line: what is in effect, the log, mistakes.

load common

@test "presets run in solve and compare, and what is in effect is in --stats" {
  ends 0 solve 8 --method genetic:preset=textbook,mutation=.05 --seed 1 --stats stats.json
  jq -e '.options == "preset=textbook,mutation=0.05"' stats.json
  jq -e '.parameters | .preset == "textbook" and .population == 32 and .fitness == "inverse" and
         .mutation == 0.05 and ."mutation-per" == "gene" and .crossover == "one-point" and
         ."crossover-probability" == 1 and .elite == 0 and .stagnation == "none"' stats.json
  ends 0 solve 16 --method min-conflicts:preset=textbook --seed 1 --stats stats.json
  jq -e '.parameters == {preset: "textbook", start: "random", step: "sweep", ties: "half",
         restart: "fixed", walk: 0, patience: 100}' stats.json
  ends 0 solve 10 --seed 1 --stats stats.json
  jq -e '.parameters.step == "swap" and .parameters.patience == 5000' stats.json
  ends 0 compare --method genetic:preset=textbook --method genetic:preset=aima --n 6 --runs 2 \
    --method min-conflicts:preset=minton --method min-conflicts:preset=textbook --json summary.json
  jq -e '[.cells[].variant] | index("genetic:preset=aima") != null' summary.json
}

@test "a population is a number or times n" {
  for population in 4n 80; do
    nq solve 20 --method genetic --population $population --seed 3 --stats $population.json \
      >$population.txt
  done
  cmp 4n.txt 80.txt
  jq -e '.population == 80 and .parameters.population == 80' 4n.json
  refused "population must be 2 to 1073741824" solve 1000000 -m genetic:population=100000n
}

@test "islands: the same board for any number of threads" {
  for threads in 1 2 3; do
    nq solve 60 --method genetic:islands=4,topology=full --seed 5 --threads $threads >$threads.txt
  done
  cmp 1.txt 2.txt
  cmp 1.txt 3.txt
}

@test "a log has a line for each generation, and the run is the same" {
  nq solve 50 --method genetic:islands=2 --seed 2 --stats stats.json >plain
  nq solve 50 --method genetic:islands=2 --seed 2 --log log.csv >logged
  cmp plain logged
  [ "$(head -n 1 log.csv)" = generation,best,mean,worst,diversity,evaluations,seconds,restart ]
  [ "$(wc -l <log.csv)" -eq $(($(jq .generations stats.json) + 2)) ]
  [ "$(tail -n 1 log.csv | cut -d , -f 2,6)" = "0,$(jq .evaluations stats.json)" ]
  awk -F , 'NR > 1 && (NF != 8 || $1 != NR - 2 || $2 > $3 || $3 > $4 || $5 > 1) { exit 1 }' log.csv
}

@test "a log that cannot be written ends the run" {
  [ -c /dev/full ] || skip "there is no /dev/full"
  refused "/dev/full: writing failed: No space left on device" \
    solve 12 --method genetic --log /dev/full -o board.txt
  [ ! -e board.txt ]
  refused "none/log: No such file or directory" solve 12 --method genetic --log none/log
  trap '' XFSZ
  status=0
  (limit_files 8 && nq solve 4000 --method genetic --seed 1 --log log.csv --quiet) >out || status=$?
  [ "$status" -eq 2 ]
  says "log.csv: writing failed: File too large"
}

@test "mistakes in presets, islands and logs name what is possible" {
  refused "preset: 'book' is not known: it must be textbook or aima" solve 8 -m genetic:preset=book
  refused "preset: 'holland' is not known: it must be textbook, minton or aima" \
    solve 8 -m min-conflicts:preset=holland
  refused "islands must be 1 to 10 with a population of 20" solve 8 -m genetic:islands=11,pop=20
  refused "migrants must be 0 to 5 with topology full and 4 islands of 20 individuals" \
    solve 8 -m genetic:islands=4,population=80,topology=full,migrants=6
  refused "topology: 'star' is not known: it must be ring or full" solve 8 -m genetic:topology=star
  refused "population: '4m' is not a whole number: it must be 2 to 1073741824, or times n, as in 4n" \
    solve 8 -m genetic:population=4m
  refused "mutation-rule one-fifth adapts a probability per gene" \
    solve 8 -m genetic:mutation-rule=one-fifth,mutation-per=child
  refused "crossover pmx does not work on encoding rows: take one-point" \
    solve 8 -m genetic:preset=textbook,crossover=pmx
  refused "--log: it is an option of genetic, but the method is min-conflicts" solve 8 --log log.csv
  refused "--log: it is for one run, but --count is 2" solve 8 -m genetic --log log.csv --count 2
  refused "auto has no option 'preset'" solve 8 -m auto:preset=textbook
}

@test "presets keep instances" {
  printf 'n 8\nqueen 0 3\n' >instance.txt
  for method in genetic:preset=textbook genetic:preset=aima min-conflicts:preset=textbook \
    min-conflicts:preset=minton; do
    ends 0 solve --instance instance.txt --method $method --seed 1 -o board.txt
    ends 0 check board.txt --instance instance.txt
  done
}
