"""The built book as a reader meets it: every page, wide and narrow, light and dark, in a real browser."""

import os
import re
import subprocess
from html import unescape
from pathlib import Path

import nbformat
import pikepdf
import pytest
from built_book import PAGES, has_code, published
from jupyter_client.manager import KernelManager
from reading import VIEWS, complaints, listed

from tools.kernels import private_sockets
from tools.plain_server import served
from tools.take_away import title_words

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
WITHOUT_SOURCE = ["genindex", "search"]


# --- each page ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def window(context):
    """The window in which one page is opened after the other: each new one costs what a page does."""
    return context.new_page()


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("page", [*PAGES, *WITHOUT_SOURCE])
def test_nothing_is_wrong_with_a_page(page, window, address):
    found = complaints(window, f"{address}/{page}.html")
    assert not found, listed(found)


def test_no_page_is_published_that_is_not_read_here(built):
    assert set(published(built)) == {*PAGES, *WITHOUT_SOURCE}


@pytest.mark.parametrize("page", PAGES)
def test_each_word_in_a_picture_has_a_colour_that_dark_pages_change(page, built):
    text = (built / f"{page}.html").read_text(encoding="utf-8")
    words = re.findall(r'<g id="[^"]*-text_\d+">\s*<!-- (.*?) -->\s*<g ([^>]*)>', text)
    black = [word for word, style in words if "fill: var(" not in style]
    assert not black, "draw these with labelcolor=LIGHT.text"


@pytest.mark.parametrize("page", PAGES)
def test_each_page_has_its_date_and_leads_to_its_neighbours_its_notebook_and_a_report(page, built):
    html = (built / f"{page}.html").read_text()
    place = PAGES.index(page)
    assert html.count('class="left-prev"') == (place > 0)
    assert html.count('class="right-next"') == (place < len(PAGES) - 1)
    if page == "book/report":
        return
    assert re.search(r'Last changed <time datetime="\d{4}-\d\d-\d\d">', html)
    assert re.search(rf'href="[^"]*report.html\?page={page}&amp;changed=\d{{4}}-\d\d-\d\d"', html)
    assert html.count("Download notebook") == has_code(page)


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """A kernel that has the library and none of the tools of the book; the notebooks run in it one after the other."""
    folder = tmp_path_factory.mktemp("kernel")
    for tool in ("myst_nb", "sphinx", "jupyter_book", "jupytext"):
        (folder / f"{tool}.py").write_text(f"raise ImportError('{tool} is a tool of the book')")
    environment = os.environ | {"PYTHONPATH": str(folder), "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
    with private_sockets() as config:
        manager = KernelManager(config=config)
        manager.start_kernel(cwd=folder, env=environment)
        client = manager.blocking_client()
        client.start_channels()
        client.wait_for_ready(timeout=120)
        yield client
        client.stop_channels()
        manager.shutdown_kernel(now=True)


@pytest.mark.parametrize("page", [page for page in PAGES if has_code(page)])
def test_a_downloaded_notebook_runs_where_the_library_is_and_the_tools_of_the_book_are_not(page, built, kernel):
    notebook = nbformat.read(built / "notebooks" / f"{page}.ipynb", as_version=4)
    kernel.execute_interactive("%reset -f", timeout=120)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            reply = kernel.execute_interactive(cell.source, timeout=120, output_hook=lambda message: None)["content"]
            assert reply["status"] == "ok", "\n".join(reply["traceback"])
    prose = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    prose = re.sub(r"```.*?```", "", prose, flags=re.DOTALL)
    assert not re.findall(r"^ *:::.*|\{[\w:-]+\}`[^`]*`", prose, re.MULTILINE)


# --- the whole ------------------------------------------------------------------------------------------------


def test_each_page_that_is_published_has_a_title_and_a_description_of_its_own(built):
    titles, descriptions = {}, {}
    for page in [*published(built), "404"]:
        html = (built / f"{page}.html").read_text(encoding="utf-8")
        [title] = re.findall(r"<title>(.*?)</title>", html)
        [description] = re.findall(r'<meta name="description" content="([^"]*)"', html)
        parts = unescape(title).split(" — ")
        assert len(parts) == len(set(parts)) == 2, title
        assert parts[1] == "Maximizing the Margin"
        assert 20 <= len(unescape(description)) <= 200, (page, description)
        assert not re.search(r"[\\$]|\s[,.;:]|After this chapter", unescape(description)), (page, description)
        titles.setdefault(title, []).append(page)
        descriptions.setdefault(description, []).append(page)
    assert not [pages for pages in [*titles.values(), *descriptions.values()] if len(pages) > 1]


@pytest.mark.needs("chromium")
def test_a_report_begins_with_the_page_its_date_and_the_term(context, address):
    with context.new_page() as page:
        page.goto(f"{address}/book/report.html?page=book/index&changed=2027-02-03")
        text = page.input_value("#report")
    assert re.match(r"Page: book/index\nLast changed: 2027-02-03\nBook of: \d{4}-\w+\n", text)


@pytest.mark.needs("chromium")
def test_a_reader_can_skip_to_the_text_by_keyboard(context, address):
    with context.new_page() as page:
        page.goto(f"{address}/book/index.html")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to main content"
        page.keyboard.press("Enter")
        assert page.evaluate("location.hash") == "#main-content"


def test_the_book_builds_without_a_warning_and_asks_no_other_host(built):
    recipe = ["make", "--dry-run", "--assume-old=setup", "book"]
    assert "--warningiserror --nitpick" in subprocess.check_output(recipe, cwd=ROOT, text=True)
    assert (built / "_static" / "mathjax" / "formulas.css").is_file()
    assert not list((built / "_static" / "mathjax").glob("*.js"))
    foreign = re.compile(r'<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)="(?:https?:)?//[^"]*')
    there = list(built.glob("**/*.html"))
    assert len(there) > len(PAGES)
    assert not [found for page in there for found in foreign.findall(page.read_text())]


@pytest.mark.needs("chromium")
def test_the_pdf_has_the_numbers_of_the_book(built, taken_away):
    path = taken_away["pdf"]
    assert path.stat().st_size <= 12e6
    with pikepdf.open(path) as pdf:
        assert len(PAGES) < len(pdf.pages) <= 300
        assert pdf.docinfo["/Title"] == title_words(ROOT)["title"]
        assert pdf.docinfo["/Author"] == title_words(ROOT)["author"]
        assert pdf.Root["/Lang"] == "en"
        assert {"/Outlines", "/StructTreeRoot"} <= set(pdf.Root.keys())
        pictures = [it for it in pdf.objects if isinstance(it, pikepdf.Dictionary) and it.get("/S") == "/Figure"]
        assert len(pictures) > len(PAGES)
        assert not [picture for picture in pictures if not str(picture.get("/Alt", ""))]
    whole = words((ROOT / "_build" / "singlehtml" / "whole.html").read_text())
    glued = [text for page in PAGES for text in results((built / f"{page}.html").read_text())]
    assert len(glued) > 5
    assert not [text for text in glued if text not in whole]


def words(html):
    """The text of a page, without its marks."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def results(html):
    """The sentences of a page with a number in them, of which many come from code, and all printed outputs."""
    article = re.search(r'<article class="bd-article">(.*?)</article>', html, re.DOTALL).group(1)
    printed = re.sub(r'<div class="cell answer-code.*?</pre>', "", article, flags=re.DOTALL)  # paper can't be checked
    blocks = re.findall(r"<(p|pre)\b[^>]*>(.*?)</\1>", printed, re.DOTALL)
    plain = (words(block) for _, block in blocks if "<a " not in block)
    return [text for text in plain if re.search(r"\d", text)]


# --- the checks themselves ------------------------------------------------------------------------------------

SOUND = '<p>All is well.</p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="nothing">'
LABEL = ' aria-label="1"'
# A formula as the pages have it: what is drawn, and what is said.
DRAWN = f"""<mjx-container class="MathJax"><mjx-math aria-hidden="true"><mjx-mn>1</mjx-mn></mjx-math>
    <mjx-assistive-mml><math{LABEL}><mn>1</mn></math></mjx-assistive-mml></mjx-container>"""
BROKEN = {
    "console error": "<script>console.error('no')</script>",
    "console warning": "<script>console.warn('hm')</script>",
    "a script failed": "<script>null.length</script>",
    "asks another host": '<img src="http://127.0.0.2:9/x.png" alt="elsewhere">',
    "not loaded": '<img src="http://127.0.0.1:9/x.png" alt="nowhere">',
    "answered with 404": '<img src="missing.png" alt="missing">',
    "scrolls sideways": '<div style="width: 3000px">wide</div>',
    "letters twice as large: scrolls sideways": '<p style="width: 45rem">wide</p>',
    "letters twice as large: cut off": '<p style="width: 9em; font-size: 20px; overflow: hidden"><b '
    'style="font-size: 1rem; white-space: nowrap">one short line</b></p>',
    "all twice as large: scrolls sideways": '<p style="width: 900px">wide</p>',
    "a formula failed": '<mjx-merror>Undefined control sequence \\vw</mjx-merror>',
    "a picture without words": '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
    "image-alt": '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
    "color-contrast": '<p style="color: #999; background: #fff">pale</p>',
    'color-contrast: <span class="pale">': '<style>.pale { color: #999; background: #fff }</style>'
    '<pre><span class="dark">if</span> <span class="pale">then</span></pre>',
    "aria-roles": '<svg role="img" aria-label="a picture"><g><path d="M 0 0" role="imag"/></g></svg>',
    "label-content-name-mismatch": '<button aria-label="Go">Search</button>',
    "summary-name": f"<details><summary>{DRAWN.replace(LABEL, '')}</summary><p>text</p></details>",
    "aria-hidden-focus": f"<p>{DRAWN.replace('<mjx-math', '<mjx-math tabindex=0')}</p>",
    "aria-hidden-focus: <mjx-math": f"<p>{DRAWN.replace('<mjx-mn', '<mjx-mn tabindex=0')}</p>",
    "aria-roles: <mn": f"<p>{DRAWN.replace('<mn', '<mn role=imag')}</p>",
    "region": '</article></main><p>outside</p><main hidden><article>',
}


@pytest.fixture
def open_page(context, tmp_path):
    """What is said of a page with this in its text."""

    def opened(content, views=VIEWS[:1]):
        (tmp_path / "page.html").write_text(
            '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            '<title>A page</title><link rel="icon" href="data:,">'
            f"<main><article><h1>A page</h1>{content}</article></main>"
        )
        with served(tmp_path) as root, context.new_page() as page:
            return complaints(page, f"{root}/page.html", views)

    return opened


@pytest.mark.needs("chromium")
def test_a_sound_page_passes(open_page):
    assert open_page(SOUND) == []


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("kind", BROKEN)
def test_each_kind_of_fault_is_seen(kind, open_page):
    found = open_page(SOUND + BROKEN[kind])
    assert any(kind in complaint for complaint in found), listed(found)


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_faults_of_one_view_are_seen_in_it(view, open_page):
    query = f"(prefers-color-scheme: {view.scheme}) and (width: {view.width}px)"
    style = f"p {{ color: #000; background: #fff }} @media {query} {{ p {{ color: #bbb }} }}"
    found = open_page(f"<style>{style}</style>{SOUND}", VIEWS)
    assert {complaint.partition(":")[0] for complaint in found} == {str(view)}
