#!/usr/bin/env bats
# SMT-LIB and Python scripts: z3, as Debian and as PyPI have it.

load solvers
load python

export MODULES=z3

answer_z3() { limited z3 "$1"; }
answer_z3py() { ends_in_python "$1"; }
answer_z3py_rows() { ends_in_python "$1" --rows; }
all_z3py() { ends_in_python "$1" --all; }

@test "z3: smtlib, every encoding" {
  needs z3
  for encoding in int bool bv; do answers z3 smtlib:$encoding; done
}

@test "z3 from PyPI: z3py, plain and with rows" {
  needs_python z3
  answers z3py z3py
  answers z3py_rows z3py mixed none
}

@test "z3 from PyPI lists every solution" {
  needs_python z3
  lists_all z3py z3py
}
