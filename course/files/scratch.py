"""A folder that is there for a while; what a killed process left behind, a later one removes.

    scratch = Scratch()
    ...  # scratch.path
    scratch.remove()

Whoever lives holds a lock on its folder, and the system lets go of it however the process ends.
"""


import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from pathlib import Path

PREFIX = "margin-course-"
YOUNG = 600.0  # seconds: so new a folder may not be locked yet


class Scratch:
    """A new folder among the system's temporary ones."""

    def __init__(self) -> None:
        remove_what_was_left()
        self._folder = tempfile.TemporaryDirectory(prefix=PREFIX)
        self.path = Path(self._folder.name)
        self._held = os.open(self.path, os.O_RDONLY)
        fcntl.flock(self._held, fcntl.LOCK_EX)

    def remove(self) -> None:
        """Remove the folder and all that is in it."""
        self._folder.cleanup()
        if self._held >= 0:
            os.close(self._held)
            self._held = -1


def remove_what_was_left() -> None:
    """Remove the folders whose process is no more, as far as they are this user's."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):  # it has just gone, is another user's, or is in use
            if time.time() - path.stat().st_mtime > YOUNG and path.stat().st_uid == os.geteuid():
                _remove_unless_held(path)


def _remove_unless_held(path: Path) -> None:
    held = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(held)
