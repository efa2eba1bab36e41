"""Tables made from the registry: all theorems, the coverage of the sources, the notation."""

from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from chapter_boxes import practice_link
from formal_statements import proof_part, proofs
from markdown_directive import MarkdownDirective, markdown_table
from registry import THEOREM_LIKE, Entries, registry
from theorem_rows import names_part, source_part, test_link


class RegistryTable(MarkdownDirective):
    """A table in Markdown."""

    classes: tuple[str, ...] = ("registry-table",)

    def run(self) -> list[nodes.Node]:
        """Parse the Markdown."""
        found = nodes.container(classes=list(self.classes))
        return [self.parse(self.text(), found)]

    def text(self) -> str:
        """Return the table in Markdown."""
        raise NotImplementedError


class TheoremTable(RegistryTable):
    """All definitions, theorems and algorithms."""

    def text(self) -> str:
        """Return one row per entry, in the registry's order."""
        entries = registry(self.env, "theorems").theorems
        rows = [self._row(label, entry) for label, entry in entries.items() if label.startswith(THEOREM_LIKE)]
        return markdown_table(["Statement", "From", "Code", "Test", "Proof"], rows)

    def _row(self, label: str, entry: dict[str, Any]) -> list[str]:
        source = source_part(entry, head="") or "ours"
        test, proof = test_claim(entry["test"], self.config.public_url), proof_part(proofs(self.env), label, entry)
        return [f"{{place}}`{label}`", source, names_part(entry, ""), test, proof]


class NotationTable(RegistryTable):
    """All symbols that have a macro."""

    def text(self) -> str:
        """Return one row per symbol."""
        symbols = registry(self.env, "notation").entries("notation").values()
        rows = [[f"${symbol['example']}$", symbol["meaning"], f"{{place}}`{symbol['label']}`"] for symbol in symbols]
        return markdown_table(["Symbol", "Stands for", "Introduced in"], rows)


class CoverageTable(RegistryTable):
    """What the sources teach, and where the course covers it."""

    def text(self) -> str:
        """Return the table of items, and below it the table of learning outcomes."""
        found = registry(self.env, "theorems", "items")
        items = found.entries("items")
        rows = []
        for key, item in items.items():
            cells = labels_covering(key, item, found.theorems)
            names = sorted({name for label in cells for name in found.theorems[label]["names"]})
            tests = sorted({found.theorems[label]["test"] for label in cells})
            rows.append(
                [
                    f"{key} {item['title']}",
                    ", ".join(f"{{place}}`{label}`" for label in cells),
                    names_part({"names": names}, ""),
                    practice_link(self.env, item["problem_set"]),
                    "; ".join(test_claim(test, self.config.public_url) for test in tests),
                ]
            )
        outcomes = [
            [outcome["text"], f"{{place}}`{outcome['section']}`", f"{{place}}`{outcome['exercise']}`"]
            for outcome in outcomes_of(items)
        ]
        first = markdown_table(["Item", "Where", "Public names", "Practised in", "Tests"], rows)
        return first + "\n\n" + markdown_table(["Outcome", "Where", "Exercise"], outcomes)


def labels_covering(key: str, item: dict[str, Any], theorems: Entries) -> list[str]:
    """Return the labels of the passages that cover an item."""
    sections = {outcome["section"] for outcome in item.get("outcomes", [])}
    return [label for label, entry in theorems.items() if key in entry["items"] or label in sections]


def outcomes_of(items: Entries) -> Iterator[dict[str, str]]:
    """Yield all learning outcomes of the items."""
    for item in items.values():
        yield from item.get("outcomes", [])


def test_claim(test: str, public_url: str) -> str:
    """Return a test's file and the claim in its name."""
    file, _, name = test.partition("::")
    return test_link(f"`{file}`", test, public_url) + ": " + name.removeprefix("test_").replace("_", " ")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the tables."""
    for needed in ("registry", "cross_references", "theorem_rows", "chapter_boxes"):
        app.setup_extension(needed)
    app.add_directive("theorem-table", TheoremTable)
    app.add_directive("coverage-table", CoverageTable)
    app.add_directive("notation-table", NotationTable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
