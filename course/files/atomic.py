"""Write a file atomically; Trouble says why it failed and what to do."""

from pathlib import Path

from course.errors import explained
from tools import files


def write_atomically(path: Path, content: bytes, *, wait: bool = True) -> None:
    """Write a file atomically and make its folder; Trouble if that fails."""
    with explained(path, "cannot be written"):
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write_atomically(path, content, wait=wait)
