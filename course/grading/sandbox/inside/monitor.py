"""The parent of a student's process: it hands over what leads there, knows its CPU time, and ends it."""


import contextlib
import json
import os
import socket
import struct
import time

from course.grading.sandbox.inside import confine

ANSWER = struct.Struct("<dd")  # CPU time, and time of waiting for a core


def delayed(pid: int) -> float:
    """Return for how long the process was ready to run and had to wait for a core; 0 where the kernel does not say."""
    try:
        with open(f"/proc/{pid}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def watch(leash: socket.socket, pid: int) -> None:
    """Answer for the process's CPU time until the leash is let go or says to end; then kill it and say how it ended."""
    clock = (~pid << 3) | 2  # the kernel's number for the CPU clock of a process
    while leash.recv(1) == b"c":
        try:
            used = time.clock_gettime(clock)
        except OSError:
            used = -1.0  # it has ended
        leash.send(ANSWER.pack(used, delayed(pid)))
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, confine.KILL)
    _, status, used_up = os.wait4(pid, 0)
    ended = {"code": os.waitstatus_to_exitcode(status), "cpu_seconds": used_up.ru_utime + used_up.ru_stime}
    with contextlib.suppress(OSError):  # nobody asked
        leash.send(json.dumps({**ended, "memory_mb": used_up.ru_maxrss / 1024}).encode())
