def main():
    solver = pywrapcp.Solver("n-queens")
    queens = [solver.IntVar(0, n - 1, f"x{c}") for c in range(n)]
    solver.Add(solver.AllDifferent(queens))
    solver.Add(solver.AllDifferent([queens[c] + c for c in range(n)]))
    solver.Add(solver.AllDifferent([queens[c] - c for c in range(n)]))
    for column, row in placed.items():
        solver.Add(queens[column] == row)
    for column in range(n):
        for row in forbidden(column):
            solver.Add(queens[column] != row)

    solver.NewSearch(solver.Phase(queens, choose_column, assign_row))
    solutions = 0
    while solver.NextSolution():
        solutions += 1
        head(solutions)
        show([queen.Value() for queen in queens])
        if not options.all:
            break
    solver.EndSearch()
    if not solutions:
        print("INFEASIBLE")

    note("Statistics")
    note(f"  failures: {solver.Failures()}")
    note(f"  branches: {solver.Branches()}")
    note(f"  wall time: {solver.WallTime()} ms")
    note(f"  solutions found: {solutions}")
    return 0 if solutions else 1
