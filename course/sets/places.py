"""Places in the book, as students read them: by the number and the title of a chapter.

A source names a page by its file, `Book: perceptron-bound, "How slow can it get?"`, which `course check` looks up. In a
notebook that becomes `Book: chapter 2, *The perceptron*: "How slow can it get?"`, and likewise what a claim says to
read. A page that no chapter in book/chapters.toml has goes by its heading.
"""

import ast
import re
import tomllib
from pathlib import Path

LINE = re.compile(r"^Book: (.*?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
PLACE = re.compile(r'(?:^|; )([a-z-]+), (?=[^";]*")')
HEADING = re.compile(r"^# (.+)$", re.MULTILINE)


def in_prose(text: str, book: Path) -> str:
    """Return a text whose line `Book: page, "Heading".` names the chapters; one after another is named once."""
    return LINE.sub(lambda line: f"Book: {_chapters(' '.join(line[1].split()), book)}", text)


def _chapters(places: str, book: Path) -> str:
    before = ""

    def named(found: re.Match[str]) -> str:
        nonlocal before
        again, before = before, chapter_of(found[1], book, "*{}*")
        return ", " if again == before else f"{'; ' * bool(again)}{before}: "

    return PLACE.sub(named, places)


def in_code(code: str, book: Path) -> str:
    """Return a hidden test in which each text "page: heading" names the chapter."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            page, colon, heading = node.value.partition(": ")
            if colon and re.fullmatch("[a-z-]+", page) and (book / f"{page}.md").is_file():
                written = ast.get_source_segment(code, node) or ""
                code = code.replace(written, repr(f"{chapter_of(page, book)}: {heading}"))
    return code


def chapter_of(page: str, book: Path, shown: str = "{}") -> str:
    """Return 'chapter 2, The perceptron' for a page of that chapter; `shown` formats the title."""
    listed = book / "chapters.toml"
    chapters = tomllib.loads(listed.read_text(encoding="utf-8")) if listed.is_file() else {}
    for number, (name, chapter) in enumerate(chapters.items(), 1):
        if page in chapter.get("pages", [name]):
            return f"chapter {number}, {shown.format(chapter['title'])}"
    heading = HEADING.search((book / f"{page}.md").read_text(encoding="utf-8"))
    return shown.format(heading[1] if heading else page)
