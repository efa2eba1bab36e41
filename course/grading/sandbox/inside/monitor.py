"""The parent of a student's process: it reports its CPU time, ends it, and says how it ended."""

import contextlib
import json
import os
import socket
import struct
import time

from course.grading.sandbox.inside import confine

ANSWER = struct.Struct("<dd")  # CPU time, and time of waiting for a core


def delayed(pid: int) -> float:
    """Return the seconds that the process was ready to run and waited for a core; 0 if the kernel does not say."""
    try:
        with open(f"/proc/{pid}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def watch(worker: socket.socket, pid: int) -> None:
    """Report the CPU time of a process on request; if told to end, or disconnected, kill it and report that."""
    clock = (~pid << 3) | 2  # the kernel's number for the CPU clock of a process
    while worker.recv(1) == b"c":
        try:
            used = time.clock_gettime(clock)
        except OSError:
            used = -1.0  # it has ended
        worker.send(ANSWER.pack(used, delayed(pid)))
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, confine.KILL)
    _, status, used_up = os.wait4(pid, 0)
    ended = {"code": os.waitstatus_to_exitcode(status), "cpu_seconds": used_up.ru_utime + used_up.ru_stime}
    with contextlib.suppress(OSError):  # the worker has closed its socket
        worker.send(json.dumps({**ended, "memory_mb": used_up.ru_maxrss / 1024}).encode())
