"""Grade one submission: from the bytes of a notebook to its result."""

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from course.grading import results
from course.grading.notebook import parse
from course.grading.notebook.align import fitted
from course.grading.notebook.rebuild import Notebook, ProblemSet, job, rebuilt, students_part
from course.grading.results import FAILED, GRADED, Result
from course.grading.run.safe_messages import OVER
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.sandbox.job import CellResult, JobResult, Limits
from course.grading.sandbox.sandboxes import Lost, Sandboxes
from course.judge import seeds

TRIES = 3  # if a process of our own fails; nothing that a student's code does counts as that
JOBS = 500  # before the sandboxes are made again: students of one fork server share the layout of its memory
STANDARD = Limits()


@dataclass(frozen=True)
class Submission:
    """An attempt as a worker gets it, which knows nothing else of the term."""

    set: str
    student: str
    attempt: int
    path: Path
    key: str
    grader: str
    content: bytes = b""


class Grader:
    """Grades the submissions of one problem set in this process, one after the other."""

    def __init__(
        self, problem_set: ProblemSet, secret: str, isolation: Isolation = Isolation.WARM, limits: Limits = STANDARD
    ) -> None:
        self.problem_set, self.secret, self.isolation, self.limits = problem_set, secret, isolation, limits
        self.sandboxes: Sandboxes | None = None
        self.jobs = 0

    def grade(self, submission: Submission) -> Result:
        """Return the result. Where the grader itself fails, the result says so: it is never a silent zero."""
        clock, common = time.monotonic(), _common(submission)
        handed = fitted(parse.parse_notebook(submission.content), self.problem_set.form)
        notebook = rebuilt(handed, self.problem_set)
        found = self._run(notebook)
        state, why, cells = _judged(found, self.problem_set)
        return Result(
            **common,
            answers=students_part(handed),
            state=state,
            why=why,
            ended=_ended(found),
            repairs=handed.repairs,
            cells=cells,
            example=found.example,
            hints=found.hints,
            notebook=_filled(notebook, found.outputs),
            isolation=self.isolation,
            seed=seeds.name_of(self.secret.encode()),
            limits=asdict(self.limits),
            seconds=round(time.monotonic() - clock, 3),
            cpu_seconds=round(found.cpu_seconds + sum(ending.cpu_seconds for ending in found.endings), 3),
            memory_mb=max((ending.memory_mb for ending in found.endings), default=0.0),
        )

    def _run(self, notebook: Notebook) -> JobResult:
        """Run a notebook; again in new sandboxes, up to three times in all, if a process of our own fails."""
        for _ in range(TRIES):
            self.jobs += 1
            try:
                return self._ready_sandboxes().grade(job(notebook, self.problem_set, self.secret, self.limits))
            except Lost as error:
                self.close()
                why = str(error)
        return JobResult(broken=f"the grader failed {TRIES} times: {why}")

    def _ready_sandboxes(self) -> Sandboxes:
        if self.jobs > JOBS:
            self.close()
        if self.sandboxes is None:
            rules = self.problem_set.rules
            self.sandboxes = Sandboxes(rules["barred"], rules["packages"], self.limits, isolation=self.isolation)
        return self.sandboxes

    def close(self) -> None:
        """End the sandboxes."""
        if self.sandboxes is not None:
            self.sandboxes.close()
        self.sandboxes, self.jobs = None, 0


def gave_up(submission: Submission, why: str) -> Result:
    """Return the result of a submission that could not be graded."""
    return Result(**_common(submission), answers="", state=FAILED, why=why)


def _common(submission: Submission) -> dict[str, Any]:
    """Return the fields of a result that do not depend on how grading goes."""
    copied = {name: getattr(submission, name) for name in ("set", "student", "attempt", "key", "grader")}
    return {**copied, "made_with": results.made_with(), "started": datetime.now(UTC).isoformat(timespec="seconds")}


def _judged(found: JobResult, problem_set: ProblemSet) -> tuple[str, str | None, dict[str, CellResult]]:
    """Return the state, the reason, and the result of each test."""
    if found.broken is not None:
        return FAILED, found.broken, {}
    tests = {name: found.tests[name] for name in problem_set.points}
    ended = _ended(found)
    said = [f"the student's process was ended: {'; '.join(ended)}"] if ended else []
    faults = [f"{name}: {test.note}" for name, test in tests.items() if test.note and test.score is not None]
    return GRADED, "; ".join(said + faults) or None, tests


def _ended(found: JobResult) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ending.why for ending in found.endings if ending.why != OVER))


def _filled(notebook: Notebook, outputs: Mapping[str, Any]) -> Notebook:
    """Return the notebook with the outputs of its cells."""
    for number, cell in enumerate((cell for cell in notebook["cells"] if cell["cell_type"] == "code"), 1):
        cell["outputs"] = outputs.get(cell["id"], [])
        cell["execution_count"] = number
    return notebook
