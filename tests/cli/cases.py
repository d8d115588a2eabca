"""What people post, as in a folder with EXPECTED.tsv: cases.py NQUEENS FOLDER

Each line of the table has a file, the command, its exit status and the verdict of each board in order.
"""

import re
import subprocess
import sys
from pathlib import Path

# Four queens on a diagonal, which the table calls a solution.
WRONG = {"e02-pipes.txt": ("1", "invalid 4")}


def verdicts(output):
    found = (re.search(r": (valid|invalid)(?: n=(\d+))?", line) for line in output.splitlines())
    return "; ".join(" ".join(filter(None, match.groups())) for match in found if match) or "-"


def main():
    nqueens, folder = sys.argv[1], Path(sys.argv[2])
    wrong = count = 0
    for line in Path(folder, "EXPECTED.tsv").read_text().splitlines():
        if line.startswith("#") or "--instance" in line:
            continue
        name, command, status, boards = line.split("\t")
        status, boards = WRONG.get(name, (status, boards))
        done = subprocess.run(
            [nqueens, *command.split(), folder / name], capture_output=True, text=True, check=False
        )
        found = verdicts(done.stdout) if command.startswith("check") else "-"
        count += 1
        if (str(done.returncode), found) != (status, boards):
            wrong += 1
            print(f"{name}: {status}, {boards} was expected, not {done.returncode}, {found}")
            print(done.stdout[:500] + done.stderr[:500])
    print(f"{count} cases, {wrong} wrong")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
