"""The EPUB itself: cover, title page and table of contents before the pages, and the zip with its list of files."""

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from tools.epub.contents import Contents
from tools.files import reproducible_zip

HERE = Path(__file__).parent
MEDIA_TYPES = {
    ".xhtml": "application/xhtml+xml",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".woff2": "font/woff2",
}
PROPERTIES = {"nav.xhtml": "nav", "cover.png": "cover-image"}
POINTER = """\
<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""


@dataclass(frozen=True)
class Item:
    """A file of the EPUB, as the list of its files has it."""

    file: str
    media_type: str
    properties: str

    @property
    def id(self) -> str:
        """Return a name that is unique, and a name in XML."""
        return re.sub(r"[^\w.-]", "-", self.file)


def fill_in(template: str, **values: Any) -> str:
    """Return a template with its values."""
    templates = Environment(
        loader=FileSystemLoader(HERE / "templates"), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    return templates.get_template(template).render(**values)


def as_file(file: str, title: str, body: str, kind: str = "") -> str:
    """Return the file of a page: its text between what each page has."""
    up = "../" * file.count("/")
    return fill_in("page.xhtml.j2", title=title, body=Markup(body), kind=kind, up=up)


def first_pages(contents: Contents, words: Mapping[str, str]) -> dict[str, str]:
    """Return cover, title page and table of contents."""
    cover = fill_in("cover.xhtml.j2", **words)
    title = fill_in("title.xhtml.j2", **words, online=contents.online, site=contents.site)
    return {
        "cover.xhtml": as_file("cover.xhtml", "Cover", cover),
        "title.xhtml": as_file("title.xhtml", words["title"], title, "frontmatter"),
        "nav.xhtml": as_file("nav.xhtml", "Contents", fill_in("nav.xhtml.j2", contents=contents)),
    }


def pack(files: Mapping[str, str | bytes], words: Mapping[str, str], name: str) -> bytes:
    """Return the EPUB with these files, of which the pages are in the order in which they are read."""
    content = fill_in(
        "content.opf.j2",
        **words,
        identifier=uuid.uuid5(uuid.NAMESPACE_URL, name),
        modified=f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}",
        items=[Item(file, MEDIA_TYPES[Path(file).suffix], _properties(file, said)) for file, said in files.items()],
    )
    others = {"mimetype": "application/epub+zip", "META-INF/container.xml": POINTER, "content.opf": content}
    return reproducible_zip({**others, **files}, first="mimetype")


def _properties(file: str, said: str | bytes) -> str:
    """Return what a reading system has to know of a file before it opens it."""
    has_math = isinstance(said, str) and file.endswith(".xhtml") and "<math" in said
    return " ".join([PROPERTIES.get(file, "")] + ["mathml"] * has_math).strip()
