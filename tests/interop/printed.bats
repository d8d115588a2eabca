#!/usr/bin/env bats
# What solvers in Python print is read as it is: printed.py has each of them solve n = 8, and n = 3, which has
# no solution, and prints the answers in the ways that people do.  These packages come from PyPI; those of
# Gurobi and CPLEX bring a licence for small models.  `make test-all` only.

load ../cli/common

setup_file() {
  [ -n "${TEST_SIZE:-}" ] || return 0
  PYTHON=$("$BATS_TEST_DIRNAME/../../tools/install-python" printed 2>"$BATS_FILE_TMPDIR/said") ||
    PYTHON_MISSING=$(tail -n 1 "$BATS_FILE_TMPDIR/said")
  export PYTHON PYTHON_MISSING
}

# solver NAME [REFUSED...]: each way is a valid board or, where there is none, unsatisfiable; those ways that
# are named are refused, for they can be read in two ways or are not known: never a false verdict.
solver() {
  local name=$1 file way code n
  shift
  [ -n "${TEST_SIZE:-}" ] || skip "make test-all"
  [ -n "$PYTHON" ] || skip "no $name from PyPI: $PYTHON_MISSING"
  for n in 8 3; do
    nq export $n --to mps -q -o $n.mps
    nq export $n --to dimacs -q -o $n.cnf
    nq export $n --to asp -q -o $n.asp
  done
  timeout 100 "$PYTHON" "$BATS_TEST_DIRNAME/printed.py" "$name" >script 2>&1 || { cat script; return 1; }
  for file in "$name".*; do
    way=${file#"$name".}
    code=0
    case $way in none.*) code=3 ;; esac
    case " $* " in *" $way "*) code=2 ;; esac
    ends $code check "$file" || { echo "$file:"; head -n 5 "$file" out; return 1; }
    [ $code -ne 0 ] || never grep -v ': valid n=[68]\( ([a-z]*, from [01])\)\?$' out
  done
}

@test "HiGHS" { solver highs style1 none.style1; }
@test "SCIP" { solver scip; }
@test "Gurobi" { solver gurobi log variables; }
@test "CPLEX" { solver cplex; }
@test "PySAT" { solver pysat; }
@test "clingo" { solver clingo; }
@test "python-constraint" { solver constraint; }
@test "CPMpy" { solver cpmpy; }
@test "PuLP" { solver pulp; }
@test "Pyomo" { solver pyomo; }
@test "NuCS" { solver nucs; }
@test "Choco" { solver pychoco variables; }

@test "a vector of all squares is read when its form is named" {
  solver highs style1 none.style1
  sed 's/-0.0/0/g; s/\.0//g' highs.values | tr -d '[],' >vector
  nq check --from qubo vector || { head -c 200 vector; false; }
}
