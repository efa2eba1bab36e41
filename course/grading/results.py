"""Write and read the results of grading, a file for each submission: TERM/results/psN/STUDENT/KEY.json.

The key is a hash of the file that was handed in, the problem set and the grader. The file is written atomically: then
the submission is graded. It is replaced only by `course grade --again`, if the grader had failed.
"""

import hashlib
import importlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from course import settings
from course.errors import Trouble
from course.files.atomic import write_atomically
from course.grading import old_results
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.sandbox.job import CellResult, Limits
from course.paths import CODE
from tools.files import fingerprint

FORMAT = 2  # 1 is read, too
GRADED, FAILED = "graded", "failed"
MADE_WITH = ("numpy", "scipy", "matplotlib", "cvxpy", "ipython", "nbgrader")
GRADER = (  # what decides about a score, package by package: tests/grading/test_grader_hash.py
    "course/grading/notebook", "course/grading/run", "course/grading/sandbox", "course/judge",
    "course/practice/inside", "notebook_checks",
)


@dataclass(frozen=True)
class Result:
    """The result of grading one submission."""

    set: str
    student: str
    attempt: int
    key: str
    answers: str  # hash of the student's part
    grader: str  # hash of the problem set and the grader
    state: str
    why: str | None = None  # why grading failed, or what a person should know about a graded submission
    ended: tuple[str, ...] = ()  # why the student's process was ended, each time
    repairs: tuple[str, ...] = ()
    cells: dict[str, CellResult] = field(default_factory=dict)  # by grade id
    example: dict[str, dict[str, Any]] = field(default_factory=dict)  # where the code stops on the visible example
    hints: Mapping[str, Sequence[str]] = field(default_factory=dict)  # by test: what small examples show
    notebook: dict[str, Any] | None = None
    isolation: Isolation = Isolation.WARM
    seed: str = ""  # the name of the key that all seeds are drawn from
    made_with: dict[str, str] = field(default_factory=dict)
    limits: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    memory_mb: float = 0.0
    started: str = ""
    format: int = FORMAT

    @property
    def score(self) -> float:
        """The points that the tests gave."""
        return float(sum(cell.score or 0 for cell in self.cells.values()))

    @property
    def broken(self) -> tuple[str, ...]:
        """The tests that did not finish; a person grades them, or the test is fixed."""
        return tuple(name for name, cell in self.cells.items() if cell.score is None)

    @property
    def most(self) -> float:
        """The points if each broken test gave all of its own."""
        return self.score + float(sum(self.cells[name].points for name in self.broken))

    def path(self, term_folder: Path) -> Path:
        """Return the path of its file."""
        return path_of(term_folder, self.set, self.student, self.key)


def path_of(term_folder: Path, problem_set: str, student: str, key: str) -> Path:
    """Return the path of a result's file."""
    return folder(term_folder, problem_set, student) / f"{key}.json"


def folder(term_folder: Path, problem_set: str, student: str) -> Path:
    """Return the folder of a student's results."""
    return term_folder / "results" / problem_set / student


def write_result(result: Result, term_folder: Path) -> Path:
    """Write a result atomically."""
    path = result.path(term_folder)
    write_atomically(path, json.dumps(asdict(result), ensure_ascii=False).encode())
    return path


def read_result(path: Path) -> Result:
    """Read a result; Trouble if the file does not hold one."""
    try:
        return _of(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, KeyError, SyntaxError) as error:
        raise Trouble(f"{path}: is not a result of this grader ({error}). Remove it, and grade again.") from None


def _of(said: dict[str, Any]) -> Result:
    """Return the result in a file; one of format 1 is converted."""
    made_of = {1: old_results.test_result, FORMAT: CellResult.of}[said["format"]]
    cells = {name: made_of(cell) for name, cell in said["cells"].items()}
    repairs, ended = tuple(said["repairs"]), tuple(said.get("ended", ()))
    made = {"format": FORMAT, "cells": cells, "isolation": Isolation(said.get("isolation", Isolation.WARM))}
    return Result(**{**said, **made, "repairs": repairs, "ended": ended})


def failed(path: Path) -> bool:
    """Return whether a result says that the grader failed, for all of a submission or for some of its tests."""
    result = read_result(path)
    return result.state == FAILED or bool(result.broken)


def results_of_student(term_folder: Path, problem_set: str, student: str) -> Iterator[Result]:
    """Yield a student's results for a set."""
    for path in sorted(folder(term_folder, problem_set, student).glob("*.json")):
        yield read_result(path)


@cache
def grader() -> str:
    """Return the hash of everything that decides about a score, except the problem set."""
    own = settings.library()
    library = fingerprint(own.folder or CODE, own.files(), asdict(own))
    return fingerprint(CODE, grader_files(), library, made_with(), asdict(Limits()))


def grader_files() -> list[Path]:
    """Return the modules of the course that decide about a score."""
    return sorted(path for package in GRADER for path in (CODE / package).rglob("*.py"))


@cache
def made_with() -> dict[str, str]:
    """Return the versions of Python and of packages, which a result names."""
    import platform

    found = {"python": platform.python_version()}
    if package := settings.library().package:
        found[package] = importlib.import_module(package).__version__
    for name in MADE_WITH:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return found


def grader_of(problem_set: str, secret: bytes, isolation: Isolation) -> str:
    """Return the hash of the problem set and the grader, from the hash of the problem set."""
    return hashlib.sha256(f"{FORMAT} {problem_set} {grader()} {isolation}".encode() + secret).hexdigest()


def key(submission: str, grader: str) -> str:
    """Return a result's key, from the hashes of the file and of the problem set and the grader."""
    return hashlib.sha256(f"{submission} {grader}".encode()).hexdigest()[:40]
