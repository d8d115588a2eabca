"""Solve the text of a CpModelProto with CP-SAT and print the response as text.

usage: cpsat-proto.py FILE [--one|--all]

--one: with one worker and not one a core; --all: each solution, found by one worker, as several
may leave some out.
"""
import sys

from ortools.sat.python import cp_model


class Printer(cp_model.CpSolverSolutionCallback):
    """Prints each solution in the words of a response."""

    def __init__(self, queens):
        super().__init__()
        self.queens = queens

    def on_solution_callback(self):
        print("status: FEASIBLE")
        for queen in self.queens:
            print("solution:", self.Value(queen))


def main():
    model = cp_model.CpModel()
    with open(sys.argv[1], encoding="utf-8") as file:
        if not model.Proto().parse_text_format(file.read()):
            sys.exit("this is no CpModelProto")
    solver = cp_model.CpSolver()
    if len(sys.argv) > 2:
        solver.parameters.num_workers = 1
    if "--all" not in sys.argv:
        solver.Solve(model)
        print(solver.ResponseProto())
        return
    solver.parameters.enumerate_all_solutions = True
    size = len(model.Proto().variables)
    solver.Solve(model, Printer([model.get_int_var_from_proto_index(i) for i in range(size)]))


if __name__ == "__main__":
    main()
