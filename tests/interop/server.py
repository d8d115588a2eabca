"""Run Python scripts, each in a fork of this process, which has imported what takes longer than they do.

usage: server.py FOLDER MODULE...

FOLDER has two pipes.  A line of `asked` is the folder to work in, the script and its arguments, with tabs
between; standard output goes to the file `answered` there, standard error to the end of `solver-said`.  A
line of `ended` is the exit status.
"""
import gc
import importlib
import os
import runpy
import signal
import sys
import traceback

SECONDS = 120  # then the script is stopped


def become(folder, script, *arguments):
    """Run the script, and end without taking apart what was imported, which takes longer as well."""
    signal.alarm(SECONDS)
    os.chdir(folder)
    for name, mode, descriptor in ("answered", "w", 1), ("solver-said", "a", 2):
        with open(name, mode, encoding="utf-8") as file:
            os.dup2(file.fileno(), descriptor)
    sys.argv = [script, *arguments]
    status = 0
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        status = end.code or 0
    except BaseException:  # pylint: disable=broad-exception-caught
        status = traceback.format_exc()
    if not isinstance(status, int):
        print(status, file=sys.stderr)
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def main():
    pipes, *modules = sys.argv[1:]
    for module in modules:
        importlib.import_module(module)
    gc.freeze()  # the forks share it all
    # Open both ways, so that a pipe does not end with the process at its other end.
    asked, ended = (os.open(os.path.join(pipes, name), os.O_RDWR) for name in ("asked", "ended"))
    for line in os.fdopen(asked, encoding="utf-8"):
        child = os.fork()
        if child == 0:
            become(*line.rstrip("\n").split("\t"))
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        os.write(ended, b"%d\n" % (status if status >= 0 else 128 - status))


main()
