"""The question: n, queens already placed, blocked squares, excluded diagonals."""

from __future__ import annotations

import os
import tempfile
import threading
import weakref
from contextlib import contextmanager
from ctypes import byref, c_bool, c_uint32
from typing import Any, Iterator, List, Optional, Tuple, Type, Union

from . import _abi, _interrupt
from ._library import BadValue, Error, NoMemory, call, library, raise_error
from ._picture import DRAW_MAX, draw
from ._values import Path, size, text_bytes, whole


class Instance:
    """A question: n, queens already placed, blocked squares, excluded diagonals.

    Columns and rows count from 0 to n - 1.  A rising diagonal has the number column + row, a falling
    one row - column + n - 1: 0 to 2 n - 2.  Numbers out of range raise BadValue.

    Threads may share one.  Calls that only read it, `solve` and `check` among them, run together;
    `place`, `block` and `exclude_..` wait until none of them is running; from the progress function
    of such a call they raise Error.
    """

    def __init__(self, n: int) -> None:
        """The plain problem of size n, 1 to 2**32 - 1."""
        self._adopt(library.nq_instance_new(size(n)))

    def _adopt(self, handle: Optional[int]) -> None:
        if not handle:
            raise NoMemory("no memory for the instance")
        self._handle = handle
        self._unlock()
        _instances.add(self)
        # Not when the process ends: a daemon thread may still be in a call.
        weakref.finalize(self, library.nq_instance_free, handle).atexit = False

    def _unlock(self) -> None:
        self._lock = threading.Condition()  # held by who changes the instance
        self._readers: List[int] = []  # a thread for each call

    @contextmanager
    def _reading(self) -> Iterator[int]:
        """The handle, for calls that only read: no change is made meanwhile."""
        entered, reader = False, _interrupt.caller()
        try:  # around the entry too: Ctrl-C between the two would keep changes waiting for ever
            with self._lock:
                self._readers.append(reader)
                entered = True
            yield self._handle
        finally:
            if entered:
                with self._lock:
                    self._readers.remove(reader)
                    self._lock.notify_all()

    def _change(self, name: str, *arguments: int) -> None:
        """Call a function that changes the instance, alone."""
        with self._lock:
            if _interrupt.caller() in self._readers:  # which waits for this to return
                raise Error("a call that is not over reads the instance; change a copy of it")
            self._lock.wait_for(lambda: not self._readers)
            call(name, self._handle, *arguments)

    @classmethod
    def _copy_of(cls, handle: int) -> "Instance":
        """A copy of an instance that belongs to the library."""
        original, copy = cls.__new__(cls), cls(library.nq_instance_n(handle))
        original._handle = handle
        original._unlock()
        for column, row in original.placed:
            copy.place(column, row)
        for column, row in original.blocked:
            copy.block(column, row)
        for direction, diagonal in original.excluded:
            copy._change(f"nq_instance_exclude_{direction}", diagonal)
        return copy

    @classmethod
    def _from_descriptor(cls, descriptor: int, place: str, first_diagonals: Optional[int]) -> "Instance":
        error = _abi.nq_error()
        most = 2**64 - 1
        first = most if first_diagonals is None else whole(first_diagonals, "first_diagonals", 0, most)
        handle = library.nq_instance_read(descriptor, first, byref(error))
        if not handle:
            raise_error(error.status or _abi.INTERNAL, error, place)
        instance = cls.__new__(cls)
        instance._adopt(handle)
        return instance

    @classmethod
    def read(cls, path: Path, *, first_diagonals: Optional[int] = None) -> "Instance":
        """The instance in a file: the native text, or CSPLib's prob079 or prob080.

        first_diagonals   use the first so many of a CSPLib list of diagonals; None: all

        Raises BadFormat, with the line, OSError, NoMemory.
        """
        with open(os.fspath(path), "rb") as file:
            return cls._from_descriptor(file.fileno(), os.fspath(path), first_diagonals)

    @classmethod
    def parse(cls, text: str) -> "Instance":
        """The instance in the text of such a file; raises BadFormat, with the line."""
        return _parse(cls, text)

    def text(self) -> str:
        """The native text, as `nqueens solve --instance` reads it."""
        with tempfile.TemporaryFile() as file, self._reading() as handle:
            call("nq_instance_write", handle, file.fileno())
            file.seek(0)
            return file.read().decode()

    def __reduce__(self) -> Tuple[Any, ...]:
        """For copy and pickle: a handle has one owner, in one process.  A subclass may add attributes."""
        own = ("_handle", "_lock", "_readers")
        added = {name: value for name, value in vars(self).items() if name not in own}
        return _parse, (type(self), self.text()), added or None

    def _column_row(self, column: int, row: int) -> Tuple[int, int]:
        return whole(column, "column", 0, self.n - 1), whole(row, "row", 0, self.n - 1)

    def place(self, column: int, row: int) -> None:
        """Place a queen.  Queens that attack each other are accepted: no solution exists then."""
        self._change("nq_instance_place", *self._column_row(column, row))

    def block(self, column: int, row: int) -> None:
        """No queen may stand there."""
        self._change("nq_instance_block", *self._column_row(column, row))

    def exclude_rising(self, diagonal: int) -> None:
        """No queen may stand where column + row is `diagonal`."""
        index = whole(diagonal, "diagonal", 0, 2 * self.n - 2)
        self._change("nq_instance_exclude_rising", index)

    def exclude_falling(self, diagonal: int) -> None:
        """No queen may stand where row - column + n - 1 is `diagonal`."""
        index = whole(diagonal, "diagonal", 0, 2 * self.n - 2)
        self._change("nq_instance_exclude_falling", index)

    @property
    def n(self) -> int:
        """The board size."""
        return int(library.nq_instance_n(self._handle))

    def _squares(self, what: str) -> List[Tuple[int, int]]:
        column, row = c_uint32(), c_uint32()
        squares = []
        with self._reading() as handle:
            for i in range(getattr(library, f"nq_instance_{what}_count")(handle)):
                getattr(library, f"nq_instance_{what}_at")(handle, i, byref(column), byref(row))
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
            for i in range(library.nq_instance_excluded_count(handle)):
                diagonal = library.nq_instance_excluded_at(handle, i, byref(rising))
                diagonals.append(("rising" if rising.value else "falling", diagonal))
        return diagonals

    def allows(self, column: int, row: int) -> bool:
        """False when the square is blocked or on an excluded diagonal; placed queens do not matter."""
        square = self._column_row(column, row)
        with self._reading() as handle:
            return bool(library.nq_instance_allows(handle, *square))

    def contradiction(self) -> Optional[str]:
        """Why there is plainly no solution, such as two placed queens that attack each other; or None.

        None does not mean that there is a solution: `solve` finds out.
        """
        error = _abi.nq_error()
        with self._reading() as handle:
            contradicts = library.nq_instance_contradiction(handle, byref(error))
        if contradicts:
            return str(error.message.decode(errors="replace"))
        return None

    def _repr_svg_(self) -> Optional[str]:
        """For notebooks: the placed queens, blocked squares and excluded diagonals."""
        if self.n > DRAW_MAX:
            return None
        rows = [_abi.EMPTY] * self.n
        for column, row in self.placed:
            rows[column] = row
        return draw(rows, self)

    def __repr__(self) -> str:
        return (
            f"<nqueens.Instance n={self.n} placed={len(self.placed)} "
            f"blocked={len(self.blocked)} excluded={len(self.excluded)}>"
        )


def _parse(kind: Type[Instance], text: str) -> Instance:
    with tempfile.TemporaryFile() as file:
        file.write(text_bytes(text, "text"))
        file.seek(0)
        return kind._from_descriptor(file.fileno(), "text", None)


_instances: "weakref.WeakSet[Instance]" = weakref.WeakSet()


def _unlock_all() -> None:
    for instance in _instances:
        instance._unlock()


os.register_at_fork(after_in_child=_unlock_all)


def require_instance(instance: Optional[Instance]) -> Optional[Instance]:
    if instance is not None and not isinstance(instance, Instance):
        raise TypeError(f"instance is {instance!r}; it must be an nqueens.Instance")
    return instance


def instance_of(problem: Union[int, Instance], instance: Optional[Instance] = None) -> Instance:
    """The Instance that `problem` is or, by its n, means; `instance`, where given, has the same n."""
    instance = require_instance(instance)
    if instance is None:
        return problem if isinstance(problem, Instance) else Instance(problem)
    if isinstance(problem, Instance) or size(problem) != instance.n:
        raise BadValue(f"n is {problem}, and that of the instance is {instance.n}; they must be the same")
    return instance
