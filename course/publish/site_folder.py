"""Put the built book into the folder of the site, under its term: _build/site/2027-spring/.

Books of earlier terms stay, and their pages say that there is a newer one: book/_static/term.js reads `versions.json`,
which lies beside them. The address of the site itself leads to the newest, and so do the page for a lost reader and,
if the site's address is known, the list of pages for search engines.
"""

import json
import shutil
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from urllib.parse import quote

from markupsafe import Markup

from course import settings
from course.errors import Trouble
from tools.files import replacing, write_atomically

SEASONS = {"winter": 1, "spring": 4, "summer": 7, "autumn": 10}  # and the month in which each starts
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
LOST = "404.html"
SITEMAP = Markup("""\
<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
{pages}</urlset>
""")


def published(site: Path) -> dict[str, str]:
    """Return the published terms with the days on which they start, the newest first."""
    try:
        listed = json.loads((site / VERSIONS).read_text(encoding="utf-8"))
        told = {str(entry["term"]): str(entry.get("starts", "")) for entry in listed}
    except FileNotFoundError:
        told = {}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Trouble(f"{site / VERSIONS} lists the terms there, and cannot be read ({error}). Put it back.") from None
    there = {path.name for path in site.glob("*") if path.is_dir()}
    days = {name: told.get(name) or by_season(name) for name in there if name in told or by_season(name)}
    return dict(sorted(days.items(), key=lambda term: (term[1], term[0]), reverse=True))


def of_another_edition(site: Path) -> list[str]:
    """Return the published terms of a class, if this is the open edition, and else those of the open edition."""
    listed = json.loads((site / VERSIONS).read_text(encoding="utf-8")) if (site / VERSIONS).is_file() else []
    return [entry["term"] for entry in listed if entry.get("open", False) != settings.here().without_class]


def by_season(term: str) -> str:
    """Return a day for a term whose start was never written down, from its name: a year and a season."""
    year, _, season = term.partition("-")
    return f"{year}-{SEASONS[season]:02d}-01" if year.isdecimal() and season in SEASONS else ""


def pages(folder: Path) -> list[str]:
    """Return the pages of a published book."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html") if "_static" not in path.parts)


def add_book(book: Path, site: Path, term: str, *, starts: date | None = None, replace: bool = False) -> Path:
    """Copy a built book into the site under its term, which starts on that day, and return its folder."""
    if not (book / "index.html").is_file():
        raise Trouble(f"There is no built book in {book}. Run `make book` first.")
    day, there = starts.isoformat() if starts else by_season(term), published(site)
    if others := of_another_edition(site):
        raise Trouble(f"{site} has the book of {others[0]}: the open edition and a class's need folders of their own.")
    _refuse_confusion(term, day, there, replace=replace)
    site.mkdir(parents=True, exist_ok=True)
    with replacing(site / term, wait=False) as draft:
        shutil.copytree(book, draft, ignore=shutil.ignore_patterns(".buildinfo*"))
    days = published(site) | {term: day}
    terms = sorted(days, key=lambda name: (days[name], name), reverse=True)
    edition = {"open": True} if settings.here().without_class else {}
    listed = [{"term": name, "starts": days[name], "pages": pages(site / name), **edition} for name in terms]
    write_atomically(site / VERSIONS, json.dumps(listed).encode())
    page = LEAD.format(name=settings.here().name, term=terms[0], address=quote(terms[0]))
    write_atomically(site / "index.html", page.encode())
    _add_root_files(site, site / terms[0])
    return site / term


def sitemap(site_url: str, folder: Path) -> str:
    """Return the list of a book's pages for search engines."""
    entry = Markup("  <url><loc>{address}</loc></url>\n")
    addresses = (f"{site_url}{quote(folder.name)}/{quote(page)}" for page in pages(folder) if page != LOST)
    return SITEMAP.format(pages=Markup("").join(entry.format(address=address) for address in addresses))


def _add_root_files(site: Path, newest: Path) -> None:
    """Put at the site's root what servers and search engines look for there."""
    if (newest / LOST).is_file():
        write_atomically(site / LOST, (newest / LOST).read_bytes())
    if site_url := settings.here().site_url:
        write_atomically(site / "sitemap.xml", sitemap(site_url, newest).encode())
        write_atomically(site / "robots.txt", f"User-agent: *\nSitemap: {site_url}sitemap.xml\n".encode())


def _refuse_confusion(term: str, day: str, there: Mapping[str, str], *, replace: bool) -> None:
    """Raise Trouble if an earlier book would be replaced, or if two terms start on the same day."""
    for name, starts in there.items():
        if starts == day and name != term:
            both = f"{term} and {name}, which is published, both start on {day}"
            raise Trouble(f"{both}. Set `starts` in course.toml.")
    if term in there and term != next(iter(there)) and not replace:
        raise Trouble(
            f"The book of {term} is published already, and so is that of {next(iter(there))}: an earlier book stays as "
            "it was. Set another `term` in course.toml, or add --replace if you mean it."
        )
