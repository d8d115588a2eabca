"""How many solutions there are: exact counts, estimates, and solutions by their number."""

from __future__ import annotations

import math
from ctypes import byref, c_bool, c_void_p, create_string_buffer
from dataclasses import dataclass
from typing import Any, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _abi, _interrupt
from ._instance import Instance
from ._library import BadValue, LimitReached, call, library, raise_error
from ._values import Rows, board_type, listed, positive, seconds, seed_or_random, size, slice_of, thread_count, whole


def count(
    problem: Union[int, Instance],
    *,
    threads: Optional[int] = None,
    slice: Optional[Tuple[int, int]] = None,  # pylint: disable=redefined-builtin
    fundamental: bool = False,
    progress: _interrupt.Progress = None,
) -> int:
    """The exact number of solutions of the board of size `problem`, up to 29, or of that Instance.

    threads       1 to 1024; None: all cores
    slice         (k, m): only part k of m, 0 <= k < m; the counts of all parts add up
    fundamental   count solutions that are images of each other under the 8 symmetries once; plain
                  boards without slice only
    progress      a function of (done, total), or a bar such as tqdm.tqdm()

    n = 18 takes a second or so, each further n about eight times as long.  An Instance may have up to
    64 columns without a placed queen; its solutions are counted one by one.  Raises Unsupported
    beyond these sizes, BadValue, NoMemory.  Ctrl-C ends it.  The method: docs/counting.md.
    """
    workers = thread_count(threads)
    if isinstance(problem, Instance) and not library.nq_instance_is_plain(problem._handle):
        if fundamental:
            raise BadValue("fundamental is for plain boards only")
        return _count_instance(problem, workers, slice, progress)
    n = problem.n if isinstance(problem, Instance) else size(problem)
    if fundamental and slice is not None:
        raise BadValue("fundamental needs the number of all solutions: leave slice out")
    solutions = _count_plain(n, workers, slice, progress)
    return _classes(n, solutions, progress) if fundamental else solutions


def _count_plain(n: int, threads: int, pair: Optional[Tuple[int, int]], progress: _interrupt.Progress) -> int:
    plan, part, error = c_void_p(), _abi.nq_count_range(), _abi.nq_error()
    options, result = _abi.nq_count_options(), _abi.nq_count_result()
    library.nq_count_options_init(byref(options))
    options.threads = threads
    call("nq_count_plan_new", n, byref(plan))
    try:
        call("nq_count_slice", plan, *slice_of(pair, _abi.COUNT_SLICES_MAX), byref(part))

        def count_units(function: Any) -> None:
            options.progress = function
            raise_error(
                library.nq_count_run(plan, byref(part), 1, byref(options), byref(result), byref(error)), error
            )

        _interrupt.run(count_units, progress)
    finally:
        library.nq_count_plan_free(plan)
    return int(result.count + (result.count_high << 64))


def _count_instance(
    instance: Instance, threads: int, pair: Optional[Tuple[int, int]], progress: _interrupt.Progress
) -> int:
    options, result, error = (
        _abi.nq_count_instance_options(),
        _abi.nq_count_instance_result(),
        _abi.nq_error(),
    )
    library.nq_count_instance_options_init(byref(options))
    options.threads = threads
    options.slice, options.slices = slice_of(pair, _abi.COUNT_INSTANCE_SLICES_MAX)

    def count_parts(function: Any) -> None:
        options.progress = function
        with instance._reading() as handle:
            raise_error(library.nq_count_instance(handle, byref(options), byref(result), byref(error)), error)

    _interrupt.run(count_parts, progress)
    return int(result.count)


def _classes(n: int, solutions: int, progress: _interrupt.Progress) -> int:
    classes, interrupted, error = _abi.nq_count_classes(), c_bool(), _abi.nq_error()

    def classify(function: Any) -> None:
        status = library.nq_count_classify(
            n,
            solutions & (2**64 - 1),
            solutions >> 64,
            function,
            None,
            byref(classes),
            byref(interrupted),
            byref(error),
        )
        raise_error(status, error)

    _interrupt.run(classify, progress)
    return int(classes.plain + classes.half_turn + classes.quarter_turn)


def count_known(n: int) -> Optional[int]:
    """The number of solutions as published (OEIS A000170), 0 <= n <= 27; None: nobody has counted.

    Raises BadValue where n is not 0 to 2**32 - 1.
    """
    known = library.nq_count_known(whole(n, "n", 0, _abi.N_MAX))
    return None if known == 2**64 - 1 else int(known)


def pick(
    n: int,
    ranks: Sequence[int],
    *,
    threads: Optional[int] = None,
    progress: _interrupt.Progress = None,
    dtype: npt.DTypeLike = np.int64,
) -> Rows:
    """The solutions with these numbers, 0 to count(n) - 1, n up to 20: shape (len(ranks), n).

    threads       1 to 1024; None: all cores
    progress      a function of (done, total), or a bar such as tqdm.tqdm()
    dtype         of the array

    The order of the numbers is fixed.  Uniform numbers make uniform boards.  All ranks together take
    as long as one count of n.  Raises BadValue (no such number), Unsupported, Unsolvable (n = 2, n = 3).
    """
    board = size(n)
    asked = listed(ranks, "ranks", "a list of whole numbers")
    numbers = np.array([whole(rank, "a rank", 0, 2**64 - 1) for rank in asked], dtype=np.uint64)
    rows = np.zeros((len(numbers), min(board, _abi.COUNT_PICK_N_MAX)), dtype=np.uint8)
    workers, interrupted, error = thread_count(threads), c_bool(), _abi.nq_error()

    def pick_all(function: Any) -> None:
        status = library.nq_count_pick(
            board, numbers.ctypes.data, len(numbers), workers, function, None,
            rows.ctypes.data, byref(interrupted), byref(error),
        )  # fmt: skip
        raise_error(status, error)

    _interrupt.run(pick_all, progress)
    return rows.astype(board_type(dtype, board))


@dataclass(frozen=True)
class Estimate:
    """An estimated number of solutions; it is within its interval in 95 of 100 runs."""

    n: int
    ln_count: float  # the natural logarithm of the number Q
    half_width: float  # of its interval, in the logarithm
    alpha: float  # (n ln n - ln Q) / n; it tends to 1.944
    chains: int  # independent boards that were annealed
    seconds: float
    reached: bool  # whether the interval is as narrow as `relative_error` asked for

    @property
    def count(self) -> float:
        """The number of solutions; inf where it is too large for a float."""
        return _exp(self.ln_count)

    @property
    def interval(self) -> Tuple[float, float]:
        """Its 95 % interval, (least, most); inf as in `count`."""
        return _exp(self.ln_count - self.half_width), _exp(self.ln_count + self.half_width)

    def __str__(self) -> str:
        texts = [create_string_buffer(64) for _ in range(3)]
        for text, sign in zip(texts, (0, -1, 1)):
            library.nq_estimate_text(self.ln_count + sign * self.half_width, 4, text, len(text))
        value, low, high = (text.value.decode() for text in texts)
        return f"{value} ({low} to {high})"

    def _repr_html_(self) -> str:
        return f"<p>n = {self.n}: {self} solutions</p>"


def _exp(logarithm: float) -> float:
    try:
        return math.exp(logarithm)
    except OverflowError:
        return math.inf


def estimate(
    n: int,
    *,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    relative_error: Optional[float] = None,
    time_limit: Optional[float] = None,
    progress: _interrupt.Progress = None,
) -> Estimate:
    """Estimate the number of solutions for n up to 10**6, by annealed boards; see docs/counting.md.

    seed            0 to 2**64 - 1; None: random; the estimate depends on n, seed and relative_error alone, not on threads
    relative_error  wanted, at 95 % confidence, as in 0.01; None: the default effort
    time_limit      seconds; without a relative error all of them are used
    progress        a function of (done, total), or a bar such as tqdm.tqdm()

    Raises Unsolvable (n = 2, n = 3), LimitReached (too little time), BadValue, NoMemory.
    """
    options, result, error = _abi.nq_estimate_options(), _abi.nq_estimate_result(), _abi.nq_error()
    library.nq_estimate_options_init(byref(options))
    options.seed, options.threads = seed_or_random(seed), thread_count(threads)
    options.relative_error = positive(relative_error, "relative_error")
    options.seconds = seconds(time_limit)
    board = size(n)

    def estimate_all(function: Any) -> None:
        options.progress = function
        raise_error(library.nq_estimate(board, byref(options), byref(result), byref(error)), error)

    _interrupt.run(estimate_all, progress)
    if result.stopped:
        raise LimitReached("the time limit came before there was an estimate")
    return Estimate(
        n=board,
        ln_count=result.ln_count,
        half_width=result.half_width,
        alpha=result.alpha,
        chains=result.chains,
        seconds=result.seconds,
        reached=not result.wide,
    )
