"""Find steps of a graded proof on pages of the book where readers put steps in order, and are told whether it is right.

A chapter may have proofs to be put in order ({proof-order}), with steps of its own. Steps are compared as they are
read: the book's macros are expanded, and what only sets a formula doesn't count.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from course.sets.source import Source
from course.sets.variant import values
from tools.tex import expand_macros

BLOCK = re.compile(r"^(?P<fence>:{3,})\{proof-order\}.*?^(?P=fence)$", re.MULTILINE | re.DOTALL)
STEP = re.compile(r"^- \*\*[A-Z]\.\*\* (.*)$", re.MULTILINE)  # as Draw.steps writes them
ALIKE = (
    (re.compile(r"\\[td]frac(?![A-Za-z])"), r"\\frac"),
    (re.compile(r"\\(?:\||[lr]?[vV]ert(?![A-Za-z]))"), "|"),
    (re.compile(r"\\(?:left|right|[bB]igg?[lr]?|quad|text|mathrm)(?![A-Za-z])"), ""),
    (re.compile(r"\\([gln])eq(?![A-Za-z])"), r"\\\1e"),
)


def on_pages(sources: Iterable[Source], term: str, root: Path) -> Iterator[str]:
    """Yield where a page has a step of a graded proof, and which set grades it."""
    macros = _macros(root / "book" / "notation.toml")
    graded = {step: source.name for source in sources for step in _steps(source, term)}
    as_read = {step: _as_read(step, macros) for step in graded}
    for page in sorted((root / "book").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for block in BLOCK.finditer(text):
            shown = _as_read(block[0], macros)
            line = text.count("\n", 0, block.start()) + 1
            for step in graded:
                if as_read[step] in shown:
                    yield f"book/{page.name}:{line} has a step of the proof that {graded[step]} grades: {step}"


def _steps(source: Source, term: str) -> list[str]:
    return STEP.findall(values(source, term).get("steps", ""))


def _macros(path: Path) -> dict[str, str]:
    entries = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return {name: entry["tex"] for name, entry in entries.items()}


def _as_read(text: str, macros: dict[str, str]) -> str:
    """Return the text without spaces, marks and whatever else changes nothing of what is said."""
    text = expand_macros(text, macros)
    for written, alike in ALIKE:
        text = written.sub(alike, text)
    return re.sub(r"[^\w|<>=+^/-]", "", text).lower()
