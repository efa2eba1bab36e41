"""Lets a change of a style or a script reach the built book.

Sphinx copies static files only when it writes a page. If one of them differs from its copy, the start page counts as
changed.
"""

import filecmp
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


def is_stale(source: Path, copy: Path) -> bool:
    """Return whether a file has no copy of the same content."""
    return not copy.is_file() or not filecmp.cmp(source, copy, shallow=False)


def find_stale(app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Return the start page if a static file has to be copied."""
    own = (Path(folder) for folder in app.config.html_static_path if not Path(folder).is_absolute())
    for root in (Path(app.confdir) / folder for folder in own):  # the others are those of extensions, with templates
        for source in root.rglob("*"):
            if source.is_file() and is_stale(source, Path(app.outdir) / "_static" / source.relative_to(root)):
                return [app.config.root_doc]
    return []


def setup(app: Sphinx) -> dict[str, bool]:
    """Look whenever Sphinx asks which pages are out of date."""
    app.connect("env-get-outdated", find_stale)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
