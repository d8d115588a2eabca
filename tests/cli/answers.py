"""Mutated answers of solvers against a parser of its own: answers.py NQUEENS FOLDER

Answers in 26 forms to boards of 5 to 8 queens, right and wrong, get comment lines, noise, a doubled or
a contradicting entry, or an entry less.  The parser here reads entries line by line, by a pattern for
each form.  What it calls invalid or a contradiction must not be called valid alone, and what it calls
valid must be, unless noise was added, which may be refused.
"""

import random
import re
import subprocess
import sys
from pathlib import Path

SEED, CASES, BATCH = 20, 3120, 780
GOOD = {5: [0, 2, 4, 1, 3], 6: [1, 3, 5, 0, 2, 4], 7: [0, 2, 4, 6, 1, 3, 5], 8: [0, 4, 7, 5, 2, 6, 1, 3]}


def squares(rows):
    return [(c, r, rows[c] == r) for c in range(len(rows)) for r in range(len(rows))]


def listed(rows, separator=", "):
    return separator.join(str(row + 1) for row in rows)


def literals(rows, name=""):
    n = len(rows)
    return [f"{'' if queen else '-'}{name}{c * n + r + 1}" for c, r, queen in squares(rows)]


def wrapped(rows, name=""):
    items, width = literals(rows, name), len(rows)
    return ["v " + " ".join(items[i : i + width]) for i in range(0, len(items), width)]


# Entries by pattern: of a row (column, row, base), of a square (column, row, value), of a literal.
ROW1, ROW0 = (lambda c, r: (int(c) - 1, int(r) - 1)), (lambda c, r: (int(c), int(r)))
Q_VALUE = re.compile(r"\(Q(\d+) (\d+)\)")
TRUE = ("true", "True", "1")
FORMS = {
    # name: (format, comment or None, lines before, entries, lines after, pattern, kind)
    "smt-int": ("smt", ";", ["sat", "("], lambda b: [f"(Q{c + 1} {r + 1})" for c, r in enumerate(b)], [")"], Q_VALUE, "row1"),
    "smt-int-lists": ("smt", ";", ["sat"], lambda b: [f"((Q{c + 1} {r + 1}))" for c, r in enumerate(b)], [], Q_VALUE, "row1"),
    "smt-bool": ("smt", ";", ["sat", "("], lambda b: [f"(q_{c + 1}_{r + 1} {str(q).lower()})" for c, r, q in squares(b)], [")"], re.compile(r"\(q_(\d+)_(\d+) (true|false)\)"), "square1"),
    "smt-quoted": ("smt", ";", ["sat", "("], lambda b: [f"(|q_{c + 1}_{r + 1}| {str(q).lower()})" for c, r, q in squares(b)], [")"], re.compile(r"\(\|q_(\d+)_(\d+)\| (true|false)\)"), "square1"),
    "smt-model": ("smt", ";", ["sat", "("], lambda b: [f"(define-fun Q{c + 1} () Int {r + 1})" for c, r in enumerate(b)], [")"], re.compile(r"Q(\d+) \(\) Int (\d+)"), "row1"),
    "smt-model-bool": ("smt", ";", ["sat", "("], lambda b: [f"(define-fun q_{c + 1}_{r + 1} () Bool {str(q).lower()})" for c, r, q in squares(b)], [")"], re.compile(r"q_(\d+)_(\d+) \(\) Bool (true|false)"), "square1"),
    "z3py": ("z3py", "#", ["["], lambda b: [f"Q_{c + 1} = {r + 1}," for c, r in enumerate(b)], ["aux = 1]"], re.compile(r"Q_(\d+) = (\d+),"), "row1"),
    "z3py-bool": ("z3py", "#", ["["], lambda b: [f"q_{c + 1}_{r + 1} = {q}," for c, r, q in squares(b)], ["aux = 1]"], re.compile(r"q_(\d+)_(\d+) = (True|False),"), "square1"),
    "sat": ("sat", "c", ["s SATISFIABLE"], wrapped, ["v 0"], re.compile(r"(-?)(\d+)"), "literal"),
    "sat-late": ("sat", "c", [], wrapped, ["v 0", "s SATISFIABLE"], re.compile(r"(-?)(\d+)"), "literal"),
    "opb": ("sat", "c", ["s SATISFIABLE"], lambda b: wrapped(b, "x"), [], re.compile(r"(-?)x(\d+)"), "literal"),
    "opb-star": ("sat", "*", ["s SATISFIABLE"], lambda b: wrapped(b, "x"), [], re.compile(r"(-?)x(\d+)"), "literal"),
    "cbc": ("cbc", None, ["Optimal - objective value 0"], lambda b: [f"  {c} x_{c}_{r} 1 0" for c, r in enumerate(b)], [], re.compile(r"x_(\d+)_(\d+) (\d)"), "square0"),
    "cbc-all": ("cbc", None, ["Optimal - objective value 0"], lambda b: [f"  1 x_{c}_{r} {int(q)} 0" for c, r, q in squares(b)], [], re.compile(r"x_(\d+)_(\d+) (\d)"), "square0"),
    "glpk": ("glpk", "c", ["s mip 9 {squares} o 0"], lambda b: [f"j {c * len(b) + r + 1} {int(q)}" for c, r, q in squares(b)], ["e o f"], re.compile(r"^j (\d+) (\d)"), "column"),
    "minizinc": ("minizinc", "%", ["up = [[1]];"], lambda b: [f"queens = [{listed(b)}];"], ["----------"], re.compile(r"^queens = .*?\[([\d, ]+)\]"), "list1"),
    "minizinc-aux": ("minizinc", "%", ["aux = [1, 3, 2, 4];"], lambda b: [f"queens = [{listed(b)}];"], ["down = [1];", "----------"], re.compile(r"^queens = \[([\d, ]+)\]"), "list1"),
    "flatzinc": ("minizinc", "%", [], lambda b: [f"queens = array1d(1..{len(b)}, [{listed(b)}]);"], ["----------", "=========="], re.compile(r"^queens = .*?\[([\d, ]+)\]"), "list1"),
    "minizinc-json": ("minizinc", None, ["{"], lambda b: [f'"queens" : [{listed(b)}]'], ["}", "----------"], re.compile(r'^"queens" : \[([\d, ]+)\]'), "list1"),
    "essence": ("essence", "$", ["language Essence 1.3"], lambda b: [f"letting queens be [{listed(b)}; int(1..{len(b)})]"], [], re.compile(r"^letting queens be \[([\d, ]+);"), "boards1"),
    "opl": ("opl", "//", [], lambda b: [f"x = [{listed(b, ' ')}];"], [], re.compile(r"^x = \[([\d ]+)\]"), "boards1"),
    "asp": ("asp", "%", ["Answer: 1"], lambda b: [" ".join(f"queen({c + 1},{r + 1})" for c, r in enumerate(b))], ["SATISFIABLE"], re.compile(r"queen\((\d+),(\d+)\)"), "atom"),
    "asp-json": ("asp", None, ["{", '"Value": ['], lambda b: [f'"queen({c + 1},{r + 1})",' for c, r in enumerate(b)], ['"p"],', '"Result": "SATISFIABLE"}'], re.compile(r'^"queen\((\d+),(\d+)\)",'), "atom"),
    "cpsat": ("cpsat", "#", ["status: OPTIMAL"], lambda b: [f"solution: {r}" for r in b], ["num_booleans: 1"], re.compile(r"^solution: (\d+)"), "first0"),
    "xcsp3": ("xcsp3", "c", ["v <instantiation>", "v <list> {names} </list>", "v <values>"], lambda b: [f"v {r}" for r in b], ["v </values>", "v </instantiation>"], re.compile(r"^v (\d+)"), "next0"),
    "picture01": ("picture", None, [], lambda b: [" ".join(str(int(b[c] == r)) for c in range(len(b))) for r in range(len(b))], [], re.compile(r"^([01 ]+)$"), "picture"),
}
assert len(FORMS) == 26


def judge(rows, n):
    whole = len(rows) == n and all(row is not None and 0 <= row < n for row in rows)
    lines = [rows, [r + c for c, r in enumerate(rows)], [r - c for c, r in enumerate(rows)]] if whole else [[0, 0]]
    return "valid" if all(len(set(line)) == len(line) for line in lines) else "invalid"


def parse(kind, pattern, lines, n):
    """valid, invalid or contradiction, of the lines that are no comments."""
    values, boards, queens, at = {}, [], set(), 0
    for line in lines:
        if kind == "literal" and not line.startswith("v "):
            continue
        for found in pattern.findall(line):
            if kind == "row1":
                key, value = int(found[0]) - 1, int(found[1]) - 1
            elif kind in ("square1", "square0"):
                key = (int(found[0]) - int(kind[-1]), int(found[1]) - int(kind[-1]))
                value = found[2] in TRUE
            elif kind in ("literal", "column"):
                number = int(found[1] if kind == "literal" else found[0])
                if number == 0:
                    continue
                key = divmod(number - 1, n)
                value = found[0] == "" if kind == "literal" else found[1] == "1"
            elif kind in ("list1", "boards1"):
                boards.append([int(word) - 1 for word in re.findall(r"\d+", found)])
                continue
            elif kind == "atom":
                queens.add((int(found[0]) - 1, int(found[1]) - 1))
                continue
            elif kind == "picture":
                queens.update((c, at) for c, word in enumerate(found.split()) if word == "1")
                at += 1
                continue
            else:
                key, value = len(values), int(found)
            if values.setdefault(key, value) != value:
                return "contradiction"
    if kind == "list1" and any(board != boards[0] for board in boards):
        return "contradiction"
    if boards:
        return "valid" if all(judge(board, n) == "valid" for board in boards) else "invalid"
    if kind in ("row1", "next0", "first0"):
        rows = [values.get(c) for c in range(n)]
        return judge(rows if kind == "row1" or len(values) == n else [], n)
    queens |= {key for key, value in values.items() if value is True}
    if kind == "picture" and at != n or len(queens) != n:
        return "invalid"
    rows = [None] * n
    for column, row in queens:
        if column < n:
            rows[column] = row
    return judge(rows, n)


def contradict(kind, line, n):
    """The entry with another value."""
    if kind in ("square1",):
        return re.sub("true|false|True|False", lambda m: {"true": "false", "false": "true", "True": "False", "False": "True"}[m[0]], line)
    if kind == "square0":
        return re.sub(r"(x_\d+_\d+) (\d)", lambda m: f"{m[1]} {1 - int(m[2])}", line)
    if kind == "column":
        return line[:-1] + str(1 - int(line[-1]))
    if kind == "literal":
        return " ".join(word if word == "v" else word[1:] if word[0] == "-" else "-" + word for word in line.split())
    numbers = list(re.finditer(r"\d+", line))
    last = numbers[-1] if kind not in ("list1", "boards1") else numbers[-2] if len(numbers) > 1 else numbers[-1]
    return line[: last.start()] + str(int(last[0]) % n + 1) + line[last.end() :]


def make_case(generator, form, spec):
    _, sign, before, entries, after, pattern, kind = spec
    n = generator.choice(list(GOOD))
    rows = list(GOOD[n])
    if generator.random() < 0.4:
        i, j = generator.sample(range(n), 2)
        rows[i], rows[j] = rows[j], rows[i]
    names = " ".join(f"q[{c}]" for c in range(n))
    before = [line.format(squares=n * n, names=names) if "{s" in line or "{n" in line else line for line in before]
    body = list(entries(rows))
    change = generator.choice(["none", "double", "contradict", "less"])
    # A key twice is no JSON; the first variable again starts the next pseudo-Boolean solution.
    noisy = form in ("minizinc-json", "opb", "opb-star") and change == "double"
    place = generator.randrange(len(body))
    if change == "double":
        body.insert(generator.randint(place, len(body)), body[place])
    elif change == "contradict":
        body.insert(generator.randint(place, len(body)), contradict(kind, body[place], n))
    elif change == "less" and len(body) > 1:
        del body[place]
    lines = before + body + after
    said = parse(kind, pattern, body, n)
    for _ in range(generator.randrange(3)):
        at = generator.randint(len(before) > 0, len(lines))
        if sign is not None and generator.random() < 0.7:
            lines.insert(at, f"{sign} {generator.choice(body + after + ['', 'x'])}")
        elif generator.random() < 0.5:
            lines.insert(at, generator.choice(["noise", "3 of 4", "a = b", ")", "!", '"' + body[0] + '"']))
            noisy = True
    return "\n".join(lines) + "\n", n, said, noisy


def check(nqueens, form, n, files):
    """Return the verdicts on each file: the first words of its lines, or `refused`."""
    command = [nqueens, "check", "--from", FORMS[form][0], "--n", str(n), *files]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode in (0, 1, 2, 3), done
    said = {file: set() for file in files}
    for line in done.stdout.splitlines():
        said[line.split(":")[0]].add(line.split(": ")[1].split()[0])
    for line in done.stderr.splitlines():
        said[line.split(":")[1].strip()].add("refused")
    return said


def is_right(said, expected, noisy):
    if expected == "valid":
        return noisy or said == {"valid"}
    return "valid" not in said or len(said) > 1


def main():
    nqueens, folder = sys.argv[1], Path(sys.argv[2])
    generator, groups, wrong = random.Random(SEED), {}, 0
    for i in range(CASES):
        form = list(FORMS)[i % len(FORMS)]
        text, n, expected, noisy = make_case(generator, form, FORMS[form])
        path = folder / f"{i}-{form}.txt"
        path.write_text(text)
        groups.setdefault((form, n), {})[str(path)] = (text, expected, noisy)
    counts = {}
    for (form, n), cases in groups.items():
        said = check(nqueens, form, n, list(cases))
        for path, (text, expected, noisy) in cases.items():
            counts[expected] = counts.get(expected, 0) + 1
            if is_right(said[path], expected, noisy):
                continue
            wrong += 1
            if wrong <= 10:
                print(f"{path}: {expected}, but {sorted(said[path])}:\n{text}")
    print(f"{CASES} answers, {wrong} wrong:", counts)
    return wrong > 0 or min(counts.values()) < CASES // 20


sys.exit(main())
