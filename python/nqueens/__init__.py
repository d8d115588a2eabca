"""One solution of the N-queens problem for any n, checked; exact counts; a checker.

    >>> import nqueens
    >>> rows = nqueens.solve(8, seed=1)      # a numpy.ndarray of uint32: rows[column] = row
    >>> bool(nqueens.check(rows))
    True
    >>> nqueens.count(8)
    92
"""

from ._api import Instance, Report, Result, attempt, check, construct, count, methods, solve
from ._library import VERSION as __version__
from ._library import (
    BadFormat,
    BadValue,
    Error,
    LibraryMissing,
    LimitReached,
    NoMemory,
    ReadError,
    Unsolvable,
    Unsupported,
)
from ._shards import Board, load

__all__ = [
    "BadFormat",
    "BadValue",
    "Board",
    "Error",
    "Instance",
    "LibraryMissing",
    "LimitReached",
    "NoMemory",
    "ReadError",
    "Report",
    "Result",
    "Unsolvable",
    "Unsupported",
    "__version__",
    "attempt",
    "check",
    "construct",
    "count",
    "load",
    "methods",
    "solve",
]
