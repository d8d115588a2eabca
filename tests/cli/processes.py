"""The processor time of programs that tests start."""
import os
import signal
import time


def processor_seconds(pid):
    """What a running process has used so far."""
    with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for_handler(pid, number, seconds):
    """Wait until a process has set its handler of a signal: a busy machine may start it late, and the
    signal would end it before its first line."""
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        with open(f"/proc/{pid}/status", encoding="utf-8", errors="replace") as file:
            caught = [line.split()[1] for line in file if line.startswith("SigCgt:")]
        if not caught or int(caught[0], 16) >> (number - 1) & 1:
            return
        time.sleep(0.01)


def wait(child, seconds, faults):
    """Wait for the end of the child, and kill it after so many seconds, which is a fault; what it
    has used in all."""
    begin = time.monotonic()
    while True:
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        if pid != 0:
            break
        if time.monotonic() - begin > seconds:
            faults.append(f"still running after {seconds:.0f} seconds")
            os.kill(child.pid, signal.SIGKILL)
            _, status, usage = os.wait4(child.pid, 0)
            break
        time.sleep(0.01)
    child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime
