"""Comparisons of methods.  They are a part of the program, not of the library: it is run.

The wheel has the program; elsewhere it is the `nqueens` on the PATH, or $NQUEENS_PROGRAM.
"""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from html import escape
from pathlib import Path as File
from statistics import median
from typing import (
    Any,
    Callable,
    Dict,
    Iterator,
    List,
    Literal,
    Mapping,
    NoReturn,
    Optional,
    Protocol,
    Sequence,
    Union,
    overload,
)

import numpy as np

from . import _interrupt
from ._abi import VERSION
from ._library import BadValue, Error, LibraryMissing
from ._values import Option, Path, listed, method_text, name_bytes, real, seconds, thread_count, whole

Record = Dict[str, Any]
Methods = Union[str, Sequence[str], Mapping[str, Union[str, Mapping[str, Option]]]]

RUNS_MAX = 10**6
SEED_MAX = 2**63 - 1 - RUNS_MAX  # of the first run, so that all fit the store's integers
POLL_SECONDS = 0.05
END_SECONDS = 0.4  # that the program has to end after an interrupt; it needs 0.3 at most

_WHOLE = ("n", "seed", "steps", "evaluations", "restarts", "conflicts", "memory_bytes")
_REAL = ("seconds", "cpu_seconds")
_PLOTTED = ("seconds", "cpu_seconds", "steps", "evaluations", "memory_bytes")


def find_program() -> str:
    """The path of the program, of this package's version."""
    chosen = os.environ.get("NQUEENS_PROGRAM")
    bundled = File(__file__).with_name("nqueens")
    if not chosen and bundled.exists():
        return str(bundled)
    path = chosen or shutil.which("nqueens")
    if not path:
        raise LibraryMissing(
            "the program nqueens is not on the PATH, and this package has none; see docs/python.md"
        )
    try:
        found = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout.split()
    except (OSError, subprocess.CalledProcessError) as error:
        raise LibraryMissing(f"{path}: {error}") from error
    if VERSION not in found[:2]:
        raise LibraryMissing(f"{path} is version {' '.join(found[1:2])}; this package needs {VERSION}")
    return path


def main() -> NoReturn:
    """The command nqueens: the program takes the place of this process."""
    path = find_program()
    os.execv(path, ["nqueens", *sys.argv[1:]])


class Runs(Protocol):
    """The runs of a comparison, with their plot: a pandas.DataFrame, or without pandas a list of dicts."""

    def plot(self, y: str = "seconds", ax: Any = None) -> Any:
        """Draw the median of `y`, "seconds", "steps" or "evaluations", over n, with matplotlib: a line for each
        method from the least to the greatest of its solved runs, and a cross where some run was not solved.

        Returns the matplotlib Axes, `ax` if one is given.
        """

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __getitem__(self, key: Any) -> Any: ...
    def __getattr__(self, name: str) -> Any: ...  # what else a DataFrame has


@overload
def compare(
    methods: "Methods",
    n: Union[int, Sequence[int], str],
    *,
    runs: int = ...,
    seed: int = ...,
    time_limit: float = ...,
    max_steps: Optional[int] = ...,
    threads: Optional[int] = ...,
    store: Optional[Path] = ...,
    report: Optional[Path] = ...,
    summary: Literal[False] = ...,
    progress: _interrupt.Progress = ...,
) -> Runs: ...


@overload
def compare(
    methods: "Methods",
    n: Union[int, Sequence[int], str],
    *,
    runs: int = ...,
    seed: int = ...,
    time_limit: float = ...,
    max_steps: Optional[int] = ...,
    threads: Optional[int] = ...,
    store: Optional[Path] = ...,
    report: Optional[Path] = ...,
    summary: Literal[True],
    progress: _interrupt.Progress = ...,
) -> Dict[str, Any]: ...


def compare(
    methods: "Methods",
    n: Union[int, Sequence[int], str],
    *,
    runs: int = 25,
    seed: int = 1,
    time_limit: float = 10,
    max_steps: Optional[int] = None,
    threads: Optional[int] = 1,
    store: Optional[Path] = None,
    report: Optional[Path] = None,
    summary: bool = False,
    progress: _interrupt.Progress = None,
) -> Any:
    """Run methods on the same board sizes and seeds; see docs/comparing.md for the statistics.

    methods       as in ["min-conflicts", "genetic:population=50"], or, with a label for each,
                  {"small": {"method": "genetic", "population": 20}, "large": "genetic:population=500"}
    n             board sizes from 4 on, as in 100, [8, 20, 50] or "8..128:x2", which doubles
    runs          1 to 10**6 of each method on each n, with the seeds seed, seed + 1, ...
    time_limit    seconds for each run, and max_steps; a run that reaches one is "unknown"
    threads       runs at a time, each on one thread: several disturb each other's times; None: all cores
    store         an SQLite file that keeps the runs; the same call continues from it
    report        an HTML file for the summary with plots
    summary       return the summary instead of the runs, with intervals and tests, as a dict
    progress      a function of (done, total) in runs, or a bar such as tqdm.tqdm()

    Returns a row for each run, a pandas.DataFrame where pandas is installed, otherwise a list of
    dicts: label, method, options, n, seed, verdict ("solved" or "unknown"), outcome, reason, steps,
    evaluations, restarts, conflicts, seconds, cpu_seconds, memory_bytes, counters (a dict), instance,
    digest, version, machine, finished; its plot() draws them (`Runs`).  Raises BadValue for what the
    program refuses, LibraryMissing where it is missing.
    """
    sizes = n.split(",") if isinstance(n, str) else [_size(size) for size in np.atleast_1d(n)]
    variants = _variants(methods)
    if not sizes or not variants:
        raise BadValue(f"{'methods' if sizes else 'n'} is empty")
    runs = whole(runs, "runs", 1, RUNS_MAX)
    command = [find_program(), "compare", "--quiet", f"--n={','.join(sizes)}"]
    command += [f"--method={variant}" for variant in variants]
    command += [f"--runs={runs}", f"--seed={whole(seed, 'seed', 0, SEED_MAX)}"]
    command += [f"--time-limit={seconds(real(time_limit, 'time_limit'))!r}", f"--threads={thread_count(threads)}"]
    if max_steps is not None:
        command.append(f"--max-steps={whole(max_steps, 'max_steps', 1, 2**63 - 1)}")
    if report is not None:
        command.append(f"--report={os.path.abspath(os.fspath(report))}")
    total = 0 if any(".." in size for size in sizes) else len(sizes) * len(variants) * runs
    show = _interrupt.reporter(progress)

    with tempfile.TemporaryDirectory() as folder:
        database = os.path.abspath(os.fspath(store)) if store is not None else f"{folder}/runs.db"
        result = f"{folder}/result"
        command += [f"--store={database}", f"--{'json' if summary else 'csv'}={result}"]
        _run(command, lambda: show(_stored(database), total) if show else None)
        if show:
            show(_stored(database), total)
        with open(result, encoding="utf-8", newline="") as file:
            return json.load(file) if summary else _table([_record(row) for row in csv.DictReader(file)])


def _size(n: Any) -> str:
    return str(n) if isinstance(n, str) else str(whole(n, "n", 4, 2**32 - 1))


def _variants(methods: Any) -> List[str]:
    if isinstance(methods, str):
        return [methods]
    if not isinstance(methods, Mapping):
        named = listed(methods, "methods", "a list of methods, or a dict with labels")
        return [name_bytes(method, "a method").decode() for method in named]
    variants = []
    for label, method in methods.items():
        if "=" in str(label) or ":" in str(label):
            raise BadValue(f"the label {label!r} must not have = or :")
        if not isinstance(method, str):
            options = dict(method) if isinstance(method, Mapping) else {}
            name = options.pop("method", None)
            if not isinstance(name, str):
                raise BadValue(f"{label} needs a method, as in {{'method': 'genetic', 'population': 50}}")
            method = method_text(name, options)
        variants.append(f"{label}={method}")
    return variants


def _run(command: List[str], progress: Callable[[], None]) -> None:
    """Run the program; an exception that comes while it runs, such as KeyboardInterrupt, ends it."""
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            while process.poll() is None:
                time.sleep(POLL_SECONDS)
                progress()
            said = process.communicate()[1].strip()
        except BaseException:
            process.send_signal(signal.SIGINT)
            try:
                process.communicate(timeout=END_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
            raise
    if process.returncode == 2:
        raise BadValue(said.removeprefix("nqueens: "))
    if process.returncode != 0:
        raise Error(f"{' '.join(command)}: exit code {process.returncode}: {said}")


def _stored(path: str) -> int:
    """The number of runs in the store so far."""
    try:
        with closing(sqlite3.connect(f"{File(path).as_uri()}?mode=ro", uri=True)) as database:
            return int(database.execute("SELECT count(*) FROM run").fetchone()[0])
    except sqlite3.Error:  # there is none yet
        return 0


def _record(row: Dict[str, str]) -> Record:
    # In a spreadsheet, text that looks like a formula has an apostrophe before it.
    record: Record = {name: re.sub(r"^'(?=[-=+@\t\r])", "", text) for name, text in row.items()}
    for name in _WHOLE:
        record[name] = int(row[name]) if row[name] else None
    for name in _REAL:
        record[name] = float(row[name])
    record["counters"] = json.loads(row["counters"] or "{}")
    return record


class _RunList(List[Record]):
    """The runs without pandas."""

    def plot(self, y: str = "seconds", ax: Any = None) -> Any:
        return _plot(self, y, ax)


def _table(records: List[Record]) -> Any:
    try:
        import pandas
    except ImportError:
        return _RunList(records)

    class RunFrame(pandas.DataFrame):  # type: ignore[misc]
        """The runs; what is made of them, such as runs[:5], is a plain DataFrame."""

        def plot(self, y: str = "seconds", ax: Any = None) -> Any:
            return _plot(self.to_dict("records"), y, ax)

    return RunFrame(records)


def _plot(records: List[Record], y: str, ax: Any) -> Any:
    if records and y not in _PLOTTED:
        raise BadValue(f"y is {y!r}; it must be {', '.join(_PLOTTED[:-1])} or {_PLOTTED[-1]}")
    from matplotlib import pyplot

    axes = pyplot.subplots()[1] if ax is None else ax
    cells: Dict[str, Dict[int, List[Record]]] = {}
    for record in records:
        cells.setdefault(record["label"], {}).setdefault(record["n"], []).append(record)
    for place, (label, sizes) in enumerate(cells.items()):
        solved = {n: [run[y] for run in runs if run["verdict"] == "solved"] for n, runs in sorted(sizes.items())}
        points = [(n, median(values), min(values), max(values)) for n, values in solved.items() if values]
        failed = [n for n, runs in sorted(sizes.items()) if len(solved[n]) < len(runs)]
        colour, mark = f"C{place % 10}", "os^Dv<>phX"[place % 10]
        if points:
            at, middle, least, most = zip(*points)
            below, above = np.subtract(middle, least), np.subtract(most, middle)
            axes.errorbar(at, middle, [below, above], color=colour, marker=mark, capsize=3, label=label)
        else:
            axes.plot([], [], color=colour, marker=mark, label=f"{label} (none solved)")
        for n in failed:
            part = f"{len(solved[n])} of {len(sizes[n])} solved"
            height = max(run[y] for run in sizes[n] if run["verdict"] != "solved")
            axes.plot([n], [height], color=colour, marker="x", linestyle="none")
            axes.annotate(part, (n, height), (-4, 4), ha="right", color=colour, textcoords="offset points", size="small")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    ticks = sorted({record["n"] for record in records})
    axes.set_xticks(ticks, [str(n) for n in ticks])
    axes.minorticks_off()
    axes.set_xlabel("n")
    axes.set_ylabel(f"{y}: median, least to most of the solved runs")
    axes.legend()
    return axes


class Replay:
    """A search, step by step, as a page that shows itself in a notebook; `html` has it."""

    def __init__(self, html: str) -> None:
        self.html = html

    def __repr__(self) -> str:
        return f"<nqueens.Replay, a page of {len(self.html)} characters>"

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self.html)}" width="100%" height="640" style="border: 0"'
            ' sandbox="allow-scripts"></iframe>'
        )


def replay(n: int, *, method: str = "min-conflicts", seed: Optional[int] = None, **options: Option) -> Replay:
    """A search for a solution of the board of size n, 4 to 64, step by step: see docs/drawing.md.

    method, options   one of min-conflicts, genetic, backtracking, hill-climbing, annealing, with its
                      options as in `solve`
    seed              0 to 2**63 - 1; None: random

    At the end of a cell of a notebook it is a page with buttons.  Raises BadValue, LibraryMissing.
    """
    with tempfile.TemporaryDirectory() as folder:
        page = File(folder, "replay.html")
        command = [find_program(), "draw", "--quiet", f"--steps={whole(n, 'n', 1, 2**32 - 1)}"]
        command += [f"--method={method_text(method, options)}", f"--output={page}"]
        if seed is not None:
            command.append(f"--seed={whole(seed, 'seed', 0, 2**63 - 1)}")
        _run(command, lambda: None)
        return Replay(page.read_text(encoding="utf-8"))
