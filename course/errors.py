"""Errors that the user can fix, shown as one sentence without a traceback."""

import contextlib
import errno
from collections.abc import Iterator
from pathlib import Path


class Trouble(Exception):
    """An error the user can fix: what is wrong, where, and what to do about it."""


REMEDIES = {
    errno.ENOSPC: "Free some space there", errno.EDQUOT: "Free some space there",
    errno.EFBIG: "Allow larger files there", errno.EROFS: "Make that file system writable",
    errno.EACCES: "Make it readable and writable", errno.EPERM: "Make it readable and writable",
    errno.EIO: "The disk may be failing: use another one", errno.EISDIR: "Move that folder away",
    errno.ENOTDIR: "Move away the file that is in its path", errno.ENOTEMPTY: "Move that folder away",
    errno.ENAMETOOLONG: "Choose a shorter name", errno.ELOOP: "Name the file itself, not a link",
    errno.EXDEV: "Choose a folder on the same file system", errno.EMFILE: "Allow more open files, see `ulimit -n`",
}


def remedy(error: OSError) -> str:
    """Return what to do about the system's error, as the beginning of a sentence."""
    return REMEDIES.get(error.errno or 0, "Check the path")


@contextlib.contextmanager
def explained(path: Path, what: str, advice: str = "") -> Iterator[None]:
    """Raise Trouble for an OSError in the block: the path, what failed, the system's reason, and advice or a remedy."""
    try:
        yield
    except OSError as error:
        raise Trouble(f"{path}: {what} ({error.strerror}). {advice or f'{remedy(error)}, and try again.'}") from None
