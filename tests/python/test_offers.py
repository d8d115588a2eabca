"""The Python package: what it offers beyond one solution and a count."""

import contextlib
import gzip
import hashlib
import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
import xml.dom.minidom
from pathlib import Path
from unittest import mock

import numpy as np

import nqueens
from nqueens import _check, _picture
from test_nqueens import is_solution, wait_until_at_work

KNOWN = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724]


def instance():
    """With 10 solutions."""
    question = nqueens.Instance(8)
    question.place(0, 3)
    question.block(2, 5)
    question.exclude_rising(4)
    return question


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)


class Options(unittest.TestCase):
    def test_options_of_methods_are_keywords(self):
        small = nqueens.attempt(30, method="genetic", population=10, seed=1)
        large = nqueens.attempt(30, method="genetic", population=500, seed=1)
        self.assertTrue(is_solution(small.rows) and is_solution(large.rows))
        self.assertNotEqual(small.steps, large.steps)
        sus = nqueens.solve(30, method="genetic", seed=1, selection="sus", mutation_per="gene", mutation=1 / 31)
        self.assertTrue(is_solution(sus))
        none = nqueens.solve(30, method="genetic", seed=1, population=None)
        self.assertTrue((none == nqueens.solve(30, method="genetic", seed=1)).all())
        self.assertTrue(is_solution(nqueens.solve(30, patience=np.int64(50), walk=np.float64(0.25))))
        self.assertTrue(is_solution(nqueens.typical(50, seed=1, sweeps=100)))

    def test_refusals_name_the_option(self):
        for arguments, words in (
            ({"method": "genetic", "populaton": 5}, "population"),
            ({"method": "genetic", "population": 1}, "population"),
            ({"method": "genetic", "selection": "rank,elite=2"}, "one value"),
            ({"population": 5}, "min-conflicts has no option"),
            ({"method": "genetic", "threads": 0}, "threads"),
        ):
            with self.assertRaisesRegex(nqueens.BadValue, words):
                nqueens.solve(8, **arguments)

    def test_options_are_listed(self):
        for method in nqueens.methods():
            for name in nqueens.method_options(method):
                self.assertTrue(name.isidentifier(), name)
        self.assertIn("(default: 20 per island, 8 from n = 256 on)", nqueens.method_options("genetic")["population"])
        with self.assertRaisesRegex(nqueens.BadValue, "genetic"):
            nqueens.method_options("gentic")

    def test_a_proof_is_written(self):
        with tempfile.TemporaryDirectory() as folder:
            question = nqueens.Instance(6)
            question.place(0, 0)
            with self.assertRaises(nqueens.Unsolvable):
                nqueens.solve(question, method="backtracking", proof=Path(folder) / "no.drat")
            self.assertTrue((Path(folder) / "no.drat.cnf").exists())


class Solutions(unittest.TestCase):
    def test_the_instance_may_change_meanwhile(self):
        question = nqueens.Instance(12)
        found = []
        for rows in nqueens.solutions(question):
            if not found:
                question.place(0, int(rows[0]) + 1)
            found.append(rows)
        self.assertEqual(len(found), 14200)
        self.assertEqual(nqueens.count(question), sum(rows[0] == 1 for rows in found))

    def test_all_of_them_in_order(self):
        for n, known in enumerate(KNOWN, 1):
            rows = [tuple(board) for board in nqueens.solutions(n)]
            self.assertEqual((len(rows), rows), (known, sorted(set(rows))))
            self.assertTrue(all(map(is_solution, rows)))
        self.assertEqual(sum(1 for _ in nqueens.solutions(8, fundamental=True)), 12)
        self.assertEqual(nqueens.count(8, fundamental=True), 12)

    def test_parts_and_instances(self):
        whole = [board.tolist() for board in nqueens.solutions(8)]
        parts = [board.tolist() for k in range(3) for board in nqueens.solutions(8, slice=(k, 3))]
        self.assertEqual(parts, whole)
        question = instance()
        boards = list(nqueens.solutions(8, instance=question))
        self.assertTrue(all(nqueens.check(board, question) for board in boards))
        self.assertEqual(len(boards), nqueens.count(question))
        self.assertEqual(sum(nqueens.count(question, slice=(k, 3)) for k in range(3)), len(boards))
        self.assertEqual(sum(nqueens.count(10, slice=(k, 3)) for k in range(3)), 724)
        with self.assertRaisesRegex(nqueens.BadValue, "must be the same"):
            nqueens.solutions(9, instance=question)

    def test_they_come_while_the_search_goes_on(self):
        boards = nqueens.solutions(18)
        first = [next(boards) for _ in range(3)]
        self.assertTrue(all(map(is_solution, first)))
        first[0][:] = 0  # each is an array of its own
        self.assertTrue(is_solution(first[1]))
        began = time.monotonic()
        boards.close()
        self.assertLess(time.monotonic() - began, 5)
        self.assertEqual(len(list(nqueens.solutions(18, limit=5))), 5)
        with self.assertRaisesRegex(nqueens.LimitReached, "time limit"):
            for _ in nqueens.solutions(18, time_limit=0.2):
                pass

    def test_the_process_may_end_before_the_iterator(self):
        program = "import nqueens, time; boards = nqueens.solutions(18); next(boards); time.sleep(0.2)"
        run = subprocess.run([sys.executable, "-c", program], stderr=subprocess.PIPE, timeout=60, check=False)
        self.assertEqual((run.returncode, run.stderr), (0, b""))

    def test_refusals(self):
        for arguments in {"problem": 65}, {"problem": 8, "slice": (3, 3)}, {"problem": 8, "limit": 0}:
            with self.assertRaises(nqueens.Error):
                list(nqueens.solutions(**arguments))
        with self.assertRaises(nqueens.Unsupported):
            list(nqueens.solutions(instance(), fundamental=True))


class Numbers(unittest.TestCase):
    def test_picks(self):
        every = nqueens.pick(6, range(4))
        self.assertEqual((every.dtype, every.shape), (np.int64, (4, 6)))
        self.assertEqual(sorted(map(tuple, every)), [tuple(board) for board in nqueens.solutions(6)])
        with self.assertRaises(nqueens.BadValue):
            nqueens.pick(6, [4])
        with self.assertRaises(nqueens.Unsolvable):
            nqueens.pick(3, [0])
        self.assertEqual((nqueens.count_known(8), nqueens.count_known(28)), (92, None))

    def test_estimates(self):
        estimate = nqueens.estimate(12, seed=1, relative_error=0.3)
        low, high = estimate.interval
        self.assertTrue(low < 14200 < high and low < estimate.count < high)
        self.assertRegex(str(estimate), r"^[0-9.]+(e[0-9]+)? \(.* to .*\)$")
        with self.assertRaises(nqueens.Unsolvable):
            nqueens.estimate(3)
        with self.assertRaises(nqueens.BadValue):
            nqueens.estimate(8, relative_error=-1)
        self.assertEqual(nqueens._count._exp(1e6), float("inf"))


class Items(unittest.TestCase):
    def test_answers_are_right(self):
        for item in nqueens.generate("near", 30, count=3, seed=1, conflicts=4):
            report = nqueens.check(item.rows)
            self.assertEqual((item.answer, report.conflicts, item.conflicts), ("invalid", 4, 4))
        (unique,) = nqueens.generate("unique", 8, seed=2)
        self.assertEqual((nqueens.count(unique.instance), unique.solutions), (1, 1))
        (no,) = nqueens.generate("unsolvable", 10, reason="pigeonhole")
        self.assertEqual((no.answer, nqueens.count(no.instance)), ("unsolvable", 0))
        self.assertTrue(no.reason)
        (puzzle,) = nqueens.generate("puzzles", 8, seed=1, remove=4)
        self.assertEqual(puzzle.completions.shape, (puzzle.solutions, 8))
        self.assertTrue(all(nqueens.check(board, puzzle.instance) for board in puzzle.completions))

    def test_items_depend_on_their_index_alone(self):
        whole = nqueens.generate("random", 20, count=4, seed=5)
        again = nqueens.generate("random", 20, count=2, first=2, seed=5)
        self.assertEqual([item.text for item in whole[2:]], [item.text for item in again])
        self.assertEqual(whole[3].rows.tolist(), again[1].rows.tolist())

    def test_a_suite_is_the_same_as_that_of_the_program(self):
        smoke = nqueens.suite("queens-2026", "smoke", threads=2)
        self.assertEqual(len(smoke), 20)
        native = "".join(nqueens.export(item.instance, "native") for item in smoke)
        lines = "".join(line for line in native.splitlines(True) if not line.startswith("#"))
        self.assertEqual(hashlib.sha256(lines.encode()).hexdigest(), "0261a088708430c84b175d351d89b20b3c882625acccdb8fc5c4f2555bc7834d")
        for item in smoke:
            if item.solutions is not None and item.solutions < 10000:
                self.assertEqual(nqueens.count(item.instance), item.solutions)
        self.assertEqual(len(nqueens.suite("queens-2026")), 120)
        for arguments in (("queens",), ("queens-2026", "large")):
            with self.assertRaisesRegex(nqueens.BadValue, "there is no suite"):
                nqueens.suite(*arguments)

    def test_kinds_and_refusals(self):
        self.assertIn("(conflicts)", nqueens.kinds()["near"])
        for arguments in (
            {"kind": "nera"},
            {"conflict": 2},
            {"placed": 2},
            {"kind": "unsolvable", "reason": "why"},
            {"count": 0},
            {"split": (80, 20)},
        ):
            with self.assertRaises(nqueens.BadValue, msg=arguments):
                nqueens.generate(**{"kind": "near", "n": 8, **arguments})


class Files(Folder):
    def test_what_is_no_regular_file_is_written_in_place(self):
        pipe, plain = self.folder / "pipe", self.folder / "plain"
        os.mkfifo(pipe)
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
            nqueens.write([[1, 3, 0, 2]], pipe, format="line")
            self.assertEqual(reader.communicate(timeout=20)[0], "1 3 0 2\n")
        self.assertTrue(pipe.is_fifo())
        nqueens.export(4, "native", "/dev/null")
        self.assertTrue(Path("/dev/null").is_char_device())
        plain.touch()
        plain.chmod(0o640)
        nqueens.export(4, "native", plain)
        self.assertEqual(plain.stat().st_mode & 0o7777, 0o640)
        self.assertIn("n 4", plain.read_text())
        for path in ("", self.folder):
            with self.assertRaises(OSError) as caught:
                nqueens.export(4, "native", path)
            self.assertEqual(caught.exception.filename, path if path == "" else str(path))
        self.assertEqual(sorted(os.listdir(self.folder)), ["pipe", "plain"])

    def test_exports(self):
        text = nqueens.export(instance(), "native")
        self.assertEqual(nqueens.Instance.parse(text).text(), instance().text())
        path = self.folder / "queens.cnf"
        self.assertIsNone(nqueens.export(4, "dimacs", path, encoding="ladder", comment="four"))
        self.assertRegex(path.read_text(), r"(?m)^c four")
        self.assertIn("ladder", nqueens.export_formats()["dimacs"])
        os.umask(mask := os.umask(0))
        self.assertEqual(path.stat().st_mode & 0o777, 0o666 & ~mask)

    def test_refusals_leave_nothing(self):
        path = self.folder / "x"
        for arguments in {"format": "cnf"}, {"format": "dimacs", "encoding": "x"}, {"format": "opb", "part": "x"}:
            with self.assertRaises(nqueens.BadValue):
                nqueens.export(8, path=path, **arguments)
        with self.assertRaises(OSError):
            nqueens.export(8, "dimacs", self.folder / "none" / "x")
        with self.assertRaises(nqueens.BadValue):
            nqueens.write([], self.folder / "x.txt")
        with self.assertRaisesRegex(nqueens.BadValue, "line, picture"):
            nqueens.write([[0]], self.folder / "x.doc")
        with self.assertRaisesRegex(nqueens.BadValue, "n = 4 and of n = 1"):
            nqueens.write([[1, 3, 0, 2], [0]], self.folder / "x.txt")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_boards_there_and_back(self):
        boards = list(nqueens.solutions(6))
        for name in "a.txt", "a.pic", "a.json", "a.npy":
            path = self.folder / name
            self.assertEqual(nqueens.write(boards, path), 4)
            again = nqueens.read(path)
            np.testing.assert_array_equal([answer.rows for answer in again], boards)
        self.assertEqual(np.load(self.folder / "a.npy").shape, (4, 6))
        packed = self.folder / "a.txt.gz"
        packed.write_bytes(gzip.compress((self.folder / "a.txt").read_bytes()))
        self.assertEqual([answer.line for answer in nqueens.read(packed)], [1, 2, 3, 4])
        good = packed.read_bytes()
        for content in good[:-9], good[:10] + b"\xff" + good[11:], good + b"more":
            packed.write_bytes(content)
            with self.assertRaises(nqueens.BadFormat):
                nqueens.read(packed)

    def test_answers_of_other_solvers(self):
        for text in "[1, 3, 0, 2]", "a2 b4 c1 d3", "x0 = 1 x1 = 3 x2 = 0 x3 = 2", "queens = [2, 4, 1, 3];\n----------\n":
            (answer,) = nqueens.parse(text)
            self.assertEqual((answer.kind, answer.rows.tolist()), ("board", [1, 3, 0, 2]), text)
            self.assertTrue(nqueens.check(answer))
        (no,) = nqueens.parse("s UNSATISFIABLE\n")
        self.assertEqual((no.kind, no.rows), ("unsatisfiable", None))
        with self.assertRaisesRegex(nqueens.BadValue, "unsatisfiable"):
            nqueens.check(no)
        (wide,) = nqueens.parse("s SATISFIABLE\nv -1 2 -3 -4 -5 -6 -7 8 9 -10 -11 -12 -13 -14 15 -16 17 0\n", n=4)
        self.assertTrue(nqueens.check(wide))
        with self.assertRaisesRegex(nqueens.BadFormat, "^text:2: ") as raised:
            nqueens.parse("1 3 0 2\n1 3 two 0\n")
        self.assertEqual(raised.exception.line, 2)
        with self.assertRaisesRegex(nqueens.BadValue, "there are line"):
            nqueens.parse("", format="lien")


class Arguments(Folder):
    def test_whole_floats_and_none_are_read_as_the_command_reads_them(self):
        self.assertTrue((nqueens.solve(1e1, seed=2e0) == nqueens.solve(10, seed=2)).all())
        self.assertTrue((nqueens.solve(np.float32(10), seed=2) == nqueens.solve(10, seed=2)).all())
        genetic = nqueens.solve(10, seed=2, method="genetic", population=1e2)
        self.assertTrue((genetic == nqueens.solve(10, seed=2, method="genetic", population=100)).all())
        self.assertTrue(nqueens.check([1.0, 3.0, 0.0, 2.0]))
        self.assertEqual(nqueens.check([1, None, 0, 2.0]).empty_columns, 1)
        for wrong in [1, 3.5, 0, 2], [1, 3, float("nan"), 2], [1, float("inf"), 0, 2]:
            with self.assertRaisesRegex(nqueens.BadValue, "a row is a whole number"):
                nqueens.check(wrong)

    def test_a_seed_is_drawn_where_none_is_given(self):
        first, second = (nqueens.generate("random", 20, seed=None)[0] for _ in range(2))
        self.assertNotEqual(first.seed, second.seed)
        again = nqueens.generate("random", 20, seed=first.seed)[0]
        self.assertTrue((again.rows == first.rows).all())

    def test_answers_are_compared_by_identity(self):
        first, second = nqueens.parse("1 3 0 2 ")[0], nqueens.parse("1 3 0 2")[0]
        self.assertEqual((first == second, first == first, len({first, second})), (False, True, 2))
        for item in (nqueens.attempt(8, seed=1), nqueens.generate("near", 8, seed=1)[0]):
            self.assertIn(item, [item])
            hash(item)

    def test_narrow_and_ragged_numbers(self):
        board = nqueens.Board(range(1000))
        self.assertEqual([len(rows) for _, rows in board.runs(np.uint8(100))], [100] * 10)
        for wrong in ([[1], [2, 3]], [[[1]]]):
            with self.assertRaises(nqueens.BadValue):
                nqueens.Board(wrong)
        with self.assertRaises(nqueens.Unsupported):
            nqueens.pick(2**32 - 2, range(100000))
        np.save(self.folder / "none.npy", np.array([], dtype=np.uint32))
        with self.assertRaises(nqueens.BadFormat):
            nqueens.load(self.folder / "none.npy")

    """What is wrong with an argument, by its name, and never an error of the code within."""

    def test_wrong_types_name_the_argument(self):
        question = nqueens.Instance(8)
        for call, words in (
            (lambda: nqueens.solve("8"), "n is '8'; it must be a whole number"),
            (lambda: nqueens.solve(8, seed=1.5), "seed is 1.5; it must be a whole number"),
            (lambda: nqueens.solve(8, method=5), "method is 5; it must be a string"),
            (lambda: nqueens.solve(8, method="genetic", population=[3]), r"population is \[3\]"),
            (lambda: nqueens.solve(8, time_limit="10s"), "time_limit is '10s'; it must be a number of seconds"),
            (lambda: nqueens.check([1, 3, 0, 2], 4), "instance is 4"),
            (lambda: nqueens.solutions(8, instance=8), "instance is 8"),
            (lambda: nqueens.Board([0], 1), "instance is 1"),
            (lambda: nqueens.Board([0])["a"], "a column is 'a'"),
            (lambda: nqueens.count(8, slice=3), r"slice is 3; it must be a pair \(k, m\)"),
            (lambda: nqueens.pick(8, 5), "ranks is 5"),
            (lambda: nqueens.generate(3, 8), "kind is 3"),
            (lambda: nqueens.generate("puzzles", 8, split="80:20"), "split is '80:20'"),
            (lambda: nqueens.export(8, "dimacs", encoding=3), "encoding is 3"),
            (lambda: nqueens.parse(b"1 3 0 2"), "text is b'1 3 0 2'; it must be a string"),
            (lambda: nqueens.Instance.parse(3), "text is 3"),
            (lambda: nqueens.read(5), "PathLike"),
            (lambda: question.place("a", 0), "column is 'a'"),
            (lambda: nqueens.method_options(3), "method is 3"),
            (lambda: nqueens.compare(5, 8), "methods is 5"),
            (lambda: nqueens.compare("construct", 8, time_limit=None), "time_limit is None"),
        ):
            with self.assertRaisesRegex(TypeError, words):
                call()

    def test_wrong_values_name_what_is_right(self):
        for call, words in (
            (lambda: nqueens.check(3), "a board is a list or an array of n rows, not 3"),
            (lambda: nqueens.check(["1", 3]), "whole numbers, not .*; an empty column is None or nqueens.EMPTY"),
            (lambda: nqueens.solve(8, populaton=50), "no argument 'populaton': .* 'population', an option of genetic"),
            (lambda: nqueens.solve(8, time_limt=5), "no argument 'time_limt': did you mean 'time_limit'"),
            (lambda: nqueens.solve(8, hue=5), "no argument 'hue'; there are seed, .* max_steps, .* population, .* sweeps"),
            (lambda: nqueens.count(8, slice=(1, 2, 3)), r"a pair \(k, m\)"),
            (lambda: nqueens.generate("nera", 8), "there are solved, .*near"),
            (lambda: nqueens.export(8, "dimac"), "there are native, dimacs"),
            (lambda: nqueens.write([[0]], "x.doc"), "the suffix of 'x.doc' names no format"),
            (lambda: list(nqueens.Board([0]).runs(0)), "columns is 0"),
            (lambda: nqueens.Board([0])[::2], "no step"),
            (lambda: list(nqueens.solutions(65)), "n = 65 is over 64"),
            (lambda: nqueens.compare([], 8), "methods is empty"),
            (lambda: nqueens.compare({"a": 3}, 8), "a needs a method"),
            (lambda: nqueens.compare({"a=b": "construct"}, 8), "label 'a=b'"),
            (lambda: nqueens.compare("construct", 8, runs=2**20), "1 to 1000000"),
            (lambda: nqueens.compare(["construct\0"], 8), "a method is .*NUL"),
            (lambda: nqueens.solve(8, method="sat\0x"), "method is .*NUL"),
            (lambda: nqueens.solve(3, method="sat", proof="proof\0x"), "proof is .*NUL"),
            (lambda: nqueens.parse("[1]", variable="a\0b"), "variable is .*NUL"),
        ):
            with self.assertRaisesRegex(ValueError, words) as raised:
                call()
            self.assertIsInstance(raised.exception, nqueens.Error)

    def test_a_missing_folder_is_named_as_given(self):
        path = str(self.folder / "none" / "x.txt")
        for call in (lambda: nqueens.write([[0]], path), lambda: nqueens.export(8, "dimacs", path)):
            with self.assertRaises(FileNotFoundError) as raised:
                call()
            self.assertEqual(raised.exception.filename, path)


class OnDisk(Folder):
    def test_large_boards_are_checked_in_pieces(self):
        path, n = self.folder / "board.npy", 1 << 12
        rows = nqueens.construct(n)
        np.save(path, rows)
        with mock.patch.object(_check, "_PIECES", 1):
            self.assertTrue(nqueens.check(nqueens.load(path)))
            rows[7] = rows[5]
            rows[0] = n
            np.save(path, rows)
            report = nqueens.check(nqueens.load(path))
            whole = nqueens.check(rows)
            for field in "valid", "first", "conflicts", "out_of_range", "pairs":
                self.assertEqual(getattr(report, field), getattr(whole, field), field)
            rows = nqueens.construct(n, dtype=np.uint32)
            rows[3] = nqueens.EMPTY
            np.save(path, rows)
            self.assertEqual(repr(nqueens.check(nqueens.load(path))), repr(nqueens.check(rows)))
            with mock.patch.object(nqueens.Board, "__getitem__", side_effect=OSError("gone")):
                with self.assertRaisesRegex(OSError, "gone"):
                    nqueens.check(nqueens.load(path))


class Pictures(unittest.TestCase):
    def assert_svg(self, svg, *words):
        xml.dom.minidom.parseString(svg)
        for word in words:
            self.assertIn(word, svg)

    def test_boards(self):
        rows = nqueens.solve(8, seed=1)
        self.assert_svg(nqueens.Board(rows)._repr_svg_(), _picture.QUEEN)
        self.assertEqual(nqueens.Board(rows)._repr_svg_().count(_picture.CROWN), 8)
        bad = nqueens.Board([0, 1, 2, 2**32 - 1])._repr_svg_()
        self.assertEqual(bad.count(_picture.CROWN), 3)
        self.assert_svg(bad, _picture.ATTACKED)
        self.assert_svg(nqueens.Board(nqueens.construct(65))._repr_svg_(), "data:image/png")
        self.assert_svg(nqueens.Board(nqueens.construct(5000))._repr_svg_(), "5000 queens")
        np.testing.assert_array_equal(nqueens.Board(rows), rows)
        self.assertTrue(nqueens.check(nqueens.Board(rows)))

    def test_instances_results_and_items(self):
        question = instance()
        self.assert_svg(question._repr_svg_(), _picture.PLACED, _picture.BLOCKED)
        self.assert_svg(nqueens.Board(nqueens.solve(question), question)._repr_svg_(), _picture.PLACED)
        self.assertIsNone(nqueens.Instance(65)._repr_svg_())
        self.assertIn("<svg", nqueens.attempt(question)._repr_html_())
        unknown = nqueens.attempt(nqueens.Instance(3))._repr_html_()
        self.assertIn("unsolvable", unknown)
        self.assertNotIn("<svg", unknown)
        for kind in "near", "unique":
            self.assert_svg(nqueens.generate(kind, 8)[0]._repr_svg_())
        with self.assertRaises(nqueens.BadValue):
            nqueens.Board([0], question)


class Bar:
    """As tqdm's."""

    def __init__(self):
        self.n, self.total, self.updates = 0, None, 0

    def update(self, more):
        self.n += more
        self.updates += 1


class Progress(unittest.TestCase):
    def test_functions_and_bars(self):
        seen, bar = [], Bar()
        nqueens.count(17, threads=1, progress=bar)
        self.assertTrue(bar.updates and 0 < bar.n == bar.total)
        nqueens.generate("near", 50, count=20, progress=lambda done, total: seen.append((done, total)))
        self.assertTrue(seen and all(0 <= done <= total for done, total in seen), seen)
        nqueens.generate("near", 50, count=20, progress=bar)
        self.assertEqual((bar.n, bar.total), (20, 20))
        with self.assertRaisesRegex(TypeError, "function"):
            nqueens.count(8, progress=3)

    def test_its_exception_ends_the_call(self):
        class Enough(Exception):
            pass

        def stop(done, total):
            raise Enough

        for work in (
            lambda: nqueens.count(24, progress=stop),
            lambda: nqueens.estimate(500, relative_error=1e-4, progress=stop),
            lambda: nqueens.generate("near", 200, count=10**6, progress=stop),
            lambda: nqueens.compare("genetic", 3000, runs=100, progress=stop),
        ):
            began = time.monotonic()
            with self.assertRaises(Enough):
                work()
            self.assertLess(time.monotonic() - began, 10)

    def test_ctrl_c_ends_every_call(self):
        """Half a second after it is sent, at most; more where the machine is busy."""
        with subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(ENDLESS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            for line in iter(process.stdout.readline, "done\n"):
                self.assertNotEqual(line, "", "the process has ended")
                wait_until_at_work(process, 0.3)
                began = time.monotonic()
                process.send_signal(signal.SIGINT)
                self.assertEqual(process.stdout.readline(), f"interrupted {line}")
                self.assertLess(time.monotonic() - began, float(os.environ.get("INTERRUPT_SECONDS", "5")), line)
                process.stdin.write("next\n")
                process.stdin.flush()


ENDLESS = """
    import nqueens, sys
    question = nqueens.Instance(40)
    question.place(0, 3)
    calls = {
        "count": lambda: nqueens.count(24),
        "count of an instance": lambda: nqueens.count(question),
        "solutions": lambda: [None for _ in nqueens.solutions(18)],
        "estimate": lambda: nqueens.estimate(2000, relative_error=1e-5),
        "typical": lambda: nqueens.typical(10**6, sweeps=10**6),
        "generate": lambda: nqueens.generate("near", 500, count=10**8),
        "pick": lambda: nqueens.pick(20, [1]),
        "compare": lambda: nqueens.compare("genetic", 3000, runs=10**4),
    }
    for name, call in calls.items():
        try:
            print(name, flush=True)
            call()
        except KeyboardInterrupt:
            print("interrupted", name, flush=True)
        sys.stdin.readline()
    print("done", flush=True)
"""


class Printing(unittest.TestCase):
    def test_a_board(self):
        self.assertEqual(str(nqueens.Board([1, 3, 0, None])), "_ _ Q _\nQ _ _ _\n_ _ _ _\n_ Q _ _")
        instance = nqueens.Instance(4)
        instance.block(3, 3)
        self.assertTrue(str(nqueens.Board([1, 3, 0, 2], instance)).endswith("_ Q _ X"))
        self.assertEqual(nqueens.parse(str(nqueens.Board(nqueens.solve(9, seed=2))))[0].n, 9)
        self.assertEqual(str(nqueens.Board(nqueens.solve(65))), "<nqueens.Board n=65>")

    def test_keywords_that_are_near(self):
        for call, words in (
            (lambda: nqueens.solve(8, populaton=3), "did you mean 'population', an option of genetic"),
            (lambda: nqueens.solve(8, kep=True), "did you mean 'keep'"),
            (lambda: nqueens.generate("near", 8, conflict=3), "did you mean 'conflicts', a parameter of near"),
            (lambda: nqueens.generate("near", 8, sed=3), "did you mean 'seed'"),
        ):
            with self.assertRaisesRegex(nqueens.BadValue, words):
                call()


class Notebook(unittest.TestCase):
    """docs/notebook.ipynb, cell by cell in plain Python; tests/long has Jupyter run it."""

    PATH = Path(__file__).resolve().parent.parent.parent / "docs" / "notebook.ipynb"

    def setUp(self):
        book = json.loads(self.PATH.read_text(encoding="utf-8"))
        self.cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]

    def test_it_is_kept_executed(self):
        self.assertEqual([cell["execution_count"] for cell in self.cells], list(range(1, len(self.cells) + 1)))
        outputs = [output for cell in self.cells for output in cell["outputs"]]
        self.assertNotIn("error", {output["output_type"] for output in outputs})
        kinds = [kind for output in outputs for kind in output.get("data", {})]
        plots = sum("matplotlib" in cell["metadata"].get("tags", []) for cell in self.cells)
        self.assertEqual(kinds.count("image/png"), plots)
        self.assertGreater(kinds.count("image/svg+xml"), 4)

    def test_it_runs(self):
        """In less time: with fewer runs, and without the cells tagged with a package that is missing here."""
        names = {}
        less = {"runs=10": "runs=1", "time_limit=0.2": "time_limit=0.05", "range(2000)": "range(60)", "25, 2)": "15, 2)",
                "range(15)": "range(2)", "sorted(steps)[7]": "sorted(steps)[1]"}
        for cell in self.cells:
            if all(importlib.util.find_spec(tag) for tag in cell["metadata"].get("tags", [])):
                source = "".join(cell["source"])
                for much, little in less.items():
                    source = source.replace(much, little)
                with contextlib.redirect_stdout(None):
                    exec(compile(source, str(self.PATH), "exec"), names)


if __name__ == "__main__":
    unittest.main()
