"""Read what the report needs of each answer: points, claims, messages, what was left blank, and fingerprints.

The results themselves are megabytes with outputs; a few kilobytes of each are kept.
"""

import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from course.grading.handback.feedback import part_titles
from course.grading.notebook.align import Form
from course.grading.notebook.rebuild import OWN, ProblemSet, left_blank
from course.grading.report.similarity.winnowing import Prints, prints
from course.grading.results import Result
from course.grading.state import State, student_states
from course.grading.term.term import Term
from course.judge.claims import Claim, ClaimResult
from course.progress import Progress

NUMBER = re.compile(r"[-+]?\d[\d_.]*(?:[eE][-+]?\d+)?")
LONGEST = 300  # characters of a message
MOST_OWN = 20  # cells of a student's own whose code is compared


@dataclass(frozen=True)
class Part:
    """A part of the set: one graded by tests has claims, a proof to write has none."""

    name: str  # without the kind: distances, not test-distances
    title: str
    points: float
    claims: tuple[Claim, ...]


@dataclass(frozen=True)
class Outcome:
    """The result of one part of an answer: which claims were earned, and the messages about the others."""

    earned: tuple[bool, ...]
    messages: tuple[str, ...]  # one for each claim, with numbers left out
    visible: str  # what the visible test said, if it failed


@dataclass(frozen=True)
class Paper:
    """One answer to the set: a student's, or that of a group who hand in together."""

    members: tuple[str, ...]
    path: Path  # of the result
    outcomes: Mapping[str, Outcome]
    blank: frozenset[str]  # parts left as they were given
    prints: Mapping[str, Prints]


@dataclass
class Class:
    """Everything that a class handed in for a set."""

    parts: tuple[Part, ...]
    papers: list[Paper] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)  # the gradebook's, of each student who has one
    most: float = 0.0  # what the set is worth there
    states: Counter[State] = field(default_factory=Counter)

    @property
    def tested(self) -> tuple[Part, ...]:
        """The parts that tests grade."""
        return tuple(part for part in self.parts if part.claims)


def parts_of(problem_set: ProblemSet) -> tuple[Part, ...]:
    """Return the parts of a set, with only the claims of the hidden tests, which students can read."""
    found = []
    for grade_id, title in part_titles(problem_set).items():
        points, claims = problem_set.points.get(grade_id, 0.0), problem_set.claims.get(grade_id, ())
        found.append(Part(grade_id.partition("-")[2], title, points, claims))
    return tuple(found)


def read_papers(term: Term, problem_set: ProblemSet, progress: Progress) -> Class:
    """Read the results in the gradebook; students who hand in together have one paper."""
    found = Class(parts_of(problem_set))
    seen: set[tuple[str, ...]] = set()
    for number, (student, one) in enumerate(student_states(term, problem_set.name).items()):
        progress(number, len(term.students))
        found.states[one.state] += 1
        if one.state not in (State.GRADED, State.BY_HAND):
            continue
        found.scores.append(one.total)
        found.most = max(found.most, sum(part.points for part in one.parts.values()))
        members = tuple(term.group(student))
        if members not in seen:
            seen.add(members)
            result = one.result(term.folder)
            found.papers.append(paper(result, members, found.parts, problem_set.form, result.path(term.folder)))
    progress(len(term.students), len(term.students))
    return found


def paper(result: Result, members: tuple[str, ...], parts: Sequence[Part], form: Form, path: Path) -> Paper:
    """Return the part of a result that the report needs."""
    cells = {cell["id"]: cell for cell in (result.notebook or {}).get("cells", [])}
    outcomes = {
        part.name: outcome(part, result.cells[f"test-{part.name}"].claims, _visible(cells.get(f"check-{part.name}")))
        for part in parts
        if part.claims
    }
    empty = left_blank(result.notebook or {}, form)
    blank = frozenset(part.name for part in parts if f"{'answer' if part.claims else 'written'}-{part.name}" in empty)
    marks = {name: prints(code) for name, code in code_of_student(result.notebook or {}).items() if name not in blank}
    return Paper(members, path, outcomes, blank, marks)


def outcome(part: Part, results: Sequence[ClaimResult], visible: str | None) -> Outcome:
    """Return the result of a part. A claim that its test did not reach is not earned."""
    said = {result.words: result for result in results}
    found = [said.get(claim.words, ClaimResult(claim.points, claim.words, "", "")) for claim in part.claims]
    messages = tuple(plain(one.reason or "") for one in found)
    return Outcome(tuple(one.earned for one in found), messages, plain(visible or ""))


def plain(message: str) -> str:
    """Return a message short and without numbers, so that those of many students are the same."""
    return sys.intern(NUMBER.sub("#", " ".join(message[:LONGEST].split())).strip())


def code_of_student(notebook: Mapping[str, Any]) -> dict[str, str]:
    """Return the code that a student wrote: that of each part, by its name, and the first cells that they added."""
    cells = [cell for cell in notebook.get("cells", []) if cell["cell_type"] == "code"]
    code = {str(cell["id"]): "".join(cell["source"]) for cell in cells}
    parts = {name.removeprefix("answer-"): text for name, text in code.items() if name.startswith("answer-")}
    return parts | dict([(name, text) for name, text in code.items() if name.startswith(OWN)][:MOST_OWN])


def _visible(cell: Mapping[str, Any] | None) -> str | None:
    """Return the error that a visible test ended with."""
    for output in (cell or {}).get("outputs", []):
        if output.get("output_type") == "error":
            return f"{output.get('ename', '')}: {output.get('evalue', '')}"
    return None
