"""What solvers in Python print, in the ways that people print it.

usage: printed.py SOLVER

Each way is a file SOLVER.WAY in the working folder, for n = 8; SOLVER.none.WAY are answers to n = 3, which
has no solution.  The exported models are 8.mps, 8.cnf, 8.asp and 3.mps, 3.cnf, 3.asp.
"""
import io
import os
import sys
from contextlib import redirect_stdout

os.environ["NUMBA_DISABLE_JIT"] = "1"  # compiling takes a minute, searching does not
SOLVER = sys.argv[1]


def put(way, *values):
    with open(f"{SOLVER}.{way}", "w", encoding="utf-8") as file:
        for value in values:
            print(value, file=file)


def printed(way, function, *arguments):
    text = io.StringIO()
    with redirect_stdout(text):
        function(*arguments)
    put(way, text.getvalue())


def highs():
    import highspy

    for n, none in (8, ""), (3, "none."):
        solver = highspy.Highs()
        solver.silent()
        solver.readModel(f"{n}.mps")
        solver.run()
        for style in 0, 1:
            solver.writeSolution(f"{SOLVER}.{none}style{style}", style)
        if n == 8:
            put("values", solver.getSolution().col_value)
            names = [solver.getColName(i)[1] for i in range(solver.numVariables)]
            put("names", *(f"{name} = {value}" for name, value in zip(names, solver.getSolution().col_value)))
        put(f"{none}status", f"Model status: {solver.modelStatusToString(solver.getModelStatus())}") if none else None


def scip():
    from pyscipopt import Model

    for n, none in (8, ""), (3, "none."):
        model = Model()
        model.hideOutput()
        model.readProblem(f"{n}.mps")
        model.optimize()
        put(f"{none}status", f"solution status: {model.getStatus()}") if none else None
        model.writeBestSol(f"{SOLVER}.sol") if not none else None
        if n == 8:
            put("solution", model.getBestSol())
            put("values", *(f"{variable.name} = {model.getVal(variable)}" for variable in model.getVars()))
            put("chosen", *(f"{variable.name} = {model.getVal(variable)}" for variable in model.getVars()
                            if model.getVal(variable) > 0.5))


def gurobi():
    import gurobipy

    for n, none in (8, ""), (3, "none."):
        with gurobipy.Env(params={"LogToConsole": 0}) as env, gurobipy.read(f"{n}.mps", env) as model:
            model.Params.LogFile = f"{SOLVER}.{none}log"
            model.optimize()
            model.Params.LogFile = ""
            if none:
                continue
            model.write(f"{SOLVER}.sol")
            model.Params.LogToConsole = 1
            printed("printAttr", model.printAttr, "X")
            put("names", *(f"{variable.VarName} {variable.X:g}" for variable in model.getVars()))
            put("variables", model.getVars())


def cplex():
    import cplex as package

    for n, none in (8, ""), (3, "none."):
        solver = package.Cplex()
        for stream in (solver.set_results_stream, solver.set_log_stream, solver.set_warning_stream):
            stream(None)
        solver.read(f"{n}.mps")
        solver.solve()
        if none:
            put("none.status", f"Solution status = {solver.solution.get_status_string()}")
            continue
        solver.solution.write(f"{SOLVER}.sol")
        values = list(zip(solver.variables.get_names(), solver.solution.get_values()))
        put("values", solver.solution.get_values())
        put("names", *(f"{name} = {value}" for name, value in values))
        put("dictionary", dict(values))


def pysat():
    from pysat.formula import CNF
    from pysat.solvers import Solver

    for n, none in (8, ""), (3, "none."):
        with Solver(name="cadical153", bootstrap_with=CNF(from_file=f"{n}.cnf")) as solver:
            put(f"{none}answer", solver.solve(), solver.get_model())
            if not none:
                put("model", solver.get_model())
                put("competition", "s SATISFIABLE", "v " + " ".join(map(str, solver.get_model())) + " 0")


def clingo():
    import clingo as package

    for n, none in (8, ""), (3, "none."):
        control = package.Control(["--warn=none"])
        control.load(f"{n}.asp")
        control.ground([("base", [])])
        models = []
        with control.solve(yield_=True) as handle:
            for model in handle:
                models.append(str(model))
                put("answer", f"Answer: {model}")
                put("model", model)
                put("symbols", model.symbols(shown=True))
                break
            put(f"{none}result", *models, handle.get())
    os.system(f"{sys.executable} -m clingo 8.asp >clingo.program; {sys.executable} -m clingo 3.asp >clingo.none.program")


def constraint():
    from constraint import Problem

    for n, none in (8, ""), (3, "none."):
        problem = Problem()
        problem.addVariables(range(n), range(n))
        for a in range(n):
            for b in range(a):
                problem.addConstraint(lambda r, s, d=a - b: r != s and abs(r - s) != d, (a, b))
        put(f"{none}solution", problem.getSolution())
        if not none:
            put("solutions", problem.getSolutions()[:3])
            put("from-one", {f"Q{column + 1}": row + 1 for column, row in problem.getSolution().items()})


def cpmpy():
    sys.modules["highspy"] = None  # its library and that of OR-Tools cannot be in one process
    import cpmpy as package
    import numpy as np

    for n, none in (8, ""), (3, "none."):
        queens = package.intvar(1, n, shape=n, name="queens")
        columns = np.arange(n)
        model = package.Model(*(package.AllDifferent(line) for line in (queens, queens + columns, queens - columns)))
        solved = model.solve()
        put(f"{none}status", model.status()) if none else None
        if solved:
            put("value", queens.value())
            put("label", f"queens: {queens.value()}", "")
            put("list", list(queens.value()))
            put("tolist", queens.value().tolist())


def pulp():
    import pulp as package

    for n, none in (8, ""), (3, "none."):
        size = range(n)
        problem = package.LpProblem("queens", package.LpMinimize)
        x = package.LpVariable.dicts("x", (size, size), cat="Binary")
        for i in size:
            problem += package.lpSum(x[i]) == 1
            problem += package.lpSum(x[j][i] for j in size) == 1
        for d in range(-n + 1, 2 * n):
            problem += package.lpSum(x[i][j] for i in size for j in size if i + j == d) <= 1
            problem += package.lpSum(x[i][j] for i in size for j in size if i - j == d) <= 1
        problem.solve(package.PULP_CBC_CMD(msg=False))
        put(f"{none}status", f"Status: {package.LpStatus[problem.status]}") if none else None
        if not none:
            variables = [v for v in problem.variables() if v.name != "__dummy"]
            put("variables", "Status: Optimal", *(f"{v.name} = {v.varValue}" for v in problem.variables()))
            put("chosen", *(f"{v.name} = {v.varValue}" for v in variables if v.varValue > 0.5))
            put("picture", *(" ".join("Q" if x[i][j].value() > 0.5 else "." for j in size) for i in size))
            put("dictionary", {v.name: v.varValue for v in variables})


def pyomo():
    import pyomo.environ as package

    for n, none in (8, ""), (3, "none."):
        size = range(1, n + 1)
        model = package.ConcreteModel()
        model.x = package.Var(size, size, domain=package.Binary)
        model.c = package.ConstraintList()
        model.o = package.Objective(expr=0 * model.x[1, 1])
        for i in size:
            model.c.add(sum(model.x[i, j] for j in size) == 1)
            model.c.add(sum(model.x[j, i] for j in size) == 1)
        for d in range(-n + 2, 2 * n):
            for line in (lambda i, j: i + j, lambda i, j: i - j):
                squares = [model.x[i, j] for i in size for j in size if line(i, j) == d]
                if len(squares) > 1:
                    model.c.add(sum(squares) <= 1)
        solver = package.SolverFactory("appsi_highs")
        results = solver.solve(model, load_solutions=False)
        if none:
            put("none.condition", f"Termination condition: {results.solver.termination_condition}")
            continue
        solver.load_vars()
        printed("display", model.x.display)
        printed("pprint", model.x.pprint)
        put("values", *(f"x{key} = {package.value(model.x[key])}" for key in model.x))
        put("pairs", *(key for key in model.x if package.value(model.x[key]) > 0.5))
        put("dictionary", {key: package.value(model.x[key]) for key in model.x})


def nucs():
    from nucs.examples.queens.queens_problem import QueensProblem
    from nucs.solvers.backtrack_solver import BacktrackSolver

    solution = next(iter(BacktrackSolver(QueensProblem(8), log_level="ERROR").solve()))
    put("solution", solution)
    put("list", list(solution))
    put("all", *BacktrackSolver(QueensProblem(6), log_level="ERROR").solve())


def pychoco():
    from pychoco.model import Model

    for n, none in (8, ""), (3, "none."):
        model = Model("queens")
        queens = [model.intvar(1, n, f"Q_{i + 1}") for i in range(n)]
        model.all_different(queens).post()
        for i in range(n):
            for j in range(i + 1, n):
                model.arithm(queens[i], "!=", queens[j], "+", j - i).post()
                model.arithm(queens[i], "!=", queens[j], "-", j - i).post()
        solution = model.get_solver().find_solution()
        if solution is None:
            put("none.solution", solution)
            continue
        put("list", [queen.get_value() for queen in queens])
        put("variables", queens)
        put("lines", *queens)


globals()[SOLVER]()
