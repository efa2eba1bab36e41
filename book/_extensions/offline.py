"""Reading the book offline: its service worker, the list of its files, and the panel that fills or clears the cache.

    ```{offline}
    What is shown without JavaScript.
    ```

service-worker.js is at the root of the book, since it can serve only what is below it. It is registered when a reader
runs a cell or saves the book; browser/offline/service-worker.js says what it does.
"""

import json
import shutil
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from browser_files import BROWSER
from markdown_directive import MarkdownDirective
from node_visitors import close_tag, pass_node

WORKER = BROWSER / "offline" / "service-worker.js"
LEFT_OUT = ("*.map", "_sources/*", "lab/*", "objects.inv", ".*", "offline.json", WORKER.name)
SCRIPT = """\
const root = new URL(document.documentElement.dataset.content_root, document.baseURI).href;
const {{ fill }} = await import(`${{root}}{files.scripts}offline/panel.js`);
fill(document.querySelector(".offline"), root, new URL("{files.runtime}", root));
"""


class offline(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The place of the panel."""


class OfflineDirective(MarkdownDirective):
    """The panel. Its body is shown if there is no JavaScript."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the place, with the body in it."""
        place = offline()
        self.state.nested_parse(self.content, self.content_offset, place)
        return [place]


def visit_offline(self: Any, node: offline) -> None:
    """Open the <div>."""
    self.body.append(self.starttag(node, "div", CLASS="offline"))


def add_script(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Load the panel's script on the page that has the place for it."""
    if app.builder.name == "html" and doctree is not None and any(doctree.findall(offline)):
        app.add_js_file(None, body=SCRIPT.format(files=app.config.browser_files), type="module")


def write_offline_files(app: Sphinx, error: Exception | None) -> None:
    """Put the service worker and the list of files into the finished book."""
    if error or app.builder.name != "html":
        return
    html = Path(app.outdir)
    shutil.copyfile(WORKER, html / WORKER.name)
    (html / "offline.json").write_text(json.dumps({"files": list_files(html)}), encoding="utf-8")


def list_files(html: Path) -> list[dict[str, Any]]:
    """Return name and size of each file that a reader needs offline."""
    paths = [path.relative_to(html) for path in sorted(html.rglob("*")) if path.is_file()]
    return [
        {"file": path.as_posix(), "size": (html / path).stat().st_size}
        for path in paths
        if not any(path.match(pattern) or path.parts[0] == pattern.removesuffix("/*") for pattern in LEFT_OUT)
    ]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive; write the files after everything else."""
    app.setup_extension("browser_files")
    app.add_node(offline, html=(visit_offline, close_tag("div")), latex=(pass_node, pass_node))
    app.add_directive("offline", OfflineDirective)
    app.connect("html-page-context", add_script)
    app.connect("build-finished", write_offline_files, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
