"""Break off work of every command and method, by a time limit and an interrupt, and hold what it
does against what is promised: the exit code, an end without delay, a true word, no half file.

The work after a signal or limit is measured in processor time, and the waiting bounded generously,
so that a busy machine decides nothing.

usage: limits.py PROGRAM [PART-OF-A-NAME...]     SLOWER: how much slower the program is than usual
"""
import concurrent.futures
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

import processes

LIMIT = 0.25  # seconds, of the cases with a time limit
BEFORE_SIGNAL = 0.2
PROMPT = 0.5  # processor seconds, on each core, from the signal or limit on
DEADLINE = 20.0  # seconds: then it does not end
AT_A_TIME = 6

NONE, LIMITED, INTERRUPTED = 1, 3, 130
SIGNALS = (signal.SIGINT, signal.SIGTERM)  # in turn, a case each: they have one handler

# Standard input: nothing comes, or lines without an end.
SILENT, BOARDS, COMMENTS, NUMBERS = None, b"1 3 0 2\n", b"# 1 3 0 2\n", b"12\n"

# (name, command, has a time limit) and, where it matters, standard input and what stays.  {} is the
# folder with the inputs.  Nothing is read from standard output where the command says `blocked`.
CASES = [
    ("min-conflicts", "solve -i {}/none.txt -m min-conflicts -o file", True),
    ("genetic", "solve -i {}/none.txt -m genetic -o file", True),
    ("auto", "solve -i {}/hard.txt -o file", True),
    ("auto with a proof", "solve -i {}/hard.txt -o file --proof p.drat", True),
    ("auto with a proof in two threads", "solve -i {}/hard.txt -o file --proof p.pbp -t 2", True),
    ("auto, huge", "solve -i {}/huge.txt -o file -t 2", True),
    ("backtracking, huge", "solve -i {}/huge.txt -m backtracking -o file", True),
    ("backtracking", "solve 100000 -m backtracking -o file", True),
    ("backtracking with a proof", "solve -i {}/blocked.txt -m backtracking -o file --proof p.drat", True),
    ("sat building", "solve 900 -m sat -o file", True),
    ("sat searching", "solve -i {}/blocked.txt -m sat -o file", True),
    ("sat with a proof", "solve -i {}/blocked.txt -m sat -o file --proof p.lrat", True),
    ("typical", "solve 4e7 --typical -o file", True),
    ("construct to text", "solve 8e7 -m construct -o file", True),
    ("construct to a pipe", "solve 1e6 -m construct --format line", True, SILENT, "blocked"),
    ("solve many", "solve 8 --count 1e8 -o file", True),
    ("solve many as json", "solve 8 --count 1e8 --format json", True),
    ("solve many pictures", "solve 8 --count 1000 --max-steps 1e9 -o d/ --format png", True),
    ("solve to a FIFO", "solve 8 -o fifo", False),
    ("solve, reading", "solve -i - -o file", False),
    ("solve, reading comments", "solve -i - -o file", False, COMMENTS),
    ("enumerate", "enumerate 18 -o file", True),
    ("enumerate to lines", "enumerate 18 -q", True),
    ("enumerate to a pipe", "enumerate 18", True, SILENT, "blocked"),
    ("enumerate to npy", "enumerate 18 -o file.npy", True),
    ("enumerate to a FIFO", "enumerate 8 -o fifo", False),
    ("enumerate pictures", "enumerate 12 --limit 9000 -o d/ --format png", True),
    ("enumerate, reading", "enumerate -i -", False),
    ("count", "count 20", True),
    ("count with a checkpoint", "count 20 --checkpoint kept", True, SILENT, "kept"),
    ("count an instance", "count -i {}/large.txt", True),
    ("count, reading", "count -", False),
    ("count, reading numbers", "count -", True, NUMBERS),
    ("count, reading an instance", "count -i -", False),
    ("check, reading", "check", False),
    ("check, reading boards", "check", False, BOARDS),
    ("check, reading comments", "check -", False, COMMENTS),
    ("check, reading an instance", "check -i - {}/none.txt", False),
    ("check a FIFO", "check fifo", False),
    ("check a large board", "check" + 6 * " {}/board.npy", False),
    ("check, answers as json", "check --json -", False, BOARDS),
    ("draw, reading", "draw - -o file.svg", False),
    ("draw, reading comments", "draw - -o file.svg", False, COMMENTS),
    ("draw to a FIFO", "draw {}/four.txt -f svg -o fifo", False),
    ("draw steps", "draw --steps 64 --start random -o d/ --format png --scale 8", False),
    ("export", "export --to dimacs 2000 -o file", False),
    ("export to a pipe", "export --to smtlib 2000", False, SILENT, "blocked"),
    ("export to a FIFO", "export --to smtlib 8 -o fifo", False),
    ("export, reading", "export --to smtlib -i -", False),
    ("compare", "compare --methods genetic --n 500 --runs 20000 --store kept --csv file", False,
     SILENT, "kept"),
    ("compare a million", "compare --methods construct --n 8 --runs 1000000 --csv file", False),
    ("compare many sizes", "compare --methods min-conflicts,construct --n 8,9,10,12 "
     "--runs 1000000 --store kept --json file", False, SILENT, "kept"),
    ("compare, summing up", "compare --methods construct --n 8 --runs 60000 --store stored "
     "--csv file --json other", False, SILENT, "stored"),
    ("compare sat", "compare --methods sat --n 1200 --report file --threads 1", False),
    ("compare to a FIFO", "compare --methods construct --n 8 --csv fifo", False),
    ("generate solved", "generate solved --n 1000 --count 1e8 -o file", True),
    ("generate many uniform", "generate solved --uniform --n 14 --count 1e7 -o file", True),
    ("generate partial", "generate partial --n 3e7 --show 2e7 -o file", True),
    ("generate near", "generate near --n 20 --count 1e8 -q", True),
    ("generate random", "generate random --n 1e7 --count 20 -o file", True),
    ("generate a symmetric one", "generate symmetric --n 6e6 -o file", True),
    ("generate into a folder", "generate partial --n 20 --count 1e8 -o d/", True),
    ("generate a hard one", "generate hard --n 40 --count 1e6 -o d/", True),
    ("generate unique", "generate unique --n 30 --count 1e6 -o d/", True),
    ("generate blocked", "generate blocked --n 60 --count 1e6 -o d/", True),
    ("generate a suite", "generate suite --n 1500,2000,2500 -o d/", True),
    ("generate to a FIFO", "generate solved --n 8 -o fifo", False),
]

# Answered at once, whatever n and the method, with a proof and without.
CONTRADICTIONS = [
    (f"{file}, {method}{more}", f"solve -i {{}}/{file}.txt -m {method} -o file{more}")
    for file in ("contradictory", "contradictory-huge") for method in ("auto", "backtracking")
    for more in ("", " -t 2", " --proof /dev/null", " --proof /dev/null -t 2")]

UNTRUE = re.compile(r"\b(1 (conflicts|solutions|steps|restarts|units|items|runs|clauses|nodes)"
                    r"|0 conflicts left|0 steps.*before all queens)\b"
                    r"|Interrupted system call|canceled")


def multiply_runs(path, runs):
    """Copy the run with seed 1 of a store for seeds up to `runs`, each with another time."""
    store = sqlite3.connect(path)
    values = {"id": "NULL", "seed": "value", "seconds": "seconds * (1 + value % 1000 / 1e3)"}
    names = [row[1] for row in store.execute("PRAGMA table_info(run)")]
    store.execute(f"""
        WITH RECURSIVE seeds(value) AS (SELECT 2 UNION ALL SELECT value + 1 FROM seeds WHERE value < {runs})
        INSERT INTO run SELECT {", ".join(values.get(name, name) for name in names)} FROM run, seeds""")
    store.commit()
    store.close()


def make_inputs(program, folder):
    def put(name, text):
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)
    put("none.txt", "n 8\nqueen 0 0\nqueen 1 2\n")
    put("four.txt", "1 3 0 2\n")
    put("large.txt", "n 22\nblock 3 4\n")
    put("huge.txt", "n 400000000\nqueen 5 7\nblock 0 0\n")
    put("contradictory.txt", "n 1000\nqueen 0 0\nqueen 1 1\n")
    put("contradictory-huge.txt", "n 1000000000\nqueen 0 0\nqueen 1 1\n")
    # a board whose last rows are full: every refutation takes long
    put("blocked.txt", "n 40\n" + "".join(
        f"block {column} {row}\n" for column in range(21) for row in range(20, 40)))
    for command in ("generate hard --family blocked --n 120 --seed 1 -q -o hard.txt",
                    "solve 2e7 -m construct -q -o board.npy",
                    "compare --methods construct --n 8 --runs 1 --store stored -q --csv made"):
        subprocess.run([program, *command.split()], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL, timeout=300)
    multiply_runs(os.path.join(folder, "stored"), 60000)


def feed(pipe, line):
    """The lines, again and again, until nobody reads."""
    try:
        while line is not None:
            pipe.write(line * 1000)
    except (OSError, ValueError):
        pass


def drain(stream, kept):
    kept.append(stream.read())


class Run:
    """One case, broken off in one way."""

    def __init__(self, program, inputs, case, way):
        name, command, _limited, line, stays = (*case, SILENT, "")[:5]
        self.name = f"{name}: {way.name if isinstance(way, signal.Signals) else way}"
        self.program, self.inputs, self.way = program, inputs, way
        self.line, self.stays = line, stays
        self.words = command.replace("{}", inputs).split()
        self.code, self.faults, self.slow = None, [], 0.0

    def end(self, child):
        """Break it off and wait; the processor seconds that it took from then on."""
        before = LIMIT * os.cpu_count()
        if self.way == "contradiction":
            before = 0.0
        elif self.way != "limit":
            processes.wait_for_handler(child.pid, self.way, DEADLINE)
            time.sleep(BEFORE_SIGNAL)
            before = processes.processor_seconds(child.pid)
            os.kill(child.pid, self.way)
        used = processes.wait(child, DEADLINE, self.faults)
        self.code = child.returncode
        return used - before

    def start(self, folder, said):
        limit = [] if isinstance(self.way, signal.Signals) else [f"--time-limit={LIMIT}"]
        return subprocess.Popen(
            [self.program, *self.words, *limit], cwd=folder, stderr=said, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)

    def judge(self, folder, text, said):
        promised, word = {"limit": (LIMITED, "time"), "contradiction": (NONE, "no solution exists")}.get(
            self.way, (INTERRUPTED, "interrupted"))
        if self.code != promised:
            self.faults.append(f"exit code {self.code}, not {promised}")
        if "-q" not in self.words and word not in said:
            self.faults.append(f"no word '{word}'")
        if UNTRUE.search(said):
            self.faults.append("this is not true, or not said so")
        said_so = "the output breaks off" in said  # it may: the reader came too late
        if self.stays != "blocked" and not said_so and text and not text.endswith(b"\n"):
            self.faults.append(f"standard output ends with half a line: {text[-40:]}")
        stay = ("fifo", self.stays) if self.stays else ("fifo",)
        left = [name for name in os.listdir(folder) if not name.startswith(stay)]
        if left:
            self.faults.append(f"these files are still there: {' '.join(left)[:200]}")

    def run(self, allowed):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as said:
            os.mkfifo(os.path.join(folder, "fifo"))
            if self.stays == "stored":
                shutil.copy(os.path.join(self.inputs, "stored"), folder)
            child, kept = self.start(folder, said), []
            helpers = [threading.Thread(target=feed, args=(child.stdin, self.line))]
            if self.stays != "blocked":
                helpers.append(threading.Thread(target=drain, args=(child.stdout, kept)))
            for helper in helpers:
                helper.start()
            self.slow = self.end(child)
            for helper in helpers:
                helper.join()
            if self.slow > allowed:
                self.faults.append(f"{self.slow:.2f} processor seconds more, {allowed:.1f} allowed")
            for pipe in (child.stdin, child.stdout):
                try:
                    pipe.close()
                except OSError:
                    pass
            said.seek(0)
            said = said.read().decode(errors="replace")
            self.judge(folder, b"".join(kept), said)
            self.faults = [f"{fault}\n    {said[:400].rstrip()}" for fault in self.faults]
        return self


def main():
    program, parts = os.path.abspath(sys.argv[1]), sys.argv[2:]
    allowed = PROMPT * max(2, os.cpu_count()) * float(os.environ.get("SLOWER", "1"))
    with tempfile.TemporaryDirectory() as inputs:
        make_inputs(program, inputs)
        runs = [Run(program, inputs, case, way) for i, case in enumerate(CASES)
                for way in (("limit",) if case[2] else ()) + (SIGNALS[i % len(SIGNALS)],)
                if not parts or any(part in case[0] for part in parts)]
        runs += [Run(program, inputs, (*case, True), "contradiction") for case in CONTRADICTIONS
                 if not parts or any(part in case[0] for part in parts)]
        with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
            done = list(pool.map(lambda run: run.run(allowed), runs))
    for run in done:
        for fault in run.faults:
            print(f"{run.name}: {fault}")
    slowest = max(done, key=lambda run: run.slow)
    print(f"{len(done)} runs, {sum(bool(run.faults) for run in done)} with faults; "
          f"slowest: {slowest.name}, {slowest.slow:.2f} s")
    return any(run.faults for run in done)


sys.exit(main())
