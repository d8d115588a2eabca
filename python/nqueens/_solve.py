"""Looking for one solution."""

from __future__ import annotations

import inspect
from ctypes import byref, create_string_buffer
from dataclasses import dataclass, field
from difflib import get_close_matches
from html import escape
from typing import Any, Dict, List, Literal, Mapping, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _abi, _interrupt
from ._board import Board
from ._check import Answer, rows_of
from ._instance import Instance, instance_of
from ._library import BadValue, LimitReached, Unsolvable, call, library, raise_error
from ._values import (
    LibraryRows,
    Option,
    Path,
    Rows,
    board_type,
    limit,
    method_text,
    name_bytes,
    new_rows,
    output_rows,
    path_bytes,
    seconds,
    seed_or_random,
    size,
    table,
    thread_count,
    whole,
)

# The methods by name, for type checkers; `methods()` has those of this library.
Method = Literal[
    "min-conflicts",
    "auto",
    "genetic",
    "backtracking",
    "sat",
    "hill-climbing",
    "annealing",
    "construct",
    "typical",
]

# What `history` has of each step, or of each generation of genetic.
_STEP = ("restart", "step", "evaluations", "conflicts")
_GENERATION = (
    "restart", "generation", "best_conflicts", "mean_conflicts", "worst_conflicts", "diversity", "evaluations",
    "seconds",
)  # fmt: skip
_TRACES: Dict[str, Tuple[str, Any, Tuple[str, ...]]] = {
    "min-conflicts": ("min_conflicts", _abi.nq_step_trace, _STEP),
    "hill-climbing": ("hill_climbing", _abi.nq_step_trace, _STEP),
    "annealing": ("annealing", _abi.nq_step_trace, _STEP),
    "genetic": ("genetic", _abi.nq_genetic_trace, _GENERATION),
}

_VERDICTS = ("solved", "unsolvable", "unknown")


@dataclass(frozen=True, eq=False)
class Result:
    """What a search found; `rows` is None unless `verdict` is "solved"."""

    rows: Optional[Rows]  # rows[column] = row, shape (n,)
    verdict: str  # "solved", "unsolvable", "unknown"
    reason: str  # of "unsolvable": why; of "unknown": which limit
    seed: int
    steps: int  # each method has its own kind: docs/comparing.md
    restarts: int
    conflicts: Optional[int]  # attacking pairs: 0, or the fewest at the end of a walk; None: there was none
    seconds: Dict[str, float]  # of the clock: "start", "search", "check", "total"
    memory_bytes: int
    counters: Dict[str, float]  # the method's own
    member: Optional[str]  # of the method auto: the method that found the answer
    instance: Optional[Instance] = field(default=None, repr=False, compare=False)
    history: Any = field(default=None, repr=False, compare=False)  # where it was asked for

    def _repr_html_(self) -> str:
        picture = "" if self.rows is None else Board(self.rows, self.instance)._repr_svg_()
        facts = {
            "verdict": self.verdict,
            "reason": self.reason,
            "seed": self.seed,
            "steps": self.steps,
            "restarts": self.restarts,
            "seconds": f"{self.seconds['total']:.3g}",
            **{name.replace("_", " "): f"{value:g}" for name, value in self.counters.items()},
        }
        lines = (
            f"<tr><th>{name}</th><td>{escape(str(fact))}</td></tr>"
            for name, fact in facts.items()
            if fact != ""
        )
        return f"{picture}<table>{''.join(lines)}</table>"


def attempt(
    problem: Union[int, Instance],
    *,
    seed: Optional[int] = None,
    stream: int = 0,
    threads: Optional[int] = None,
    method: Optional[Method] = None,
    time_limit: Optional[float] = None,
    max_steps: Optional[int] = None,
    max_restarts: Optional[int] = None,
    proof: Optional[Path] = None,
    start: Union[None, str, Board, Answer, npt.ArrayLike] = None,
    keep: bool = False,
    out: Optional[LibraryRows] = None,
    dtype: npt.DTypeLike = np.int64,
    history: bool = False,
    progress: _interrupt.Progress = None,
    **options: Option,
) -> Result:
    """Look for one solution, and report how it went, whether there is one or not.

    The arguments are those of `solve`.  The errors are, too, except that Unsolvable and LimitReached
    become the verdicts "unsolvable" and "unknown", with the `reason`.

    history       whether the result's `history` has the log of the run, a pandas.DataFrame where pandas
                  is installed, otherwise a list of dicts: a row for the start board and for each step,
                  up to n = 4096 and on one thread (min-conflicts, hill-climbing, annealing), or for
                  each generation (genetic)
    """
    if isinstance(start, str):  # how min-conflicts places its first queens
        options, start = {**options, "start": start}, None
    instance = instance_of(problem)
    asked, result, error = _abi.nq_solve_options(), _abi.nq_result(), _abi.nq_error()
    library.nq_solve_options_init(byref(asked))
    asked.seed = seed_or_random(seed)
    asked.stream = whole(stream, "stream", 0, 2**32 - 1)
    asked.threads = thread_count(threads)
    asked.limits.steps = limit(max_steps, "max_steps")
    asked.limits.restarts = limit(max_restarts, "max_restarts")
    asked.limits.seconds = seconds(time_limit)
    asked.proof = None if proof is None else path_bytes(proof, "proof")
    if start is not None and method is None:
        method = "min-conflicts"
    if method is not None or options:
        chosen = method or library.nq_method_default(instance._handle).decode()
        try:
            call("nq_solve_options_set", byref(asked), name_bytes(method_text(chosen, options), "method"))
        except BadValue:
            _require_known(options)
            raise
    kind = board_type(dtype, instance.n)
    rows = output_rows(out, instance.n)
    first = _set_start(asked, rows, start, keep)  # must outlive the call
    log: List[Dict[str, Any]] = []
    trace = _set_trace(asked, instance, log) if history else None  # the same

    def solve_into(function: Any) -> bool:
        asked.progress = function
        with instance._reading() as handle:
            status = library.nq_solve_into(
                handle, byref(asked), rows.ctypes.data, byref(result), byref(error)
            )
        raise_error(status, error)
        return bool(result.verdict == _abi.SOLVED)

    _interrupt.run(solve_into, progress)
    del first, trace
    parts = ("start", "search", "check", "total")
    return Result(
        rows=_typed(rows, kind, out) if result.verdict == _abi.SOLVED else None,
        verdict=_VERDICTS[result.verdict],
        reason=result.reason.decode(errors="replace"),
        seed=asked.seed,
        steps=result.steps,
        restarts=result.restarts,
        conflicts=None if result.conflicts == 2**64 - 1 else result.conflicts,
        seconds={part: getattr(result, f"seconds_{part}") for part in parts},
        memory_bytes=result.memory_bytes,
        counters={counter.name.decode(): counter.value for counter in result.counter[: result.counters]},
        member=result.member.decode() if result.member else None,
        instance=problem if isinstance(problem, Instance) else None,
        history=table(log) if history else None,
    )


def _typed(rows: LibraryRows, kind: "np.dtype[Any]", out: Optional[LibraryRows]) -> Any:
    return rows if out is not None else rows.astype(kind, copy=False)


def _set_start(asked: Any, out: LibraryRows, start: Any, keep: bool) -> Optional[LibraryRows]:
    """Its rows, to which `asked` points: not those of `out`, where the solution goes."""
    asked.keep = bool(keep)
    if start is None:
        return None
    rows = rows_of(start.rows if isinstance(start, Result) else start)
    if len(rows) != len(out):
        raise BadValue(f"the start board has n = {len(rows)}, not {len(out)}")
    if np.may_share_memory(rows, out):
        rows = rows.copy()
    setattr(asked, "from", rows.ctypes.data)
    return rows


def _set_trace(asked: Any, instance: Instance, log: List[Dict[str, Any]]) -> Any:
    """The function that the library calls."""
    method = (asked.method or library.nq_method_default(instance._handle)).decode()
    if method not in _TRACES:
        raise BadValue(f"{method} has no history; {', '.join(_TRACES)} have")
    member, function, names = _TRACES[method]

    def note(_context: Any, state: Any) -> None:
        log.append({name: getattr(state.contents, name) for name in names})

    trace = function(note)
    getattr(asked, member).trace = trace
    asked.threads = 1
    return trace


def _require_known(options: Mapping[str, Option]) -> None:
    """Each is an option of some method; the library knows only the one that was chosen."""
    own = [name for name in inspect.signature(attempt).parameters if name not in ("problem", "options")]
    owners = {name: method for method in methods() for name in method_options(method) if name not in own}
    for name in options:
        if name in owners:
            continue
        near = get_close_matches(name, [*own, *owners], 1)
        if not near:
            raise BadValue(
                f"there is no argument {name!r}; there are {', '.join(own)}, "
                f"and of methods (see method_options) {', '.join(owners)}"
            )
        whose = f", an option of {owners[near[0]]}" if near[0] in owners else ""
        raise BadValue(f"there is no argument {name!r}: did you mean {near[0]!r}{whose}?")


def solve(
    problem: Union[int, Instance],
    *,
    seed: Optional[int] = None,
    stream: int = 0,
    threads: Optional[int] = None,
    method: Optional[Method] = None,
    time_limit: Optional[float] = None,
    max_steps: Optional[int] = None,
    max_restarts: Optional[int] = None,
    proof: Optional[Path] = None,
    start: Union[None, str, Board, Answer, npt.ArrayLike] = None,
    keep: bool = False,
    out: Optional[LibraryRows] = None,
    dtype: npt.DTypeLike = np.int64,
    progress: _interrupt.Progress = None,
    **options: Option,
) -> Rows:
    """One solution of the board of size `problem`, 1 to 2**32 - 1, or of that Instance.

    seed          0 to 2**64 - 1; same seed, same board, whatever the number of threads; None: random
    stream        0 to 2**32 - 1; boards with distinct streams of one seed are independent
    threads       1 to 1024; None: all cores
    method        one of methods(); None: min-conflicts, or auto for an Instance with restrictions
    time_limit    seconds; max_steps and max_restarts limit the search as well
    proof         a file for a proof that no solution exists (methods auto, backtracking, sat): in DRAT,
                  or, if its name ends with .pbp, in VeriPB's format (not sat)
    start         the board that min-conflicts (the default then) or genetic starts from, in any form that
                  `check` takes; a string is min-conflicts' option: "random", "permutation", ...
    keep          move few of its queens, up to about n = 20 provably the fewest: `attempt` has the counters
                  "moved" and, where that is proved, "fewest_moved"
    out           an array of n uint32, such as a numpy.memmap, to hold the solution, which is returned
    dtype         type of the array that is returned otherwise
    progress      a function of (done, total), or a bar such as tqdm.tqdm()
    options       of the method, as in population=50: see method_options()

    Returns rows[column] = row, a numpy.ndarray of int64 and of shape (n,), 8 n bytes, so that differences
    of rows may be negative; with dtype=numpy.uint32, as the library has it, 4 n.  It has been checked.  Raises Unsolvable when it is proved that there is none, LimitReached when a limit came
    first, BadValue for an argument out of range, Unsupported, NoMemory.  Ctrl-C ends the search.

    S. Minton, M. D. Johnston, A. B. Philips, P. Laird, "Minimizing conflicts", Artificial Intelligence 58,
    1992; R. Sosic, J. Gu, "Efficient local search with conflict minimization", IEEE TKDE 6, 1994; of
    other methods and the changes to these, docs/how-it-works.md.
    """
    result = attempt(
        problem,
        seed=seed,
        stream=stream,
        threads=threads,
        method=method,
        time_limit=time_limit,
        max_steps=max_steps,
        max_restarts=max_restarts,
        proof=proof,
        start=start,
        keep=keep,
        out=out,
        dtype=dtype,
        history=False,
        progress=progress,
        **options,
    )
    if result.rows is None:
        kind = Unsolvable if result.verdict == "unsolvable" else LimitReached
        raise kind(result.reason)
    return result.rows


def typical(n: int, *, sweeps: Optional[int] = None, **arguments: Any) -> Rows:
    """A board with the densities and statistics of one drawn uniformly from all solutions.

    `sweeps` of annealing, n tries each; None: 400 + 16000 / n.  The other arguments, the result and
    the errors are those of `solve`.  Simulated annealing: see docs/solving.md.
    """
    return solve(n, method="typical", sweeps=sweeps, **arguments)


def construct(n: int, *, dtype: npt.DTypeLike = np.int64) -> Rows:
    """The explicit solution of Pauls: no search, and always the same; Unsolvable for n = 2 and 3.

    n is 1 to 2**32 - 1; the array and its dtype are as those of `solve`.  Raises BadValue, NoMemory.  Ctrl-C ends it.

    E. Pauls, "Das Maximalproblem der Damen auf dem Schachbrete", Deutsche Schachzeitung 29, 1874.
    """
    kind = board_type(dtype, size(n))
    rows, made = new_rows(size(n)), []

    def construct_all(function: Any) -> None:
        made.append(library.nq_construct_with(rows.ctypes.data, len(rows), function, None))

    _interrupt.run(construct_all)
    if not made[0]:
        raise Unsolvable(f"no solution exists for n = {n}")
    return _typed(rows, kind, None)  # type: ignore[no-any-return]


def methods() -> Dict[str, str]:
    """The methods' names, each with a line about it; the first is the default for plain boards."""
    table: Dict[str, str] = {}
    while (name := library.nq_method_name(len(table))) is not None:
        table[name.decode()] = library.nq_method_summary(len(table)).decode()
    return table


def method_options(method: str) -> Dict[str, str]:
    """The keyword arguments of a method, each with its values, meaning and default; or BadValue."""
    table: Dict[str, str] = {}
    values = create_string_buffer(1024)
    wanted = name_bytes(method, "method")
    while (option := library.nq_method_option(wanted, len(table))) is not None:
        library.nq_option_values(option, values, len(values))
        name, about = library.nq_option_name(option).decode(), library.nq_option_help(option).decode()
        default = library.nq_option_default(option)
        end = f" (default: {default.decode()})" if default else ""
        table[name.replace("-", "_")] = f"{values.value.decode()}: {about}{end}"
    if not table and method not in methods():
        call("nq_solve_options_set", byref(_abi.nq_solve_options()), wanted)
    return table
