"""Every solution, one after another."""

from __future__ import annotations

from copy import copy
from ctypes import byref
from typing import Any, Callable, Iterator, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _abi, _interrupt
from ._instance import Instance, instance_of
from ._library import LimitReached, library, raise_error
from ._values import Rows, board_type, limit, rows_at, seconds, slice_of, thread_count


def solutions(
    problem: Union[int, Instance],
    *,
    instance: Optional[Instance] = None,
    limit: Optional[int] = None,  # pylint: disable=redefined-outer-name
    fundamental: bool = False,
    slice: Optional[Tuple[int, int]] = None,  # pylint: disable=redefined-builtin
    threads: Optional[int] = None,
    time_limit: Optional[float] = None,
    dtype: npt.DTypeLike = np.int64,
) -> Iterator[Rows]:
    """Iterate over the solutions of the board of size `problem`, up to 64, or of that Instance.

    instance      the Instance, where `problem` is its n; later changes of it do not count
    limit         end after this many
    fundamental   only the least of the up to 8 images under the symmetries; plain boards only
    slice         (k, m): only part k of m, 0 <= k < m; the parts in order give all solutions
    threads       1 to 1024; None: all cores; the solutions do not depend on it
    time_limit    seconds, those included in which the iterator waits for its caller

    dtype         of the arrays

    Each is rows[column] = row, an array of its own, of shape (n,), and has been checked; they come in lexicographic order, while the search goes on.  Raises LimitReached when the time
    limit ends them early, Unsupported, BadValue, NoMemory.  To end early, leave the loop.
    """
    question = copy(instance_of(problem, instance))  # which others may change meanwhile
    options = _abi.nq_enumerate_options()
    library.nq_enumerate_options_init(byref(options))
    options.solutions = _limit(limit, "limit")
    options.seconds = seconds(time_limit)
    options.fundamental = fundamental
    options.slice, options.slices = slice_of(slice, _abi.ENUMERATE_SLICES_MAX)
    options.threads = thread_count(threads)
    return _search(question, options, board_type(dtype, question.n))


_limit = limit  # the function; above, the name is an argument's


def _search(instance: Instance, options: _abi.nq_enumerate_options, dtype: Any) -> Iterator[Rows]:
    n, result, error = instance.n, _abi.nq_enumerate_result(), _abi.nq_error()

    def enumerate_into(function: Any, give: Callable[[Rows], bool]) -> None:
        visit = _abi.nq_enumerate_visit(lambda context, rows: give(rows_at(rows, n, dtype)))
        options.progress = function
        with instance._reading() as handle:
            raise_error(
                library.nq_enumerate(handle, byref(options), visit, byref(result), byref(error)), error
            )

    yield from _interrupt.stream(enumerate_into)
    if result.end == _abi.ENUMERATE_TIME:
        raise LimitReached(f"the time limit came after {result.solutions} solutions")
