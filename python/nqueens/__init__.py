"""Solutions of the N-queens problem for any n: found, counted, checked, compared.

>>> import nqueens
>>> rows = nqueens.solve(8, seed=1)      # a numpy.ndarray of int64: rows[column] = row
>>> bool(nqueens.check(rows))
True
>>> nqueens.count(8)
92
>>> len(list(nqueens.solutions(6)))
4
>>> nqueens.attempt(30, seed=1, method="genetic", population=50).verdict
'solved'
"""

from ._abi import VERSION as __version__
from ._board import Board, load
from ._check import Answer, Report, check, parse, read, read_formats
from ._compare import Runs, compare, replay
from ._count import Estimate, count, count_known, estimate, pick
from ._files import export, export_formats, write, write_formats
from ._generate import Item, generate, kinds, suite
from ._instance import Instance
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
from ._solutions import solutions
from ._solve import Method, Result, attempt, construct, method_options, methods, solve, typical
from ._values import EMPTY

__all__ = [
    "Answer",
    "BadFormat",
    "BadValue",
    "Board",
    "EMPTY",
    "Error",
    "Estimate",
    "Instance",
    "Item",
    "LibraryMissing",
    "LimitReached",
    "Method",
    "NoMemory",
    "ReadError",
    "Report",
    "Result",
    "Runs",
    "Unsolvable",
    "Unsupported",
    "__version__",
    "attempt",
    "check",
    "compare",
    "construct",
    "count",
    "count_known",
    "estimate",
    "export",
    "export_formats",
    "generate",
    "kinds",
    "load",
    "method_options",
    "methods",
    "parse",
    "pick",
    "read",
    "read_formats",
    "replay",
    "solutions",
    "solve",
    "suite",
    "typical",
    "write",
    "write_formats",
]
