"""The whole book on one page, from which the PDF is printed.

sphinx-exercise registers writers for the one-page builder by name, after which Sphinx no longer falls back on the HTML
writers of other extensions. This extension gives that builder the HTML writers, with sphinx-exercise's on top.
"""

from sphinx.application import Sphinx
from sphinx.config import Config


def add_writers(app: Sphinx, config: Config) -> None:
    """Let the one-page builder use all of the HTML builder's writers."""
    handlers = app.registry.translation_handlers
    handlers["singlehtml"] = {**handlers.get("html", {}), **handlers.get("singlehtml", {})}


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect it to run after all extensions have registered their writers."""
    app.connect("config-inited", add_writers, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
