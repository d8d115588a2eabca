"""Calls that Ctrl-C ends.

Python runs signal handlers in the main thread, between its own instructions only.  So the main
thread waits, which a signal interrupts, while a second thread is in the library; the library asks
now and then whether to go on.

Daemon threads may be in the library when the process ends.  Without Python the library could not
ask any more, so their calls are stopped first.
"""

from __future__ import annotations

import atexit
import os
import threading
from typing import Any, Callable, List, Set

from . import _library as nq

_ending = threading.Event()
_running: Set[threading.Event] = set()  # a `stop` for each call outside the main thread
_changed = threading.Condition()  # of both; held to change them
os.register_at_fork(after_in_child=_running.clear)


@atexit.register
def _stop_all() -> None:
    with _changed:
        _ending.set()
        for stop in _running:
            stop.set()
        _changed.wait_for(lambda: not _running)


def _wait_for_the_end() -> None:
    """For ever once the process ends, as Python's own daemon threads do; else not at all."""
    _changed.wait_for(lambda: not _ending.is_set())


def _run_aside(call: Callable[[Any], None], progress: Any, stop: threading.Event) -> None:
    with _changed:
        _wait_for_the_end()
        _running.add(stop)
    try:
        call(progress)
    finally:
        with _changed:
            _running.discard(stop)
            _changed.notify_all()
            _wait_for_the_end()


def run(call: Callable[[Any], None]) -> None:
    """call(progress), with an nq_progress_function that says stop once a signal handler raised
    something, such as KeyboardInterrupt; that is then raised here."""
    stop = threading.Event()
    progress = nq.progress_function(lambda context, at: not stop.is_set())
    if threading.current_thread() is not threading.main_thread():
        _run_aside(call, progress, stop)
        return
    done = threading.Event()
    failures: List[BaseException] = []

    def work() -> None:
        try:
            call(progress)
        except BaseException as failure:  # raised again below, in the caller's thread
            failures.append(failure)
        finally:
            done.set()

    threading.Thread(target=work, name="nqueens", daemon=True).start()
    signalled = _wait(done, stop)
    if signalled is not None:
        raise signalled
    if failures:
        raise failures[0]


def _wait(done: threading.Event, stop: threading.Event) -> BaseException | None:
    """Until `done`, whatever signals come; the first exception that a handler raised."""
    first = None
    while not done.is_set():
        try:
            done.wait()
        except BaseException as raised:  # pylint: disable=broad-except
            stop.set()
            first = first or raised
    return first
