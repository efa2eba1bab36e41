"""Nothing that students may not have is in what is published: solutions, hidden tests and rubrics, line by line.

Only what a chapter prints is public, also where an answer takes it over: `takes_from` on the answer's mark says so.

Each hidden place of a source counts twice: by its longer lines, whatever the spaces around them and however a file
format writes quotes and backslashes; and by its canary, a word made of the place's name, which stands in the
instructor's notebook and nowhere else.
"""

import html
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course.sets.markers import BEGIN_SCHEME, BEGIN_SOLUTION, END_SCHEME, END_SOLUTION, canary
from course.sets.notebooks import filled
from course.sets.source import Cell, Source

SHORTEST = 40  # of a line that counts: shorter ones are written by chance, too
PIECE = 12
ARCHIVES = (".zip", ".whl")
PLAIN = (".html", ".js", ".css", ".txt", ".json", ".ipynb", ".py", ".md", ".svg", ".xml", ".toml", ".inv", ".map", "")


@dataclass(frozen=True)
class Leak:
    """A line that should not be there."""

    file: str
    place: str
    line: str

    def __str__(self) -> str:
        return f"{self.file} holds a line of {self.place}: {self.line[:60]!r}"


def hidden(source: Source, values: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the lines of each hidden place of a source, as they stand and as the term's values make them."""
    found: dict[str, list[str]] = {}
    public = {grade_id: set(map(_bare, lines)) for grade_id, lines in taken_over(source).items()}
    for cell in source.cells:
        for text in {cell.text, filled(cell.text, values, str(source.path), source)}:
            secret = _secret_part(cell.kind, text)
            if secret:
                lines = [line for line in _long_lines(secret) if _bare(line) not in public.get(cell.grade_id, ())]
                found.setdefault(f"{source.name} {cell.grade_id}", []).extend(lines)
    return found


def taken_over(source: Source) -> dict[str, list[str]]:
    """Return the lines that answers take over from the chapters that they name, by the answer's grade id."""
    found = {}
    for cell in source.cells:
        if cell.takes_from:
            page = chapter(source, cell)
            printed = _bare(page.read_text(encoding="utf-8")) if page.is_file() else ""
            lines = _long_lines(_secret_part(cell.kind, cell.text))
            found[cell.grade_id] = [line for line in lines if _bare(line) in printed]
    return found


def chapter(source: Source, cell: Cell) -> Path:
    """Return the page from which an answer takes lines over."""
    return source.path.parents[2] / "book" / f"{cell.takes_from}.md"


def line_number(path: Path, line: str) -> int:
    """Return the number of the line of a file that holds this one."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((number for number, text in enumerate(lines, 1) if _bare(line) in _bare(text)), 1)


def search(folder: Path, places: Mapping[str, list[str]]) -> Iterator[Leak]:
    """Yield the leaks in all files of a folder, those inside of archives too."""
    lines = {_bare(line): (place, line) for place, group in places.items() for line in group}
    keys = lines | {canary(place): (place, canary(place)) for place in places}
    by_piece = _by_piece(keys)
    for name, text in _texts(folder):
        for key in sorted(_possible(text, by_piece)):
            if key in text:
                yield Leak(name, *keys[key])


def _by_piece(keys: Iterable[str]) -> dict[str, set[str]]:
    """Return the keys by each piece of theirs; those that are too short to be found by a piece, by the empty one."""
    found: dict[str, set[str]] = {}
    for key in keys:
        starts = range(PIECE) if len(key) >= 2 * PIECE - 1 else ()
        for piece in {key[start : start + PIECE] for start in starts} or {""}:
            found.setdefault(piece, set()).add(key)
    return found


def _possible(text: str, by_piece: Mapping[str, set[str]]) -> set[str]:
    """Return all keys that can be in a text, and few others. To look for each key in 45 MB takes 12 s, this takes one.

    The text is cut into pieces. Wherever a long key stands in it, one of the cuts is at one of the key's first letters,
    and the piece behind the cut is within the key.
    """
    pieces = {text[start : start + PIECE] for start in range(0, len(text), PIECE)} | {""}
    return {key for piece in by_piece.keys() & pieces for key in by_piece[piece]}


def _secret_part(kind: str, text: str) -> str:
    if kind == "answer":
        return text.partition(BEGIN_SOLUTION)[2].partition(END_SOLUTION)[0]
    if kind == "proof":
        return text.partition(BEGIN_SCHEME)[2].partition(END_SCHEME)[0]
    return text if kind in ("test", "set") else ""


def _long_lines(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if len(line) >= SHORTEST and "claim(" not in line]  # claims are told to students


def _bare(text: str) -> str:
    """Return the text without what a file format may change: spaces, quotes, backslashes, entities, HTML's marks."""
    return re.sub(r"""[\s"'\\]+""", "", html.unescape(re.sub(r"</?span[^>]*>", "", text)))


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield from _of_file(str(path.relative_to(folder)), path.read_bytes())


def _of_file(name: str, content: bytes) -> Iterator[tuple[str, str]]:
    if name.endswith(ARCHIVES):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for entry in archive.namelist():
                yield from _of_file(f"{name}/{entry}", archive.read(entry))
    elif Path(name).suffix in PLAIN:
        yield name, _bare(content.decode("utf-8", errors="replace").replace(r"\n", "\n"))
