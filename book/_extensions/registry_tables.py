"""Tables made from the registry: all theorems, the coverage of the sources, the notation."""

from collections.abc import Iterator, Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from chapter_boxes import practice_link
from folds import make_fold
from formal_statements import proof_part, proofs
from formulas import NAME
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


class EntryList(MarkdownDirective):
    """A list of entries: what each is called, what it says in short, and a fold with its code and its test."""

    folded = "source, code and test"

    def entry(self, classes: list[str], name: str, short: Sequence[nodes.Node], folded: list[str]) -> nodes.container:
        """Return an entry; name and folded are Markdown."""
        head = self.parse(name, nodes.container(classes=["entry-name"]))
        items = "\n".join(f"- {part}" for part in folded if part)
        fold = make_fold(self.folded, *self.parse(items, nodes.container()).children)
        return nodes.container("", head, *short, fold, classes=["entry", *classes])


class TheoremTable(EntryList):
    """All definitions, theorems and algorithms, in the order of the book."""

    def run(self) -> list[nodes.Node]:
        """Return the entries, each with its label; `order_theorems` puts them in order when all numbers are known."""
        entries = registry(self.env, "theorems").theorems
        shown = theorem_list()
        shown += [self.theorem(label, entry) for label, entry in entries.items() if label.startswith(THEOREM_LIKE)]
        return [shown]

    def theorem(self, label: str, entry: dict[str, Any]) -> nodes.container:
        """Return one entry."""
        short = nodes.paragraph(classes=["entry-short"])
        short += [nodes.math(tex, tex) for tex in short_statement(entry)]
        folded = [
            f"From: {source_part(entry, head='') or 'this book'}",
            f"What's different here: {entry['ours']}" if entry.get("ours") else "",
            f"Code: {names_part(entry)}",
            f"Test: {test_claim(entry['test'], self.config.public_url)}",
            f"Proof: {proof_part(proofs(self.env), label, entry)}" if label.startswith("thm-") else "",
        ]
        shown = self.entry(["theorem-entry"], f"{{place}}`{label}`", [short], folded)
        shown["label"] = label
        return shown


def short_statement(entry: dict[str, Any]) -> list[str]:
    """Return the formulas that say a statement in short."""
    tex = NAME.sub(lambda name: entry["formulas"][name[1]]["tex"], entry.get("short", ""))
    return [part.strip() for part in tex.split(r"\quad") if part]


class theorem_list(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The entries of the table of theorems."""


def order_theorems(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Replace the list by a section for each chapter, with its entries as they come in its pages."""
    for shown in list(doctree.findall(theorem_list)):
        facts = registry(app.env)
        entries = {entry["label"]: entry for entry in shown.children}
        sections = []
        for number, (chapter, about) in enumerate(facts.chapters.items(), 1):
            places = [label for page in facts.pages(chapter) for label in labels_on(app.env, f"book/{page}")]
            title = f"{number}. {about['title']}"
            found = [entries.pop(label) for label in places if label in entries]
            section = nodes.section("", nodes.title(title, title), *found, ids=[f"theorems-{chapter}"])
            sections += [section] if found else []
        shown.replace_self([*sections, *entries.values()])


def labels_on(env: BuildEnvironment, page: str) -> list[str]:
    """Return the labels of a page that stand in the index, in their order."""
    return [target for _, _, target, _, _ in env.domaindata["index"]["entries"].get(page, [])]


class NotationTable(RegistryTable):
    """All symbols that have a macro."""

    def text(self) -> str:
        """Return one row per symbol."""
        symbols = registry(self.env, "notation").entries("notation").values()
        rows = [[f"${symbol['example']}$", symbol["meaning"], f"{{place}}`{symbol['label']}`"] for symbol in symbols]
        return markdown_table(["Symbol", "Stands for", "Introduced in"], rows)


class CoverageTable(EntryList):
    """What the sources teach, and where the course covers it."""

    folded = "code and tests"

    def run(self) -> list[nodes.Node]:
        """Return an entry for each item, and below them the table of learning outcomes."""
        found = registry(self.env, "theorems", "items")
        items = found.entries("items")
        outcomes = [
            [outcome["text"], f"{{place}}`{outcome['section']}`", f"{{place}}`{outcome['exercise']}`"]
            for outcome in outcomes_of(items)
        ]
        table = nodes.container(classes=["registry-table", "narrow"])
        return [
            *(self.item(key, item, found.theorems) for key, item in items.items()),
            self.parse(markdown_table(["Outcome", "Where", "Exercise"], outcomes), table),
        ]

    def item(self, key: str, item: dict[str, Any], theorems: Entries) -> nodes.container:
        """Return the entry of an item."""
        labels = labels_covering(key, item, theorems)
        names = sorted({name for label in labels for name in theorems[label]["names"]})
        tests = sorted({theorems[label]["test"] for label in labels})
        places = ", ".join(f"{{place}}`{label}`" for label in labels)
        where = self.parse(
            f"{places}. Practiced in {practice_link(self.env, item['problem_set'])}.",
            nodes.container(classes=["entry-short"]),
        )
        folded = [
            f"Code: {names_part({'names': names})}",
            *(f"Test: {test_claim(test, self.config.public_url)}" for test in tests),
        ]
        return self.entry(["coverage-entry"], f"**{key}** {item['title']}", [where], folded)


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
    for needed in ("registry", "cross_references", "theorem_rows", "chapter_boxes", "book_index"):
        app.setup_extension(needed)
    app.connect("doctree-resolved", order_theorems, priority=400)  # before links are completed in what is shown
    app.add_directive("theorem-table", TheoremTable)
    app.add_directive("coverage-table", CoverageTable)
    app.add_directive("notation-table", NotationTable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
