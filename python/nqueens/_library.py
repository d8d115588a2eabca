"""libnqueens: where it is found, how it is loaded, and its errors as exceptions.

`_abi.py` declares its functions and structs.
"""

from __future__ import annotations

import ctypes
import os
from ctypes import byref
from pathlib import Path
from typing import Any, Dict, Type

from . import _abi
from ._abi import SONAME, VERSION


class Error(Exception):
    """What the library refuses or cannot do, in its own words."""


class BadValue(Error, ValueError):
    """An argument is out of its range."""


class BadFormat(Error, ValueError):
    """Text breaks its format; `line`, from 1, says where, or is 0."""

    line: int = 0


class Unsupported(Error, ValueError):
    """The method, kind or format does not support what was asked."""


class NoMemory(Error, MemoryError):
    """There is not enough memory; the message says how much was needed."""


class ReadError(Error, OSError):
    """Reading or writing failed."""


class Unsolvable(Error):
    """It is proved that no solution, or no item of that kind, exists; the message says why."""


class LimitReached(Error):
    """No answer was found within the limits; there may well be one."""


class LibraryMissing(Error, ImportError):
    """The shared library or the program is missing, or has another version."""


_ERRORS: Dict[int, Type[Error]] = {
    _abi.BAD_VALUE: BadValue,
    _abi.BAD_FORMAT: BadFormat,
    _abi.IO: ReadError,
    _abi.NO_MEMORY: NoMemory,
    _abi.UNSUPPORTED: Unsupported,
    _abi.NONE: Unsolvable,
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
        loaded = ctypes.CDLL(path)
    except OSError as error:
        raise LibraryMissing(f"{path}: {error}; install libnqueens2, or `pip install ./python`") from error
    try:
        loaded.nq_version.restype = ctypes.c_char_p
        found = loaded.nq_version().decode()
        if found != VERSION:
            raise LibraryMissing(f"{path} is version {found}; this package needs {VERSION}")
        for name, (result, arguments) in _abi.FUNCTIONS.items():
            function = getattr(loaded, name)
            function.restype, function.argtypes = result, arguments
    except AttributeError as error:
        raise LibraryMissing(f"{path} is not libnqueens {VERSION}: {error}") from error
    return loaded


library = _load()


def raise_error(status: int, error: _abi.nq_error, place: str = "") -> None:
    """Raise what `status` says, unless it is OK."""
    if status == _abi.OK:
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
    error = _abi.nq_error()
    raise_error(getattr(library, name)(*arguments, byref(error)), error)
