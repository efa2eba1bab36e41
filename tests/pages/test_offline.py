"""The book without a network: what was read and run stays, all of it can be kept, and nothing stands in the way."""

import hashlib
import io
import os
import shutil
import zipfile
from contextlib import ExitStack

import pytest
from page_reader import PATIENCE, RUNTIME, Reader
from reading import seen
from spoiling import flipped

from browser import wheels
from tools.plain_server import Quiet, served

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

PAGE = "book/prerequisites"
KEPT = """async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async name => (await (await caches.open(name)).keys()).map(r => r.url)));
    return all.flat();
}"""


@pytest.fixture
def host(site):
    """A host of the book that can be switched off, at an address that stays."""
    with ExitStack() as on:
        root = on.enter_context(served(site.parent.parent))
        yield f"{root}/some/folder", on.close


@pytest.fixture
def reader(browser):
    context = browser.new_context()
    yield Reader(context.new_page())
    context.close()


def kept(reader, pattern):
    """Wait until a file of this name is kept."""
    for _ in range(PATIENCE // 200):
        if any(pattern in url for url in reader.page.evaluate(KEPT)):
            return
        reader.page.wait_for_timeout(200)
    raise AssertionError(f"{pattern} was not kept")


ASK_TO_KEEP = """async (url) => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const ended = new Promise((resolve) => { port1.onmessage = ({ data }) => data.ended && resolve(data); });
    active.postMessage({ task: "keep", urls: [url] }, [port2]);
    return ended;
}"""


def test_before_the_first_press_there_is_no_service_worker_and_nothing_is_kept(reader, host):
    address, _ = host
    reader.page.goto(f"{address}/{PAGE}.html")
    reader.page.wait_for_load_state("networkidle")
    assert reader.page.evaluate("navigator.serviceWorker.getRegistration().then(found => found === undefined)")
    assert reader.page.evaluate(KEPT) == []


def test_a_page_whose_cell_was_run_opens_and_runs_when_the_host_is_gone(reader, host):
    address, switch_off = host
    reader.page.goto(f"{address}/{PAGE}.html")
    assert reader.run(0).startswith("Done")
    for name in ("pyodide.asm.wasm", "margin_lib-", "numpy-"):
        kept(reader, name)
    reader.page.goto(f"{address}/book/map.html")  # read, not run
    kept(reader, "book/map.html")
    switch_off()
    reader.page.goto(f"{address}/book/map.html")
    assert "map" in reader.page.title().lower()
    reader.page.goto(f"{address}/{PAGE}.html")
    reader.type(0, "import margin_lib\nfloat(margin_lib.radius([[3.0, 4.0]]))")
    assert reader.run(0).startswith("Done")
    assert reader.own(0).strip() == "5.0"
    reader.page.goto(f"{address}/book/slack.html")
    assert "was not kept" in reader.page.inner_text("body")


def test_the_whole_book_is_kept_read_and_run_without_its_host_and_cleared(reader, host):
    address, switch_off = host
    page = reader.page
    page.goto(f"{address}/book/python-here.html")
    place = page.locator(".offline")
    page.wait_for_selector("text=Nothing of this book is kept")
    place.get_by_role("button", name="Keep the whole book").click()
    page.wait_for_selector("text=All of it is there")
    assert not seen(page)
    switch_off()
    page.goto(f"{address}/book/slack.html")
    assert page.evaluate("[...document.images].every(image => image.complete && image.naturalWidth > 0)")
    fonts = page.evaluate("document.fonts.ready.then(all => [...all].map(font => `${font.family} ${font.status}`))")
    assert "MJXTEX loaded" in fonts
    page.goto(f"{address}/{PAGE}.html")
    reader.type(0, "from margin_lib.plots import picture, plot_losses\nimport cvxpy\npicture(plot_losses())")
    assert reader.run(0).startswith("Done")
    page.goto(f"{address}/book/python-here.html")
    place.get_by_role("button", name="Clear").click()
    page.wait_for_selector("text=Nothing of this book is kept")
    assert page.evaluate(KEPT) == []
    assert page.evaluate(f"localStorage.getItem('cells of {PAGE}')")


@pytest.fixture
def ten_minutes(monkeypatch):
    """The host lets files be kept for ten minutes, as GitHub Pages does."""

    def end_headers(handler, plain=Quiet.end_headers):
        handler.send_header("Cache-Control", "max-age=600")
        plain(handler)

    monkeypatch.setattr(Quiet, "end_headers", end_headers)


def put(path, data):
    """Put a file in its place at once: one that is being sent goes on as it was, and is not cut off in the middle."""
    beside = path.with_suffix(".new")
    beside.write_bytes(data)
    beside.replace(path)


def test_a_core_that_was_cut_off_is_asked_for_again(reader, host, site, ten_minutes):
    address, _ = host
    core = site / RUNTIME / "python_stdlib.zip"
    whole = core.read_bytes()
    put(core, whole[:1000])
    try:
        reader.page.goto(f"{address}/{PAGE}.html")
        assert "Python could not be loaded" in reader.run(0)
    finally:
        put(core, whole)
    assert reader.run(0).startswith("Done")


def test_a_file_that_was_cut_off_is_not_kept(reader, host, site, ten_minutes):
    address, _ = host
    [wheel] = (site / RUNTIME).glob("numpy-*.whl")
    whole = wheel.read_bytes()
    put(wheel, flipped(whole))
    try:
        reader.page.goto(f"{address}/{PAGE}.html")
        assert "did not arrive whole" in reader.run(0)
        reader.type(0, "'core'")
        reader.run(0)
        kept(reader, "pyodide.asm.wasm")  # the service worker is there
        asked = reader.page.evaluate(ASK_TO_KEEP, f"{address}/{RUNTIME}/{wheel.name}")
        assert not asked["full"]
        assert not [url for url in reader.page.evaluate(KEPT) if "/numpy-" in url]
    finally:
        put(wheel, whole)
    reader.type(0, "import numpy\nnumpy.arange(4).sum()")
    assert reader.run(0).startswith("Done")
    kept(reader, "/numpy-")


def test_a_new_edition_is_seen_though_the_host_lets_files_be_kept_for_ten_minutes(reader, site, tmp_path, ten_minutes):
    shutil.copytree(site, tmp_path / "site", copy_function=os.link)
    with served(tmp_path / "site") as address:
        reader.page.goto(f"{address}/{PAGE}.html")
        assert reader.run(0).startswith("Done")
        kept(reader, "margin_lib-")
        reader.page.wait_for_timeout(500)
        publish_another_library(tmp_path / "site" / RUNTIME)
        reader.page.reload()
        reader.type(0, "import margin_lib\nmargin_lib.edition")
        assert reader.run(0).startswith("Done")
        assert reader.own(0).strip() == "'second'"
        reader.page.wait_for_timeout(500)
        assert len([url for url in reader.page.evaluate(KEPT) if "/margin_lib-" in url]) == 1


def publish_another_library(folder):
    """Let the runtime have a margin_lib that says of itself that it is the second edition."""
    [old] = folder.glob("margin_lib-*.whl")
    made = io.BytesIO()
    with zipfile.ZipFile(old) as before, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as after:
        for name in before.namelist():
            if "margin_lib/__pycache__/__init__" not in name:
                added = b"\nedition = 'second'\n" if name == "margin_lib/__init__.py" else b""
                after.writestr(name, before.read(name) + added)
    new = wheels.tagged(old.name, made.getvalue())
    digests = [hashlib.sha256(data).hexdigest() for data in (old.read_bytes(), made.getvalue())]
    for name in ("pyodide-lock.json", "about.json"):
        text = (folder / name).read_text().replace(old.name, new).replace(*digests)
        (folder / name).unlink()
        (folder / name).write_text(text)
    old.unlink()
    (folder / new).write_bytes(made.getvalue())


def test_where_there_is_no_room_cells_run_and_the_reader_is_told(reader, host):
    address, _ = host
    session = reader.page.context.new_cdp_session(reader.page)
    reader.page.goto(f"{address}/{PAGE}.html")
    session.send("Storage.overrideQuotaForOrigin", {"origin": "/".join(address.split("/")[:3]), "quotaSize": 2_000_000})
    reader.press(0, "Run")
    assert reader.status(0, "/no room/").startswith("Done")
    reader.page.goto(f"{address}/book/python-here.html")
    reader.page.get_by_role("button", name="Keep the whole book").click()
    reader.page.wait_for_selector("text=There was no room for the rest")


def test_without_service_workers_cells_run_and_the_page_says_what_to_do(browser, host):
    address, _ = host
    context = browser.new_context()
    context.add_init_script("delete Navigator.prototype.serviceWorker")
    reader = Reader(context.new_page())
    reader.page.goto(f"{address}/{PAGE}.html")
    assert reader.run(0).startswith("Done")
    reader.page.goto(f"{address}/book/python-here.html")
    reader.page.wait_for_selector("text=lets no page keep files")
    assert not reader.wrong
    context.close()


def test_two_tabs_change_two_cells_and_neither_is_lost(reader, host):
    address, _ = host
    other = Reader(reader.page.context.new_page())
    for tab in (reader, other):
        tab.page.goto(f"{address}/book/perceptron-bound.html")
    first, second = reader.open_cells()[:2]
    reader.type(first, "'first'")
    other.type(second, "'second'")
    reader.page.reload()
    reader.page.wait_for_selector("textarea")
    assert [area.input_value() for area in reader.page.locator("textarea").all()] == ["'first'", "'second'"]


def test_the_same_cell_changed_in_two_tabs_is_told_and_stays_as_it_is_in_both(reader, host):
    address, _ = host
    other = Reader(reader.page.context.new_page())
    for tab in (reader, other):
        tab.page.goto(f"{address}/{PAGE}.html")
    reader.type(0, "'first'")
    other.type(0, "'second'")
    assert "another tab" in reader.status(0, "/another tab/")
    assert reader.page.locator("textarea").input_value() == "'first'"
    assert other.page.locator("textarea").input_value() == "'second'"
