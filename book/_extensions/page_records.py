"""What each page leaves in a file when it is written, kept between builds, for the end of the build to join.

A build writes only the pages that changed, several at a time, so that nothing else remembers the others.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from tools.files import write_atomically

Records = list[dict[str, Any]]


class PageRecords:
    """The records of one kind: `read` finds them in a page, and `join` is given those of all pages."""

    def __init__(
        self, name: str, read: Callable[[Sphinx, str, nodes.document], Records], join: Callable[[Sphinx, Records], None]
    ) -> None:
        self.name, self.read, self.join = name, read, join

    def connect(self, app: Sphinx) -> None:
        """Collect them in builds of HTML."""
        app.connect("env-get-outdated", self._find_unread)
        app.connect("html-page-context", self._keep, priority=400)
        app.connect("build-finished", self._join_all)

    def _file(self, app: Sphinx, page: str) -> Path:
        return Path(app.doctreedir) / self.name / f"{page}.json"

    def _find_unread(
        self, app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
    ) -> list[str]:
        """Return the pages that have left no file, which then are written again."""
        return [page for page in env.found_docs if not self._file(app, page).exists()]

    def _keep(
        self, app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
    ) -> None:
        if app.builder.name != "html" or doctree is None:
            return
        path = self._file(app, page)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(self.read(app, page, doctree), ensure_ascii=False).encode(), wait=False)

    def _join_all(self, app: Sphinx, error: Exception | None) -> None:
        if error is None and app.builder.name == "html":
            pages = sorted(app.env.found_docs)
            self.join(app, [one for page in pages for one in json.loads(self._file(app, page).read_bytes())])
