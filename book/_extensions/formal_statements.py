"""The formal statements of the book's theorems, from proofs/checked.json: what Coq checked, and what it rests on.

Under each block that has formal statements they fold out: the sentence that each one says, the statement as Coq reads
it, a sentence for each hypothesis, and the axioms behind the proofs. `make proofs` writes the file; a book made from
a file that is older than the proofs is a warning.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from registry import Entries

log = logging.getLogger(__name__)

NUMBERS = ("no", "one", "two", "three", "four")


class formal(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The statements of one label, folded away."""


class formal_summary(nodes.TextElement):  # noqa: N801
    """What is shown of them before that."""


@cache
def _load(path: Path, _changed: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


class Proofs:
    """The folder proofs/ of one book; a book without one has no formal statements."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "proofs"
        self.path = self.folder / "checked.json"

    @property
    def record(self) -> dict[str, Any]:
        """What `make proofs` wrote."""
        empty: dict[str, Any] = {"sources": {}, "statements": {}, "words": {}, "sanity": {}, "axioms": {}, "coq": ""}
        return _load(self.path, self.path.stat().st_mtime_ns) if self.path.exists() else empty

    @property
    def axioms(self) -> Entries:
        """The axioms that proofs may rest on, and what they say in plain words."""
        path = self.folder / "axioms.toml"
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def about(self, label: str) -> dict[str, dict[str, Any]]:
        """The statements about a label: first the one that has its name, then the others in their order."""
        named = label.replace("-", "_")
        found = [item for item in self.record["statements"].items() if item[1]["label"] == label]
        return dict(sorted(found, key=lambda item: item[0].partition(".")[2] != named))

    def falsified(self) -> int:
        """How many statements were made false on purpose."""
        path = self.folder / "falsified.toml"
        return len(tomllib.loads(path.read_text(encoding="utf-8"))["falsified"]) if path.exists() else 0

    def stale(self) -> list[str]:
        """The files of proofs/ that are not those that were checked."""
        now = {path.stem: hashlib.sha256(path.read_bytes()).hexdigest() for path in self.folder.glob("*.v")}
        old = self.record["sources"]
        return [f"{name}.v" for name in sorted({*now, *old}) if now.get(name) != old.get(name)]


def proofs(env: BuildEnvironment) -> Proofs:
    """Return the proofs; the page that is being read depends on what is recorded of them."""
    found = Proofs(Path(env.srcdir))
    env.note_dependency(str(found.path))
    return found


def how_checked(found: Proofs, label: str, entry: dict[str, Any]) -> str:
    """How a passage was checked: by a machine from axioms, by a test on numbers, or not at all."""
    if found.about(label):
        return "machine-checked in part" if entry.get("informal") else "machine-checked"
    return "checked numerically" if entry.get("test") else ""


def proof_part(found: Proofs, label: str, entry: dict[str, Any]) -> str:
    """The same for a line or a table; nothing for a definition or an algorithm of which nothing is proved."""
    return how_checked(found, label, entry) if label.startswith("thm-") or found.about(label) else ""


def folded_statements(env: BuildEnvironment, label: str) -> list[nodes.Node]:
    """Return what folds out under the block of a label; nothing where it has no formal statement."""
    found = proofs(env)
    about = found.about(label)
    if not about:
        return []
    title = "The formal statement" if len(about) == 1 else f"The {len(about)} formal statements"
    fold = formal("", formal_summary("", title))
    for name, entry in about.items():
        fold += statement_nodes(name, entry, env)
    fold += axioms_paragraph(found, found.record["axioms"].get(label, []), env)
    return [fold]


def statement_nodes(name: str, entry: dict[str, Any], env: BuildEnvironment) -> list[nodes.Node]:
    """A statement: in a sentence, as Coq reads it, its hypotheses in words, and where its words are defined."""
    shown = [comment_paragraph(entry["sentence"]), coq_block([*entry["context"], entry["statement"]])]
    if entry["hypotheses"]:
        items = [
            nodes.list_item("", comment_paragraph(text, nodes.literal(key, key), nodes.Text(": ")))
            for key, text in entry["hypotheses"].items()
        ]
        shown.append(nodes.bullet_list("", *items, bullet="-"))
    links: list[nodes.Node] = []
    for word in entry["words"]:
        links += [nodes.Text(", " if links else " · words defined "), label_link(word, f"word-{word}", env, code=True)]
    file, _, short = name.partition(".")
    where = [nodes.literal(short, short), nodes.Text(" in "), nodes.literal("", f"proofs/{file}.v")]
    shown.append(nodes.paragraph("", "", *where, *links, classes=["formal-place"]))
    return shown


def axioms_paragraph(found: Proofs, axioms: list[str], env: BuildEnvironment) -> nodes.paragraph:
    """The axioms in words, and what they lead to."""
    titles = [found.axioms[axiom]["title"] for axiom in axioms]
    number = f"{NUMBERS[len(titles)]} axiom{'s' * (len(titles) != 1)} beyond Coq's own logic"
    words = ": ".join([f"Checked by Coq {found.record['coq']}, from {number}", "; ".join(titles)][: 1 + bool(titles)])
    told = nodes.paragraph("", f"{words}. ", classes=["formal-place"])
    told += [label_link("How to read this", "formal-proofs", env), nodes.Text(".")]
    return told


def coq_block(lines: list[str]) -> nodes.literal_block:
    """Coq, as it is."""
    code = "\n".join(lines)
    return nodes.literal_block(code, code, language="coq")


def comment_paragraph(text: str, *before: nodes.Node) -> nodes.paragraph:
    """A sentence of a comment, in which [square brackets] hold code."""
    words = [
        nodes.literal(part, part) if place % 2 else nodes.Text(part)
        for place, part in enumerate(re.split(r"\[([^\]]+)\]", text))
        if part
    ]
    return nodes.paragraph("", "", *before, *words)


def label_link(text: str, target: str, env: BuildEnvironment, *, code: bool = False) -> addnodes.pending_xref:
    """A link to a label."""
    short = text.rpartition(".")[2] if code else text
    shown = nodes.literal(short, short) if code else nodes.inline(short, short)
    return addnodes.pending_xref(
        "",
        shown,
        refdomain="std",
        reftype="ref",
        reftarget=target.lower(),
        refexplicit=True,
        refdoc=env.docname,
        refwarn=True,
    )


def report_freshness(app: Sphinx) -> None:
    """Say what the book shows; warn where that is not what was checked."""
    found = Proofs(Path(app.srcdir))
    if not found.path.exists():
        return
    for name in found.stale():
        log.warning("proofs/%s is not what was checked: run `make proofs`", name, location=str(found.path))
    count, coq = len(found.record["statements"]), found.record["coq"]
    log.info("formal statements: %d, as Coq %s checked them (`make proofs` does it again)", count, coq)


def visit_formal(self: Any, node: formal) -> None:
    """Open the fold."""
    self.body.append(self.starttag(node, "details", CLASS="formal"))


def visit_summary(self: Any, node: formal_summary) -> None:
    """Open what is always shown."""
    self.body.append(self.starttag(node, "summary", ""))


def _close(tag: str) -> Any:
    def depart(self: Any, node: nodes.Element) -> None:
        self.body.append(f"</{tag}>\n")

    return depart


def _skip(self: Any, node: nodes.Element) -> None:
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the nodes; what is no HTML is without them."""
    app.add_node(formal, html=(visit_formal, _close("details")), latex=(_skip, None), text=(_skip, None))
    app.add_node(formal_summary, html=(visit_summary, _close("summary")), latex=(_skip, None), text=(_skip, None))
    app.connect("builder-inited", report_freshness)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
