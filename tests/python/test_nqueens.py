"""The Python package: solving, checking, counting and instances, against NumPy and known numbers."""

import copy
import os
import pickle
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
from pathlib import Path

import numpy as np

import nqueens
from nqueens import _values

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"
KNOWN = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200]


def is_solution(rows):
    """By NumPy alone."""
    rows = np.asarray(rows).astype(np.int64)
    n = len(rows)
    columns = np.arange(n)
    distinct = [len(np.unique(line)) for line in (rows, rows + columns, rows - columns)]
    return bool(rows.min() >= 0 and rows.max() < n and distinct == [n, n, n])


def pairs_of(rows):
    """Attacking pairs, by comparing every two queens."""
    rows = np.asarray(rows).astype(np.int64)
    columns = np.arange(len(rows))
    lines = (rows, rows + columns, rows - columns)
    return [int(np.triu(line[:, None] == line[None, :], 1).sum()) for line in lines]


def wait_until_at_work(process, seconds):
    """Until the process has computed for a tenth of a second more, at most so long: its children may do the work."""

    def ticks():
        return sum(map(int, Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]))

    enough, end = ticks() + os.sysconf("SC_CLK_TCK") // 10, time.monotonic() + seconds
    while ticks() < enough and time.monotonic() < end and process.poll() is None:
        time.sleep(0.01)


def endless():
    """An instance without a solution, which local search cannot prove."""
    instance = nqueens.Instance(8)
    instance.place(0, 0)
    instance.place(1, 2)
    return instance


class Solving(unittest.TestCase):
    def test_boards_of_many_sizes(self):
        for n in [1, *range(4, 40), 1000, 100_000]:
            rows = nqueens.solve(n, seed=n)
            self.assertEqual(rows.dtype, np.int64)
            self.assertEqual(rows.shape, (n,))
            self.assertTrue(is_solution(rows), n)

    def test_seed_alone_decides(self):
        one = nqueens.solve(500, seed=3, threads=1)
        self.assertTrue((one == nqueens.solve(500, seed=3, threads=2)).all())
        self.assertFalse((one == nqueens.solve(500, seed=4)).all())
        self.assertFalse((one == nqueens.solve(500, seed=3, stream=1)).all())
        self.assertFalse((nqueens.solve(500) == nqueens.solve(500)).all())

    def test_same_board_as_the_program(self):
        program = os.environ.get("NQUEENS")
        if not program:
            self.skipTest("NQUEENS names no program")
        command = [program, "solve", "50", "--seed", "5", "--quiet"]
        told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        self.assertEqual(nqueens.solve(50, seed=5).tolist(), list(map(int, told.split())))

    def test_every_method(self):
        self.assertEqual(next(iter(nqueens.methods())), "min-conflicts")
        for method in nqueens.methods():
            try:
                self.assertTrue(is_solution(nqueens.solve(12, method=method, seed=1)), method)
            except nqueens.Unsupported:
                self.assertEqual(method, "sat")

    def test_no_solution(self):
        for n in 2, 3:
            with self.assertRaisesRegex(nqueens.Unsolvable, f"n = {n}"):
                nqueens.solve(n)
            with self.assertRaises(nqueens.Unsolvable):
                nqueens.construct(n)
        self.assertTrue(is_solution(nqueens.construct(1000)))

    def test_limits(self):
        with self.assertRaisesRegex(nqueens.LimitReached, "time"):
            nqueens.solve(endless(), method="min-conflicts", time_limit=0.1)
        with self.assertRaisesRegex(nqueens.LimitReached, "restart"):
            nqueens.solve(endless(), method="min-conflicts", max_restarts=3, seed=1)
        result = nqueens.attempt(endless(), method="min-conflicts", max_steps=1000, seed=1)
        self.assertEqual((result.verdict, result.rows, result.seed), ("unknown", None, 1))
        self.assertGreaterEqual(result.steps, 1000)
        self.assertGreater(result.conflicts, 0)
        refuted = nqueens.attempt(endless(), method="backtracking")
        self.assertEqual((refuted.verdict, refuted.conflicts), ("unsolvable", None))
        self.assertIsNone(nqueens.attempt(3).conflicts)
        answered = nqueens.attempt(endless())
        self.assertEqual((answered.verdict, answered.member), ("unsolvable", "backtracking"))

    def test_result(self):
        result = nqueens.attempt(40, seed=2, method="genetic")
        self.assertEqual((result.verdict, result.reason, result.conflicts), ("solved", "", 0))
        self.assertTrue(is_solution(result.rows))
        self.assertGreater(result.counters["generations"], 0)
        self.assertGreater(result.seconds["total"], 0)
        again = nqueens.attempt(40)
        self.assertTrue((again.rows == nqueens.solve(40, seed=again.seed)).all())

    def test_types_of_rows(self):
        rows = nqueens.solve(50, seed=1)
        self.assertEqual(min(rows[i] - rows[i + 1] for i in range(49)) < 0, True)
        for dtype in np.uint32, "uint8", int, np.dtype(">i4"):
            typed = nqueens.solve(50, seed=1, dtype=dtype)
            self.assertEqual(typed.dtype, np.dtype(dtype))
            self.assertTrue((typed == rows).all())
        self.assertEqual(nqueens.construct(6, dtype=np.int8).dtype, np.int8)
        self.assertEqual(next(nqueens.solutions(6, dtype=np.int16)).dtype, np.int16)
        self.assertEqual(nqueens.pick(6, [0], dtype=np.uint8).dtype, np.uint8)
        self.assertEqual(nqueens.parse("1 . 0 2")[0].rows.tolist(), [1, nqueens.EMPTY, 0, 2])
        self.assertEqual(nqueens.generate("near", 8, seed=1)[0].rows.dtype, np.int64)
        for dtype in np.int8, float, "U3":
            with self.assertRaisesRegex(nqueens.BadValue, "dtype is .* whole numbers up to 199"):
                nqueens.solve(200, dtype=dtype)
        with self.assertRaisesRegex(TypeError, "dtype is 'x'"):
            nqueens.solve(200, dtype="x")

    def test_from_a_board(self):
        solution = nqueens.solve(12, seed=1)
        for start in solution, solution.tolist(), nqueens.Board(solution), nqueens.attempt(12, seed=1):
            result = nqueens.attempt(12, start=start, keep=True)
            self.assertEqual(result.rows.tolist(), solution.tolist())
            self.assertEqual((result.counters["moved"], result.counters["fewest_moved"]), (0, 0))
        partial = [0, None, None, 3, 1, None, None, None]
        for method in "min-conflicts", "genetic":
            result = nqueens.attempt(8, method=method, start=partial, keep=True, seed=1)
            self.assertEqual((result.counters["moved"], result.counters["fewest_moved"]), (1, 1))
        rows = np.arange(12, dtype=np.uint32)
        apart = nqueens.attempt(12, start=rows.copy(), keep=True, seed=1)
        self.assertEqual(nqueens.attempt(12, start=rows, out=rows, keep=True, seed=1).counters, apart.counters)
        self.assertEqual(rows.tolist(), apart.rows.tolist())
        pairs = [(0, 0), (1, 1), (2, 2), (3, 3)]
        self.assertTrue(is_solution(nqueens.solve(4, start=pairs)))
        self.assertTrue(is_solution(nqueens.solve(40, start="random", seed=1)))
        for arguments, words in (
            ({"start": [0, 1]}, "n = 2, not 4"),
            ({"start": [0, 1, 2, 4]}, "row 4 in column 3"),
            ({"keep": True}, "give one"),
            ({"start": [0, 1, 2, 3], "method": "sat"}, "only the methods|no method"),
        ):
            with self.assertRaisesRegex(ValueError, words):
                nqueens.solve(4, **arguments)

    def test_history(self):
        for method in "min-conflicts", "hill-climbing", "annealing", "genetic":
            result = nqueens.attempt(20, method=method, seed=1, history=True)
            log = result.history if isinstance(result.history, list) else result.history.to_dict("records")
            self.assertEqual(log[0]["restart"], 0)
            last = log[-1].get("conflicts", log[-1].get("best_conflicts"))
            self.assertEqual(last, 0)
            self.assertEqual(result.rows.tolist(), nqueens.solve(20, method=method, seed=1).tolist())
        self.assertIsNone(nqueens.attempt(8).history)
        with self.assertRaisesRegex(nqueens.BadValue, "construct has no history; min-conflicts"):
            nqueens.attempt(8, method="construct", history=True)

    def test_methods_known_to_type_checkers(self):
        self.assertLessEqual(set(nqueens.methods()), set(nqueens.Method.__args__))
        self.assertLessEqual(set(nqueens.Method.__args__) - set(nqueens.methods()), {"sat"})

    def test_into_an_array_of_the_caller(self):
        rows = np.zeros(100, dtype=np.uint32)
        self.assertIs(nqueens.solve(100, seed=1, out=rows), rows)
        self.assertTrue(is_solution(rows))
        with tempfile.TemporaryDirectory() as folder:
            mapped = np.memmap(f"{folder}/rows", dtype=np.uint32, mode="w+", shape=(100,))
            nqueens.solve(100, seed=1, out=mapped)
            self.assertTrue((mapped == rows).all())
        frozen = np.zeros(100, dtype=np.uint32)
        frozen.flags.writeable = False
        backwards = np.zeros(100, dtype=">u4")
        for bad in (rows[:99], rows.astype(int), np.zeros(200, np.uint32)[::2], frozen, backwards, [0]):
            with self.assertRaisesRegex(nqueens.BadValue, "out must"):
                nqueens.solve(100, out=bad)

    def test_refusals(self):
        for arguments in (
            {"problem": 0},
            {"problem": -1},
            {"problem": 2**32},
            {"seed": -1},
            {"seed": 2**64},
            {"stream": 2**32},
            {"threads": 0},
            {"threads": 2**32 + 1},
            {"time_limit": 0},
            {"time_limit": float("nan")},
            {"max_steps": 0},
            {"max_restarts": -1},
            {"method": "magic"},
        ):
            with self.assertRaises(ValueError, msg=arguments) as raised:
                nqueens.solve(**{"problem": 8, **arguments})
            self.assertIsInstance(raised.exception, nqueens.Error)
            self.assertRegex(str(raised.exception), "must be|there is no method")
        with self.assertRaises(TypeError):
            nqueens.solve(8.5)

    def test_memory_that_cannot_be_had(self):
        program = """
            import re, resource, nqueens
            used = int(re.search("VmSize:\\s*([0-9]+) kB", open("/proc/self/status").read())[1])
            most = used * 1024 + 500_000_000
            resource.setrlimit(resource.RLIMIT_AS, (most, most))
            # The array cannot be had; it can, but not what the search needs beside it.
            for n, words in (2**32 - 1, "17179869180 bytes"), (115_000_000, "memory"):
                try:
                    nqueens.solve(n, threads=1)
                except MemoryError as error:
                    assert isinstance(error, nqueens.NoMemory), type(error)
                    assert words in str(error), error
                else:
                    raise SystemExit("there was memory")
        """
        subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=True)


class Checking(unittest.TestCase):
    def test_rows_anywhere_in_memory(self):
        memory = b"x" + np.array([1, 3, 0, 2], dtype=np.uint32).tobytes()
        rows = np.frombuffer(memory, dtype=np.uint32, offset=1)
        self.assertTrue(nqueens.check(rows))
        self.assertTrue(_values.board_rows(rows).flags.aligned)
        aligned = np.array([1, 3, 0, 2], dtype=np.uint32)
        self.assertTrue(np.shares_memory(_values.board_rows(aligned), aligned))

    def test_random_boards(self):
        seed = 20
        random = np.random.default_rng(seed)
        for n in range(1, 30):
            rows = random.integers(0, n, n)
            report = nqueens.check(rows)
            pairs = pairs_of(rows)
            self.assertEqual(list(report.pairs.values()), pairs, f"seed {seed}, n {n}")
            self.assertEqual(report.conflicts, sum(pairs))
            self.assertEqual(bool(report), sum(pairs) == 0)
            self.assertEqual(report.why == "", report.valid)
            self.assertEqual(report.first is None, report.conflicts == 0)

    def test_words(self):
        report = nqueens.check([0, 2, 1, 3])
        self.assertEqual(report.first, (1, 2, "rising", 3))
        self.assertEqual(report.why, "columns 1 and 2 share rising diagonal 3")

    def test_any_whole_numbers(self):
        good = [1, 3, 0, 2]
        for kind in "b", "i2", "u2", "i8", "u8", ">u4", ">i2":
            self.assertTrue(nqueens.check(np.array(good, dtype=kind)), kind)
        wide = np.zeros((4, 2), dtype=np.uint32)
        wide[:, 0] = good
        self.assertTrue(nqueens.check(wide[:, 0]))
        self.assertEqual(nqueens.check([1, 3, 0, 9]).out_of_range, 1)
        self.assertEqual(nqueens.check([1, 3, 0, 2**32 - 1]).empty_columns, 1)

    def test_what_is_no_board(self):
        with self.assertRaisesRegex(nqueens.BadValue, r"rows\[2\] is -1"):
            nqueens.check([1, 3, -1, 2])
        with self.assertRaisesRegex(nqueens.BadValue, r"rows\[0\] is 4294967297"):
            nqueens.check([2**32 + 1, 3, 0, 2])
        for bad in [], [1.5, 3.0, 0.0, 2.0], ["a"]:
            with self.assertRaises(nqueens.BadValue):
                nqueens.check(bad)

    def test_boards_in_other_forms(self):
        rows = [1, 3, 0, 2]
        pairs = list(enumerate(rows))
        matrix = np.zeros((4, 4), dtype=int)
        matrix[rows, range(4)] = 1
        forms = [
            (rows, "rows", 0),
            (pairs, "pairs", 0),
            (set(pairs), "pairs", 0),
            (np.array(pairs), "pairs", 0),
            ([(column + 1, row + 1) for column, row in pairs], "pairs", 1),
            (dict(pairs), "assignments", 0),
            ({column + 1: np.int64(row + 1) for column, row in pairs}, "assignments", 1),
            (matrix, "matrix", 0),
            (matrix.astype(bool), "matrix", 0),
            (matrix.astype(float).tolist(), "matrix", 0),
            ("..Q.\nQ...\n...Q\n.Q..\n", "picture", 0),
            ("2 4 1 3", "rows", 1),
        ]
        for value, form, base in forms:
            with self.subTest(form=form, base=base):
                (answer,) = nqueens.parse(value)
                self.assertEqual((answer.rows.tolist(), answer.form, answer.base), (rows, form, base))
                self.assertTrue(nqueens.check(value))
        self.assertFalse(nqueens.check([(0, 0), (1, 1), (2, 2), (3, 3)]))
        with self.assertRaisesRegex(nqueens.BadValue, "2 boards, not one"):
            nqueens.check("1 3 0 2\n2 0 3 1\n")
        with self.assertRaisesRegex(nqueens.BadValue, "base is 2"):
            nqueens.parse("1 3 0 2", base=2)

    @unittest.skipUnless(CASES.is_dir(), "no folder of cases beside the checkout")
    def test_what_people_post(self):
        for line in CASES.joinpath("EXPECTED.tsv").read_text().splitlines():
            name, command, status, verdicts = line.split("\t")
            if not command.startswith("check") or name == "e02-pipes.txt":  # its queens share a diagonal
                continue
            words = command.split()[1:]
            options = {"format": words[words.index("--from") + 1]} if "--from" in words else {}
            with self.subTest(name=name):
                if status == "2":
                    with self.assertRaises(nqueens.BadFormat):
                        nqueens.read(CASES / name, **options)
                    continue
                answers = nqueens.read(CASES / name, **options)
                boards = [answer for answer in answers if answer.kind in ("board", "invalid")]
                found = [
                    f"{'valid' if answer.kind == 'board' and nqueens.check(answer) else 'invalid'} {answer.n}"
                    for answer in boards
                ]
                self.assertEqual("; ".join(found) or "-", verdicts)

    def test_against_an_instance(self):
        instance = nqueens.Instance(4)
        instance.place(0, 2)
        self.assertEqual(nqueens.check([1, 3, 0, 2], instance).broken, 1)
        self.assertTrue(nqueens.check([2, 0, 3, 1], instance))
        with self.assertRaises(nqueens.BadValue):
            nqueens.check([0], instance)


class Boards(unittest.TestCase):
    """Boards on disk, written by the program."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def solve(self, name, *options):
        path = f"{self.folder}/{name}"
        subprocess.run(
            [os.environ["NQUEENS"], "solve", "20011", "--seed", "1", "--quiet", "-o", path, *options], check=True
        )
        return path

    def test_folders_and_files_hold_the_same_rows(self):
        for options in [["--shards", "3"], ["--shards", "3", "--wide"], ["--shards", "1"]]:
            path = self.solve("_".join(options) + "/", *options)
            board = nqueens.load(path)
            rows = board[:]
            self.assertTrue(is_solution(rows))
            self.assertEqual((board.n, len(board), board.index["seed"]), (20011, 20011, 1))
            board.verify()
            np.testing.assert_array_equal(np.concatenate([run for _, run in board.runs(999)]), rows)
            np.testing.assert_array_equal(board[6000:14000], rows[6000:14000])
            for column in (0, 6670, 6671, -1):
                self.assertEqual(board[column], rows[column])
        single = nqueens.load(self.solve("board.npy", "--wide"))
        np.testing.assert_array_equal(single[:], rows)
        self.assertEqual((single[:].dtype, type(single[0])), (np.int64, int))
        with self.assertRaises(IndexError):
            single[20011]

    def test_faults_are_named(self):
        path = Path(self.solve("board/", "--shards", "2"))
        part = path / "part-00001.npy"
        good = part.read_bytes()
        part.write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
        with self.assertRaisesRegex(nqueens.BadFormat, "part-00001.npy: its CRC-32"):
            nqueens.load(path).verify()
        part.write_bytes((path / "part-00000.npy").read_bytes())
        with self.assertRaisesRegex(nqueens.BadFormat, "part-00001.npy does not have the columns"):
            nqueens.load(path)
        (path / "index.json").write_text("{}")
        with self.assertRaisesRegex(nqueens.BadFormat, "not an index"):
            nqueens.load(path)
        (path / "index.json").unlink()
        with self.assertRaisesRegex(nqueens.BadFormat, "no index.json"):
            nqueens.load(path)

    def test_what_is_no_board_is_refused_as_such(self):
        path = Path(self.folder, "file.npy")
        np.savez(Path(self.folder, "two.npz"), a=np.arange(4, dtype=np.uint32))
        for content in (b"", b"1 3 0 2", b"\x93NUMPY", Path(self.folder, "two.npz").read_bytes()):
            path.write_bytes(content)
            with self.subTest(content[:10]), self.assertRaises(nqueens.BadFormat):
                nqueens.load(path)
        path.unlink()
        os.mkfifo(path)
        with self.assertRaisesRegex(nqueens.BadFormat, "not a regular file"):
            nqueens.load(path)

    def test_a_hostile_index_is_refused(self):
        path = Path(self.solve("board/", "--shards", "2"))
        index = path / "index.json"
        good = index.read_text()
        np.save(path / "other.npy", np.zeros(10006))
        os.mkfifo(path / "pipe")
        wrong = [("part-00000.npy", name) for name in ("other.npy", "pipe", "index.json", "..")]
        texts = [good.replace(*names, 1) for names in wrong]
        texts += ["{", "[" * 100000, "[1]", " " * 2000000, good.replace("crc32", "crc", 1), '{"shards": 3}']
        for text in texts:
            index.write_text(text)
            with self.subTest(text[:400]), self.assertRaises(nqueens.BadFormat):
                nqueens.load(path)
        index.write_bytes(b"\xff")
        with self.assertRaises(nqueens.BadFormat):
            nqueens.load(path)


class Counting(unittest.TestCase):
    def test_known_numbers(self):
        self.assertEqual([nqueens.count(n, threads=2) for n in range(1, 13)], KNOWN)

    def test_refusals(self):
        for n in 0, -1:
            with self.assertRaises(nqueens.BadValue):
                nqueens.count(n)
        with self.assertRaisesRegex(nqueens.Unsupported, "29"):
            nqueens.count(30)
        with self.assertRaises(nqueens.BadValue):
            nqueens.count(8, threads=0)


class Named(nqueens.Instance):
    def __init__(self, n, name):
        super().__init__(n)
        self.name = name


class Instances(unittest.TestCase):
    def make(self):
        instance = nqueens.Instance(8)
        instance.place(0, 3)
        instance.block(2, 5)
        instance.exclude_rising(4)
        instance.exclude_falling(11)
        return instance

    def test_what_it_holds(self):
        instance = self.make()
        self.assertEqual(instance.n, 8)
        self.assertEqual(instance.placed, [(0, 3)])
        self.assertEqual(instance.blocked, [(2, 5)])
        self.assertEqual(instance.excluded, [("rising", 4), ("falling", 11)])
        self.assertFalse(instance.allows(2, 5))
        self.assertFalse(instance.allows(1, 3))
        self.assertTrue(instance.allows(3, 3))
        self.assertIsNone(instance.contradiction())
        self.assertIn("n=8 placed=1 blocked=1 excluded=2", repr(instance))

    def test_is_solved(self):
        instance = self.make()
        rows = nqueens.solve(instance, seed=1)
        self.assertTrue(is_solution(rows))
        self.assertTrue(nqueens.check(rows, instance))
        self.assertEqual(rows[0], 3)

    def test_copies_are_their_own(self):
        instance = self.make()
        for again in (copy.copy(instance), copy.deepcopy(instance), pickle.loads(pickle.dumps(instance))):
            self.assertEqual(again.text(), instance.text())
            again.block(7, 7)
            self.assertTrue(instance.allows(7, 7))

    def test_copies_of_a_subclass_keep_its_class_and_what_it_adds(self):
        instance = Named.parse(self.make().text())
        instance.name = "mine"
        for again in (copy.copy(instance), copy.deepcopy(instance), pickle.loads(pickle.dumps(instance))):
            self.assertEqual((type(again), again.name, again.text()), (Named, "mine", instance.text()))

    def test_text_and_back(self):
        instance = self.make()
        text = instance.text()
        again = nqueens.Instance.parse(text)
        self.assertEqual(again.text(), text)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "instance.txt"
            path.write_text(text, encoding="ascii")
            self.assertEqual(nqueens.Instance.read(path).text(), text)
            path.write_text("n 8\nqueen 0\n", encoding="ascii")
            with self.assertRaisesRegex(nqueens.BadFormat, r"instance.txt:2: ") as raised:
                nqueens.Instance.read(path)
            self.assertEqual(raised.exception.line, 2)
            self.assertIsInstance(raised.exception, ValueError)
            with self.assertRaises(FileNotFoundError):
                nqueens.Instance.read(path.with_name("none"))
            with self.assertRaises(OSError):
                nqueens.Instance.read(folder)

    def test_refusals(self):
        instance = self.make()
        for act in (
            lambda: instance.place(8, 0),
            lambda: instance.place(0, 2**32),
            lambda: instance.block(-1, 0),
            lambda: instance.exclude_rising(15),
            lambda: instance.exclude_falling(-1),
            lambda: nqueens.Instance(0),
        ):
            with self.assertRaises(nqueens.BadValue):
                act()
        self.assertEqual(instance.text(), self.make().text())

    def test_contradiction(self):
        instance = nqueens.Instance(6)
        instance.place(0, 0)
        instance.place(5, 5)
        self.assertIn("columns 0 and 5", instance.contradiction())
        with self.assertRaisesRegex(nqueens.Unsolvable, "columns 0 and 5"):
            nqueens.solve(instance)


if __name__ == "__main__":
    unittest.main()
