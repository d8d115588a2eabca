#!/usr/bin/env bats
# Answer set programming: clingo.

load solvers

answer_clingo() { limited clingo "$1"; }
all_clingo() { limited clingo 0 "$1"; }
all_clingo_json() { limited clingo 0 --outf=2 "$1"; }

@test "clingo: asp" {
  needs clingo
  answers clingo asp
}

@test "clingo: rules and facts apart" {
  needs clingo
  export_to model asp plain-8 --part model
  for instance in mixed none; do
    export_to data asp $instance --part data
    limited clingo model data >answer
    judge $instance answer
  done
}

@test "clingo lists every solution, as JSON too" {
  needs clingo
  lists_all clingo asp
  lists_all clingo_json asp
}
