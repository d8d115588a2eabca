"""The Python package in its process: Ctrl-C, threads, the end of the process, the layout of the library."""

import ctypes
import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest
from pathlib import Path

import nqueens
from nqueens import _abi
from test_nqueens import is_solution, wait_until_at_work

ROOT = Path(__file__).resolve().parent.parent.parent
SAMPLE = "TEST_SIZE" not in os.environ  # of what fails now and then only; `make test-all` tries more


class Interrupts(unittest.TestCase):
    def interrupt(self, work):
        """SIGINT, when `work` has begun, is a KeyboardInterrupt there."""
        program = f"""
            import nqueens, sys
            instance = nqueens.Instance(8)
            instance.place(0, 0)
            instance.place(1, 2)  # no solution
            print("ready", flush=True)
            try:
                {work}
            except KeyboardInterrupt:
                sys.exit(42)
        """
        command = [sys.executable, "-c", textwrap.dedent(program)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdout.readline()
            wait_until_at_work(process, 0.5)
            process.send_signal(signal.SIGINT)
            try:
                said = process.communicate(timeout=60)[1]
            except subprocess.TimeoutExpired:
                process.kill()
                raise
            self.assertEqual(process.returncode, 42, said)
            self.assertEqual(said, b"")

    def test_search(self):
        self.interrupt("nqueens.solve(instance, threads=1, method='min-conflicts')")
        self.interrupt("nqueens.solve(instance, threads=2, method='min-conflicts')")

    def test_count(self):
        self.interrupt("nqueens.count(25)")

    def test_a_second_one_waits_for_nothing(self):
        """A call that never asks whether to go on, as no call should."""
        with subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(DEAF)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            self.assertEqual(process.stdout.readline(), "ready\n")
            wait_until_at_work(process, 0.3)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.stdout.readline(), "asked to stop\n")
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.stdout.readline(), "interrupted\n")
            self.assertEqual(process.wait(60), 42)

    def test_construction(self):
        self.interrupt("nqueens.construct(5 * 10**8)")

    def test_other_threads_solve(self):
        boards = []
        threads = [
            threading.Thread(target=lambda i=i: boards.append(nqueens.solve(200, seed=i))) for i in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sum(map(is_solution, boards)), 4)


DEAF = """
    import sys, time
    from nqueens import _interrupt

    def work(goes_on):
        print("ready", flush=True)
        call = next(iter(_interrupt._running))
        while not call.is_set():
            pass
        print("asked to stop", flush=True)
        while True:
            time.sleep(1)

    try:
        _interrupt.run(work)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        sys.exit(42)
"""


def runs(program):
    """What became of the program, in a process of its own, which it may crash."""
    command = [sys.executable, "-c", textwrap.dedent(program)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


TURNS = 4_000 if SAMPLE else 20_000


class Threads(unittest.TestCase):
    """One instance, several threads."""

    def assert_runs(self, program):
        result = runs(program)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def assert_together(self, *work):
        """Each line of `work` in a thread of its own, many times over with i from 0."""
        self.assert_runs(f"""
            import sys, threading, nqueens
            sys.setswitchinterval(1e-6)
            instance = nqueens.Instance(2000)
            rows = nqueens.construct(2000)

            def repeat(work):
                for i in range({TURNS}):
                    exec(work)

            threads = [threading.Thread(target=repeat, args=(compile(work, "work", "exec"),))
                       for work in {work!r}]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            changes = sum("block(" in work for work in {work!r})
            assert len(set(instance.blocked)) == len(instance.blocked) == {TURNS} * changes
        """)

    def test_changes(self):
        self.assert_together(
            "instance.block(i % 1000, i // 1000)", "instance.block(1000 + i % 1000, i // 1000)"
        )

    def test_changes_while_others_read(self):
        block = "instance.block(i % 2000, i // 2000)"
        self.assert_together(block, "i % 100 or nqueens.check(rows, instance)")
        self.assert_together(block, "i % 1000 or nqueens.attempt(instance, threads=1, max_steps=100)")
        self.assert_together(block, "instance.allows(i % 2000, i // 2000); instance.contradiction()")
        self.assert_together(block, "i % 5000 or (instance.blocked, instance.text())")

    def test_calls_that_read_run_together_and_a_change_waits(self):
        self.assert_runs("""
            import threading, time, nqueens
            instance = nqueens.Instance(8)
            instance.place(0, 0)
            instance.place(1, 2)  # no solution
            searches = [threading.Thread(target=nqueens.attempt, args=(instance,),
                                         kwargs={"method": "min-conflicts"}, daemon=True)
                        for _ in range(2)]
            for search in searches:
                search.start()
            time.sleep(0.3)
            change = threading.Thread(target=instance.block, args=(5, 5), daemon=True)
            change.start()
            change.join(0.3)
            assert change.is_alive()
            few = nqueens.attempt(instance, method="min-conflicts", max_restarts=1)
            assert few.verdict == "unknown"
            assert instance.blocked == [] and instance.allows(5, 5)
            assert nqueens.check([0, 2, 0, 0, 0, 0, 0, 0], instance).broken == 0
            assert all(search.is_alive() for search in searches)
        """)

    def test_a_progress_function_that_changes_what_is_read_is_refused(self):
        self.assert_runs("""
            import nqueens
            instance = nqueens.Instance(22)
            instance.place(0, 3)
            try:
                nqueens.count(instance, progress=lambda done, total: instance.block(5, 5))
                assert False
            except nqueens.Error as error:
                assert "a copy" in str(error)
            instance.block(5, 5)
            assert instance.blocked == [(5, 5)]
        """)

    def test_the_child_of_a_fork_has_no_call_and_may_begin_others(self):
        self.assert_runs("""
            import nqueens, os, threading, warnings
            instance = nqueens.Instance(40)
            instance.place(0, 3)
            threading.Thread(target=nqueens.count, args=(instance,), daemon=True).start()
            every = nqueens.solutions(14)
            first = next(every)
            warnings.simplefilter("ignore", DeprecationWarning)  # of forks beside threads, from Python 3.12 on
            child = os.fork()
            if child == 0:
                try:
                    for _ in every:
                        pass
                    os._exit(1)
                except nqueens.Error as error:
                    assert "forked" in str(error)
                instance.block(5, 5)
                again = nqueens.solutions(14)
                assert (next(again) == first).all()
                del every, again
                assert nqueens.count(8) == 92
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
            assert (next(every) != first).any()
        """)

    def test_the_child_of_a_fork_waits_for_no_lock_of_a_stream(self):
        """The thread that finds the solutions holds each lock for long, most of all while the process forks."""
        self.assert_runs("""
            import nqueens, os, signal, threading, time, warnings

            class Event(threading.Event):
                def set(self):
                    super().set()
                    with self._cond:
                        time.sleep(0.3)

            threading.Event = Event
            every = nqueens.solutions(14)
            next(every)
            warnings.simplefilter("ignore", DeprecationWarning)
            time.sleep(0.1)
            child = os.fork()
            if child == 0:
                signal.alarm(20)
                try:
                    for _ in every:
                        pass
                    os._exit(1)
                except nqueens.Error:
                    os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
            os._exit(0)
        """)

    def test_the_process_ends_while_a_check_runs(self):
        self.assert_runs("""
            import threading, time, nqueens
            instance = nqueens.Instance(100_000)
            for i in range(50_000):
                instance.block(i, i)
            rows = nqueens.construct(100_000)

            def read():
                while True:
                    nqueens.check(rows, instance)

            for _ in range(2):
                threading.Thread(target=read, daemon=True).start()
            time.sleep(0.2)
        """)

    def test_what_runs_at_the_end_of_the_process_may_solve(self):
        self.assert_runs("""
            import atexit
            atexit.register(lambda: nqueens.solve(6))  # runs after what nqueens registers
            import nqueens
        """)

    def test_the_process_ends_while_searches_run(self):
        for _ in range(2 if SAMPLE else 6):
            self.assert_runs("""
                import threading, time, nqueens
                instance = nqueens.Instance(8)
                instance.place(0, 0)
                instance.place(1, 2)  # no solution
                def search(instance):
                    nqueens.solve(instance, method="min-conflicts")
                for work in (search, search, lambda instance: instance.block(5, 5)):
                    threading.Thread(target=work, args=(instance,), daemon=True).start()
                    time.sleep(0.05)
                nqueens.attempt(instance, method="min-conflicts", max_restarts=1)
            """)


STRUCTS = [struct for name, struct in vars(_abi).items() if name.startswith("nq_") and hasattr(struct, "_fields_")]


class Library(unittest.TestCase):
    def test_version_is_that_of_the_header(self):
        header = (ROOT / "src" / "nqueens" / "base.h").read_text(encoding="ascii")
        self.assertEqual(re.search(r'#define NQ_VERSION "(.*)"', header)[1], nqueens.__version__)

    @unittest.skipUnless(ctypes.sizeof(ctypes.c_void_p) == 8, "the layout is kept for 64 bits")
    def test_structs_are_those_of_the_header(self):
        kept = (ROOT / "tests" / "abi" / "lp64.txt").read_text(encoding="ascii").splitlines()
        for struct in STRUCTS:
            name = struct.__name__
            lines = [f"struct {name} size {ctypes.sizeof(struct)}"]
            for field, *_ in struct._fields_:
                at = getattr(struct, field)
                lines.append(f"struct {name} {field} offset {at.offset} size {at.size}")
            self.assertEqual(lines, [line for line in kept if line.startswith(f"struct {name} ")])

    def test_numbers_are_those_of_the_header(self):
        kept = (ROOT / "tests" / "abi" / "lp64.txt").read_text(encoding="ascii").splitlines()
        for enum, least in ("nq_status", 9), ("nq_verdict", 3):
            values = [line.split()[2:] for line in kept if line.startswith(f"enum {enum} ")]
            self.assertGreaterEqual(len(values), least)
            for name, value in values[:least]:
                self.assertEqual(getattr(_abi, name[3:]), int(value))
        for name in "N_MAX", "EMPTY", "COUNTERS_MAX":
            self.assertIn(f"macro NQ_{name} {getattr(_abi, name)}", kept)

    def test_a_library_that_does_not_fit(self):
        for path, words in ("/none/libnqueens.so", "install"), ("libm.so.6", "is not libnqueens"):
            result = subprocess.run(
                [sys.executable, "-c", "import nqueens"],
                env={**os.environ, "NQUEENS_LIBRARY": path},
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
            self.assertEqual(result.returncode, 1)
            self.assertIn("LibraryMissing", result.stderr)
            self.assertIn(words, result.stderr)


if __name__ == "__main__":
    unittest.main()
