"""The book without a network: its service worker, the list of its files, and where a reader keeps or clears them.

    ```{offline}
    What is shown where there is no JavaScript.
    ```

service-worker.js stands at the root of the book, for it serves only what is below it. It is registered when a reader
runs a cell, or keeps the book; browser/offline/service-worker.js says what it does.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from browser_files import BROWSER
from markdown_directive import MarkdownDirective

WORKER = BROWSER / "offline" / "service-worker.js"
LEFT_OUT = ("*.map", "_sources/*", "lab/*", "objects.inv", ".*", "offline.json", WORKER.name)
SCRIPT = """\
const root = new URL(document.documentElement.dataset.content_root, document.baseURI).href;
const {{ fill }} = await import(`${{root}}{files.scripts}offline/panel.js`);
fill(document.querySelector(".offline"), root, new URL("{files.runtime}", root));
"""


class offline(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The place."""


class OfflineDirective(MarkdownDirective):
    """Its body is what is shown where there is no JavaScript."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Take the body in."""
        place = offline()
        self.state.nested_parse(self.content, self.content_offset, place)
        return [place]


def _pass(self: Any, node: nodes.Element) -> None:
    pass


def visit_offline(self: Any, node: offline) -> None:
    """Open the place."""
    self.body.append(self.starttag(node, "div", CLASS="offline"))


def depart_offline(self: Any, node: offline) -> None:
    """Close it."""
    self.body.append("</div>\n")


def add_script(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Fill the place, on a page that has it."""
    if app.builder.name == "html" and doctree is not None and any(doctree.findall(offline)):
        app.add_js_file(None, body=SCRIPT.format(files=app.config.browser_files), type="module")


def write_offline_files(app: Sphinx, error: Exception | None) -> None:
    """Put the service worker and the list into the finished book, after all else is there."""
    if error or app.builder.name != "html":
        return
    html = Path(app.outdir)
    shutil.copyfile(WORKER, html / WORKER.name)
    (html / "offline.json").write_text(json.dumps({"files": list_files(html)}), encoding="utf-8")


def list_files(html: Path) -> list[dict[str, Any]]:
    """What a reader without a network needs: names and sizes."""
    paths = [path.relative_to(html) for path in sorted(html.rglob("*")) if path.is_file()]
    return [
        {"file": path.as_posix(), "size": (html / path).stat().st_size}
        for path in paths
        if not any(path.match(pattern) or path.parts[0] == pattern.removesuffix("/*") for pattern in LEFT_OUT)
    ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive, and come when all is finished."""
    app.setup_extension("browser_files")
    app.add_node(offline, html=(visit_offline, depart_offline), latex=(_pass, _pass))
    app.add_directive("offline", OfflineDirective)
    app.connect("html-page-context", add_script)
    app.connect("build-finished", write_offline_files, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
