"""What book/_extensions/ebook.py says of the book: its parts, and the pages in them."""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CONTENTS = "contents.json"


@dataclass(frozen=True)
class Page:
    """A page, and the pages below it."""

    name: str
    number: str
    title: str
    below: tuple["Page", ...]

    @property
    def file(self) -> str:
        """Return the page's file."""
        return f"{self.name}.xhtml"

    @property
    def heading(self) -> str:
        """Return the title, after the number if there is one."""
        return f"{self.number} {self.title}".strip()

    def all(self) -> Iterator["Page"]:
        """Yield the page and all below it, in the order in which they are read."""
        yield self
        for page in self.below:
            yield from page.all()


@dataclass(frozen=True)
class Contents:
    """The whole book: the page it starts with, its parts, and the pages that are only online."""

    start: Page
    parts: tuple[tuple[str, tuple[Page, ...]], ...]
    online: tuple[Page, ...]
    site: str

    def pages(self) -> Iterator[Page]:
        """Yield all pages, in the order in which they are read."""
        yield self.start
        for _, chapters in self.parts:
            for chapter in chapters:
                yield from chapter.all()


def read_contents(folder: Path, online: Collection[str]) -> Contents:
    """Return the contents of a book, without these pages."""
    said = json.loads((folder / CONTENTS).read_text(encoding="utf-8"))
    parts = [(part["title"], [_page(entry) for entry in part["pages"]]) for part in said["parts"]]
    kept = [(title, tuple(page for page in pages if _short(page) not in online)) for title, pages in parts]
    return Contents(
        start=_page(said["start"]),
        parts=tuple((title, pages) for title, pages in kept if pages),
        online=tuple(page for _, pages in parts for page in pages if _short(page) in online),
        site=said["site"],
    )


def _page(said: dict[str, Any]) -> Page:
    return Page(said["page"], said["number"], said["title"], tuple(map(_page, said["pages"])))


def _short(page: Page) -> str:
    return page.name.rpartition("/")[2]
