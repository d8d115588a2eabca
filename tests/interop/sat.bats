#!/usr/bin/env bats
# DIMACS and OPB: CaDiCaL, CryptoMiniSat, clasp, z3.

load solvers

answer_cadical() { limited cadical -q "$1"; }
answer_cryptominisat() { limited cryptominisat5 --verb 0 "$1"; }
# Its last word, unsatisfiable, means that there are no more.
all_cryptominisat() {
  limited cryptominisat5 --verb 0 --maxsol 1000000 "$1" >listed
  [ "$(tail -n 1 listed)" = "s UNSATISFIABLE" ]
  sed '$d' listed
}
answer_clasp() { limited clasp "$1"; }
all_clasp() { limited clasp 0 --quiet=0 "$1"; }
answer_z3() { limited z3 -dimacs "$1"; }

readonly ENCODINGS="pairwise ladder sequential product"

# each_encoding SOLVER
each_encoding() {
  local encoding
  for encoding in $ENCODINGS; do answers "$1" "dimacs:$encoding"; done
}

@test "CaDiCaL: dimacs, every encoding" {
  needs cadical
  each_encoding cadical
}

@test "CryptoMiniSat: dimacs, every encoding" {
  needs cryptominisat5
  each_encoding cryptominisat
}

@test "clasp: dimacs, every encoding" {
  needs clasp
  each_encoding clasp
}

@test "z3: dimacs, every encoding" {
  needs z3
  for encoding in $ENCODINGS; do answers z3 "dimacs:$encoding" plain-8 plain-20 mixed none; done
}

@test "clasp: opb" {
  needs clasp
  answers clasp opb
}

@test "CryptoMiniSat lists every solution: pairwise, ladder" {
  needs cryptominisat5
  lists_all cryptominisat dimacs:pairwise
  lists_all cryptominisat dimacs:ladder
}

@test "clasp lists every solution: pairwise, ladder, opb" {
  needs clasp
  lists_all clasp dimacs:pairwise
  lists_all clasp dimacs:ladder
  lists_all clasp opb
}

@test "sequential and product have several models for a solution, as documented" {
  needs clasp
  for encoding in sequential product; do
    export_to question dimacs:$encoding mixed
    limited clasp 2 --quiet=2 question >answer
    models=$(sed -n 's/^c Models *: *//p' answer)
    [ "${models%+}" -gt 1 ]
  done
}
