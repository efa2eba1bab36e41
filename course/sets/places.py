"""Places in the book, as students read them: by the number and the title of a chapter.

A source names a page by its file, `Book: trees, "How deep is it?"`, which `course check` looks up. In a
notebook that becomes `Book: chapter 2, *Graphs and trees*: "How deep is it?"`, and likewise what a claim says to
read. A page that no chapter in book/chapters.toml has goes by its heading.
"""

import ast
import re
import tomllib
from pathlib import Path

LINE = re.compile(r"^Book: (.*?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
READ = re.compile(r"([a-z-]+): (\S.*)")
PLACE = re.compile(r'(?:^|; )([a-z-]+), (?=[^";]*")')
HEADING = re.compile(r"^# (.+)$", re.MULTILINE)


def in_prose(text: str, book: Path) -> str:
    """Return a text whose line `Book: page, "Heading".` names the chapters; one after another is named once."""
    return LINE.sub(lambda line: f"Book: {_chapters(' '.join(line[1].split()), book)}", text)


def _chapters(places: str, book: Path) -> str:
    before = ""

    def named(found: re.Match[str]) -> str:
        nonlocal before
        again, before = before, chapter_of(found[1], book, "*{}*") or found[1]
        return ", " if again == before else f"{'; ' * bool(again)}{before}: "

    return PLACE.sub(named, places)


def in_code(code: str, book: Path) -> str:
    """Return a hidden test in which each text "page: heading" names the chapter."""
    changed = code
    for node in ast.walk(ast.parse(code)):
        place = READ.fullmatch(str(node.value)) if isinstance(node, ast.Constant) else None
        if place and (chapter := chapter_of(place[1], book)):
            written = ast.get_source_segment(code, node) or ""
            changed = changed.replace(written, repr(f"{chapter}: {place[2]}"))
    return changed


def chapter_of(page: str, book: Path, shown: str = "{}") -> str:
    """Return 'chapter 2, Graphs and trees' for a page of that chapter, and '' if the book has no such page.

    `shown` formats the title.
    """
    listed, file = book / "chapters.toml", book / f"{page}.md"
    chapters = tomllib.loads(listed.read_text(encoding="utf-8")) if listed.is_file() else {}
    for number, (name, chapter) in enumerate(chapters.items(), 1):
        if page in chapter.get("pages", [name]):
            return f"chapter {number}, {shown.format(chapter['title'])}"
    heading = HEADING.search(file.read_text(encoding="utf-8")) if file.is_file() else None
    return f"the page {shown.format(heading[1])}" if heading else ""
