"""What a teacher plans with, from book/teaching.toml.

    {syllabus} eight-weeks    its weeks as a table, its hours, and what it leaves out
    {lecture} novikoff        under the heading of a lecture's plan: what students read after it
"""

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from chapter_boxes import practice_link
from markdown_directive import MarkdownDirective, markdown_table
from number_words import hours_in_words, in_words
from registry import registry
from syllabi import OTHER_MEETINGS, Syllabus, Week, hours_of_sets, make_syllabus, parts_beyond, titles_of


class TeachingDirective(MarkdownDirective):
    """A directive whose argument is an entry of a table of book/teaching.toml."""

    required_arguments = 1
    table = ""

    def run(self) -> list[nodes.Node]:
        """Return what is said of the entry; warn if there is none."""
        name, entries = self.arguments[0], registry(self.env, "teaching", "chapters").entries("teaching")
        if name not in entries.get(self.table, {}):
            self.warn(f"book/teaching.toml has no {name!r} in [{self.table}]")
            return []
        return list(self.parse(self.text(name, entries), nodes.container(classes=[self.name])).children)

    def text(self, name: str, entries: dict[str, Any]) -> str:
        """Return what is said, in Markdown."""
        raise NotImplementedError


class LectureDirective(TeachingDirective):
    """What students read after a lecture, and how long that takes."""

    table = "lectures"

    def text(self, name: str, entries: dict[str, Any]) -> str:
        """Return a line in small letters."""
        pages, hours = entries[self.table][name], registry(self.env).page_hours()
        links = " · ".join(map(page_link, pages))
        return f"[To read afterward: {links}, {hours_in_words(sum(hours[page] for page in pages))}]{{.chapter-facts}}"


class SyllabusDirective(TeachingDirective):
    """The weeks, the hours, and what is left out."""

    table = "syllabi"

    def text(self, name: str, entries: dict[str, Any]) -> str:
        """Return a table, a sentence and a list; warn of pages that are neither read nor left out."""
        plan = make_syllabus(entries, name, registry(self.env).page_hours(), hours_of_sets(self._made("manifest.json")))
        for fault in plan.faults():
            self.warn(f"book/teaching.toml, {name}: {fault}")
        rows = [self._row(plan, number, week) for number, week in enumerate(plan.weeks, 1)]
        table = markdown_table(["week", "in class", "at home"], rows)
        left_out = [f"- {' · '.join(map(page_link, group['pages']))}. {group['why']}" for group in plan.left_out]
        return "\n".join(["{.weeks}", table, "", hours_of(plan), "", "**Left out, and why**", "", *left_out])

    def _row(self, plan: Syllabus, number: int, week: Week) -> list[str]:
        met = [OTHER_MEETINGS.get(name) or f"{{ref}}`lecture-{name}`" for name in week.meetings]
        handed_in = [self._problem_set(name, plan, week) for name in week.sets]
        hours = hours_in_words(plan.reading(week) + plan.practice(week))
        work = " · ".join([*map(page_link, week.pages), *handed_in])
        return [str(number), " · ".join(met), f"{work} ({hours})"]

    def _problem_set(self, name: str, plan: Syllabus, week: Week) -> str:
        """Return a link to a problem set, and which of its parts go beyond what has been read."""
        notebook, titles = self._made(f"{name}/{name}.ipynb"), titles_of(registry(self.env).folder, plan.page_hours)
        beyond = parts_beyond(notebook, titles, plan.read_by(week)) if notebook.is_file() else []
        without = f" without part{'s' * (len(beyond) > 1)} {', '.join(beyond)}" * bool(beyond)
        return practice_link(self.env, name) + without

    def _made(self, name: str) -> Path:
        """Return the path of something in assignments/, on which the page then depends."""
        path = Path(self.env.srcdir) / "assignments" / name
        self.env.note_dependency(str(path))
        return path


def page_link(page: str) -> str:
    """Return a link to a page, with its title."""
    return f"{{doc}}`/book/{page}`"


def hours_of(plan: Syllabus) -> str:
    """Return a sentence on the hours of a syllabus."""
    weeks, reading, practice = len(plan.weeks), plan.reading(*plan.weeks), plan.practice(*plan.weeks)
    total = plan.in_class + reading + practice
    return (
        f"**{in_words(weeks).capitalize()} weeks take a student about {total:.0f} hours:** {plan.in_class:g} in class,"
        f" {reading:g} with the book and all exercises of these pages, and {practice:g} with the problem sets."
        f" That's about {total / weeks:.0f} hours a week."
    )


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives."""
    app.setup_extension("registry")
    app.add_directive("lecture", LectureDirective)
    app.add_directive("syllabus", SyllabusDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
