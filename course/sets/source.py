"""Read a problem set's source: one Python file that says everything about the set once.

Jupytext's percent marks cut the file into cells. The mark of a cell says what it is for:

    # %% role="set"                     title, what is barred, what may be used, what the library does not hold
                                        (`own`), small inputs of each function (`inputs`), what holds of outputs where
                                        several are right (`holds`), and how a term draws its variant
    # %% [markdown]                     prose
    # %%                                code that is given: imports, data
    # %% answer="distances"             what the student writes; the model solution is between marks; with
                                        `takes_from="hinge"` it takes over lines that this chapter prints
    # %% check="distances"              a visible test
    # %% test="distances"               hidden tests; the points are those of its claims
    # %% [markdown] proof="start"       a proof to write, with `points=2`; its rubric is the marking scheme

`{{name}}` in a cell becomes the term's value of that name, and `{{points:distances}}` the points of that test.
"""

import ast
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import jupytext

from course.errors import Trouble
from course.judge.claims import Claim, claims_in
from course.judge.rules.barred import closed_modules
from course.sets.markers import BEGIN_SCHEME, BEGIN_SOLUTION, END_SCHEME, END_SOLUTION

NAMED = ("answer", "check", "test", "proof")
PLACE = re.compile(r"\{\{\s*([a-z_]+)(?::([a-z0-9_-]+))?\s*\}\}")


class SourceError(Trouble):
    """An error in a source; the message names the file and the line."""


@dataclass(frozen=True)
class Cell:
    """A cell of a problem set, before the term's values are filled in."""

    kind: str  # set, text, given, answer, check, test or proof
    name: str
    text: str
    line: int
    claims: tuple[Claim, ...] = ()
    points: int = 0
    takes_from: str = ""  # the chapter that prints lines of this answer

    @property
    def grade_id(self) -> str:
        """The cell's name in nbgrader, and its id in the notebook."""
        return f"{self.kind}-{self.name}"

    @property
    def is_order(self) -> bool:
        """Whether it is the hidden test of a proof to be put in order."""
        return self.kind == "test" and "arranged(" in self.text


@dataclass(frozen=True)
class Source:
    """A problem set."""

    path: Path
    title: str
    barred: tuple[str, ...]
    packages: tuple[str, ...]
    own: tuple[str, ...]
    variant: str
    cells: tuple[Cell, ...] = field(default=())
    inputs: tuple[tuple[str, str], ...] = ()  # functions, each with a line that draws what it takes
    holds: tuple[tuple[str, str], ...] = ()  # and with one that says whether an output is right, if several are

    @property
    def name(self) -> str:
        """What the set is called in commands and folders: ps1, ps2, ..."""
        return self.path.stem

    @property
    def book(self) -> Path:
        """The folder of the book that the set belongs to."""
        return self.path.parents[2] / "book"

    @property
    def points(self) -> int:
        """What the whole set is worth."""
        return sum(cell.points for cell in self.cells)

    def __getitem__(self, grade_id: str) -> Cell:
        return next(cell for cell in self.cells if cell.grade_id == grade_id)


def read_source(path: Path) -> Source:
    """Read a source, or raise SourceError."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise SourceError(f"{path}: cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise SourceError(f"{path}: is not UTF-8. Save it in that encoding.") from None
    return _source(path, text)


@cache  # a command, and each test, asks for all sets several times
def _source(path: Path, text: str) -> Source:
    head, *cells = _cells(path, text)
    if head.kind != "set":
        raise SourceError(f'{path}:{head.line}: the first cell must be `# %% role="set"`.')
    source = replace(_head(path, head), cells=tuple(cells))
    _refuse(source)
    return source


def _cells(path: Path, text: str) -> Iterator[Cell]:
    """Yield the cells in order; prose and given code are numbered."""
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.startswith("# %%")]
    notebook = jupytext.reads(text, fmt="py:percent")
    if len(lines) != len(notebook.cells):
        raise SourceError(f"{path}:1: there is text before the first `# %%`. Begin the file with a cell.")
    numbers = {"text": 0, "given": 0}
    for line, cell in zip(lines, notebook.cells, strict=True):
        marks = {key: cell.metadata[key] for key in (*NAMED, "role", "points", "takes_from") if key in cell.metadata}
        kind, name = _kind(path, line, cell.cell_type, marks)
        if kind in numbers:
            numbers[kind] += 1
            name = f"{numbers[kind]:02d}"
        with _syntax_errors_of(path, line):
            claims = claims_in(cell.source) if kind == "test" else ()
        points = marks.get("points", 0) if kind == "proof" else sum(claim.points for claim in claims)
        if kind == "proof" and not (isinstance(points, int) and points > 0):
            raise SourceError(f"{path}:{line}: the proof {name} has no points. Write `points=2` on its mark.")
        takes_from = str(marks.get("takes_from", ""))
        if takes_from and kind != "answer":
            raise SourceError(f"{path}:{line}: takes_from belongs on the marks of answers only.")
        yield Cell(kind, name, cell.source, line, claims, points, takes_from)


def _kind(path: Path, line: int, cell_type: str, marks: dict[str, Any]) -> tuple[str, str]:
    named = [kind for kind in NAMED if kind in marks]
    if marks.get("role") == "set":
        return "set", ""
    if "role" in marks or len(named) > 1:
        raise SourceError(f"{path}:{line}: a cell is one of role=\"set\", {', '.join(NAMED)}; this one is {marks}.")
    if not named:
        return ("text" if cell_type == "markdown" else "given"), ""
    kind = named[0]
    if (kind == "proof") != (cell_type == "markdown"):
        raise SourceError(f"{path}:{line}: a proof is a [markdown] cell, and answers, checks and tests are code.")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", str(marks[kind])):
        raise SourceError(f"{path}:{line}: {marks[kind]!r} is not a name. Use small letters, digits and _.")
    return kind, marks[kind]


def _head(path: Path, cell: Cell) -> Source:
    """Read the first cell: constants, and the function `variant`."""
    with _syntax_errors_of(path, cell.line):
        tree = ast.parse(cell.text)
    constants: dict[str, Any] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            try:
                constants[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                raise SourceError(f"{path}:{cell.line + node.lineno}: the value must be a plain constant.") from None
    missing = [name for name in ("title", "barred", "packages", "own") if name not in constants]
    if missing or not any(isinstance(node, ast.FunctionDef) and node.name == "variant" for node in tree.body):
        wanted = ", ".join([*missing] or ["def variant(draw)"])
        raise SourceError(f"{path}:{cell.line}: the first cell must say {wanted}.")
    barred, packages, own = (tuple(constants[name]) for name in ("barred", "packages", "own"))
    try:
        closed_modules(barred)
    except ValueError as error:
        raise SourceError(f"{path}:{cell.line}: {error}") from None
    inputs, holds = (tuple(dict(constants.get(name, {})).items()) for name in ("inputs", "holds"))
    return Source(path, constants["title"], barred, packages, own, cell.text, inputs=inputs, holds=holds)


@contextmanager
def _syntax_errors_of(path: Path, line: int) -> Iterator[None]:
    """Raise the SyntaxError of a cell as a SourceError with the file's line."""
    try:
        yield
    except SyntaxError as error:
        raise SourceError(f"{path}:{line + (error.lineno or 0)}: {error.msg}.") from None


def _refuse(source: Source) -> None:
    """Raise where the cells do not belong together."""
    seen: dict[str, int] = {}
    for cell in source.cells:
        where = f"{source.path}:{cell.line}"
        if cell.grade_id in seen:
            raise SourceError(f"{where}: {cell.grade_id} is already in line {seen[cell.grade_id]}. Rename one.")
        seen[cell.grade_id] = cell.line
        if cell.kind == "answer" and not (BEGIN_SOLUTION in cell.text and END_SOLUTION in cell.text):
            raise SourceError(f"{where}: the answer {cell.name} has no {BEGIN_SOLUTION} and {END_SOLUTION}.")
        if cell.kind == "proof" and not (BEGIN_SCHEME in cell.text and END_SCHEME in cell.text):
            raise SourceError(f"{where}: the proof {cell.name} has no rubric between {BEGIN_SCHEME} and {END_SCHEME}.")
        if cell.kind == "test" and not cell.points:
            raise SourceError(f"{where}: the test {cell.name} gives no points. Add a marks.claim(points, words).")
        if cell.kind in ("check", "test") and f"answer-{cell.name}" not in seen:
            raise SourceError(f"{where}: the {cell.kind} {cell.name} comes before an answer of that name.")
    for name, _ in source.inputs:
        if f"answer-{name}" not in seen:
            raise SourceError(f"{source.path}:1: there are `inputs` of {name}, but no answer of that name.")
    for name, _ in source.holds:
        if name not in dict(source.inputs):
            raise SourceError(f"{source.path}:1: `holds` has {name}, of which there are no `inputs`.")
    for cell in source.cells:
        if cell.kind == "answer" and not {f"check-{cell.name}", f"test-{cell.name}"} <= set(seen):
            raise SourceError(f"{source.path}:{cell.line}: the answer {cell.name} needs a check and a test.")
