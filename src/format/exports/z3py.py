def note_statistics(solver, solutions):
    note("Statistics")
    statistics = solver.statistics()
    for key in statistics.keys():
        note(f"  {key}: {statistics.get_key_value(key)}")
    note(f"  wall time: {time.monotonic() - start:.3f} s")
    note(f"  solutions found: {solutions}")


def main():
    solver = z3.SolverFor("QF_IDL")
    queens = [z3.Int(f"Q_{c + 1}") for c in range(n)]
    sums = [z3.Int(f"rising_{c + 1}") for c in range(n)]
    differences = [z3.Int(f"falling_{c + 1}") for c in range(n)]
    for c in range(n):
        solver.add(1 <= queens[c], queens[c] <= n)
        solver.add(sums[c] - queens[c] == c, queens[c] - differences[c] == c)
    for line in (queens, sums, differences):
        solver.add(z3.Distinct(line))
    for column, row in placed.items():
        solver.add(queens[column] == row + 1)
    for column in range(n):
        for row in forbidden(column):
            solver.add(queens[column] != row + 1)

    solutions = 0
    while (answer := solver.check()) == z3.sat:
        solutions += 1
        model = solver.model()
        head(solutions)
        show([model[queen].as_long() - 1 for queen in queens])
        if not options.all:
            break
        solver.add(z3.Or([queen != model[queen] for queen in queens]))
    note_statistics(solver, solutions)
    if answer == z3.unknown:
        print("unknown")
        note(solver.reason_unknown())
        return 3
    if not solutions:
        print("no solution")
    return 0 if solutions else 1
