"""The boxes at the beginning and end of a chapter: {opening} and {closing}, completed from book/chapters.toml."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from markdown_directive import MarkdownDirective
from number_words import in_words
from registry import Registry, registry


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
        chapter = self.env.docname.rpartition("/")[2]
        kind = self.name
        if chapter not in found.chapters:
            self.warn(f"{{{kind}}} is for chapters, and book/chapters.toml has no [{chapter}]")
            return []
        box = nodes.container(classes=["chapter-end", kind])
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
        hours = found.chapters[chapter]["hours"]
        time = f"about {in_words(hours)} hour{'s' if hours > 1 else ''} with the exercises"
        return [f"*You need:* {', '.join(needs) or 'linear algebra and calculus'}.", f"*Takes:* {time}."]


class ClosingDirective(ChapterEnd):
    """What to take away, the problem set, the next chapter."""

    heading = "Takeaways"

    def lines(self, found: Registry, chapter: str) -> list[str]:
        """Return the problem set and the next chapter."""
        practise = f"*Practice:* {practice_link(self.env, found.chapters[chapter]['practise'])}."
        following = [*found.chapters][[*found.chapters].index(chapter) + 1 :]
        return [practise, *(f"*Next:* {chapter_link(self.env, found, after)}." for after in following[:1])]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the two directives."""
    app.setup_extension("registry")
    app.add_directive("opening", OpeningDirective)
    app.add_directive("closing", ClosingDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
