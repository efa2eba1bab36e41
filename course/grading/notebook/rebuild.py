"""The notebook that is graded: the instructor's, with the student's text in the cells to fill in.

Only the text of the answers and the student's own cells, each in its place, come from the hand-in. Tests, metadata and
order are the instructor's, so a student's changes to them can't change a mark.
"""

import copy
import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from course.errors import Trouble, explained
from course.grading.notebook.align import FILLED_IN, Form
from course.grading.notebook.parse import Handed
from course.grading.notebook.safe_markdown import LONGEST, harmless
from course.grading.sandbox.job import Cell, Job, Limits
from course.judge.claims import Claim, claims_in

Notebook = dict[str, Any]
HINTS = "hints"  # the folder of a term; what lies beside an instructor's notebook is given to students
OWN = "own-"  # begins the ids of a student's own cells
MOST_OWN_TEXT = 100_000  # characters of a student's own texts together; the rest is cut


@dataclass(frozen=True)
class ProblemSet:
    """A problem set of a term: the instructor's notebook and the released one."""

    name: str
    content: bytes  # of the instructor's notebook
    form: Form
    hints: Mapping[str, Any] = field(default_factory=dict)  # what is known of each function's mistakes

    @staticmethod
    def read(term_folder: Path, name: str) -> "ProblemSet":
        """Read TERM/source/psN/psN.ipynb and the notebook released from it."""
        path = term_folder / "source" / name / f"{name}.ipynb"
        there = ", ".join(sorted(place.name for place in term_folder.glob("source/ps*"))) or "none"
        with explained(path, "cannot be read", f"There are: {there}."):
            content = path.read_bytes()
        form, known = Form.read(term_folder / "release" / name / f"{name}.ipynb"), term_folder / HINTS / f"{name}.json"
        with explained(known, "cannot be read"):
            hints = json.loads(known.read_bytes()) if known.exists() else {}
        return ProblemSet(name, content, form, hints)

    @cached_property
    def notebook(self) -> Notebook:
        """The instructor's notebook."""
        return dict(json.loads(self.content))

    @property
    def rules(self) -> dict[str, Any]:
        """The calls that the set bars, and the packages that it allows."""
        return dict(self.notebook["metadata"]["course"])

    @cached_property
    def points(self) -> dict[str, float]:
        """The points of each test."""
        marks = (cell["metadata"]["nbgrader"] for cell in self.notebook["cells"])
        return {mark["grade_id"]: float(mark["points"]) for mark in marks if mark["grade"] and mark["points"]}

    @cached_property
    def claims(self) -> dict[str, tuple[Claim, ...]]:
        """The claims in the code of each hidden test."""
        tests = (cell for cell in self.notebook["cells"] if _kind(cell["id"]) == "test")
        try:
            return {cell["id"]: claims_in("".join(cell["source"])) for cell in tests}
        except SyntaxError as error:
            raise Trouble(f"{self.name}: a hidden test in the term's source cannot be read ({error.msg}).") from None

    @cached_property
    def sha256(self) -> str:
        """The hash of the instructor's notebook."""
        return hashlib.sha256(self.content).hexdigest()


def rebuilt(handed: Handed, problem_set: ProblemSet) -> Notebook:
    """Return the notebook to be graded, from a hand-in that is fitted to the set."""
    notebook = copy.deepcopy(problem_set.notebook)
    del notebook["metadata"]["course"]
    written = {cell.grade_id: cell.text for cell in handed.cells if cell.grade_id.startswith(FILLED_IN)}
    after = _own_cells(handed)
    cells = list(after[""])
    for cell in notebook["cells"]:
        grade_id = cell["id"]
        if grade_id.startswith(FILLED_IN):
            text = written.get(grade_id, problem_set.form.by_id[grade_id].text)
            cell["source"] = harmless(text) if cell["cell_type"] == "markdown" else text
        cells += [cell, *after[grade_id]]
    notebook["cells"] = cells
    return notebook


def job(notebook: Notebook, problem_set: ProblemSet, key: str, limits: Limits) -> Job:
    """Return what the sandbox has to run."""
    marks = {cell["id"]: cell["metadata"].get("nbgrader", {}) for cell in notebook["cells"]}
    code = (cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    return Job(
        tuple(
            Cell(cell["id"], _kind(cell["id"]), "".join(cell["source"]), float(marks[cell["id"]].get("points", 0)))
            for cell in code
        ),
        tuple(sorted(name.removeprefix("answer-") for name in marks if name.startswith("answer-"))),
        tuple(problem_set.rules["barred"]),
        tuple(problem_set.rules["packages"]),
        key,
        limits,
        problem_set.hints,
    )


def left_blank(notebook: Mapping[str, Any], form: Form) -> set[str]:
    """Return the ids of the cells to fill in that are empty or unchanged, except for spaces."""
    found = set()
    for cell in notebook.get("cells", []):
        if cell["id"].startswith(FILLED_IN) and (given := form.by_id.get(cell["id"])):
            text = "".join(cell["source"]).split()
            if text in ([], given.text.split(), harmless(given.text).split()):
                found.add(cell["id"])
    return found


def students_part(handed: Handed) -> str:
    """Return the hash of the answers and of the student's own cells."""
    students = (cell for cell in handed.cells if cell.grade_id.startswith(FILLED_IN) or not cell.grade_id)
    cells = [(cell.grade_id, cell.kind, cell.text) for cell in students]
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()


def _own_cells(handed: Handed) -> defaultdict[str, list[dict[str, Any]]]:
    """Return the student's own cells, by the cell of the set that they follow."""
    found = defaultdict[str, list[dict[str, Any]]](list)
    place, number, left = "", 0, MOST_OWN_TEXT
    for cell in handed.cells:
        if cell.grade_id:
            place = cell.grade_id
            continue
        number += 1
        new: dict[str, Any] = {"id": f"{OWN}{number}", "metadata": {}, "source": cell.text}
        if cell.kind == "code":
            found[place].append({**new, "cell_type": "code", "outputs": [], "execution_count": None})
        elif cell.kind == "markdown":
            found[place].append({**new, "cell_type": "markdown", "source": harmless(cell.text, min(LONGEST, left))})
            left = max(0, left - len(cell.text))
    return found


def _kind(grade_id: str) -> str:
    kind = grade_id.partition("-")[0]
    return kind if kind in ("given", "test") else "run"
