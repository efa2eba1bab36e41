"""Runs the visible tests of a problem set in the notebook in which it is solved, and shows how each part stands.

It works wherever the notebook is open: in the browser, JupyterLab, VS Code, Colab. The tests are those of the notebook
itself, so there is nothing here that a student has not got; the hidden tests are not among them, and decide the rest.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import re
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Any

__all__ = ["SelfCheck", "selfcheck"]

HEADING = re.compile(r"^## (Part \w+: .*?)(?: \(\d+ points?\))?$", re.M)
READING = re.compile(r"^Book: (.*?)\.?(?:\n\n|\Z)", re.M | re.S)
PASSED, FAILED, BY_HAND = "form and example right", "not yet", "read by a person"
COLUMNS = ("Part", "Points", "Visible test", "Message", "Read")
TO_THE_LEFT = "style='text-align: left; caption-side: top'"
HIDDEN = (
    "Visible tests look at the form and at an example. The points are given by the hidden tests, which run when your "
    "work is graded, and by a person for the written part."
)
TO_DO = "Write your code where a cell says so, run all cells from the top, save the notebook, and validate it again."
LINE = 80  # characters: nbgrader cuts longer lines off


@dataclass(frozen=True)
class Part:
    """A part of a problem set: its heading, the function asked for, what to read, its points, and its visible test.

    A part without a function and a test asks for a proof in words.
    """

    title: str
    name: str
    reading: str
    points: int
    test: str


@dataclass(frozen=True)
class Outcome:
    """How a part stands."""

    part: Part
    standing: str
    message: str = ""


@dataclass(frozen=True)
class SelfCheck:
    """How each part of a problem set stands; a notebook shows it as a table."""

    name: str
    outcomes: tuple[Outcome, ...]

    @property
    def summary(self) -> str:
        """One sentence: in how many parts the form and the example are right."""
        tested = [outcome for outcome in self.outcomes if outcome.standing != BY_HAND]
        right = [outcome for outcome in tested if outcome.standing == PASSED]
        return f"{self.name}: form and example are right in {len(right)} of {len(tested)} parts."

    def __repr__(self) -> str:
        lines = [self.summary, ""]
        for outcome in self.outcomes:
            points = f"{outcome.part.points} point{'' if outcome.part.points == 1 else 's'}"
            lines.append(f"{outcome.standing:<24}{points:<10}{outcome.part.title}")
            if outcome.message:
                lines += [f"    {outcome.message}", f"    Read: {outcome.part.reading}"]
        return "\n".join([*lines, "", HIDDEN])

    def _repr_html_(self) -> str:
        return (
            f"<table><caption {TO_THE_LEFT}>{escape(self.summary)}</caption>"
            f"<thead><tr>{''.join(f'<th scope=col {TO_THE_LEFT}>{title}</th>' for title in COLUMNS)}</tr></thead>"
            f"<tbody>{''.join(map(_row, self.outcomes))}</tbody></table><p>{HIDDEN}</p>"
        )


class NotReady(AssertionError):
    """Says which parts of a notebook that nbgrader validates do not pass their visible tests, and what to do."""

    def __init__(self, checked: SelfCheck) -> None:
        failed = [outcome for outcome in checked.outcomes if outcome.standing == FAILED]
        told = [checked.summary, TO_DO, *(f"{outcome.part.title}: {outcome.message}" for outcome in failed)]
        super().__init__("\n".join(line for text in told for line in wrap(text, LINE)))

    def _render_traceback_(self) -> list[str]:
        """Return what IPython shows: the words alone."""
        return str(self).splitlines()


def _row(outcome: Outcome) -> str:
    part, passed = outcome.part, outcome.standing == PASSED
    texts = (str(part.points), f"{'✓ ' if passed else ''}{outcome.standing}", outcome.message)
    cells = (*texts, "" if passed else part.reading)
    return (
        f"<tr><th scope=row {TO_THE_LEFT}>{escape(part.title)}</th>"
        + "".join(f"<td {TO_THE_LEFT}>{escape(text)}</td>" for text in cells)
        + "</tr>"
    )


def selfcheck(notebook: str | os.PathLike[str] | None = None) -> SelfCheck | None:
    """Run the visible tests of the problem set that is open, and return how each part stands.

    The answers are those of this session: run the cells of a part first. `notebook` is the file of the problem set, for
    the rare case that it is not found. While nbgrader grades the notebook, nothing is checked; while nbgrader
    validates it, a part that does not pass its visible test raises NotReady, which nbgrader shows.
    """
    nbgrader = os.environ.get("NBGRADER_EXECUTION")
    if nbgrader and nbgrader != "validate":
        print("The self-check is not run while the notebook is graded.")
        return None
    answers = sys.modules["__main__"].__dict__
    name, cells = read(Path(notebook)) if notebook else find(answers)
    outcomes = []
    for part in parts(cells):
        print(f"{part.title} ...".ljust(79), end="\r", flush=True)
        outcomes.append(check(part, answers))
    print(" " * 79, end="\r", flush=True)
    checked = SelfCheck(name, tuple(outcomes))
    if nbgrader and any(outcome.standing == FAILED for outcome in outcomes):
        raise NotReady(checked)
    return checked


def find(answers: dict[str, Any]) -> tuple[str, list[dict[str, Any]]]:
    """Return the name and the cells of the notebook that is open: as its program tells, or as the folder shows."""
    if "google.colab" in sys.modules:
        told = sys.modules["google.colab"]._message.blocking_request("get_ipynb")
        return "This notebook", told["ipynb"]["cells"]
    told = [Path(one) for one in (answers.get("__vsc_ipynb_file__"), os.environ.get("JPY_SESSION_NAME")) if one]
    for path in told:
        for place in (path, Path(path.name)):
            if place.is_file():
                return read(place)
    there = sorted(Path().glob("*.ipynb"))
    found = [one for one in map(readable, there) if one and parts(one[1])]
    if not found:
        name = [*told, *there, Path("the-name-of-this-notebook.ipynb")][0].name
        raise FileNotFoundError(
            f"There is no problem set in this folder. Save the notebook, or say where it is: selfcheck({name!r})."
        )
    answered = {name: sum(part.name in answers for part in parts(cells)) for name, cells in found}
    return max(found, key=lambda one: (answered[one[0]], Path(one[0]).stat().st_mtime))


def read(path: Path) -> tuple[str, list[dict[str, Any]]]:
    """Return a notebook's name and cells, or raise ValueError with a sentence."""
    if not path.is_file():
        raise FileNotFoundError(f"{path} is not there.")
    found = readable(path)
    if found is None:
        raise ValueError(f"{path} is no notebook that can be read. Save it again, or download it again.")
    return found


def readable(path: Path) -> tuple[str, list[dict[str, Any]]] | None:
    """Return a notebook's name and cells, or None."""
    try:
        return path.name, list(json.loads(path.read_text(encoding="utf-8"))["cells"])
    except (ValueError, KeyError, TypeError):
        return None


def parts(cells: list[dict[str, Any]]) -> list[Part]:
    """Return the parts of a problem set; nothing, if the notebook is none."""
    found, heading, test = [], "", ""
    for cell in cells:
        about = cell.get("metadata", {}).get("nbgrader", {})
        kind, _, name = str(about.get("grade_id", "")).partition("-")
        text = "".join(cell.get("source", ""))  # a list of lines, or one text
        if cell.get("cell_type") == "markdown" and HEADING.search(text):
            heading, test = text, ""
        if kind == "check":
            test = text
        elif kind in ("test", "proof") and heading:
            title, reading = HEADING.search(heading), READING.search(heading)
            book = plain(" ".join(reading[1].split())) if reading else ""
            asked = name if kind == "test" else ""
            found.append(Part(plain(title[1]) if title else name, asked, book, int(about.get("points", 0)), test))
    return found


def check(part: Part, answers: dict[str, Any]) -> Outcome:
    """Run the visible test of a part on the answers of the session, which it leaves as they are."""
    if not part.test:
        return Outcome(part, BY_HAND)
    if part.name not in answers:
        return Outcome(part, FAILED, f"{part.name} is not defined in this session. Run the cells from the top.")
    try:
        with quietly():
            exec(compile(ast.parse(part.test), f"<visible test of {part.name}>", "exec"), dict(answers))
    except NotImplementedError:
        return Outcome(part, FAILED, "Not answered yet.")
    except AssertionError as error:
        return Outcome(part, FAILED, str(error) or "A condition of the test does not hold.")
    except (Exception, SystemExit) as error:
        return Outcome(part, FAILED, f"{type(error).__name__}: {error}{place(error)}")
    return Outcome(part, PASSED)


def place(error: BaseException) -> str:
    """Return where in the answers an error was raised, if it was there."""
    inside = [frame for frame in traceback.extract_tb(error.__traceback__) if "visible test of" not in frame.filename]
    inside = [frame for frame in inside if frame.filename != __file__ and "site-packages" not in frame.filename]
    return f" (line {inside[-1].lineno} of the cell with {inside[-1].name})" if inside else ""


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Show nothing of what a test prints and draws."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    before = set(pyplot.get_fignums()) if pyplot else set()
    paper = io.StringIO()
    try:
        with contextlib.redirect_stdout(paper), contextlib.redirect_stderr(paper):
            yield
    finally:
        pyplot = sys.modules.get("matplotlib.pyplot")
        for number in set(pyplot.get_fignums()) - before if pyplot else ():
            pyplot.close(number)  # type: ignore[union-attr]


def plain(title: str) -> str:
    r"""Return a title without the marks of a formula.

    >>> plain(r"the margin is $1/\|\mathbf{w}\|$")
    'the margin is 1/|w|'
    """
    for mark, sign in (("$", ""), (r"\mathbf", ""), (r"\|", "|"), ("{", ""), ("}", "")):
        title = title.replace(mark, sign)
    return title
