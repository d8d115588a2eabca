# shellcheck shell=bash
# Counts that take a while, and their checkpoints.

# known N COLUMN: the number in data/known-counts.txt, of all solutions (2) or classes (3).
known() {
  awk -v n="$1" -v column="$2" '$1 == n { print $column }' "$ROOT/data/known-counts.txt"
}

# slowly ARGUMENT... &: a count that takes a while, on one thread without vectors, as process $!.
slowly() {
  exec env --default-signal=INT "$NQUEENS" count "$@" --threads 1 --path portable 2>said
}

# wait_for_records FILE K: until the checkpoint has K records.
wait_for_records() {
  for _ in {1..3000}; do
    if [ -e "$1" ] && [ "$(wc -l <"$1")" -gt "$2" ]; then return 0; fi
    sleep 0.02
  done
  return 1
}
