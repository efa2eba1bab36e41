"""Put the built book where it is published, under its term: _build/site/2027-spring/.

Books of earlier terms stay, and their pages say that there is a newer one: book/_static/term.js reads `versions.json`,
which this script writes beside them. The address of the site itself leads to the newest.

`course publish` does this, after it has looked for what must not be public.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path

SEASONS = ("winter", "spring", "summer", "autumn")
# The newest term may change; the address of the site does not, and works in any folder of any server.
LEAD = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={term}/index.html">
<title>Maximizing the Margin</title>
<main><h1>Maximizing the Margin</h1><p><a href="{term}/index.html">The book of {term}</a></p></main>
</html>
"""


class RefusedError(Exception):
    """Publishing would lose something; the message says what, and what to do."""


def age(term: str) -> tuple[int, int]:
    """The place of a term in time."""
    year, season = term.split("-")
    return int(year), SEASONS.index(season)


def published(site: Path) -> list[str]:
    """The terms that are there, the newest first."""
    folders = (path.name for path in site.glob("[0-9]*-*") if path.is_dir())
    return sorted((name for name in folders if name.partition("-")[2] in SEASONS), key=age, reverse=True)


def put(book: Path, place: Path) -> None:
    """Copy the book to its place, which holds the old book or the new one and at no time a part of one."""
    place.parent.mkdir(parents=True, exist_ok=True)
    waiting = Path(tempfile.mkdtemp(prefix=".new-", dir=place.parent))
    try:
        shutil.copytree(book, waiting / "new", ignore=shutil.ignore_patterns(".buildinfo*"))
        if place.exists():
            place.rename(waiting / "old")
        (waiting / "new").rename(place)
    finally:
        shutil.rmtree(waiting)


def write(path: Path, text: str) -> None:
    """Write a file, which is the old one or the new one at all times."""
    draft = path.with_name(f".{path.name}.new")
    draft.write_text(text, encoding="utf-8")
    os.replace(draft, path)


def pages(folder: Path) -> list[str]:
    """The pages of a published book."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html") if "_static" not in path.parts)


def publish(book: Path, site: Path, term: str, *, replace: bool = False) -> Path:
    """Publish a built book under its term, and return where."""
    if not (book / "index.html").is_file():
        raise RefusedError(f"There is no built book in {book}. Run `make book` first.")
    there = published(site)
    if term in there and term != there[0] and not replace:
        raise RefusedError(
            f"The book of {term} is published already, and so is that of {there[0]}: an earlier book stays as it was."
            " Set another `term` in book/site.toml, or add --replace if you mean it."
        )
    put(book, site / term)
    terms = published(site)
    write(site / "versions.json", json.dumps([{"term": name, "pages": pages(site / name)} for name in terms]))
    write(site / "index.html", LEAD.format(term=terms[0]))
    return site / term
