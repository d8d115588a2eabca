"""Run the examples of the README, the guides and the manual, and compare what they print.

In a block ```console a line that begins with "$ " is a command.  Lines that begin with "> " continue
it, and the lines up to the next command are what it prints (both streams).  `cat NAME` of a file that
does not exist creates it from the lines below.  Durations may differ, and nothing else.  Commands of
solvers that are not installed are passed over.

usage: readme.py FILE... FOLDER     each in a folder of its own in FOLDER; PATH finds nqueens
"""
import os
import re
import shutil
import subprocess
import sys

SOLVERS = ("clasp",)


def examples(text):
    """Pairs (command, expected output), in order."""
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, expected = part.partition("\n")
            while expected.startswith("> "):
                further, _, expected = expected[2:].partition("\n")
                command += "\n" + further
            yield command, expected


def without_times(text):
    return re.sub(r"\bin [0-9.]+(e-?[0-9]+)? (us|ms|s)\b", "in T", text)


def missing_solver(command):
    return next((name for name in SOLVERS if command.startswith(name + " ") and not shutil.which(name)), None)


def run_examples(pairs, folder):
    """The number of commands that print something else."""
    failed, status = 0, 0
    for command, expected in pairs:
        if missing_solver(command):
            print(f"$ {command}\n--- passed over: {missing_solver(command)} is not installed")
            continue
        shown = re.fullmatch(r"cat (\S+)", command)
        if shown and not os.path.exists(os.path.join(folder, shown[1])):
            with open(os.path.join(folder, shown[1]), "w", encoding="utf-8") as file:
                file.write(expected)
            continue
        run = subprocess.run(
            ["bash", "-c", f"(exit {status}); {command}"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=300,
        )
        status = run.returncode
        if without_times(run.stdout) != without_times(expected):
            failed += 1
            print(f"$ {command}\n--- expected\n{expected}--- printed\n{run.stdout}")
    return failed


def main():
    *names, parent = sys.argv[1:]
    bad = 0
    for number, name in enumerate(names):
        with open(name, encoding="utf-8") as file:
            pairs = list(examples(file.read()))
        folder = os.path.join(parent, f"{number}-{os.path.basename(name)}.run")
        os.mkdir(folder)
        failed = run_examples(pairs, folder)
        print(f"{name}: {len(pairs)} examples, {failed} differ")
        bad += failed > 0 or not pairs
    return 1 if bad or not names else 0


sys.exit(main())
