"""`course check`: report each breach of a rule that solutions/rules.toml sets for the problem sets.

A rule is set to a number, true or false, for all sets or in a table [psN] for one; a rule that isn't named is off.
"""

import ast
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from course import settings
from course.errors import Trouble
from course.paths import ROOT
from course.sets import places, prose, release
from course.sets.markers import BEGIN_SCHEME, END_SCHEME
from course.sets.source import Cell, Source
from course.sets.testing import corpus

FILE = Path("solutions") / "rules.toml"
PART = re.compile(r"^## (Part [A-Z]+): ", re.MULTILINE)
PLACE = re.compile(r'([a-z-]+), [^"]*"([^"]+)"')
SECTION = r"^##+ %s$"
SECTION_OR_BLOCK = r"^(?:##+|:::\{(?:exercise|prf:[a-z]+)\}) %s$"
WORTH = re.compile(r"^(\d+) points?\b", re.MULTILINE)


@dataclass(frozen=True)
class Checked:
    """A problem set with what the rules are about: its corpus of answers, and the book."""

    root: Path
    source: Source

    @property
    def name(self) -> str:
        """The set's name."""
        return self.source.name

    @property
    def tests(self) -> list[Cell]:
        """Its hidden tests."""
        return [cell for cell in self.source.cells if cell.kind == "test"]

    @cached_property
    def answers(self) -> list[corpus.Answer]:
        """All answers of its corpus."""
        return [answer for one in corpus.read_all(self.root / self.folder) for answer in one.answers]

    @property
    def folder(self) -> str:
        """Where its corpus is."""
        return f"solutions/{self.name}/{corpus.FOLDER}"

    def where(self, cell: Cell) -> str:
        """Return the file and the line of a cell."""
        return f"{self.source.path.relative_to(self.root)}:{cell.line}"

    def missing(self, chapter: str, heading: str, pattern: str) -> str | None:
        """Return what the book lacks of a place, or None. Notebooks spell out the book's macro for vectors."""
        page = self.root / "book" / f"{chapter}.md"
        if not page.is_file():
            return f"there is no page book/{chapter}.md"
        text = page.read_text(encoding="utf-8")
        for said in (text, re.sub(r"\\v([a-z])\b", r"\\mathbf{\1}", text)):
            if re.search(pattern % re.escape(heading), said, re.MULTILINE):
                return None
        return f"book/{chapter}.md has no heading {heading!r}"


def complaints(root: Path = ROOT) -> list[str]:
    """Return a sentence for each breach of a rule, in the order of the sets."""
    sets = {source.name: Checked(root, source) for source in release.sources(root)}
    return [
        sentence
        for name, rules in _rules(root / FILE, list(sets)).items()
        for rule, value in rules.items()
        for sentence in (NUMBERS[rule](sets[name], value) if rule in NUMBERS else SWITCHES[rule](sets[name]))
    ]


def _rules(path: Path, sets: Sequence[str]) -> dict[str, dict[str, float]]:
    """Return the rules that are on, by set; Trouble where the file is wrong."""
    try:
        general = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Trouble(f"{path}: cannot be read ({error.strerror}). It sets the rules of the problem sets.") from None
    except ValueError as error:
        raise Trouble(f"{path}: {error}. Correct that line; a rule is written as `points = 20`.") from None
    tables = {name: general.pop(name) for name, value in [*general.items()] if isinstance(value, dict)}
    for name in tables:
        if name not in sets:
            raise Trouble(f"{path}: [{name}] names an unknown problem set. There are: {', '.join(sets)}.")
    for table in (general, *tables.values()):
        _refuse(path, table)
    both = {name: general | tables.get(name, {}) for name in sets}
    return {name: {rule: value for rule, value in rules.items() if value is not False} for name, rules in both.items()}


def _refuse(path: Path, table: Mapping[str, Any]) -> None:
    """Raise Trouble where a rule is unknown, or has a value of the wrong type."""
    for name, value in table.items():
        if name not in NUMBERS | SWITCHES:
            raise Trouble(f"{path}: {name} is not a rule. There are: {', '.join(NUMBERS | SWITCHES)}.")
        wanted, types = ("a number", (int, float)) if name in NUMBERS else ("true", (bool,))
        if value is not False and type(value) not in types:
            raise Trouble(f"{path}: {name} is {value!r}. Write {wanted}, or false to turn the rule off.")


def _points(one: Checked, wanted: float) -> Iterator[str]:
    if one.source.points != wanted:
        yield f"{one.name} has {_counted(one.source.points, 'point')}, not {wanted:g}."


def _own_share(one: Checked, least: float) -> Iterator[str]:
    pointed = {cell.name: cell.points for cell in one.source.cells if cell.points}
    for named in one.source.own:
        if named not in pointed:
            yield f"{one.name}: `own` names {named}, but no test or proof is called that."
    own = sum(pointed.get(name, 0) for name in one.source.own)
    if own < least * one.source.points:
        yield (
            f"{one.name} has {own} of its {_counted(one.source.points, 'point')} on parts that are in `own`,"
            f" less than {least:.0%}."
        )


def _last_part(one: Checked, most: float) -> Iterator[str]:
    last = [cell for cell in one.source.cells if cell.points][-1]
    if last.points > most:
        worth = _counted(last.points, "point")
        yield f"{one.where(last)}: {one.name} ends with {last.name}, of {worth}, more than {most:g}."


def _proofs_to_write(one: Checked, wanted: float) -> Iterator[str]:
    found = sum(cell.kind == "proof" for cell in one.source.cells)
    if found != wanted:
        yield f"{one.name} has {_counted(found, 'proof')} to write, not {wanted:g}."


def _proofs_to_order(one: Checked, wanted: float) -> Iterator[str]:
    found = sum(cell.is_order for cell in one.tests)
    if found != wanted:
        yield f"{one.name} has {_counted(found, 'proof')} to put in order, not {wanted:g}."


def _mark_scheme(one: Checked) -> Iterator[str]:
    for cell in one.source.cells:
        if cell.kind == "proof":
            scheme = cell.text.partition(BEGIN_SCHEME)[2].partition(END_SCHEME)[0]
            total = sum(int(worth) for worth in WORTH.findall(scheme))
            if total != cell.points:
                yield (
                    f"{one.where(cell)}: the mark scheme of {cell.name} adds up to {_counted(total, 'point')},"
                    f" but the proof has {cell.points}."
                )


def _claims_read(one: Checked) -> Iterator[str]:
    for cell in one.tests:
        for words, named in _claims(cell):
            if not named:
                yield f'{one.where(cell)}: the claim "{words}" does not say what to read. Add read="chapter: heading".'
            for place in named:
                chapter, _, heading = place.partition(": ")
                if missing := one.missing(chapter, heading, SECTION):
                    yield f'{one.where(cell)}: the claim "{words}" says to read {place!r}, but {missing}.'


def _claims(cell: Cell) -> Iterator[tuple[str, list[str]]]:
    """Yield the words of each claim, with the places that its `read` names: a text, or a variable that holds texts."""
    tree = ast.parse(cell.text)
    assigned = [(ast.unparse(name), value) for name, value in _assigned(tree)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "claim":
            said = [keyword.value for keyword in node.keywords if keyword.arg == "read"]
            named = [value for name, value in assigned if said and name == ast.unparse(said[0])]
            texts = [one.value for one in [*said, *named] if isinstance(one, ast.Constant)]
            yield ast.literal_eval(node.args[1]), [str(text) for text in texts]


def _assigned(tree: ast.Module) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield what is assigned to what, one by one where several are at once."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    yield from zip(target.elts, node.value.elts, strict=False)
                else:
                    yield target, node.value


def _parts_read(one: Checked) -> Iterator[str]:
    for cell in one.source.cells:
        part = PART.search(cell.text) if cell.kind in ("text", "proof") else None
        if not part:
            continue
        said = places.LINE.search(cell.text)
        named = PLACE.findall(said[1].replace("\n", " ")) if said else []
        if not named:
            yield f'{one.where(cell)}: {part[1]} names no place in the book. Add a line: Book: chapter, "Heading".'
        for chapter, heading in named:
            if missing := one.missing(chapter, heading, SECTION_OR_BLOCK):
                yield f"{one.where(cell)}: {part[1]} says to read {heading!r}, but {missing}."


def _testing_words(one: Checked, most: float) -> Iterator[str]:
    prose_cells = [cell for cell in one.source.cells if cell.kind in ("text", "proof")]
    told = [(cell, said) for cell in prose_cells for said in prose.on_testing(cell.text)]
    words = sum(len(prose.in_the_open(cell.text).split()) for cell in prose_cells)
    share = sum(len(said.split()) for _, said in told) / max(words, 1)
    if share > most:
        cell, said = max(told, key=lambda one: len(one[1]))
        yield (
            f"{one.where(cell)}: {share:.1%} of the words of {one.name} are about tests, sizes and tolerances, more"
            f" than {most:.0%}. Move them into a fold, :::{{small-print}}. The longest sentence begins:"
            f" {' '.join(said.split()[:8])} ..."
        )


def _in_book(one: Checked) -> Iterator[str]:
    pages = [page.read_text(encoding="utf-8") for page in sorted((one.root / "book").glob("*.md"))]
    shown = re.compile(rf"^`{{3,}}\{{problem-set\}} {one.name}$", re.MULTILINE)
    if not any(f"({one.name})=\n" in text and shown.search(text) for text in pages):
        yield (
            f"No page of the book shows {one.name}. Write a heading with the label ({one.name})= and the directive"
            f" {{problem-set}} {one.name} under it, as book/problem-sets.md does for the others."
        )


def _right_answers(one: Checked, least: float) -> Iterator[str]:
    for cell in one.tests:
        right = {answer.code for answer in one.answers if answer.cell == cell.name and answer.score == cell.points}
        if len(right) < least:
            yield f"{one.folder} has {_counted(len(right), 'right answer')} to {cell.name}, fewer than {least:g}."


def _wrong_answers(one: Checked, least: float) -> Iterator[str]:
    for cell in one.tests:
        wrong = [answer for answer in one.answers if answer.cell == cell.name and answer.score < cell.points]
        beliefs = {answer.belief for answer in wrong if answer.belief}
        if len(beliefs) < least:
            counted = _counted(len(beliefs), "wrong belief")
            yield f"{one.folder} has {counted} about {cell.name}, fewer than {least:g}."
        silent = sum(not (answer.belief and answer.says) for answer in wrong)
        if silent:
            yield f"{one.folder} has {_counted(silent, 'wrong answer')} to {cell.name} without `belief` or `says`."


def _raising_answer(one: Checked) -> Iterator[str]:
    if not any("raise " in answer.code for answer in one.answers):
        yield f"{one.folder} has no answer that raises an error."


def _barred_answer(one: Checked) -> Iterator[str]:
    if not any(settings.library().package in answer.code and "barred" in answer.says for answer in one.answers):
        yield f"{one.folder} has no answer that calls a barred solver."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


NUMBERS: dict[str, Callable[[Checked, float], Iterator[str]]] = {
    "points": _points,
    "own_share": _own_share,
    "last_part": _last_part,
    "testing_words": _testing_words,
    "proofs_to_write": _proofs_to_write,
    "proofs_to_order": _proofs_to_order,
    "right_answers": _right_answers,
    "wrong_answers": _wrong_answers,
}
SWITCHES: dict[str, Callable[[Checked], Iterator[str]]] = {
    "mark_scheme": _mark_scheme,
    "claims_read": _claims_read,
    "parts_read": _parts_read,
    "in_book": _in_book,
    "raising_answer": _raising_answer,
    "barred_answer": _barred_answer,
}
