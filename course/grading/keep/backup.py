"""Write a whole term into one verified file for `course backup`, and read it for `course restore`.

    manifest.json            the size and hash of each entry, and when each file was changed
    term/...                 the term's folder, without the gradebook, links and hidden files
    gradebook/TABLE.jsonl    the rows of a table of the gradebook, from SQLite or PostgreSQL

The zip's comment is the manifest's hash. The file gets its name only after it was read back from end to end.
"""

import dataclasses
import hashlib
import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any

from sqlalchemy.engine import make_url

from course.errors import Trouble, explained
from course.grading.gradebook import dump
from course.grading.term.term import FILE, Term
from course.progress import Progress, silent
from tools.files import drafted, move_into_place, replacing

FORMAT = 1
MANIFEST, FOLDER, BOOK = "manifest.json", "term", "gradebook"
CHUNK = 1 << 20


@dataclass(frozen=True)
class Kept:
    """What is in a backup."""

    path: Path
    term: str
    files: int
    rows: int
    sha256: str  # of the manifest, which has the hashes of all else


def backup(term: Term, path: Path, *, replace: bool = False, progress: Progress = silent) -> Kept:
    """Write a term into one file, and verify it; keep an earlier file unless asked to `replace` it."""
    if path.resolve().is_relative_to(term.folder.resolve()):
        raise Trouble(f"{path}: is in the term's own folder. Put the backup elsewhere, ideally on another disk.")
    if path.exists() and not replace:
        raise Trouble(f"{path}: exists already. Choose another name, or --replace it.")
    with explained(path, "cannot be written, so nothing was changed"), replacing(path) as draft:
        with draft.open("xb") as file:
            _write(term, file, progress)
        kept = verified(draft)
    return dataclasses.replace(kept, path=path)


def verified(path: Path, progress: Progress = silent) -> Kept:
    """Read a backup from end to end, and compare it with its hashes."""
    if not path.is_file():
        raise Trouble(f"{path}: is not a file. Name one that `course backup` wrote.")
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = _manifest(archive, path)
            entries = manifest["entries"]
            if set(archive.namelist()) != {MANIFEST, *entries}:
                raise Trouble(f"{path}: its files are not those of its manifest. It is damaged: use another backup.")
            for place, (name, said) in enumerate(entries.items(), 1):
                progress(place, len(entries))
                with archive.open(name) as file:
                    digest = hashlib.file_digest(file, "sha256")  # type: ignore[arg-type]  # zipfile's type is too wide
                if digest.hexdigest() != said["sha256"]:
                    raise Trouble(f"{path}: {name} differs from its hash. Use another backup.")
    except Trouble:
        raise
    except Exception as error:  # a damaged zip makes zipfile raise almost anything
        raise Trouble(f"{path}: is damaged, or not a backup of a term ({error}). Use another one.") from None
    files = sum(name.startswith(f"{FOLDER}/") for name in entries)
    return Kept(path, manifest["term"], files, manifest["rows"], archive.comment.decode())


def restore(
    path: Path, folder: Path, *, replace: bool = False, progress: Callable[[str], Progress] = lambda what: silent
) -> Term:
    """Restore a term, all of it or nothing; keep what is there unless asked to `replace` it."""
    verified(path, progress("files compared with their hashes"))
    if folder.exists() and any(folder.iterdir()) and not replace:
        raise Trouble(f"{folder}: is not empty. Name another folder, or --replace it.")
    with explained(folder, "cannot be written, so nothing was changed"):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with drafted(folder) as draft, zipfile.ZipFile(path) as archive:
            _unpack(archive, _manifest(archive, path), draft, progress("files put back"))
            with dump.replaced(Term.read(draft), archive, BOOK, replace=replace):
                move_into_place(draft, folder)
    return Term.read(folder)


def _write(term: Term, file: IO[bytes], progress: Progress) -> None:
    entries: dict[str, dict[str, Any]] = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, allowZip64=True) as archive:
        paths = list(_files(term))
        for place, path in enumerate(paths):
            progress(place, len(paths))
            name = f"{FOLDER}/{path.relative_to(term.folder).as_posix()}"
            with path.open("rb") as source:
                entries[name], _ = _put(archive, name, iter(lambda: source.read(CHUNK), b""))
            entries[name]["changed"] = path.stat().st_mtime_ns
        rows = 0
        for table, lines in dump.read_dump(term):
            name = f"{BOOK}/{table}.jsonl"
            entries[name], number = _put(archive, name, lines)
            rows += number
        progress(len(paths), len(paths))
        said = {"format": FORMAT, "term": term.name, "rows": rows, "entries": entries}
        content = json.dumps(said, ensure_ascii=False, indent=1).encode()
        _put(archive, MANIFEST, [content])
        archive.comment = hashlib.sha256(content).hexdigest().encode()


def _put(archive: zipfile.ZipFile, name: str, chunks: Iterable[bytes]) -> tuple[dict[str, Any], int]:
    """Write an entry; return what the manifest says about it, and the number of chunks."""
    digest, count, info = hashlib.sha256(), 0, zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    with archive.open(info, "w", force_zip64=True) as target:
        for chunk in chunks:
            digest.update(chunk)
            target.write(chunk)
            count += 1
    return {"size": info.file_size, "sha256": digest.hexdigest()}, count


def _files(term: Term) -> Iterator[Path]:
    """Yield the files of a term, without the gradebook, links, and names that begin with a dot."""
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
        raise Trouble(f"{path}: the manifest differs from its hash. Use another backup.")
    manifest: dict[str, Any] = json.loads(content)
    if manifest["format"] != FORMAT:
        raise Trouble(f"{path}: has format {manifest['format']}. Read it with a newer version of the course.")
    return manifest


def _unpack(archive: zipfile.ZipFile, manifest: dict[str, Any], folder: Path, progress: Progress) -> None:
    for place, (name, said) in enumerate(manifest["entries"].items(), 1):
        progress(place, len(manifest["entries"]))
        parts = PurePosixPath(name).parts
        if parts[0] != FOLDER:
            continue
        if ".." in parts or PurePosixPath(name).is_absolute():
            raise Trouble(f"{name!r} would be written outside the folder. This is not a backup of a term.")
        target = folder.joinpath(*parts[1:])
        target.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(name) as source, target.open("wb") as file:
            shutil.copyfileobj(source, file, CHUNK)
        os.utime(target, ns=(said["changed"], said["changed"]))
    if not (folder / FILE).is_file():
        raise Trouble(f"{archive.filename}: has no {FILE}, so it is not a backup of a term.")
