"""The built book, which one worker makes for all."""

import fcntl
import json
import shutil

import publishing
import pytest
from built_book import HTML, make, shared
from page_reader import RUNTIME

import offline
from browser import runtime
from tools import machine, take_away
from tools.chromium import chromium
from tools.plain_server import served


def pytest_itemcollected(item):
    """What needs the whole book is slow, also where its module is not."""
    if "built" in item.fixturenames:
        item.add_marker("slow")


@pytest.fixture(scope="session")
def built(tmp_path_factory, request):
    """The folder of the built book. One worker builds it, and publishes it if a test wants that; the others wait."""
    folder = shared(tmp_path_factory)
    with (folder / "book.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "book.built").exists():
            make("book")
            wanted = {name for test in request.session.items for name in test.fixturenames}
            if wanted & {"published", "taken_away"} and not machine.trouble(machine.TOOLS["chromium"]):
                for kind in take_away.KINDS:
                    make(kind)
            if "published" in wanted:
                publishing.publish(folder)
            (folder / "book.built").touch()
    return HTML


@pytest.fixture(scope="session")
def taken_away(built):
    """The files of the book to take away, by kind; who builds the book makes them, before anybody reads it."""
    return {kind: take_away.file_of(kind) for kind in take_away.KINDS}


@pytest.fixture(scope="module")
def context():
    """A browser, as one reader has it."""
    with chromium() as browser:
        yield browser.new_context()


@pytest.fixture(scope="module")
def address(built):
    """The book as it stands in a folder of some server."""
    with served(built.parent) as root:
        yield f"{root}/{built.name}"


@pytest.fixture
def reader(context, address):
    """A page in a browser that remembers nothing yet, on a Monday."""
    with context.browser.new_context(has_touch=True) as own:
        page = own.new_page()
        page.clock.install(time="2027-03-01T10:00:00")
        page.book = f"{address}/book"
        yield page


@pytest.fixture(scope="module")
def site(built, tmp_path_factory):
    """The book with its Python, as a folder that may be spoilt."""
    folder = tmp_path_factory.mktemp("site") / "some" / "folder"
    shutil.copytree(built, folder, ignore=shutil.ignore_patterns("runtime"))
    runtime.build_runtime(folder / RUNTIME)
    files = offline.list_files(folder)  # the runtime is there only now
    (folder / "offline.json").write_text(json.dumps({"files": files}))
    return folder


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running
