"""Judge the answers of a session as the grader would, on fresh data.

A part is judged in a copy of the session's names, so that nothing of a test stays behind. It is run several times, each
time on other data: an answer that happens to be right once is found out.
"""

import contextlib
import hashlib
import io
import json
import linecache
import secrets
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from textwrap import shorten
from typing import Any

from course.judge.claims import ClaimResult
from course.judge.marks import Marks, NoPoints
from course.judge.rules.calls import Failed
from course.practice.inside.hints import all_known, hint
from course.practice.inside.webassembly import as_elsewhere

ABSENT = "is not defined in this session. Run its cell, and see that the cell gives its function this name."
MOST_TEXT = 300  # characters of an error
RUNS = 3  # on other data each, before a claim counts as shown


class OpenMarks(Marks):
    """Marks that say in full what an answer raised, and where: data of practice are not secret."""

    def call(self, function: Callable[..., Any], *arguments: Any, seconds: float | None = None) -> Any:
        """Call the student's function as a grader does."""
        try:
            return super().call(function, *arguments, seconds=seconds)
        except Failed as failed:
            if error := failed.__cause__:
                raise Failed(f"the call ended with {_told(error)}{_where(error, function)}.") from error
            raise


def _told(error: BaseException) -> str:
    return shorten("".join(traceback.format_exception_only(error)), MOST_TEXT, placeholder=" …").rstrip(".")


def _where(error: BaseException, function: Callable[..., Any]) -> str:
    """Return the last line of the function's own cell that the error came through, in words."""
    file = getattr(getattr(function, "__code__", None), "co_filename", "")
    lines = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == file]
    return f", in line {lines[-1]} of its cell, {linecache.getline(file, lines[-1]).strip()!r}" if lines else ""


@dataclass(frozen=True)
class Judged:
    """The result of a part: its claims in order, or why it couldn't be judged."""

    name: str
    title: str
    claims: tuple[ClaimResult, ...] = ()
    trouble: str = ""
    hint: tuple[str, ...] = ()  # sentences, if a claim was not shown


def new_word() -> str:
    """Return a word for a run, from which its data are drawn; with it, the run can be repeated."""
    return secrets.token_hex(4)


def seed(word: str, problem_set: str, part: str, name: str) -> int:
    """Return a seed of 64 bits. A class's seeds come from its instructor's key, which practice doesn't have."""
    digest = hashlib.sha256(f"practice/{word}/{problem_set}/{part}/{name}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def the_set() -> dict[str, Any]:
    """Return the set's name, title, term, rules, and its parts with their hidden tests."""
    return dict(json.loads(files(__package__).joinpath("set.json").read_text(encoding="utf-8")))


def judged(answers: Mapping[str, Any], word: str, only: str = "") -> Iterator[Judged]:
    """Yield the result of each part, or of the one named `only`, for the answers in a session."""
    problem_set = the_set()
    for part in problem_set["parts"]:
        if only in ("", part["name"]):
            yield _part(problem_set, part, answers, word)


def _part(problem_set: Mapping[str, Any], part: Mapping[str, Any], answers: Mapping[str, Any], word: str) -> Judged:
    told = Judged(part["name"], part["title"])
    if not callable(answers.get(told.name)):
        return Judged(told.name, told.title, (), f"{told.name} {ABSENT}")
    claims: tuple[ClaimResult, ...] = ()
    for run in range(RUNS):
        draw = partial(seed, f"{word}/{run}", problem_set["name"], told.name)
        about = (problem_set["name"], told.name, problem_set["term"], part["points"])
        marks = OpenMarks(*about, **problem_set["rules"], draw=draw, most_slow=1)
        trouble = _run(part["test"], {**answers, "marks": marks})
        if trouble or marks.faults:
            said = trouble or marks.faults[0]
            return Judged(told.name, told.title, (), f"This part could not be judged: its test failed, with {said}.")
        claims = tuple(marks.claims)
        if not all(claim.earned for claim in claims):
            break
    lost = not all(claim.earned for claim in claims)
    return Judged(told.name, told.title, claims, "", _hint(problem_set, told.name, answers) if lost else ())


def _hint(problem_set: Mapping[str, Any], name: str, answers: Mapping[str, Any]) -> tuple[str, ...]:
    with as_elsewhere():
        return hint(name, answers[name], all_known(), **problem_set["rules"])


def _run(test: str, scope: dict[str, Any]) -> str:
    """Run a hidden test, and return what failed in the test itself; '' if nothing did."""
    try:
        with (
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(io.StringIO()),
            contextlib.suppress(NoPoints),
            as_elsewhere(),
        ):
            exec(compile(test, "<practice>", "exec", dont_inherit=True), scope)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""
