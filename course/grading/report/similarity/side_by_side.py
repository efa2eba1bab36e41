"""Put two pieces of code side by side, and mark the lines that are alike."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from course.grading.report.similarity.winnowing import winnowed

AROUND = 3  # lines shown before and after what is alike
MOST_LINES, WIDEST = 150, 300  # shown of a cell, and characters of a line


@dataclass(frozen=True)
class Side:
    """One of the two: its name, and its code by part."""

    name: str
    codes: Mapping[str, str]
    hide: Callable[[str], str] = str  # redacts a line


@dataclass(frozen=True)
class Line:
    """A line as the page shows it, with its number."""

    text: str
    alike: bool = False


def beside(left: Side, right: Side, shared: frozenset[int]) -> Iterator[tuple[str, list[tuple[str, list[Line]]]]]:
    """Yield the name of each part in which something is alike, with the name and the lines of both sides."""
    marked = [(side, {name: alike(code, shared) for name, code in side.codes.items()}) for side in (left, right)]
    for name in dict.fromkeys([*left.codes, *right.codes]):
        if any(found.get(name) for _, found in marked):
            yield name, [(side.name, list(_lines(side, name, found.get(name, set())))) for side, found in marked]


def alike(code: str, shared: frozenset[int]) -> set[int]:
    """Return the numbers, from 0, of the lines that hold shared fingerprints."""
    prints, lines = winnowed(code)
    found = (where for one, where in zip(prints.tolist(), lines, strict=True) if one in shared)
    return {line for first, last in found for line in range(first, last + 1)}


def _lines(side: Side, name: str, marked: set[int]) -> Iterator[Line]:
    """Yield the lines that are alike and some around them; none if none is alike."""
    if not marked:
        return
    lines = side.codes[name].split("\n")
    around = {near for line in marked for near in range(line - AROUND, line + AROUND + 1)}
    near = sorted(around & set(range(len(lines))))
    before = -1
    for line in near[:MOST_LINES]:
        if line > before + 1:
            yield LEFT_OUT
        text = side.hide(lines[line])
        text = text if len(text) <= WIDEST else f"{text[:WIDEST]} …"
        yield Line(f"{line + 1:4} {'≡' if line in marked else ' '} {text}", line in marked)
        before = line
    if len(near) > MOST_LINES or before + 1 < len(lines):
        yield LEFT_OUT


LEFT_OUT = Line("     …")
