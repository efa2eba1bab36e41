"""Temporary folders, also removed after a process was killed: the next process does that.

    scratch = Scratch()
    ...  # scratch.path
    scratch.remove()

A running process holds a lock on its folder, which the system releases however the process ends.
"""

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from pathlib import Path

PREFIX = "margin-course-"
YOUNG = 600.0  # seconds: a newer folder may not be locked yet


class Scratch:
    """A new folder in the system's temporary folder."""

    def __init__(self) -> None:
        remove_what_was_left()
        self._folder = tempfile.TemporaryDirectory(prefix=PREFIX)
        self.path = Path(self._folder.name)
        self._held = os.open(self.path, os.O_RDONLY)
        fcntl.flock(self._held, fcntl.LOCK_EX)

    def remove(self) -> None:
        """Remove the folder and everything in it."""
        self._folder.cleanup()
        if self._held >= 0:
            os.close(self._held)
            self._held = -1


def remove_what_was_left() -> None:
    """Remove this user's folders whose process has ended."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):  # just removed, another user's, or in use
            if time.time() - path.stat().st_mtime > YOUNG and path.stat().st_uid == os.geteuid():
                _remove_unless_held(path)


def _remove_unless_held(path: Path) -> None:
    held = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(held)
