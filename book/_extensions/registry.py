"""What the pages know of the course: the files in book/ that hold each fact once, and where in them a fact stands.

    theorems.toml    labelled passages: source, code, test
    chapters.toml    chapters: what they need, how long they take, what practises them
    notation.toml    macros of TeX
    items.toml       what the sources teach, S1 to S26

A page that shows an entry depends on its file, and is read again when the file changes.
"""

from __future__ import annotations

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
    """The files of one book."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "book"

    def path(self, name: str) -> Path:
        """Return where the file of that name is."""
        return self.folder / f"{name}.toml"

    def entries(self, name: str) -> Entries:
        """Return all entries of a file, in its order; none when there is no such file."""
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
        """The labelled passages."""
        return self.entries("theorems")

    @property
    def chapters(self) -> Entries:
        """The chapters, in the book's order."""
        return self.entries("chapters")


def registry(env: BuildEnvironment, *shown: str) -> Registry:
    """Return the registry; the page that is being read depends on the files named."""
    found = Registry(Path(env.srcdir))
    for name in shown:
        env.note_dependency(str(found.path(name)))
    return found


def setup(app: Sphinx) -> dict[str, bool]:
    """Say whether all chapters are there: only then must every entry have its place in a page."""
    app.add_config_value("registry_complete", False, "env", types=[bool])
    app.setup_extension("site_settings")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
