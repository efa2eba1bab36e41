"""A process that has imported everything slow, and only forks: each child takes one job, as if it were the first."""

import gc
import os
import sys
import time
from collections.abc import Callable

from course.grading.sandbox.inside import confine

STOP = 77  # a child's exit code: the worker has ended
FAILED = 1  # a child's exit code: it could not start


def freeze() -> None:
    """Prepare this process for forking: check that it has one thread, close it to tracing, freeze its objects."""
    if (threads := len(os.listdir("/proc/self/task"))) != 1:
        sys.exit(f"{threads} threads run here, so this process cannot be forked safely")
    confine.process(confine.DUMPABLE, 0)
    gc.collect()
    gc.freeze()


def keep_forking(wanted: int, child: Callable[[], None]) -> None:
    """Keep this number of children running until one says that the worker has ended; then wait for the rest."""
    running: set[int] = set()
    ending = False
    while running or not ending:
        while len(running) < wanted and not ending:
            pid = os.fork()
            if pid == 0:
                try:
                    child()
                finally:
                    os._exit(FAILED)
            running.add(pid)
        pid, status = os.wait()
        running.discard(pid)
        code = os.waitstatus_to_exitcode(status)
        ending = ending or code == STOP
        if code == FAILED:
            time.sleep(0.2)  # it cannot be confined here; don't spin
