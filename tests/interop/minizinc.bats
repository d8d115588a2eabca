#!/usr/bin/env bats
# MiniZinc with Gecode, and FlatZinc.

load solvers

# MiniZinc goes by suffixes.
answer_minizinc() {
  cp "$1" question.mzn
  limited minizinc --solver gecode question.mzn
}

all_minizinc() {
  cp "$1" question.mzn
  limited minizinc --solver gecode -a question.mzn
}

answer_flatzinc() {
  cp "$1" question.mzn
  limited minizinc -c --solver gecode question.mzn --fzn question.fzn --ozn question.ozn &&
    limited fzn-gecode question.fzn
}

@test "Gecode: minizinc" {
  needs minizinc
  answers minizinc minizinc
}

@test "Gecode: model and data apart" {
  needs minizinc
  for instance in plain-20 mixed none; do
    export_to model.mzn minizinc $instance --part model
    export_to data.dzn minizinc $instance --part data
    limited minizinc --solver gecode model.mzn data.dzn >answer
    judge $instance answer
  done
}

@test "Gecode: through FlatZinc" {
  needs minizinc fzn-gecode
  answers flatzinc minizinc plain-8 plain-20 mixed none
}

@test "Gecode lists every solution" {
  needs minizinc
  lists_all minizinc minizinc
}
