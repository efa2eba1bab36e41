"""CSV files as spreadsheets and learning platforms write them: any encoding, any separator."""


import csv
import io
import unicodedata
from pathlib import Path

from course.errors import Trouble, explained
from course.grading.notebook import file_kinds
from course.grading.term.student import neutral

LARGEST = 20_000_000  # bytes; the gradebook of ten thousand students has five million


def rows(path: Path) -> list[dict[str, str]]:
    """Return the rows, with the names of the columns in small letters; Trouble if it is not a CSV file."""
    with explained(path, "cannot be read", "Check the path."):
        if path.stat().st_size > LARGEST:
            raise Trouble(f"{path}: has more than {LARGEST // 1_000_000} MB, too much for a roster. Check the path.")
        content = path.read_bytes()
    if kind := file_kinds.of(content):
        raise Trouble(f"{path}: is {kind}, not a CSV file. Save it as one, in UTF-8, and name that.")
    text = unicodedata.normalize("NFC", _decoded(content)).replace("\0", "")
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    try:
        cells = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        lines = [[neutral(cell) for cell in line] for line in cells]
    except csv.Error as error:
        raise Trouble(f"{path}: is not a CSV file ({error}). Export it again.") from None
    if not lines:
        return []
    names = [name.casefold() for name in lines[0]]
    return [dict(zip(names, line, strict=False)) for line in lines[1:]]


def _decoded(content: bytes) -> str:
    for encoding in ("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")
