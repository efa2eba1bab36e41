"""What a page says of itself where a link to it is shared, with and without an address of the site."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from course import settings
from course.publish.site_folder import sitemap

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CONF = f"""
import sys
sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / "book" / "_extensions")!r}]
extensions = ["myst_parser", "site_settings", "sharing"]
templates_path = ["templates"]
html_title = "Sums"
html_context = {{}}
"""
PAGES = {
    "index": "# Sums\n\n```{toctree}\nfast\n```\n",
    "fast": "# Fast sums\n\nHow to add a million numbers without losing a digit.\n",
}


@pytest.fixture(scope="module", params=["", "https://sums.example.org/course/"], ids=["nowhere", "somewhere"])
def site(request, tmp_path_factory):
    """A book of two pages, and the address it will have."""
    root = tmp_path_factory.mktemp("book")
    text = (ROOT / settings.FILE).read_text(encoding="utf-8")
    text = re.sub('^site_url = ".*"', f'site_url = "{request.param}"', text, flags=re.MULTILINE)
    (root / settings.FILE).write_text(re.sub('^term = ".*"', 'term = "Fall 2027"', text, count=1, flags=re.MULTILINE))
    (root / "conf.py").write_text(CONF)
    (root / "book" / "_static").mkdir(parents=True)
    (root / "book" / "_static" / "logo-card.png").write_bytes(
        (ROOT / "book" / "_static" / "logo-card.png").read_bytes()
    )
    (root / "templates").mkdir()
    (root / "templates" / "lost.html").write_bytes((ROOT / "book" / "_templates" / "lost.html").read_bytes())
    for name, page in PAGES.items():
        (root / f"{name}.md").write_text(page)
    subprocess.run([sys.executable, "-m", "sphinx", "-qW", root, root / "html"], check=True)
    return root / "html", request.param


def tags(page):
    """The properties that a page says of itself."""
    return dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', page.read_text(encoding="utf-8")))


def test_a_page_has_a_title_and_a_description(site):
    html, _ = site
    said = tags(html / "fast.html")
    assert said["og:title"] == "Fast sums"
    assert said["og:site_name"] == "Sums"
    assert said["description"] == said["og:description"] == PAGES["fast"].splitlines()[-1]


def test_a_page_names_its_address_and_its_card_only_where_the_site_has_an_address(site):
    html, address = site
    said, text = tags(html / "fast.html"), (html / "fast.html").read_text(encoding="utf-8")
    if not address:
        assert not {"og:url", "og:image"} & said.keys()
        assert 'rel="canonical"' not in text
        return
    base = f"{address}Fall%202027/"
    assert said["og:url"] == f"{base}fast.html"
    assert f'<link rel="canonical" href="{base}fast.html"' in text
    assert said["og:image"].startswith(base)
    assert (html / said["og:image"].removeprefix(base)).read_bytes().startswith(b"\x89PNG")


def test_the_page_for_the_lost_leads_to_the_book_from_any_address(site):
    html, address = site
    links = re.findall(r'(?:href|action|src)="([^"#]+)"', (html / "404.html").read_text(encoding="utf-8"))
    root = "/course/Fall%202027/" if address else "/Fall%202027/"
    assert f"{root}search.html" in links
    assert f"{root}index.html" in links
    own = [link for link in links if "://" not in link]
    assert all(link.startswith("/") for link in own), own


def test_the_sitemap_lists_each_page_but_the_one_for_the_lost(site):
    html, _ = site
    tree = ET.fromstring(sitemap("https://sums.example.org/course/", html))
    found = [place.text for place in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert "https://sums.example.org/course/html/fast.html" in found
    assert not [address for address in found if "404" in address]
