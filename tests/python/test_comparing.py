"""The Python package: comparisons, which the program makes."""

import os
import sys
import tempfile
import unittest
from unittest import mock

import nqueens
from test_offers import Bar, Folder


class Comparing(Folder):
    METHODS = {"small": {"method": "genetic", "population": 10}, "local": "min-conflicts"}

    def test_records(self):
        with mock.patch.dict(sys.modules, {"pandas": None}):
            records = nqueens.compare(self.METHODS, [8, 12], runs=3)
        self.assertEqual(len(records), 12)
        first = records[0]
        self.assertEqual((first["label"], first["method"], first["options"]), ("small", "genetic", "population=10"))
        self.assertEqual((first["n"], first["seed"], first["verdict"]), (8, 1, "solved"))
        self.assertIsInstance(first["seconds"], float)
        self.assertIsInstance(first["counters"], dict)
        with mock.patch.dict(sys.modules, {"pandas": mock.Mock(DataFrame=tuple)}):
            self.assertIsInstance(nqueens.compare("min-conflicts", 8, runs=1), tuple)

    def test_plot(self):
        with mock.patch.dict(sys.modules, {"pandas": None}):
            runs = nqueens.compare({"one": "min-conflicts", "two": "genetic"}, [50, 60], runs=2, max_steps=1)
        axes, pyplot = mock.Mock(), mock.Mock()
        with mock.patch.dict(sys.modules, {"matplotlib": mock.Mock(pyplot=pyplot)}):
            self.assertIs(runs.plot(ax=axes), axes)
            with self.assertRaisesRegex(nqueens.BadValue, "y is 'time'; it must be seconds,"):
                runs.plot("time")
        labels = [call.kwargs["label"] for call in axes.errorbar.mock_calls + axes.plot.mock_calls if "label" in call.kwargs]
        self.assertEqual(sorted(labels), ["one (none solved)", "two (none solved)"])
        self.assertEqual({call.args[0] for call in axes.annotate.mock_calls}, {"0 of 2 solved"})

    def test_replay(self):
        page = nqueens.replay(6, method="hill-climbing", seed=1, sideways=5)
        self.assertIn("<html", page.html)
        self.assertNotIn('"', page._repr_html_().partition('srcdoc="')[2].partition('" width')[0])
        with self.assertRaisesRegex(nqueens.BadValue, "no option 'sidewards'"):
            nqueens.replay(6, method="hill-climbing", sidewards=5)

    def test_labels_are_as_given(self):
        labels = ["-walk", "+walk", "@walk", "walk"]
        methods = ["construct", "min-conflicts", "auto", "backtracking"]
        records = nqueens.compare(dict(zip(labels, methods)), 8, runs=1)
        found = [record["label"] for record in records] if isinstance(records, list) else records.label.tolist()
        self.assertEqual(found, labels)

    def test_files_and_progress(self):
        store, report, bar = self.folder / "runs.db", self.folder / "report.html", Bar()
        nqueens.compare(["construct"], "8..32:x2", runs=2, store=store, report=report, progress=bar)
        self.assertIn("<html", report.read_text(encoding="utf-8"))
        self.assertEqual(bar.n, 6)
        summary = nqueens.compare(["construct"], "8..32:x2", runs=2, store=store, summary=True)
        self.assertEqual([cell["n"] for cell in summary["cells"]], [8, 16, 32])

    def test_refusals(self):
        for methods, n in ("ga", 8), ("genetic", "x"), ({"a": {"population": 3}}, 8), ([], 8):
            with self.assertRaises(nqueens.BadValue):
                nqueens.compare(methods, n)
        for program, words in ("/none/nqueens", "No such file"), (sys.executable, "is version"):
            with mock.patch.dict(os.environ, {"NQUEENS_PROGRAM": program}):
                with self.assertRaisesRegex(nqueens.LibraryMissing, words):
                    nqueens.compare("construct", 8)

    def test_a_program_that_fails(self):
        program, rest = self.folder / "program", self.folder / "rest"
        rest.mkdir()
        for ending, error, words in (
            ("echo 'nqueens: runs.db: no room' >&2; exit 2", nqueens.BadValue, "^runs.db: no room$"),
            ("kill -KILL $$", nqueens.Error, "exit code -9"),
            ("exit 130", nqueens.Error, "exit code 130"),
        ):
            program.write_text(
                f"#!/bin/sh\n[ $1 != --version ] || {{ echo nqueens {nqueens.__version__}; exit; }}\n{ending}\n",
                encoding="ascii",
            )
            program.chmod(0o755)
            with mock.patch.dict(os.environ, {"NQUEENS_PROGRAM": str(program)}):
                with mock.patch.object(tempfile, "tempdir", str(rest)):
                    with self.assertRaisesRegex(error, words):
                        nqueens.compare("construct", 8)
            self.assertEqual(os.listdir(rest), [])


if __name__ == "__main__":
    unittest.main()
