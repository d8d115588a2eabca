"""The progress line of every command, seen on a terminal: what it shows, that it fits, that nothing
of it is left at the end, whichever way that comes, and that it is on a terminal only.

Standard output is read slowly, so that work takes long enough on any machine.

usage: progress.py PROGRAM [PART-OF-A-NAME...]     SLOWER: how much slower the program is than usual
"""
import concurrent.futures
import fcntl
import itertools
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time

import processes

PROMPT = 0.5  # processor seconds, on each core that the work uses, from the signal on
DEADLINE = 60.0  # seconds: then it does not end, or shows no such line
AT_A_TIME = 8  # most of them wait
AWAKE, ASLEEP = 0.03, 0.17  # seconds, in turn, of work that only computes until there is a line
LIMIT = 1.3  # seconds, of the runs with a time limit
COLUMNS, NARROW = 80, 40

RATE = r", [\d.]+( thousand| million| billion)?/s"
BYTE_RATE = r", [\d.]+ [KMG]iB/s"
LEFT = r", (\d+ (d|h|min) )?\d+ (h|min|s) left$"
READ = r"read, \d+\.\d % of [\d.]+ [KM]iB" + BYTE_RATE + LEFT
WRITE = r"write, \d+\.\d % of [\d.]+ [KMG]iB" + BYTE_RATE + LEFT


def items(of, noun):
    return rf"s: \d+{of} {noun}" + RATE + (LEFT if of else "$")


# (name, command, a line that must be shown, bytes of standard output a second) and the ways in which it is
# run besides being interrupted: the end and a time limit of each command, what is shared by all once.  Work
# without bytes a second does not end by itself.  {} is the folder with the inputs.
CASES = [
    ("check lines", "check {}/line.txt", READ, 1e6, "end", "quiet", "no terminal", "dumb terminal", "one terminal"),
    ("check objects", "check {}/board.json", READ, 1e6),
    ("check pictures", "check {}/picture.txt", READ, 1e6),
    ("check npy", "check {}/board.npy", READ, 1e6),
    ("check answers", "check {}/answer.smt", READ, 1e6),
    ("check standard input", "check", READ, 1e6),
    ("check files", "check {}/line.txt {}/board.json {}/picture.txt",
     r"s: 1 of 3 files" + RATE + r", \d+ s left; read, ", 1e6),
    ("check a large board", "check {}/large.npy", r"check, \d+\.\d % of 4000000" + RATE + LEFT, 0),
    ("solve many", "solve 1000 --count 1000", items(" of 1000", "solutions"), 2e6, "limit", "end",
     "quiet", "no terminal"),
    ("solve many to a file", "solve 8 --count 1e9 -o file", items(" of 1000000000", "solutions"), 0),
    ("solve several that take long", "solve 20000 -m genetic --count 3",
     r"s: 0 of 3 solutions; breed, \d+ conflicts", 0, "limit"),
    ("construct to text", "solve 6e5 -m construct -f line", WRITE, 2e6),
    ("enumerate", "enumerate 13", items(" of 73712", "solutions"), 1e6, "limit", "end"),
    ("enumerate some", "enumerate 20 --limit 1e9 -o file", items(" of 1000000000", "solutions"), 0),
    ("enumerate an instance", "enumerate -i {}/thirteen.txt", items("", "solutions"), 1e6),
    ("enumerate to npy", "enumerate 18 -o file.npy", items(" of 666090624", "solutions"), 0),
    ("export", "export --to dimacs 150", WRITE, 3e6),
    ("export to a file", "export --to dimacs 3000 -o /dev/null", WRITE, 0),
    ("generate", "generate solved --n 1000 --count 1000", items(" of 1000", "items"), 2e6, "limit", "end"),
    ("generate into a folder", "generate partial --n 50 --count 1e8 -o d/",
     items(" of 100000000", "items"), 0),
    ("generate a suite", "generate suite --n 1500,2000,2500,3000 -o d/", r"s: \d+ of \d+ items", 0),
    ("sat, encoding", "solve 500 -m sat -o file",
     r"encode, [4-9]\d\.\d % of \d+ clauses" + RATE + LEFT, 0),
    ("sat, searching", "solve -i {}/blocked.txt -m sat -o file", r"search, .* conflicts" + RATE, 0, "limit"),
    ("backtracking", "solve 100000 -m backtracking -o file",
     r"search, [\d.]+( thousand| million)? branches/s, best \d+ of \d+ columns", 0),
    ("min-conflicts", "solve -i {}/none.txt -m min-conflicts -o file", r"repair, \d+ conflict", 0),
    ("start", "solve 3e8 --threads 1 -o file", r"s: start, \d+\.\d % of 300000000" + RATE + LEFT, 0),
    ("count", "count 20 --path portable", r"s: n = 20, [\d.]+ % of \d+ units, .* left", 0, "limit"),
]

PROGRESS = re.compile(r"\d[\d.]* (s|min|h|d)\b.*?: ")


def make_inputs(program, folder):
    def put(name, text):
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)
    put("line.txt", "1 3 0 2\n" * 120000)
    put("board.json", '{"n":4,"rows":[1,3,0,2]}\n' * 60000)
    put("picture.txt", "_Q__\n___Q\nQ___\n__Q_\n\n" * 60000)
    put("answer.smt", "sat\n((Q1 2) (Q2 4) (Q3 1) (Q4 3))\n" * 60000)
    put("none.txt", "n 8\nqueen 0 0\nqueen 1 2\n")
    put("thirteen.txt", "n 13\nblock 12 12\n")
    # a board whose last rows are full: every refutation takes long
    put("blocked.txt", "n 40\n" + "".join(
        f"block {column} {row}\n" for column in range(21) for row in range(20, 40)))
    for command in ("enumerate 13 --limit 60000 -q -o board.npy",
                    "generate random --n 4e6 --seed 1 -q -o large.npy"):
        subprocess.run([program, *command.split()], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL, timeout=300)


def set_width(terminal, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


class Run:
    """One case, in one way: to its end, to an interrupt or a limit, or where no line may appear."""

    def __init__(self, program, inputs, case, way):
        name, command, self.line, self.rate = case[:4]
        self.name, self.program, self.inputs, self.way = f"{name}: {way}", program, inputs, way
        self.words = command.replace("{}", inputs).split()
        # One thread shows the same up to a limit, in less processor time; interrupts have all threads.
        self.words += {"quiet": ["--quiet"], "limit": [f"--time-limit={LIMIT}", "--threads=1"]}.get(way, [])
        self.cores = 1 if "sat" in self.words else max(2, os.cpu_count())
        self.pieces, self.faults, self.slow = [], [], 0.0
        self.narrow_from = None  # where the text begins that the narrowed terminal has
        self.over = threading.Event()

    @property
    def text(self):
        """What has appeared so far.  (A string that grows piece by piece is copied with each.)"""
        return "".join(self.pieces)

    def shown(self, begin=0, end=None):
        return [line for line in re.split(r"\r?\x1b\[K|\r?\n", self.text[begin:end]) if PROGRESS.match(line)]

    def has_line(self):
        return any(re.search(self.line, shown) for shown in self.shown(end=self.narrow_from))

    def shown_narrow(self):
        """The lines from the first on that fits: some may have been on their way before."""
        lines = [] if self.narrow_from is None else self.shown(self.narrow_from)
        return list(itertools.dropwhile(lambda line: len(line) >= NARROW, lines))

    def follow(self, said):
        """What appears on standard error, until the run ends."""
        while True:
            try:
                piece = os.read(said, 65536)
            except OSError:  # the end, on a terminal
                return
            if not piece:
                return
            self.pieces.append(piece.decode(errors="replace"))
            if self.way == "one terminal":
                time.sleep(len(piece) / self.rate)

    def sip(self, stream):
        """Read so many bytes a second; all that is left at once when the run is over."""
        while True:
            piece = os.read(stream.fileno(), 32768)
            if not piece:
                return
            if self.rate > 0:
                self.over.wait(len(piece) / self.rate)

    def wait_until(self, has_happened, child):
        """Work that nothing holds up is stopped most of the time: its clock goes on."""
        begin = time.monotonic()
        processes.wait_for_handler(child.pid, signal.SIGINT, DEADLINE)
        while not has_happened() and child.poll() is None and time.monotonic() - begin < DEADLINE:
            if self.rate == 0:
                child.send_signal(signal.SIGSTOP)
                time.sleep(ASLEEP)
                child.send_signal(signal.SIGCONT)
            time.sleep(AWAKE)

    def interrupt(self, child, terminal):
        """Once the line was shown, and another as the terminal became narrow; the processor seconds before."""
        self.wait_until(self.has_line, child)
        self.narrow_from = len(self.text)
        self.rate /= 4  # or it might end before the interrupt
        set_width(terminal, NARROW)
        self.wait_until(self.shown_narrow, child)
        if child.poll() is not None:
            self.faults.append("it ended before an interrupt")
            return 0
        before = processes.processor_seconds(child.pid)
        os.kill(child.pid, signal.SIGINT)
        return before

    def wait(self, child, before):
        used = processes.wait(child, DEADLINE, self.faults)
        self.over.set()
        return used - before

    def judge(self, code, allowed):
        expected = {"interrupt": 130, "limit": 3}.get(self.way, 0)
        if code != expected:
            self.faults.append(f"exit code {code}, not {expected}")
        allowed *= self.cores
        if self.way in ("interrupt", "limit") and self.slow > allowed:
            self.faults.append(f"{self.slow:.2f} processor seconds more, {allowed:.1f} allowed")
        if self.way in ("quiet", "no terminal", "dumb terminal"):
            if re.search(r"[\r\x1b]", self.text.replace("\r\n", "\n")) or self.shown():
                self.faults.append("progress where there must be none")
            return
        if self.way != "limit" and not self.has_line():
            self.faults.append(f"no line like {self.line}")
        if self.way == "interrupt" and not self.shown_narrow():
            self.faults.append(f"no line of {NARROW} columns")
        for lines, columns in (self.shown(), COLUMNS), (self.shown_narrow(), NARROW):
            self.faults += [f"{len(line)} of {columns} columns: {line}" for line in lines
                            if len(line) >= columns][:1]
        self.faults += [f"left on the screen: {line}" for line in self.text.split("\n")
                        if PROGRESS.match(re.split(r"\x1b\[K", line)[-1])]

        if self.way == "one terminal":
            self.faults += [f"mixed with the output: {line}" for line in self.text.split("\r\n")
                            if not re.search(r"(^|\x1b\[K)(\S+: valid n=4)?$", line)][:3]

    def start(self, folder, said):
        stdin = subprocess.DEVNULL
        if self.name.startswith("check standard input"):
            stdin = open(os.path.join(self.inputs, "line.txt"), "rb")  # pylint: disable=R1732
        terminal = "dumb" if self.way == "dumb terminal" else "xterm"
        return subprocess.Popen([self.program, *self.words], cwd=folder, stdin=stdin,
                                env={**os.environ, "TERM": terminal},
                                stdout=said if self.way == "one terminal" else subprocess.PIPE,
                                stderr=said)

    def run(self, allowed):
        seen, said = os.pipe() if self.way == "no terminal" else pty.openpty()
        if self.way != "no terminal":
            set_width(said, COLUMNS)
        with tempfile.TemporaryDirectory() as folder:
            child = self.start(folder, said)
            os.close(said)
            helpers = [threading.Thread(target=self.follow, args=(seen,))]
            if child.stdout is not None:
                helpers.append(threading.Thread(target=self.sip, args=(child.stdout,)))
            for helper in helpers:
                helper.start()
            before = self.interrupt(child, seen) if self.way == "interrupt" else LIMIT * self.cores
            if child.returncode is None:
                self.slow = self.wait(child, before)
            self.over.set()
            for helper in helpers:
                helper.join()
            os.close(seen)
            if child.stdout is not None:
                child.stdout.close()
        self.judge(child.returncode, allowed)
        last = self.shown()[-3:] or [self.text[-300:]]
        self.faults = ["\n    ".join([fault, *last]) for fault in self.faults]
        return self


class Late:
    """Nobody reads the boards when the time limit comes.  The last of them are written after the message about
    the limit, which no progress line may follow."""

    ASLEEP = 0.1  # seconds before the limit
    NAP = 0.7  # seconds after the last message, in which lines would appear
    LIMITS = (1.2, 1.4)
    COMMAND = "solve 500 --count 1e6 --method backtracking --threads 1 --time-limit"

    def __init__(self, program, limit):
        self.name, self.faults = f"solve many: late reader, {limit} s", []
        self.limit, self.words = limit, [program, *self.COMMAND.split(), str(limit)]

    def run(self, _allowed):
        seen, said = pty.openpty()
        set_width(said, COLUMNS)
        asleep = time.monotonic() + self.limit - self.ASLEEP
        child = subprocess.Popen(self.words, env={**os.environ, "TERM": "xterm"}, stdout=subprocess.PIPE, stderr=said)
        os.close(said)
        boards, text = child.stdout.fileno(), ""
        while (rest := asleep - time.monotonic()) > 0:
            if select.select([boards], [], [], rest)[0]:
                os.read(boards, 1 << 15)
                time.sleep(0.01)  # so that the pipe is full
        while "\n" not in text:
            text += os.read(seen, 65536).decode()
        time.sleep(self.NAP)
        while os.read(boards, 1 << 20):
            pass
        child.wait()
        try:
            text += os.read(seen, 65536).decode()
        except OSError:  # nothing more
            pass
        os.close(seen)
        child.stdout.close()
        if not re.search(r"nqueens: (n = \d+ not solved: )?the time limit was reached .*\r\n$", text):
            self.faults.append(f"not a message at the end: {text[-200:]!r}")
        return self


def main():
    program, parts = os.path.abspath(sys.argv[1]), sys.argv[2:]
    allowed = PROMPT * float(os.environ.get("SLOWER", "1"))
    with tempfile.TemporaryDirectory() as inputs:
        make_inputs(program, inputs)
        runs = []
        for case in CASES:
            if parts and not any(part in case[0] for part in parts):
                continue
            runs += [Run(program, inputs, case, way) for way in ("interrupt", *case[4:])]
        if not parts or "late reader" in parts:
            runs += [Late(program, limit) for limit in Late.LIMITS]
        with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
            done = list(pool.map(lambda run: run.run(allowed), runs))
    for run in done:
        for fault in run.faults:
            print(f"{run.name}: {fault}")
    print(f"{len(done)} runs, {sum(bool(run.faults) for run in done)} with faults")
    return any(run.faults for run in done)


sys.exit(main())
