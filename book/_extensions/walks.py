"""Walks through the machine's proofs: a fold under each theorem with formal statements, which a script fills.

The page holds a label alone. A script (book/_static/walks) loads walks/LABEL.json, and the bundles of lemmas, when a
reader asks for them. The EPUB shows what is known and to be shown after each named step instead; print shows nothing.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from folds import make_fold
from formal_statements import Proofs, axioms_in_words, proofs
from node_visitors import skip_node
from page_text import without_dollars
from registry import Registry
from tools import walks
from tools.files import fingerprint, write_atomically
from tools.proofs import PROOFS
from tools.walks import book_steps, on_paper
from tools.walks.bundles import Theorem, bundles
from tools.walks.signs import in_signs
from tools.walks.walk import proof_files

FOLDER = "walks"
MADE_BY = Path(walks.__file__).parent
steps_of_book = cache(book_steps.read_steps)  # pages don't change while a book is built


class walk(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """Where the walks of a label are shown."""


def walk_fold(env: BuildEnvironment, label: str) -> list[nodes.Node]:
    """Return the fold with the walks through the proofs of a label's statements, if it has any."""
    walked = titles(proofs(env), label)
    return [make_fold("walk through", walk(label=label), classes=("walk-fold",))] if walked else []


def visit_walk(self: Any, node: walk) -> None:
    """Write the place of the walks, or in the EPUB all that it shows of them."""
    if self.builder.name == "epub":
        theorem = theorem_of(Path(self.builder.srcdir), node["label"])
        self.body.append("".join(on_paper.drawn(theorem.bundle())))
    elif self.builder.name == "html":
        without = "<noscript>This needs JavaScript, which your browser doesn't run.</noscript>"
        self.body.append(f'<div class="walk" data-walk="{node["label"]}">{without}</div>\n')
    raise nodes.SkipNode


def load_scripts(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: nodes.document | None) -> None:
    """Load script and style on pages with walks."""
    if app.builder.name == "html" and tree is not None and next(iter(tree.findall(walk)), None) is not None:
        app.add_js_file("walks/walks.js", type="module")
        app.add_css_file("walks/walks.css")


def titles(known: Proofs, label: str) -> dict[str, str]:
    """Return the sentences about the recorded statements of a label, by their names."""
    found = {name.partition(".")[2]: in_signs(entry["sentence"]) for name, entry in known.about(label).items()}
    return {name: sentence for name, sentence in found.items() if name in proof_files()}


def theorem_of(root: Path, label: str) -> Theorem:
    """Return what the book says of a theorem."""
    known, registry = Proofs(root), Registry(root)
    steps = {step: without_dollars(step, registry) for step in steps_of_book(root / "book").get(label, [])}
    elsewhere = registry.theorems.get(label, {}).get("steps_elsewhere", {})
    axioms = axioms_in_words(known, known.record["axioms"].get(label, []))
    return Theorem(label, titles(known, label), steps, elsewhere, axioms)


def theorems(root: Path) -> Iterator[Theorem]:
    """Yield all theorems with recorded statements."""
    known = Proofs(root)
    for label in dict.fromkeys(entry["label"] for entry in known.record["statements"].values()):
        if titles(known, label):
            yield theorem_of(root, label)


def write_walks(app: Sphinx, error: Exception | None) -> None:
    """Write all bundles, if something that they are made of changed."""
    if error is not None or app.builder.name != "html":
        return
    folder, root = Path(app.outdir) / FOLDER, Path(app.srcdir)
    found = list(theorems(root))
    mark = fingerprint(PROOFS.parent, [*PROOFS.rglob("*.json"), *PROOFS.glob("*.toml"), *MADE_BY.glob("*.py")], found)
    stamp = folder / ".made-from"
    if not found or (stamp.is_file() and stamp.read_text() == mark):
        return
    folder.mkdir(exist_ok=True)
    made = {f"{name}.json": bundle for name, bundle in bundles(found).items()}
    for name, bundle in made.items():
        text = json.dumps(bundle, ensure_ascii=False, separators=(",", ":"))
        write_atomically(folder / name, text.encode(), wait=False)
    for old in folder.glob("*.json"):
        if old.name not in made:
            old.unlink()
    write_atomically(stamp, mark.encode())


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the node, and write the walks at the end."""
    for needed in ("folds", "formal_statements"):
        app.setup_extension(needed)
    app.add_node(walk, html=(visit_walk, None), latex=(skip_node, None), text=(skip_node, None))
    app.connect("html-page-context", load_scripts)
    app.connect("build-finished", write_walks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
