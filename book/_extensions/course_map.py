"""The map of the course, drawn from book/chapters.toml.

    {course-map}            the dependencies of chapters as a drawing with links, and a list with goals and hours
    {part-map} Separating   the list for a single part

A box has the color of its part. A chapter is below its prerequisites, and a side road has a dashed box. Arrows that
follow from others are left out; one that skips a row runs along the nearer edge, and a dashed one leads to a chapter
of which only the last page needs the other.
"""

import textwrap
from collections import defaultdict
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from chapter_boxes import chapter_link
from markdown_directive import MarkdownDirective
from node_visitors import skip_node
from number_words import hours_in_words
from registry import Entries, Registry, registry

WIDTH, ROW, EDGE = 490, 108, 20
BOX_WIDTH, BOX_HEIGHT, COLUMN = 136, 70, 146


class course_map(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The drawing. It needs the addresses of pages, so it is drawn when its page is written."""


class CourseMapDirective(MarkdownDirective):
    """The drawing, and a list that says more."""

    def run(self) -> list[nodes.Node]:
        """Return the drawing and the list."""
        found = registry(self.env, "chapters")
        parts = chapters_by_part(found.chapters)
        lists = [f"**[{part}]{{.part-{n}}}**\n\n{self.chapter_list(parts[part])}" for n, part in enumerate(parts, 1)]
        return [self.parse("\n\n".join(lists), nodes.container("", course_map(), classes=["course-map"]))]

    def chapter_list(self, names: list[str]) -> str:
        """Return the list of some chapters, each with its number in the book."""
        found = registry(self.env, "chapters")
        numbers = {name: number for number, name in enumerate(found.chapters, 1)}
        return "\n".join(f"{numbers[name]}. {self._line(found, name)}" for name in names)

    def _line(self, found: Registry, name: str) -> str:
        """Return what a chapter is for, how long it takes and what it needs."""
        chapter = found.chapters[name]
        needs = [chapter_link(self.env, found, need) for need in chapter["needs"]]
        hours = hours_in_words(found.hours(name))
        last = [chapter_link(self.env, found, need) for need in chapter.get("last_page_needs", [])]
        after = f", after {', '.join(needs)}" if needs else ""
        after += f"; the last page after {', '.join(last)}" if last else ""
        skip = ", a side road you can skip" * chapter.get("side_road", False)
        said = f"About {hours}{after}{skip}." if needs else f"About {hours}. Start here."
        return f"{chapter_link(self.env, found, name)}. {chapter.get('goal', '')} [{said}]{{.chapter-facts}}"


class PartMapDirective(CourseMapDirective):
    """The chapters of a part."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return the list; warn if the book has no such part."""
        name, parts = self.arguments[0], chapters_by_part(registry(self.env, "chapters").chapters)
        if name not in parts:
            self.warn(f"there is no part {name!r} in book/chapters.toml, only {', '.join(parts)}")
            return []
        return [self.parse(self.chapter_list(parts[name]), nodes.container(classes=["part-map"]))]


def chapters_by_part(chapters: Entries) -> dict[str, list[str]]:
    """Return the chapters of each part, in the book's order."""
    found = defaultdict(list)
    for chapter, entry in chapters.items():
        found[entry["part"]].append(chapter)
    return dict(found)


def rows_of(chapters: Entries) -> dict[str, int]:
    """Return each chapter's row: one below the lowest of its prerequisites."""
    rows: dict[str, int] = {}
    for chapter, entry in chapters.items():
        needs = [*entry["needs"], *entry.get("last_page_needs", [])]
        rows[chapter] = 1 + max((rows[need] for need in needs), default=-1)
    return rows


def direct_needs(chapters: Entries) -> list[tuple[str, str]]:
    """Return the prerequisites that don't follow from other prerequisites."""
    before: dict[str, set[str]] = {}
    for chapter, entry in chapters.items():
        before[chapter] = set(entry["needs"]).union(*(before[need] for need in entry["needs"]))
    return [
        (need, chapter)
        for chapter, entry in chapters.items()
        for need in entry["needs"]
        if not any(need in before[other] for other in entry["needs"])
    ]


def box_centres(rows: dict[str, int]) -> dict[str, tuple[float, float]]:
    """Return the centre of each box."""
    lines = defaultdict(list)
    for chapter, row in rows.items():
        lines[row].append(chapter)
    return {
        chapter: (WIDTH / 2 + (n - (len(line) - 1) / 2) * COLUMN, row * ROW + BOX_HEIGHT / 2 + 4)
        for row, line in lines.items()
        for n, chapter in enumerate(line)
    }


def draw_map(chapters: Entries, addresses: dict[str, str]) -> str:
    """Return the map as SVG. A chapter without an address isn't linked."""
    rows = rows_of(chapters)
    at = box_centres(rows)
    height = (max(rows.values()) + 1) * ROW
    weaker = [(need, name) for name in chapters for need in chapters[name].get("last_page_needs", [])]
    lines = "".join(
        _draw_arrow(at[start], at[end], rows[end] - rows[start], dashed=(start, end) in weaker)
        for start, end in [*direct_needs(chapters), *weaker]
    )
    parts = [*chapters_by_part(chapters)]
    boxes = "".join(
        _draw_box(chapters[name], number, 1 + parts.index(chapters[name]["part"]), at[name], addresses.get(name))
        for number, name in enumerate(chapters, 1)
    )
    label = (
        "Map of the course: boxes are chapters, and an arrow leads from a chapter to one that needs it;"
        " a dashed arrow, to one whose last page does."
    )
    tip = '<path d="M0 0L8 4L0 8Z"/>'
    head = f'<marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">{tip}</marker>'
    frame = f'viewBox="0 0 {WIDTH} {height}" role="group" aria-label="{label}"'
    return f"<svg {frame}><defs>{head}</defs>{lines}{boxes}</svg>\n"


def _draw_arrow(start: tuple[float, float], end: tuple[float, float], rows: int, *, dashed: bool) -> str:
    (x, y), (u, v) = start, end
    half, side = BOX_HEIGHT / 2, BOX_WIDTH / 2
    if rows == 1:
        path = f"M{x} {y + half}C{x} {y + ROW / 2} {u} {v - ROW / 2} {u} {v - half}"
    else:
        edge, sign = (EDGE / 2, -1) if x < WIDTH / 2 else (WIDTH - EDGE / 2, 1)
        bend = edge - sign * EDGE / 2
        down = f"M{x + sign * side} {y}C{bend} {y} {edge} {y} {edge} {y + ROW / 2}"
        path = f"{down}V{v - ROW / 2}C{edge} {v} {bend} {v} {u + sign * side} {v}"
    look = ' class="last-page"' if dashed else ""
    return f'<path d="{path}"{look} marker-end="url(#tip)"/>'


def _draw_box(chapter: Any, number: int, part: int, centre: tuple[float, float], address: str | None) -> str:
    x, y = centre
    words = textwrap.wrap(f"{number}. {chapter['title']}", 17)
    first = y - 4.5 - 10 * (len(words) - 1)
    spans = "".join(f'<tspan x="{x}" y="{first + 20 * n}">{escape(line)}</tspan>' for n, line in enumerate(words))
    hours = f"{sum(chapter['hours']):g} hours".replace(".5", "½")
    spans += f'<tspan class="hours" x="{x}" y="{first + 20 * len(words)}">{hours}</tspan>'
    corner = f'x="{x - BOX_WIDTH / 2}" y="{y - BOX_HEIGHT / 2}" width="{BOX_WIDTH}" height="{BOX_HEIGHT}" rx="6"'
    look = f"part-{part}" + " side-road" * chapter.get("side_road", False)
    box = f'<rect {corner} class="{look}"/><text>{spans}</text>'
    return f'<a href="{escape(address)}">{box}</a>' if address else box


def visit_course_map(self: Any, node: course_map) -> None:
    """Draw the map, with links to the chapters that exist."""
    builder = self.builder
    page = getattr(builder, "current_docname", "") or self.docnames[0]
    chapters = registry(builder.env).chapters
    present = [name for name in chapters if f"book/{name}" in builder.env.found_docs]
    addresses = {name: builder.get_relative_uri(page, f"book/{name}") for name in present}
    self.body.append(draw_map(chapters, addresses))
    raise nodes.SkipNode


def load_script(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: nodes.document | None) -> None:
    """Load the script that says how many quizzes of a chapter the reader has answered."""
    if tree is not None and next(iter(tree.findall(course_map)), None) is not None:
        app.add_js_file("quizzes/progress.js", type="module")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive. Outside HTML only the list is shown."""
    app.setup_extension("registry")
    app.add_node(course_map, html=(visit_course_map, None), latex=(skip_node, None))
    app.add_directive("course-map", CourseMapDirective)
    app.add_directive("part-map", PartMapDirective)
    app.connect("html-page-context", load_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
