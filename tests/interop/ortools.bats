#!/usr/bin/env bats
# OR-Tools: CP-SAT, from a protocol buffer and from a script, and the original constraint solver.

load solvers
load python

answer_proto() { limited "$PYTHON" "$BATS_TEST_DIRNAME/cpsat-proto.py" "$1"; }
all_proto() { limited "$PYTHON" "$BATS_TEST_DIRNAME/cpsat-proto.py" "$1" --all; }
answer_script() { limited "$PYTHON" "$1"; }
all_script() { limited "$PYTHON" "$1" --all; }
answer_rows() { limited "$PYTHON" "$1" --rows; }
all_rows() { limited "$PYTHON" "$1" --rows --all; }

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
