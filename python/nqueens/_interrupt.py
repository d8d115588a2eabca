"""Calls that Ctrl-C ends, that report their progress, and that hand over results one by one.

Python runs signal handlers in the main thread, between its own instructions only.  So the caller
waits, which a signal interrupts, while a second thread is in the library, without the GIL; the
library asks now and then whether to go on.

That thread may be in the library when the process ends.  Without Python the library could not
ask any more, so such calls are stopped first.  In a process made by fork the thread does not exist:
there the call has failed.
"""

from __future__ import annotations

import atexit
import os
import threading
import weakref
from collections import deque
from typing import Any, Callable, Deque, Iterator, List, Optional, Set, Tuple, TypeVar

from . import _abi
from ._library import Error

T = TypeVar("T")

# callable(done, total), or a bar such as tqdm's.  `total` is 0 where it is not known.
Progress = Any

REPORT_SECONDS = 0.1
STREAM_ROOM = 4096  # results that wait for the caller, at most
LEFT_SECONDS = 2  # to wait at the end for calls that a second Ctrl-C left

_ending = threading.Event()
_left = threading.Event()  # a second Ctrl-C ended the wait for a call
_running: Set[threading.Event] = set()  # a `stop` for each call
_changed = threading.Condition()  # of both; held to change them
_calls: "weakref.WeakSet[_Call]" = weakref.WeakSet()
_thread = threading.local()


def caller() -> int:
    """The thread that waits for this one, or else this one."""
    return int(getattr(_thread, "caller", threading.get_ident()))


def _forget_threads() -> None:
    """In the child of a fork, which has none of the threads, but may have inherited their locks."""
    global _changed
    _changed = threading.Condition()
    _running.clear()
    for call in _calls:
        call.break_off()


os.register_at_fork(after_in_child=_forget_threads)


@atexit.register
def _stop_all() -> None:
    with _changed:
        _ending.set()
        for stop in _running:
            stop.set()
        _changed.wait_for(lambda: not _running, LEFT_SECONDS if _left.is_set() else None)


def _wait_for_the_end(main: bool) -> None:
    """For ever once the process ends, as Python's own daemon threads do; else not at all.  The main
    thread, which ends it, may still call the library."""
    _changed.wait_for(lambda: main or not _ending.is_set())


class _Call:
    """A call of the library in a thread of its own."""

    def __init__(self, work: Callable[[Any], Optional[bool]]) -> None:
        self.stop, self.done = threading.Event(), threading.Event()
        self.news = threading.Event()  # a stream has a result
        self.failures: List[BaseException] = []
        self.complete = False
        self.at: Optional[Tuple[int, int]] = None  # the last progress
        self._work = work
        self._caller = threading.get_ident()
        self._main = threading.current_thread() is threading.main_thread()
        self._progress = _abi.nq_progress_function(self._note)  # must outlive the call
        _calls.add(self)
        threading.Thread(target=self._run, name="nqueens", daemon=True).start()

    def _note(self, _context: Any, progress: Any) -> bool:
        self.at = progress.contents.done, progress.contents.total
        return not self.stop.is_set()

    def _run(self) -> None:
        _thread.caller = self._caller
        with _changed:
            _wait_for_the_end(self._main)
            _running.add(self.stop)
        try:
            self.complete = self._work(self._progress) is not False
        except BaseException as failure:  # raised again in the caller's thread
            self.failures.append(failure)
        finally:
            with _changed:
                _running.discard(self.stop)
                _changed.notify_all()
                _wait_for_the_end(self._main)
            self.done.set()

    def break_off(self) -> None:
        """Its thread is gone, and holds the locks of these that it held."""
        finished = self.done.is_set()
        self.stop, self.done, self.news = threading.Event(), threading.Event(), threading.Event()
        for event in (self.stop, self.done, self.news):
            event.set()
        if not finished:
            self.failures.append(Error("the process was forked while the call ran; it goes on in the parent"))

    def end(self) -> None:
        """Stop it, and wait until the library has returned; when the process ends, it has."""
        self.stop.set()
        while not self.done.wait(REPORT_SECONDS) and not _ending.is_set():
            pass


def reporter(progress: Progress) -> Optional[Callable[[int, int], Any]]:
    """The function (done, total) that shows progress; None: there is none to show."""
    if progress is None:
        return None
    if hasattr(progress, "update") and hasattr(progress, "total"):

        def show(done: int, total: int) -> None:
            progress.total = total or None
            progress.update(done - progress.n)

        return show
    if not callable(progress):
        raise TypeError(
            f"progress is {progress!r}; it must be a function of (done, total) or a bar like tqdm's"
        )
    return progress  # type: ignore[no-any-return]


def run(
    work: Callable[[Any], Optional[bool]],
    progress: Progress = None,
    measure: Optional[Callable[[], Tuple[int, int]]] = None,
) -> None:
    """work(function), with an nq_progress_function that says stop once a signal handler, or
    `progress`, raised something, such as KeyboardInterrupt; that is then raised here.  A second one
    does not wait for the library any more.

    `progress` is called in this thread, as often as there is something new: with what the library
    reports, or with measure(); at the end with the total, unless work() is False.
    """
    show, shown = reporter(progress), None
    call, first = _Call(work), None
    ended = False
    while not ended:
        try:
            # A signal just before a wait without a limit would be noticed at its end only.
            ended = call.done.wait(REPORT_SECONDS)
            at = measure() if measure else call.at
            if show is not None and first is None and at is not None and at != shown:
                shown = at
                show(*at)
        except BaseException as raised:  # pylint: disable=broad-except
            call.stop.set()
            if first is not None:
                _left.set()
                raise
            first = raised
    if first is not None:
        raise first
    if call.failures:
        raise call.failures[0]
    if show is not None and shown is not None and shown[0] < shown[1] and call.complete:
        show(shown[1], shown[1])


def stream(work: Callable[[Any, Callable[[T], bool]], None]) -> Iterator[T]:
    """Yield what work(function, give) hands to give(item), which is False once nobody wants more."""
    items: Deque[T] = deque()

    def give(item: T) -> bool:
        items.append(item)
        call.news.set()
        while len(items) >= STREAM_ROOM and not call.stop.wait(0.001):
            pass
        return not call.stop.is_set()

    def produce(function: Any) -> None:
        ready.wait()  # until `call` is there
        try:
            work(function, give)
        finally:
            call.news.set()

    ready = threading.Event()
    call = _Call(produce)
    ready.set()
    try:
        while True:
            call.news.clear()
            finished = call.done.is_set()
            while items:
                yield items.popleft()
            if finished:
                break
            call.news.wait(REPORT_SECONDS)
    finally:
        call.end()
    if call.failures:
        raise call.failures[0]
