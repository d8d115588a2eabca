#!/usr/bin/env python3
"""Check a proof in VeriPB's format, version 2.0, as `solve --proof FILE.pbp` writes it.

    veripb.py INSTANCE.opb PROOF.pbp ...      any number of pairs

The rules: f, pol (numbers, literals, + and *), rup, del id, output NONE, conclusion UNSAT.  Exit code 0: the
constraints have no solution; 1: the proof does not show it, and the first wrong line is printed.

A constraint is (coefficients by variable, bound): the sum of coefficient * variable is at least the bound.
"""
import re
import sys


class Wrong(Exception):
    pass


is_integer = re.compile(r"[+-]?[0-9]+").fullmatch
is_literal = re.compile(r"~?x[1-9][0-9]*").fullmatch


def require(holds, text):
    if not holds:
        raise Wrong(text)


def integer(word):
    require(is_integer(word), f"'{word}' is no integer")
    return int(word)


def read_sum(words):
    """Pairs of a coefficient and a literal, x3 or ~x3, as (coefficients, what negations add)."""
    require(len(words) % 2 == 0, "a coefficient or a literal is missing")
    coefficients, constant = {}, 0
    for number, literal in zip(words[::2], words[1::2]):
        require(is_literal(literal), f"'{literal}' is no literal")
        value, name = integer(number), int(literal.lstrip("~x"))
        if literal[0] == "~":
            constant, value = constant + value, -value
        coefficients[name] = coefficients.get(name, 0) + value
    return coefficients, constant


def read_constraint(text):
    """A constraint, or two for an equation."""
    words = text.split()
    require(len(words) >= 3 and words[-1] == ";" and words[-3] in (">=", "="), "not a constraint")
    (left, constant), bound = read_sum(words[:-3]), integer(words[-2])
    least = (left, bound - constant)
    if words[-3] == ">=":
        return [least]
    return [least, ({name: -value for name, value in left.items()}, constant - bound)]


class Constraints:
    """Those that hold, by number, and what follows from them by unit propagation."""

    def __init__(self):
        self.all, self.last = {}, 0
        self.slack = {}  # by number: how far the left side can exceed the bound
        self.most = {}  # by number: the largest coefficient
        self.uses = {}  # by variable: the numbers of its constraints
        self.value, self.trail = {}, []
        self.refuted = False

    def add(self, constraint):
        left, bound = constraint
        left = {name: value for name, value in left.items() if value != 0}
        self.last += 1
        self.all[self.last] = left, bound
        self.most[self.last] = max(map(abs, left.values()), default=0)
        self.slack[self.last] = self.reach(left) - bound
        for name in left:
            self.uses.setdefault(name, set()).add(self.last)
        self.refuted = self.refuted or not self.propagate([self.last])
        return self.last

    def get(self, number):
        require(number in self.all, f"there is no constraint {number}")
        return self.all[number]

    def delete(self, number):
        for name in self.get(number)[0]:
            self.uses[name].remove(number)
        for table in (self.all, self.slack, self.most):
            del table[number]

    def reach(self, left):
        """The most that the left side can be."""
        value = self.value
        return sum(c * value[name] if name in value else max(c, 0) for name, c in left.items())

    def set(self, name, value, due):
        self.value[name] = value
        self.trail.append(name)
        for number in self.uses.get(name, ()):
            coefficient = self.all[number][0][name]
            if (coefficient > 0) != value:
                self.slack[number] -= abs(coefficient)
                if self.slack[number] < self.most[number]:
                    due.append(number)

    def propagate(self, due):
        """Set what the constraints due force; False: one of them cannot hold."""
        while due:
            number = due.pop()
            slack = self.slack[number]
            if slack < 0:
                return False
            if slack >= self.most[number]:
                continue
            for name, coefficient in self.all[number][0].items():
                if abs(coefficient) > slack and name not in self.value:
                    self.set(name, int(coefficient > 0), due)
        return True

    def undo(self, length):
        while len(self.trail) > length:
            name = self.trail.pop()
            value = self.value.pop(name)
            for number in self.uses.get(name, ()):
                coefficient = self.all[number][0][name]
                if (coefficient > 0) != value:
                    self.slack[number] += abs(coefficient)

    def follows(self, constraint):
        """With the opposite of the constraint, unit propagation finds one that cannot hold."""
        if self.refuted:
            return True
        left, bound = constraint
        before, length = self.last, len(self.trail)
        opposite = self.add(({name: -value for name, value in left.items()}, 1 - bound))
        found, self.refuted, self.last = self.refuted, False, before
        self.undo(length)
        self.delete(opposite)
        return found


def evaluate(words, constraints):
    """The sum that a pol line writes in postfix order."""
    stack = []  # of sums that may be changed: a long one grows in its place
    for at, word in enumerate(words):
        if word == "+":
            require(len(stack) >= 2, "+ needs two constraints")
            right, left = stack.pop(), stack.pop()
            total = left[0]
            for name, value in right[0].items():
                total[name] = total.get(name, 0) + value
            stack.append((total, left[1] + right[1]))
        elif word == "*":
            continue  # read with its factor
        elif at + 1 < len(words) and words[at + 1] == "*":
            times = integer(word)
            require(stack and times > 0, "* needs a constraint and a number above 0")
            left, bound = stack.pop()
            stack.append(({name: times * value for name, value in left.items()}, times * bound))
        elif word.lstrip("~").startswith("x"):
            left, constant = read_sum(["1", word])
            stack.append((left, -constant))
        else:
            left, bound = constraints.get(integer(word))
            stack.append((dict(left), bound))
    require(len(stack) == 1, "the sum is incomplete")
    return stack[0]


HEAD = "pseudo-Boolean proof version 2.0"
END = "end pseudo-Boolean proof"


def load(path, at):
    """The constraints of an export; at[0] is the line."""
    constraints = Constraints()
    with open(path, encoding="ascii") as file:
        for at[0], line in enumerate(file, 1):
            for constraint in read_constraint(line) if line[0] != "*" else []:
                constraints.add(constraint)
    return constraints


def follow(lines, constraints, at):
    """Follow the proof, or raise Wrong; at[0] is the line."""
    loaded, numbered = constraints.last, iter(enumerate(lines, 1))

    def following():
        at[0], line = next(numbered, (len(lines) + 1, ""))
        return line

    require(following() == HEAD, f"not '{HEAD}'")
    require(following() == f"f {loaded}", f"not 'f {loaded}', the number of constraints in the file")
    for line in iter(following, "output NONE"):
        rule, _, text = line.partition(" ")
        if rule == "pol":
            constraints.add(evaluate(text.split(), constraints))
        elif rule == "rup":
            new = read_constraint(text)
            require(len(new) == 1 and constraints.follows(new[0]), "the constraint does not follow")
            constraints.add(new[0])
        else:
            require(re.fullmatch(r"del id [0-9]+( [0-9]+)*", line), f"'{line}' is no rule")
            for number in map(int, line.split()[2:]):
                require(number > loaded, f"{number} is a constraint of the file")
                constraints.delete(number)
    conclusion = re.fullmatch(r"conclusion UNSAT : ([0-9]+)", following())
    require(conclusion, "not 'conclusion UNSAT : NUMBER'")
    left, bound = constraints.get(int(conclusion[1]))
    require(sum(max(value, 0) for value in left.values()) < bound, "the constraint can hold")
    require(following() == END, f"not '{END}'")
    following()
    require(at[0] > len(lines), "something follows the end")


def main():
    paths, at = sys.argv[1:], [0]
    if len(paths) < 2 or len(paths) % 2 != 0:
        sys.exit(__doc__)
    for instance, proof in zip(paths[::2], paths[1::2]):
        path = instance
        try:
            constraints = load(instance, at)
            path = proof
            with open(proof, encoding="ascii") as file:
                follow(file.read().splitlines(), constraints, at)
        except Wrong as wrong:
            sys.exit(f"{path}:{at[0]}: {wrong}")
    print("s VERIFIED UNSATISFIABLE")


if __name__ == "__main__":
    main()
