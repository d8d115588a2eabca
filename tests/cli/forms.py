"""Random boards, right and wrong, in every form that people and programs write: forms.py NQUEENS [ROUNDS]

Each form is written by a function of its own here.  What `check` says of all of them must be the verdict
of the rules, computed here: no false verdict, and no refusal.  With something around the board, one in twenty
may be refused.
"""

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SEED = 32
ROUNDS = 4  # boards of each form, half of them wrong


def solution(n, generator):
    """A random solution by backtracking; for large n a construction."""
    if n > 12:
        even = list(range(1, n, 2)) + list(range(0, n, 2))
        assert n % 6 not in (2, 3)
        return even

    def complete(rows):
        if len(rows) == n:
            return rows
        column = len(rows)
        taken = {r for c, row in enumerate(rows) for r in (row, row + column - c, row - column + c)}
        free = [r for r in range(n) if r not in taken]
        generator.shuffle(free)
        return next((found for r in free if (found := complete([*rows, r]))), None)

    return complete([])


def spoil(rows, generator, squares):
    """A wrong board: two rows swapped, a row twice, or (squares only) two queens in a column."""
    n = len(rows)
    queens = list(enumerate(rows))
    while True:
        kind = generator.choice(["swap", "double", "column"] if squares else ["swap", "double"])
        i, j = generator.sample(range(n), 2)
        changed = list(queens)
        if kind == "swap":
            changed[i], changed[j] = (i, rows[j]), (j, rows[i])
        elif kind == "double":
            changed[i] = (i, rows[j])
        else:
            changed[i] = (j, rows[i])
        if not is_valid(changed, n):
            return changed


def is_valid(queens, n):
    lines = [{c for c, r in queens}, {r for c, r in queens}, {c + r for c, r in queens}, {c - r for c, r in queens}]
    return len(queens) == n and all(len(line) == n for line in lines)


# ---- Forms: a board as its queens, n and a base become a text ----

def rows_of(queens, n, base):
    return [r + base for _, r in sorted(queens)]


def columns_of(queens, n, base):
    """The column of each row; of a board with a row twice that of each column, which is as wrong."""
    turned = [(r, c) for c, r in queens]
    return rows_of(turned if len({r for r, _ in turned}) == n else queens, n, base)


def grid(queens, n):
    """Line r, place c."""
    return [[(c, r) in queens for c in range(n)] for r in range(n)]


def lines(texts):
    return "\n".join(texts) + "\n"


def picture(queen, empty, between=" ", before="", after=""):
    return lambda q, n, b, g: lines(before + between.join(queen if x else empty for x in row) + after for row in grid(q, n))


def matrix(row, before="", after="", ends="\n", one="1", zero="0", between=" "):
    def write(q, n, b, g):
        return before + ends.join(row.replace("%", between.join(one if x else zero for x in line)) for line in grid(q, n)) + after + "\n"

    return write


def vector(text, between=", ", item="{}"):
    return lambda q, n, b, g: text.replace("%", between.join(item.format(x) for x in rows_of(q, n, b))) + "\n"


def pairs(text, pair, between):
    return lambda q, n, b, g: text.replace("%", between.join(pair.format(c=c + b, r=r + b, k=k + 1) for k, (c, r) in enumerate(shuffled(q, g)))) + "\n"


def in_order(text, pair, between):
    return lambda q, n, b, g: text.replace("%", between.join(pair.format(c=c + b, r=r + b, k=k + 1, i=k) for k, (c, r) in enumerate(sorted(q)))) + "\n"


def squares(text, square, between, true="1", false="0", some=False):
    def write(q, n, b, g):
        items = [(c, r, (c, r) in q) for c in range(n) for r in range(n)]
        return text.replace("%", between.join(square.format(c=c + b, r=r + b, v=true if x else false, k=c * n + r + 1, j=c * n + r) for c, r, x in items if x or not some)).replace("@", str(n)) + "\n"

    return write


def shuffled(queens, generator):
    queens = sorted(queens)
    generator.shuffle(queens)
    return queens


def literals(text, between=" ", true="{}", false="-{}", width=None):
    def write(q, n, b, g):
        items = [(true if (c, r) in q else false).format(c * n + r + 1) for c in range(n) for r in range(n)]
        if width:
            return lines("v " + " ".join(items[i : i + width]) for i in range(0, len(items), width)) + text
        return text.replace("%", between.join(items)) + "\n"

    return write


def labelled(head, row):
    def write(q, n, b, g):
        width = max(2, len(str(n)))
        top = head(n, width)
        return lines(([top] if top else []) + [row(i, line, width) for i, line in enumerate(grid(q, n))])

    return write


def framed(q, n, b, g):
    bar = "+" + "---+" * n
    return lines([bar] + [x for row in grid(q, n) for x in ("|" + "|".join(" Q " if y else "   " for y in row) + "|", bar)])


def boxed(q, n, b, g):
    top, mid, low = ("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘")
    bar = lambda s: s[0] + s[1].join(["───"] * n) + s[2]
    body = []
    for i, row in enumerate(grid(q, n)):
        body += [bar(top if i == 0 else mid), "│" + "│".join(" ♛ " if y else "   " for y in row) + "│"]
    return lines(body + [bar(low)])


def ranks(q, n, b, g):
    files = " ".join("abcdefghijklmnopqrstuvwxyz"[:n])
    return lines([f"{n - i:2d}  " + " ".join("Q" if x else "." for x in row) for i, row in enumerate(reversed(grid(q, n)))] + ["    " + files])


def blocks(q, n, b, g):
    """As Octave prints what is wider than its window."""
    text = "ans =\n\n"
    for first in range(0, n, 3):
        last = min(first + 3, n)
        text += f" Columns {first + 1} through {last}:\n\n" if last - first > 2 else f" Columns {first + 1} and {last}:\n\n" if last - first == 2 else f" Column {last}:\n\n"
        text += lines("   " + "   ".join("1" if x else "0" for x in row[first:last]) for row in grid(q, n)) + "\n"
    return text


def numbered_edges(q, n, b, g):
    return lines(["   " + " ".join(f"{i}" for i in range(n))] + [f"{i:2d} " + " ".join(("Q" if x else ".") + " " * (len(str(k)) - 1) for k, x in enumerate(row)) for i, row in enumerate(grid(q, n))])


def numbered_queens(q, n, b, g):
    return lines(" ".join(f"Q{c + b}" if x else "__" for c, x in enumerate(row)) for row in grid(q, n))


def fen(q, n, b, g):
    text = []
    for row in grid(q, n):
        field, gap = "", 0
        for x in row:
            if x and gap:
                field += str(gap)
            gap = 0 if x else gap + 1
            field += "Q" if x else ""
        text.append(field + (str(gap) if gap else ""))
    return "/".join(text) + " w - - 0 1\n"


def blank_squares(q, n, b, g):
    return lines("".join("Q " if x else "  " for x in row).rstrip() for row in grid(q, n))


def uva(q, n, b, g):
    return "SOLN       COLUMN\n #      " + " ".join(str(i + 1) for i in range(n)) + "\n\n 1      " + " ".join(map(str, rows_of(q, n, 1))) + "\n"


def checkered(q, n, b, g):
    return lines("".join("♛" if x else "⬜⬛"[(r + c) % 2] for c, x in enumerate(row)) for r, row in enumerate(grid(q, n)))


def blocked_x(q, n, b, g):
    free = [(c, r) for c in range(n) for r in range(n) if (c, r) not in q]
    block = set(g.sample(free, min(3, len(free))))
    return lines(" ".join("Q" if (c, r) in q else "X" if (c, r) in block else "_" for c in range(n)) for r in range(n))


def fenced(inner):
    return lambda q, n, b, g: "Here is a solution that I found:\n\n```\n" + inner(q, n, b, g) + "```\n\nIs it right?\n"


def headed(head, inner, tail=""):
    return lambda q, n, b, g: head + inner(q, n, b, g) + tail


def twice(head, inner):
    return lambda q, n, b, g: head.format(1) + inner(q, n, b, g) + head.format(2) + inner(q, n, b, g)


def highs(q, n, b, g):
    body = squares("%", "x_{c}_{r} {v}", "\n")(q, n, b, g)
    return f"Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns {n * n}\n{body}# Rows {2 * n}\n" + lines(f"c{i} 1" for i in range(2 * n)) + "\n# Dual solution values\nNone\n\n# Basis\nHiGHS v1\nNone\n"


def glpk(q, n, b, g):
    return f"c Problem:\nc Rows:       {2 * n}\ns mip {2 * n} {n * n} o 0\n" + lines(f"i {i + 1} 1" for i in range(2 * n)) + squares("%", "j {k} {v}", "\n")(q, n, b, g) + "e o f\n"


def glpk_report(q, n, b, g):
    head = f"Problem:    queens\nRows:       {2 * n}\nColumns:    {n * n} ({n * n} integer, {n * n} binary)\nNon-zeros:  252\nStatus:     INTEGER OPTIMAL\nObjective:  obj = 0 (MINimum)\n\n   No.   Row name        Activity     Lower bound   Upper bound\n------ ------------    ------------- ------------- -------------\n"
    rows = lines(f"{i + 1:6d} c{i + 1}                          1             1             = " for i in range(2 * n))
    return head + rows + "\n   No. Column name       Activity     Lower bound   Upper bound\n------ ------------    ------------- ------------- -------------\n" + squares("%", "{k:6d} x_{c}_{r}        *              {v}             0             1 ", "\n")(q, n, b, g) + "\nEnd of output\n"


def pyomo(q, n, b, g):
    return f"x : Size={n * n}, Index=x_index\n    Key    : Lower : Value : Upper : Fixed : Stale : Domain\n" + squares("%", "    ({c}, {r}) :     0 :   {v}.0 :     1 : False : False : Binary", "\n")(q, n, b, g)


def cplex(q, n, b, g):
    return '<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>\n<CPLEXSolution version="1.2">\n <header problemName="q.lp" solutionStatusString="integer optimal solution"/>\n <variables>\n' + squares("%", '  <variable name="x_{c}_{r}" index="{k}" value="1"/>', "\n", some=True)(q, n, b, g) + " </variables>\n</CPLEXSolution>\n"


def series(q, n, b, g):
    return lines(f"{c}    {r}" for c, r in sorted((c, r + b) for c, r in q)) + "dtype: int64\n"


def ampl(q, n, b, g):
    return "s [*,*]\n:   " + "   ".join(str(i + 1) for i in range(n)) + "    :=\n" + lines(f"{i + 1}   " + "   ".join("1" if x else "0" for x in row) for i, row in enumerate(grid(q, n))) + ";\n"


def ampl_display(q, n, b, g):
    height, rows = -(-n // 3), rows_of(q, n, b)
    return "x [*] :=\n" + lines("   ".join(f"{c + 1} {rows[c]}" for c in range(i, n, height)) for i in range(height)) + ";\n"


R, S = False, True  # rows only, or squares: then two queens may stand in a column
LIST, ANY, ONE, ZERO = (0, 1), (0, 1), (1,), (0,)
FORMS = {
    # name: (function, bases, squares or rows, options)
    "line": (vector("%", " "), ANY, R),
    "comma": (vector("%", ","), ANY, R),
    "list": (vector("[%]"), ANY, R),
    "tuple": (vector("(%)"), ANY, R),
    "braces": (vector("q = {%}"), ANY, R),
    "named": (vector("queens = [%];"), ANY, R),
    "array1d": (vector("q = array1d(0..9, [%]);\n----------"), ANY, R),
    "essence": (vector("letting queens be [%; int(1..9)]"), ONE, R),
    "opl": (vector("x = [%];", " "), ANY, R),
    "prolog": (vector("Qs = [%] ;\nfalse."), ANY, R),
    "swi": (vector("?- n_queens(8, Qs), label(Qs).\nQs = [%] ;\nfalse."), ANY, R),
    "gprolog": (vector("\nQs = [%] ? ;\n\n(1 ms) no", ","), ANY, R),
    "solution k": (vector("Solution 1: [%]"), ANY, R),
    "solution k bare": (vector("Solution 1: %", " "), ANY, R),
    "fitness": (vector("1) [%] Fitness: 6"), ANY, R),
    "cost": (vector("best = [%] cost = 0"), ANY, R),
    "json": (vector('{"board": [%]}'), ANY, R),
    "minizinc json": (vector('{\n  "queens" : [%]\n}\n----------\n=========='), ANY, R),
    "json stream": (vector('{"type": "solution", "output": {"json": {"queens" : [%]}}, "sections": ["json"]}\n{"type": "status", "status": "SATISFIED"}'), ANY, R),
    "a number a line": (vector("%", "\n"), ANY, R),
    "savetxt": (vector("%", "\n", "{:.18e}"), ANY, R),
    "numpy": (vector("[%]", " "), ANY, R),
    "numpy float": (vector("[%]", " ", "{}."), ANY, R),
    "np.int64": (vector("[%]", ", ", "np.int64({})"), ANY, R),
    "np.float64": (vector("[%]", ", ", "np.float64({}.0)"), ANY, R),
    "array()": (vector("array([%], dtype=int32)"), ANY, R),
    "tensor()": (vector("tensor([%])"), ANY, R),
    "r vector": (vector("[1] %", " "), ANY, R),
    "r c()": (vector("q <- c(%)"), ANY, R),
    "minion": (vector("Solution Number: 1\nSol: %\n", " "), ANY, R),
    "digits": (lambda q, n, b, g: "".join(map(str, rows_of(q, n, b))) + "\n", ONE, R, 9),
    "uva": (uva, ONE, R),
    "dict": (in_order("{%}", "{c}: {r}", ", "), ANY, S),
    "names dict": (in_order("{%}", "'q{c}': {r}", ", "), ANY, S),
    "values": (in_order("%", "x{c} = {r}", " "), ANY, R),
    "values a line": (in_order("%", "q_{c} = {r}", "\n"), ANY, R),
    "values indexed": (in_order("%", "x[{c}] = {r}", "\n"), ANY, R),
    "values prolog": (in_order("%.", "Q{c} = {r}", ",\n"), ANY, R),
    "jacop": (in_order("Solution : [%]", "q{c}={r}", ", "), ANY, R),
    "colon a line": (in_order("%", "{c}: {r}", "\n"), ANY, R),
    "smt": (in_order("sat\n(%)", "(Q{c} {r})", "\n "), ANY, R),
    "smt model": (in_order("sat\n(\n%\n)", "  (define-fun Q{c} () Int\n    {r})", "\n"), ANY, R),
    "z3py": (pairs("[%]", "Q_{c} = {r}", ",\n "), ANY, R),
    "z3py bool": (squares("[%]", "x_{c}_{r} = {v}", ", ", "True", "False"), ANY, S),
    "smt bool": (squares("sat\n(%)", "(q_{c}_{r} {v})", "\n ", "true", "false"), ANY, S),
    "pairs list": (pairs("[%]", "[{c}, {r}]", ", "), ANY, S),
    "pairs tuples": (pairs("[%]", "({c}, {r})", ", "), ANY, S),
    "pairs set": (pairs("{%}", "({c}, {r})", ", "), ANY, S),
    "pairs bare": (pairs("%", "({c},{r})", " "), ANY, S),
    "pairs a line": (pairs("%", "{c} {r}", "\n"), ANY, S),
    "pairs csv": (pairs("row,col\n%", "{r},{c}", "\n"), ANY, S),
    "pairs csv bare": (pairs("%", "{c},{r}", "\n"), ANY, S),
    "pairs lists a line": (pairs("%", "[{c}, {r}]", "\n"), ANY, S),
    "pairs json": (pairs("[%]", '{{"row": {r}, "col": {c}}}', ", "), ANY, S),
    "pairs json rc": (pairs('{"queens": [%]}', '{{"r": {r}, "c": {c}}}', ", "), ANY, S),
    "pairs json a line": (pairs("%", '{{"x": {c}, "y": {r}}}', "\n"), ANY, S),
    "pairs after n": (lambda q, n, b, g: f"{n}\n" + pairs("%", "{c} {r}", "\n")(q, n, b, g), ANY, S),
    "pairs flat": (in_order("%", "{c} {r}", " "), ANY, R),
    "queen k": (pairs("%", "Queen {k}: ({c}, {r})", "\n"), ANY, S),
    "queen at": (pairs("%", "Queen at ({c}, {r})", "\n"), ANY, S),
    "sentences": (pairs("%", "Queen {k}: row {r}, column {c}", "\n"), ANY, S),
    "row col": (pairs("%", "row {r}, col {c}", "\n"), ANY, S),
    "matlab pairs": (pairs("[%]", "{c} {r}", "; "), ANY, S),
    "asp": (pairs("clingo version 5.4.1\nReading from q.lp\nSolving...\nAnswer: 1\n%\nSATISFIABLE\n\nModels       : 1+", "queen({c},{r})", " "), ANY, S),
    "asp quiet": (pairs("%\nSATISFIABLE", "queen({c},{r})", " "), ANY, S),
    "asp facts": (pairs("%", "queen({c},{r}).", "\n"), ANY, S),
    "dlv": (pairs("{%}", "queen({c},{r})", ", "), ANY, S),
    "clingo json": (pairs('{"Solver": "clingo", "Call": [{"Witnesses": [{"Value": [%]}]}], "Result": "SATISFIABLE"}', '"queen({c},{r})"', ", "), ANY, S),
    "atoms named": (pairs("%", "place({c},{r})", " "), ANY, S),
    "chess": (lambda q, n, b, g: " ".join(f"{'abcdefghijklmnop'[c]}{r + 1}" for c, r in shuffled(q, g)) + "\n", ONE, S),
    "chess a line": (lambda q, n, b, g: lines(f"Q{'abcdefghijklmnop'[c]}{r + 1}" for c, r in shuffled(q, g)), ONE, S),
    "matrix": (matrix("%"), ZERO, S),
    "matrix csv": (matrix("%", between=","), ZERO, S),
    "matrix semicolon": (matrix("%", between=";"), ZERO, S),
    "matrix tab": (matrix("%", between="\t"), ZERO, S),
    "matrix tight": (matrix("%", between=""), ZERO, S),
    "matrix list": (matrix("[%]", "[", "]", ",\n ", between=", "), ZERO, S),
    "matrix numpy": (matrix("[%]", "[", "]", "\n "), ZERO, S),
    "matrix numpy float": (matrix("[%]", "[", "]", "\n ", "1.", "0."), ZERO, S),
    "matrix minus zero": (matrix("[%]", "[", "]", "\n ", " 1.", "-0.", ""), ZERO, S),
    "matrix bool": (matrix("[%]", "[", "]", "\n ", " True", "False"), ZERO, S),
    "matrix tensor": (matrix("[%]", "tensor([", "])", ",\n        ", between=", "), ZERO, S),
    "matrix matlab": (matrix("%", "s = [", "]", "; "), ZERO, S),
    "matrix octave": (matrix("   %", "s =\n\n", "\n", "\n", between="   "), ZERO, S),
    "matrix julia": (matrix(" %", "8×8 Matrix{Int64}:\n", "", "\n", between="  "), ZERO, S),
    "matrix sage": (matrix("[%]"), ZERO, S),
    "matrix float": (matrix(" %", one="1.0", zero="0.0", between="  "), ZERO, S),
    "matrix minizinc": (matrix("%", "x = [| ", " |];\n----------", " |\n      ", between=", "), ZERO, S),
    "matrix array2d": (lambda q, n, b, g: f"x = array2d(1..{n}, 1..{n}, [" + ", ".join("true" if x else "false" for row in grid(q, n) for x in row) + "]);\n----------\n", ZERO, S),
    "matrix latex": (matrix("%", "\\begin{pmatrix}\n", "\n\\end{pmatrix}", " \\\\\n", between=" & "), ZERO, S),
    "matrix r": (labelled(lambda n, w: " " * (w + 4) + " ".join(f"[,{i + 1}]" for i in range(n)), lambda i, row, w: f"[{i + 1},]".rjust(w + 3) + "".join(f"{int(x):5d}" for x in row)), ZERO, S),
    "matrix pandas": (labelled(lambda n, w: "  " + "".join(f"{i:3d}" for i in range(n)), lambda i, row, w: f"{i:<2d}" + "".join(f"{int(x):3d}" for x in row)), ZERO, S),
    "matrix pandas bool": (labelled(lambda n, w: "   " + "".join(f"{i:7d}" for i in range(n)), lambda i, row, w: f"{i:<3d}" + "".join(f"{str(x):>7}" for x in row)), ZERO, S),
    "matrix ampl": (ampl, ZERO, S),
    "matrix rows": (labelled(lambda n, w: "", lambda i, row, w: f"Row {i}: " + " ".join(str(int(x)) for x in row)), ZERO, S),
    "matrix after n": (lambda q, n, b, g: f"{n}\n" + matrix("%")(q, n, b, g), ZERO, S),
    "picture Q_": (picture("Q", "_"), ZERO, S),
    "picture Q.": (picture("Q", "."), ZERO, S),
    "picture tight": (picture("Q", ".", ""), ZERO, S),
    "picture q-": (picture("q", "-"), ZERO, S),
    "picture Q#": (picture("Q", "#"), ZERO, S),
    "picture Q*": (picture("Q", "*"), ZERO, S),
    "picture Q0": (picture("Q", "0"), ZERO, S),
    "picture Q+": (picture("Q", "+"), ZERO, S),
    "picture O.": (picture("O", "."), ZERO, S),
    "picture x.": (picture("x", "."), ZERO, S),
    "picture X_ tight": (picture("X", "_", ""), ZERO, S),
    "picture *.": (picture("*", "."), ZERO, S),
    "picture *-": (picture("*", "-", ""), ZERO, S),
    "picture #.": (picture("#", ".", ""), ZERO, S),
    "picture W.": (picture("W", "."), ZERO, S),
    "picture 1.": (picture("1", "."), ZERO, R),
    "picture ♛·": (picture("♛", "·"), ZERO, S),
    "picture ♕.": (picture("♕", "."), ZERO, S),
    "picture 👑⬜": (picture("👑", "⬜", ""), ZERO, S),
    "picture ■□": (picture("■", "□"), ZERO, S),
    "picture wQ": (picture("wQ", "--"), ZERO, S),
    "picture wQ blank": (picture("wQ", "  ", "|", "|", "|"), ZERO, S),
    "picture pipes": (picture("Q", " ", "|", "|", "|"), ZERO, S),
    "picture pipes apart": (picture("Q", ".", " | "), ZERO, S),
    "picture frame": (framed, ZERO, S),
    "picture box": (boxed, ZERO, S),
    "picture ranks": (ranks, ZERO, S, 12),
    "picture edges": (numbered_edges, ZERO, S, 12),
    "picture numbered": (numbered_queens, ANY, R, 9),
    "picture checkered": (checkered, ZERO, S),
    "picture blocked": (blocked_x, ZERO, S),
    "picture blanks": (blank_squares, ZERO, S),
    "picture csv": (picture("Q", ".", ","), ZERO, S),
    "picture strings": (matrix('"%"', "[", "]", ", ", "Q", ".", ""), ZERO, S),
    "picture strings a line": (matrix('"%",', "[\n", "\n]", "\n ", "Q", ".", ""), ZERO, S),
    "picture lists": (matrix("[%]", "[", "]", ", ", "'Q'", "'.'", ", "), ZERO, S),
    "picture lists a line": (matrix("[%]", "", "", "\n", "'Q'", "' '", ", "), ZERO, S),
    "picture fen": (fen, ZERO, S),
    "picture fenced": (fenced(picture("Q", ".")), ZERO, S),
    "picture headed": (twice("Solution {}\n", picture("Q", "_")), ZERO, S),
    "picture back to back": (twice("", picture("Q", "_")), ZERO, S),
    "picture total": (headed("Board:\n", picture("Q", "."), "Total of 2 solutions found.\n"), ZERO, S),
    "sat": (literals("v 0\ns SATISFIABLE\n", width=10), ZERO, S),
    "sat first": (headed("c a solver\ns SATISFIABLE\n", literals("v 0\n", width=12)), ZERO, S),
    "minisat": (literals("SAT\n% 0"), ZERO, S),
    "opb": (headed("s SATISFIABLE\n", literals("v %", true="x{}", false="-x{}")), ZERO, S),
    "pysat": (literals("[%]", ", "), ZERO, S),
    "highs": (highs, ANY, S),
    "gurobi": (headed("# Solution for model queens\n# Objective value = 0\n", squares("%", "x_{c}_{r} {v}", "\n")), ANY, S),
    "gurobi print": (squares("%", "x[{c},{r}] 1.0", "\n", some=True), ANY, S),
    "gurobi table": (headed("\n    Variable            X \n-------------------------\n", squares("%", "    x[{c},{r}]            1 ", "\n", some=True)), ANY, S),
    "scip": (headed("solution status: optimal solution found\nobjective value:                                    0\n", squares("%", "x_{c}_{r}                                             1 \t(obj:0)", "\n", some=True)), ANY, S),
    "cplex": (cplex, ANY, S),
    "cbc": (headed("Optimal - objective value 0.00000000\n", squares("%", "  {k:5d} x_{c}_{r}                  1                       0", "\n", some=True)), ANY, S),
    "lp_solve": (headed("\nValue of objective function: 0\n\nActual values of the variables:\n", squares("%", "x_{c}_{r}                          {v}", "\n"), "\nActual values of the constraints:\nR1                              1\nR2                              1\n"), ANY, S),
    "pulp": (headed("Status: Optimal\n", squares("%", "x_{c}_{r} = {v}.0", "\n")), ANY, S),
    "pulp names": (squares("%", "x_({c},_{r}) = {v}.0", "\n"), ANY, S),
    "pyomo yaml": (squares("Solution:\n- Status: optimal\n  Message: None\n  Variable:\n%\n  Constraint: No values\n", "    x[{c},{r}]:\n      Value: 1", "\n", some=True), ANY, S),
    "pyomo": (pyomo, ANY, S),
    "glpk": (glpk, ZERO, S),
    "glpk report": (glpk_report, ANY, S),
    "dimod names": (squares("{%}", "'x_{c}_{r}': np.int8({v})", ", "), ANY, S),
    "dimod tuples": (squares("{%}", "({c}, {r}): {v}", ", "), ANY, S),
    "cpsat": (lambda q, n, b, g: "status: OPTIMAL\n" + lines(f"solution: {r}" for r in rows_of(q, n, 0)) + "num_booleans: 60\n", ZERO, R),
    "toulbar2": (vector("c /usr/bin/toulbar2  version : 1.1.1\nloading wcsp file: q.wcsp\nRead 8 variables, with 8 values at most, and 28 cost functions, with maximum arity 2.\nNew solution: 0 (13 backtracks, 40 nodes, depth 2)\n %\nOptimum: 0 in 13 backtracks\nend.", " "), ZERO, R),
    "xcsp3": (vector("s SATISFIABLE\nv <instantiation>\nv <list> q[] </list>\nv <values> % </values>\nv </instantiation>", " "), ZERO, R),
    "pandas series": (series, ANY, S),
    "named tuples": (pairs("[%]", "Queen(row={r}, col={c})", ", "), ANY, S),
    "points": (pairs("[%]", "Point(x={c}, y={r})", ", "), ANY, S),
    "positions a line": (pairs("%", "Position(row={r}, column={c})", "\n"), ANY, S),
    "minus pairs": (pairs("Qs = [%].", "{c}-{r}", ", "), ANY, S),
    "slash pairs": (pairs("S = [%].", "{c}/{r}", ","), ANY, S),
    "dotted pairs": (pairs("(%)", "({c} . {r})", " "), ANY, S),
    "erlang": (pairs("[%]", "{{{c},{r}}}", ","), ANY, S),
    "oz": (in_order("queens(%)", "{c}:{r}", " "), ANY, R),
    "yaml map": (in_order("%", "{c}: {r}", "\n"), ANY, R),
    "html": (matrix("<tr><td>%</td></tr>", "<table>\n", "\n</table>", "\n", "Q", "", "</td><td>"), ZERO, S),
    "html classes": (matrix('  <tr><td class="x">%</td></tr>', '<table border="1">\n', "\n</table>", "\n", "\u265b", "&nbsp;", '</td><td class="x">'), ZERO, S),
    "java map": (in_order("{%}", "{c}={r}", ", "), ANY, S),
    "ruby hash": (in_order("{%}", "{c}=>{r}", ", "), ANY, S),
    "wolfram rules": (in_order("{%}", "q[{c}] -> {r}", ", "), ANY, S),
    "arrows": (in_order("%", "{c}->{r}", ", "), ANY, S),
    "eclipse": (vector("Board = [](%)\nYes (0.00s cpu)"), ANY, R),
    "swi end": (vector("?- queens(8, Qs).\nQs = [%] ."), ANY, R),
    "rust dbg": (vector("[src/main.rs:10] board = [\n    %,\n]", ",\n    "), ANY, R),
    "rust some": (vector("Some([%])"), ANY, R),
    "log": (vector("2024-03-01 12:00:01 INFO solver: found solution [%]"), ANY, R),
    "yaml": (vector("queens:\n  - %", "\n  - "), ANY, R),
    "toml": (lambda q, n, b, g: f"n = {n}\n" + vector("queens = [%]")(q, n, b, g), ANY, R),
    "np.where": (lambda q, n, b, g: "(array(" + str([r for _, r in sorted((r, r) for _, r in q)]) + "), array(" + str([c for _, c in sorted((r, c) for c, r in q)]) + "))\n", ZERO, R),
    "choco": (in_order("Solution: %, ", "Q_{c}={r}", ", "), ANY, R),
    "gecode": (vector("Queens\n\t{%}\n\nInitial\n\tpropagators: 3\n\tbranchers:   1\n\nSummary\n\truntime:      0.001 (1.0 ms)\n\tsolutions:    1"), ANY, R),
    "minion": (vector("Sol: % \n\nSolution Number: 1\nTime:0.000", " "), ANY, R),
    "chess strings": (lambda q, n, b, g: str([chr(97 + c) + str(r + 1) for c, r in shuffled(q, g)]) + "\n", ZERO, S, 26),
    "chess labelled": (lambda q, n, b, g: "Queens: " + " ".join(chr(97 + c) + str(r + 1) for c, r in shuffled(q, g)) + "\n", ZERO, S, 26),
    "chess moves": (lambda q, n, b, g: lines(f"{k + 1}. Q{chr(97 + c)}{r + 1}" for k, (c, r) in enumerate(shuffled(q, g))), ZERO, S, 26),
    "xml": (pairs('<board n="8">\n%\n</board>', '  <queen row="{r}" col="{c}"/>', "\n"), ANY, S),
    "csv index": (labelled(lambda n, w: "," + ",".join(map(str, range(n))), lambda i, row, w: f"{i}," + ",".join("1" if x else "0" for x in row)), ZERO, S),
    "csv queens": (in_order("queen,col,row\n%", "{k},{c},{r}", "\n"), ANY, S),
    "data frame": (in_order("   row  col\n%", "{i}    {r}    {c}", "\n"), ANY, S),
    "csv rows": (vector("row\n%", "\n"), ANY, R),
    "csv of variables": (lambda q, n, b, g: ",".join(f"q{c + 1}" for c in range(n)) + "\n" + vector("%", ",")(q, n, b, g), ANY, R),
    "ampl display": (ampl_display, ONE, R),
    "ampl squares": (squares("x :=\n%\n;", "{c} {r}   {v}", "\n"), ANY, S),
    "gurobi objects": (squares("%", "<gurobi.Var x[{c},{r}] (value {v}.0)>", "\n"), ANY, S),
    "cplex log": (headed("MIP - Integer optimal solution:  Objective =  0.0000000000e+00\n\nVariable Name           Solution Value\n", squares("%", "x_{c}_{r}                          1.000000", "\n", some=True), "All other variables in the range 1-64 are 0.\n"), ANY, S),
    "gams": (squares("----     32 VARIABLE x.L  \n\n%", "i{c}.j{r} 1.000", "\n", some=True), ONE, S),
    "zimpl": (squares("objective value: 0\n%", "x#{c}#{r}                        1 \t(obj:0)", "\n", some=True), ANY, S),
    "docplex": (squares("objective: 0\nstatus: OPTIMAL_SOLUTION(2)\n%", "  x_{c}_{r}=1", "\n", some=True), ANY, S),
    "yices": (in_order("sat\n%", "(= Q{c} {r})", "\n"), ANY, R),
    "true literals": (lambda q, n, b, g: str(sorted(c * n + r + 1 for c, r in q)) + "\n", ZERO, S),
    "java characters": (matrix("[%]", "[", "]", ", ", "Q", ".", ", "), ZERO, S),
    "latex table": (matrix("% \\\\ \\hline", "\\hline\n", "\n\\end{tabular}", "\n", "Q", " ", " & "), ZERO, S),
    "picture heavy": (lambda q, n, b, g: "┏" + "━━━┳" * (n - 1) + "━━━┓\n" + ("┣" + "━━━╋" * (n - 1) + "━━━┫\n").join("┃" + "┃".join(" ♕ " if x else "   " for x in row) + "┃\n" for row in grid(q, n)) + "┗" + "━━━┻" * (n - 1) + "━━━┛\n", ZERO, S),
    "choco": (in_order("%", "IntVar 'Q_{c}' = [{r}]", "\n"), ANY, R),
    "clingo print": (in_order("Answer: %\n", "queen({c},{r})", " "), ANY, S),
    "pyomo display": (headed("x : Size=64, Index={1, 2, 3}*{1, 2, 3}\n    Key    : Lower : Value : Upper : Fixed : Stale : Domain\n", squares("%", "    ({c}, {r}) :     0 :  {v}.0 :     1 : False : False : Binary", "\n")), ANY, S),
    "cplex lines": (headed('<?xml version = "1.0"?>\n<CPLEXSolution version="1.2">\n <header\n   problemName="q.mps"\n   solutionStatusValue="101"\n   solutionStatusString="integer optimal solution"\n   writeLevel="1"/>\n', squares("%", '  <variable name="x_{c}_{r}" index="0" value="{v}"/>', "\n")), ANY, S),
    "picture brackets": (picture("Q", " ", "][", "[", "]"), ZERO, S),
    "picture markdown": (lambda q, n, b, g: "|   | " + " | ".join(chr(97 + i) for i in range(n)) + " |\n" + "|---" * (n + 1) + "|\n" + lines(f"| {n - i} | " + " | ".join("Q" if x else " " for x in row) + " |" for i, row in enumerate(reversed(grid(q, n)))), ZERO, S, 9),
    "utf-16": (lambda q, n, b, g: vector("Solution: [%]")(q, n, b, g).encode("utf-16"), ANY, R),
    "utf-16 picture": (lambda q, n, b, g: b"\xfe\xff" + picture("♛", "·")(q, n, b, g).replace("\n", "\r\n").encode("utf-16-be"), ZERO, S),
    "quoted picture": (lambda q, n, b, g: "Ann wrote:\n" + lines("> " + line for line in picture("Q", ".")(q, n, b, g).splitlines()), ZERO, S),
    "quoted twice": (lambda q, n, b, g: ">> is this right?\n>>\n>> " + vector("[%]")(q, n, b, g), ANY, R),
    "colours": (lambda q, n, b, g: picture("\x1b[1;31mQ\x1b[0m", ".")(q, n, b, g), ZERO, S),
    "colours of a list": (vector("\x1b[1mSolution:\x1b[0m [%]"), ANY, R),
    "no-break blanks": (vector("%", "\u00a0"), ANY, R),
    "markdown numbers": (lambda q, n, b, g: "| |" + "|".join(str(i + 1) for i in range(n)) + "|\n" + "|---" * (n + 1) + "|\n" + lines(f"|{i + 1}|" + "|".join("Q" if x else "" for x in row) + "|" for i, row in enumerate(grid(q, n))), ZERO, S, 12),
    "markdown items": (pairs("%", "* Queen {k}: row {r}, column {c}", "\n"), ANY, S),
    "numbered pairs": (in_order("%", "{k}. ({c}, {r})", "\n"), ANY, S),
    "french": (in_order("%", "Dame {k} : ligne {r}, colonne {c}", "\n"), ANY, S),
    "german": (in_order("%", "Dame {k}: Zeile {r}, Spalte {c}", "\n"), ANY, S),
    "spanish": (in_order("%", "Reina {k}: fila {r}, columna {c}", "\n"), ANY, S),
    "clojure": (vector("user=> (solve 8)\n[%]", " "), ANY, R),
    "csv in quotes": (in_order('"col","row"\n%', '"{c}","{r}"', "\n"), ANY, S),
    "html cells": (lambda q, n, b, g: "<table>\n" + "".join("  <tr>\n" + "".join(f'    <td class="x">{"&#9819;" if x else "&nbsp;"}</td>\n' for x in row) + "  </tr>\n" for row in grid(q, n)) + "</table>\n", ZERO, S),
    "html line": (lambda q, n, b, g: "<table>" + "".join("<tr>" + "".join(f"<td>{'Q' if x else ''}</td>" for x in row) + "</tr>" for row in grid(q, n)) + "</table>\n", ZERO, S),
    "diff": (lambda q, n, b, g: "--- a.txt\n+++ b.txt\n@@ -1,8 +1,8 @@\n" + picture("Q", ".", " ", "+")(q, n, b, g), ZERO, S),
    "grep -n": (lambda q, n, b, g: lines(f"{i + 1}:{line}" for i, line in enumerate(picture("Q", ".")(q, n, b, g).splitlines())), ZERO, S),
    "latex set": (pairs(r"$\{%\}$", "({c},{r})", ", "), ANY, S),
    "squares in prose": (lambda q, n, b, g: "The queens are on " + ", ".join(chr(97 + c) + str(r + 1) for c, r in sorted(q)[:-1]) + f" and {chr(97 + sorted(q)[-1][0])}{sorted(q)[-1][1] + 1}.\n", ZERO, R, 26),
    "pairs and semicolons": (pairs("%", "{c},{r}", "; "), ANY, S),
    "pairs and blanks": (pairs("%", "{c},{r}", " "), ANY, S),
    "angles": (pairs("%", "<{c},{r}>", " "), ANY, S),
    "php": (in_order("Array\n(\n%\n)", "    [{i}] => {r}", "\n"), ZERO, R),
    "console.table": (lambda q, n, b, g: "┌─────────┬────────┐\n│ (index) │ Values │\n├─────────┼────────┤\n" + in_order("%", "│    {c}    │   {r}    │", "\n")(q, n, b, g) + "└─────────┴────────┘\n", ANY, S),
    "java objects": (pairs("[%]", "Queen{{row={r}, col={c}}}", ", "), ANY, S),
    "rust options": (vector("[%]", ", ", "Some({})"), ANY, R),
    "aima node": (vector("<Node (%)>"), ANY, R),
    "dutch": (in_order("%", "Koningin {c}: rij {r}", "\n"), ANY, S),
    "dimod table": (lambda q, n, b, g: "  ".join(map(str, range(n * n))) + " energy num_oc.\n0  " + "  ".join("1" if x else "0" for column in zip(*grid(q, n)) for x in column) + "   -8.0       1\n", ZERO, S, 9),
    "cp-sat summary above": (in_order("CpSolverResponse summary:\nstatus: OPTIMAL\nobjective: NA\n%", "q{c} = {r}", "\n"), ANY, R),
    "xml on a line": (pairs('<board n="8">%</board>', '<queen row="{r}" col="{c}"/>', ""), ANY, S),
    "polars": (in_order("┌─────┬─────┐\n│ col ┆ row │\n│ --- ┆ --- │\n│ i64 ┆ i64 │\n╞═════╪═════╡\n%\n└─────┴─────┘", "│ {c}   ┆ {r}   │", "\n"), ANY, S),
    "json empty squares": (matrix("[%]", "[", "]", ", ", '"Q"', '""', ", "), ZERO, S),
    "psql": (in_order(" col | row \n-----+-----\n%\n(8 rows)", "   {c} |   {r}", "\n"), ANY, S),
    "slashes": (lambda q, n, b, g: "/".join("".join("Q" if x else "." for x in row) for row in grid(q, n)) + "\n", ZERO, S),
    "bars between": (picture("bQ", "  ", "|"), ZERO, S),
    "n-queens solution": (vector("8-queens solution: %", " "), ANY, R),
    "stars above": (lambda q, n, b, g: "*" * 30 + "\n" + picture("Q", ".")(q, n, b, g) + "*" * 30 + "\n", ZERO, S, 12),
    "numbered lines": (vector("1. %", " "), ANY, R),
    "items of lines": (vector("- %", " "), ANY, R),
    "rows by name": (lambda q, n, b, g: lines(f"Row {i + 1}: {line}" for i, line in enumerate(picture("Q", ".")(q, n, b, g).splitlines())), ZERO, S),
    "markdown ones": (in_order("%", "1. {r}", "\n"), ANY, R),
    "csv in french": (in_order("ligne;colonne\n%", "{r};{c}", "\n"), ANY, S),
    "csv in german": (in_order("Zeile;Spalte\n%", "{r};{c}", "\n"), ANY, S),
    "markdown pairs": (in_order("| row | col |\n|---|---|\n%", "| {r} | {c} |", "\n"), ANY, S),
    "octave blocks": (blocks, ZERO, S),
    "r blocks": (lambda q, n, b, g: "".join("     " + "".join(f" [,{c + 1}]" for c in range(at, min(at + 5, n))) + "\n" + lines(f"[{i + 1},]" + "".join(f"    {int(x)}" for x in row[at : at + 5]) for i, row in enumerate(grid(q, n))) for at in range(0, n, 5)), ZERO, S, 60),
    "pandas blocks": (lambda q, n, b, g: "\n".join("   " + "  ".join(f"{c}" for c in range(at, min(at + 5, n))) + ("  \\\n" if at + 5 < n else "  \n") + lines(f"{i}  " + "  ".join(f"{int(x)}" for x in row[at : at + 5]) for i, row in enumerate(grid(q, n))) for at in range(0, n, 5)), ZERO, S, 60),
    "sheet": (lambda q, n, b, g: "\t" + "\t".join(str(i + 1) for i in range(n)) + "\n" + lines(f"{i + 1}\t" + "\t".join("Q" if x else "" for x in row) for i, row in enumerate(grid(q, n))), ZERO, S, 12),
    "csv picture": (lambda q, n, b, g: lines(f"{i + 1}," + ",".join("Q" if x else "." for x in row) for i, row in enumerate(grid(q, n))), ZERO, S, 12),
    "bbcode": (headed("[code]\n", picture("Q", "."), "[/code]\n"), ZERO, S),
    "latex line": (matrix("%", "$A = \\begin{bmatrix} ", " \\end{bmatrix}$", " \\\\ ", between=" & "), ZERO, S),
    "latex array": (matrix("%", "\\[ \\left(\\begin{array}{cccc} ", " \\end{array}\\right) \\]", " \\\\ ", between=" & "), ZERO, S),
    "latex in brackets": (matrix("%", "M = \\left[\\begin{array}{rrrr}\n", "\n\\end{array}\\right]", " \\\\\n", between=" & "), ZERO, S),
    "latex tuple": (vector("$q = (%)$"), ANY, R),
    "names and colons": (in_order("%", "c{c}: {r}", ", "), ANY, R),
    "items and colons": (in_order("%", "q[{c}]: {r}", "; "), ANY, R),
    "columns": (lambda q, n, b, g: f"cols = {columns_of(q, n, b)}\n", ANY, R),
    "columns with colon": (lambda q, n, b, g: f"queenCols: {columns_of(q, n, b)}\n", ANY, R),
    "columns in json": (lambda q, n, b, g: f'{{"columns": {columns_of(q, n, b)}}}\n', ANY, R),
    "columns by item": (lambda q, n, b, g: lines(f"cols[{r + b}] = {c}" for r, c in enumerate(columns_of(q, n, b))), ANY, R),
    "csv letters": (labelled(lambda n, w: "," + ",".join("abcdefghijkl"[:n]), lambda i, row, w: f"{i}," + ",".join("1" if x else "0" for x in row)), ZERO, S, 12),
    "csv ranks": (lambda q, n, b, g: "," + ",".join("ABCDEFGHIJKL"[:n]) + "\n" + lines(f"{n - i}," + ",".join("01"[x] for x in row) for i, row in enumerate(reversed(grid(q, n)))), ZERO, S, 12),
    "csv picture letters": (labelled(lambda n, w: "," + ",".join("abcdefghijkl"[:n]), lambda i, row, w: f"{i}," + ",".join("Q" if x else "." for x in row)), ZERO, S, 12),
    "csv picture heading": (lambda q, n, b, g: ",".join("abcdefghijkl"[:n]) + "\n" + picture("Q", ".", ",")(q, n, b, g), ZERO, S, 12),
    "literals": (literals("% 0"), ZERO, S),
    "literals a row": (lambda q, n, b, g: lines(" ".join(str(c * n + r + 1) if (c, r) in q else str(-c * n - r - 1) for r in range(n)) for c in range(n)) + "0\n", ZERO, S),
    "mail": (headed("From: A B <a@b.example>\nDate: Mon, 3 Feb 2020 12:30:11 +0000\nSubject: n queens\n\nOn Sun, 2 Feb 2020 at 9:15, C D <c@d.example> wrote:\n> What about this?\n\n", picture("Q", ".")), ZERO, S),
    "mail in french": (headed("Le lun. 3 févr. 2020 à 12:30, X a écrit :\n> ", vector("%", " ")), ANY, R),
    "dashes": (vector("%", "-"), ANY, R),
    "pairs and dashes": (in_order("%", "{c}-{r}", " "), ANY, R),
    "pairs in dashes": (pairs("%", "({c}-{r})", " "), ANY, S),
    "glued": (squares("%", "x{c}{r} = {v}", " "), ONE, S, 9),
    "glued trues": (squares("%", "x{c}{r} = 1", "\n", some=True), ONE, S, 9),
    "glued names": (pairs("%", "x{c}{r}", " "), ONE, S, 9),
    "sml": (vector("val it = [%] : int list"), ANY, R),
    "queens at": (lambda q, n, b, g: "Q at " + ", ".join("ABCDEFGHIJKL"[c] + str(r + 1) for c, r in sorted(q)) + "\n", ZERO, R, 12),
    "lists by row": (lambda q, n, b, g: lines(f"row {i}: {[int(x) for x in row]}" for i, row in enumerate(grid(q, n))), ZERO, S),
    "lists by item": (lambda q, n, b, g: lines(f"board[{i}] = {[int(x) for x in row]};" for i, row in enumerate(grid(q, n))), ZERO, S),
    "matrix tight on a line": (matrix("%", between="", ends=" "), ZERO, S, 9),
    "matrix tight numbered": (lambda q, n, b, g: lines(f"{i + 1}. " + "".join("01"[x] for x in row) for i, row in enumerate(grid(q, n))), ZERO, S, 9),
    "number and bar": (vector("1 | %", " "), ANY, R),
    "queen and arrow": (in_order("%", "Queen {c} -> {r}", "\n"), ANY, R),
    "row and colon": (lambda q, n, b, g: lines(f"Row {r + b}: {c + b}" for r, c in sorted((r, c) for c, r in q)), ANY, R),
    "column and colon": (in_order("%", "Column {c}: {r}", "\n"), ANY, R),
    "matrix apart": (matrix("%", ends="\n\n"), ZERO, S),
    "index above": (lambda q, n, b, g: f"i: {' '.join(str(c + b) for c in range(n))}\nq: {' '.join(map(str, rows_of(q, n, b)))}\n", ANY, R),
    "time": (headed("12:30\n", vector("%", " "), "12:45\n"), ANY, R),
    "stamped log": (vector("12:30:01 start\n2026-01-31 12:30:02 solved\n[%]"), ANY, R),
    "digits beside each other": (lambda q, n, b, g: " ".join(["".join(map(str, rows_of(q, n, b)))] * 2) + "\n", ONE, R, 8),
    "csv of lists": (lambda q, n, b, g: f'n,solution,seconds\n{n},"{rows_of(q, n, b)}",0.01\n', ANY, R),
    "csv of lists by semicolons": (lambda q, n, b, g: f"n;solution\n{n};{' '.join(map(str, rows_of(q, n, b)))}\n", ANY, R),
    "list in a string": (vector('{"method": "hill climbing", "queens": "%"}', " "), ANY, R),
    "tensor with shape": (lambda q, n, b, g: f"<tf.Tensor: shape=({n},), dtype=int32, numpy=array({rows_of(q, n, b)}, dtype=int32)>\n", ANY, R),
    "rows and columns": (pairs("%", "R{r}C{c}", ", "), ONE, S),
    "rows and columns a line": (pairs("%", "r{r}c{c}", "\n"), ONE, S),
    "matrix in a table": (matrix("| % |", "+--+\n", "\n+--+", "\n+--+--+\n", between=" | "), ZERO, S),
    "matrix and rules": (matrix("%", ends="\n--+---+--\n", between=" | "), ZERO, S),
    "number in brackets": (vector("(1): %", " "), ANY, R),
    "solution no.": (vector("Solution no. 12: %", " "), ANY, R),
    "shell": (headed("user@host:~$ ./queens\n", picture("Q", "."), "user@host:~$ \n"), ZERO, S),
    "prompt": (headed("$ ./queens\n", picture("Q", "."), "$ \n"), ZERO, S),
    "markdown table": (lambda q, n, b, g: "|   " * n + "|\n" + "|---" * n + "|\n" + lines("| " + " | ".join(" Q"[x] for x in row) + " |" for row in grid(q, n)), ZERO, S),
    "bullets": (picture("Q", ".", before="- "), ZERO, S),
    "comments of a shell": (picture("Q", ".", before="# "), ZERO, S),
    "comments of C++": (headed("// Output:\n", picture("Q", ".", before="// ")), ZERO, S),
    "comment of C": (headed("/* Output:\n", picture("Q", "."), "*/\n"), ZERO, S),
    "prompt before the first": (in_order("Enter the number of queens: %", "Column {c}: Row {r}", "\n"), ONE, R),
    "squares in a list": (lambda q, n, b, g: "Queens at [" + ", ".join("abcdefghijkl"[c] + str(r + 1) for c, r in sorted(q)) + "]\n", ZERO, R, 12),
    "chessboard of LaTeX": (lambda q, n, b, g: "\\chessboard[setwhite={" + ",".join("Q" + "abcdefghijkl"[c] + str(r + 1) for c, r in sorted(q)) + "}]\n", ZERO, R, 12),
    "frame of boards": (lambda q, n, b, g: "  " + "".join(f"{c:>4}" for c in range(n)) + "\n" + "".join(f"{i:<2}" + "".join(f"{r:>4}" for r in rows_of(q, n, b)) + "\n" for i in range(2)), ANY, R),
    "frame with names": (lambda q, n, b, g: "  " + "".join(f"{'col' + str(c):>7}" for c in range(n)) + "\n0 " + "".join(f"{r:>7}" for r in rows_of(q, n, b)) + "\n", ANY, R),
    "names and an index": (lambda q, n, b, g: " ".join(f"q{c + 1}" for c in range(n)) + "\n1 " + " ".join(map(str, rows_of(q, n, b))) + "\n", ANY, R),
    "csv of names in quotes": (lambda q, n, b, g: ",".join(f'"q{c + 1}"' for c in range(n)) + "\n" + ",".join(f'"{r}"' for r in rows_of(q, n, b)) + "\n", ANY, R),
    "tag": (vector("<p>One solution: <b>%</b></p>", ", "), ANY, R),
    "xml of numbers": (lambda q, n, b, g: "<queens>\n" + "".join(f"<queen>{r}</queen>\n" for r in rows_of(q, n, b)) + "</queens>\n", ANY, R),
    "structs of rust in a list": (pairs("[%]", "Queen {{ row: {r}, col: {c} }}", ", "), ANY, S),
    "words in parentheses": (vector("Queens (by column): %", " "), ANY, R),
    "matlab over lines": (matrix("%", "A = [", "];"), ZERO, S, 9),
    "sympy": (lambda q, n, b, g: lines("⎢⎡⎣"[(i == 0) + 2 * (i == n - 1)] + "  ".join("01"[x] for x in row) + "⎥⎤⎦"[(i == 0) + 2 * (i == n - 1)] for i, row in enumerate(grid(q, n))), ZERO, S),
    "julia bool": (matrix("%", "Bool[", "]", ends="; "), ZERO, S),
    "picture quoted a line": (picture("Q", ".", "", '"', '",'), ZERO, S),
    "picture on a line": (lambda q, n, b, g: g.choice(" ,;|").join("".join(".Q"[x] for x in row) for row in grid(q, n)) + "\n", ZERO, S),
    "queen and arrow to a pair": (pairs("%", "Queen {k} -> ({c},{r})", "\n"), ANY, S),
    "sides above a picture": (lambda q, n, b, g: f"{n} {n}\n" + picture("Q", ".")(q, n, b, g), ZERO, S),
    "numbered queens and dots": (lambda q, n, b, g: lines(" ".join(str(i + 1) if x else "." for x in row) for i, row in enumerate(grid(q, n))) if len({r for _, r in q}) == n else picture("Q", ".")(q, n, b, g), ZERO, S),
    "frame with ranks": (lambda q, n, b, g: (rule := " " + "+---" * n + "+\n") + "".join(f"{i + 1}|" + "|".join(" Q " if x else "   " for x in row) + f"|{i + 1}\n" + rule for i, row in reversed([*enumerate(grid(q, n))])), ZERO, S, 9),
    "variables": (squares("%", "Variable x_{c}_{r} = {v}.0", "\n", some=True), ANY, S),
    "pairs of numbers by commas": (pairs("%", "{c} {r}", ", "), ANY, S),
    "pairs of dashes by commas": (pairs("%", "{c}-{r}", ", "), ANY, S),
    "matrix ranks": (lambda q, n, b, g: lines(f"{i + 1} " + " ".join("01"[x] for x in row) + f" {i + 1}" for i, row in enumerate(grid(q, n))), ZERO, S, 9),
    "quoted br": (matrix("['%'] <br>", one="Q", zero="-", between="', '"), ZERO, S),
    "picture markdown": (picture("Q", ".", after="\\"), ZERO, S),
    "files word": (lambda q, n, b, g: "column  " + " ".join(f"{i}" for i in range(n)) + "\n" + lines(f"  {i}     " + " ".join(".Q"[x] for x in row) for i, row in enumerate(grid(q, n))), ZERO, S, 9),
    "node rows": (matrix("[\n  %\n]", one="'Q'", zero="'.'", between=",\n  "), ZERO, S),
    "node numbers": (matrix("[\n  %\n]", between=",\n  "), ZERO, S),
    "string of lines": (lambda q, n, b, g: g.choice(("", "board = ")) + '"' + picture("Q", ".")(q, n, b, g).replace("\n", "\\n") + '"\n', ZERO, S),
    "notebook": (lambda q, n, b, g: '{"cells": [{"source": ["solve(4)\\n"], "outputs": [{"text": ["Solution:\\n",\n' + picture("Q", ".", before='"', after='\\n",')(q, n, b, g)[:-2] + "]}]}]}\n", ZERO, S),
    "dictionary of names": (squares("{%}", "'x[{c}][{r}]': {v}", ", "), ANY, S),
    "minizinc indices": (lambda q, n, b, g: "x =\n[| " + "".join(f"{i}: " for i in range(n)) + "\n" + lines(f" | {i}: " + ", ".join("01"[x] for x in row) for i, row in enumerate(grid(q, n))) + " |];\n", ZERO, S),
    "smt without bracket": (lambda q, n, b, g: "sat\n" + lines(f"  (define-fun Q{c + 1} () Int\n    {r})" for c, r in enumerate(rows_of(q, n, 1))), ONE, R),
    "x0y1": (squares("%", "x{c}y{r} = {v}", "\n", "True", "False"), ANY, S),
}
SMALL = {"chess", "chess a line", "picture ranks", "picture edges", "picture numbered", "digits", "uva", "picture fen"}


def cases(rounds):
    generator = random.Random(SEED)
    for name, (write, bases, square, *most) in FORMS.items():
        for i in range(rounds):
            n = generator.randint(4, min(most[0] if most else 12, 12))
            if i == rounds - 1 and name not in SMALL and not most:
                n = 30 if "smt" in name or "bool" in name else 60
            rows = solution(n, generator)
            queens = list(enumerate(rows))
            if i % 2 == 1:
                queens = spoil(rows, generator, square)
            base = generator.choice(bases)
            if base == 1 and not square and not any(r == n - 1 for _, r in queens):
                base = 0
            if name in ("a number a line", "savetxt", "csv rows", "yaml", "xml of numbers") and rows_of(queens, n, base)[0] == n - 1:
                continue  # n - 1, and as many rows
            yield name, write(set(queens) if square else queens, n, base, generator), is_valid(set(queens), n), n


# ---- What stands around a board in a text ----

AROUND = {
    "as it is": lambda text: text,
    "a sentence before": lambda text: "Here is my answer, is it right?\n" + text,
    "a sentence after": lambda text: text + "Solved in 0.03 seconds after 113 steps.\n",
    "a paragraph before": lambda text: "My answer:\n\n" + text,
    "numbered": lambda text: "1.\n" + text,
    "numbered, and apart": lambda text: "1)\n\n" + text,
    "quoted": lambda text: "".join("> " + line for line in text.splitlines(True)),
    "fenced": lambda text: "```\n" + text + "```\n",
    "indented": lambda text: "".join("    " + line for line in text.splitlines(True)),
    "of Windows": lambda text: text.replace("\n", "\r\n"),
    "double spaced": lambda text: text.replace("\n", "\n\n"),
}


def surrounded():
    """A board of each form with something around it."""
    generator = random.Random(SEED)
    for name, text, valid, n in cases(2):
        around = generator.choice([*AROUND])
        if isinstance(text, str) and text.endswith("\n") and n <= 12:
            yield f"{name}, {around}", AROUND[around](text), valid, n


def large():
    """Boards of 1000 queens in the forms of a size that allows it."""
    generator, n = random.Random(SEED), 1000
    rows = solution(n, generator)
    for valid in (True, False):
        queens = list(enumerate(rows)) if valid else spoil(rows, generator, False)
        for name in ("line", "list", "json", "dict", "values a line", "pairs tuples", "pairs a line", "a number a line", "asp", "numpy", "picture Q.", "matrix", "cbc"):
            yield name, FORMS[name][0](set(queens), n, 0, generator), valid, n


def put(path, text):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def turned(nqueens, folder):
    """Forms in which columns and rows change places: each is checked against the board as an instance."""
    generator, wrong = random.Random(SEED), []
    board, instance = Path(folder, "board.txt"), Path(folder, "instance.txt")
    for name, (write, bases, _, *_) in FORMS.items():
        rows = next(r for r in iter(lambda: solution(5, generator), None) if r[0] != 4)  # n - 1, and as many rows
        put(board, write(set(enumerate(rows)), 5, generator.choice(bases) if 4 in rows else 0, generator))
        instance.write_text("n 5\n" + lines(f"queen {c} {r}" for c, r in enumerate(rows)))
        done = subprocess.run([nqueens, "check", "-i", instance, board], capture_output=True, check=False)
        if done.returncode != 0:
            wrong.append((name, 5, True, board.read_text(), [done.stdout.decode()]))
    return wrong


def main():
    nqueens, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    with tempfile.TemporaryDirectory() as folder:
        known, wrong = {}, turned(nqueens, folder)
        for i, (name, text, valid, n) in enumerate([*cases(rounds), *surrounded(), *large()]):
            path = Path(folder, f"{i}.txt")
            put(path, text)
            known[str(path)] = (name, text, valid, n)
        done = subprocess.run([nqueens, "check", *known], capture_output=True, text=True, check=False)
        said = {path: [] for path in known}
        for line in done.stdout.splitlines():
            path, found = re.match(r"(.*?):\d+: (.*)", line).groups()
            said[path].append(found)
        for line in done.stderr.splitlines():
            path = line.split(": ")[1].split(":")[0]
            said.setdefault(path, []).append("refused: " + line)
        for path, (name, text, valid, n) in known.items():
            right = f"valid n={n}" if valid else "invalid"
            if not said[path] or not all(found.startswith(right) and (not valid or found[len(right) :][:1] in ("", " ")) for found in said[path]):
                wrong.append((name, n, valid, text, said[path]))
    refused = [case for case in wrong if ", " in case[0] and all(x.startswith("refused") for x in case[4])]
    if 20 * len(refused) <= sum(", " in name for name, *_ in known.values()):
        wrong = [case for case in wrong if case not in refused]
    for name, n, valid, text, found in wrong[:12]:
        print(f"{name}, n={n}, {'valid' if valid else 'invalid'}: {[x[:160] for x in found]}\n{text[:400]}")
    print(f"{len(known)} boards in {len(FORMS)} forms, {len(wrong)} wrong: {sorted({name for name, *_ in wrong})}")
    return len(wrong) > 0


if __name__ == "__main__":
    sys.exit(main())
