class Printer(cp_model.CpSolverSolutionCallback):
    """Shows each solution when it is found."""

    def __init__(self, queens):
        super().__init__()
        self.queens = queens
        self.solutions = 0

    def on_solution_callback(self):
        if self.solutions and not options.all:
            return  # several workers may find one each
        self.solutions += 1
        head(self.solutions)
        show([self.Value(queen) for queen in self.queens])


def main():
    model = cp_model.CpModel()
    queens = [model.NewIntVar(0, n - 1, f"x{c}") for c in range(n)]
    model.AddAllDifferent(queens)
    model.AddAllDifferent([queens[c] + c for c in range(n)])
    model.AddAllDifferent([queens[c] - c for c in range(n)])
    for column, row in placed.items():
        model.Add(queens[column] == row)
    for column in range(n):
        for row in forbidden(column):
            model.Add(queens[column] != row)

    solver = cp_model.CpSolver()
    if options.all:
        # Several workers may leave some solutions out.
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
    printer = Printer(queens)
    status = solver.Solve(model, printer)
    if not printer.solutions:
        print(solver.StatusName(status))

    note("Statistics")
    note(f"  conflicts: {solver.NumConflicts()}")
    note(f"  branches: {solver.NumBranches()}")
    note(f"  wall time: {solver.WallTime():.3f} s")
    note(f"  status: {solver.StatusName(status)}")
    note(f"  solutions found: {printer.solutions}")
    if printer.solutions:
        return 0
    return 1 if status == cp_model.INFEASIBLE else 3
