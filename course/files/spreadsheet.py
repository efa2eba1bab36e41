"""Tables as CSV files in which spreadsheets find no formulas, since students choose their own names.

A spreadsheet takes a cell that begins with a sign for a formula, and also the text after a `;` where that separates
columns, as in much of Europe. An apostrophe before the sign makes it text.
"""

import csv
import io
import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence

SIGNS = r"=+@\-\u2212\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207a\u207c\u208a\u208c"  # and wide and raised
FORMULA = re.compile(rf"""(^|[,;|])([\s"]*)(?=[{SIGNS}])""")
NUMBER = re.compile(r"-?[0-9.]*")
UNSEEN = dict.fromkeys([0x061C, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF])
BREAKS = ("Cc", "Zl", "Zp")  # Unicode's categories of tabs, ends of lines and the like


def as_csv(rows: Iterable[Sequence[str]], *, untouched: Collection[int] = ()) -> bytes:
    """Return a table as the bytes of a CSV file; columns that are `untouched` may hold anything."""
    text = io.StringIO(newline="")
    table = csv.writer(text)
    for row in rows:
        table.writerow([cell if place in untouched else neutral(cell) for place, cell in enumerate(row)])
    return text.getvalue().encode()


def neutral(cell: str) -> str:
    """Return the cell on one line, not as a formula, and without marks that change the direction of text."""
    seen = cell.translate(UNSEEN)
    line = "".join(" " if unicodedata.category(letter) in BREAKS else letter for letter in seen)
    return line if NUMBER.fullmatch(line) else FORMULA.sub(r"\1\2'", line)
