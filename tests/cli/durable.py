#!/usr/bin/env python3
"""durable.py RECORD COPIES [FILE COMMAND...]: would the files below the working folder survive a power cut?

RECORD and COPIES are what tests/fault/fault.c wrote of a run that has ended here: what was put on the disk and
what got a name, in order, and the contents.  The record is replayed: after each of its lines, the power is cut.
A disk may keep or lose anything that was not put on it, so there are several disks then: of the names given
since their folder was last put on the disk it has none, one, or all, and a file has the content that was last
put on the disk, or none.  On each of these disks,

- a file of the run is as at the end of the run, or not there
- a folder of the run has all of its files, or is not there; shards may be there without index.json, which
  makes them a board
- FILE, which grows, is not there, or COMMAND does with it what it does at the end of the run

and after the last line all files are there.
"""
import os
import subprocess
import sys
import tempfile


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def read_tree(root):
    """{path: content} of the files below, and {inode: path} of all."""
    files, inodes = {}, {os.stat(root).st_ino: "."}
    for folder, folders, names in os.walk(root):
        for name in folders + names:
            path = os.path.relpath(os.path.join(folder, name), root)
            inodes[os.stat(os.path.join(root, path)).st_ino] = path
            if name in names:
                files[path] = read_bytes(os.path.join(root, path))
    return files, inodes


class Disk:
    """What is on the disk for certain, and the names that may be."""

    def __init__(self, copies, files, inodes):
        self.copies, self.files, self.inodes = copies, files, inodes
        self.root = next(iter(inodes))
        self.contents, self.names, self.given = {}, {}, []
        self.folders = {inode for inode, path in inodes.items() if path not in files}

    def note(self, words):
        if words[0] == "file":
            self.contents[int(words[1])] = read_bytes(os.path.join(self.copies, words[2]))
        elif words[0] == "folder":
            folder = int(words[1])
            pairs = (word.rsplit("=", 1) for word in words[2:])
            self.names[folder] = {name: int(inode) for name, inode in pairs}
            self.given = [given for given in self.given if given[0] != folder]
            self.folders.add(folder)
        elif words[0] == "all":  # without writing to them later: these files are not written twice
            for inode, path in self.inodes.items():
                if path in self.files:
                    self.contents[inode] = self.files[path]
        elif words[0] == "gone":
            self.contents.pop(int(words[1]), None)
        elif words[0] == "name":
            self.given.append((int(words[2]), words[4], int(words[1])))

    def after_a_cut(self):
        """The disks that there may be, as {path: content}; a folder has none."""
        choices = [[], self.given] + [[given] for given in self.given]
        return [self.walk(self.root, "", choice) for choice in choices]

    def walk(self, folder, prefix, given):
        names = dict(self.names.get(folder, {}))
        names.update({name: inode for where, name, inode in given if where == folder})
        found = {}
        for name, inode in names.items():
            path = prefix + name
            if inode in self.folders:
                found[path] = None
                found.update(self.walk(inode, path + "/", given))
            else:
                found[path] = self.contents.get(inode, b"")
        return found


def judge(disk, files, grows):
    """What is wrong with the disk."""
    for path, content in disk.items():
        if path in files and path != grows and content != files[path]:
            yield f"the content of {path} is not on the disk"
        below = [name for name in files if name.startswith(path + "/")]
        index = path + "/index.json"
        shards = index in below and any(name.endswith(".npy") for name in below)
        if content is None and not (shards and index not in disk):
            yield from (f"{path} is there without {name}" for name in below if name not in disk)


def go_on(disk, command):
    with tempfile.TemporaryDirectory() as folder:
        for path, content in disk.items():
            place = os.path.join(folder, path)
            if content is None:
                os.mkdir(place)
            else:
                with open(place, "wb") as file:
                    file.write(content)
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stdout, done.stderr if done.returncode != 0 else b""


def main():
    record, copies, *command = sys.argv[1:]
    grows = command.pop(0) if command else None
    files, inodes = read_tree(".")
    disk = Disk(copies, files, inodes)
    expected = go_on(files, command) if command else None
    faults, tried = [] if files else ["no file was written"], []
    with open(record, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            disk.note(line.split())
            for left in disk.after_a_cut():
                if left in tried:
                    continue
                tried.append(left)
                faults += [f"after line {number}: {fault}" for fault in judge(left, files, grows)]
                if grows in left:
                    did = go_on(left, command)
                    if did != expected:
                        faults.append(f"after line {number}: with {grows}, {command[0]} does {did}, not {expected}")
    end = disk.walk(disk.root, "", [])
    faults += [f"at the end: {path} is not on the disk" for path in files if end.get(path) != files[path]]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
