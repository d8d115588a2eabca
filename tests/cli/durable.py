#!/usr/bin/env python3
"""durable.py RECORD: would the files below the working folder survive a power cut?

RECORD is what tests/fault/fault.c wrote of a run that has ended here: what was put on the disk and what
got a name, in order.  A power cut may keep or lose anything that was not put on the disk, so:

- when a name is given, the content that it will lead to is on the disk already: that of the file, or of all
  files of the folder; with index.json, which makes shards a board, that of all files beside it
- when the run ends, so are all files that it left, their names, and the names of their folders
"""
import os
import sys


def content_sum(path):
    value = 0xCBF29CE484222325
    with open(path, "rb") as file:
        for byte in file.read():
            value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def files_below(folder):
    for path, _, names in os.walk(folder):
        for name in names:
            yield os.path.join(path, name)


class Disk:
    """What is on the disk for certain."""

    def __init__(self):
        self.sums, self.names, self.faults = {}, {}, []

    def require_content(self, path, when):
        inode = os.stat(path).st_ino
        if self.sums.get(inode) != content_sum(path):
            self.faults.append(f"{when}: the content of {path} is not on the disk")

    def require_name(self, path, when):
        listed = self.names.get(os.stat(os.path.dirname(path) or ".").st_ino, {})
        if listed.get(os.path.basename(path)) != os.stat(path).st_ino:
            self.faults.append(f"{when}: the name {path} is not on the disk")

    def require_folder(self, folder, when):
        for path in files_below(folder):
            self.require_content(path, when)
            if os.path.basename(path) != "index.json":
                self.require_name(path, when)

    def note(self, words, paths):
        if words[0] == "file":
            self.sums[int(words[1])] = words[2]
        elif words[0] == "folder":
            pairs = (word.rsplit("=", 1) for word in words[2:])
            self.names[int(words[1])] = {name: int(inode) for name, inode in pairs}
        elif words[0] == "all":  # without writing to them later: these files are not written twice
            for inode, path in paths.items():
                if os.path.isfile(path):
                    self.sums[inode] = content_sum(path)
        elif words[0] == "name" and int(words[1]) in paths:
            self.note_name(paths[int(words[1])], words[3], words[4])

    def note_name(self, path, content, name):
        if os.path.basename(path) != name:  # a temporary one
            return
        when = f"when {name} is named"
        if os.path.isdir(path):
            self.require_folder(path, when)
        elif name == "index.json" and any(one.endswith(".npy") for one in os.listdir(os.path.dirname(path))):
            self.require_folder(os.path.dirname(path), when)
        elif self.sums.get(os.stat(path).st_ino) != content:
            self.faults.append(f"{when}: its content is not on the disk")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        record = [line.split() for line in file]
    folders = [os.path.join(path, name) for path, names, _ in os.walk(".") for name in names]
    files = list(files_below("."))
    paths = {os.stat(path).st_ino: path for path in folders + files}
    disk = Disk()
    for words in record:
        disk.note(words, paths)
    for path in files:
        disk.require_content(path, "at the end")
    for path in files + folders:
        disk.require_name(path, "at the end")
    if not files:
        disk.faults.append("no file was written")
    for fault in disk.faults:
        print(fault)
    return 1 if disk.faults else 0


if __name__ == "__main__":
    sys.exit(main())
