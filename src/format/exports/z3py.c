/* A Python script for z3.
 *
 * MODEL.  Q_i = r: the queen of column i stands on row r, from 1.  The diagonals have variables of
 * their own at a fixed distance from Q_i, so that all constraints are difference logic, where z3 is
 * quick. */
#include "format/exports/export.h"

static const char script[] =
    "\n"
    "def note_statistics(solver, solutions):\n"
    "    note(\"Statistics\")\n"
    "    statistics = solver.statistics()\n"
    "    for key in statistics.keys():\n"
    "        note(f\"  {key}: {statistics.get_key_value(key)}\")\n"
    "    note(f\"  wall time: {time.monotonic() - start:.3f} s\")\n"
    "    note(f\"  solutions found: {solutions}\")\n"
    "\n"
    "\n"
    "def main():\n"
    "    solver = z3.SolverFor(\"QF_IDL\")\n"
    "    queens = [z3.Int(f\"Q_{c + 1}\") for c in range(n)]\n"
    "    sums = [z3.Int(f\"rising_{c + 1}\") for c in range(n)]\n"
    "    differences = [z3.Int(f\"falling_{c + 1}\") for c in range(n)]\n"
    "    for c in range(n):\n"
    "        solver.add(1 <= queens[c], queens[c] <= n)\n"
    "        solver.add(sums[c] - queens[c] == c, queens[c] - differences[c] == c)\n"
    "    for line in (queens, sums, differences):\n"
    "        solver.add(z3.Distinct(line))\n"
    "    for column, row in placed.items():\n"
    "        solver.add(queens[column] == row + 1)\n"
    "    for column in range(n):\n"
    "        for row in forbidden(column):\n"
    "            solver.add(queens[column] != row + 1)\n"
    "\n"
    "    solutions = 0\n"
    "    while (answer := solver.check()) == z3.sat:\n"
    "        solutions += 1\n"
    "        model = solver.model()\n"
    "        head(solutions)\n"
    "        show([model[queen].as_long() - 1 for queen in queens])\n"
    "        if not options.all:\n"
    "            break\n"
    "        solver.add(z3.Or([queen != model[queen] for queen in queens]))\n"
    "    note_statistics(solver, solutions)\n"
    "    if answer == z3.unknown:\n"
    "        print(\"unknown\")\n"
    "        note(solver.reason_unknown())\n"
    "        return 3\n"
    "    if not solutions:\n"
    "        print(\"no solution\")\n"
    "    return 0 if solutions else 1\n";

static nq_status write_z3py(const nq_export *export, nq_error *error) {
  (void)error;
  nq_python_write(export, "import z3\n", script);
  return NQ_OK;
}

const nq_export_entry nq_export_z3py = {
    .format = {.name = "z3py",
               .summary = "a Python script for z3 (the package z3-solver)",
               .suffix = ".py"},
    .write = write_z3py};
