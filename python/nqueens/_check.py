"""The checker, and the answers of other solvers that it is asked about."""

from __future__ import annotations

import gzip
import os
import shutil
import tempfile
import zlib
from contextlib import nullcontext
from ctypes import byref, c_uint, c_uint32, c_uint64, create_string_buffer, memmove
from dataclasses import dataclass
from html import escape
from typing import IO, Any, Callable, Dict, List, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _abi, _interrupt
from ._board import Board
from ._instance import Instance, require_instance
from ._library import BadFormat, BadValue, NoMemory, library, raise_error
from ._values import LibraryRows, Path, Rows, board_rows, name_bytes, rows_at, size, text_bytes, thread_count

_DIRECTIONS = ("row", "rising", "falling")
_KINDS = ("board", "invalid", "unsatisfiable", "unknown")
_PIECES = 1 << 24  # from this n on a board on disk is not read as a whole
_ASIDE = 1 << 20  # from this n on a check runs in a thread of its own, so that Ctrl-C ends it


@dataclass(frozen=True, eq=False)
class Answer:
    """An answer read from a file: a board, or what else a solver said."""

    kind: str  # "board"; "invalid": no array of rows can hold it; "unsatisfiable"; "unknown"
    rows: Optional[Rows]  # of "board", int64; EMPTY is an empty column, and rows may be out of range
    n: int  # of its board, or 0
    line: int  # of the file, from 1
    why: str  # of "invalid"
    form: str = "rows"  # in which it was written: "rows", "pairs", "matrix", "picture", ...
    base: int = 0  # from which it counts columns and rows

    def _repr_svg_(self) -> Optional[str]:
        return None if self.rows is None else Board(self.rows)._repr_svg_()


@dataclass(frozen=True, eq=False)
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

    def _repr_html_(self) -> str:
        return (
            f"<p>n = {self.n}: {'valid' if self.valid else escape(self.why)}; conflicts: {self.conflicts}</p>"
        )


def check(
    rows: Union[npt.ArrayLike, Answer, Board, str, Dict[Any, Any]],
    instance: Optional[Instance] = None,
    *,
    threads: Optional[int] = None,
    progress: _interrupt.Progress = None,
) -> Report:
    """Check rows[column] = row, or an Answer with a board, against the plain problem or the instance.

    rows          n whole numbers from 0; EMPTY or None is an empty column.  What `parse` takes besides, a
                  text, pairs, a matrix or a dictionary, must hold one board
    threads       1 to 1024; None: all cores
    progress      a function of (done, total), or a bar such as tqdm.tqdm()

    O(n), and no copy for a contiguous, aligned array of uint32.  A Board on disk is read in pieces from
    n = 2**24 on, and takes 5 n / 8 bytes; there may then be more conflicts than are counted.  The
    checker shares no code with the searches.

    Raises BadValue for what is no board, or has another n than the instance; NoMemory.
    """
    require_instance(instance)
    if isinstance(rows, Board) and rows.path is not None and instance is None and rows.n >= _PIECES:
        return _check_pieces(rows, thread_count(threads), progress)
    board = rows_of(rows)
    n = int(board.size)
    options = _abi.nq_check_options(threads=thread_count(threads))

    def check_all(function: Any, report: Any, error: Any) -> int:
        options.progress = function
        with nullcontext() if instance is None else instance._reading() as handle:
            status: int = library.nq_check_with(
                board.ctypes.data, n, handle, byref(options), byref(report), byref(error)
            )
        return status

    return _report(n, instance, check_all, progress)


def rows_of(board: Any) -> LibraryRows:
    """Of a board in any form that `check` takes."""
    if not isinstance(board, Answer) and not _is_plain(board):
        board = _only_answer(parse(board))
    if not isinstance(board, Answer):
        return board_rows(board)
    if board.rows is None:
        why_not = f": {board.why}" if board.why else ""
        raise BadValue(f"line {board.line}: the answer is {board.kind}, not a board{why_not}")
    return board_rows(board.rows)


def _is_plain(value: Any) -> bool:
    """Is it to be taken as rows from 0, also to be refused as such, rather than read?"""
    if isinstance(value, (str, dict, set, frozenset)):
        return False
    if isinstance(value, np.ndarray):
        return bool(value.ndim != 2)
    return not (isinstance(value, (list, tuple)) and value and isinstance(value[0], (list, tuple, np.ndarray)))


def _only_answer(answers: List[Answer]) -> Answer:
    if len(answers) != 1:
        raise BadValue(f"{len(answers)} boards, not one: see nqueens.parse")
    return answers[0]


def _check_pieces(board: Board, threads: int, progress: _interrupt.Progress) -> Report:
    options = _abi.nq_check_options(threads=threads)
    failures: List[BaseException] = []

    def read_piece(_context: Any, column: int, rows: int, count: int, _error: Any) -> int:
        try:
            piece = np.ascontiguousarray(board[column : column + count], dtype=np.uint64)
            if board.n <= _abi.N_MAX:
                piece[piece == _abi.EMPTY] = _abi.LARGE_EMPTY
            memmove(rows, piece.ctypes.data, piece.nbytes)
        except BaseException as failure:  # it cannot pass through the library
            failures.append(failure)
        return _abi.IO if failures else _abi.OK

    source = _abi.nq_large_board(n=board.n, read=_abi.nq_large_read(read_piece))

    def check_all(function: Any, report: Any, error: Any) -> int:
        options.progress = function
        status: int = library.nq_large_check(byref(source), byref(options), byref(report), byref(error))
        if failures:
            raise failures[0]
        return status

    return _report(board.n, None, check_all, progress)


def _report(
    n: int,
    instance: Optional[Instance],
    check_all: Callable[[Any, Any, Any], int],
    progress: _interrupt.Progress,
) -> Report:
    """The Report of a check, which is a function of progress, report and error."""
    report, why, error = _abi.nq_check_report(), create_string_buffer(400), _abi.nq_error()

    def run(function: Any) -> None:
        status = check_all(function, report, error)
        if status == _abi.END:  # stopped, for what `_interrupt.run` raises
            return
        raise_error(status, error)
        with nullcontext() if instance is None else instance._reading() as handle:
            library.nq_check_describe(byref(report), n, handle, why, len(why))

    if n < _ASIDE:
        run(_abi.nq_progress_function())
    else:
        _interrupt.run(run, progress)
    return Report(
        valid=report.valid,
        n=n,
        conflicts=report.conflicts,
        pairs=dict(zip(_DIRECTIONS, report.pairs)),
        first=_first(report),
        empty_columns=report.empty_columns,
        out_of_range=report.out_of_range,
        broken=report.broken,
        why=why.value.decode(),
    )


def _first(report: Any) -> Optional[Tuple[int, int, str, int]]:
    if not report.conflicts:
        return None
    return report.first_column, report.second_column, _DIRECTIONS[report.direction], report.line


def read(
    path: Path,
    *,
    format: Optional[str] = None,  # pylint: disable=redefined-builtin
    n: Optional[int] = None,
    variable: Optional[str] = None,
    base: Optional[int] = None,
) -> List[Answer]:
    """The boards and answers in a file, which may be compressed with gzip.

    format        one of read_formats(); None: recognised by its content
    n             size of the boards, for answers that do not contain it, as those of SAT solvers
    variable      the list to read where an answer has several
    base          0 or 1: what columns and rows count from, where the board does not show it

    It reads what `nqueens check` does: native text, JSON, pictures, .npy, lists, chess squares, and
    what other solvers print.  Raises BadFormat, with the line, where a board is not readable;
    BadValue, NoMemory, OSError.
    """
    with open(os.fspath(path), "rb") as file:
        if file.read(2) == b"\x1f\x8b":
            with gzip.open(path) as packed, tempfile.TemporaryFile() as plain:
                try:
                    shutil.copyfileobj(packed, plain)
                except (EOFError, gzip.BadGzipFile, zlib.error) as error:
                    raise BadFormat(f"{os.fspath(path)}: {error}") from error
                return _read_all(plain, os.fspath(path), format, n, variable, base)
        return _read_all(file, os.fspath(path), format, n, variable, base)


def parse(
    text: Any,
    *,
    format: Optional[str] = None,  # pylint: disable=redefined-builtin
    n: Optional[int] = None,
    variable: Optional[str] = None,
    base: Optional[int] = None,
) -> List[Answer]:
    """The boards and answers in the text of such a file; arguments and errors are those of `read`.

    text          may also be a list of rows, pairs or squares, a matrix, of NumPy too, or a dictionary
                  of them: what is read is what Python prints
    base          0 or 1: what columns and rows count from, where the board does not show it
    """
    if isinstance(text, (list, tuple, set, frozenset, dict, np.ndarray)):
        text = repr(_plain(text))
    with tempfile.TemporaryFile() as file:
        file.write(text_bytes(text, "text"))
        return _read_all(file, "text", format, n, variable, base)


def _plain(value: Any) -> Any:
    """The value made of the types of Python alone."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, dict):
        return {_plain(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(_plain(item) for item in value)
    if isinstance(value, (list, tuple)):
        items = [_plain(item) for item in value]
        return items if isinstance(value, list) else tuple(items)
    return value


def read_formats() -> List[str]:
    """The formats that `read` reads; those that can also be written come first."""
    names: List[str] = []
    while (name := library.nq_format_readable_name(len(names))) is not None:
        names.append(name.decode())
    return names


def _read_all(
    file: IO[bytes],
    place: str,
    name: Optional[str],
    n: Optional[int],
    variable: Optional[str],
    base: Optional[int],
) -> List[Answer]:
    if base not in (None, 0, 1):
        raise BadValue(f"base is {base!r}; it must be 0 or 1")
    if name is not None and name not in read_formats():
        raise BadValue(f"no format {name!r}; there are {', '.join(read_formats())}")
    file.flush()
    os.lseek(file.fileno(), 0, os.SEEK_SET)
    chosen = _abi.FORMAT_AUTO if name is None else library.nq_format_by_name(name.encode())
    reader = library.nq_reader_new(file.fileno(), chosen)
    if not reader:
        raise NoMemory("no memory for a reader")
    board = _abi.nq_board()
    answers: List[Answer] = []

    def read_boards(function: Any) -> None:
        library.nq_reader_watch(reader, function, None)
        if n is not None:
            library.nq_reader_expect(reader, size(n))
        if base is not None:
            library.nq_reader_base(reader, base)
        if variable is not None:
            library.nq_reader_variable(reader, variable_name)
        while (answer := _read_next(reader, board, place)) is not None:
            answers.append(answer)

    variable_name = name_bytes(variable, "variable") if variable is not None else None
    try:
        _interrupt.run(read_boards)
    finally:
        library.nq_board_release(byref(board))
        library.nq_reader_free(reader)
    return answers


def _read_next(reader: int, board: _abi.nq_board, place: str) -> Optional[Answer]:
    line, n, error = c_uint64(), c_uint32(), _abi.nq_error()
    status = library.nq_reader_next(reader, byref(board), byref(line), byref(error))
    if status == _abi.END:
        return None
    if status not in (_abi.OK, _abi.NO_BOARD):
        raise_error(status, error, place)
    kind = _KINDS[library.nq_reader_answer(reader, byref(n))]
    rows = rows_at(board.rows, board.n) if status == _abi.OK else None
    why = error.message.decode(errors="replace") if kind == "invalid" else ""
    size_read = board.n if rows is not None else n.value
    start = c_uint(0)
    form = library.nq_reader_form(reader, byref(start))
    return Answer(kind, rows, size_read, line.value, why, form.decode() if form else "rows", start.value)
