"""The files in a zip or a folder, one at a time, none of them trusted.

Nothing is unpacked to disk, links are not followed, and nothing is read beyond the limits below. Rejected entries are
yielded too, with the reason, so that they can be quarantined by name.
"""

import io
import os
import re
import stat
import struct
import unicodedata
import weakref
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from lzma import LZMAError
from pathlib import Path
from typing import IO

from course.errors import Trouble
from course.files.text import printable
from course.grading.notebook.file_kinds import ARCHIVES, kind_of_file

MB = 1_000_000
LARGEST_FILE = 100 * MB
LARGEST_STUDENT = 2_000 * MB  # all files of one student in one collection, unpacked
MOST_ENTRIES = 10_000  # of one student
MOST_ENTRIES_IN_CLASS = 1_000_000
MOST_RATIO = 1_100  # deflate reaches 1,032; what shrinks more is a bomb
MOST_DEPTH = 2  # a student's zip, and a zip in it
MOST_ZIPS = 20  # in a student's zip; each is unpacked whole to see what is in it
ENTRY = b"PK\x01\x02"  # what each entry of a zip's directory begins with
LONGEST_NAME = 1_000
BEGINNING = 300  # bytes by which archives are recognized
NOTHING = "There is nothing in it"
FOLDER = "It is a folder, though it is called like a notebook."
LEFT_BY_SYSTEMS = re.compile(r"(?:^|/)(?:(?:__MACOSX|__pycache__|\.[^/]*)(?:/|$)|(?:Thumbs\.db|desktop\.ini)$)")


class Refused(Trouble):
    """Why a file is not read, in a sentence."""


@dataclass(frozen=True)
class File:
    """A file of a zip or folder: its path there, when it was last changed if that is known, and how to read it."""

    path: str
    changed: datetime | None
    read: Callable[[], bytes]  # raises Refused
    size: int = 0
    hidden: bool = False  # an operating system's own, or an empty folder, whose path ends with /

    @property
    def parts(self) -> list[str]:
        """The folders, and the file's name last."""
        return self.path.split("/")

    @property
    def name(self) -> str:
        """The file's name, without its folders."""
        return self.parts[-1]


def files(path: Path) -> Iterator[File]:
    """Yield the files of a zip or folder, hidden ones too, or the file itself; Trouble if it cannot be opened."""
    if path.is_symlink() or not path.exists():
        what = "a link" if path.is_symlink() else "not there"
        raise Trouble(f"{path}: is {what}. Name a zip, a folder or a notebook.")
    if path.is_dir():
        yield from _in_folder(path)
    elif path.suffix.lower() == ".zip":
        try:
            yield from _in_zip(_open_while_read(path), "", MOST_ENTRIES_IN_CLASS)
        except Refused as refused:
            raise Trouble(f"{path}: {refused}") from None
        except (OSError, *BROKEN) as error:
            _refuse_archive(path)
            raise Trouble(f"{path}: cannot be read as a zip ({error}). Download it again.") from None
    else:
        _refuse_archive(path)
        yield _on_disk(path, path.name)


def _open_while_read(path: Path) -> zipfile.ZipFile:
    """Return a zip whose file is open as long as anything holds the zip: its files are read later."""
    file = path.open("rb")
    try:
        archive = zipfile.ZipFile(file)
    except BaseException:
        file.close()
        raise
    weakref.finalize(archive, file.close)
    return archive


def _refuse_archive(path: Path) -> None:
    """Raise if the file is an archive, but no zip."""
    try:
        with path.open("rb") as file:
            kind = kind_of_file(file.read(BEGINNING), ARCHIVES)
    except OSError:  # reported where the file is read
        return
    if kind:
        raise Trouble(f"{path}: is {kind}, not a zip. Unpack it, and name the folder.")


def unpacked(file: File, depth: int = 1) -> Iterator[File]:
    """Yield the files of a student's zip, and of zips in it; or the file itself if it is not a zip."""
    if not file.name.lower().endswith(".zip"):
        yield file
        return
    if depth > MOST_DEPTH:
        yield refused(file.path, f"It is {depth} zips deep. Ask for the notebook itself.")
        return
    content = b""
    try:
        content = file.read()
        inside = _in_students_zip(content, f"{file.path}/")
        seen = [inner for inner in inside if not inner.hidden]
        for inner in seen:
            yield from unpacked(inner, depth + 1)
        if not seen:
            yield refused(file.path, nothing_but_hidden(inside))
    except Refused as why:
        yield refused(file.path, str(why))
    except BROKEN as error:
        kind = kind_of_file(content, ARCHIVES)
        yield refused(file.path, f"It is not a zip, but {kind}." if kind else f"It cannot be read as a zip ({error}).")


def nothing_but_hidden(hidden: Iterable[File]) -> str:
    """Return a sentence on the missing files; it names a hidden one, which may be the one that was meant."""
    named = [file.name for file in hidden if file.name]
    first = next((name for name in named if name.lower().endswith(".ipynb")), named[0] if named else "")
    return f"{NOTHING} but hidden files, such as {printable(first)}." if first else f"{NOTHING}."


def refused(path: str, why: str) -> File:
    """Return a file that raises the reason when it is read."""

    def read() -> bytes:
        raise Refused(why)

    return File(path, None, read)


def clean(name: str) -> str | None:
    """Return a path with / between its parts and composed letters; None if it leads out of its folder."""
    path = unicodedata.normalize("NFC", name.replace("\\", "/"))
    path = "".join("\ufffd" if unicodedata.category(letter) in ("Cc", "Cs") else letter for letter in path)
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if path.startswith("/") or re.match(r"[A-Za-z]:", path) or ".." in parts or not parts:
        return None
    return "/".join(parts)


BROKEN = (
    zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, OverflowError,
    MemoryError, struct.error, zlib.error, LZMAError,
)


def _in_students_zip(content: bytes, before: str) -> list[File]:
    """Return the files of a zip; Refused if it was made to exhaust the machine."""
    if (number := content.count(ENTRY)) > MOST_ENTRIES:  # zipfile makes an object of each before we can count them
        raise Refused(f"It holds {number:,} files, more than {MOST_ENTRIES:,}.")
    found = list(_in_zip(zipfile.ZipFile(io.BytesIO(content)), before, MOST_ENTRIES))
    if (number := sum(file.name.lower().endswith(".zip") for file in found)) > MOST_ZIPS:
        raise Refused(f"It holds {number:,} zips, more than {MOST_ZIPS}.")
    return found


def _in_zip(archive: zipfile.ZipFile, before: str, most: int) -> Iterator[File]:
    entries = archive.infolist()
    if len(entries) > most:
        raise Refused(f"It holds {len(entries):,} files, more than {most:,}.")
    names = sorted({entry.filename for entry in entries})
    begin_another = {name for name, following in pairwise(names) if following.startswith(name)}
    for entry in entries:
        path = clean(entry.filename)
        if entry.is_dir():
            if path and path.lower().endswith(".ipynb"):
                yield refused(before + path, FOLDER)
            elif path and entry.filename not in begin_another:
                yield _empty(before + path)
        elif path is None or len(path) > LONGEST_NAME:
            name = printable(entry.filename.replace("/", "\\"))
            yield refused(before + name, "Its path leads out of the zip or is too long.")
        else:
            yield _marked_if_hidden(File(before + path, _date(entry), _reader(archive, entry), entry.file_size))


def _empty(path: str) -> File:
    return File(f"{path}/", None, lambda: b"", hidden=True)


def _reader(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Callable[[], bytes]:
    def read() -> bytes:
        if entry.flag_bits & 1:
            raise Refused("It is encrypted. Ask for it without a password.")
        if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG):
            raise Refused("It is a link or a device; these are not followed.")
        if entry.file_size > LARGEST_FILE:
            raise Refused(f"It unpacks to {entry.file_size // MB:,} MB; at most {LARGEST_FILE // MB} are read.")
        if entry.file_size > MOST_RATIO * max(entry.compress_size, 1_000):
            raise Refused(f"It unpacks to more than {MOST_RATIO:,} times its size, as zip bombs do.")
        try:
            with archive.open(entry) as stream:
                return _bounded(stream)
        except (OSError, *BROKEN) as error:
            raise Refused(f"It cannot be unpacked ({error}).") from None

    return read


def _date(entry: zipfile.ZipInfo) -> datetime | None:
    try:
        return datetime(*entry.date_time)
    except ValueError:
        return None


def _in_folder(folder: Path) -> Iterator[File]:
    closed: list[OSError] = []
    for root, folders, names in os.walk(folder, followlinks=False, onerror=closed.append):
        if not folders and not names and Path(root) != folder:
            yield _empty(_inside(Path(root), folder))
        for name in sorted(folders):
            path = Path(root, name)
            link = os.path.islink(path)  # unlike Path.is_symlink, it doesn't raise where folders may only be listed
            if link or name.lower().endswith(".ipynb"):
                folders.remove(name)
                why = "It is a link; links are not followed." if link else FOLDER
                yield _marked_if_hidden(refused(_inside(path, folder), why))
        folders.sort()
        for name in sorted(names):
            path = Path(root, name)
            yield _marked_if_hidden(_on_disk(path, _inside(path, folder)))
    for error in closed:
        yield refused(_inside(Path(error.filename), folder), f"It cannot be opened ({error.strerror}).")


def _marked_if_hidden(file: File) -> File:
    """Return the file, marked as hidden if an operating system left it beside a student's."""
    return replace(file, hidden=LEFT_BY_SYSTEMS.search(file.path) is not None)


def _inside(path: Path, folder: Path) -> str:
    return clean(str(path.relative_to(folder))) or printable(path.name)


def _on_disk(path: Path, inside: str) -> File:
    try:
        status = path.lstat()
    except OSError as error:
        return refused(inside, f"It cannot be read ({error.strerror}).")
    if not stat.S_ISREG(status.st_mode):
        return refused(inside, "It is a link or a device; these are not followed.")
    if status.st_size > LARGEST_FILE:
        return refused(inside, f"It has {status.st_size // MB:,} MB; at most {LARGEST_FILE // MB} are read.")

    def read() -> bytes:
        try:
            # The file may have been replaced by a link since lstat.
            with open(os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as stream:
                return _bounded(stream)
        except OSError as error:
            raise Refused(f"It cannot be read ({error.strerror}).") from None

    return File(inside, changed(status.st_mtime), read, status.st_size)


def changed(seconds: float) -> datetime | None:
    """Return the date of a file; None if it is out of range, since a file's owner may set any number."""
    try:
        return datetime.fromtimestamp(seconds)
    except (ValueError, OverflowError, OSError):
        return None


def _bounded(stream: IO[bytes]) -> bytes:
    content = stream.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise Refused(f"It has more than {LARGEST_FILE // MB} MB.")
    return content
