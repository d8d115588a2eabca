"""Run the examples of the README as they stand there, and compare what they print.

In a block ```console a line that begins with "$ " is a command, and the lines up to the next one
are what it prints (both streams, as they come).  `cat NAME` of a file that is not there makes the
file from what stands below it.  Durations may differ, and nothing else.

usage: readme.py README FOLDER      the folder to run in; PATH finds nqueens
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
            yield command, expected


def without_times(text):
    return re.sub(r"\bin [0-9.]+(e-?[0-9]+)? (us|ms|s)\b", "in T", text)


def main():
    with open(sys.argv[1], encoding="utf-8") as readme:
        pairs = list(examples(readme.read()))
    os.chdir(sys.argv[2])
    failed, status = 0, 0
    for command, expected in pairs:
        shown = re.fullmatch(r"cat (\S+)", command)
        if shown and not os.path.exists(shown[1]):
            with open(shown[1], "w", encoding="utf-8") as file:
                file.write(expected)
            continue
        run = subprocess.run(
            ["bash", "-c", f"(exit {status}); {command}"],
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
    print(f"{len(pairs)} examples, {failed} differ")
    return 1 if failed or not pairs else 0


sys.exit(main())
