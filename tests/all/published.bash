# shellcheck shell=bash
# Verdicts of the exact methods on the instances that CSPLib publishes.

# require_instances: their folder in INSTANCES; the test is skipped where there is none.
require_instances() {
  INSTANCES=${NQ_INSTANCES:-$ROOT/../shared/instances}
  [ -d "$INSTANCES" ] || skip "no published instances in $INSTANCES"
}

has_method() {
  "$NQUEENS" help solve | grep -q "^  $1 "
}

# verdict_is WANTED METHOD FILE [OPTION...]: WANTED is 1 (solvable) or 0; what differs is told.
# (There are hundreds of runs: nothing is started that is not needed.)
verdict_is() {
  local wanted=$1 method=$2 file=$3 status=0
  shift 3
  "$NQUEENS" solve -q --seed 1 --method "$method" --instance "$file" --time-limit 300 "$@" \
    >/dev/null 2>&1 || status=$?
  [ $status -eq $((1 - wanted)) ] || echo "$file $*: status $status, published: $wanted"
}

# blocked_differences METHOD EVERY: of every so manyth of the 200 blocked boards.
blocked_differences() {
  local n seed verdict i=0
  tar -xzf "$INSTANCES/blocked-asp-28-48.tar.gz"
  while read -r n seed verdict; do
    [ $((i++ % $2)) -eq 0 ] || continue
    [ "$verdict" = SATISFIABLE ] && verdict=1 || verdict=0
    verdict_is $verdict "$1" "blockedqueens.$n.$seed.param"
    echo "$n" >>tried
  done <"$INSTANCES/blocked-asp-28-48.verdicts.txt"
}

# diagonal_differences METHOD EVERY: of every so manyth of the 52,000 excluded-diagonals cases.
diagonal_differences() {
  local n first k seed verdict
  for n in 10 12 14; do tar -xzf "$INSTANCES/diag-$n.tar.gz"; done
  while read -r n first k seed verdict; do
    verdict_is "$verdict" "$1" "diag-$n/diag-$n-$k-$seed.param" --first-diagonals "$first"
    echo "$n" >>tried
  done < <(gzip -dc "$INSTANCES/diag-10-12-14.verdicts.txt.gz" |
    awk -v every="$2" '/^[0-9]/ && n++ % every == 0')
}

# agrees KIND METHOD EVERY CASES: no difference in so many cases.
agrees() {
  local -
  set +T # bats follows each command otherwise, which takes longer than the runs
  require_instances
  has_method "$2" || skip "this build is without the method $2"
  : >tried
  "$1_differences" "$2" "$3" >differences
  [ ! -s differences ] || { head differences; return 1; }
  [ "$(wc -l <tried)" -eq "$4" ]
}
