"""Run the visible tests of the open problem set on the answers of its session, and show which parts pass.

It works wherever the notebook is open: in the browser, JupyterLab, VS Code or Colab. The tests are the notebook's own.
The hidden tests, which give the points, are not in it.
"""

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

from notebook_checks.judges import judge_that_knows

__all__ = ["SelfCheck", "selfcheck"]

HEADING = re.compile(r"^## (Part \w+: .*?)(?: \(\d+ points?\))?$", re.M)
READING = re.compile(r"^Book: (.*?)\.?(?:\n\n|\Z)", re.M | re.S)
TITLE = re.compile(r"\*([^*]+)\*(?=:)")  # of a chapter
PASSED, FAILED, BY_HAND = "form and example right", "not yet", "read by a person"
COLUMNS = ("Part", "Points", "Visible test", "Message", "Read")
TO_THE_LEFT = "style='text-align: left; caption-side: top'"
HIDDEN = (
    "A visible test checks the form of your answer and one example. Your points come from the hidden tests, which run "
    "when your work is graded, and from the person who reads the written part."
)
PRACTICE = (
    "This set is open for practice: practice(), from notebook_checks.practice, judges your functions as the hidden "
    "tests do, claim by claim, on fresh data."
)
TO_DO = "Write your code where a cell says so, run all cells from the top, save the notebook, and validate it again."
LINE = 80  # characters; nbgrader cuts off the rest of a line


@dataclass(frozen=True)
class Part:
    """A part of a problem set: its heading, the function it asks for, what to read, its points and its visible test.

    A proof in words has no function and no test.
    """

    title: str
    name: str
    reading: str
    points: int
    test: str


@dataclass(frozen=True)
class Outcome:
    """The result of a part, and the message of its test."""

    part: Part
    status: str
    message: str = ""


@dataclass(frozen=True)
class SelfCheck:
    """The result of each part of a problem set, which a notebook shows as a table."""

    name: str
    outcomes: tuple[Outcome, ...]
    open_for_practice: bool = False

    @property
    def summary(self) -> str:
        """Say in how many parts the form and the example are right."""
        tested = [outcome for outcome in self.outcomes if outcome.status != BY_HAND]
        right = [outcome for outcome in tested if outcome.status == PASSED]
        return f"{self.name}: form and example are right in {len(right)} of {len(tested)} parts."

    def __repr__(self) -> str:
        lines = [self.summary, ""]
        for outcome in self.outcomes:
            points = f"{outcome.part.points} point{'' if outcome.part.points == 1 else 's'}"
            lines.append(f"{outcome.status:<24}{points:<10}{outcome.part.title}")
            if outcome.message:
                lines += [f"    {outcome.message}", f"    Read: {outcome.part.reading}"]
        return "\n".join([*lines, "", *self._advice])

    def _repr_html_(self) -> str:
        return (
            f"<table><caption {TO_THE_LEFT}>{escape(self.summary)}</caption>"
            f"<thead><tr>{''.join(f'<th scope=col {TO_THE_LEFT}>{title}</th>' for title in COLUMNS)}</tr></thead>"
            f"<tbody>{''.join(map(_row, self.outcomes))}</tbody></table>"
            + "".join(f"<p>{text}</p>" for text in self._advice)
        )

    @property
    def _advice(self) -> list[str]:
        return [HIDDEN, PRACTICE] if self.open_for_practice else [HIDDEN]


class NotReady(AssertionError):
    """The notebook that nbgrader validates has parts that fail their visible tests; says which, and what to do."""

    def __init__(self, checked: SelfCheck) -> None:
        failed = [outcome for outcome in checked.outcomes if outcome.status == FAILED]
        told = [checked.summary, TO_DO, *(f"{outcome.part.title}: {outcome.message}" for outcome in failed)]
        super().__init__("\n".join(line for text in told for line in wrap(text, LINE)))

    def _render_traceback_(self) -> list[str]:
        """Let IPython show the message without a traceback."""
        return str(self).splitlines()


def _row(outcome: Outcome) -> str:
    part, passed = outcome.part, outcome.status == PASSED
    texts = (str(part.points), f"{'✓ ' if passed else ''}{outcome.status}", outcome.message)
    cells = (*texts, "" if passed else part.reading)
    return (
        f"<tr><th scope=row {TO_THE_LEFT}>{escape(part.title)}</th>"
        + "".join(f"<td {TO_THE_LEFT}>{escape(text)}</td>" for text in cells)
        + "</tr>"
    )


def selfcheck(notebook: str | os.PathLike[str] | None = None) -> SelfCheck | None:
    """Run the visible tests of the problem set that is open, and show which parts pass.

    Run the cells of a part first: what is tested are the answers of this session. Name the file of the `notebook` only
    if it isn't found without. While nbgrader validates the notebook, NotReady is raised if a part fails; while it
    grades the notebook, nothing is tested.
    """
    nbgrader = os.environ.get("NBGRADER_EXECUTION")
    if nbgrader and nbgrader != "validate":
        print("The self-check does not run while the notebook is being graded.")
        return None
    answers = sys.modules["__main__"].__dict__
    name, cells = _read(Path(notebook)) if notebook else find_notebook(answers)
    outcomes = []
    for part in parts_of(cells):
        print(f"{part.title} ...".ljust(79), end="\r", flush=True)
        outcomes.append(_outcome(part, answers))
    print(" " * 79, end="\r", flush=True)
    asked = {outcome.part.name for outcome in outcomes}
    checked = SelfCheck(name, tuple(outcomes), open_for_practice=judge_that_knows(asked) is not None)
    if nbgrader and any(outcome.status == FAILED for outcome in outcomes):
        raise NotReady(checked)
    return checked


def find_notebook(answers: dict[str, Any]) -> tuple[str, list[dict[str, Any]]]:
    """Return the name and the cells of the notebook that is open.

    Colab, VS Code and Jupyter say which one it is. Elsewhere it is the notebook in this folder with the most answers
    in this session, and among equals the one saved last.
    """
    if "google.colab" in sys.modules:
        reply = sys.modules["google.colab"]._message.blocking_request("get_ipynb")
        return "This notebook", reply["ipynb"]["cells"]
    named = [Path(name) for name in (answers.get("__vsc_ipynb_file__"), os.environ.get("JPY_SESSION_NAME")) if name]
    for path in named:
        for place in (path, Path(path.name)):
            if place.is_file():
                return _read(place)
    paths = sorted(Path().glob("*.ipynb"))
    found = [notebook for notebook in map(_read_if_whole, paths) if notebook and parts_of(notebook[1])]
    if not found:
        name = [*named, *paths, Path("the-name-of-this-notebook.ipynb")][0].name
        raise FileNotFoundError(
            f"No problem set was found in this folder. Save the notebook, or say where it is: selfcheck({name!r})."
        )
    answered = {name: sum(part.name in answers for part in parts_of(cells)) for name, cells in found}
    return max(found, key=lambda notebook: (answered[notebook[0]], Path(notebook[0]).stat().st_mtime))


def _read(path: Path) -> tuple[str, list[dict[str, Any]]]:
    """Return a notebook's name and cells; an error says what is wrong with the file."""
    if not path.is_file():
        raise FileNotFoundError(f"{path} doesn't exist. Is the name right, and the folder?")
    notebook = _read_if_whole(path)
    if notebook is None:
        raise ValueError(f"{path} can't be read as a notebook. Save it again, or download it again.")
    return notebook


def _read_if_whole(path: Path) -> tuple[str, list[dict[str, Any]]] | None:
    """Return a notebook's name and cells, or None if the file can't be read as a notebook."""
    try:
        return path.name, list(json.loads(path.read_text(encoding="utf-8"))["cells"])
    except (ValueError, KeyError, TypeError):
        return None


def parts_of(cells: list[dict[str, Any]]) -> list[Part]:
    """Return the parts of a problem set; none if the notebook is something else."""
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
            book = without_tex(TITLE.sub(r"\1", " ".join(reading[1].split()))) if reading else ""
            asked = name if kind == "test" else ""
            found.append(Part(without_tex(title[1]) if title else name, asked, book, int(about.get("points", 0)), test))
    return found


def _outcome(part: Part, answers: dict[str, Any]) -> Outcome:
    """Run the visible test of a part on a copy of the session's names."""
    if not part.test:
        return Outcome(part, BY_HAND)
    if part.name not in answers:
        return Outcome(part, FAILED, f"{part.name} is not defined in this session. Run the cells from the top.")
    try:
        with _without_output():
            exec(compile(ast.parse(part.test), f"<visible test of {part.name}>", "exec"), dict(answers))
    except NotImplementedError:
        return Outcome(part, FAILED, "Not answered yet.")
    except AssertionError as error:
        return Outcome(part, FAILED, str(error) or "A condition of the visible test doesn't hold.")
    except (Exception, SystemExit) as error:
        return Outcome(part, FAILED, f"{type(error).__name__}: {error}{_place(error)}")
    return Outcome(part, PASSED)


def _place(error: BaseException) -> str:
    """Return the line of an answer that raised an error, in words; nothing if it was raised elsewhere."""
    outside = ("visible test of", "site-packages", str(Path(__file__).parent))
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if not any(place in frame.filename for place in outside)]
    return f" (line {inside[-1].lineno} of the cell with {inside[-1].name})" if inside else ""


@contextlib.contextmanager
def _without_output() -> Iterator[None]:
    """Discard what a test prints and draws."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    before = set(pyplot.get_fignums()) if pyplot else set()
    discarded = io.StringIO()
    try:
        with contextlib.redirect_stdout(discarded), contextlib.redirect_stderr(discarded):
            yield
    finally:
        pyplot = sys.modules.get("matplotlib.pyplot")
        for number in set(pyplot.get_fignums()) - before if pyplot else ():
            pyplot.close(number)  # type: ignore[union-attr]


def without_tex(title: str) -> str:
    r"""Return a title without TeX's marks.

    >>> without_tex(r"the margin is $1/\|\mathbf{w}\|$")
    'the margin is 1/|w|'
    """
    for mark, sign in (("$", ""), (r"\mathbf", ""), (r"\|", "|"), ("{", ""), ("}", "")):
        title = title.replace(mark, sign)
    return title
