"""The formal statements of the book's theorems, from proofs/checked.json: what Coq checked, and from which axioms.

They are folded under their block: a sentence for each, the statement in Coq, a sentence for each hypothesis, and the
axioms behind the proofs. `make proofs` writes the file; if it is older than the proofs, that is a warning.
"""

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

from number_words import in_words
from registry import Entries

log = logging.getLogger(__name__)



@cache
def _load(path: Path, _changed: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


class Proofs:
    """The folder proofs/ of a book, which may be missing."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "proofs"
        self.path = self.folder / "checked.json"

    @property
    def record(self) -> dict[str, Any]:
        """Return what `make proofs` recorded."""
        empty: dict[str, Any] = {"sources": {}, "statements": {}, "words": {}, "sanity": {}, "axioms": {}, "coq": ""}
        return _load(self.path, self.path.stat().st_mtime_ns) if self.path.exists() else empty

    @property
    def axioms(self) -> Entries:
        """Return the axioms that proofs may use, with what they say in plain words."""
        path = self.folder / "axioms.toml"
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def about(self, label: str) -> dict[str, dict[str, Any]]:
        """Return the statements about a label: first the one named after it, then the others in order."""
        named = label.replace("-", "_")
        found = [item for item in self.record["statements"].items() if item[1]["label"] == label]
        return dict(sorted(found, key=lambda item: item[0].partition(".")[2] != named))

    def falsified(self) -> int:
        """Return how many statements were made false on purpose."""
        path = self.folder / "falsified.toml"
        return len(tomllib.loads(path.read_text(encoding="utf-8"))["falsified"]) if path.exists() else 0

    def stale(self) -> list[str]:
        """Return the files of proofs/ that have changed since they were checked."""
        now = {path.stem: hashlib.sha256(path.read_bytes()).hexdigest() for path in self.folder.glob("*.v")}
        old = self.record["sources"]
        return [f"{name}.v" for name in sorted({*now, *old}) if now.get(name) != old.get(name)]


def proofs(env: BuildEnvironment) -> Proofs:
    """Return the proofs, and make the current page depend on their record."""
    found = Proofs(Path(env.srcdir))
    env.note_dependency(str(found.path))
    return found


def how_checked(found: Proofs, label: str, entry: dict[str, Any]) -> str:
    """Return how a passage was checked: by machine, numerically, or not at all."""
    if found.about(label):
        return "machine-checked in part" if entry.get("informal") else "machine-checked"
    return "checked numerically" if entry.get("test") else ""


def proof_part(found: Proofs, label: str, entry: dict[str, Any]) -> str:
    """Return the same for a line or a table; nothing for a definition or algorithm without formal statements."""
    return how_checked(found, label, entry) if label.startswith("thm-") or found.about(label) else ""


def statements_of(env: BuildEnvironment, label: str) -> list[nodes.Node]:
    """Return the formal statements of a label, and the axioms behind their proofs; nothing if it has none."""
    found = proofs(env)
    shown = [node for name, entry in found.about(label).items() for node in statement_nodes(name, entry, env)]
    return [*shown, axioms_paragraph(found, found.record["axioms"].get(label, []), env)] if shown else []


def statement_nodes(name: str, entry: dict[str, Any], env: BuildEnvironment) -> list[nodes.Node]:
    """Return a statement: a sentence, the Coq code, its hypotheses in words, and links to its definitions."""
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


def axioms_in_words(found: Proofs, axioms: list[str]) -> str:
    """Return what the proofs rest on, in a sentence."""
    titles = [found.axioms[axiom]["title"] for axiom in axioms]
    number = f"{in_words(len(titles))} axiom{'s' * (len(titles) != 1)} beyond Coq's own logic"
    told = [f"Checked by Coq {found.record['coq']}, from {number}", "; ".join(titles)]
    return f"{': '.join(told[: 1 + bool(titles)])}."


def axioms_paragraph(found: Proofs, axioms: list[str], env: BuildEnvironment) -> nodes.paragraph:
    """Return the axioms in words, with a link to the page that explains them."""
    told = nodes.paragraph("", f"{axioms_in_words(found, axioms)} ", classes=["formal-place"])
    told += [label_link("How to read this", "formal-proofs", env), nodes.Text(".")]
    return told


def coq_block(lines: list[str]) -> nodes.literal_block:
    """Return a block of Coq code."""
    code = "\n".join(lines)
    return nodes.literal_block(code, code, language="coq")


def comment_paragraph(text: str, *before: nodes.Node) -> nodes.paragraph:
    """Return a sentence of a Coq comment, in which [square brackets] hold code."""
    words = [
        nodes.literal(part, part) if place % 2 else nodes.Text(part)
        for place, part in enumerate(re.split(r"\[([^\]]+)\]", text))
        if part
    ]
    return nodes.paragraph("", "", *before, *words)


def label_link(text: str, target: str, env: BuildEnvironment, *, code: bool = False) -> addnodes.pending_xref:
    """Return a link to a label."""
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
    """Log what the book shows; warn of files that have changed since they were checked."""
    found = Proofs(Path(app.srcdir))
    if not found.path.exists():
        return
    for name in found.stale():
        log.warning("proofs/%s is not what was checked: run `make proofs`", name, location=str(found.path))
    count, coq = len(found.record["statements"]), found.record["coq"]
    log.info("formal statements: %d, as Coq %s checked them (`make proofs` does it again)", count, coq)


def setup(app: Sphinx) -> dict[str, bool]:
    """Say at the beginning whether the record is fresh."""
    app.connect("builder-inited", report_freshness)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
