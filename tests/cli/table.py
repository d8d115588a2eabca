"""Hold every command, method, format, kind and option against what is promised, by tables that the
program itself gives: what it completes is tried.

    faults    short jobs, each as it is and with a full disk, a closed pipe and little memory: the exit
              code, one message about the cause, no partial file, no work after it
    options   each option of each command with its good values, without a value, with wrong ones,
              twice, before the command, and at a command that does not have it

Jobs that end by a time limit or an interrupt are in limits.py.

usage: table.py PROGRAM faults|options [PART-OF-A-NAME...]
SLOWER: how much slower the program is than usual.  WITHOUT_MEMORY: leave out the runs with little memory,
which a sanitizer cannot take.
"""
import concurrent.futures
import functools
import os
import re
import resource
import subprocess
import sys
import tempfile
import threading

PROMPT = 0.5  # processor seconds beyond those of the same job without a fault
DEADLINE = 60.0  # seconds: then it is killed
AT_A_TIME = 3
ERROR = 2


class Program:
    """The program, and a folder with inputs."""

    def __init__(self, path):
        self.path, self.inputs = path, ""

    def lines(self, *words):
        """The lines that it prints, without the descriptions of completion."""
        run = subprocess.run([self.path, *words], stdout=subprocess.PIPE, text=True, check=True,
                             timeout=DEADLINE)
        return [line.split("\t")[0] for line in run.stdout.splitlines()]

    @functools.cache
    def complete(self, *words):
        return self.lines("--complete", *words)

    def make_inputs(self, folder):
        texts = {"board.txt": "1 3 0 2\n", "four.txt": "1 3 0 2\n2 0 3 1\n", "instance.txt": "n 8\nqueen 0 3\n",
                 "impossible.txt": "n 6\nqueen 0 0\n",
                 "answer.txt": "q = [2, 4, 1, 3];\nr = [1, 1, 1, 1];\n----------\n",
                 "puzzles.jsonl": '{"rows": [1, 3, null, null], "index": 0, "branches": 0}\n', "scored.txt": "[1, 3, 0, 2]\n",
                 "diagonals.txt": "n = 8\nnumdiags = 2\ndiags = [[1, 1], [2, 0]]\n"}
        for name, text in texts.items():
            with open(os.path.join(folder, name), "w", encoding="ascii") as file:
                file.write(text)
        os.mkdir(os.path.join(folder, "graded"))
        with open(os.path.join(folder, "graded", "board.txt"), "w", encoding="ascii") as file:
            file.write(texts["board.txt"])
        self.inputs = folder
        self.lines("generate", "partial", "--n", "8", "-q", "-o", os.path.join(folder, "suite/"))
        self.lines("compare", "--suite", os.path.join(folder, "suite"), "--runs", "2", "--methods", "construct",
                   "--results", os.path.join(folder, "results.json"))
        self.lines("count", "10", "--checkpoint", os.path.join(folder, "counted"), "-q")
        self.lines("solve", "1000", "--seed", "1", "-q", "-o", os.path.join(folder, "board.npy"))


class Run:
    """A command that has ended, in a folder of its own."""

    def __init__(self, program, command, output=subprocess.PIPE, kibibytes=None):
        words = command if isinstance(command, list) else command.split()
        words = [program.path] + [word.replace("{}", program.inputs) for word in words]
        if kibibytes is not None:
            words = ["sh", "-c", 'ulimit -v "$0" && exec "$@"', str(kibibytes), *words]
        with tempfile.TemporaryDirectory() as folder:
            with subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=output,
                                  stderr=subprocess.PIPE) as child:
                late = threading.Timer(DEADLINE, child.kill)
                late.start()
                self.out = child.stdout.read() if child.stdout else b""
                self.said = child.stderr.read().decode(errors="replace")  # less than a pipe holds
                _, status, usage = os.wait4(child.pid, 0)
                late.cancel()
                self.code = child.returncode = os.waitstatus_to_exitcode(status)
            self.seconds = usage.ru_utime + usage.ru_stime
            self.files = sorted(os.listdir(folder))

    def judge(self, codes, pattern=None):
        """What is wrong with it; pattern: of what an error must say."""
        faults = []
        if self.code not in codes:
            faults.append(f"exit code {self.code}, not {' or '.join(map(str, codes))}")
        if any(not line.startswith("nqueens: ") for line in self.said.splitlines()):
            faults.append("a message does not begin with nqueens:")
        if pattern is not None and self.code == ERROR and not re.search(pattern, self.said):
            faults.append(f"no word of '{pattern}'")
        return faults


def report(done):
    """Print the faults of (name, faults, run)."""
    wrong = [(name, faults, run) for name, faults, run in done if faults]
    for name, faults, run in wrong:
        print(f"{name}: {'; '.join(faults)}\n    {run.said[:300].rstrip()}")
    print(f"{len(done)} runs, {len(wrong)} with faults")
    return bool(wrong)


def in_parallel(function, items):
    with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
        return list(pool.map(function, items))


# ---- Faults ----

# Each ends within milliseconds; with the exit code, where it is not 0.  {} is the folder with the inputs.
JOBS = [
    ("solve 3", 1), ("solve -i {}/impossible.txt", 1), ("solve -i {}/instance.txt --json",),
    ("solve 8 --count 20 -f json",), ("solve 8 --json -o file",), ("solve 8 --stats file",),
    ("solve 300000 -o file",), ("solve 8 -m genetic --log kept",), ("solve 2000 -o d/",),
    ("solve 8 --max-steps 1 -m genetic --seed 1 --stats file", 3),
    ("solve -i {}/impossible.txt -m backtracking --proof file", 1),
    ("count 10",), ("count 6..9 --json",), ("count 4 5 --table --stats file",), ("count 10 --fundamental",),
    ("count -i {}/instance.txt",), ("count 10 --checkpoint kept",), ("count 10 --merge {}/counted",),
    ("count 10 --verify 50% {}/counted",), ("count 10 --plan",), ("count 8 --nth 5",),
    ("count 20 --estimate --relative-error 10",),
    ("enumerate 6",), ("enumerate 8 -o file --json",), ("enumerate 6 --stats file --times",),
    ("enumerate 6 -i {}/instance.txt", 2), ("enumerate 4 -o d/ -f svg",), ("enumerate 3", 1),
    ("check {}/board.txt",), ("check {}/board.npy --json",), ("check {}/board.txt --typical",),
    ("check {}/board.txt -i {}/instance.txt", 1), ("check {}/board.npy --memory 0.001",),
    ("draw {}/board.txt -o file -f svg",), ("draw {}/board.npy -o - -f svg",),
    ("draw --steps 8 -o file.html",), ("draw --steps 8 -o d/ -f svg",),
    ("export --list",), ("export --list --json",), ("export --to dimacs -i {}/instance.txt -o file",),
    ("generate near --n 8 --json -o file",), ("generate near --n 8,9 -o d/",),
    ("generate suite --n 8 -o d/",), ("generate puzzles --n 8 --remove 4 --count 20 --seed 1 --split 1:1 -o d/",),
    ("compare --methods construct --n 8 --runs 2",),
    ("compare --methods construct --n 8 --runs 2 --csv file",),
    ("compare --methods construct --n 8 --runs 2 --report file",),
    ("compare --methods construct --n 8 --runs 2 --json -",),
    ("compare --methods construct --n 8 --runs 2 --store kept",),
    ("help",), ("help solve",), ("manual solve",), ("manual",), ("completion bash",), ("--help",),
    ("--version",), ("solve --help",), ("count --usage",),
]

FULL = r"No space left on device|File too large|disk I/O error|database or disk is full"
MEMORY = r"memory|Cannot allocate|Resource temporarily unavailable"


def list_jobs(program):
    jobs = list(JOBS)
    for method in program.complete("solve", "--method="):
        if not method.endswith("="):
            jobs += [(f"solve 20 {method}",), (f"solve 20 {method} -o file",)]
    for form in program.complete("solve", "--format="):
        jobs.append((f"solve 8 {form} -o file",))
    for form in program.complete("export", "--to="):
        jobs.append((f"export {form} 6",))
    for kind in program.complete("generate", ""):
        if kind != "suite" and not kind.startswith("-"):
            jobs.append((f"generate {kind} --n {7 if kind == 'toroidal' else 8}",))
    return [(job[0], job[1] if len(job) > 1 else 0) for job in jobs]


class Faults:
    """All jobs, in each way."""

    def __init__(self, program):
        self.program, self.done = program, []
        self.allowed = PROMPT * float(os.environ.get("SLOWER", "1"))

    def keep(self, job, way, run, faults, before=None):
        """`before`: the run of the same job without a fault."""
        more = run.seconds - before.seconds if before else 0
        if more > self.allowed:
            faults = faults + [f"{more:.2f} processor seconds more, {self.allowed:.1f} allowed"]
        left = [name for name in run.files if not name.startswith("kept")]
        if run.code == ERROR and left and way != "pipe":  # files are complete before the tables
            faults = faults + [f"these files are still there: {' '.join(left)}"]
        self.done.append((f"{job}: {way}", faults, run))

    def run_plain(self, jobs):
        """The runs as they are, with those that write somewhere."""
        runs = in_parallel(lambda job: Run(self.program, job[0]), jobs)
        for (job, code), run in zip(jobs, runs):
            self.keep(job, "plain", run, run.judge([code]))
        return runs

    def run_full(self, jobs, plain):
        """No file of this process, or of those that it starts, may have a byte."""
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        with open("/dev/full", "wb") as full:
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
            try:
                runs = in_parallel(lambda job: Run(self.program, job[0], full), jobs)
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        for (job, code), before, run in zip(jobs, plain, runs):
            self.keep(job, "full", run, run.judge([ERROR if before.out or before.files else code],
                                                  FULL if code != ERROR else None), before)

    def run_pipe(self, jobs, plain):
        """Nobody reads."""
        read, write = os.pipe()
        os.close(read)
        pairs = [(job, before) for (job, _code), before in zip(jobs, plain) if before.out]
        runs = in_parallel(lambda pair: Run(self.program, pair[0], write), pairs)
        os.close(write)
        for (job, before), run in zip(pairs, runs):
            self.keep(job, "pipe", run, run.judge([ERROR], "Broken pipe"), before)

    def least_memory(self):
        """KiB of address space in which the program starts."""
        low, high = 1 << 10, 1 << 20
        while high - low > 256:
            middle = (low + high) // 2
            if Run(self.program, "--version", kibibytes=middle).code == 0:
                high = middle
            else:
                low = middle
        return high

    def run_memory(self, jobs, plain):
        least = self.least_memory()
        sizes = [least + (256 if i % 2 else 4096) for i in range(len(jobs))]
        runs = in_parallel(lambda item: Run(self.program, item[0][0], kibibytes=item[1]),
                           list(zip(jobs, sizes)))
        for (job, code), before, size, run in zip(jobs, plain, sizes, runs):
            if "sat" not in job or run.code >= 0:  # CaDiCaL may end the process
                self.keep(job, f"{size} KiB", run,
                          run.judge([code, ERROR], MEMORY if code != ERROR else None), before)

    def run(self, parts):
        jobs = [job for job in list_jobs(self.program)
                if not parts or any(part in job[0] for part in parts)]
        plain = self.run_plain(jobs)
        self.run_full(jobs, plain)
        self.run_pipe(jobs, plain)
        if "WITHOUT_MEMORY" not in os.environ:
            self.run_memory(jobs, plain)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(f"{used.ru_utime + used.ru_stime:.1f} processor seconds")
        return report(self.done)


# ---- Options ----

# A command that takes each option; {} is the folder with the inputs.
BASES = {"solve": "8", "check": "{}/board.txt", "count": "8", "enumerate": "6",
         "compare": "--methods=construct --n=8 --runs=2", "draw": "{}/board.txt --output=x.svg",
         "export": "--to=dimacs 8", "generate": "near --n=8",
         "suite": "queens-2026 --size=smoke --output=d/", "help": "", "manual": "",
         "completion": "bash"}

# Where the option needs another command, or a good value that its help does not show.
STEPS = "--steps=8 --output=x.svg"
CONTEXTS = {
    "solve --instance": ("", ["{}/instance.txt"]), "solve --first-diagonals": (
        "--instance={}/diagonals.txt", ["1"]), "solve --method": ("8", ["min-conflicts:walk=0.1"]),
    "solve --output": ("8", ["file", "-"]), "solve --stats": ("8", ["file"]),
    "solve --log": ("8 --method=genetic", ["file"]), "solve --from": ("", ["{}/board.txt"]),
    "solve --keep": ("--from={}/board.txt", [""]), "solve --base": ("--from={}/board.txt", ["0"]), "solve --shards": ("8 --output=d/", ["2"]),
    "solve --wide": ("8 --output=d/", [""]), "solve --proof": (
        "--instance={}/impossible.txt --method=backtracking", ["file"]),
    "solve --crossover": ("8 --method=genetic", None), "solve --time-limit": ("8", ["10s", "2m"]),
    "check --instance": ("{}/board.txt", ["{}/instance.txt"]), "check --first-diagonals": (
        "{}/board.txt --instance={}/diagonals.txt", ["1"]), "check --n": ("{}/board.txt", ["4"]),
    "check --variable": ("{}/answer.txt", ["q"]), "check --memory": ("{}/board.npy", ["0.5"]),
    "check --grade": ("", ["{}/graded/"]), "check --csv": ("--grade={}/graded/", ["file"]),
    "check --answers": ("--against={}/puzzles.jsonl", ["{}/scored.txt"]), "check --against": (
        "--answers={}/scored.txt", ["{}/puzzles.jsonl"]),
    "suite --format": ("queens-2026 --size=smoke --output=d/", ["native", "opb"]),
    "suite --encoding": ("queens-2026 --size=smoke --output=d/ --format=dimacs", ["product"]),
    "suite --output": ("queens-2026 --size=smoke", ["d/"]),
    "generate --layout": ("puzzles --n=8", ["flat", "tokens", "text"]),
    "check --all": ("{}/four.txt", [""]),
    "check --from": ("{}/board.txt", ["auto", "line"]),
    "count --instance": ("", ["{}/instance.txt"]), "count --first-diagonals": (
        "--instance={}/diagonals.txt", ["1"]), "count --checkpoint": ("8", ["file"]),
    "count --merge": ("10 {}/counted", [""]), "count --verify": ("10 {}/counted", ["5%", "5"]),
    "count --sample": ("12 --plan", ["20"]), "count --seed": ("10 --plan", ["1"]),
    "count --relative-error": ("20 --estimate", ["10"]), "count --stats": ("8", ["file"]),
    "count --slice": ("8", ["0/2"]), "count --estimate": ("20 --relative-error=10", [""]),
    "count --time-limit": ("8", ["10s"]), "count --path": ("8", ["simple"]),
    "enumerate --instance": ("", ["{}/instance.txt"]), "enumerate --first-diagonals": (
        "--instance={}/diagonals.txt", ["1"]), "enumerate --output": ("6", ["file"]),
    "enumerate --slice": ("6", ["1/2"]), "enumerate --stats": ("6", ["file"]),
    "enumerate --json": ("6 --output=file", [""]), "enumerate --time-limit": ("6", ["10s"]),
    "compare --methods": ("--n=8 --runs=2", ["construct,min-conflicts"]), "compare --method": (
        "--n=8 --runs=2", ["a=min-conflicts:walk=0.1"]), "compare --n": (
            "--methods=construct --runs=2", ["8,20,1e3", "8..16:x2"]),
    "compare --instance": ("--methods=construct --runs=2", ["{}/instance.txt"]),
    "compare --suite": ("--methods=construct --runs=2", ["{}/suite"]),
    "compare --results": ("--methods=construct --runs=2 --suite={}/suite", ["file"]),
    "compare --merge": ("--methods=construct --runs=2 --suite={}/suite", ["{}/results.json"]),
    "compare --runs": ("--methods=construct --n=8", ["2"]),
    "compare --quick": ("--methods=construct --n=8 --runs=2", [""]),
    "compare --wide": ("--methods=construct --n=8 --runs=2 --plots=d/", [""]),
    "compare --store": (None, ["file"]), "compare --csv": (None, ["file", "-"]),
    "compare --report": (None, ["file"]), "compare --plots": (None, []),  # gnuplot: plots.bats
    "compare --json": (None, ["file"]),
    "draw --output": ("{}/board.txt", ["x.svg"]), "draw --format": ("{}/board.txt --output=x", ["svg"]),
    "draw --index": (None, ["1"]), "draw --from": (None, ["auto", "line"]),
    "draw --instance": ("--output=x.svg", ["{}/instance.txt"]), "draw --first-diagonals": (
        "--instance={}/diagonals.txt --output=x.svg", ["1"]), "draw --steps": ("--output=x.svg", ["8"]),
    "draw --method": (STEPS, ["min-conflicts", "genetic:population=20"]), "draw --seed": (STEPS, ["1"]),
    "draw --start": (STEPS, None), "draw --step": (STEPS + " --start=permutation", None),
    "export --to": ("8", None), "export --encoding": ("--to=dimacs 8", ["sequential"]),
    "export --strategy": ("--to=ortools-cp 8", ["first-unbound,min-value"]), "export --part": ("--to=minizinc 8", None),
    "export --output": ("--to=dimacs 8", ["file"]), "export --instance": (
        "--to=dimacs", ["{}/instance.txt"]), "export --first-diagonals": (
            "--to=dimacs --instance={}/diagonals.txt", ["1"]), "export --list": ("", [""]),
    "export --json": ("--to=dimacs 8 --output=file", [""]),
    "generate --n": ("near", ["8", "8,20,50", "8..12"]), "generate --output": ("near --n=8", ["file", "d/"]),
    "generate --format": ("near --n=8", ["line", "json"]), "generate --json": (
        "near --n=8 --output=file", [""]),
    "generate --encoding": ("blocked --n=8 --format=dimacs", ["sequential"]),
    "generate --split": ("puzzles --n=8 --count=20 --seed=1 --output=d/", ["80:20"]),
    "generate --split-by": ("puzzles --n=8 --count=20 --seed=1 --split=1:1 --output=d/", None),
    "generate --distinct": ("solved --n=8 --uniform", [""]), "generate --turn": ("symmetric --n=8", ["180"]),
    "generate --reason": ("unsolvable --n=9", None), "generate --remove-most": ("puzzles --n=8", ["6"]),
    "generate --time-limit": ("near --n=8", ["10s"]), "generate --diagonals": (None, ["2"]),
}
REPEATED = ("compare --methods", "compare --method", "compare --instance", "compare --suite", "compare --merge")  # may be given several times
FILES = ("output", "instance", "suite", "results", "merge", "grade", "stats", "log", "proof", "checkpoint", "store", "csv", "report", "plots")
COMMON = ("help", "usage", "version")


class Options:
    """All options of a command, in each way."""

    misplaced = set()  # names that have been tried before the command and at another

    def __init__(self, program, command):
        self.program, self.command, self.done = program, command, []

    def run(self, words, codes, pattern):
        """With stdout empty after an error."""
        run = Run(self.program, words)
        faults = run.judge(codes, pattern)
        if run.code == ERROR and run.out:
            faults.append("an error, but something on standard output")
        self.done.append((" ".join(words), faults, run))
        return run

    def refuse(self, words, pattern):
        return self.run(words, [ERROR], pattern)

    def with_option(self, base, *words):
        return [self.command, *(base or "").split(), *words]

    def find_base(self, row):
        """The command for the option: where it belongs to a method or kind, one of those."""
        base = CONTEXTS.get(f"{self.command} --{row.name}", (None, None))[0]
        if base is not None:
            return base
        base = BASES[self.command]
        if not row.takes:
            word = f"--{row.name}"
        else:
            word = f"--{row.name}={(self.good_values(row, base) or [''])[0]}"
        run = Run(self.program, self.with_option(base, word))
        owner = re.search(r"is an option of (\S+), but the method|it is one of (\w+)", run.said)
        if owner is None:
            return base
        return f"{base} --method={owner[1]}" if owner[1] else f"{owner[2]} --n=8"

    def good_values(self, row, base):
        """Those of the table, or that completion offers, or the default."""
        name = row.name
        values = CONTEXTS.get(f"{self.command} --{name}", (None, None))[1]
        if values is not None:
            return values
        offered = self.program.complete(self.command, *base.split(), f"--{name}=")
        offered = [word.partition("=")[2] for word in offered if not word.endswith("=")]
        offered = [word for word in offered if word and ":files" not in word]
        return offered or [row.default]

    def try_good(self, row, base):
        words = [f"--{row.name}={value}" for value in self.good_values(row, base)] if row.takes \
            else [f"--{row.name}"]
        for word in words:
            self.run(self.with_option(base, word), [0, 1, 3], None)
        return words

    def try_range(self, name, base, said):
        """Just beyond the range that the message names."""
        found = re.search(r"it must be ([\d.e+]+) to ([\d.e+]+)", said)
        if found is None:
            return
        least, most = found[1], found[2]
        below = str(int(least) - 1) if least.isdigit() else "-1"
        above = str(int(most) + 1) if most.isdigit() else "1e99"
        for value in (below, above):
            self.refuse(self.with_option(base, f"--{name}={value}"),
                        rf"--{name}: .*'{re.escape(value)}' is out of range")

    def try_wrong(self, name, base):
        file = name in FILES or (self.command, name) in (("compare", "json"), ("solve", "from"))
        value = "no/such/file" if file else "?"
        run = self.refuse(self.with_option(base, f"--{name}={value}"),
                          value if file else rf"--{name}\b|'\?'|no list")
        if not file:
            self.try_range(name, base, run.said)

    def try_row(self, row):
        name, base = row.name, self.find_base(row)
        words = [] if name in COMMON else self.try_good(row, base)
        if name not in COMMON and name not in self.misplaced:
            self.misplaced.add(name)
            self.refuse([f"--{name}", self.command], f"no command '--{name}': an option follows")
            self.refuse(["completion", f"--{name}", "bash"], rf"unrecognized option '--{name}'")
        if not row.takes:
            self.refuse(self.with_option(base, f"--{name}=yes"), rf"'--{name}' doesn't allow")
            return
        self.refuse(self.with_option(base, f"--{name}"), rf"'--{name}' requires an argument")
        self.try_wrong(name, base)
        if words and f"{self.command} --{name}" not in REPEATED:
            self.run(self.with_option(base, words[0], words[0]), [0, 1, 3], None)  # the last one wins


class Row:
    """An option, as completion shows it: `--count=<TAB>number of items (default: 1)`."""

    def __init__(self, line):
        word, _, about = line.partition("\t")
        self.name, self.takes = word[2:].rstrip("="), word.endswith("=")
        default = re.search(r"\(default: ([\w.-]+)", about)
        number = default is not None and re.match(r"[\d.]+$", default[1])
        self.default = default[1] if number else "1"


def try_command(program, command):
    rows = subprocess.run([program.path, "--complete", command, "--"], stdout=subprocess.PIPE,
                          text=True, check=True, timeout=DEADLINE).stdout.splitlines()
    options = Options(program, command)
    for row in rows:
        options.try_row(Row(row))
    return options.done


def try_options(program, parts):
    commands = [name for name in program.complete("") if not name.startswith("-")]
    commands = [name for name in commands if not parts or name in parts]
    done = in_parallel(lambda command: try_command(program, command), commands)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{used.ru_utime + used.ru_stime:.1f} processor seconds")
    return report([run for runs in done for run in runs])


def main():
    program = Program(os.path.abspath(sys.argv[1]))
    with tempfile.TemporaryDirectory() as inputs:
        program.make_inputs(inputs)
        if sys.argv[2] == "faults":
            return Faults(program).run(sys.argv[3:])
        return try_options(program, sys.argv[3:])


sys.exit(main())
