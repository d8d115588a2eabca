#!/usr/bin/env bats
# OR-Tools: CP-SAT, from a protocol buffer and from a script, and the original constraint solver.

load solvers
load python

export MODULES="ortools.sat.python.cp_model ortools.constraint_solver.pywrapcp"

answer_proto() { ends_in_python "$BATS_TEST_DIRNAME/cpsat-proto.py" "$1"; }
all_proto() { ends_in_python "$BATS_TEST_DIRNAME/cpsat-proto.py" "$1" --all; }
answer_script() { ends_in_python "$1"; }
all_script() { ends_in_python "$1" --all; }
answer_rows() { ends_in_python "$1" --rows; }
all_rows() { ends_in_python "$1" --rows --all; }

@test "CP-SAT: cpsat as a protocol buffer" {
  needs_python ortools
  answers proto cpsat:proto
}

@test "CP-SAT: cpsat as a script" {
  needs_python ortools
  answers script cpsat:python
  answers rows cpsat:python mixed none
}

@test "the original solver: ortools-cp" {
  needs_python ortools
  answers script ortools-cp
  answers rows ortools-cp mixed none
}

@test "CP-SAT lists every solution" {
  needs_python ortools
  lists_all proto cpsat:proto
  lists_all script cpsat:python
}

@test "the original solver lists every solution" {
  needs_python ortools
  lists_all script ortools-cp
  lists_all rows ortools-cp
}

@test "the original solver repeats the figures of OR-Tools' page with its strategy" {
  needs_python ortools
  nq export --to ortools-cp --strategy first-unbound,min-value 8 >page.py
  timeout 60 "$PYTHON" page.py --all --times >boards 2>statistics
  grep -qx '  failures: 304' statistics
  grep -qx '  branches: 790' statistics
  grep -qx '  solutions found: 92' statistics
  [ "$(grep -Ec '^# Solution [0-9]+, time = [0-9]+ ms$' boards)" -eq 92 ]
  nq check boards >valid
  [ "$(grep -c ': valid n=8' valid)" -eq 92 ]
}

@test "every strategy of the original solver finds all solutions" {
  needs_python ortools
  for strategy in min-size max-size,split-lower lowest-min,random-value highest-max,split-upper \
    random,max-value; do
    nq export --to ortools-cp --strategy $strategy 6 >script.py
    [ "$(in_python script.py --all --rows | nq check | grep -c valid)" -eq 4 ]
  done
}
