#!/usr/bin/env bats
# The scripts in tools/slurm, on a slurmctld and a slurmd that are started here.

load ranks

has_slurm() {
  local program
  for program in slurmctld slurmd sbatch; do command -v "$program" >/dev/null || return 1; done
}

setup_file() {
  has_slurm || return 0
  [ "$(id -u)" -eq 0 ] || return 0
  local folder=$BATS_FILE_TMPDIR port=$((20000 + $$ % 20000)) host
  host=$(hostname -s)
  mkdir -p "$folder"/{state,spool}
  cat >"$folder/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/none
CredType=cred/none
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
MpiDefault=none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0
ReturnToService=2
KillWait=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
  export SLURM_CONF=$folder/slurm.conf
  # The descriptor 3 is bats' own.
  slurmctld -D -f "$SLURM_CONF" >"$folder/ctld.out" 2>&1 3>&- &
  echo $! >"$folder/ctld"
  slurmd -D -f "$SLURM_CONF" -N "$host" >"$folder/slurmd.out" 2>&1 3>&- &
  echo $! >"$folder/slurmd"
  for _ in $(seq 100); do
    if sinfo -h -o %T 2>/dev/null | grep -qx idle; then
      touch "$folder/ready"
      return 0
    fi
    sleep 0.2
  done
}

teardown_file() {
  local daemon
  for daemon in slurmd ctld; do
    [ -e "$BATS_FILE_TMPDIR/$daemon" ] || continue
    kill "$(cat "$BATS_FILE_TMPDIR/$daemon")" || continue
    for _ in $(seq 50); do
      kill -0 "$(cat "$BATS_FILE_TMPDIR/$daemon")" 2>/dev/null || break
      sleep 0.1
    done
  done
}

setup() {
  has_slurm || skip 'no Slurm (Debian: slurmctld slurmd slurm-client)'
  [ "$(id -u)" -eq 0 ] || skip 'slurmd must run as root'
  [ -e "$BATS_FILE_TMPDIR/ready" ] || {
    tail -n 5 "$BATS_FILE_TMPDIR"/slurm*.log "$BATS_FILE_TMPDIR"/*.out || :
    skip 'no Slurm could be started on this machine'
  }
  export NQUEENS=${NQUEENS:-$(dirname "$RANKS")/nqueens}
  SLURM=$BATS_TEST_DIRNAME/../../tools/slurm
  cd "$BATS_TEST_TMPDIR" || return 1
}

# appears FILE: wait for it, up to a minute.  Slurm holds a requeued task for two minutes, unless it is
# told otherwise.
appears() {
  local i task
  for ((i = 0; i < 300; i++)); do
    [ ! -e "$1" ] || return 0
    for task in $(squeue -h -r -t PENDING -o '%r %i' | sed -n 's/^BeginTime //p'); do
      [ ! -e "hastened-$task" ] || continue
      scontrol update "JobId=$task" StartTime=now+3 || continue
      touch "hastened-$task"
    done
    sleep 0.2
  done
  squeue
  tail -n 3 ./*/*.log
  return 1
}

@test "count: an array of slices, one task requeued, and the sum" {
  "$SLURM/count" 18 3 results
  appears results/0.count
  scontrol requeue "$(squeue -h -r -t RUNNING -o %i | grep _ | head -n 1)"
  appears results/total
  grep -qx 666090624 results/total
}

@test "compare: an array of seeds, one task requeued, and the report" {
  "$SLURM/compare" 300 2 results --methods 'construct,min-conflicts' --n '8,2e4'
  appears results/0.db
  scontrol requeue "$(squeue -h -r -t RUNNING -o %i | grep _ | head -n 1)"
  appears results/report.html
  grep -q '300/300' results/tables.txt
  grep -q '1200 of 1200 runs were in runs.db already' results/merge.log
}

@test "nqueens-mpi under srun" {
  needs_mpi
  srun --mpi=list 2>&1 | grep -qw pmix || skip 'this Slurm has no plugin for PMIx'
  timeout 60 srun -n 2 --mpi=pmix "$RANKS" count 16 --threads 1 >out 2>said
  grep -qx 14772512 out
  [ "$(wc -l <said)" -eq 1 ]
}
