"""The lab, in a real browser: a student opens a problem set from the book, does it, and hands in what is downloaded.

Then all that could lose work or leave a student without a word: a new release, a second tab, no network, no room, a
browser that cannot, a file that does not arrive.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from contextlib import contextmanager

import handed
import pytest
from lab_site import ROOT, RUNTIME, STORE, build_page, two_terms, write_page
from reading import seen
from spoiling import flipped, spoilt_copy

import margin_lib
from browser import lab
from browser.sources import Trouble
from course.sets.testing import marking
from course.sets.variant import values
from tools.chromium import chromium
from tools.plain_server import served

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

SETS = lab.released_notebooks(ROOT / "assignments")
PS2 = SETS["ps2"]["file"]
PATIENCE = 120_000  # milliseconds; Python starts in ten seconds, on a machine that has nothing else to do
RUN = """async (code) => {
    const {sessions, kernels} = jupyterapp.serviceManager;
    while ([...sessions.running()].length === 0) await new Promise(done => setTimeout(done, 100));
    const kernel = kernels.connectTo({model: [...sessions.running()][0].kernel});
    const future = kernel.requestExecute({code});
    let text = "";
    future.onIOPub = ({content}) => text += content.text ?? content.evalue ?? content.data?.["text/plain"] ?? "";
    await future.done;
    return text;
}"""
OPENED = "globalThis.jupyterapp?.shell.currentWidget?.content.model.sharedModel.cells.length > 3"
STARTED = "[...jupyterapp.serviceManager.sessions.running()].length"
CELL = "jupyterapp.shell.currentWidget.content.model.sharedModel.cells.find(cell => cell.id === id)"
READ = f"id => {CELL}.source"
WRITE = f"([id, text]) => {CELL}.setSource(text)"
KEPT = """async (name) => {
    const asked = indexedDB.open(name);
    const database = await new Promise(done => asked.onsuccess = () => done(asked.result));
    const paths = database.transaction("files").objectStore("files").getAllKeys();
    await new Promise(done => paths.onsuccess = done);
    return paths.result;
}"""


# --- a site, and someone who visits it ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return two_terms(tmp_path_factory.mktemp("lab"))


@pytest.fixture(scope="module")
def address(site):
    with served(site.parent.parent) as root:
        yield f"{root}/site/{site.name}"


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


class Student:
    """A browser of one's own, and what it asked for."""

    def __init__(self, context, address):
        self.context, self.address, self.asked = context, address, []
        context.set_default_timeout(PATIENCE)
        context.on("request", lambda request: self.asked.append(request.url))
        self.page = context.new_page()

    def open(self, where="lab/open.html?set=ps2", page=None):
        """Open a problem set, and wait for its cells."""
        page = page or self.page
        page.goto(f"{self.address}/{where}")
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        page.wait_for_function(OPENED)
        return page

    def menu(self, *names):
        for name in names:
            self.page.get_by_role("menuitem", name=name, exact=True).click()

    def foreign(self):
        host = "/".join(self.address.split("/")[:3])
        return [url for url in self.asked if not url.startswith((host, "blob:", "data:"))]


@contextmanager
def visit(browser, address, before=None, **options):
    context = browser.new_context(accept_downloads=True, **options)
    if before:
        context.add_init_script(before)
    student = Student(context, address)
    yield student
    context.close()
    assert not student.foreign()


@pytest.fixture
def student(browser, address):
    with visit(browser, address) as one:
        yield one


def answer(page, text, cell="answer-perceptron"):
    page.evaluate(WRITE, [cell, text])


def save(page):
    page.evaluate("jupyterapp.commands.execute('docmanager:save')")


def begin_save(page):
    """Save, where a dialog comes first."""
    page.evaluate("void jupyterapp.commands.execute('docmanager:save')")


# --- the scenario ---------------------------------------------------------------------------------------------


def test_a_student_does_a_set_in_the_browser_and_what_is_downloaded_gets_all_points(student, tmp_path):
    page = student.page
    page.goto(f"{student.address}/index.html")
    page.get_by_role("link", name="Do it in the browser").click()
    page.wait_for_function(OPENED)
    source = handed.SOURCES["ps2"]
    solved = marking.model(source, values(source, handed.TERM))
    for name, code in solved.items():
        answer(page, code, f"answer-{name}")
    answer(page, "With a start of its own the bound is what it was, and a constant.", "written-start")
    page.locator(".jp-CodeCell .cm-content").first.wait_for()
    student.menu("Run", "Run All Cells")
    page.wait_for_function("/form and example are right in \\d+ of \\d+ parts/.test(document.body.innerText)")
    shown = page.locator(".jp-OutputArea-output table").last.inner_text()
    assert f"right in {len(solved)} of {len(solved)} parts" in shown
    points = sum(cell.points for cell in source.cells if cell.kind == "test")
    assert page.locator(".jp-OutputArea-output[data-mime-type*='stderr']").count() == 0
    assert page.evaluate(f"id => {CELL}.execution_count", "given-01") == 1
    save(page)
    with page.expect_download() as coming:
        student.menu("File", "Download")
    assert coming.value.suggested_filename == PS2
    (tmp_path / "handed" / "ada").mkdir(parents=True)
    coming.value.save_as(tmp_path / "handed" / "ada" / PS2)
    assert graded(tmp_path) == points


def graded(folder):
    """The points of what ada handed in, by the instructor's commands."""
    (folder / "roster.csv").write_text("id,name\nada,Ada Lovelace\n")
    term, at = folder / "term", ["--term-dir", str(folder / "term")]
    course("init", str(term), "--term", handed.TERM, "--roster", str(folder / "roster.csv"))
    course("collect", "ps2", str(folder / "handed"), *at)
    course("grade", "ps2", *at)
    [result] = [json.loads(path.read_text()) for path in term.rglob("*.json") if "cells" in path.read_text()]
    assert result["state"] == "graded", result
    return sum(cell["score"] for cell in result["cells"].values() if cell["score"])


def course(*words):
    done = subprocess.run(
        [sys.executable, "-m", "course", *words],
        cwd=ROOT,
        env=os.environ | {"COURSE_KEY": "the tests' own key"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_each_set_opens_with_python_and_the_library(student):
    for name, released in SETS.items():
        page = student.open(f"lab/open.html?set={name}")
        assert page.url.endswith(f"notebooks/index.html?path={released['file']}")
    old = "from margin_lib.selfcheck import selfcheck"  # what notebooks that are out import
    code = f"import margin_lib, cvxpy\nfrom margin_lib import plots\n{old}\nmargin_lib.__version__"
    assert page.evaluate(RUN, code) == repr(margin_lib.__version__)
    assert page.evaluate(KEPT, STORE) == []  # what was only opened is no work


# --- releases -------------------------------------------------------------------------------------------------


def test_work_is_kept_and_is_there_again(student):
    page = student.open()
    answer(page, "mine = 1")
    save(page)
    student.open()
    assert page.evaluate(READ, "answer-perceptron") == "mine = 1"


def test_a_new_release_does_not_hide_behind_work_on_the_old_one_nor_the_old_one_behind_it(student):
    page = student.open("../2026-autumn/lab/open.html?set=ps2")
    answer(page, "mine = 'old'")
    save(page)
    [old] = page.evaluate(KEPT, STORE)
    page.goto(f"{student.address}/lab/open.html?set=ps2")
    new_one, old_one = page.locator("article.new"), page.locator("article.old")
    assert PS2 in new_one.inner_text()
    assert "not begun" in new_one.inner_text()
    assert old in old_one.inner_text()
    assert re.search(r"2026-autumn[^$]*last changed by you \d", old_one.inner_text())
    with page.expect_download() as coming:
        old_one.get_by_role("link", name="Download").click()
    assert coming.value.suggested_filename == old
    cells = {cell["id"]: "".join(cell["source"]) for cell in json.loads(coming.value.path().read_text())["cells"]}
    assert cells["answer-perceptron"] == "mine = 'old'"
    page.get_by_role("link", name="Open the new one").click()
    page.wait_for_function(OPENED)
    assert "Replace this line" in page.evaluate(READ, "answer-perceptron")
    assert page.evaluate(KEPT, STORE) == [old]
    page.goto(f"{student.address}/lab/open.html?set=ps2")
    page.get_by_role("link", name="Open the old one").click()
    page.wait_for_function(OPENED)
    assert page.evaluate(READ, "answer-perceptron") == "mine = 'old'"
    page.evaluate(RUN, "import os")
    assert page.evaluate(RUN, "os.environ['JPY_SESSION_NAME']") == repr(old)  # what selfcheck() goes by
    assert page.evaluate(RUN, "os.path.isfile(os.environ['JPY_SESSION_NAME'])") == "True"


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_the_way_in_can_be_read_by_everyone(width, scheme, browser, address):
    with visit(browser, address, viewport={"width": width, "height": 800}, color_scheme=scheme) as student:
        student.page.goto(f"{address}/lab/open.html")
        student.page.wait_for_selector("#kept:not([hidden])")
        assert student.page.locator("article").count() == len(SETS)
        assert student.page.locator("#size").inner_text() == "Less than 0.1 MB."  # of this page itself
        assert not seen(student.page)


# --- nothing is lost ------------------------------------------------------------------------------------------


def test_a_second_tab_is_asked_before_it_overwrites_the_first(student):
    first = student.open()
    second = student.open(page=student.context.new_page())
    answer(first, "one = 1")
    save(first)
    answer(second, "two = 2")
    begin_save(second)
    dialog = second.locator(".jp-Dialog")
    dialog.wait_for()
    assert "has changed on disk" in dialog.inner_text()
    dialog.get_by_role("button", name="Revert").click()
    second.wait_for_function(f"(({READ})('answer-perceptron')) === 'one = 1'")


def test_with_the_network_off_the_lab_still_opens_runs_and_keeps(student):
    page = student.open()
    assert page.evaluate(RUN, "import margin_lib; 6 * 7") == "42"
    page.wait_for_load_state("networkidle")
    student.context.set_offline(True)
    student.open()
    assert page.evaluate(RUN, "import margin_lib; 6 * 7") == "42"
    answer(page, "mine = 1")
    save(page)
    student.open()
    assert page.evaluate(READ, "answer-perceptron") == "mine = 1"


def test_what_is_kept_for_times_without_a_network_can_be_removed_and_the_work_stays(student):
    page = student.open()
    answer(page, "mine = 1")
    save(page)
    page.goto(f"{student.address}/lab/open.html")
    page.wait_for_selector("#kept:not([hidden])")
    assert float(page.locator("#size").inner_text().removesuffix(" MB.")) > 1
    page.locator("#clear").click()
    page.get_by_text("Nothing is kept now.").wait_for()
    assert page.locator("#clear").is_disabled()
    student.open()
    assert page.evaluate(READ, "answer-perceptron") == "mine = 1"


FULL = """
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...row) {
        if (localStorage.getItem("full")) throw new DOMException("There is no room.", "QuotaExceededError");
        return put.apply(this, row);
    };
"""


def test_where_there_is_no_room_the_student_is_told_and_nothing_is_lost(browser, address):
    with visit(browser, address, FULL) as student:
        page = student.open()
        answer(page, "mine = 1")
        save(page)
        page.evaluate("localStorage.setItem('full', 'yes')")
        answer(page, "mine = 2")
        begin_save(page)
        dialog = page.locator(".jp-Dialog").filter(has_text="There is no room.")
        dialog.wait_for()
        assert "File Save Error" in dialog.inner_text()
        dialog.get_by_role("button", name="Close").click()
        assert page.evaluate(READ, "answer-perceptron") == "mine = 2"
        other = student.context.new_page()
        other.goto(f"{student.address}/lab/open.html?set=ps2")
        other.get_by_text("keeps nothing here (QuotaExceededError)").wait_for()
        with other.expect_download() as coming:
            other.get_by_role("link", name=f"Download your {PS2}").click()
        assert "mine = 1" in coming.value.path().read_text()


MISSING = {
    "storage": ("IDBFactory.prototype.open = () => { throw new DOMException('', 'no'); }", "keeps nothing here (no)"),
    "IndexedDB": ("Object.defineProperty(globalThis, 'indexedDB', {value: undefined})", "has no IndexedDB"),
    "WebAssembly": ("delete globalThis.WebAssembly", "does not run WebAssembly"),
    "modules in workers": ("globalThis.Worker = class { constructor() {} terminate() {} }", "modules in workers"),
}


@pytest.mark.parametrize("what", MISSING)
def test_a_browser_that_cannot_says_so_and_offers_the_notebook(what, browser, address):
    before, sentence = MISSING[what]
    with visit(browser, address, before) as student:
        page = student.page
        page.goto(f"{address}/lab/open.html?set=ps2")
        page.get_by_text(sentence).wait_for()
        link = page.get_by_role("link", name="Download ps2.ipynb")
        assert link.get_attribute("href") == f"files/{PS2}"
        with urllib.request.urlopen(f"{address}/lab/files/{PS2}") as given:
            assert json.load(given)["cells"]


def test_the_lab_leaves_the_service_worker_of_the_book_alone(site, student):
    (site / "of-the-book.js").write_text("// serves nothing\n")
    page = student.page
    page.goto(f"{student.address}/index.html")
    page.evaluate("navigator.serviceWorker.register('of-the-book.js').then(() => navigator.serviceWorker.ready)")
    student.open()
    student.open()
    scripts = "async () => (await navigator.serviceWorker.getRegistrations()).map(one => one.active?.scriptURL ?? '')"
    assert any(url.endswith("of-the-book.js") for url in page.evaluate(scripts))


# --- Python does not arrive -----------------------------------------------------------------------------------


FAULTS = {
    "no core": ("pyodide.asm.wasm", None, ""),
    "a wrong wheel of the kernel": ("comm-*.whl", flipped, ""),
    "a wrong wheel of a cell": ("numpy-*.whl", flipped, "import numpy"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_file_that_does_not_arrive_is_named_with_a_way_out(fault, site, browser, tmp_path):
    pattern, change, code = FAULTS[fault]
    [missed] = site.glob(f"{RUNTIME}/{pattern}")
    spoilt_copy(site, tmp_path / "book", f"{RUNTIME}/{pattern}", change)
    with served(tmp_path) as root, visit(browser, f"{root}/book") as student:
        student.page.clock.install()
        page = student.open()
        if change is None:  # then Python says nothing, and is looked into after half a minute
            page.wait_for_function(STARTED)
            page.clock.fast_forward(30_000)
        if code:
            page.evaluate(RUN, code)
        notice = page.get_by_role("alert").filter(has_text="Python cannot run here")
        notice.wait_for()
        assert missed.name in notice.inner_text()
        assert "File, Download" in notice.inner_text()
        answer(page, "mine = 1")
        save(page)
        assert page.evaluate(KEPT, STORE) == [PS2]


# --- how it is built ------------------------------------------------------------------------------------------


def test_of_all_extensions_installed_here_only_the_kernel_and_our_notices_are_in_it(site):
    said = json.loads((site / "lab" / "jupyter-lite.json").read_text())["jupyter-config-data"]
    names = [extension["name"] for extension in said["federated_extensions"]]
    assert sorted(names) == ["@jupyterlite/pyodide-kernel-extension", "@maximizing-the-margin/notices"]
    assert not list((site / "lab").rglob("*.map"))


def test_a_build_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "made.json").write_text("{}")
    monkeypatch.setattr(lab, "JUPYTERLITE_COMMAND", [sys.executable, "-c", "raise SystemExit('no such thing')"])
    with pytest.raises(Trouble, match="no such thing"):
        lab.build_lab(tmp_path / "lab", say=lambda line: None)
    assert [path.name for path in tmp_path.iterdir()] == ["lab"]
    assert (tmp_path / "lab" / "made.json").read_text() == "{}"


def test_the_link_stands_on_the_page_only_where_there_is_a_lab_and_comes_and_goes_with_it(site, tmp_path):
    write_page(tmp_path / "source")
    html = tmp_path / "made" / "html"
    assert "Do it in the browser" not in build_page(tmp_path / "source", html)
    for name in ("lab", "runtime"):
        shutil.copytree(site.parent.parent / "made" / name, tmp_path / "made" / name, copy_function=os.link)
    assert 'href="lab/open.html?set=ps2"' in build_page(tmp_path / "source", html)
    assert (html / "lab" / "open.html").is_file()
    shutil.rmtree(tmp_path / "made" / "lab")
    assert "Do it in the browser" not in build_page(tmp_path / "source", html)
    assert not (html / "lab").exists()
