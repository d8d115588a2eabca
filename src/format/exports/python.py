blocked_rows = {}
for column, row in blocked:
    blocked_rows.setdefault(column, set()).add(row)


def forbidden(column):
    """The rows where no queen of this column may stand."""
    rows = {d - column for d in rising} | {d + column for d in falling}
    rows |= blocked_rows.get(column, set())
    return sorted(row for row in rows if 0 <= row < n)


def read_options():
    parser = argparse.ArgumentParser(description=f"Place {n} queens.")
    parser.add_argument("--all", action="store_true", help="print every solution")
    parser.add_argument("--rows", action="store_true",
                        help="print the row of each column's queen, from 0, on a line")
    parser.add_argument("--times", action="store_true",
                        help="print the number of each solution and the time to it")
    return parser.parse_args()


def head(number):
    """With --times, print a line before a solution."""
    if options.times:
        milliseconds = 1000 * (time.monotonic() - start)
        print(f"# Solution {number}, time = {milliseconds:.0f} ms")


def show(rows):
    """Print a solution: a picture, row 0 on top, or its row numbers."""
    if options.rows:
        print(*rows)
        return
    for row in range(n):
        print(*("Q" if r == row else "_" for r in rows))
    print()


def note(text):
    """Print to standard error: standard output holds only answers."""
    print(text, file=sys.stderr)
