"""Boards in shards that nqueens would not write, with checksums that hold.

shards.py write DIR N SHARDS BYTES EXPRESSION   rows of BYTES; EXPRESSION: the row of column c of n
shards.py alter DIR COLUMN=ROW ...              change rows; COLUMN=@OTHER: the row that OTHER had
"""
import json
import os
import sys
import zlib


def npy(rows, width):
    header = f"{{'descr': '<u{width}', 'fortran_order': False, 'shape': ({len(rows)},), }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    start = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header
    return start + b"".join(row.to_bytes(width, "little") for row in rows)


def save_index(folder, index):
    for shard in index["shards"]:
        with open(os.path.join(folder, shard["file"]), "rb") as file:
            shard["crc32"] = f"{zlib.crc32(file.read()):08x}"
    with open(os.path.join(folder, "index.json"), "w", encoding="ascii") as file:
        json.dump(index, file)


def write(folder, n, shards, width, expression):
    columns = -(-n // shards)
    row_of = eval("lambda c, n: " + expression)
    index = {"n": n, "row_bytes": width, "shard_columns": columns, "shards": []}
    os.makedirs(folder, exist_ok=True)
    for first in range(0, n, columns):
        run = range(first, min(n, first + columns))
        name = f"part-{first // columns:05}.npy"
        with open(os.path.join(folder, name), "wb") as file:
            file.write(npy([row_of(c, n) for c in run], width))
        index["shards"].append({"file": name, "first": first, "columns": len(run)})
    save_index(folder, index)


def alter(folder, changes):
    with open(os.path.join(folder, "index.json"), encoding="ascii") as file:
        index = json.load(file)
    width = index["row_bytes"]

    def at(column, row=None):
        shard = index["shards"][column // index["shard_columns"]]
        with open(os.path.join(folder, shard["file"]), "r+b") as file:
            start = 10 + int.from_bytes(file.read(10)[8:], "little")
            file.seek(start + (column - shard["first"]) * width)
            if row is None:
                return int.from_bytes(file.read(width), "little")
            return file.write(row.to_bytes(width, "little"))

    changes = [change.split("=") for change in changes]
    changes = [(int(column), at(int(row[1:])) if row[0] == "@" else int(row)) for column, row in changes]
    for column, row in changes:
        at(column, row)
    save_index(folder, index)


if sys.argv[1] == "write":
    write(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5]), sys.argv[6])
else:
    alter(sys.argv[2], sys.argv[3:])
