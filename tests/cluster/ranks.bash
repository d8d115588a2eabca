# shellcheck shell=bash
# nqueens-mpi under mpirun.

load ../cli/common

# What mpirun chooses where there is no fast network; to look for one takes longer than most runs.
export OMPI_MCA_pml=${OMPI_MCA_pml:-ob1}

RANKS=${RANKS:-$BATS_TEST_DIRNAME/../../${BUILD:-build}/nqueens-mpi}
[[ ${BUILD:-} != /* ]] || RANKS=$BUILD/nqueens-mpi

# A sanitized build would report what MPI itself does not free, and takes minutes here.
needs_mpi() {
  ! sanitized || skip 'MPI does not free all its memory'
  command -v mpirun >/dev/null || skip 'no mpirun (Debian: openmpi-bin)'
  [ -x "$RANKS" ] || skip 'no nqueens-mpi: built without mpicc (Debian: libopenmpi-dev)'
  # Version 5.0.7 prints parts of standard output on standard error, of any program.
  mpirun --version | grep -q 'Open MPI) 4' || skip 'mpirun is not that of Open MPI 4'
}

setup() {
  follow_test
  needs_mpi
  NQUEENS=${NQUEENS:-$(dirname "$RANKS")/nqueens}
  SHARDS=$BATS_TEST_DIRNAME/../shards.py
  cd "$BATS_TEST_TMPDIR" || return 1
  pretence=() apart_library=''
}

# ranks MPIRUN-ARGUMENT...: mpirun, with the further options in the array `pretence`.  MPI itself
# does not free all its memory.
ranks() {
  ASAN_OPTIONS=detect_leaks=0 timeout --kill-after=1 100 \
    mpirun -q --allow-run-as-root --oversubscribe "${pretence[@]}" "$@"
}

# launch R ARGUMENT...: nqueens-mpi on R ranks.
launch() {
  local ranks=$1
  shift
  ranks -n "$ranks" "$RANKS" "$@"
}

# set_apart [TOGETHER]: from now on each TOGETHER ranks (default 1) pretend to be on a machine of their own.
set_apart() {
  apart_library=$BATS_FILE_TMPDIR/apart.so
  [ -e "$apart_library" ] ||
    mpicc -std=c11 -O1 -fPIC -shared -o "$apart_library" "$BATS_TEST_DIRNAME/../cluster/apart.c"
  pretence=(-x LD_PRELOAD="$apart_library" -x APART="${1:-1}")
}

# set_short WHAT: from now on each rank is short of memory after its first units or results.
set_short() {
  mpicc -std=c11 -O1 -fPIC -shared -I "$BATS_TEST_DIRNAME/../../src" -o short.so "$BATS_TEST_DIRNAME/../cluster/short.c"
  pretence=(-x LD_PRELOAD="$PWD/short.so" -x SHORT_OF="$1")
}

# at_once COMMAND...: with an mpirun that does not wait, after an exit code other than 0 of rank 0, for two seconds
# until it kills ranks that have ended.  Not for runs that are killed: there ranks get these seconds.
at_once() {
  OMPI_MCA_odls_base_sigkill_timeout=0 "$@"
}

# Take from the file `said` what mpirun says at times of its own pipes.
forget_pipes() {
  sed -i '/^\[warn\] Epoll /d' said
}

# heard COMMAND...: a run that ends by itself; standard error to the file `said`.
heard() {
  local status=0
  at_once "$@" 2>said || status=$?
  forget_pipes
  return "$status"
}

# over R ARGUMENT...: nqueens-mpi on R ranks; standard error to the file `said`.
over() {
  heard launch "$@"
}

# ended CODE R ARGUMENT...: the exit code; standard output to the file `out`.
ended() {
  local code=$1
  shift
  ends_as "$code" over "$@"
}

# rank_of PID: its rank, or nothing.
rank_of() {
  tr '\0' '\n' 2>/dev/null <"/proc/$1/environ" | sed -n 's/^OMPI_COMM_WORLD_RANK=//p'
}

# below PID: the processes below it.
below() {
  local child
  for child in $(pgrep -P "$1"); do
    echo "$child"
    below "$child"
  done
}

# ranks_below PID: those of the ranks, which mpirun started.
ranks_below() {
  local process
  for process in $(below "$1"); do
    [ -z "$(rank_of "$process")" ] || echo "$process"
  done
}

# kill_part WHAT PID: kill -9 a worker, rank 0, mpirun or everything below the process.
kill_part() {
  local process
  for process in $(below "$2"); do
    case $1:$(rank_of "$process"):$(cat "/proc/$process/comm" 2>/dev/null) in
      everything:*:mpirun | mpirun:*:mpirun | everything:[0-9]* | rank0:0:* | worker:[1-9]*)
        kill -9 "$process" 2>/dev/null || : ;;
    esac
  done
}

# interrupted_run WHAT SECONDS R ARGUMENT...: kill WHAT after the time, and wait until all has ended.
interrupted_run() {
  local what=$1 seconds=$2 pid ranks rank
  shift 2
  launch "$@" >out 2>said &
  pid=$!
  sleep "$seconds"
  ranks=$(ranks_below "$pid")
  kill_part "$what" "$pid"
  wait "$pid" || :
  for rank in $ranks; do
    for _ in $(seq 100); do
      grep -qs '^State:[^Z]*$' "/proc/$rank/status" || break
      sleep 0.1
    done
    never grep -qs '^State:[^Z]*$' "/proc/$rank/status"
  done
}

# start_count R: a long count on R ranks to the file `part`, until it has some records; sets `job`.
start_count() {
  at_once launch "$1" count 20 --threads 1 --checkpoint part >out 2>said &
  job=$!
  for _ in $(seq 100); do
    [ ! -s part ] || [ "$(wc -l <part)" -lt 5 ] || break
    sleep 0.1
  done
}

# at_rank_0 COMMAND...: the command, with the process of rank 0 of `job` at its end.
at_rank_0() {
  local rank
  for rank in $(ranks_below "$job"); do
    if [ "$(rank_of "$rank")" = 0 ]; then "$@" "$rank"; fi
  done
}

# ---- What several suites compare ----

readonly N=20011

# shards EXPRESSION [BYTES]: the folder `board` of seven shards.
shards() {
  rm -rf board
  python3 "$SHARDS" write board $N 7 "${2:-4}" "$1"
}

# same_check CODE R [OPTION...]: `check board` on R ranks ends as it does without MPI.
same_check() {
  local code=$1 ranks=$2 alone
  shift 2
  ends "$code" check board
  mv out alone
  alone=$(cat said)
  ended "$code" "$ranks" check board "$@"
  cmp alone out
  [ "$alone" = "$(cat said)" ] || { echo "$alone"; cat said; false; }
}

# The columns that do not depend on the machine.
readonly COLUMNS='variant, n, seed, verdict, reason, steps, restarts, evaluations, conflicts, memory_bytes, counters'

runs_in() {
  python3 - "$1" <<END
import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute("select $COLUMNS from run order by 1, 2, 3"): print(row)
END
}
