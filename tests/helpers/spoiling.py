"""A copy of a site in which one file did not arrive whole."""

import os
import shutil


def flipped(data):
    """The file with one byte changed, in its middle."""
    return data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 255]) + data[len(data) // 2 + 1 :]


def spoilt_copy(site, target, pattern, change=None):
    """Copy a site, and let a function change the one file of this pattern; without a function the file is missing."""
    shutil.copytree(site, target, copy_function=os.link)
    [path] = target.glob(pattern)
    data = path.read_bytes()
    path.unlink()
    if change:
        path.write_bytes(change(data))
    return target
