"""`course backup` and `course restore`: a whole term in one file, verified, and back again.

    manifest.json            what is in the file: of each entry its size and hash, of each file when it was changed
    term/...                 the term's folder, but for the gradebook and what a command left half-done
    gradebook/TABLE.jsonl    the gradebook's rows, a table a file, whether it was SQLite or PostgreSQL

The file's comment is the manifest's hash. It is written beside its place, read again from the first byte to the last,
and only then moved there.
"""


import hashlib
import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any

from sqlalchemy.engine import make_url

from course.errors import Trouble, remedy
from course.grading.gradebook import dump
from course.grading.term.term import FILE, Term
from tools.files import drafted, move_into_place, replacing

FORMAT = 1
MANIFEST, FOLDER, BOOK = "manifest.json", "term", "gradebook"
CHUNK = 1 << 20
Progress = Callable[[int, int], None]


def _silent(done: int, total: int) -> None:
    pass


@dataclass(frozen=True)
class Kept:
    """What is in a backup."""

    path: Path
    term: str
    files: int
    rows: int
    sha256: str  # of the manifest, which has the hashes of all else


def backup(term: Term, path: Path, *, replace: bool = False, progress: Progress = _silent) -> Kept:
    """Write a term into one file, and read it again; an earlier file stays unless it is to be replaced."""
    if path.resolve().is_relative_to(term.folder.resolve()):
        raise Trouble(f"{path}: is in the term's own folder. Put the backup elsewhere, best on another disk.")
    if path.exists() and not replace:
        raise Trouble(f"{path}: is there already. Take another name, or --replace it.")
    try:
        with replacing(path) as draft:
            with draft.open("xb") as file:
                _write(term, file, progress)
            kept = verified(draft)
    except OSError as error:
        why = f"cannot be written ({error.strerror}). {remedy(error)}; nothing was changed"
        raise Trouble(f"{path}: {why}.") from None
    return Kept(path, kept.term, kept.files, kept.rows, kept.sha256)


def verified(path: Path, progress: Progress = _silent) -> Kept:
    """Read a backup from end to end; Trouble if a byte of it is not as it was written."""
    if not path.is_file():
        raise Trouble(f"{path}: is not there, or no file. Name a backup that `course backup` wrote.")
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = _manifest(archive, path)
            entries = manifest["entries"]
            if set(archive.namelist()) != {MANIFEST, *entries}:
                raise Trouble(f"{path}: holds other files than it says. It is damaged; take another backup.")
            for place, (name, said) in enumerate(entries.items(), 1):
                progress(place, len(entries))
                if _hash(archive, name) != said["sha256"]:
                    raise Trouble(f"{path}: {name} is not as it was written. Take another backup.")
    except Trouble:
        raise
    except Exception as error:  # a damaged zip makes zipfile raise almost anything
        raise Trouble(f"{path}: is no whole backup of a term ({error}). Take another one.") from None
    files = sum(name.startswith(f"{FOLDER}/") for name in entries)
    return Kept(path, manifest["term"], files, manifest["rows"], archive.comment.decode())


def restore(
    path: Path, folder: Path, *, replace: bool = False, progress: Callable[[str], Progress] = lambda what: _silent
) -> Term:
    """Put a term back, all of it or nothing; what is there stays unless it is to be replaced."""
    verified(path, progress("files compared with their hashes"))
    if folder.exists() and any(folder.iterdir()) and not replace:
        raise Trouble(f"{folder}: is not empty. Name another folder, or --replace it.")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with drafted(folder) as draft, zipfile.ZipFile(path) as archive:
            manifest = _manifest(archive, path)
            _unpack(archive, manifest, draft, progress("files put back"))
            term = Term.read(draft)
            with dump.replaced(term, archive, BOOK, replace=replace):
                move_into_place(draft, folder)
    except OSError as error:
        why = f"cannot be written ({error.strerror}). {remedy(error)}; nothing was changed"
        raise Trouble(f"{folder}: {why}.") from None
    return Term.read(folder)


def _write(term: Term, file: IO[bytes], progress: Progress) -> None:
    entries: dict[str, dict[str, Any]] = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, allowZip64=True) as archive:
        paths = list(_files(term))
        for place, path in enumerate(paths):
            progress(place, len(paths))
            name = f"{FOLDER}/{path.relative_to(term.folder).as_posix()}"
            with path.open("rb") as source:
                entries[name] = _put(archive, name, iter(lambda: source.read(CHUNK), b""))
            entries[name]["changed"] = path.stat().st_mtime_ns
        rows = 0
        for table, lines in dump.read_dump(term):
            counted = _Counted(lines)
            entries[f"{BOOK}/{table}.jsonl"] = _put(archive, f"{BOOK}/{table}.jsonl", counted)
            rows += counted.number
        progress(len(paths), len(paths))
        said = {"format": FORMAT, "term": term.name, "rows": rows, "entries": entries}
        content = json.dumps(said, ensure_ascii=False, indent=1).encode()
        _put(archive, MANIFEST, iter([content]))
        archive.comment = hashlib.sha256(content).hexdigest().encode()


class _Counted:
    """Chunks, counted on their way."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self.chunks, self.number = chunks, 0

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self.chunks:
            self.number += 1
            yield chunk


def _put(archive: zipfile.ZipFile, name: str, chunks: Any) -> dict[str, Any]:
    digest, size, info = hashlib.sha256(), 0, zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    with archive.open(info, "w", force_zip64=True) as target:
        for chunk in chunks:
            digest.update(chunk)
            size += len(chunk)
            target.write(chunk)
    return {"size": size, "sha256": digest.hexdigest()}


def _hash(archive: zipfile.ZipFile, name: str) -> str:
    digest = hashlib.sha256()
    with archive.open(name) as file:
        for chunk in iter(lambda: file.read(CHUNK), b""):
            digest.update(chunk)
    return digest.hexdigest()


def _files(term: Term) -> Iterator[Path]:
    """Yield the files of a term, but for the gradebook, links, and what begins with a dot."""
    url = make_url(term.gradebook_url)
    book = {f"{Path(str(url.database)).name}{end}" for end in ("", "-journal", "-wal", "-shm")}
    for folder, folders, names in os.walk(term.folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(folder) / name
            if not name.startswith(".") and name not in book and not path.is_symlink() and path.is_file():
                yield path


def _manifest(archive: zipfile.ZipFile, path: Path) -> dict[str, Any]:
    content = archive.read(MANIFEST)
    if hashlib.sha256(content).hexdigest().encode() != archive.comment:
        raise Trouble(f"{path}: its list of contents is not as it was written. Take another backup.")
    manifest: dict[str, Any] = json.loads(content)
    if manifest["format"] != FORMAT:
        raise Trouble(f"{path}: is of format {manifest['format']}, which this version of the course does not read.")
    return manifest


def _unpack(archive: zipfile.ZipFile, manifest: dict[str, Any], folder: Path, progress: Progress) -> None:
    for place, (name, said) in enumerate(manifest["entries"].items(), 1):
        progress(place, len(manifest["entries"]))
        parts = PurePosixPath(name).parts
        if parts[0] != FOLDER:
            continue
        if ".." in parts or PurePosixPath(name).is_absolute():
            raise Trouble(f"{name!r} would lie outside of the folder. This is no backup of a term.")
        target = folder.joinpath(*parts[1:])
        target.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(name) as source, target.open("wb") as file:
            shutil.copyfileobj(source, file, CHUNK)
        os.utime(target, ns=(said["changed"], said["changed"]))
    if not (folder / FILE).is_file():
        raise Trouble(f"{archive.filename}: there is no {FILE} in it, so it is no backup of a term.")
