#!/usr/bin/env bats
# Weighted constraints: toulbar2.

load solvers

answer_toulbar2() {
  cp "$1" question.wcsp
  limited toulbar2 question.wcsp -s
}

all_toulbar2() {
  cp "$1" question.wcsp
  limited toulbar2 question.wcsp -s -a
}

@test "toulbar2: wcsp" {
  needs toulbar2
  answers toulbar2 wcsp
}

@test "toulbar2: the file it writes" {
  needs toulbar2
  for instance in plain-8 placed blocked excluded mixed; do
    export_to question.wcsp wcsp $instance
    limited toulbar2 question.wcsp -w=answer >log
    judge $instance answer
  done
}

@test "toulbar2 lists every solution" {
  needs toulbar2
  lists_all toulbar2 wcsp
}
