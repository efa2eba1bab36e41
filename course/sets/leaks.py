"""Refuse to publish what students may not have: lines of solutions, hidden tests and rubrics.

Each hidden place of a source is searched for twice: by its longer lines, whatever the spaces around them and however a
file format writes quotes and backslashes; and by its canary, a word made of the place's name, which only the
instructor's notebook holds. Only what a chapter of the book prints is public: an answer that takes lines over from one
says so by `takes_from` on its mark.
"""

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course import settings
from course.sets import graded_steps
from course.sets.markers import BEGIN_SCHEME, BEGIN_SOLUTION, END_SCHEME, END_SOLUTION, canary
from course.sets.notebooks import filled
from course.sets.published_texts import texts
from course.sets.source import Cell, Source, SourceError
from course.sets.variant import values

SHORTEST = 40  # of a line that is searched for: shorter ones are often the same by chance
PIECE = 12


@dataclass(frozen=True)
class Leak:
    """A line that should not be there."""

    file: str
    place: str
    line: str

    def __str__(self) -> str:
        return f"{self.file} holds a line of {self.place}: {self.line[:60]!r}"


def hidden(source: Source, drawn: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the lines of each hidden place of a source, as written and with the term's values."""
    found: dict[str, list[str]] = {}
    for cell in source.cells:
        public = set(map(_bare, _taken_over(source, cell)))
        for text in {cell.text, filled(cell.text, drawn, str(source.path), source)}:
            if secret := _secret_part(cell.kind, text):
                lines = [line for line in _long_lines(secret) if _bare(line) not in public]
                found.setdefault(f"{source.name} {cell.grade_id}", []).extend(lines)
    return found


def all_hidden(sources: Iterable[Source], term: str) -> dict[str, list[str]]:
    """Return the lines of each hidden place of several sources."""
    return {place: lines for one in sources for place, lines in hidden(one, values(one, term)).items()}


def exam_lines(root: Path) -> dict[str, list[str]]:
    """Return the lines of the exam questions and their answers, by the name of their file."""
    files = (path for path in sorted((root / "solutions" / "exam").glob("*.md")) if path.name != "README.md")
    return {f"exam {path.stem}": _long_lines(path.read_text(encoding="utf-8")) for path in files}


def refuse_hidden_lines(sources: Sequence[Source], term: str, root: Path) -> None:
    """Raise SourceError where the book or the library, which are public, holds a hidden line or judges graded steps."""
    folders = [root / name for name in ("book", "notebook_checks", settings.library().package) if name]
    places = all_hidden(sources, term)
    told = [_told(folder, leak, sources, root) for folder in folders for leak in search(folder, places)]
    if told:
        raise SourceError("what is public prints what students may not have. Nothing was changed.\n" + "\n".join(told))
    if arranged := list(graded_steps.on_pages(sources, term, root)):
        listed = "\n".join(f"  {line}" for line in arranged)
        raise SourceError(f"a page would tell whether a graded order is right. Give it steps of its own.\n{listed}")


def _told(folder: Path, leak: Leak, sources: Sequence[Source], root: Path) -> str:
    """Return where a leak is, where it comes from, and what to do."""
    path = folder / leak.file
    name, _, grade_id = leak.place.partition(" ")
    [cell] = [source[grade_id] for source in sources if source.name == name]
    remedy = "Write one of the two otherwise."
    if cell.kind == "answer" and path.parent == root / "book" and path.suffix == ".md":
        remedy += f' Or let students have it: takes_from="{path.stem}" on the mark of the answer.'
    where = f"{path.relative_to(root)}:{_line_number(path, leak.line)}"
    return f"  {where} is a line of {leak.place} ({name}.py:{cell.line}): {leak.line}\n    {remedy}"


def printed_lines(sources: Sequence[Source], root: Path) -> Iterator[str]:
    """Yield a sentence for each line that an answer takes over from the book; SourceError if a mark names in vain."""
    for source in sources if (root / "book").is_dir() else ():
        for cell in source.cells:
            lines, page = _taken_over(source, cell), _chapter(source, cell)
            if cell.takes_from and not lines:
                raise SourceError(
                    f"{source.path}:{cell.line}: book/{page.name} prints no line of the answer {cell.name}."
                    f' Take takes_from="{cell.takes_from}" off its mark.'
                )
            for line in lines:
                where = f"book/{page.name}:{_line_number(page, line)}"
                yield f"{source.name}: {where} prints this line of {cell.name}, so it is public: {line}"


def _taken_over(source: Source, cell: Cell) -> list[str]:
    """Return the lines that an answer takes over from the chapter that its mark names."""
    page = _chapter(source, cell)
    if not cell.takes_from or not page.is_file():
        return []
    printed = _bare(page.read_text(encoding="utf-8"))
    return [line for line in _long_lines(_secret_part(cell.kind, cell.text)) if _bare(line) in printed]


def _chapter(source: Source, cell: Cell) -> Path:
    return source.path.parents[2] / "book" / f"{cell.takes_from}.md"


def _line_number(path: Path, line: str) -> int:
    """Return the number of the line of a file that holds this one."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((number for number, text in enumerate(lines, 1) if _bare(line) in _bare(text)), 1)


def search(folder: Path, places: Mapping[str, list[str]]) -> Iterator[Leak]:
    """Yield the leaks in all files of a folder, including those in archives."""
    lines = {_bare(line): (place, line) for place, group in places.items() for line in group}
    keys = lines | {canary(place): (place, canary(place)) for place in places}
    by_piece = _by_piece(keys)
    for name, said in texts(folder):
        text = _bare(said)
        for key in sorted(_possible(text, by_piece)):
            if key in text:
                yield Leak(name, *keys[key])


def holds(text: str, line: str) -> bool:
    """Return whether a text holds a line, whatever the file format of the text made of it."""
    return _bare(line) in _bare(text)


def _by_piece(keys: Iterable[str]) -> dict[str, set[str]]:
    """Return the keys by each of their pieces; keys too short to be found by a piece are under the empty one."""
    found: dict[str, set[str]] = {}
    for key in keys:
        starts = range(PIECE) if len(key) >= 2 * PIECE - 1 else ()
        for piece in {key[start : start + PIECE] for start in starts} or {""}:
            found.setdefault(piece, set()).add(key)
    return found


def _possible(text: str, by_piece: Mapping[str, set[str]]) -> set[str]:
    """Return all keys that can be in a text, and few others. Searching 45 MB for each key takes 12 s, this takes one.

    The text is cut into pieces. Wherever it holds a long key, one of the cuts is at one of the key's first letters, and
    the piece after that cut is within the key.
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
