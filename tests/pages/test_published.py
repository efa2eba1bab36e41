"""What students get of this course: its site, and a problem set that they solve in an environment of its own."""

import json
import os
import re
import subprocess
import sys
import zipfile
from importlib.metadata import requires
from pathlib import Path

import nbformat
import pytest
from built_book import PAGES, shared
from handed import SOURCES
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from publishing import EARLIER, TERM, hashes
from reading import complaints, listed

from course.sets.testing import marking
from course.sets.variant import values
from tools.chromium import chromium
from tools.plain_server import served

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = "ps2"


@pytest.fixture(scope="module")
def published(built, tmp_path_factory):
    """The site, and what was said while it was published; who builds the book publishes it, before anybody reads it."""
    folder = shared(tmp_path_factory)
    return folder / "site", json.loads((folder / "said.json").read_text())


def test_the_course_is_published_into_an_empty_folder(published):
    _, said = published
    code, text, there = said["first"]
    assert code == 0, text
    assert "Put all of" in text
    assert there == sorted([TERM, "404.html", "index.html", "versions.json"])


def test_it_is_published_over_last_terms_which_stays_as_it_was(published):
    site, said = published
    code, text, there = said["second"]
    assert code == 0, text
    assert there == sorted([EARLIER, TERM, "404.html", "index.html", "versions.json"])
    assert hashes(site / EARLIER) == said["before"]
    assert [entry["term"] for entry in json.loads((site / "versions.json").read_text())] == [TERM, EARLIER]


@pytest.mark.needs("chromium")
def test_the_book_to_take_away_is_at_the_foot_of_every_page(published, taken_away):
    site, _ = published
    for path in taken_away.values():
        assert (site / TERM / path.name).read_bytes() == path.read_bytes()
    for page in PAGES:
        file = site / TERM / f"{page}.html"
        links = re.findall(r'<a href="([^"]*)">(?:PDF|EPUB), [\d.]+ MB</a>', file.read_text(encoding="utf-8"))
        expected = [] if page == "book/report" else [site / TERM / path.name for path in taken_away.values()]
        assert [(file.parent / link).resolve() for link in links] == expected, page


@pytest.mark.needs("chromium")
def test_a_lost_reader_can_search_the_newest_book(published):
    site, _ = published
    with chromium() as browser, served(site) as address:
        page = browser.new_page()
        assert not (found := complaints(page, f"{address}/404.html")), listed(found)
        page.goto(f"{address}/404.html")
        page.fill("main input[type=search]", "Novikoff")
        page.keyboard.press("Enter")
        page.wait_for_selector("main .search-results a")
        assert f"/{TERM}/search.html" in page.url


@pytest.mark.needs("chromium")
def test_the_page_for_a_lost_reader_needs_no_other_file_no_script_and_no_certain_place(published):
    site, _ = published
    with chromium() as browser, served(site.parent) as address:
        plain = browser.new_context(java_script_enabled=False).new_page()
        plain.goto(f"{address}/{site.name}/404.html")
        assert plain.inner_text("body").startswith("There is no page at this address")
        assert plain.locator("h1").bounding_box()["y"] < 200
        assert plain.locator("link[rel=stylesheet], script[src]").count() == 0
        page = browser.new_page()
        page.goto(f"{address}/{site.name}/404.html")
        page.click(f"main a[href='/{site.name}/{TERM}/book/glossary.html']")
        page.wait_for_selector("article h1")


@pytest.mark.needs("chromium")
def test_the_address_of_the_site_leads_to_this_terms_book_and_last_terms_pages_lead_there_too(published):
    site, _ = published
    with chromium() as browser, served(site) as address:
        page = browser.new_page()
        page.goto(address)
        page.wait_for_url(f"{address}/{TERM}/{PAGES[0]}.html")
        assert page.locator(".earlier-term").count() == 0
        page.goto(f"{address}/{EARLIER}/{PAGES[1]}.html")
        page.click(".earlier-term a")
        page.wait_for_url(f"{address}/{TERM}/{PAGES[1]}.html")
        page.wait_for_load_state("networkidle")
        assert page.locator(".earlier-term").count() == 0


@pytest.mark.parametrize("name", SOURCES)
def test_each_problem_set_is_there_as_a_folder_and_as_the_download_of_its_page(name, published):
    site, _ = published
    folder = site / TERM / "problem-sets" / name
    [download] = (site / TERM / "_downloads").glob(f"*/{name}.zip")
    with zipfile.ZipFile(download) as archive:
        held = {entry: archive.read(entry) for entry in archive.namelist()}
    assert held == {f"{name}/{path.name}": path.read_bytes() for path in folder.iterdir() if path.suffix != ".zip"}
    assert {Path(entry).suffix for entry in held} == {".ipynb", ".txt", ".whl"}


# --- on a student's machine -----------------------------------------------------------------------------------


def uv(*words):
    """Run uv on what its cache holds since `make setup`; if something is missing there, let it ask the index."""
    for offline in (["--offline"], []):
        command = [Path(sys.executable).with_name("uv"), *map(str, words), *offline]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return
    raise AssertionError(done.stderr)


def needed(requirements):
    """The entries of the lock that an environment with these requirements holds, those that they need included."""
    waiting, seen = {(canonicalize_name(one.name), tuple(sorted(one.extras))) for one in requirements}, set()
    while waiting:
        name, extras = one = waiting.pop()
        seen.add(one)
        for need in map(Requirement, requires(name) or ()):
            if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
                waiting |= {(canonicalize_name(need.name), tuple(sorted(need.extras)))} - seen
    names, lock = {name for name, _ in seen}, (ROOT / "requirements.lock").read_text()
    entries = re.finditer(r"^(\S+?)==.*\\\n(?:    --hash=.*\n?)+", lock, re.MULTILINE)
    return "".join(entry[0] for entry in entries if canonicalize_name(entry[1]) in names)


@pytest.fixture
def downloaded(published, tmp_path):
    """A problem set, unpacked, with an environment in its folder as the page of the problem sets says."""
    site, _ = published
    [download] = (site / TERM / "_downloads").glob(f"*/{NOTEBOOK}.zip")
    with zipfile.ZipFile(download) as archive:
        archive.extractall(tmp_path)
    folder = tmp_path / NOTEBOOK
    lines = (folder / "requirements.txt").read_text().splitlines()
    others = [Requirement(line) for line in lines if not line.startswith(("#", "./"))]
    (tmp_path / "locked.txt").write_text(needed(others))
    environment = folder / ".venv"
    uv("venv", "--python", sys.executable, environment)
    uv("pip", "sync", "--python", environment, "--require-hashes", tmp_path / "locked.txt")
    uv("pip", "install", "--python", environment, "--directory", folder, "-r", "requirements.txt")
    return folder


def test_a_downloaded_set_is_solved_in_an_environment_of_its_own(downloaded, tmp_path):
    path = downloaded / f"{NOTEBOOK}.ipynb"
    notebook = nbformat.read(path, 4)
    source = SOURCES[NOTEBOOK]
    answers = marking.model(source, values(source, TERM))
    for cell in notebook.cells:
        if cell.id.startswith("answer-"):
            cell.source = answers[cell.id.removeprefix("answer-")]
    nbformat.write(notebook, path)
    bare = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "IPYTHONDIR": str(tmp_path)}
    command = [downloaded / ".venv" / "bin" / "jupyter", "execute", "--inplace", path.name]
    done = subprocess.run(command, cwd=downloaded, env=bare, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    *_, said = (output.data["text/plain"] for output in nbformat.read(path, 4).cells[-1].outputs if "data" in output)
    assert re.match(rf"{path.name}: form and example are right in (\d+) of \1 parts", said), said
    code = "import margin_lib, margin_lib.selfcheck; print(margin_lib.__file__)"
    where = [downloaded / ".venv" / "bin" / "python", "-c", code]
    assert str(downloaded) in subprocess.check_output(where, cwd=tmp_path, env=bare, text=True)
