"""Test boards and instances, each with its known answer."""

from __future__ import annotations

import inspect
import re
from ctypes import byref, create_string_buffer
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

from . import _abi, _interrupt
from ._board import Board
from ._instance import Instance
from ._library import BadValue, LimitReached, library, raise_error
from ._values import Rows, listed, name_bytes, rows_at, seconds, seed_or_random, size, thread_count, whole


@dataclass(frozen=True, eq=False)
class Item:
    """A test board or instance."""

    kind: str
    n: int
    seed: int
    index: int
    answer: str  # "valid" or "invalid" of boards; "solvable", "unsolvable" or "unknown" of instances
    reason: str  # why it is invalid or has no solution; may be empty
    rows: Optional[Rows]  # of a board; of a puzzle, the solution that it was made from
    instance: Optional[Instance]  # None for kinds of boards
    conflicts: int  # attacking pairs of a board
    solutions: Optional[int]  # of an instance; None: unknown
    completions: Optional[Rows]  # of a puzzle: its solutions, shape (solutions, n)
    part: int  # of the data set, where `split` was given
    text: str  # all of this in a line of name=value, with the parameters

    def _repr_svg_(self) -> Optional[str]:
        if self.instance is not None:
            return self.instance._repr_svg_()
        return None if self.rows is None else Board(self.rows)._repr_svg_()


def kinds() -> Dict[str, str]:
    """The kinds of test boards and instances, each with a line about it and its parameters."""
    table: Dict[str, str] = {}
    while kind := library.nq_generate_kind_at(len(table)):
        takes = [name for i, name in enumerate(_parameters()) if kind.contents.parameters >> i & 1]
        about = kind.contents.summary.decode()
        table[kind.contents.name.decode()] = f"{about} ({', '.join(takes)})" if takes else about
    return table


def _parameters() -> List[str]:
    options = [library.nq_generate_option(i) for i in range(_abi.GENERATE_PARAMETERS)]
    return [library.nq_option_name(option).decode().replace("-", "_") for option in options]


def _value(index: int, name: str, value: Union[int, bool, str]) -> int:
    """Of a parameter, as the library takes it: a number, or that of the named choice."""
    option = library.nq_generate_option(index)
    names: List[str] = []
    while choice := library.nq_option_choice(option, len(names)):
        names.append(choice.contents.name.decode())
        if names[-1] == str(value):
            return int(choice.contents.value)
    if names:
        raise BadValue(f"{name} is {value!r}; it must be {', '.join(names[:-1])} or {names[-1]}")
    return whole(value, name, 0, _abi.GENERATE_DEFAULT - 1)


def generate(
    kind: str,
    n: int,
    *,
    count: int = 1,
    seed: Optional[int] = None,
    first: int = 0,
    split: Sequence[int] = (),
    threads: Optional[int] = None,
    time_limit: Optional[float] = None,
    progress: _interrupt.Progress = None,
    **parameters: Union[None, int, bool, str],
) -> List[Item]:
    """Make `count` test boards or instances of a kind, each with its known answer.

    kind          one of kinds(), which lists the parameters of each
    n             board size, 1 to 2**32 - 1; puzzles up to 64
    seed, first   the items first .. first + count - 1 of this seed; None: random, and each item has it.
                  An item depends on the kind, n, seed, its index and the parameters alone, so that a
                  large set can be made in portions
    split         shares of the parts of a data set, as in (80, 20), at most 8; kinds of puzzles
    threads       1 to 1024; None: all cores
    time_limit    seconds
    progress      a function of (done, total) in items, or a bar such as tqdm.tqdm()
    parameters    of the kind, as in conflicts=3; None: the default

    The answers are proved by the checker or by exact search.  Raises BadValue, Unsupported,
    Unsolvable (there is no such item), LimitReached, NoMemory.
    """
    options, error = _abi.nq_generate_options(), _abi.nq_error()
    library.nq_generate_options_init(byref(options))
    options.kind, options.n = name_bytes(kind, "kind"), size(n)
    if kind not in kinds():
        raise BadValue(f"there is no kind {kind!r}; there are {', '.join(kinds())}")
    options.seed = seed_or_random(seed)
    options.first = whole(first, "first", 0, 2**32 - 1)
    options.count = whole(count, "count", 1, 2**32 - 1)
    options.threads, options.seconds = thread_count(threads), seconds(time_limit)
    shares = listed(split, "split", "a list of shares, as in (80, 20)")
    whole(len(shares), "the number of parts", 0, _abi.GENERATE_PARTS_MAX)
    for i, share in enumerate(shares):
        options.split[i] = whole(share, "a share", 1, 2**32 - 1)
    names = _parameters()
    for name in names:
        options.value[names.index(name)] = _abi.GENERATE_DEFAULT
    for name, value in parameters.items():
        if name not in names:
            raise BadValue(_no_parameter(name, names))
        if value is not None:
            options.value[names.index(name)] = _value(names.index(name), name, value)
    return _collect(
        lambda visit: library.nq_generate(byref(options), _abi.nq_generate_visit(visit), byref(error)),
        options, error, count, progress,
    )


def suite(
    name: str,
    size: str = "main",
    *,
    threads: Optional[int] = None,
    time_limit: Optional[float] = None,
    progress: _interrupt.Progress = None,
) -> List[Item]:
    """The instances of a named suite, which are the same for ever, each with its known answer.

    size          "smoke": 20 that most solvers decide in a second; "main": 120 from easy to hard;
                  "open": those that no solver decided when the suite was made
    threads, time_limit, progress    as of generate()

    Raises BadValue, LimitReached, NoMemory.
    """
    options, error = _abi.nq_generate_options(), _abi.nq_error()
    library.nq_generate_options_init(byref(options))
    options.threads, options.seconds = thread_count(threads), seconds(time_limit)
    found = library.nq_suite_by_name(name_bytes(name, "name"), name_bytes(size, "size"))
    if not found:
        raise BadValue(f"there is no suite {name!r} of size {size!r}; there is 'queens-2026': main, smoke, open")

    def generate_suite(visit: Callable[[Any, Any], bool]) -> int:
        each = _abi.nq_suite_visit(lambda context, item, _row, _sum: visit(context, item))
        return int(library.nq_suite_generate(found, byref(options), each, byref(error)))

    return _collect(generate_suite, options, error, found.contents.count, progress)


def _collect(
    run: Callable[[Callable[[Any, Any], bool]], int],
    options: _abi.nq_generate_options,
    error: _abi.nq_error,
    count: int,
    progress: _interrupt.Progress,
) -> List[Item]:
    """Copies of the items that a function of the library passes to its visitor."""
    items: List[Item] = []

    def collect(_context: Any, item: Any) -> bool:
        try:
            items.append(_copy(item.contents))
        except BaseException as failure:  # it cannot pass through the library
            failures.append(failure)
        return not failures

    def generate_all(function: Any) -> None:
        options.progress = function
        status = run(collect)
        if failures:
            raise failures[0]
        if status == _abi.END:
            raise LimitReached(f"{len(items)} of {count} items were made before the time limit")
        raise_error(status, error)

    failures: List[BaseException] = []
    _interrupt.run(generate_all, progress, lambda: (len(items), count))
    return items


def _no_parameter(name: str, names: List[str]) -> str:
    own = [argument for argument in inspect.signature(generate).parameters if argument != "parameters"]
    near = get_close_matches(name, [*own, *names], 1)
    if not near:
        return f"no kind has a parameter {name!r}; there are {', '.join(names)}"
    whose = [kind for kind, about in kinds().items() if near[0] in re.split(r"[(), ]+", about.rpartition("(")[2])]
    of = f", a parameter of {', '.join(whose)}" if near[0] in names and whose else ""
    return f"no kind has a parameter {name!r}: did you mean {near[0]!r}{of}?"


def _copy(item: _abi.nq_generated) -> Item:
    """The library's item ends with the visit."""
    text = create_string_buffer(4096)
    library.nq_generated_describe(byref(item), text, len(text))
    kind = item.kind.contents
    unknown = 2**64 - 1
    completions = None
    if item.completions:
        completions = rows_at(item.completions, item.solutions * item.n).reshape(item.solutions, item.n)
    return Item(
        kind=kind.name.decode(),
        n=item.n,
        seed=item.seed,
        index=item.index,
        answer=library.nq_known_name(item.answer).decode(),
        reason=item.reason.decode(errors="replace"),
        rows=rows_at(item.board.rows, item.board.n) if item.board.rows else None,
        instance=Instance._copy_of(item.instance) if item.instance else None,
        conflicts=item.conflicts,
        solutions=None if not kind.instances or item.solutions == unknown else item.solutions,
        completions=completions,
        part=item.part,
        text=text.value.decode(),
    )
