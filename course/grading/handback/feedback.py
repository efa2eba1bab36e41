"""Write each student's feedback, TERM/feedback/STUDENT/psN/psN.html and psN.txt, for `course feedback psN`.

It has the grades in the gradebook and the lines that the tests wrote for students to read. Hidden tests and rubrics
can't get into it: only the released notebook is read here.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
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
# A path of two parts or more, after the root or a drive.
PLACE = re.compile(r"(?<![\w./:<])(?:[A-Za-z]:\\|/)(?:[^\s/\\'\"`<>:;,()]+[/\\])+[^\s/\\'\"`<>:;,()]*")
ENDED = "the student's process was ended: "  # what `why` begins with in results that have no `ended`
STOPS = "On the example in the notebook, your code stops here: line {} of {}, `{}`, with {}{}"
FOR_OTHERS = ("The file was called",)  # a repair that may name another member of the group


@dataclass
class Written:
    """The students with feedback, and those without."""

    students: list[str] = field(default_factory=list)
    waiting: list[StudentState] = field(default_factory=list)  # those of them with parts that are not graded yet
    without: list[StudentState] = field(default_factory=list)  # those without any feedback


def write_feedback(term: Term, name: str, progress: Progress = silent) -> Written:
    """Write the feedback of all students whose grades are recorded."""
    found, problem_set, done = student_states(term, name), ProblemSet.read(term.folder, name), Written()
    for number, one in enumerate(found.values()):
        progress(number, len(found))
        if one.state != State.GRADED and not one.open_parts:
            if one.state != State.EXCUSED:
                done.without.append(one)
            continue
        feedback = feedback_of(term, one, problem_set, hints=term.is_over(name, datetime.now(UTC)))
        place = term.folder / "feedback" / one.student / name
        write_atomically(place / f"{name}.html", page(feedback).encode())
        write_atomically(place / f"{name}.txt", text(feedback).encode())
        done.students.append(one.student)
        if one.open_parts:
            done.waiting.append(one)
    progress(len(found), len(found))
    return done


def feedback_of(term: Term, state: StudentState, problem_set: ProblemSet, *, hints: bool = False) -> Feedback:
    """Return the feedback of one student; hints are for when the set is over."""
    result = state.result(term.folder)
    sections = []
    for name, title in part_titles(problem_set).items():
        if part := state.parts.get(name):
            claims = tuple(_claims(result, name))
            stop = "" if all(claim.earned for claim in claims) else _stop(result.example.get(name, {}))
            hint = tuple(map(without_places, result.hints.get(name, ()))) if hints else ()
            sections.append(Section(title, part, claims, stop, hint))
    notes = [*_restarts(result), *(note for note in result.repairs if not note.startswith(FOR_OTHERS))]
    if state.attempt and state.attempt.when:
        local = replace(state.attempt, when=state.attempt.when.astimezone(term.time_zone))
        state = replace(state, attempt=local)
    named = term.students[state.student].name or state.student
    return Feedback(set_title(problem_set), named, state, tuple(sections), tuple(map(without_places, notes)))


def _stop(found: Mapping[str, Any]) -> str:
    """Return a sentence on the line at which the code stops; '' if it does not."""
    if not found:
        return ""
    kind, _, name = found["cell"].partition("-")
    cell = f"the cell of `{name}`" if kind == "answer" else "a cell of your own"
    message = f": {without_places(found['message'])}" if found["message"] else ""
    return STOPS.format(found["line"], cell, found["text"].replace("`", "'"), found["error"], message)


def _restarts(result: Result) -> Iterator[str]:
    """Yield why the code was stopped, sorted, so that the code can't choose the order."""
    why = result.why or ""
    ended = "; ".join(sorted(result.ended)) or (why.removeprefix(ENDED) if why.startswith(ENDED) else "")
    if ended:
        yield f"Your code was stopped and started again: {ended}."


def set_title(problem_set: ProblemSet) -> str:
    """Return the set's own title."""
    cells = problem_set.form.cells
    found = HEADING.search(cells[0].text) if cells else None
    return without_tex(found[1]) if found else "Problem set"


def part_titles(problem_set: ProblemSet) -> dict[str, str]:
    """Return the parts that give points, in order, with their titles in the released notebook.

    A title is the last heading before the part, or in it.
    """
    titles: dict[str, str] = {}
    heading = ""
    for cell in problem_set.form.cells:
        if cell.kind == "markdown" and (found := HEADING.findall(cell.text)):
            heading = without_tex(found[-1])
        if cell.grade_id.startswith(("test-", "proof-")):
            titles[cell.grade_id] = heading or cell.grade_id.partition("-")[2]
    return titles


def _claims(result: Result, name: str) -> Iterator[ClaimResult]:
    """Yield the claims of a test, without paths of the grader's machine."""
    for claim in result.cells[name].claims if name in result.cells else ():
        reason = None if claim.reason is None else without_places(claim.reason)
        yield replace(claim, words=without_places(claim.words), reason=reason)


def without_places(text: str) -> str:
    """Return a text with file names in place of paths."""
    return PLACE.sub(lambda found: re.split(r"[/\\]", found[0].rstrip("/\\"))[-1], text)
