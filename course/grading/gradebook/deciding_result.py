"""Choose the result that decides about a student's grade: that of the attempt that counts, or the best of several.

An attempt may have several results, since tests are fixed and the course is updated. A recorded grade stays with the
grader that it came from, until `course regrade` replaces it.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from course.grading import results
from course.grading.collect import attempts
from course.grading.collect.attempts import Attempt
from course.grading.notebook.align import fitted
from course.grading.notebook.parse import Unreadable, parse_notebook
from course.grading.notebook.rebuild import ProblemSet, students_part
from course.grading.results import FAILED, GRADED, Result
from course.grading.term.term import Term


@dataclass(frozen=True)
class Choice:
    """The result that decides, and the fraction of its points that lateness costs."""

    attempt: Attempt
    result: Result
    lost: float


@dataclass(frozen=True)
class Undecided:
    """Why no result decides yet, as the end of a sentence."""

    why: str
    failed: bool = False  # whether the grader failed


NOT_YET = Undecided("is not graded yet")


@dataclass(frozen=True)
class Candidates:
    """The attempts that may decide about a student's grade, found without reading a result."""

    student: str
    handed_in: int  # how many attempts there are, a group's together
    attempts: tuple[Attempt, ...]  # those that count
    lost: Mapping[tuple[str, int], float]  # by member and number of an attempt
    seen: str  # a hash of all of this and of the names of the results

    @staticmethod
    def of(term: Term, problem_set: str, student: str) -> "Candidates":
        """Find the attempts that count, and the names of their results."""
        handed_in = attempts.of_group(term, problem_set, student)
        counting = tuple(attempts.that_count(term, handed_in))
        lost = {(a.student, a.number): attempts.penalty(term, a, student) for a in counting}
        said = [(a.student, a.number, a.sha256, str(a.when), lost[a.student, a.number]) for a in counting]
        files = sorted(path.name for path in results.folder(term.folder, problem_set, student).glob("*.json"))
        seen = hashlib.sha256(json.dumps([said, files, str(term.due(problem_set, student))]).encode()).hexdigest()
        return Candidates(student, len(handed_in), counting, lost, seen)


def choose(
    term: Term, problem_set: ProblemSet, candidates: Candidates, *, held: str = "", wanted: str = ""
) -> Choice | Undecided:
    """Return the result that decides: of several results of an attempt, the one by the `wanted` grader.

    If none is wanted, it is the newest, unless the grader `held` in the gradebook gives other points. A result with a
    broken test decides only if there is no other.
    """
    if not candidates.attempts:
        return Undecided("nothing was handed in")
    found: list[Choice] = []
    there = list(results.results_of_student(term.folder, problem_set.name, candidates.student))
    for attempt in candidates.attempts:
        own = [result for result in there if _is_of(result, attempt, term, problem_set)]
        fits = sorted((result for result in own if result.state == GRADED and _fits(result, problem_set)), key=_age)
        if not fits:
            return _undecided(own)
        by_grader = {result.grader: result for result in fits}
        newest = fits[-1]
        preferred = [one for one in (by_grader.get(wanted), by_grader.get(held), *reversed(fits)) if one]
        best = min(preferred, key=lambda result: bool(result.broken))
        if not wanted and _scores(best) == _scores(newest):
            best = newest
        found.append(Choice(attempt, best, candidates.lost[attempt.student, attempt.number]))
    # Of equals the later counts: its proof is likely the better one. A broken test counts in full here: then a person
    # sees it, and a failure of ours never decides which attempt is the best.
    return max(reversed(found), key=lambda choice: choice.result.most * (1 - choice.lost))


def _is_of(result: Result, attempt: Attempt, term: Term, problem_set: ProblemSet) -> bool:
    """Return whether the result is of this attempt; in a group, attempts of several students have the same number."""
    if result.attempt != attempt.number:
        return False
    if not result.answers or len(term.group(result.student)) == 1:
        return True
    try:
        return result.answers == students_part(fitted(parse_notebook(attempt.path.read_bytes()), problem_set.form))
    except (OSError, Unreadable):
        return False


def _fits(result: Result, problem_set: ProblemSet) -> bool:
    """Return whether the result has each test of the set, with its points."""
    return {name: float(cell.points) for name, cell in result.cells.items()} == problem_set.points


def _scores(result: Result) -> dict[str, float | None]:
    return {name: cell.score for name, cell in result.cells.items()}


def _age(result: Result) -> tuple[str, str]:
    return result.started, result.key


def _undecided(there: Sequence[Result]) -> Undecided:
    newest = max(there, key=_age, default=None)
    if newest is None:
        return NOT_YET
    if newest.state == FAILED:
        return Undecided(newest.why or "the grader failed", failed=True)
    return Undecided("was graded with other tests than the set has now")
