"""Buttons under each code cell, with which readers run, edit, reset and stop it in the page.

A page contains browser/in_page/start.js and start.css, and loads nothing else until a button is pressed. If the book is
built without Python, the buttons say so.
"""

import json
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from browser_files import BROWSER
from practice_cells import practice_cell


def add_buttons(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add script and style to a page with cells."""
    if app.builder.name != "html" or doctree is None or not any(map(is_cell, doctree.findall(nodes.container))):
        return
    files = app.config.browser_files
    settings = {"scripts": files.scripts, "runtime": files.runtime, "page": pagename}
    settings["notebook"] = f"notebooks/{pagename}.ipynb" if "kernelspec" in app.env.metadata[pagename] else ""
    script = (BROWSER / "in_page" / "start.js").read_text(encoding="utf-8")
    app.add_js_file(None, body=script.replace("SETTINGS", json.dumps(settings)), type="module")
    style = (BROWSER / "in_page" / "start.css").read_text(encoding="utf-8")
    context["metatags"] = context.get("metatags", "") + f"<style>\n{style}</style>\n"


def is_cell(node: nodes.Element) -> bool:
    """Return whether a node is a code cell."""
    return node.get("nb_element") == "cell_code" or isinstance(node, practice_cell)


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the buttons when a page is written."""
    app.setup_extension("browser_files")
    app.setup_extension("practice_cells")
    app.connect("html-page-context", add_buttons)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
