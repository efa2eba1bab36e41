"""Make nbgrader's two notebooks from a source: the instructor's, and the one that students get.

The same source and the same term give the same bytes: a cell's id is its grade id, and no tool writes its name or the
time into the file.
"""

import re
import textwrap
from collections.abc import Mapping
from typing import Any

import nbformat
from nbformat.notebooknode import NotebookNode
from traitlets.config import Config

from course import settings
from course.judge.rules.barred import allowed_checks
from course.sets import hours, places, prose
from course.sets.markers import BEGIN_SCHEME, BEGIN_SOLUTION, BEGIN_TESTS, END_TESTS, STUB, canary
from course.sets.source import PLACE, Cell, Source, SourceError

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}

GIVEN = {"grade": False, "solution": False, "locked": True, "task": False}
FREE = GIVEN | {"locked": False}
ANSWER = FREE | {"solution": True}
TESTED = GIVEN | {"grade": True, "points": 0}  # `nbgrader validate` looks at these
TO_WRITE = "*Replace this line with your answer.*"

CHECK_YOURSELF = """\
## Before you hand it in

Run all cells from the top, then this one. It runs the visible tests once more, and shows how each part stands. Save the
notebook after that, and hand the file in.
"""
SELFCHECK = "from notebook_checks.selfcheck import selfcheck\n\nselfcheck()"
JUDGE_YOURSELF = """\
## Is it right?

This cell tries your answers on fresh data, claim by claim, with the tests that grade a class. Run it as often as you
like. To look at one part only, name its function: `practice("{}", "{}")`.
"""
PRACTICE = "from notebook_checks.practice import practice\n\npractice({!r})"


def instructor_notebook(source: Source, values: Mapping[str, Any]) -> NotebookNode:
    """Return the notebook with solutions, hidden tests and rubrics."""
    cells = [_new("text-introduction", _introduction(source, values), GIVEN)]
    for cell in source.cells:
        cells.append(_cell(source, cell, values))
        if cell.kind == "proof":
            cells.append(_new(f"written-{cell.name}", TO_WRITE, FREE))
    cells.append(_new("text-selfcheck", CHECK_YOURSELF.strip(), GIVEN))
    cells.append(_new("check-selfcheck", SELFCHECK, TESTED))
    if settings.here().without_class:
        example = next(cell.name for cell in source.cells if cell.kind == "test")
        cells.append(_new("text-practice", JUDGE_YOURSELF.format(source.name, example).strip(), GIVEN))
        cells.append(_new("given-practice", PRACTICE.format(source.name), GIVEN))
    rules = {"term": values["term"], "barred": list(source.barred), "packages": list(source.packages)}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={**METADATA, "course": rules})
    nbformat.validate(notebook)
    return notebook


def release_notebook(source: Source, values: Mapping[str, Any]) -> NotebookNode:
    """Return the notebook that students get, made by nbgrader's own preprocessors."""
    from nbgrader.preprocessors import ClearHiddenTests, ClearMarkScheme, ClearSolutions, ComputeChecksums, LockCells

    notebook = instructor_notebook(source, values)
    del notebook.metadata["course"]  # the grader's
    return preprocessed(notebook, LockCells, ClearSolutions, ClearHiddenTests, ClearMarkScheme, ComputeChecksums)


def preprocessed(notebook: NotebookNode, *steps: Any) -> NotebookNode:
    """Return a notebook after these preprocessors of nbgrader."""
    config, resources = Config({"ClearSolutions": {"code_stub": {"python": STUB}}}), dict[str, Any]()
    for step in steps:
        notebook, resources = step(config=config).preprocess(notebook, resources)
    return notebook


def as_text(notebook: NotebookNode) -> str:
    """Return the file's text."""
    return str(nbformat.writes(notebook)) + "\n"


def filled(text: str, values: Mapping[str, Any], where: str, source: Source) -> str:
    """Replace the names of the term's values in a text by the values."""

    def value(found: re.Match[str]) -> str:
        name, of = found.groups()
        if name == "points" and of:
            points = next((cell.points for cell in source.cells if cell.name == of and cell.points), 0)
            if not points:
                raise SourceError(f"{where}: {found[0]}, but no test or proof is called {of}.")
            return f"{points} point{'s' if points > 1 else ''}"
        if name not in values:
            raise SourceError(f"{where}: {found[0]}, but the variant draws no {name}.")
        return str(values[name])

    return PLACE.sub(value, text)


def _introduction(source: Source, values: Mapping[str, Any]) -> str:
    text = settings.here().notebook.introduction.format(
        number=source.name.removeprefix("ps"),
        title=source.title[0].lower() + source.title[1:],
        total=source.points,
        term=values["term"],
        hours=hours.about(source),
        packages=", ".join(f"`{package}`" for package in source.packages),
        checks=_listed([f"`{name}`" for name in allowed_checks(source.barred)]),
    )
    return prose.folded(text.strip())


def _cell(source: Source, cell: Cell, values: Mapping[str, Any]) -> NotebookNode:
    text = filled(cell.text, values, f"{source.path}:{cell.line}", source)
    word = canary(f"{source.name} {cell.grade_id}")
    if cell.kind in ("text", "proof"):
        text = prose.folded(places.in_prose(text, source.book))
    if cell.kind == "answer":
        text = text.replace(BEGIN_SOLUTION, f"{BEGIN_SOLUTION}\n    # {word}", 1)
        return _new(cell.grade_id, text, ANSWER)
    if cell.kind == "proof":
        text = text.replace(BEGIN_SCHEME, f"{BEGIN_SCHEME}\n{word}", 1)
        return _new(cell.grade_id, text, GIVEN | {"task": True, "points": cell.points})
    if cell.kind == "test":
        code = _test_code(source, cell, text, str(values["term"]), word)
        return _new(cell.grade_id, code, TESTED | {"points": cell.points})
    if cell.kind == "check":
        text = _check_code(cell, text)
    return _new(cell.grade_id, text, GIVEN)


def _check_code(cell: Cell, body: str) -> str:
    """Return the code of a visible test's cell: a function, so that none of its names replaces one of a student's."""
    return f"def {cell.kind}_{cell.name}():\n{textwrap.indent(body.strip(), '    ')}\n\n\n{cell.kind}_{cell.name}()"


def _test_code(source: Source, cell: Cell, body: str, term: str, word: str) -> str:
    """Return the code of a hidden test's cell: what students may read, then what nbgrader takes out."""
    claims = "\n".join(f"#   {claim.points}  {claim.words}" for claim in cell.claims)
    given = (source.name, cell.name, term, cell.points, source.barred, source.packages)
    return (
        f"# Hidden tests of {cell.name}, {cell.points} in all. They run when your work is graded:\n{claims}\n"
        f"{BEGIN_TESTS}\n# {word}\nfrom course.judge import Marks\n\n"
        f"marks = Marks{given!r}\n{places.in_code(body.strip(), source.book)}\nmarks.total()\n{END_TESTS}"
    )


def _new(grade_id: str, text: str, marks: Mapping[str, Any]) -> NotebookNode:
    prose = grade_id.startswith(("text-", "proof-", "written-"))
    make = nbformat.v4.new_markdown_cell if prose else nbformat.v4.new_code_cell
    return make(text, id=grade_id, metadata={"nbgrader": {"schema_version": 3, "grade_id": grade_id, **marks}})


def _listed(words: list[str]) -> str:
    return "".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} and {words[-1]}"
