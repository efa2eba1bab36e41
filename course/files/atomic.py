"""A file is written whole or not at all; what a killed process left half-written, the next one removes."""

from __future__ import annotations

import contextlib
import glob
import os
from pathlib import Path

from course.errors import Trouble, remedy


def write_whole(path: Path, content: bytes, *, wait: bool = True) -> None:
    """Write a file beside its place, wait for the disk, and move it there; Trouble where that can't be done."""
    beside = path.with_name(f".{path.name}.new-{os.getpid()}")  # which no pattern such as *.json fits
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for left in path.parent.glob(f".{glob.escape(path.name)}.new-*"):
            if not _lives(left.name.rpartition("-")[2]):
                left.unlink()
        _write(beside, content, "wb", wait=wait)
        os.replace(beside, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise Trouble(f"{path}: cannot be written ({error.strerror}). {remedy(error)}, and do it again.") from None


def write_synced(path: Path, content: bytes) -> None:
    """Write a new file and wait until it is on the disk."""
    _write(path, content, "xb", wait=True)


def _write(path: Path, content: bytes, mode: str, *, wait: bool) -> None:
    with path.open(mode) as file:
        file.write(content)
        file.flush()
        if wait:
            os.fsync(file.fileno())


def _lives(process: str) -> bool:
    """Return whether a process of this number is there; what one that was killed left behind is nobody's."""
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, ValueError, OverflowError):
        return False
    except OSError:
        return True
    return True
