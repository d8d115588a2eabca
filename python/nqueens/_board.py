"""Boards that show themselves in a notebook: of an array, or on disk, as `nqueens solve N -o DIR/` or
`-o FILE.npy` writes them."""

from __future__ import annotations

import bisect
import json
import os
import stat
import zipfile
import zlib
from typing import Any, Dict, Iterator, List, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._instance import Instance, require_instance
from ._library import BadFormat, BadValue
from ._picture import DRAW_MAX, density, draw
from ._values import Path, board_rows, whole


INDEX_MOST = 1 << 20  # bytes of an index.json


def _require_file(path: str) -> None:
    """Opening a pipe would wait for its writer."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise BadFormat(f"{path}: not a regular file")


def _open_rows(path: str) -> npt.NDArray[Any]:
    """The one board in a .npy file, mapped; BadFormat for what is none."""
    _require_file(path)
    try:
        rows = np.load(path, mmap_mode="r")
    except (ValueError, EOFError, zipfile.BadZipFile) as error:
        raise BadFormat(f"{path}: {error}") from error
    if not isinstance(rows, np.ndarray) or rows.ndim != 1 or rows.size == 0 or rows.dtype.kind not in "iu":
        raise BadFormat(f"{path}: not one board: a one-dimensional array of whole numbers")
    return rows


def _read_index(path: str) -> Any:
    _require_file(path)
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read(INDEX_MOST + 1)
        if len(text) > INDEX_MOST:
            raise BadFormat(f"{path}: it is longer than {INDEX_MOST} bytes: it is no index of shards")
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise error if isinstance(error, BadFormat) else BadFormat(f"{path}: {error}") from error


class Board:
    """The rows of a board, in an array or on disk: rows[column] = row.

    `Board(rows)` has an array of whole numbers, and shows itself in a notebook: queen by queen up to
    n = 64, with those that attack each other and what the instance asks for; as a map of the
    density of queens beyond.  `load(path)` opens a board on disk; nothing is read before it is
    needed.

    `board[i]` is the row in column i, a number of Python, and `board[i:j]` an array of int64.  `print`
    draws it up to n = 64.  `runs()` walks through a large board, in arrays as it is stored.
    `index` is the index.json of a folder, as a dict.  Raises BadValue for what is no board, or has
    another n than the instance.
    """

    path: Optional[str] = None

    def __init__(self, rows: npt.ArrayLike, instance: Optional[Instance] = None) -> None:
        self.index: Dict[str, Any] = {}
        self.instance = require_instance(instance)
        self._shards: List[npt.NDArray[Any]] = [board_rows(rows)]
        self._starts = [0]
        self.n: int = len(self._shards[0])
        if instance is not None and instance.n != self.n:
            raise BadValue(f"the board has n = {self.n}, its instance n = {instance.n}")

    @classmethod
    def _open(cls, path: Path) -> "Board":
        board = cls.__new__(cls)
        board._open_path(os.fspath(path))
        return board

    def _open_path(self, path: str) -> None:
        self.path, self.instance = path, None
        self.index = {}
        if os.path.isdir(self.path):
            self._open_folder()
        else:
            self._shards, self._starts = [_open_rows(self.path)], [0]
        self.n = self._starts[-1] + len(self._shards[-1])

    def _open_folder(self) -> None:
        assert self.path is not None
        name = os.path.join(self.path, "index.json")
        try:
            self.index = _read_index(name)
        except FileNotFoundError:
            raise BadFormat(
                f"{self.path}: there is no index.json: the folder holds no complete board"
            ) from None
        self._shards, self._starts = [], []
        at = 0
        try:
            for shard in self.index["shards"]:
                if os.path.basename(shard["file"]) != shard["file"] or not isinstance(shard["crc32"], str):
                    raise BadFormat(f"{name}: {shard['file']} is not in the folder, or has no crc32")
                rows = _open_rows(os.path.join(self.path, shard["file"]))
                if shard["first"] != at or rows.shape != (shard["columns"],):
                    raise BadFormat(
                        f"{self.path}: {shard['file']} does not have the columns that index.json names"
                    )
                self._shards.append(rows)
                self._starts.append(at)
                at += len(rows)
            whole = at == self.index["n"] and at > 0
        except BadFormat:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise BadFormat(f"{name}: not an index of shards: {error}") from error
        if not whole:
            raise BadFormat(f"{name}: its shards have {at} columns, not n")

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<nqueens.Board n={self.n}{f' in {self.path!r}' if self.path else ''}>"

    def __str__(self) -> str:
        if self.n > DRAW_MAX:
            return repr(self)
        blocked = set(self.instance.blocked) if self.instance is not None else set()
        board = [int(row) for row in self[:]]
        return "\n".join(
            " ".join("Q" if board[c] == row else "X" if (c, row) in blocked else "_" for c in range(self.n))
            for row in range(self.n)
        )

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> npt.NDArray[Any]:
        if copy is False:
            raise ValueError("the rows of a board are copied to an array")
        return np.asarray(self[:], dtype=dtype)

    def _repr_svg_(self) -> str:
        if self.n <= DRAW_MAX:
            return draw([int(row) for row in self[:]], self.instance)
        return density(self)

    def runs(self, columns: int = 1 << 20) -> Iterator[Tuple[int, npt.NDArray[Any]]]:
        """The board from the left in arrays of at most `columns` rows, each with its first column."""
        columns = whole(columns, "columns", 1, 2**63 - 1)
        for start, rows in zip(self._starts, self._shards):
            for at in range(0, len(rows), columns):
                yield start + at, np.asarray(rows[at : at + columns])

    def __getitem__(self, key: Union[int, slice]) -> Any:
        if isinstance(key, slice):
            first, end, step = key.indices(self.n)
            if step != 1:
                raise BadValue("a slice of a board has no step: take that of an array, as in board[:][::2]")
            parts = [
                rows[max(first - start, 0) : max(end - start, 0)]
                for start, rows in zip(self._starts, self._shards)
            ]
            return np.concatenate(parts).astype(np.int64, copy=False)
        try:
            column = range(self.n)[key]
        except IndexError:
            raise IndexError(f"column {key} is not on the board of n = {self.n}") from None
        except TypeError:
            raise TypeError(f"a column is {key!r}; it must be a whole number or a slice") from None
        shard = bisect.bisect_right(self._starts, column) - 1
        return int(self._shards[shard][column - self._starts[shard]])

    def verify(self) -> None:
        """Compare each shard with its checksum; BadFormat names the first that differs."""
        for shard in self.index.get("shards", []):
            assert self.path is not None
            crc = 0
            with open(os.path.join(self.path, shard["file"]), "rb") as file:
                while piece := file.read(1 << 20):
                    crc = zlib.crc32(piece, crc)
            if f"{crc:08x}" != shard["crc32"]:
                raise BadFormat(
                    f"{self.path}: {shard['file']}: its CRC-32 is {crc:08x}, not {shard['crc32']}"
                )


def load(path: Path) -> Board:
    """Open the board in a folder of shards or in a .npy file, however large; see Board.

    Raises BadFormat for a folder or file that holds no such board, OSError.  Checksums are compared
    by `Board.verify` only.
    """
    return Board._open(path)
