"""The line at the foot of each page: when it was last changed, its notebook, and where to report an error in it.

The template is book/_templates/page-line.html.
"""

import subprocess
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from docutils import nodes
from sphinx.application import Sphinx

REPORT = "book/report"


@cache
def last_change(path: Path) -> date:
    """Return the day of the last commit that changed a file, or of the file itself without such a commit."""
    command = ["git", "log", "-1", "--format=%cs", "--", path.name]
    try:
        said = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, timeout=60).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        said = ""
    return date.fromisoformat(said) if said else date.fromtimestamp(path.stat().st_mtime)


def repository_links(public_url: str, docname: str, *, has_code: bool) -> dict[str, str]:
    """Return links to the page's source and notebook in the public repository, by name."""
    if not public_url:
        return {}
    links = {"Source": f"{public_url}/blob/HEAD/{docname}.md", "Edit": f"{public_url}/edit/HEAD/{docname}.md"}
    return links | (notebook_hosts(public_url, f"{docname}.ipynb") if has_code else {})


def notebook_hosts(public_url: str, path: str) -> dict[str, str]:
    """Return links that open a notebook of the branch `notebooks` on a host that runs it, by host."""
    if not public_url.startswith("https://github.com/"):
        return {}
    repository, notebook = public_url.removeprefix("https://github.com/"), quote(path)
    return {
        "Colab": f"https://colab.research.google.com/github/{repository}/blob/notebooks/{notebook}",
        "Binder": f"https://mybinder.org/v2/gh/{repository}/notebooks?urlpath=lab/tree/{notebook}",
    }


def add_footer(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document) -> None:
    """Pass the line's contents to the template."""
    if doctree is None:
        return
    if pagename == REPORT:
        app.add_js_file("report.js")
        return
    has_code = pagename in app.env.metadata and "kernelspec" in app.env.metadata[pagename]
    context["page_line"] = {
        "changed": last_change(Path(app.env.doc2path(pagename))),
        "notebook": f"notebooks/{pagename}.ipynb" if has_code else "",
        "report": REPORT,
        "elsewhere": repository_links(app.config.public_url, pagename, has_code=has_code),
    }


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect it to the writing of each page."""
    app.connect("html-page-context", add_footer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
