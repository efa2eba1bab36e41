"""What the start page says of the course, each fact taken from the file that has it.

    :::{part} Separating          a card: the part's chapters and hours, from book/chapters.toml, under a sentence
    {fact}`theorems`              a number in words or digits; FACTS lists them
    ```{citation}                 how to cite the course, from CITATION.cff
    ```

Its style is book/_static/start.css, which no other page loads, and book/_templates/start-line.html is its first line.
"""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxRole

from chapter_boxes import chapter_link
from course_map import chapters_by_part
from formal_statements import how_checked, proofs
from markdown_directive import MarkdownDirective
from number_words import in_words
from registry import Registry, registry
from street import penguin_report, penguin_slab

CITATION = "CITATION.cff"


def checked_theorems(env: BuildEnvironment) -> str:
    """Return how many theorems Coq has checked in full."""
    found, entries = proofs(env), registry(env, "theorems").theorems
    theorems = {label: entry for label, entry in entries.items() if label.startswith("thm-")}
    checked = sum(how_checked(found, label, entry) == "machine-checked" for label, entry in theorems.items())
    return f"all {checked} theorems" if checked == len(theorems) else f"{checked} of the {len(theorems)} theorems"


def problem_sets(env: BuildEnvironment) -> str:
    """Return how many problem sets the chapters name."""
    return in_words(len({entry["practise"] for entry in registry(env, "chapters").chapters.values()}))


def all_hours(env: BuildEnvironment) -> str:
    """Return the hours of all chapters."""
    found = registry(env, "chapters")
    return str(math.ceil(found.hours(*found.chapters)))


FACTS: dict[str, Callable[[BuildEnvironment], str]] = {
    "chapters": lambda env: in_words(len(registry(env, "chapters").chapters)),
    "hours": all_hours,
    "problem-sets": problem_sets,
    "theorems": checked_theorems,
    "penguins": lambda env: str(len(penguin_report()[0])),
    "holding": lambda env: in_words(penguin_report()[2]),
    "slab": lambda env: f"{penguin_slab():.2f}",
    "margin": lambda env: f"{math.ceil(penguin_slab() / 2 * 1000) / 1000:.3f}",  # rounded up, as it is a bound
}


class FactRole(SphinxRole):
    """A fact, by its name. With a capital, as in {fact}`Chapters`, it begins with one."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the text, or an error that lists the facts."""
        name = self.text.lower()
        if name not in FACTS:
            said = f"no fact {self.text!r}: there are {', '.join(FACTS)}"
            return [], [self.inliner.reporter.error(said, line=self.lineno)]
        said = FACTS[name](self.env)
        return [nodes.Text(said if self.text == name else said[0].upper() + said[1:])], []


class PartDirective(MarkdownDirective):
    """A part's card: its number and hours, its name, a sentence, its chapters."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the card; warn if the book has no such part."""
        found, name = registry(self.env, "chapters"), self.arguments[0]
        parts = chapters_by_part(found.chapters)
        if name not in parts:
            self.warn(f"there is no part {name!r} in book/chapters.toml, only {', '.join(parts)}")
            return []
        number, hours = [*parts].index(name) + 1, math.ceil(found.hours(*parts[name]))
        card = nodes.container(classes=["part-card"])
        self.parse(f"{{.part-line}}\nPart {number} · about {hours} hours\n\n**{name}**\n", card)
        self.state.nested_parse(self.content, self.content_offset, card)
        return [self.parse(self._chapters(found, parts[name]), card)]

    def _chapters(self, found: Registry, names: list[str]) -> str:
        """Return the list of a part's chapters, each with its number in the book."""
        numbers = {name: number for number, name in enumerate(found.chapters, 1)}
        return "\n".join(f"{numbers[name]}. {chapter_link(self.env, found, name)}" for name in names)


class CitationDirective(MarkdownDirective):
    """How to cite the course."""

    def run(self) -> list[nodes.Node]:
        """Return a sentence with authors, year, title and version."""
        path = Path(self.env.srcdir) / CITATION
        self.env.note_dependency(str(path))
        said = yaml.safe_load(path.read_text(encoding="utf-8"))
        authors = ", ".join(author["name"] for author in said["authors"])
        text = f"{authors} ({self.config.copyright}). *{said['title']}*. Version {said['version']}."
        return list(self.parse(text, nodes.container()).children)


def add_style(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Load the style on the start page only."""
    if page == app.config.root_doc:
        app.add_css_file("start.css")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives, the role and the style."""
    for needed in ("registry", "formal_statements", "course_map", "street"):
        app.setup_extension(needed)
    app.add_role("fact", FactRole())
    app.add_directive("part", PartDirective)
    app.add_directive("citation", CitationDirective)
    app.connect("html-page-context", add_style)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
