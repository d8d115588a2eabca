#!/usr/bin/env bats
# Files that version 1.0.0 wrote, in tests/upgrade/1.0, are read and continued.  It wrote them with
#
#   nqueens count 14 --checkpoint count.ledger --threads 1      (the first 21 lines)
#   nqueens compare --methods min-conflicts,backtracking --method genetic:population=20,crossover=order
#     --method old=min-conflicts:preset=minton --n 8,12 --runs 2 --time-limit 5 --store runs.db
#   nqueens solve 10000 --seed 3 --shards 2 -o shards/          (compressed afterwards)

load common

# Copies, since they are continued.
copies() {
  cp -r "$ROOT/tests/upgrade/1.0/." .
  chmod -R u+w .
}

@test "a checkpoint of 1.0 is continued, merged and counted again" {
  copies
  grep -q 'version 1\.0\.0' count.ledger
  ends 0 count 14 --checkpoint count.ledger
  prints 365596
  says '(890 units, 879 of them earlier'
  ends 0 count 14 --merge count.ledger
  prints 365596
  ends 0 count 14 --verify 10 --seed 1 count.ledger
  says '0 wrong'
}

# versions: those of the store's runs.
versions() {
  python3 -c 'import sqlite3
print(*sqlite3.connect("runs.db").execute("SELECT version, count(*) FROM run GROUP BY version"))'
}

@test "a store of 1.0 is read and continued" {
  copies
  compare=(compare --methods "min-conflicts,backtracking" --method "genetic:population=20,crossover=order"
    --method old=min-conflicts:preset=minton --n "8,12" --time-limit 5 --store runs.db)
  ends 0 "${compare[@]}" --runs 2
  says '16 of 16 runs were in runs.db already'
  [ "$(versions)" = "('1.0.0', 16)" ]
  ends 0 "${compare[@]}" --runs 3 --csv runs.csv
  says '16 of 24 runs were in runs.db already'
  [ "$(grep -c ',solved,' runs.csv)" -eq 24 ]
  tr -s '\n ' ' ' <out | grep -q 'nqueens 1\.0\.0 and others'
}

@test "a board in shards of 1.0 is checked and drawn" {
  copies
  gzip -d shards/*.gz
  grep -q '"nqueens": "1\.0\.0"' shards/index.json
  ends 0 check shards/
  prints 'shards/:1: valid n=10000'
  ends 0 draw shards/ -o density.svg
}
