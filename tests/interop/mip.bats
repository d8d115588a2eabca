#!/usr/bin/env bats
# Integer programming: CBC and GLPK.

load solvers

# They go by suffixes and options, and write their answer to a file.
run_cbc() {
  rm -f solution
  limited cbc "$1" -solve -solu solution >solver-said &&
    cat solution
}

run_glpsol() {
  rm -f solution
  limited glpsol "$@" -w solution >solver-said &&
    cat solution
}

answer_cbc_lp() { cp "$1" question.lp && run_cbc question.lp; }
answer_cbc_mps() { cp "$1" question.mps && run_cbc question.mps; }
answer_glpk_lp() { run_glpsol --lp "$1"; }
answer_glpk_mps() { run_glpsol --freemps "$1"; }

@test "CBC: lp, mps" {
  needs cbc
  answers cbc_lp lp
  answers cbc_mps mps
}

@test "GLPK: lp, mps" {
  needs glpsol
  answers glpk_lp lp
  answers glpk_mps mps
}
