"""Run the examples of the README and the manual as they stand there, and compare what they print.

In a block ```console a line that begins with "$ " is a command, which lines that begin with "> " go
on, and the lines up to the next one are what it prints (both streams, as they come).  `cat NAME` of a file that is not there makes the
file from what stands below it.  Durations may differ, and nothing else.

usage: readme.py FILE... FOLDER     each in a folder of its own below FOLDER; PATH finds nqueens
"""
import os
import re
import subprocess
import sys


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


def run_examples(pairs, folder):
    """How many print something else."""
    failed, status = 0, 0
    for command, expected in pairs:
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
    for name in names:
        with open(name, encoding="utf-8") as file:
            pairs = list(examples(file.read()))
        folder = os.path.join(parent, os.path.basename(name) + ".run")
        os.mkdir(folder)
        failed = run_examples(pairs, folder)
        print(f"{name}: {len(pairs)} examples, {failed} differ")
        bad += failed > 0 or not pairs
    return 1 if bad or not names else 0


sys.exit(main())
