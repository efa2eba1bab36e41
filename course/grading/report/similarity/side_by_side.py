"""Two pieces of code side by side, with the lines marked that are alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import escape

from course.grading.report.similarity.winnowing import winnowed

AROUND = 3  # lines shown before and after what is alike
MOST_LINES, WIDEST = 150, 300  # shown of a cell, and characters of a line


@dataclass(frozen=True)
class Side:
    """One of the two: what it is called, and its code by part."""

    name: str
    codes: Mapping[str, str]
    hide: Callable[[str], str] = str  # takes out of a line what may not be shown


def beside(left: Side, right: Side, shared: frozenset[int]) -> Iterator[str]:
    """Yield the parts in which something is alike, both sides of each."""
    marked = [{name: alike(code, shared) for name, code in side.codes.items()} for side in (left, right)]
    for name in dict.fromkeys([*left.codes, *right.codes]):
        if any(one.get(name) for one in marked):
            both = (_shown(side, name, one.get(name, set())) for side, one in zip((left, right), marked, strict=True))
            yield f'<div class="beside">{"".join(both)}</div>'


def alike(code: str, shared: frozenset[int]) -> set[int]:
    """Return the numbers of the lines that have fingerprints in common with something else, from 0."""
    prints, lines = winnowed(code)
    found = (where for one, where in zip(prints.tolist(), lines, strict=True) if one in shared)
    return {line for first, last in found for line in range(first, last + 1)}


def _shown(side: Side, name: str, marked: set[int]) -> str:
    head = f"<p><strong>{escape(side.name)}</strong>, {escape(name)}</p>"
    if name not in side.codes or not marked:
        return f"<div>{head}<p>Nothing alike stands here.</p></div>"
    return f"<div>{head}<pre>{''.join(_lines(side, name, marked))}</pre></div>"


def _lines(side: Side, name: str, marked: set[int]) -> Iterator[str]:
    """Yield the lines that are alike and some around them, as HTML."""
    lines = side.codes[name].split("\n")
    around = {near for line in marked for near in range(line - AROUND, line + AROUND + 1)}
    near = sorted(around & set(range(len(lines))))
    before = -1
    for line in near[:MOST_LINES]:
        if line > before + 1:
            yield "     …\n"
        text = side.hide(lines[line])
        text = text if len(text) <= WIDEST else f"{text[:WIDEST]} …"
        told = f"{line + 1:4} {'≡' if line in marked else ' '} {escape(text)}"
        yield f"<mark>{told}</mark>\n" if line in marked else f"{told}\n"
        before = line
    if len(near) > MOST_LINES or before + 1 < len(lines):
        yield "     …\n"
