"""What a reader's browser remembers of the pages: quizzes, and exercises that are checked in the page.

Each is known by a key, a hash of its page and its words: one that was rewritten is another one. quizzes.json lists the
keys of each chapter by their kind. The scripts of a kind are loaded on the pages that have it.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from markdown_directive import MarkdownDirective
from registry import registry
from tools.files import write_atomically

KEY = 12  # hex digits
LOADS = "loads"  # the attribute of a node that names the scripts and styles its page loads


def remember(directive: MarkdownDirective, kind: str) -> dict[str, str]:
    """Return the page of a block and the key that a browser knows it by, and note the key under its kind."""
    page = directive.env.docname.rpartition("/")[2]
    words = "\n".join([page, *directive.arguments, *directive.content])
    key = hashlib.sha256(words.encode()).hexdigest()[:KEY]
    noted = directive.env.metadata[directive.env.docname].setdefault("remembered", {})
    noted.setdefault(kind, []).append(key)
    return {"page": page, "key": key}


def data(node: nodes.Element) -> dict[str, str]:
    """Return the attributes in which the scripts of a page find both."""
    return {"data-key": node["key"], "data-page": node["page"]}


def load_scripts(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: nodes.document | None) -> None:
    """Load scripts and styles where there is something for them to do."""
    if app.builder.name != "html" or tree is None:
        return
    files = [file for node in tree.findall(nodes.Element) for file in node.get(LOADS, ())]
    for file in dict.fromkeys(files):
        if file.endswith(".css"):
            app.add_css_file(file)
        else:
            app.add_js_file(file, type="module")


def write_keys(app: Sphinx, error: Exception | None) -> None:
    """Write quizzes.json: the keys of each chapter by their kind, in their order."""
    if error is not None or app.builder.name != "html":
        return
    facts = registry(app.env)
    found: dict[str, dict[str, list[str]]] = {name: {} for name in facts.chapters}
    for name, kinds in found.items():
        for page in facts.pages(name):
            for kind, keys in app.env.metadata.get(f"book/{page}", {}).get("remembered", {}).items():
                kinds.setdefault(kind, []).extend(keys)
    write_atomically(Path(app.outdir) / "quizzes.json", json.dumps(found).encode())


def setup(app: Sphinx) -> dict[str, bool]:
    """Load scripts when a page is written, and write the keys at the end."""
    app.setup_extension("registry")
    app.connect("html-page-context", load_scripts)
    app.connect("build-finished", write_keys)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
