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
from pathlib import Path as File
from typing import Any, Callable, Dict, List, Mapping, NoReturn, Optional, Sequence, Union

import numpy as np

from . import _interrupt
from ._abi import VERSION
from ._library import BadValue, Error, LibraryMissing
from ._values import Option, Path, listed, method_text, name_bytes, real, seconds, thread_count, whole

Record = Dict[str, Any]

RUNS_MAX = 10**6
SEED_MAX = 2**63 - 1 - RUNS_MAX  # of the first run, so that all fit the store's integers
POLL_SECONDS = 0.05
END_SECONDS = 0.4  # that the program has to end after an interrupt; it needs 0.3 at most

_WHOLE = ("n", "seed", "steps", "evaluations", "restarts", "conflicts", "memory_bytes")
_REAL = ("seconds", "cpu_seconds")


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


def compare(
    methods: "Union[Sequence[str], Mapping[str, Union[str, Mapping[str, Option]]]]",
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
    dicts: label, method, options, n, seed, verdict ("solved" or "unknown"), reason, steps,
    evaluations, restarts, conflicts, seconds, cpu_seconds, memory_bytes, counters (a dict), version,
    machine, finished.  Raises BadValue for what the program refuses, LibraryMissing where it is
    missing.
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


def _table(records: List[Record]) -> Any:
    try:
        import pandas
    except ImportError:
        return records
    return pandas.DataFrame(records)
