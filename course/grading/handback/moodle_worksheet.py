"""A grading worksheet that Moodle gave out, to be uploaded again with its grades filled in.

Moodle's importer finds a row by its identifier, and takes from it the grade and the comment. A grade above the
assignment's maximum and one that is locked it skips without a word, so that this has to be known here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from course.errors import Trouble
from course.files import spreadsheet
from course.grading.collect.file_owner import ENGLISH, read_worksheet
from course.grading.term import csv_table, roster
from course.grading.term.term import Term

IDENTIFIER, GRADE, MODIFIED, MAXIMUM = "identifier", "grade", "last modified (grade)", "maximum grade"
CHANGEABLE, COMMENTS = "grade can be changed", "feedback comments"
HOW_TO_GET = {  # of each column that has to be there
    **dict.fromkeys((IDENTIFIER, GRADE, MODIFIED), f"{ENGLISH}."),
    MAXIMUM: "In Moodle, let the assignment be graded by 'Point', and download it again, in English.",
}


@dataclass(frozen=True)
class Sheet:
    """A worksheet as it came, and whose each row is."""

    path: Path
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    owners: tuple[str | None, ...]

    @staticmethod
    def read(path: Path, term: Term) -> "Sheet":
        """Read a worksheet; Trouble names the column that is missing."""
        worksheet = read_worksheet(path, term)
        head, *rows = [row for row in csv_table.cells(path) if row]
        there = [title.strip().casefold() for title in head]
        for column, how in HOW_TO_GET.items():
            if column not in there:
                raise Trouble(f"{path}: has no column {column!r}. {how}")
        full = [tuple(row + [""] * (len(head) - len(row))) for row in rows]
        found = (worksheet.get(roster.participant(row[there.index(IDENTIFIER)])) for row in full)
        owners = [one.student if one else None for one in found]
        return Sheet(path, tuple(head), tuple(full), tuple(owners))

    @cached_property
    def columns(self) -> dict[str, int]:
        """The places of the columns, by their names in small letters."""
        return {title.strip().casefold(): place for place, title in enumerate(self.head)}

    @cached_property
    def maximum(self) -> float | None:
        """What the assignment gives at most, the same in all rows; None if no row is a student's."""
        texts = {row[self.columns[MAXIMUM]] for row, owner in zip(self.rows, self.owners, strict=True) if owner}
        try:
            numbers = {float(text) for text in texts}
        except ValueError:
            numbers = set()
        if texts and (len(numbers) != 1 or not 0 < min(numbers) < float("inf")):
            raise Trouble(f"{self.path}: 'Maximum Grade' must be one number in all rows. {HOW_TO_GET[MAXIMUM]}")
        return min(numbers, default=None)

    @property
    def locked(self) -> set[str]:
        """The students whose grades Moodle lets nobody change."""
        place = self.columns.get(CHANGEABLE)
        rows = zip(self.rows, self.owners, strict=True)
        return {owner for row, owner in rows if owner and place and row[place].strip().casefold() == "no"}

    def filled(self, grades: Mapping[str, str], remarks: Mapping[str, str]) -> bytes:
        """Return the file with these grades, and with these remarks where there are any; all else as it came."""
        comments = self.columns.get(COMMENTS)
        made = [list(row) for row in self.rows]
        for row, owner in zip(made, self.owners, strict=True):
            if owner:
                row[self.columns[GRADE]] = grades[owner]
                if comments is not None:
                    row[comments] = remarks[owner] or row[comments]
        kept = [] if comments is None else [comments]  # the teacher's own words, which Moodle takes back
        return spreadsheet.as_csv([self.head, *made], untouched=kept)
