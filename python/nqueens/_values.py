"""Arguments of the package's functions as the library takes them, and arrays of rows."""

from __future__ import annotations

import math
import operator
import os
import secrets
from ctypes import c_uint32
from typing import Any, List, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _abi
from ._library import BadValue, NoMemory

Rows = npt.NDArray[np.int64]  # a board: signed, so that rows[i] - rows[j] may be negative
LibraryRows = npt.NDArray[np.uint32]  # as the library has it
EMPTY = int(_abi.EMPTY)  # the row of a column without a queen
Path = Union[str, "os.PathLike[str]"]
Option = Union[None, bool, int, float, str]  # of a method; None: its default


def whole(value: Any, name: str, least: int, most: int) -> int:
    """The value as an int within its range, which ctypes would not check; 1e6 is whole as well."""
    try:
        number = _whole_float(value) if isinstance(value, (float, np.floating)) else operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; it must be a whole number") from None
    if not least <= number <= most:
        raise BadValue(f"{name} is {number}; it must be {least} to {most}")
    return number


def _whole_float(value: Any) -> int:
    if not float(value).is_integer():
        raise TypeError
    return int(value)


def size(n: Any) -> int:
    return whole(n, "n", 1, _abi.N_MAX)


def thread_count(threads: Optional[int]) -> int:
    if threads is None:
        return max(1, min(1024, len(os.sched_getaffinity(0))))
    return whole(threads, "threads", 1, 1024)


def seed_or_random(seed: Optional[int]) -> int:
    return secrets.randbits(64) if seed is None else whole(seed, "seed", 0, 2**64 - 1)


def limit(value: Optional[int], name: str) -> int:
    """0, for the library no limit, where it is None."""
    return 0 if value is None else whole(value, name, 1, 2**64 - 1)


def positive(value: Optional[float], name: str, unit: str = "") -> float:
    """0, for the library no limit, where it is None."""
    if value is None:
        return 0.0
    number = real(value, name, unit)
    if not (math.isfinite(number) and number > 0):
        raise BadValue(f"{name} is {number}; it must be a number{unit} above 0")
    return number


def real(value: Any, name: str, unit: str = "") -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {value!r}; it must be a number{unit}") from None


def seconds(time_limit: Optional[float]) -> float:
    return positive(time_limit, "time_limit", " of seconds")


def slice_of(pair: Optional[Tuple[int, int]], most: int) -> Tuple[int, int]:
    """(0, 1), the whole, where it is None."""
    if pair is None:
        return 0, 1
    part, parts = listed(pair, "slice", "a pair (k, m)", 2)
    parts = whole(parts, "the number of slices", 1, most)
    return whole(part, "the slice", 0, parts - 1), parts


def listed(values: Any, name: str, meaning: str, length: Optional[int] = None) -> List[Any]:
    """The values of a list, tuple or array, of this length if one is given; a string is none."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name} is {values!r}; it must be {meaning}")
    found = list(values)
    if length is not None and len(found) != length:
        raise BadValue(f"{name} is {values!r}; it must be {meaning}")
    return found


def text_bytes(text: Any, name: str) -> bytes:
    """The string in UTF-8."""
    if not isinstance(text, str):
        raise TypeError(f"{name} is {text!r}; it must be a string")
    return text.encode()


def name_bytes(text: Any, name: str) -> bytes:
    """The same for the library's strings, which end with a NUL."""
    return _without_nul(text_bytes(text, name), name)


def path_bytes(path: Path, name: str) -> bytes:
    return _without_nul(os.fsencode(path), name)


def _without_nul(text: bytes, name: str) -> bytes:
    if b"\0" in text:
        raise BadValue(f"{name} is {text!r}; it must not contain a NUL")
    return text


def method_text(method: str, options: "dict[str, Option]") -> str:
    """METHOD:key=value,..., as the library reads it; an underscore of Python is a hyphen there."""
    pairs = []
    for name, value in options.items():
        if value is None:
            continue
        text = option_text(name, value)
        if "," in text:
            raise BadValue(f"{name} is {text!r}; an option has one value")
        pairs.append(f"{name.replace('_', '-')}={text}")
    return f"{method}:{','.join(pairs)}" if pairs else method


def option_text(name: str, value: Option) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    try:
        return str(whole(value, name, -(2**63), 2**64 - 1))
    except (TypeError, BadValue):
        return repr(real(value, name))


def board_type(dtype: Any, n: int) -> "np.dtype[Any]":
    """The type of whole numbers for a board's rows."""
    try:
        kind: "np.dtype[Any]" = np.dtype(dtype)
    except TypeError:
        raise TypeError(f"dtype is {dtype!r}; it must be a type of whole numbers of NumPy") from None
    if kind.kind not in "iu" or np.iinfo(kind).max < n - 1:
        raise BadValue(f"dtype is {kind}; it must be a type of whole numbers up to {n - 1}")
    return kind


def new_rows(n: int) -> LibraryRows:
    try:
        return np.empty(n, dtype=np.uint32)
    except MemoryError:
        raise NoMemory(f"no memory for a board of n = {n}: {4 * n} bytes") from None


def table(records: List[Any]) -> Any:
    """A pandas.DataFrame where pandas is installed, otherwise the list of dicts."""
    try:
        import pandas
    except ImportError:
        return records
    return pandas.DataFrame(records)


def output_rows(out: Optional[LibraryRows], n: int) -> LibraryRows:
    """`out`, if the library can write a board of n queens there; a new array where it is None."""
    if out is None:
        return new_rows(n)
    if not isinstance(out, np.ndarray) or out.dtype != np.uint32 or out.shape != (n,):
        raise BadValue(f"out must be a numpy.ndarray of uint32 and of shape ({n},)")
    if not (out.flags.c_contiguous and out.flags.writeable and out.flags.aligned):
        raise BadValue("out must be contiguous, aligned and writeable")
    return out


def board_rows(rows: npt.ArrayLike) -> LibraryRows:
    """The rows as uint32, contiguous and aligned: the same memory where they are so already.  None, and
    whole numbers as floats, are as in JSON."""
    try:
        array = np.asarray(rows)
        if array.dtype == object and array.ndim == 1:
            array = np.asarray([_abi.EMPTY if row is None else row for row in array.tolist()])
    except ValueError as error:  # as for rows of several lengths
        raise BadValue(f"a board is a list or an array of n rows: {error}") from error
    if array.ndim == 0:
        raise BadValue(f"a board is a list or an array of n rows, not {rows!r}")
    if array.ndim != 1 or array.size == 0 or array.size > _abi.N_MAX:
        raise BadValue(f"a board is n rows, n >= 1, not an array of shape {array.shape}")
    if array.dtype.kind not in "iuf":
        raise BadValue(f"rows are whole numbers, not {array.dtype}; an empty column is None or nqueens.EMPTY")
    if array.dtype != np.uint32:
        on_board = (array >= 0) & (array <= _abi.EMPTY)
        if array.dtype.kind == "f":
            on_board &= np.trunc(array) == array
        wrong = np.flatnonzero(~on_board)
        if wrong.size:
            column = int(wrong[0])
            raise BadValue(f"rows[{column}] is {array[column]}; a row is a whole number, 0 to {array.size - 1}")
    return np.require(array, dtype=np.uint32, requirements=["C", "A"])


def rows_at(address: int, n: int, dtype: Any = np.int64) -> Rows:
    """A copy of n rows in the library's memory."""
    source = (c_uint32 * n).from_address(address)
    return np.array(source, dtype=dtype)
