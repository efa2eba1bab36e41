"""A term: the class, its dates and its rules, from TERM/term.toml alone.

A date is local time in the term's time zone, unless it has an offset of its own.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

from course.grading.term.student import comparable
from course.grading.term.term_file import TermFile, read_term_file

FILE = "term.toml"


@dataclass(frozen=True)
class Term(TermFile):
    """A class in one term."""

    @staticmethod
    def read(folder: Path) -> "Term":
        """Read TERM/term.toml; Trouble names the file and the line or key that is wrong."""
        return Term(**vars(read_term_file(folder / FILE)))

    def due(self, problem_set: str, student: str) -> datetime | None:
        """Return when the set is due for this student, including an extension; None if there is no date."""
        return self.extensions.get(problem_set, {}).get(student, self.dates.get(problem_set))

    def excused(self, problem_set: str, student: str) -> bool:
        """Return whether the student need not hand in the set."""
        return student in self.excuses.get(problem_set, ())

    def apart(self, problem_set: str, student: str) -> bool:
        """Return whether the student is graded by hand apart from the group."""
        return student in self.graded_apart.get(problem_set, ())

    def group(self, student: str) -> list[str]:
        """Return the ids of the student's group, including the student's own."""
        return list(self._groups.get(student, (student,)))

    def late(self, problem_set: str, student: str, when: datetime) -> bool:
        """Return whether this moment is late for the student."""
        return self.late_rule.is_late(self.due(problem_set, student), when)

    def is_over(self, problem_set: str, when: datetime) -> bool:
        """Return whether the set was due for everyone before this moment, extensions and grace included."""
        if problem_set not in self.dates:
            return False
        due = [self.dates[problem_set], *self.extensions.get(problem_set, {}).values()]
        return all(self.late_rule.is_late(one, when) for one in due)

    def penalty(self, problem_set: str, student: str, when: datetime) -> float:
        """Return the fraction of the points that a hand-in at this moment loses."""
        return self.late_rule.penalty(self.due(problem_set, student), when)

    def known_by(self, what: str, value: str) -> list[str]:
        """Return the ids of the students with this id, name, email, or number in Canvas or Moodle."""
        return self._known_by.get((what, comparable(what, value)), []) if value.strip() else []

    @cached_property
    def _groups(self) -> dict[str, tuple[str, ...]]:
        return {student: group for group in self.groups for student in group}

    @cached_property
    def _known_by(self) -> dict[tuple[str, str], list[str]]:
        index: dict[tuple[str, str], list[str]] = {}
        for student in self.students.values():
            for what in ("id", "name", "email", "canvas", "moodle"):
                index.setdefault((what, comparable(what, getattr(student, what))), []).append(student.id)
        return index
