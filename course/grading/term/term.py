"""A term: the class, its dates and its rules, as TERM/term.toml says them. No other file says anything about these.

Every date in it is local time in the term's time zone, unless it names an offset of its own.
"""


from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from course.grading.term.student import plain
from course.grading.term.term_file import TermFile, read_term_file

FILE = "term.toml"


@dataclass(frozen=True)
class Term(TermFile):
    """A class in one term."""

    @staticmethod
    def read(folder: Path) -> "Term":
        """Read TERM/term.toml; Trouble names the file and the line or key where something is wrong."""
        return Term(**vars(read_term_file(folder / FILE)))

    def due(self, problem_set: str, student: str) -> datetime | None:
        """Return when the set is due for this student, an extension included; None if there is no date."""
        return self.extensions.get(problem_set, {}).get(student, self.dates.get(problem_set))

    def excused(self, problem_set: str, student: str) -> bool:
        """Return whether the student need not hand in the set."""
        return student in self.excuses.get(problem_set, ())

    def apart(self, problem_set: str, student: str) -> bool:
        """Return whether the student, though in a group, is graded by hand apart from it."""
        return student in self.graded_apart.get(problem_set, ())

    def group(self, student: str) -> list[str]:
        """Return the ids of those who hand in together with this student, who is one of them."""
        return list(self._groups.get(student, (student,)))

    def late(self, problem_set: str, student: str, when: datetime) -> bool:
        """Return whether this moment is late for the student."""
        return self.late_rule.is_late(self.due(problem_set, student), when)

    def penalty(self, problem_set: str, student: str, when: datetime) -> float:
        """Return the fraction of the points that a hand-in at this moment loses."""
        return self.late_rule.penalty(self.due(problem_set, student), when)

    def known_by(self, what: str, value: str) -> list[str]:
        """Return the ids of the students of whom this is the id, name, email, or number in canvas or moodle."""
        return self._known_by.get((what, plain(what, value)), []) if value.strip() else []

    @cached_property
    def _groups(self) -> dict[str, tuple[str, ...]]:
        return {student: group for group in self.groups for student in group}

    @cached_property
    def _known_by(self) -> dict[tuple[str, str], list[str]]:
        index: dict[tuple[str, str], list[str]] = {}
        for student in self.students.values():
            for what in ("id", "name", "email", "canvas", "moodle"):
                index.setdefault((what, plain(what, getattr(student, what))), []).append(student.id)
        return index
