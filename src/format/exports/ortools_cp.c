/* A Python script for the original constraint solver of OR-Tools (pywrapcp), a backtracking search
 * that finds all solutions in a fixed order. */
#include "format/exports/export.h"

static const char script[] =
    "\n"
    "def main():\n"
    "    solver = pywrapcp.Solver(\"n-queens\")\n"
    "    queens = [solver.IntVar(0, n - 1, f\"x{c}\") for c in range(n)]\n"
    "    solver.Add(solver.AllDifferent(queens))\n"
    "    solver.Add(solver.AllDifferent([queens[c] + c for c in range(n)]))\n"
    "    solver.Add(solver.AllDifferent([queens[c] - c for c in range(n)]))\n"
    "    for column, row in placed.items():\n"
    "        solver.Add(queens[column] == row)\n"
    "    for column in range(n):\n"
    "        for row in forbidden(column):\n"
    "            solver.Add(queens[column] != row)\n"
    "\n"
    "    # Take the column with the fewest rows left, and of these rows the middle one:\n"
    "    # this finds the first solution sooner.\n"
    "    search = solver.Phase(queens, solver.CHOOSE_MIN_SIZE_LOWEST_MIN,\n"
    "                          solver.ASSIGN_CENTER_VALUE)\n"
    "    solver.NewSearch(search)\n"
    "    solutions = 0\n"
    "    while solver.NextSolution():\n"
    "        solutions += 1\n"
    "        show([queen.Value() for queen in queens])\n"
    "        if not options.all:\n"
    "            break\n"
    "    solver.EndSearch()\n"
    "    if not solutions:\n"
    "        print(\"INFEASIBLE\")\n"
    "\n"
    "    note(\"Statistics\")\n"
    "    note(f\"  failures: {solver.Failures()}\")\n"
    "    note(f\"  branches: {solver.Branches()}\")\n"
    "    note(f\"  wall time: {solver.WallTime()} ms\")\n"
    "    note(f\"  solutions found: {solutions}\")\n"
    "    return 0 if solutions else 1\n";

static nq_status write_ortools_cp(const nq_export *export, nq_error *error) {
  (void)error;
  nq_python_write(export, "from ortools.constraint_solver import pywrapcp\n", script);
  return NQ_OK;
}

const nq_export_entry nq_export_ortools_cp = {
    .format = {.name = "ortools-cp",
               .summary = "a Python script for OR-Tools' original constraint solver",
               .suffix = ".py"},
    .write = write_ortools_cp};
