"""Errors that the user can fix, shown as one sentence without a traceback."""

import contextlib
import errno
from collections.abc import Iterator
from pathlib import Path


class Trouble(Exception):
    """An error the user can fix: what is wrong, where, and what to do about it."""


REMEDIES = {
    errno.ENOSPC: "Make room there", errno.EDQUOT: "Make room there", errno.EFBIG: "Let files be larger there",
    errno.EROFS: "Let that file system be written to", errno.EACCES: "Let it be read and written",
    errno.EPERM: "Let it be read and written", errno.EIO: "The disk may be failing: take another one",
    errno.EISDIR: "Move that folder away", errno.ENOTDIR: "Move the file away that is in the way",
    errno.ENOTEMPTY: "Move that folder away", errno.ENAMETOOLONG: "Take a shorter name",
    errno.ELOOP: "Name the file itself, and no link",
    errno.EXDEV: "Take a place on the same file system", errno.EMFILE: "Let more files be open, see `ulimit -n`",
}


def remedy(error: OSError) -> str:
    """Return what to do about the system's error, as the beginning of a sentence."""
    return REMEDIES.get(error.errno or 0, "See to that")


@contextlib.contextmanager
def explained(path: Path, what: str, advice: str = "") -> Iterator[None]:
    """Raise Trouble for an OSError in the block: the path, what failed, the system's reason, and advice or a remedy."""
    try:
        yield
    except OSError as error:
        raise Trouble(f"{path}: {what} ({error.strerror}). {advice or f'{remedy(error)}, and try again.'}") from None
