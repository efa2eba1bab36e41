"""Put the built book where it is published, under its term: _build/site/2027-spring/.

Books of earlier terms stay, and their pages say that there is a newer one: book/_static/term.js reads `versions.json`,
which this script writes beside them. The address of the site itself leads to the newest.

`course publish` does this, after it has looked for what must not be public.
"""

import json
import shutil
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from urllib.parse import quote

from markupsafe import Markup

from course import settings
from tools.files import replacing, write_atomically

SEASONS = {"winter": 1, "spring": 4, "summer": 7, "autumn": 10}  # and the month that stands for each
# The newest term may change; the address of the site does not, and works in any folder of any server.
LEAD = Markup("""\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={address}/index.html">
<title>{name}</title>
<main><h1>{name}</h1><p><a href="{address}/index.html">The book of {term}</a></p></main>
</html>
""")


VERSIONS = "versions.json"


class RefusedError(Exception):
    """Publishing would lose something; the message says what, and what to do."""


def published(site: Path) -> dict[str, str]:
    """The terms that are there and the days on which they start, the newest first."""
    try:
        listed = json.loads((site / VERSIONS).read_text(encoding="utf-8"))
        told = {str(entry["term"]): str(entry.get("starts", "")) for entry in listed}
    except FileNotFoundError:
        told = {}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        said = f"{site / VERSIONS} lists the terms there, and cannot be read ({error}). Put it back."
        raise RefusedError(said) from None
    there = {path.name for path in site.glob("*") if path.is_dir()}
    days = {name: told.get(name) or by_season(name) for name in there if name in told or by_season(name)}
    return dict(sorted(days.items(), key=lambda term: (term[1], term[0]), reverse=True))


def by_season(term: str) -> str:
    """The day that stands for a term whose start was never written down: it was called by year and season."""
    year, _, season = term.partition("-")
    return f"{year}-{SEASONS[season]:02d}-01" if year.isdecimal() and season in SEASONS else ""


def pages(folder: Path) -> list[str]:
    """The pages of a published book."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html") if "_static" not in path.parts)


def publish(book: Path, site: Path, term: str, *, starts: date | None = None, replace: bool = False) -> Path:
    """Publish a built book under its term, which starts on that day, and return where."""
    if not (book / "index.html").is_file():
        raise RefusedError(f"There is no built book in {book}. Run `make book` first.")
    day, there = starts.isoformat() if starts else by_season(term), published(site)
    _refuse_confusion(term, day, there, replace=replace)
    site.mkdir(parents=True, exist_ok=True)
    with replacing(site / term, wait=False) as draft:
        shutil.copytree(book, draft, ignore=shutil.ignore_patterns(".buildinfo*"))
    days = published(site) | {term: day}
    terms = sorted(days, key=lambda name: (days[name], name), reverse=True)
    listed = [{"term": name, "starts": days[name], "pages": pages(site / name)} for name in terms]
    write_atomically(site / VERSIONS, json.dumps(listed).encode())
    page = LEAD.format(name=settings.here().name, term=terms[0], address=quote(terms[0]))
    write_atomically(site / "index.html", page.encode())
    return site / term


def _refuse_confusion(term: str, day: str, there: Mapping[str, str], *, replace: bool) -> None:
    """Raise where an earlier book would be replaced, or where it is open which of two is the newer one."""
    same = [name for name, starts in there.items() if starts == day and name != term]
    if same:
        both = f"{term} and {same[0]}, which is published, both start on {day}"
        raise RefusedError(f"{both}. Set `starts` in course.toml.")
    if term in there and term != next(iter(there)) and not replace:
        raise RefusedError(
            f"The book of {term} is published already, and so is that of {next(iter(there))}: an earlier book stays as "
            "it was. Set another `term` in course.toml, or add --replace if you mean it."
        )
