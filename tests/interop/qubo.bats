#!/usr/bin/env bats
# Quadratic models: dimod reads them, its samplers minimize them, and `check --from qubo` judges.

load solvers
load python

export MODULES="dimod dimod.serialization.coo dwave.samplers"

# samples INSTANCE ENCODING FORM: the sample of least energy has energy 0 and is a solution.
samples() {
  export_to question "qubo:$2" "$1"
  in_python "$BATS_TEST_DIRNAME/qubo.py" question "$3" >answer
  ends 0 check --from qubo --instance "$INSTANCES/$1.txt" answer
}

@test "dimod and its annealer: qubo" {
  needs_python dimod dwave.samplers
  samples plain-1 coo line
  samples plain-1 json list
  samples plain-8 coo line
  samples plain-8 json dict
  samples placed coo json
  samples blocked json list
  samples excluded coo dict
  samples mixed json line
}

@test "dimod: without a solution no energy is 0" {
  needs_python dimod dwave.samplers
  printf 'n 4\nqueen 0 0\n' >none.txt
  for encoding in coo json; do
    ends 0 export --to qubo --encoding $encoding --instance none.txt -o question
    status=0
    in_python "$BATS_TEST_DIRNAME/qubo.py" question line >answer || status=$?
    [ "$status" -eq 1 ]
    ends 1 check --from qubo --instance none.txt answer
  done
}
