"""Decide the state of each student in a problem set, and why.

`course status`, export, feedback, regrade and the report all use `student_states`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Self

from course.grading import results
from course.grading.collect import quarantine
from course.grading.collect.attempts import Attempt
from course.grading.gradebook import database, group_marks
from course.grading.gradebook.database import Entry
from course.grading.gradebook.deciding_result import NOT_YET, Candidates, Choice, Undecided, choose
from course.grading.gradebook.part_grades import PartGrade, part_grades
from course.grading.notebook.rebuild import ProblemSet
from course.grading.results import Result
from course.grading.term.term import Term

AGAIN = "Try again: course grade {} --again"
UNRECORDED = "It is graded but not in the gradebook yet: course grade {}"
UNGRADED = "It {}: course grade {}"
BROKEN = (
    "{}: {}. The test is at fault, which costs no points: its part stays open, and the others count. Fix the test and "
    "run `course regrade {}`, or give its points in the formgrader."
)
TOGETHER = "It is the same file as {}'s, and is graded by hand there, for both."
TORN = (
    "{} share one file, but have different grades by hand in {}: {}. Give them the same grade in the formgrader, or "
    'name in term.toml the student who is graded apart: [apart] {} = ["{}"]'
)
NO_ATTEMPT = (
    "The gradebook has a grade, but the attempt is missing. Restore a backup, collect it again, or excuse the student."
)


class State(StrEnum):
    """The state of a student in a problem set: a word for tables, and a description for people."""

    description: str

    def __new__(cls, word: str, description: str) -> Self:
        """Create a state whose value is the word."""
        state = str.__new__(cls, word)
        state._value_, state.description = word, description
        return state

    GRADED = "graded", "graded"
    BY_HAND = "by hand", "a part waits for a person"
    TO_GRADE = "to be graded", "not graded yet"
    FAILED = "failed", "the grader failed"  # for the whole submission or for some of its tests
    MISSING = "missing", "not handed in"
    QUARANTINED = "quarantined", "in quarantine"
    LOST = "lost", "lost: a grade without an attempt"  # never a zero
    EXCUSED = "excused", "excused"

    @property
    def needs_action(self) -> bool:
        """Whether an instructor has something to do before the grade is final."""
        return self not in (State.GRADED, State.MISSING, State.EXCUSED)


@dataclass(frozen=True)
class StudentState:
    """The state of a student in one set, with the grades of its parts."""

    set: str
    student: str
    state: State
    why: tuple[str, ...]  # the reasons, and what to do about them
    parts: Mapping[str, PartGrade]
    candidates: Candidates  # the attempts that count
    entry: Entry | None = None  # what the gradebook records
    attempt: Attempt | None = None  # the one that it records
    lost: float = 0.0  # the fraction of the points that lateness costs
    apart: bool = False  # graded by hand apart from the group

    @property
    def broken(self) -> tuple[str, ...]:
        """The parts whose tests did not finish."""
        return tuple(part.name for part in self.parts.values() if part.broken)

    @property
    def open_parts(self) -> bool:
        """Whether some parts are graded and others still open."""
        return self.state == State.BY_HAND or (self.state == State.FAILED and bool(self.broken))

    @property
    def score(self) -> float:
        """The points without lateness."""
        return sum(part.score for part in self.parts.values())

    @property
    def total(self) -> float:
        """The points with it."""
        return round(self.score * (1 - self.lost), 2)

    @property
    def isolated(self) -> bool:
        """Whether the student's code ran in a sandbox."""
        return self.entry is None or self.entry.isolation != "none"

    def result(self, term_folder: Path) -> Result:
        """Read the result that the gradebook records."""
        assert self.entry is not None
        return results.read_result(results.path_of(term_folder, self.set, self.student, self.entry.key))


def student_states(term: Term, name: str) -> dict[str, StudentState]:
    """Return the state of each student on the roster, by id."""
    with database.reading(term) as session:
        entries = database.entries(session, name) if session else {}
        parts = part_grades(session, name) if session else {}
    notes = _share(term, name, entries, parts)
    held = defaultdict[str | None, list[quarantine.Entry]](list)
    for quarantined in quarantine.entries(term, name):
        held[quarantined.student].append(quarantined)
    decide = _Decide(term, name, held, notes)
    return {student: decide.state(student, entries.get(student), parts.get(student, {})) for student in term.students}


def _share(
    term: Term, name: str, entries: Mapping[str, Entry], parts: dict[str, dict[str, PartGrade]]
) -> dict[str, tuple[str, ...]]:
    """Give all who share an attempt the grades that recording will copy; return what to say about it, by student."""
    notes: dict[str, tuple[str, ...]] = {}
    for group in group_marks.sharers(term, name, entries):
        shared = {one: group_marks.known(entries[one], "points") for one in group}
        now = {one: {part.name: part.given for part in parts.get(one, {}).values()} for one in group}
        found = group_marks.settled(now, shared)
        lead = dict(parts.get(group[0], {}))
        for one in group:
            parts[one] = {cell: _as_shared(part, lead, found) for cell, part in parts.get(one, {}).items()}
        words = ", ".join(f"{one} {parts[one][cell].score:g}" for cell in sorted(found.torn) for one in group)
        torn = (TORN.format(" and ".join(group), ", ".join(sorted(found.torn)), words, name, group[-1]),)
        notes |= {one: torn if found.torn else () if one == group[0] else (TOGETHER.format(group[0]),) for one in group}
    return notes


def _as_shared(part: PartGrade, lead: Mapping[str, PartGrade], found: group_marks.Settled) -> PartGrade:
    """Return a part with the grade of all who share it; only the first copy waits for a person."""
    first = lead.get(part.name, part)
    if part.name in found.torn:
        return replace(part, waits=True)
    wanted = found.values.get(part.name)
    by_hand, extra = wanted or (None, 0.0)
    waits = first.waits if first.given == wanted else by_hand is None and first.auto is None
    return replace(part, by_hand=by_hand, extra=extra, waits=waits)


@dataclass(frozen=True)
class _Decide:
    """Decides the states of students in a set."""

    term: Term
    name: str
    quarantined: Mapping[str | None, Sequence[quarantine.Entry]]  # by student
    notes: Mapping[str, tuple[str, ...]]  # what to say where a part waits for a person

    def state(self, student: str, entry: Entry | None, parts: Mapping[str, PartGrade]) -> StudentState:
        """Return the state of one student."""
        candidates = Candidates.of(self.term, self.name, student)
        recorded = (entry.member, entry.attempt) if entry else None
        attempt = next((one for one in candidates.attempts if (one.student, one.number) == recorded), None)
        lost = candidates.lost.get(recorded, 0.0) if recorded else 0.0
        held = self.quarantined.get(student, ())
        state, why = self._state(candidates, entry, parts, bool(held))
        reasons = (*(quarantine.reason(self.term, one) for one in held), *why)
        apart = self.term.apart(self.name, student)
        return StudentState(self.name, student, state, reasons, parts, candidates, entry, attempt, lost, apart)

    def _state(
        self, candidates: Candidates, entry: Entry | None, parts: Mapping[str, PartGrade], held: bool
    ) -> tuple[State, Sequence[str]]:
        if self.term.excused(self.name, candidates.student):
            return State.EXCUSED, ()
        if not candidates.attempts:
            return (State.QUARANTINED, ()) if held else (State.LOST, [NO_ATTEMPT]) if entry else (State.MISSING, ())
        if entry is None or entry.seen != candidates.seen:
            return self._unrecorded(candidates, entry)
        if broken := [part.name for part in parts.values() if part.broken]:
            return State.FAILED, self._broken(entry, broken)
        if any(part.waits for part in parts.values()):
            return State.BY_HAND, self.notes.get(candidates.student, ())
        return State.GRADED, ()

    def _unrecorded(self, candidates: Candidates, entry: Entry | None) -> tuple[State, Sequence[str]]:
        """Return the state of a student whose newest work is not in the gradebook."""
        choice: Choice | Undecided = NOT_YET
        if any(results.folder(self.term.folder, self.name, candidates.student).glob("*.json")):
            choice = choose(self.term, self.problem_set, candidates, held=entry.grader if entry else "")
        if isinstance(choice, Choice):
            return State.TO_GRADE, [UNRECORDED.format(self.name)]
        if choice.failed:
            return State.FAILED, [f"{choice.why[:1].upper()}{choice.why[1:]}. {AGAIN.format(self.name)}"]
        return State.TO_GRADE, [UNGRADED.format(choice.why, self.name)]

    def _broken(self, entry: Entry, tests: Sequence[str]) -> list[str]:
        """Return a sentence on each test that did not finish."""
        cells = results.read_result(results.path_of(self.term.folder, self.name, entry.student, entry.key)).cells
        notes = {test: (test in cells and cells[test].note) or "it did not finish" for test in tests}
        return [BROKEN.format(test, note, self.name) for test, note in notes.items()]

    @cached_property
    def problem_set(self) -> ProblemSet:
        return ProblemSet.read(self.term.folder, self.name)
