"""The tables of the page on formal proofs: how theorems are checked, what has no formal proof, axioms, definitions."""

from itertools import groupby

from docutils import nodes
from sphinx.application import Sphinx

from formal_statements import Proofs, comment_paragraph, coq_block, how_checked, proofs, statement_nodes
from markdown_directive import MarkdownDirective, markdown_table
from registry import Entries, registry
from registry_tables import RegistryTable

KINDS = {"thm-": "Theorems", "def-": "Definitions", "alg-": "Algorithms"}
HOW = {
    "machine-checked": "Machine-checked",
    "machine-checked in part": "Machine-checked in part",
    "checked numerically": "Checked numerically only",
    "": "Neither",
}


class FormalFigures(RegistryTable):
    """How many passages of each kind there are, and how they were checked."""

    classes = ("registry-table", "narrow")

    def text(self) -> str:
        """Return the table and the sentence under it."""
        found, entries = proofs(self.env), registry(self.env, "theorems").theorems
        rows = [["In the book", *(str(len(of_kind(entries, kind))) for kind in KINDS)]]
        for how, shown in HOW.items():
            rows.append([shown, *(str(number_checked(found, of_kind(entries, kind), how)) for kind in KINDS)])
        record = found.record
        return markdown_table(["How", *KINDS.values()], rows) + (
            f"\n\nThese are {len(record['statements'])} formal statements, those about exercises and sections included."
            f" {len(record['sanity'])} examples show that hypotheses can be met and bounds reached, and"
            f" {found.falsified()} statements were made false on purpose, to see Coq refuse each of them."
        )


def of_kind(entries: Entries, kind: str) -> Entries:
    """Return the entries of one kind."""
    return {label: entry for label, entry in entries.items() if label.startswith(kind)}


def number_checked(found: Proofs, entries: Entries, how: str) -> int:
    """Return how many were checked in this way."""
    return sum(how_checked(found, label, entry) == how for label, entry in entries.items())


class FormalMissing(RegistryTable):
    """The passages without a complete formal proof, and why."""

    classes = ("registry-table", "narrow")

    def text(self) -> str:
        """Return one row per passage."""
        entries = registry(self.env, "theorems").theorems
        rows = [[f"{{place}}`{label}`", entry["informal"]] for label, entry in entries.items() if "informal" in entry]
        return markdown_table(["Passage", "Why"], rows)


class FormalAxioms(MarkdownDirective):
    """The axioms in plain words."""

    def run(self) -> list[nodes.Node]:
        """Return a list: title, what it says, name in Coq, and how many passages use it."""
        found = proofs(self.env)
        uses = [axiom for label, used in found.record["axioms"].items() if "-" in label for axiom in used]
        lines = [
            f"1. **{entry['title'].capitalize()}.** {entry['says']} In Coq it is `{name.partition('.')[2]}`."
            f" Passages of the book that rest on it: {uses.count(name)}."
            for name, entry in found.axioms.items()
        ]
        return list(self.parse("\n".join(lines), nodes.container()).children)


class FormalWords(MarkdownDirective):
    """The definitions used by the formal statements."""

    def run(self) -> list[nodes.Node]:
        """Return the definitions by file, each under its sentence."""
        shown: list[nodes.Node] = []
        words = proofs(self.env).record["words"]
        for file, names in groupby(words, lambda name: name.partition(".")[0]):
            shown.append(nodes.rubric(file, "", nodes.literal(file, f"proofs/{file}.v")))
            for context, group in groupby(names, lambda name: words[name]["context"]):
                shown += [coq_block(context)] if context else []
                shown += [self._definition(name, words[name]["sentence"], words[name]["text"]) for name in group]
        return shown

    def _definition(self, name: str, sentence: str, text: str) -> nodes.Node:
        shown = [comment_paragraph(sentence)] if sentence else []
        block = nodes.container("", *shown, coq_block([text]), classes=["formal-word"])
        target = nodes.fully_normalize_name(f"word-{name}")
        block["names"].append(target)
        self.state.document.note_explicit_target(block)
        return block


class FormalStatement(MarkdownDirective):
    """One statement, as under its theorem, or one definition: {formal} Perceptron.thm_novikoff."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return it, or warn if there is none."""
        name, record = self.arguments[0], proofs(self.env).record
        if name in record["statements"]:
            shown = statement_nodes(name, record["statements"][name], self.env)
        elif name in record["words"]:
            shown = [coq_block([record["words"][name]["text"]])]
        else:
            self.warn(f"proofs/checked.json has no {name}")
            return []
        return [nodes.container("", *shown, classes=["formal-statement"])]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives."""
    for needed in ("registry", "formal_statements", "registry_tables"):
        app.setup_extension(needed)
    app.add_directive("formal", FormalStatement)
    app.add_directive("formal-figures", FormalFigures)
    app.add_directive("formal-missing", FormalMissing)
    app.add_directive("formal-axioms", FormalAxioms)
    app.add_directive("formal-words", FormalWords)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
