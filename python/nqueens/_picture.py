"""Pictures for notebooks, as SVG: queens up to n = 64, a map of their density beyond.

The shapes and colours are those of `nqueens draw`.
"""

from __future__ import annotations

import base64
import struct
import zlib
from typing import Any, Dict, List, Optional, Protocol, Sequence, Tuple

import numpy as np
import numpy.typing as npt

from . import _abi

DRAW_MAX = 64  # largest n whose queens are drawn
SIDE = 400  # of a picture, about, in pixels
CELLS = 64  # of a map, per line
PER_CELL = 8  # queens expected in a cell, at least
RUN, RUNS = 1 << 10, 1 << 12  # columns that are read at a time, and how often, for a large map

LIGHT, DARK, EDGE = "#f6f2ea", "#ddd5c6", "#a79e8d"
QUEEN, ATTACKED, PLACED, BLOCKED = "#1f2a44", "#d55e00", "#0072b2", "#8a8377"

# In a square of 100.
CROWN = "M13 33L28 68L72 68L87 33L69 52L68 22L57 49L50 18L43 49L32 22L31 52zM27 72L73 72L78 86L22 86z"
PEARLS = ((13, 31), (32, 21), (50, 16), (68, 21), (87, 31))


class Question(Protocol):
    """What is drawn of an Instance, which draws itself."""

    @property
    def n(self) -> int: ...
    @property
    def placed(self) -> List[Tuple[int, int]]: ...
    @property
    def blocked(self) -> List[Tuple[int, int]]: ...
    @property
    def excluded(self) -> List[Tuple[str, int]]: ...


def draw(rows: Sequence[int], instance: Optional[Question] = None) -> str:
    """An SVG of the board rows[column] = row, n <= 64; row 0 is at the top.

    Queens that attack each other are outlined and joined by lines.  Of the instance it shows placed
    queens (a frame), blocked squares (a cross) and excluded diagonals (a dash on each square).
    """
    n = len(rows)
    cell = max(6, min(48, SIDE // n))
    squares = "".join(_box(c, r, cell) for r in range(n) for c in range((r + 1) % 2, n, 2))
    attacks = _attacks(rows)
    attacked = {column for pair in attacks for column in pair}
    parts = [
        f'<rect width="{n * cell}" height="{n * cell}" fill="{LIGHT}"/><path fill="{DARK}" d="{squares}"/>'
    ]
    if instance is not None:
        parts += _marks(instance, cell)
    lines = "".join(f"M{_middle(a, rows[a], cell)}L{_middle(b, rows[b], cell)}" for a, b in attacks)
    if lines:
        parts.append(f'<path stroke="{ATTACKED}" stroke-width="{cell * 0.06:.3g}" fill="none" d="{lines}"/>')
    for column, row in enumerate(rows):
        if 0 <= row < n:
            parts.append(_queen(column, row, cell, column in attacked))
    return _svg(n * cell, parts)


def density(rows: Any) -> str:
    """An SVG of a large board: the darker a cell, the more queens it has.

    `rows` is an array or a Board.  Of more than four million columns it reads so many, in even runs.
    """
    n = len(rows)
    cells = max(2, min(CELLS, int((n / PER_CELL) ** 0.5)))
    counts = np.zeros(cells * cells, dtype=np.int64)
    for first in range(0, n, max(RUN, n // RUNS)):
        part = np.asarray(rows[first : first + RUN])
        on_board = part < n
        x = (first + np.flatnonzero(on_board)) * cells // n
        y = part[on_board].astype(np.int64) * cells // n
        counts += np.bincount(y * cells + x, minlength=cells * cells)
    mean = max(1, counts.sum()) / counts.size
    shade = (255 - np.clip(counts * (128 / mean), 0, 255)).astype(np.uint8).reshape(cells, cells)
    image = base64.b64encode(_png(shade)).decode()
    return _svg(
        SIDE,
        [
            f'<image width="{SIDE}" height="{SIDE}" preserveAspectRatio="none" '
            f'style="image-rendering: pixelated" href="data:image/png;base64,{image}"/>',
            f"<title>density of {n} queens, in {cells} x {cells} cells</title>",
        ],
    )


def _svg(side: int, parts: List[str]) -> str:
    edge = f'<rect x="-.5" y="-.5" width="{side + 1}" height="{side + 1}" fill="none" stroke="{EDGE}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side + 2}" height="{side + 2}" '
        f'viewBox="-1 -1 {side + 2} {side + 2}" stroke-linecap="round" stroke-linejoin="round">'
        f'{"".join(parts)}{edge}</svg>'
    )


def _png(grey: "npt.NDArray[np.uint8]") -> bytes:
    height, width = grey.shape

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    lines = b"".join(b"\0" + line.tobytes() for line in grey)
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(lines))
        + chunk(b"IEND", b"")
    )


def _box(column: int, row: int, cell: int) -> str:
    return f"M{column * cell} {row * cell}h{cell}v{cell}h-{cell}z"


def _middle(column: int, row: int, cell: int) -> str:
    return f"{(column + 0.5) * cell:g} {(row + 0.5) * cell:g}"


def _attacks(rows: Sequence[int]) -> List[Tuple[int, int]]:
    """Pairs of neighbouring queens on a row or diagonal."""
    n = len(rows)
    last: Dict[Tuple[str, int], int] = {}
    pairs = []
    for column, row in enumerate(rows):
        if row == _abi.EMPTY or not 0 <= row < n:
            continue
        for line in ("row", row), ("rising", column + row), ("falling", row - column):
            if line in last:
                pairs.append((last[line], column))
            last[line] = column
    return pairs


def _queen(column: int, row: int, cell: int, attacked: bool) -> str:
    fill, stroke = ("white", f' stroke="{ATTACKED}" stroke-width="9"') if attacked else (QUEEN, "")
    pearls = "".join(f'<circle cx="{x}" cy="{y}" r="5.5"/>' for x, y in PEARLS)
    place = f"translate({column * cell} {row * cell}) scale({cell / 100:g})"
    return f'<g transform="{place}" fill="{fill}"{stroke}><path d="{CROWN}"/>{pearls}</g>'


def _marks(instance: Question, cell: int) -> List[str]:
    n, reach = instance.n, cell * 0.36
    paths = []
    for direction, diagonal in instance.excluded:
        slope = -1 if direction == "rising" else 1
        for column in range(n):
            row = diagonal - column if direction == "rising" else diagonal + column - (n - 1)
            if 0 <= row < n:
                x, y = (column + 0.5) * cell, (row + 0.5) * cell
                paths.append(f"M{x - reach:g} {y - slope * reach:g}L{x + reach:g} {y + slope * reach:g}")
    for column, row in instance.blocked:
        x, y = (column + 0.5) * cell, (row + 0.5) * cell
        paths.append(
            f"M{x - reach:g} {y - reach:g}l{2 * reach:g} {2 * reach:g}m0 -{2 * reach:g}l-{2 * reach:g} {2 * reach:g}"
        )
    marks = (
        [f'<path stroke="{BLOCKED}" stroke-width="{cell * 0.08:.3g}" fill="none" d="{"".join(paths)}"/>']
        if paths
        else []
    )
    frames = "".join(_box(column, row, cell) for column, row in instance.placed)
    if frames:
        marks.append(f'<path stroke="{PLACED}" stroke-width="{cell * 0.08:.3g}" fill="none" d="{frames}"/>')
    return marks
