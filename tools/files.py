"""Files and folders that are replaced whole or not at all, zips that are the same bytes each time, hashes of files.

`course`, `browser` and the book's extensions share it. It imports the standard library only, and raises OSError.
"""

import contextlib
import glob
import hashlib
import io
import json
import os
import shutil
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can hold


@contextlib.contextmanager
def replacing(path: Path, *, wait: bool = True) -> Iterator[Path]:
    """Yield where to write what replaces a file or folder when the block ends; after an error nothing has changed."""
    with drafted(path) as draft:
        yield draft
        move_into_place(draft, path, wait=wait)


@contextlib.contextmanager
def drafted(path: Path) -> Iterator[Path]:
    """Yield where to write a draft of a file or folder, beside it; remove the draft at the end if it is still there.

    Drafts that killed processes left there are removed, too.
    """
    _remove_drafts_of_killed(path)
    draft = path.with_name(f".{path.name}.new-{os.getpid()}")  # which no pattern such as *.json fits
    try:
        yield draft
    finally:
        with contextlib.suppress(OSError):
            _remove(draft)


def move_into_place(draft: Path, path: Path, *, wait: bool = True) -> None:
    """Let a draft replace a file or folder, as a rule after the disk has all of it."""
    if wait:
        _sync(draft)
    if draft.is_dir():
        _replace_folder(draft, path)
    else:
        os.replace(draft, path)


def write_atomically(path: Path, content: bytes, *, wait: bool = True) -> None:
    """Write a file; at all times the old one is there, or the new one."""
    with replacing(path, wait=wait) as draft:
        draft.write_bytes(content)


def reproducible_zip(files: Mapping[str, str | bytes], level: int | None = None, first: str = "") -> bytes:
    """Return a zip of these files, the same bytes each time; one of them may come first, as it is."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", compresslevel=level) as archive:
        for name, data in sorted(files.items(), key=lambda file: (file[0] != first, file[0])):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_STORED if name == first else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return content.getvalue()


def fingerprint(root: Path, paths: Iterable[Path], *values: object) -> str:
    """Return a hash of values and of files, their names from the root included; folders and bytecode are left out."""
    digest = hashlib.sha256(json.dumps(values, sort_keys=True).encode())
    for path in sorted(set(paths)):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _replace_folder(new: Path, target: Path) -> None:
    """Put a folder in the place of another; if that fails, the other is put back."""
    old = target.with_name(f".{target.name}.old-{os.getpid()}")
    if target.exists():
        os.rename(target, old)
    try:
        os.rename(new, target)
    except OSError:
        if old.exists():
            os.rename(old, target)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _remove_drafts_of_killed(path: Path) -> None:
    """Remove what killed processes left beside a path; an old folder only where there is another in its place."""
    name = glob.escape(path.name)
    for left in [*path.parent.glob(f".{name}.new-*"), *(path.parent.glob(f".{name}.old-*") if path.exists() else ())]:
        if not _is_running(left.name.rpartition("-")[2]):
            _remove(left)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Wait until the disk has a file, or all files of a folder."""
    for file in path.rglob("*") if path.is_dir() else [path]:
        if file.is_file():
            with file.open("rb") as opened:
                os.fsync(opened.fileno())


def _is_running(process: str) -> bool:
    """Return whether there is a process with this id."""
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, ValueError, OverflowError):
        return False
    except OSError:
        return True
    return True
