"""Which cell of a hand-in is which cell of the problem set.

A cell is found by the grade id in nbgrader's metadata, else by its cell id, which is the same in our releases, else by
its content: the function that it defines, or its place behind the proof that it answers. All other cells are the
student's own. The grade id of a cell that defines another answer's function is not trusted; and if one cell defines
several functions, as after Jupyter's "merge cells", the empty cells of the others don't overwrite them.
"""

import math
import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from course.errors import Trouble, explained
from course.grading.notebook.parse import Cell, Handed, Unreadable, parse_notebook

DEFINED = re.compile(r"^(?:async[ \t]+)?def[ \t]+(\w+)[ \t]*\(|^(\w+)[ \t]*=[ \t]*lambda\b", re.MULTILINE)
FILLED_IN = ("answer-", "written-")
Step = tuple[list[Cell], list[str]]  # the cells after a step of `fitted`, and the repairs
GIVEN = {"given-": "given", "check-": "visible test", "test-": "test", "proof-": "proof"}


@dataclass(frozen=True)
class Form:
    """A problem set as students got it."""

    name: str
    cells: tuple[Cell, ...]

    @staticmethod
    def read(path: Path) -> "Form":
        """Read a released notebook, psN.ipynb."""
        todo = "Make it again: course init --replace"
        try:
            with explained(path, "cannot be read", todo):
                return Form(path.stem, parse_notebook(path.read_bytes()).cells)
        except Unreadable as why:
            raise Trouble(f"{path}: {why} {todo}") from None

    @cached_property
    def by_id(self) -> dict[str, Cell]:
        """The cells by grade id."""
        return {cell.grade_id: cell for cell in self.cells if cell.grade_id}

    @cached_property
    def answers(self) -> list[str]:
        """The grade ids of answers, in the set's order."""
        return [id_ for id_ in self.by_id if id_.startswith("answer-")]

    @cached_property
    def functions(self) -> dict[str, str]:
        """The grade ids of answers, by the function that they are to define."""
        return {name: id_ for id_ in self.answers for name in defined(self.by_id[id_])}


def forms(folder: Path) -> dict[str, Form]:
    """Read all released notebooks of a term: TERM/release/psN/psN.ipynb."""
    found = [Form.read(path) for path in sorted(folder.glob("release/ps*/ps*.ipynb")) if path.stem == path.parent.name]
    if not found:
        raise Trouble(f"{folder / 'release'}: there is no problem set. Make them: course init {folder}")
    return {form.name: form for form in found}


def defined(cell: Cell) -> list[str]:
    """Return the functions that a cell defines. The code is not parsed, since some code crashes the parser."""
    return [first or second for first, second in DEFINED.findall(cell.text)]


def same(one: Cell, other: Cell) -> bool:
    """Return whether two cells have the same text, except for spaces at the ends of lines."""
    return _bare(one.text) == _bare(other.text)


def likeness(handed: Handed, forms: Mapping[str, Form]) -> dict[str, int]:
    """Return for each set how many of the answers, proofs and tests that no other set has are in the notebook."""
    own = {
        name: {("cell", id_) for id_ in form.by_id if not id_.startswith(("text-", "given-"))}
        | {("function", function) for function in form.functions}
        for name, form in forms.items()
    }
    sets_with = Counter(mark for marks in own.values() for mark in marks)
    found = {("cell", id_) for cell in handed.cells for id_ in (cell.grade_id, cell.id)}
    found |= {("function", name) for cell in handed.cells if cell.kind != "markdown" for name in defined(cell)}
    return {name: sum(sets_with[mark] == 1 for mark in marks & found) for name, marks in own.items()}


def fitted(handed: Handed, form: Form) -> Handed:
    """Return the hand-in with the set's grade ids on its cells, each id at most once."""
    cells, repairs = list(handed.cells), list(handed.repairs)
    for step in (_by_ids, _by_content, _without_doubles, _of_kind):
        cells, more = step(cells, form)
        repairs += more
    elsewhere = _defined_elsewhere(cells, form)
    repairs += _missing_or_changed(cells, form, elsewhere)
    cells = [replace(cell, text=elsewhere.pop(cell.grade_id, cell.text)) for cell in cells]
    cells += [Cell(grade_id, "code", text) for grade_id, text in elsewhere.items()]
    return replace(handed, cells=tuple(cells), repairs=tuple(repairs))


def _by_ids(cells: list[Cell], form: Form) -> Step:
    """Return the cells under the grade id or cell id that they claim, if the set has it."""
    found, by_cell_id = [], 0
    for cell in cells:
        if cell.grade_id not in form.by_id:
            by_cell_id += cell.id in form.by_id
            cell = cell.named(cell.id if cell.id in form.by_id else "")
        found.append(cell)
    repairs = [f"{by_cell_id} of the cells had lost the metadata; found by cell id."] if by_cell_id else []
    return _without_anothers_ids(found, form), repairs


def _without_anothers_ids(cells: list[Cell], form: Form) -> list[Cell]:
    """Remove an answer's id from cells without its function but with one that is missing from its own cell."""
    sound = {id_ for id_ in form.answers for cell in cells if cell.grade_id == id_ and _is_it(cell, form.by_id[id_])}
    unsound = set(form.answers) - sound
    missing = {name for name, id_ in form.functions.items() if id_ in unsound}
    return [cell.named("") if cell.grade_id in unsound and missing & set(defined(cell)) else cell for cell in cells]


def _by_content(cells: list[Cell], form: Form) -> Step:
    """Give an id to cells without one that define a function of the set, or repeat or answer one of its texts."""
    taken = {cell.grade_id for cell in cells}
    texts = {_bare(cell.text): cell.grade_id for cell in form.cells if not cell.grade_id.startswith("written-")}
    found, by_content, proof = list[Cell](), 0, ""
    for cell in cells:
        if not cell.grade_id:
            functions = {form.functions[name] for name in defined(cell) if name in form.functions}
            wanted = texts.get(_bare(cell.text), "")
            if cell.kind != "markdown" and len(functions) == 1:
                wanted = functions.pop()
            elif not wanted and cell.kind == "markdown":
                wanted = proof
            if wanted and wanted not in taken:
                by_content += 1
                cell = cell.named(wanted)
        proof = f"written-{cell.grade_id.removeprefix('proof-')}" if cell.grade_id.startswith("proof-") else ""
        found.append(cell)
    said = f"{by_content} of the cells had no grade id, or another's; found by content."
    return found, [said] if by_content else []


def _without_doubles(cells: list[Cell], form: Form) -> Step:
    """Keep the best of several cells with the same grade id; the others are dropped, or the student's if different."""
    claims = Counter(cell.grade_id for cell in cells if cell.grade_id)
    found: list[Cell | None] = list(cells)
    repairs = []
    for grade_id in [grade_id for grade_id, number in claims.items() if number > 1]:
        places = [place for place, cell in enumerate(cells) if cell.grade_id == grade_id]
        stub = form.by_id[grade_id]
        best = max(places, key=lambda place: (_is_it(cells[place], stub), not same(cells[place], stub), place))
        known = {_bare(stub.text), _bare(cells[best].text)}  # made once: thousands may be compared with a long one
        for place in places:
            if place != best:
                spare = _bare(cells[place].text) in known or _is_it(cells[place], stub)
                found[place] = None if spare else cells[place].named("")
        repairs.append(f"The cell {grade_id} was there {len(places)} times; the last one filled in counts.")
    return [cell for cell in found if cell is not None], repairs


def _is_it(cell: Cell, stub: Cell) -> bool:
    """Return whether the cell still defines the stub's functions: a copy of a cell may have been changed."""
    return set(defined(stub)) <= set(defined(cell))


def _defined_elsewhere(cells: list[Cell], form: Form) -> dict[str, str]:
    """Return a text for each answer whose cell is missing or blank while another cell defines its function.

    An unchanged stub would define the function again. So the text is a comment; or, if the other cell comes after the
    answer's test or is not run, a copy of that cell, once for all its functions.
    """
    order, there = list(form.by_id), {cell.grade_id: cell for cell in cells}
    defined_in, runs_at = _last_definitions(cells, form), _run_order(cells, order)
    found = {}
    for grade_id in form.answers:
        stub, names = form.by_id[grade_id], defined(form.by_id[grade_id])
        if (grade_id in there and not same(there[grade_id], stub)) or not all(name in defined_in for name in names):
            continue
        found[grade_id] = f"# {', '.join(names)}: defined in another cell."
        for place in {defined_in[name] for name in names}:
            if runs_at[place] > order.index(grade_id):
                found[grade_id], runs_at[place] = cells[place].text, order.index(grade_id)
    return found


def _last_definitions(cells: list[Cell], form: Form) -> dict[str, int]:
    """Return the place of the last cell that defines each function of the set, unchanged stubs excepted."""
    given = {_bare(cell.text) for cell in form.cells}
    return {
        name: place
        for place, cell in enumerate(cells)
        if cell.kind != "markdown" and _bare(cell.text) not in given
        for name in defined(cell)
        if name in form.functions
    }


def _run_order(cells: list[Cell], order: list[str]) -> list[float]:
    """Return at which cell of the set each cell is run; the student's own cells follow the one before them."""
    found, place = list[float](), -1
    for cell in cells:
        place = order.index(cell.grade_id) if cell.grade_id else place
        students = cell.kind == "code" and (not cell.grade_id or cell.grade_id.startswith("answer-"))
        found.append(place if students else math.inf)
    return found


def _of_kind(cells: list[Cell], form: Form) -> Step:
    """Give each cell the kind that it has in the set."""
    found = [replace(cell, kind=form.by_id[cell.grade_id].kind) if cell.grade_id else cell for cell in cells]
    changed = ((cell, now.kind) for cell, now in zip(cells, found, strict=True) if cell.kind != now.kind)
    return found, [f"The cell {cell.grade_id} was {cell.kind}; it is read as {kind}." for cell, kind in changed]


def _missing_or_changed(cells: list[Cell], form: Form, elsewhere: Collection[str]) -> list[str]:
    """Return a line on each kind of cell that is missing or changed; the set's own cells are used instead."""
    there = {cell.grade_id: cell for cell in cells if cell.grade_id}
    lost = [id_ for id_ in form.by_id if id_.startswith(FILLED_IN) and id_ not in there and id_ not in elsewhere]
    said = [f"The cell {id_} was missing; it counts as not answered." for id_ in lost]
    said += [f"The code of {', '.join(elsewhere)} was in other cells; it is read from there."] if elsewhere else []
    for begins, what in GIVEN.items():
        ids = [id_ for id_ in form.by_id if id_.startswith(begins)]
        if missing := [id_ for id_ in ids if id_ not in there]:
            said.append(f"The {what} cell {', '.join(missing)} was missing; the set's own is used.")
        if changed := [id_ for id_ in ids if id_ in there and not same(there[id_], form.by_id[id_])]:
            said.append(f"The {what} cell {', '.join(changed)} was changed; the set's own is used.")
    order = [id_ for id_ in form.by_id if id_ in there]
    if order != list(there):
        said.append("The cells were in another order; those of the set are put in its order.")
    return said


def _bare(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())
