"""CSV files as spreadsheets and learning platforms write them: any encoding, any separator."""

import csv
import io
from pathlib import Path

from course.errors import Trouble, explained
from course.grading.notebook.file_kinds import kind_of_file
from course.grading.term.student import neutral

LARGEST = 20_000_000  # bytes; the gradebook of ten thousand students has five million


def rows(path: Path) -> list[dict[str, str]]:
    """Return the rows without invisible characters, by the names of the columns in small letters."""
    names, *lines = [[neutral(cell) for cell in line] for line in cells(path)] or [[]]
    return [dict(zip([name.casefold() for name in names], line, strict=False)) for line in lines]


def cells(path: Path) -> list[list[str]]:
    """Return the cells of each line as they are; Trouble if it is not a CSV file."""
    with explained(path, "cannot be read", "Check the path."):
        if path.stat().st_size > LARGEST:
            raise Trouble(f"{path}: has more than {LARGEST // 1_000_000} MB, too much for a roster. Check the path.")
        content = path.read_bytes()
    if kind := kind_of_file(content):
        raise Trouble(f"{path}: is {kind}, not a CSV file. Save it as one, in UTF-8, and name that.")
    text = _decoded(content)
    separator = max(",;\t", key=text.partition("\n")[0].count)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error as error:
        raise Trouble(f"{path}: is not a CSV file ({error}). Export it again.") from None


def _decoded(content: bytes) -> str:
    for encoding in ("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")
