"""The whole book on one page, from which the PDF is printed.

sphinx-exercise registers writers for the one-page builder by name, and Sphinx then no longer falls back on the HTML
writers of all other extensions. Here that builder gets the HTML writers, with sphinx-exercise's on top.
"""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.config import Config


def add_writers(app: Sphinx, config: Config) -> None:
    """Let the one-page builder write whatever the HTML builder can."""
    handlers = app.registry.translation_handlers
    handlers["singlehtml"] = {**handlers.get("html", {}), **handlers.get("singlehtml", {})}


def setup(app: Sphinx) -> dict[str, bool]:
    """Come when all extensions have registered their writers."""
    app.connect("config-inited", add_writers, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
