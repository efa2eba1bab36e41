"""Write a file whole or not at all, and say in a sentence why that can't be done."""


from pathlib import Path

from course.errors import Trouble, remedy
from tools import files


def write_atomically(path: Path, content: bytes, *, wait: bool = True) -> None:
    """Write a file atomically, its folder if need be; Trouble where that can't be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write_atomically(path, content, wait=wait)
    except OSError as error:
        raise Trouble(f"{path}: cannot be written ({error.strerror}). {remedy(error)}, and do it again.") from None
