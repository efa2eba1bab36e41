"""The boxes of a chapter, completed from book/chapters.toml.

    {opening}      at its beginning: what readers will learn, what they need, how long it takes
    {continued}    at the end of a page that is not its last: where it goes on
    {closing}      at its end: what to take away, the problem set, the next chapter
    {skip} label   under a heading: the section, or with `:page:` the page, may wait, and where to go on

Above the title of a chapter's later pages a line says of which chapter they are.
"""

from html import escape
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from markdown_directive import MarkdownDirective
from number_words import hours_in_words
from registry import Registry, registry

SIDE_ROAD = "*A side road:* you can skip this chapter; nothing later needs it."


def skip_words(label: str, whole_page: bool, more: str) -> str:
    """Return what a passage says that goes further than a first reading."""
    going_on = f" and go on with {{ref}}`{label}`" if label else ""
    what = "page" if whole_page else "section"
    needed = more or ("" if label else "Nothing later needs it.")
    return f"You can skip this {what} on a first reading{going_on}. {needed}".strip()


def page_link(env: BuildEnvironment, page: str, text: str) -> str:
    """Return a link to a page of the book, or only its text while the page doesn't exist yet."""
    if page in env.found_docs or env.config.registry_complete:
        return f"{{doc}}`{text} </{page}>`"
    return text


def chapter_link(env: BuildEnvironment, found: Registry, chapter: str) -> str:
    """Return a link to a chapter, with its title."""
    return page_link(env, f"book/{chapter}", found.chapters[chapter]["title"])


def practice_link(env: BuildEnvironment, problem_set: str) -> str:
    """Return a link to a problem set on the page of problem sets."""
    text = f"problem set {problem_set.removeprefix('ps')}"
    if "book/problem-sets" in env.found_docs or env.config.registry_complete:
        return f"{{ref}}`{text} <{problem_set}>`"
    return text


class ChapterEnd(MarkdownDirective):
    """A box with the author's text, and lines from the registry below it."""

    has_content = True
    heading = ""

    def run(self) -> list[nodes.Node]:
        """Return the box with heading, body and lines; warn if the page isn't a chapter."""
        found = registry(self.env, "chapters")
        page, kind = self.env.docname.rpartition("/")[2], self.name
        chapter = found.chapter_of(page)
        if chapter is None:
            self.warn(f"{{{kind}}} is for chapters, and book/chapters.toml has no [{page}]")
            return []
        box = nodes.container(classes=["chapter-end", kind])
        if self.heading:
            box += nodes.paragraph("", "", nodes.strong("", self.heading))
        self.state.nested_parse(self.content, self.content_offset, box)
        return [self.parse("\n".join(f"{line}\n" for line in self.lines(found, chapter)), box)]

    def lines(self, found: Registry, chapter: str) -> list[str]:
        """Return the lines from the registry, in Markdown."""
        raise NotImplementedError


class OpeningDirective(ChapterEnd):
    """What readers will learn, what they need, and how long it takes."""

    heading = "After this chapter, you'll be able to"

    def lines(self, found: Registry, chapter: str) -> list[str]:
        """Return the prerequisites and the time."""
        needs = [chapter_link(self.env, found, need) for need in found.chapters[chapter]["needs"]]
        time = f"about {hours_in_words(found.hours(chapter))} with all exercises{self.of_this_page(found, chapter)}"
        last = [chapter_link(self.env, found, need) for need in found.chapters[chapter].get("last_page_needs", [])]
        also = f"; for the last page also {', '.join(last)}" if last else ""
        lines = [f"*You need:* {', '.join(needs) or 'linear algebra and calculus'}{also}.", f"*Takes:* {time}."]
        if found.chapters[chapter].get("side_road"):
            lines.insert(0, SIDE_ROAD)
        return lines

    def of_this_page(self, found: Registry, chapter: str) -> str:
        """Return how much of the time is for the first page, where the chapter has more."""
        first, *more = found.chapters[chapter]["hours"]
        return f", {hours_in_words(first)} of it on this page" * bool(more)


class ContinuedDirective(ChapterEnd):
    """The author's sentence, and a link to the chapter's next page.

    `moved.js` follows the link for an address whose passage is on that page now.
    """

    def lines(self, found: Registry, chapter: str) -> list[str]:
        """Return the link, with the page's title; warn on the last page."""
        pages = found.pages(chapter)
        following = pages[pages.index(self.env.docname.rpartition("/")[2]) + 1 :]
        if not following:
            self.warn(f"{{continued}}: this is the last page of {chapter!r} in book/chapters.toml")
        hours = found.page_hours()
        return [
            f"*The chapter continues:* {{doc}}`/book/{page}`, about {hours_in_words(hours[page])}."
            for page in following[:1]
        ]


class ClosingDirective(ChapterEnd):
    """What to take away, the problem set, the next chapter."""

    heading = "Takeaways"

    def lines(self, found: Registry, chapter: str) -> list[str]:
        """Return the problem set and the next chapter."""
        practise = f"*Practice:* {practice_link(self.env, found.chapters[chapter]['practise'])}."
        following = [*found.chapters][[*found.chapters].index(chapter) + 1 :]
        return [practise, *(f"*Next:* {chapter_link(self.env, found, after)}." for after in following[:1])]


class SkipDirective(MarkdownDirective):
    """A line that lets readers skip a passage, in the same words everywhere."""

    has_content = True
    optional_arguments = 1
    option_spec: ClassVar = {"page": directives.flag}

    def run(self) -> list[nodes.Node]:
        """Return the line."""
        words = skip_words("".join(self.arguments), "page" in self.options, " ".join(self.content))
        return [self.parse(words, nodes.container(classes=["skip"]))]


def name_chapter(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Say above the title of a later page of which chapter it is."""
    found, page = registry(app.env), pagename.rpartition("/")[2]
    chapter = found.chapter_of(page)
    if doctree is None or chapter is None or app.builder.name != "html":
        return
    pages = found.pages(chapter)
    first = f"book/{pages[0]}"
    if pagename == first or first not in app.env.toc_secnumbers:  # which is a page that is missing, or without a number
        return
    name = f"Chapter {app.env.toc_secnumbers[first][''][0]}, {escape(found.chapters[chapter]['title'])}"
    link = f'<a class="reference internal" href="{context["pathto"](first)}">{name}</a>'
    place = f"page {pages.index(page) + 1} of {len(pages)}"
    context["body"] = f'<p class="page-of-chapter">{link}, {place}</p>\n{context["body"]}'


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives, the line, and the script that finds passages on a chapter's later pages."""
    app.setup_extension("registry")
    app.add_directive("opening", OpeningDirective)
    app.add_directive("continued", ContinuedDirective)
    app.add_directive("closing", ClosingDirective)
    app.add_directive("skip", SkipDirective)
    app.add_js_file("moved.js", loading_method="defer")
    app.connect("html-page-context", name_chapter)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
