"""Code that everybody has, or could have copied from: what is given, the book, the library, the model solution.

What is given with the set, and what the book prints, may be taken over: its fingerprints count nowhere. The rest of the
library, and the model solution, are what answers are compared with.
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
from course.grading.report.similarity.lexing import pieces
from course.grading.report.similarity.winnowing import Prints, prints, prints_of
from course.paths import CODE, ROOT
from course.sets.markers import BEGIN_SOLUTION, END_SOLUTION

MODEL = "the model solution"
IN_BOOK = re.compile(r"^```\{code-cell\}[^\n]*\n(?::[^\n]*\n)*(.*?)^```", re.MULTILINE | re.DOTALL)
SHOWN_IN_BOOK = re.compile(r"^```\{source\} ([\w.]+)", re.MULTILINE)


@dataclass(frozen=True)
class Work:
    """Something that may have been copied: a module of the library, or the model solution of a part."""

    name: str
    code: str
    prints: Prints


@dataclass(frozen=True)
class Known:
    """What answers are compared with, and what counts nowhere."""

    common: Prints
    works: tuple[Work, ...]
    words: frozenset[str]  # that occur in code of the course

    @staticmethod
    def of(problem_set: ProblemSet) -> "Known":
        """Collect it for a set."""
        given = [cell.text for cell in problem_set.form.cells if cell.kind == "code"]
        given += dict(_modules(CODE / "notebook_checks")).values()
        common = prints_of([*given, *_in_the_book()])
        codes = {MODEL: "\n\n".join(_model(problem_set))} | dict(_modules(settings.library().folder))
        works = [Work(name, code, np.setdiff1d(prints(code), common)) for name, code in codes.items()]
        return Known(common, tuple(works), frozenset(_words([*given, *codes.values()])))


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


def _model(problem_set: ProblemSet) -> Iterator[str]:
    """Yield the model's answers, without the marks that a source has."""
    for cell in problem_set.notebook["cells"]:
        if cell["id"].startswith("answer-"):
            lines = "".join(cell["source"]).splitlines()
            kept = [line for line in lines if not line.strip().startswith((BEGIN_SOLUTION, END_SOLUTION, "# canary-"))]
            yield "\n".join(kept)


def _words(codes: list[str]) -> Iterator[str]:
    for code in codes:
        for piece in pieces(code):
            if piece.kind == "name":
                yield from re.findall(r"[^\W_]+", piece.text.casefold())
