"""Collect the code that any student has or could copy from: what is given, the book, the library, the model solution.

Students may use what comes with the set and what the book prints: those fingerprints do not count. Answers are compared
with the rest of the library and with the model solution.
"""

import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

import numpy as np

from course import settings
from course.grading.notebook.rebuild import ProblemSet
from course.grading.report.similarity.lexing import names
from course.grading.report.similarity.winnowing import Prints, prints, union
from course.paths import CODE, ROOT
from course.sets.markers import without_marks

MODEL = "the model solution"
IN_BOOK = re.compile(r"^```\{code-cell\}[^\n]*\n(?::[^\n]*\n)*(.*?)^```", re.MULTILINE | re.DOTALL)
SHOWN_IN_BOOK = re.compile(r"^```\{source\} ([\w.]+)", re.MULTILINE)


@dataclass(frozen=True)
class Work:
    """Code that may have been copied: a module of the library, or the model solution."""

    name: str
    code: str
    prints: Prints


@dataclass(frozen=True)
class Known:
    """The code that answers are compared with, and the fingerprints and names that any student may have."""

    common: Prints
    works: tuple[Work, ...]
    words: frozenset[str]  # that names in code of the course consist of


def known_code(problem_set: ProblemSet) -> Known:
    """Collect the known code for a set."""
    given = [cell.text for cell in problem_set.form.cells if cell.kind == "code"]
    given += dict(_modules(CODE / "notebook_checks")).values()
    common = union(map(prints, [*given, *_in_the_book()]))
    cells = ((cell["id"], "".join(cell["source"])) for cell in problem_set.notebook["cells"])
    model = "\n\n".join(without_marks(text) for name, text in cells if name.startswith("answer-"))
    codes = {MODEL: model} | dict(_modules(settings.library().folder))
    works = [Work(name, code, np.setdiff1d(prints(code), common)) for name, code in codes.items()]
    written = "\n".join(name for code in [*given, *codes.values()] for name in names(code))
    return Known(common, tuple(works), frozenset(re.findall(r"[^\W_]+", written.casefold())))


def _in_the_book() -> Iterator[str]:
    """Yield the code that the book's pages print: cells, and functions of the library."""
    for page in sorted((ROOT / "book").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        yield from IN_BOOK.findall(text)
        for name in SHOWN_IN_BOOK.findall(text):
            package, *path = name.split(".")
            yield inspect.getsource(reduce(getattr, path, importlib.import_module(package)))


def _modules(folder: Path | None) -> Iterator[tuple[str, str]]:
    """Yield the names of a package's files with their text."""
    if folder:
        for path in sorted(folder.rglob("*.py")):
            yield path.relative_to(folder.parent).as_posix(), path.read_text(encoding="utf-8")


