"""`course feedback psN`: what each student gets back, TERM/feedback/STUDENT/psN/psN.html and psN.txt.

It is made of the grades in the gradebook and of the lines that the tests wrote for students to read. Of a hidden test
or a rubric nothing comes near it: the notebook that is read here is the released one.
"""


import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from course.files.atomic import write_atomically
from course.grading.handback.feedback_page import Feedback, Section, page, text
from course.grading.notebook.rebuild import ProblemSet
from course.grading.results import Result
from course.grading.state import State, StudentState, student_states
from course.grading.term.term import Term
from course.judge.claims import ClaimResult
from course.progress import Progress, silent
from notebook_checks.selfcheck import without_tex

HEADING = re.compile(r"^#+ (.*?)(?: \(\d+ points?\))?$", re.MULTILINE)
# What looks like a place in a file system: two parts or more, after the root or a drive.
PLACE = re.compile(r"(?<![\w./:<])(?:[A-Za-z]:\\|/)(?:[^\s/\\'\"`<>:;,()]+[/\\])+[^\s/\\'\"`<>:;,()]*")
ENDED = "the student's process was ended: "  # what `why` begins with in results that have no `ended`
STOPS = "On the example in the notebook, your code stops here: line {} of {}, `{}`, with {}{}"
FOR_OTHERS = ("The file was called",)  # a repair that may name another member of the group


@dataclass
class Written:
    """What a run wrote."""

    students: list[str] = field(default_factory=list)
    waiting: list[StudentState] = field(default_factory=list)  # of them, those with parts that are open yet
    without: list[StudentState] = field(default_factory=list)  # of whom there is nothing to tell


def write_feedback(term: Term, name: str, progress: Progress = silent) -> Written:
    """Write the feedback of all whose grades are recorded."""
    found, told, done = student_states(term, name), Titles(ProblemSet.read(term.folder, name)), Written()
    for number, one in enumerate(found.values()):
        progress(number, len(found))
        if one.state != State.GRADED and not one.open_parts:
            if one.state != State.EXCUSED:
                done.without.append(one)
            continue
        feedback = of(term, one, told)
        place = term.folder / "feedback" / one.student / name
        write_atomically(place / f"{name}.html", page(feedback).encode())
        write_atomically(place / f"{name}.txt", text(feedback).encode())
        done.students.append(one.student)
        if one.open_parts:
            done.waiting.append(one)
    progress(len(found), len(found))
    return done


def of(term: Term, state: StudentState, titles: "Titles") -> Feedback:
    """Return the feedback of one student."""
    result = state.result(term.folder)
    sections = []
    for name in titles.order:
        if part := state.parts.get(name):
            claims = tuple(_claims(result, name))
            stop = "" if all(claim.earned for claim in claims) else _stop(result.example.get(name, {}))
            sections.append(Section(titles.of(name), part, claims, stop))
    notes = [*_afresh(result), *(note for note in result.repairs if not note.startswith(FOR_OTHERS))]
    if state.attempt and state.attempt.when:
        local = replace(state.attempt, when=state.attempt.when.astimezone(term.time_zone))
        state = replace(state, attempt=local)
    said = term.students[state.student]
    return Feedback(
        titles.set, said.name or said.id, state, tuple(sections), tuple(without_places(note) for note in notes)
    )


def _stop(found: Mapping[str, Any]) -> str:
    """Return what is said of the line at which the code stops; '' if it does not."""
    if not found:
        return ""
    kind, _, name = found["cell"].partition("-")
    cell = f"the cell of `{name}`" if kind == "answer" else "a cell of your own"
    message = f": {without_places(found['message'])}" if found["message"] else ""
    return STOPS.format(found["line"], cell, found["text"].replace("`", "'"), found["error"], message)


def _afresh(result: Result) -> Iterator[str]:
    """Yield why code was not let run on, in no order that it could choose. Other reasons are the instructor's."""
    why = result.why or ""
    ended = "; ".join(sorted(result.ended)) or (why.removeprefix(ENDED) if why.startswith(ENDED) else "")
    if ended:
        yield f"Your code did not run through, and was started afresh: {ended}."


class Titles:
    """What the parts of a set are called, by the released notebook, which holds nothing that students may not have."""

    def __init__(self, problem_set: ProblemSet) -> None:
        self.cells = problem_set.form.cells

    @cached_property
    def set(self) -> str:
        """The set's own title."""
        found = HEADING.search(self.cells[0].text) if self.cells else None
        return without_tex(found[1]) if found else "Problem set"

    @property
    def order(self) -> list[str]:
        """The ids of the parts that give points, in order."""
        return [cell.grade_id for cell in self.cells if cell.grade_id.startswith(("test-", "proof-"))]

    def of(self, name: str) -> str:
        """Return the last heading before a part, or in it."""
        title = name.partition("-")[2]
        for cell in self.cells:
            if cell.kind == "markdown" and (found := HEADING.findall(cell.text)):
                title = without_tex(found[-1])
            if cell.grade_id == name:
                break
        return title


def _claims(result: Result, name: str) -> Iterator[ClaimResult]:
    """Yield the claims of a test as a student may read them."""
    for claim in result.cells[name].claims if name in result.cells else ():
        reason = None if claim.reason is None else without_places(claim.reason)
        yield replace(claim, words=without_places(claim.words), reason=reason)


def without_places(text: str) -> str:
    """Return a text with the names of files in place of where they lie."""
    return PLACE.sub(lambda found: re.split(r"[/\\]", found[0].rstrip("/\\"))[-1], text)
