"""Calls that Ctrl-C ends.

Python runs signal handlers in the main thread, between its own instructions only.  So the main
thread waits, which a signal interrupts, while a second thread is in the library; the library asks
now and then whether to go on.
"""

from __future__ import annotations

import threading
from typing import Any, Callable, List

from . import _library as nq


def run(call: Callable[[Any], None]) -> None:
    """call(progress), with an nq_progress_function that says stop once a signal handler raised
    something, such as KeyboardInterrupt; that is then raised here."""
    stop = threading.Event()
    progress = nq.progress_function(lambda context, at: not stop.is_set())
    if threading.current_thread() is not threading.main_thread():
        call(progress)
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
