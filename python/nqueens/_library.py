"""libnqueens by ctypes: where it is found, its structs and functions, its errors.

The classes mirror the headers in src/nqueens; a test holds their layout against the one that the project keeps.
"""

from __future__ import annotations

import ctypes
import os
from ctypes import POINTER, byref
from ctypes import c_bool, c_char, c_char_p, c_double, c_int, c_int32, c_size_t
from ctypes import c_uint, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Dict, Type

VERSION = "0.1.0"
SONAME = "libnqueens.so.0"

# nq_status
OK, END, BAD_VALUE, BAD_FORMAT, IO, NO_MEMORY, UNSUPPORTED, INTERNAL, NO_BOARD = range(9)
# nq_verdict
SOLVED, UNSOLVABLE, UNKNOWN = range(3)

COUNTERS_MAX = 16
N_MAX = 2**32 - 1
EMPTY = 2**32 - 1


# ---- Errors ----


class Error(Exception):
    """What the library refuses or cannot do, in its own words."""


class BadValue(Error, ValueError):
    """An argument is out of its range."""


class BadFormat(Error, ValueError):
    """Text breaks its format; `line`, from 1, says where, or is 0."""

    line: int = 0


class Unsupported(Error, ValueError):
    """The method cannot do what was asked."""


class NoMemory(Error, MemoryError):
    """Memory cannot be had; the message says how much was needed."""


class ReadError(Error, OSError):
    """Reading or writing failed."""


class Unsolvable(Error):
    """It is proved that no solution exists; the message says why."""


class LimitReached(Error):
    """No solution was found within the limits; there may well be one."""


class LibraryMissing(Error, ImportError):
    """The shared library is not there, or is another version."""


_ERRORS: Dict[int, Type[Error]] = {
    BAD_VALUE: BadValue,
    BAD_FORMAT: BadFormat,
    IO: ReadError,
    NO_MEMORY: NoMemory,
    UNSUPPORTED: Unsupported,
}

# ---- Structs ----


class nq_error(ctypes.Structure):
    _fields_ = [("status", c_int), ("line", c_uint64), ("message", c_char * 400)]


class nq_check_report(ctypes.Structure):
    _fields_ = [
        ("valid", c_bool),
        ("conflicts", c_uint64),
        ("pairs", c_uint64 * 3),
        ("first_column", c_uint32),
        ("second_column", c_uint32),
        ("direction", c_int),
        ("line", c_uint64),
        ("empty_columns", c_uint64),
        ("first_empty", c_uint32),
        ("out_of_range", c_uint64),
        ("first_out_of_range", c_uint32),
        ("broken", c_uint64),
        ("first_broken", c_uint32),
    ]


class nq_limits(ctypes.Structure):
    _fields_ = [("steps", c_uint64), ("restarts", c_uint64), ("seconds", c_double)]


class nq_progress(ctypes.Structure):
    _fields_ = [
        ("phase", c_char_p),
        ("done", c_uint64),
        ("total", c_uint64),
        ("unit", c_char_p),
        ("conflicts", c_uint64),
        ("bytes", c_uint64),
        ("branches", c_uint64),
        ("restarts", c_uint64),
        ("seconds", c_double),
        ("temperature", c_double),
    ]


progress_function = ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(nq_progress))


class nq_min_conflicts_options(ctypes.Structure):
    _fields_ = [
        ("start", c_int),
        ("step", c_int),
        ("restart", c_int),
        ("walk", c_double),
        ("patience", c_uint64),
        ("trace", c_void_p),
        ("trace_context", c_void_p),
    ]


class nq_genetic_options(ctypes.Structure):
    _fields_ = [
        ("selection", c_int),
        ("fitness", c_int),
        ("scaling", c_int),
        ("encoding", c_int),
        ("crossover", c_int),
        ("power", c_uint32),
        ("crossover_probability", c_double),
        ("mutation", c_double),
        ("population", c_uint32),
        ("elite", c_int32),
        ("tournament", c_uint32),
        ("memetic_steps", c_uint32),
        ("stagnation", c_uint64),
        ("trace", c_void_p),
        ("trace_context", c_void_p),
    ]


class nq_backtracking_options(ctypes.Structure):
    _fields_ = [("trace", c_void_p), ("trace_context", c_void_p)]


class nq_typical_options(ctypes.Structure):
    _fields_ = [("sweeps", c_uint64)]


class nq_solve_options(ctypes.Structure):
    _fields_ = [
        ("method", c_char_p),
        ("seed", c_uint64),
        ("stream", c_uint64),
        ("threads", c_uint),
        ("limits", nq_limits),
        ("progress", progress_function),
        ("context", c_void_p),
        ("min_conflicts", nq_min_conflicts_options),
        ("genetic", nq_genetic_options),
        ("backtracking", nq_backtracking_options),
        ("typical", nq_typical_options),
        ("proof", c_char_p),
        ("reserved", c_uint64 * 16),
    ]


class nq_counter(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("value", c_double)]


class nq_result(ctypes.Structure):
    _fields_ = [
        ("verdict", c_int),
        ("interrupted", c_bool),
        ("reason", c_char * 200),
        ("steps", c_uint64),
        ("restarts", c_uint64),
        ("conflicts", c_uint64),
        ("seconds_start", c_double),
        ("seconds_search", c_double),
        ("seconds_check", c_double),
        ("seconds_total", c_double),
        ("memory_bytes", c_uint64),
        ("counters", c_size_t),
        ("counter", nq_counter * COUNTERS_MAX),
        ("member", c_char_p),
    ]


STRUCTS = (
    nq_error,
    nq_check_report,
    nq_limits,
    nq_progress,
    nq_min_conflicts_options,
    nq_genetic_options,
    nq_typical_options,
    nq_solve_options,
    nq_counter,
    nq_result,
)

# ---- Functions: name -> (result, arguments) ----

_FUNCTIONS = {
    "nq_version": (c_char_p, []),
    "nq_instance_new": (c_void_p, [c_uint32]),
    "nq_instance_free": (None, [c_void_p]),
    "nq_instance_place": (c_int, [c_void_p, c_uint32, c_uint32, POINTER(nq_error)]),
    "nq_instance_block": (c_int, [c_void_p, c_uint32, c_uint32, POINTER(nq_error)]),
    "nq_instance_exclude_rising": (c_int, [c_void_p, c_uint64, POINTER(nq_error)]),
    "nq_instance_exclude_falling": (c_int, [c_void_p, c_uint64, POINTER(nq_error)]),
    "nq_instance_n": (c_uint32, [c_void_p]),
    "nq_instance_placed_count": (c_size_t, [c_void_p]),
    "nq_instance_blocked_count": (c_size_t, [c_void_p]),
    "nq_instance_excluded_count": (c_size_t, [c_void_p]),
    "nq_instance_placed_at": (None, [c_void_p, c_size_t, POINTER(c_uint32), POINTER(c_uint32)]),
    "nq_instance_blocked_at": (None, [c_void_p, c_size_t, POINTER(c_uint32), POINTER(c_uint32)]),
    "nq_instance_excluded_at": (c_uint64, [c_void_p, c_size_t, POINTER(c_bool)]),
    "nq_instance_allows": (c_bool, [c_void_p, c_uint32, c_uint32]),
    "nq_instance_contradiction": (c_bool, [c_void_p, POINTER(nq_error)]),
    "nq_instance_read": (c_void_p, [c_int, c_uint64, POINTER(nq_error)]),
    "nq_instance_write": (c_int, [c_void_p, c_int, POINTER(nq_error)]),
    "nq_check": (
        c_int,
        [c_void_p, c_uint32, c_void_p, POINTER(nq_check_report), POINTER(nq_error)],
    ),
    "nq_check_describe": (
        None,
        [POINTER(nq_check_report), c_void_p, c_uint32, c_void_p, c_char_p, c_size_t],
    ),
    "nq_solve_options_init": (None, [POINTER(nq_solve_options)]),
    "nq_solve_into": (
        c_int,
        [
            c_void_p,
            POINTER(nq_solve_options),
            c_void_p,
            POINTER(nq_result),
            POINTER(nq_error),
        ],
    ),
    "nq_method_name": (c_char_p, [c_size_t]),
    "nq_method_summary": (c_char_p, [c_size_t]),
    "nq_method_step": (c_char_p, [c_size_t]),
    "nq_construct": (c_bool, [c_void_p, c_uint32]),
    "nq_count": (
        c_int,
        [
            c_uint32,
            c_uint,
            progress_function,
            c_void_p,
            POINTER(c_uint64),
            POINTER(c_bool),
            POINTER(nq_error),
        ],
    ),
}


def _find() -> str:
    """$NQUEENS_LIBRARY, or the library in this package, or the system's."""
    chosen = os.environ.get("NQUEENS_LIBRARY")
    if chosen:
        return chosen
    bundled = Path(__file__).with_name("libnqueens.so")
    return str(bundled) if bundled.exists() else SONAME


def _load() -> Any:
    path = _find()
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise LibraryMissing(f"{path}: {error}; install libnqueens0, or `pip install ./python`") from error
    try:
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except AttributeError as error:
        raise LibraryMissing(f"{path} is not libnqueens {VERSION}: {error}") from error
    found = library.nq_version().decode()
    if found != VERSION:
        raise LibraryMissing(f"{path} is version {found}; this package needs {VERSION}")
    return library


library = _load()


def raise_error(status: int, error: nq_error, place: str = "") -> None:
    """Raise what `status` says, unless it is OK."""
    if status == OK:
        return
    message = error.message.decode(errors="replace")
    kind = _ERRORS.get(status, Error)
    if place:
        message = f"{place}:{error.line}: {message}" if error.line else f"{place}: {message}"
    raised = kind(message)
    if isinstance(raised, BadFormat):
        raised.line = error.line
    raise raised


def call(name: str, *arguments: Any) -> None:
    """Call a function whose last argument is an nq_error; raise what it says."""
    error = nq_error()
    raise_error(getattr(library, name)(*arguments, byref(error)), error)
