"""puzzles.py FOLDER: the files of a data set of puzzles agree, every completion is a solution, and no
image of a board of one part is a board of another; prints the number of puzzles of each part.
--puzzles: only the puzzles are compared.  Without NumPy, whose arrays are read by hand."""
import ast
import json
import pathlib
import struct
import sys


def read_array(path):
    data = path.read_bytes()
    assert data[:8] == b"\x93NUMPY\x01\x00" and len(data) >= 128
    (length,) = struct.unpack("<H", data[8:10])
    header = ast.literal_eval(data[10:10 + length].decode())
    assert not header["fortran_order"] and (10 + length) % 64 == 0
    shape, body = header["shape"], data[10 + length:]
    if header["descr"] == "<i8":
        assert len(body) == 8 * shape[0]
        return list(struct.unpack(f"<{shape[0]}q", body))
    assert header["descr"] == "|u1" and len(body) == shape[0] * shape[1]
    return [body[i * shape[1]:(i + 1) * shape[1]] for i in range(shape[0])]


def flat(n, shown, rows=None):
    squares = bytearray(n * n)
    for column, row in enumerate(shown):
        if row is not None:
            squares[row * n + column] = 1
        elif rows is not None:
            squares[rows[column] * n + column] = 2
    return bytes(squares)


def is_solution(n, rows):
    return all(len({f(c, r) for c, r in enumerate(rows)}) == n
               for f in (lambda c, r: r, lambda c, r: r + c, lambda c, r: r - c))


def images(n, rows):
    queens = [(c, r) for c, r in enumerate(rows) if r is not None]
    for _ in range(4):
        queens = [(n - 1 - r, c) for c, r in queens]
        yield frozenset(queens)
        yield frozenset((n - 1 - c, r) for c, r in queens)


def read_part(folder, name, only_puzzles):
    lines = [json.loads(line) for line in open(folder / f"{name}.jsonl", encoding="ascii")]
    array = {kind: read_array(folder / f"{name}-{kind}.npy")
             for kind in ("puzzles", "answers", "completions", "owners")}
    boards, at = set(), 0
    for i, line in enumerate(lines):
        n, shown, answer = line["n"], line["rows"], line["answer"]
        listed = line["completions"] or []
        assert array["puzzles"][i] == flat(n, shown)
        assert array["answers"][i] == flat(n, shown, answer)
        assert line["open"] == shown.count(None) and line["solutions"] >= 1
        assert line["completions"] is None or (len(listed) == line["solutions"] and answer in listed)
        assert listed == sorted(listed)
        for rows in [answer] + listed:
            assert is_solution(n, rows)
            assert all(a is None or a == b for a, b in zip(shown, rows))
        for rows in listed:
            assert array["completions"][at] == flat(n, shown, rows) and array["owners"][at] == i
            at += 1
        for rows in [shown] + ([] if only_puzzles else [answer] + listed):
            boards.update(images(n, rows))
    assert at == len(array["completions"]) == len(array["owners"])
    assert len(lines) == len(array["puzzles"]) == len(array["answers"])
    return lines, boards


def main():
    folder, only_puzzles = pathlib.Path(sys.argv[1]), "--puzzles" in sys.argv
    index = json.load(open(folder / "index.json", encoding="ascii"))
    parts = {part["part"]: read_part(folder, part["part"], only_puzzles) for part in index["parts"]}
    for name, (_, boards) in parts.items():
        for other, (_, others) in parts.items():
            assert name == other or not boards & others, (name, other)
    for item in index["items"]:
        line = parts[item["file"].removesuffix(".jsonl")][0][item["row"]]
        for key in ("n", "index", "open", "branches", "solutions"):
            assert item[key] == line[key]
    for part in index["parts"]:
        lines = parts[part["part"]][0]
        assert part["puzzles"] == len(lines)
        assert part["unlisted"] == sum(line["completions"] is None for line in lines)
        print(part["part"], part["puzzles"])


main()
