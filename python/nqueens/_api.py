"""What `import nqueens` offers; the functions of libnqueens on NumPy arrays."""

from __future__ import annotations

import math
import operator
import os
import secrets
import tempfile
import threading
import weakref
from contextlib import contextmanager, nullcontext
from ctypes import byref, c_bool, c_uint32, c_uint64, create_string_buffer
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _interrupt
from . import _library as nq

Rows = npt.NDArray[np.uint32]

_DIRECTIONS = ("row", "rising", "falling")
_VERDICTS = ("solved", "unsolvable", "unknown")


def _whole(value: Any, name: str, least: int, most: int) -> int:
    """The value as an int within its range, which ctypes would not check."""
    number = operator.index(value)
    if not least <= number <= most:
        raise nq.BadValue(f"{name} is {number}; it must be {least} to {most}")
    return number


def _default_threads() -> int:
    return max(1, min(1024, len(os.sched_getaffinity(0))))


def _threads(threads: Optional[int]) -> int:
    return _default_threads() if threads is None else _whole(threads, "threads", 1, 1024)


# ---- Instances ----


class Instance:
    """A question: n, queens already placed, blocked squares, excluded diagonals.

    Columns and rows count from 0.  A rising diagonal is column + row, a falling one
    row - column + n - 1.

    Threads may share one.  Calls that only read it, `solve` and `check` among them, run together;
    `place`, `block` and `exclude_..` wait until none of them is running.
    """

    def __init__(self, n: int) -> None:
        size = _whole(n, "n", 1, nq.N_MAX)
        self._adopt(nq.library.nq_instance_new(size))

    def _adopt(self, handle: Optional[int]) -> None:
        if not handle:
            raise nq.NoMemory("no memory for the instance")
        self._handle = handle
        self._lock = threading.Condition()  # held by who changes the instance
        self._readers = 0
        # Not when the process ends: a daemon thread may still be in a call.
        weakref.finalize(self, nq.library.nq_instance_free, handle).atexit = False

    @contextmanager
    def _reading(self) -> Iterator[int]:
        """The handle, for calls that only read: no change is made meanwhile."""
        entered = False
        try:  # around the entry too: Ctrl-C between the two would keep changes waiting for ever
            with self._lock:
                self._readers += 1
                entered = True
            yield self._handle
        finally:
            if entered:
                with self._lock:
                    self._readers -= 1
                    self._lock.notify_all()

    def _change(self, name: str, *arguments: int) -> None:
        """Call a function that changes the instance, alone."""
        with self._lock:
            self._lock.wait_for(lambda: self._readers == 0)
            nq.call(name, self._handle, *arguments)

    @classmethod
    def _from_descriptor(cls, descriptor: int, place: str, first_diagonals: Optional[int]) -> "Instance":
        error = nq.nq_error()
        most = 2**64 - 1
        first = most if first_diagonals is None else _whole(first_diagonals, "first_diagonals", 0, most)
        handle = nq.library.nq_instance_read(descriptor, first, byref(error))
        if not handle:
            nq.raise_error(error.status or nq.INTERNAL, error, place)
        instance = cls.__new__(cls)
        instance._adopt(handle)
        return instance

    @classmethod
    def read(cls, path: Union[str, "os.PathLike[str]"], *, first_diagonals: Optional[int] = None) -> "Instance":
        """From a file: the native text, or CSPLib's prob079 or prob080."""
        with open(path, "rb") as file:
            return cls._from_descriptor(file.fileno(), os.fspath(path), first_diagonals)

    @classmethod
    def parse(cls, text: str) -> "Instance":
        """From the text of such a file."""
        with tempfile.TemporaryFile() as file:
            file.write(text.encode())
            file.seek(0)
            return cls._from_descriptor(file.fileno(), "text", None)

    def text(self) -> str:
        """The native text, as `nqueens solve --instance` reads it."""
        with tempfile.TemporaryFile() as file, self._reading() as handle:
            nq.call("nq_instance_write", handle, file.fileno())
            file.seek(0)
            return file.read().decode()

    def __reduce__(self) -> Tuple[Any, Tuple[str]]:
        """For copy and pickle: a handle has one owner, in one process."""
        return Instance.parse, (self.text(),)

    def _column_row(self, column: int, row: int) -> Tuple[int, int]:
        return _whole(column, "column", 0, self.n - 1), _whole(row, "row", 0, self.n - 1)

    def place(self, column: int, row: int) -> None:
        """A queen stands there already."""
        self._change("nq_instance_place", *self._column_row(column, row))

    def block(self, column: int, row: int) -> None:
        """No queen may stand there."""
        self._change("nq_instance_block", *self._column_row(column, row))

    def exclude_rising(self, diagonal: int) -> None:
        """No queen may stand where column + row is `diagonal`."""
        index = _whole(diagonal, "diagonal", 0, 2 * self.n - 2)
        self._change("nq_instance_exclude_rising", index)

    def exclude_falling(self, diagonal: int) -> None:
        """No queen may stand where row - column + n - 1 is `diagonal`."""
        index = _whole(diagonal, "diagonal", 0, 2 * self.n - 2)
        self._change("nq_instance_exclude_falling", index)

    @property
    def n(self) -> int:
        return int(nq.library.nq_instance_n(self._handle))

    def _squares(self, what: str) -> List[Tuple[int, int]]:
        column, row = c_uint32(), c_uint32()
        squares = []
        with self._reading() as handle:
            for i in range(getattr(nq.library, f"nq_instance_{what}_count")(handle)):
                getattr(nq.library, f"nq_instance_{what}_at")(handle, i, byref(column), byref(row))
                squares.append((column.value, row.value))
        return squares

    @property
    def placed(self) -> List[Tuple[int, int]]:
        """(column, row) of each placed queen."""
        return self._squares("placed")

    @property
    def blocked(self) -> List[Tuple[int, int]]:
        """(column, row) of each blocked square."""
        return self._squares("blocked")

    @property
    def excluded(self) -> List[Tuple[str, int]]:
        """("rising" or "falling", diagonal) of each excluded diagonal."""
        rising = c_bool()
        diagonals = []
        with self._reading() as handle:
            for i in range(nq.library.nq_instance_excluded_count(handle)):
                diagonal = nq.library.nq_instance_excluded_at(handle, i, byref(rising))
                diagonals.append(("rising" if rising.value else "falling", diagonal))
        return diagonals

    def allows(self, column: int, row: int) -> bool:
        """False when the square is blocked or on an excluded diagonal."""
        square = self._column_row(column, row)
        with self._reading() as handle:
            return bool(nq.library.nq_instance_allows(handle, *square))

    def contradiction(self) -> Optional[str]:
        """Why what is placed, blocked and excluded contradicts itself plainly, or None."""
        error = nq.nq_error()
        with self._reading() as handle:
            contradicts = nq.library.nq_instance_contradiction(handle, byref(error))
        if contradicts:
            return str(error.message.decode(errors="replace"))
        return None

    def __repr__(self) -> str:
        return (
            f"<nqueens.Instance n={self.n} placed={len(self.placed)} "
            f"blocked={len(self.blocked)} excluded={len(self.excluded)}>"
        )


# ---- Solving ----


@dataclass(frozen=True)
class Result:
    """What a search found; `rows` is None unless `verdict` is "solved"."""

    rows: Optional[Rows]
    verdict: str  # "solved", "unsolvable", "unknown"
    reason: str  # of "unsolvable": why; of "unknown": which limit
    seed: int
    steps: int
    restarts: int
    conflicts: int
    seconds: Dict[str, float]  # start, search, check, total
    memory_bytes: int
    counters: Dict[str, float]  # the method's own
    member: Optional[str]  # of the method auto: the method that found the answer


def _output(out: Optional[Rows], n: int) -> Rows:
    if out is None:
        try:
            return np.empty(n, dtype=np.uint32)
        except MemoryError:
            raise nq.NoMemory(f"no memory for a board of n = {n}: {4 * n} bytes") from None
    if not isinstance(out, np.ndarray) or out.dtype != np.uint32 or out.shape != (n,):
        raise nq.BadValue(f"out must be a numpy.ndarray of uint32 and of shape ({n},)")
    if not (out.flags.c_contiguous and out.flags.writeable and out.flags.aligned):
        raise nq.BadValue("out must be contiguous, aligned and writeable")
    return out


def _limit(value: Optional[int], name: str) -> int:
    return 0 if value is None else _whole(value, name, 1, 2**64 - 1)


def _seconds(value: Optional[float]) -> float:
    if value is None:
        return 0.0
    seconds = float(value)
    if not (math.isfinite(seconds) and seconds > 0):
        raise nq.BadValue(f"time_limit is {seconds}; it must be a number of seconds above 0")
    return seconds


def attempt(
    problem: Union[int, Instance],
    *,
    seed: Optional[int] = None,
    stream: int = 0,
    threads: Optional[int] = None,
    method: Optional[str] = None,
    time_limit: Optional[float] = None,
    max_steps: Optional[int] = None,
    max_restarts: Optional[int] = None,
    out: Optional[Rows] = None,
) -> Result:
    """Look for one solution, and tell how it went, whether there is one or not.

    The arguments are those of `solve`.
    """
    instance = problem if isinstance(problem, Instance) else Instance(problem)
    rows = _output(out, instance.n)
    options, result, error = nq.nq_solve_options(), nq.nq_result(), nq.nq_error()
    nq.library.nq_solve_options_init(byref(options))
    options.seed = secrets.randbits(64) if seed is None else _whole(seed, "seed", 0, 2**64 - 1)
    options.stream = _whole(stream, "stream", 0, 2**32 - 1)
    options.threads = _threads(threads)
    options.limits.steps = _limit(max_steps, "max_steps")
    options.limits.restarts = _limit(max_restarts, "max_restarts")
    options.limits.seconds = _seconds(time_limit)
    if method is not None:
        if method not in methods():
            raise nq.BadValue(f"no method {method!r}; there are {', '.join(methods())}")
        options.method = method.encode()

    def solve_into(progress: Any) -> None:
        options.progress = progress
        with instance._reading() as handle:
            status = nq.library.nq_solve_into(
                handle, byref(options), rows.ctypes.data, byref(result), byref(error)
            )
        nq.raise_error(status, error)

    _interrupt.run(solve_into)
    return _describe(result, rows, options.seed)


def _describe(result: nq.nq_result, rows: Rows, seed: int) -> Result:
    counters = result.counter[: result.counters]
    parts = ("start", "search", "check", "total")
    return Result(
        rows=rows if result.verdict == nq.SOLVED else None,
        verdict=_VERDICTS[result.verdict],
        reason=result.reason.decode(errors="replace"),
        seed=seed,
        steps=result.steps,
        restarts=result.restarts,
        conflicts=result.conflicts,
        seconds={part: getattr(result, f"seconds_{part}") for part in parts},
        memory_bytes=result.memory_bytes,
        counters={counter.name.decode(): counter.value for counter in counters},
        member=result.member.decode() if result.member else None,
    )


def solve(
    problem: Union[int, Instance],
    *,
    seed: Optional[int] = None,
    stream: int = 0,
    threads: Optional[int] = None,
    method: Optional[str] = None,
    time_limit: Optional[float] = None,
    max_steps: Optional[int] = None,
    max_restarts: Optional[int] = None,
    out: Optional[Rows] = None,
) -> Rows:
    """One solution of the board of size `problem`, or of that Instance: rows[column] = row.

    seed          same seed, same board, whatever the number of threads; None: a random one
    stream        boards with distinct streams of one seed are independent
    threads       None: all cores
    method        one of methods(); None: min-conflicts, or auto for an Instance with restrictions
    time_limit    seconds; max_steps and max_restarts limit the search as well
    out           an array of n uint32, such as a numpy.memmap, to hold the solution

    It has been checked.  Unsolvable when it is proved that there is none, LimitReached when a
    limit came first.  Ctrl-C ends the search.
    """
    result = attempt(
        problem,
        seed=seed,
        stream=stream,
        threads=threads,
        method=method,
        time_limit=time_limit,
        max_steps=max_steps,
        max_restarts=max_restarts,
        out=out,
    )
    if result.rows is None:
        kind = nq.Unsolvable if result.verdict == "unsolvable" else nq.LimitReached
        raise kind(result.reason)
    return result.rows


def construct(n: int) -> Rows:
    """The explicit solution of Pauls: no search, and always the same."""
    size = _whole(n, "n", 1, nq.N_MAX)
    rows = _output(None, size)
    if not nq.library.nq_construct(rows.ctypes.data, size):
        raise nq.Unsolvable(f"no solution exists for n = {size}")
    return rows


def methods() -> Dict[str, str]:
    """The methods' names, each with a line about it; the first is the default for plain boards."""
    table: Dict[str, str] = {}
    while (name := nq.library.nq_method_name(len(table))) is not None:
        table[name.decode()] = nq.library.nq_method_summary(len(table)).decode()
    return table


# ---- Checking and counting ----


@dataclass(frozen=True)
class Report:
    """What the checker found.  True when the board is a solution."""

    valid: bool
    n: int
    conflicts: int  # attacking pairs
    pairs: Dict[str, int]  # of them on a "row", "rising", "falling" diagonal
    first: Optional[Tuple[int, int, str, int]]  # columns, direction and index of the first pair
    empty_columns: int
    out_of_range: int  # rows that are not on the board
    broken: int  # columns where the instance is not kept
    why: str  # in words; "" for a valid board

    def __bool__(self) -> bool:
        return self.valid


def _board(rows: npt.ArrayLike) -> Rows:
    """The rows as uint32, contiguous and aligned: the same memory where they are so already."""
    array = np.asarray(rows)
    if array.ndim != 1 or array.size == 0 or array.size > nq.N_MAX:
        raise nq.BadValue(f"a board is n rows, n >= 1, not an array of shape {array.shape}")
    if array.dtype.kind not in "iu":
        raise nq.BadValue(f"rows are whole numbers, not {array.dtype}")
    if array.dtype != np.uint32:
        wrong = np.flatnonzero((array < 0) | (array > nq.EMPTY))
        if wrong.size:
            column = int(wrong[0])
            raise nq.BadValue(f"rows[{column}] is {array[column]}; a row is 0 to {array.size - 1}")
    return np.require(array, dtype=np.uint32, requirements=["C", "A"])


def check(rows: npt.ArrayLike, instance: Optional[Instance] = None) -> Report:
    """Check rows[column] = row against the plain problem or the instance.

    O(n), and no copy for a contiguous, aligned array of uint32.  2**32 - 1 is an empty column.
    """
    board = _board(rows)
    n = int(board.size)
    report, why = nq.nq_check_report(), create_string_buffer(400)
    with nullcontext() if instance is None else instance._reading() as handle:
        nq.call("nq_check", board.ctypes.data, n, handle, byref(report))
        nq.library.nq_check_describe(byref(report), board.ctypes.data, n, handle, why, len(why))
    direction = _DIRECTIONS[report.direction]
    return Report(
        valid=report.valid,
        n=n,
        conflicts=report.conflicts,
        pairs=dict(zip(_DIRECTIONS, report.pairs)),
        first=(report.first_column, report.second_column, direction, report.line)
        if report.conflicts
        else None,
        empty_columns=report.empty_columns,
        out_of_range=report.out_of_range,
        broken=report.broken,
        why=why.value.decode(),
    )


def count(n: int, *, threads: Optional[int] = None) -> int:
    """The exact number of solutions, n up to 28.  Ctrl-C ends it."""
    size = _whole(n, "n", 1, nq.N_MAX)
    workers = _threads(threads)
    solutions, interrupted, error = c_uint64(), c_bool(), nq.nq_error()

    def count_all(progress: Any) -> None:
        status = nq.library.nq_count(
            size, workers, progress, None, byref(solutions), byref(interrupted), byref(error)
        )
        nq.raise_error(status, error)

    _interrupt.run(count_all)
    return solutions.value
