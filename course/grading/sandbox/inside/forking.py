"""A process that has imported all that is slow, and only forks: each fork takes one job, as if it were the first."""


import gc
import os
import sys
import time
from collections.abc import Callable

from course.grading.sandbox.inside import confine

STOP = 77  # a child's exit code: the worker has gone
FAILED = 1  # a child's exit code: it could not begin


def freeze() -> None:
    """Make this process fit to be forked from: one thread, its objects never moved, closed to others."""
    if (threads := len(os.listdir("/proc/self/task"))) != 1:
        sys.exit(f"{threads} threads run here, so this process cannot be forked safely")
    confine.process(confine.DUMPABLE, 0)
    gc.collect()
    gc.freeze()


def keep_forking(wanted: int, child: Callable[[], None]) -> None:
    """Have so many children at any time, until one says that the worker has gone."""
    living: set[int] = set()
    ending = False
    while living or not ending:
        while len(living) < wanted and not ending:
            pid = os.fork()
            if pid == 0:
                try:
                    child()
                finally:
                    os._exit(FAILED)
            living.add(pid)
        pid, status = os.wait()
        living.discard(pid)
        code = os.waitstatus_to_exitcode(status)
        ending = ending or code == STOP
        if code == FAILED:
            time.sleep(0.2)  # it cannot be confined here; don't spin
