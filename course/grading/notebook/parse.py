"""A notebook as a student handed it in, from bytes to cells: only kind, ids and text.

Nothing is executed or trusted. Outputs, attachments and metadata are dropped.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from course.errors import Trouble
from course.grading.notebook.file_kinds import kind_of_file

LARGEST = 100_000_000  # bytes
MOST_PARTS = 4_000_000  # lists, dicts and strings; a dict costs two hundred bytes of memory
MOST_CELLS = 10_000
MOST_TEXT = 10_000_000  # characters in all cells
KINDS = {"code": "code", **dict.fromkeys(("markdown", "heading", "text", "html"), "markdown")}  # all others are raw
SURROGATE = re.compile("[\ud800-\udfff]")
NOT_NOTEBOOKS = (
    (rb"\s*(#|import |from |def |\"\"\")", "a script or plain text"), (rb"<<<<<<<", "left in a conflict by git"),
)


class Unreadable(Trouble):
    """Why the file can't be read as a notebook, in a sentence for the student."""


@dataclass(frozen=True)
class Cell:
    """A cell: the grade id and cell id that it claims ('' for none), its kind, and its text."""

    grade_id: str
    kind: str  # code, markdown or raw
    text: str
    id: str = ""

    def named(self, grade_id: str) -> "Cell":
        """Return the same cell under another grade id."""
        return replace(self, grade_id=grade_id)


@dataclass(frozen=True)
class Handed:
    """What was handed in: the cells in their order, and what had to be repaired."""

    cells: tuple[Cell, ...]
    repairs: tuple[str, ...] = ()


def parse_notebook(content: bytes) -> Handed:
    """Return the cells of a notebook of any version; Unreadable if there are none."""
    repairs: list[str] = []
    notebook = _notebook(_text(content, repairs))
    found = list(_cells(notebook))
    if len(found) > MOST_CELLS:
        raise Unreadable(f"It has more than {MOST_CELLS:,} cells.")
    cells = [_cell(one) for one in found if isinstance(one, dict)]
    if lost := len(found) - len(cells):
        repairs.append(f"{lost} of its cells were not valid, and were left out.")
    if sum(len(cell.text) for cell in cells) > MOST_TEXT:
        raise Unreadable(f"Its cells hold more than {MOST_TEXT // 1_000_000} million characters.")
    repairs += _about(notebook)
    if any(SURROGATE.search(cell.text) for cell in cells):
        repairs.append("Broken characters were replaced by \N{REPLACEMENT CHARACTER}.")
        cells = [replace(cell, text=_without_surrogates(cell.text)) for cell in cells]
    return Handed(tuple(cells), tuple(repairs))


def _text(content: bytes, repairs: list[str]) -> str:
    """Return the file as text, decoded from any encoding."""
    if len(content) > LARGEST:
        raise Unreadable(f"It has {len(content) // 1_000_000} MB; at most {LARGEST // 1_000_000} are read.")
    if not content.strip(b"\0 \t\r\n"):
        raise Unreadable("The file is empty.")
    if what := kind_of_file(content) or kind_of_file(content, NOT_NOTEBOOKS):
        raise Unreadable(f"It is not a notebook, but {what}.")
    encoding: str = json.detect_encoding(content)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        if encoding not in ("utf-8", "utf-8-sig"):
            raise Unreadable(f"It is broken: it begins as {encoding.upper()}, but continues otherwise.") from None
        text = content.decode("latin-1" if set(content) & set(b"\x81\x8d\x8f\x90\x9d") else "cp1252")
        encoding = "Latin-1"
    if encoding != "utf-8":
        name = encoding.upper().replace("-SIG", " with a byte order mark")
        repairs.append(f"The file was not plain UTF-8; it was read as {name}.")
    return text


def _notebook(text: str) -> dict[str, Any]:
    """Return the JSON of a notebook. Long numbers become 0: they are not needed, and take hours to convert."""
    strings = (text.count('"') - text.count('\\"')) // 2
    if text.count("[") + text.count("{") + strings > MOST_PARTS:
        raise Unreadable("It holds too many lists, tables and lines to be a notebook.")

    def number(digits: str) -> int:
        return int(digits) if len(digits) < 16 else 0

    try:
        notebook = json.loads(text, parse_int=number, parse_float=lambda digits: 0.0, parse_constant=lambda name: 0.0)
    except RecursionError:
        raise Unreadable("It is nested too deeply to be a notebook.") from None
    except json.JSONDecodeError as error:
        cut = error.pos >= len(text.rstrip()) or "Unterminated" in error.msg
        where = "it ends in the middle" if cut else f"line {error.lineno}"
        raise Unreadable(f"It is not a complete notebook: {where} ({error.msg}). Ask for the file again.") from None
    lists = isinstance(notebook, dict) and [isinstance(notebook.get(key), list) for key in ("cells", "worksheets")]
    if not lists or not any(lists):
        raise Unreadable("It is JSON, but not a notebook: it has no cells.")
    return notebook


def _cells(notebook: dict[str, Any]) -> Iterator[Any]:
    """Yield the cells; before version 4 they were in worksheets."""
    if isinstance(notebook.get("cells"), list):
        yield from notebook["cells"]
        return
    for sheet in notebook["worksheets"]:
        if isinstance(sheet, dict) and isinstance(sheet.get("cells"), list):
            yield from sheet["cells"]


def _cell(found: dict[str, Any]) -> Cell:
    grade_id = _table(_table(found, "metadata"), "nbgrader").get("grade_id")
    texts = (found.get(key) for key in ("source", "input", "code", "text"))
    text = _joined(next((text for text in texts if text is not None), ""))
    kind = found.get("cell_type")
    kind = KINDS.get(kind, "raw") if isinstance(kind, str) else "raw"
    return Cell(_name(grade_id), kind, text, _name(found.get("id")))


def _table(found: dict[str, Any], key: str) -> dict[str, Any]:
    """Return the value if it is a table; else an empty one."""
    value = found.get(key)
    return value if isinstance(value, dict) else {}


def _joined(source: Any) -> str:
    """Return a cell's text: it is a string, or a list of strings."""
    lines = source if isinstance(source, list) else [source]
    text = "".join(line for line in lines if isinstance(line, str))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _name(value: Any) -> str:
    return value if isinstance(value, str) and len(value) <= 200 else ""


def _about(notebook: dict[str, Any]) -> Iterator[str]:
    """Yield what is unusual about the notebook as a whole."""
    version = notebook.get("nbformat")
    if version != 4:
        number = isinstance(version, int) and not isinstance(version, bool)
        age = "old" if version in (1, 2, 3) else "unknown"
        yield f"The notebook was {f'in the {age} format {version}' if number else 'without a number of its format'}."
    kernel = _table(_table(notebook, "metadata"), "kernelspec")
    language = kernel.get("language") or kernel.get("name")
    if isinstance(language, str) and not language.lower().startswith("python"):
        yield f"The notebook was for {_without_surrogates(language)[:40]!r}; it is graded with Python."


def _without_surrogates(text: str) -> str:
    return SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)
