"""Files for other programs: instances in the languages of solvers, and boards."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import tempfile
from contextlib import contextmanager, suppress
from ctypes import byref
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Union

import numpy.typing as npt

from . import _abi, _interrupt
from ._board import Board
from ._instance import Instance, instance_of
from ._library import BadValue, NoMemory, call, library
from ._values import LibraryRows, Path, board_rows, name_bytes, whole

_PARTS = {"all": _abi.PART_ALL, "model": _abi.PART_MODEL, "data": _abi.PART_DATA}


def _status(path: Path) -> Optional[os.stat_result]:
    """What is at the path, None if it is free; an error for a folder and for an empty path."""
    try:
        there = os.stat(path)
    except FileNotFoundError:
        if not os.fspath(path):
            raise
        return None
    if stat.S_ISDIR(there.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    return there


def _is_in_place(there: os.stat_result) -> bool:
    """No regular file, or that of standard output or error, which others write to as well."""
    for standard in (1, 2):
        try:
            if os.path.samestat(os.fstat(standard), there):
                return True
        except OSError:
            pass  # it is closed
    return not stat.S_ISREG(there.st_mode)


def _sync_folder(path: str) -> None:
    """Put the names in the folder on the disk, where the file system can."""
    try:
        folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except PermissionError:
        return  # it may be open to new names only
    try:
        os.fsync(folder)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS):
            raise
    finally:
        os.close(folder)


@contextmanager
def _replacing(path: Path) -> Iterator[int]:
    """A descriptor for the file's new content, which gets its name once it is complete, and the old
    file's permissions.  What is no regular file, as a device or a pipe, is written in place."""
    target, there = os.path.realpath(os.fspath(path)), _status(path)
    if there is not None and _is_in_place(there):
        descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        try:
            yield descriptor
        finally:
            os.close(descriptor)
        return
    temporary = f"{target}.{secrets.token_hex(4)}.tmp"
    try:
        if there is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    except OSError as error:
        error.filename = os.fspath(path)
        raise
    try:
        if there is not None:
            os.fchmod(descriptor, stat.S_IMODE(there.st_mode))
        yield descriptor
        os.fsync(descriptor)
        os.replace(temporary, target)
        _sync_folder(os.path.dirname(target))
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
        raise
    finally:
        os.close(descriptor)


def _bytes(text: Optional[str], name: str) -> Optional[bytes]:
    return None if text is None else name_bytes(text, name)


def export(
    problem: Union[int, Instance],
    format: str,  # pylint: disable=redefined-builtin
    path: Optional[Path] = None,
    *,
    encoding: Optional[str] = None,
    part: str = "all",
    strategy: Optional[str] = None,
    comment: Optional[str] = None,
    progress: _interrupt.Progress = None,
) -> Optional[str]:
    """Write the board of size `problem`, or that Instance, in the language of another solver.

    format        one of export_formats(), as in "dimacs"
    path          the file, written completely or not at all; None: return the text
    encoding      one of the format's; None: its first
    part          "all", or "model" or "data" where the format has a file for each
    strategy      how ortools-cp and opl search, as in "first-unbound,min-value"
    comment       for the head of the file
    progress      a function of (done, total) in bytes, or a bar such as tqdm.tqdm()

    Raises BadValue, Unsupported (the format cannot express the instance), ReadError or OSError.
    """
    instance = instance_of(problem)
    if format not in export_formats():
        raise BadValue(f"there is no export format {format!r}; there are {', '.join(export_formats())}")
    if part not in _PARTS:
        raise BadValue(f"part is {part!r}; it must be all, model or data")
    options = _abi.nq_export_options(
        format=name_bytes(format, "format"),
        encoding=_bytes(encoding, "encoding"),
        part=_PARTS[part],
        comment=_bytes(comment, "comment"),
        strategy=_bytes(strategy, "strategy"),
    )

    def write_to(descriptor: int) -> None:
        def write_all(function: Any) -> None:
            options.progress = function
            with instance._reading() as handle:
                call("nq_export_write", handle, byref(options), descriptor)

        _interrupt.run(write_all, progress)

    if path is None:
        with tempfile.TemporaryFile() as file:
            write_to(file.fileno())
            file.seek(0)
            return file.read().decode()
    with _replacing(path) as descriptor:
        write_to(descriptor)
    return None


def export_formats() -> Dict[str, str]:
    """The formats of `export`, each with a line about it and its encodings, the default first."""
    table: Dict[str, str] = {}
    while form := library.nq_export_format_at(len(table)):
        encodings: List[str] = []
        while form.contents.encodings and form.contents.encodings[len(encodings)]:
            encodings.append(form.contents.encodings[len(encodings)].decode())
        about = form.contents.summary.decode()
        table[form.contents.name.decode()] = f"{about} ({', '.join(encodings)})" if encodings else about
    return table


def write_formats() -> Dict[str, int]:
    """The formats of `write`, each with the library's number for it."""
    names: Dict[str, int] = {}
    while (name := library.nq_format_name(len(names))) is not None:
        names[name.decode()] = library.nq_format_by_name(name)
    return names


def write(
    boards: Iterable[Union[npt.ArrayLike, Board]],
    path: Path,
    *,
    format: Optional[str] = None,  # pylint: disable=redefined-builtin
    base: int = 0,
) -> int:
    """Write boards of one size, as from `solutions`, to a file; return their number.

    format        line, picture, json, npy, pairs, matrix, csv, leetcode or fen; None: by the suffix .txt,
                  .pic, .json, .npy, .csv or .fen
    base          0 or 1, added to every row in line, json, pairs and csv

    The file is written completely or not at all.  Raises BadValue, ReadError or OSError.
    """
    known = write_formats()
    chosen = known.get(format) if format else library.nq_format_by_suffix(os.fsencode(path))
    if chosen not in known.values():
        wrong = f"format is {format!r}" if format else f"the suffix of {os.fspath(path)!r} names no format"
        raise BadValue(f"{wrong}; the format must be one of {', '.join(known)}")
    whole(base, "base", 0, 1)
    arrays: Iterable[LibraryRows] = map(board_rows, boards)
    number = _abi.BOARDS_UNKNOWN
    if chosen == _abi.FORMAT_NPY:  # its header has their number
        arrays = list(arrays)
        number = len(arrays)
    with _replacing(path) as descriptor:
        return _write_all(arrays, lambda n: library.nq_writer_new(descriptor, chosen, n, number, base))


def _write_all(boards: Iterable[LibraryRows], open_writer: Callable[[int], Optional[int]]) -> int:
    writer, n = None, 0
    try:
        for rows in boards:
            if writer is None:
                n = rows.size
                writer = open_writer(n)
            if rows.size != n:
                raise BadValue(f"boards of n = {n} and of n = {rows.size} do not go into one file")
            if not writer:
                raise NoMemory("no memory for a writer")
            call("nq_writer_board", writer, rows.ctypes.data)
        if writer is None:
            raise BadValue("there is no board to write")
        written = int(library.nq_writer_written(writer))
    except BaseException:
        library.nq_writer_free(writer)
        raise
    call("nq_writer_finish", writer)
    return written
