"""The registry: the TOML files in book/ that hold each fact about the course once.

    theorems.toml    labeled passages: source, code, test
    chapters.toml    chapters: pages, prerequisites, hours, problem set
    notation.toml    TeX macros
    items.toml       what the sources teach, S1 to S26

A page that shows an entry depends on its file, and is read again when the file changes.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

THEOREM_LIKE = ("def-", "thm-", "alg-")
Entries = dict[str, dict[str, Any]]


@cache
def _load(path: Path, _changed: int) -> Entries:
    return tomllib.loads(path.read_text(encoding="utf-8"))


class Registry:
    """The TOML files of one book."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "book"

    def path(self, name: str) -> Path:
        """Return the path of a file."""
        return self.folder / f"{name}.toml"

    def entries(self, name: str) -> Entries:
        """Return all entries of a file in order, or none if the file doesn't exist."""
        path = self.path(name)
        return _load(path, path.stat().st_mtime_ns) if path.exists() else {}

    def place(self, name: str, key: str) -> str:
        """Return the file and line of an entry, as a location for a warning."""
        lines = self.path(name).read_text(encoding="utf-8").splitlines()
        heading = re.compile(rf"\[{re.escape(key)}\]")
        number = next((n for n, line in enumerate(lines, 1) if heading.match(line)), 1)
        return f"{self.path(name)}:{number}"

    @property
    def theorems(self) -> Entries:
        """Return the labeled passages."""
        return self.entries("theorems")

    @property
    def chapters(self) -> Entries:
        """Return the chapters, in the book's order."""
        return self.entries("chapters")

    @property
    def macros(self) -> dict[str, str]:
        """Return the TeX of each macro of the notation."""
        return {name: entry["tex"] for name, entry in self.entries("notation").items()}

    def pages(self, chapter: str) -> list[str]:
        """Return the pages of a chapter in order: those it names, or the one that has its name."""
        return self.chapters[chapter].get("pages", [chapter])

    def hours(self, *chapters: str) -> float:
        """Return a reader's hours for some chapters."""
        return sum(sum(self.chapters[chapter]["hours"]) for chapter in chapters)

    def page_hours(self) -> dict[str, float]:
        """Return a reader's hours for each page of the chapters, in the book's order."""
        times = ((self.pages(chapter), self.chapters[chapter]["hours"]) for chapter in self.chapters)
        return {page: hours for pages, each in times for page, hours in zip(pages, each, strict=True)}

    def chapter_of(self, page: str) -> str | None:
        """Return the chapter that a page belongs to, or None."""
        return next((chapter for chapter in self.chapters if page in self.pages(chapter)), None)


def registry(env: BuildEnvironment, *shown: str) -> Registry:
    """Return the registry, and make the current page depend on the files named."""
    found = Registry(Path(env.srcdir))
    for name in shown:
        env.note_dependency(str(found.path(name)))
    return found


def setup(app: Sphinx) -> dict[str, bool]:
    """Register `registry_complete`: whether all chapters exist, so that every entry must appear on a page."""
    app.add_config_value("registry_complete", False, "env", types=[bool])
    app.setup_extension("site_settings")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
