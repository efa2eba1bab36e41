"""Cells of the built book, run in a real browser: every cell of every page, and all that can go wrong.

The runtime is put together once, in about half a minute, or in seconds where its downloads are kept.
"""

import json
import re

import nbformat
import pytest
from built_book import PAGES, has_code
from page_reader import EVERYTHING, READ, RESTING, RUNTIME, Lender, Reader
from reading import seen
from spoiling import flipped, spoilt_copy

from tools.plain_server import served

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]


NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:e[-+]?\d+)?")
STEP = re.compile(r" at (?:update|point|coordinate|step) \d+")
# How many multipliers a solver leaves just above zero is a matter of the solver.
BY_CLARABEL = re.compile(r"multipliers above 0: \d+")
# Runs whose order of corrections hangs on the last bit of a number, which another BLAS rounds another way: only their
# words are compared. They pick by `hot`, the worst of several mistakes that are as good as equal.
BY_ROUNDING = {("book/solvers", 6), *(("book/incremental", cell) for cell in (10, 11, 12, 15))}


# --- the site -------------------------------------------------------------------------------------------------


@pytest.fixture
def read(browser):
    """Opens a page of the book in a new browser context."""
    contexts = []

    def opened(page, address):
        contexts.append(browser.new_context())
        reader = Reader(contexts[-1].new_page())
        reader.page.goto(f"{address}/{page}.html")
        return reader

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="module")
def address(site):
    with served(site.parent.parent) as root:
        yield f"{root}/some/folder"


@pytest.fixture
def spoilt(site, tmp_path):
    """The site in which one file of the runtime was changed by a function, or is missing."""

    def serve(pattern, change=None):
        return served(spoilt_copy(site, tmp_path / "site", f"{RUNTIME}/{pattern}", change))

    return serve


# --- the same numbers -----------------------------------------------------------------------------------------


def differences(book, own):
    """The lines in which two outputs are not the same, up to what rounding may change."""
    book, own = ([" ".join(line.split()) for line in text.split("\n") if line.strip()] for text in (book, own))
    if len(book) != len(own):  # a line may be broken where a number is longer
        book, own = [" ".join(book)], [" ".join(own)]
    return [pair for pair in zip(book, own, strict=True) if not same(*pair)]


def same(one, other):
    """Whether two lines say the same. Where rounding picks another of several equal steps, its numbers are others."""
    one, other = (BY_CLARABEL.sub("", line) for line in (one, other))
    steps = STEP.findall(one), STEP.findall(other)
    if NUMBER.split(STEP.sub("", one)) != NUMBER.split(STEP.sub("", other)):
        return False
    if steps[0] != steps[1]:
        return True
    pairs = zip(map(float, NUMBER.findall(one)), map(float, NUMBER.findall(other)), strict=True)
    return all(abs(a - b) <= 1e-5 * max(1.0, abs(a), abs(b)) for a, b in pairs)


def test_a_wrong_number_word_or_line_is_a_difference_and_rounding_is_none():
    assert not differences("w [0.5 1e-16]\nend", "w  [0.5 3e-15]\nend\n")
    assert not differences("x: 3 = 3 at update 1", "x: 4 = 4 at update 2")
    for wrong in ("w [0.51 1e-16]\nend", "v [0.5 1e-16]\nend", "w [0.5 1e-16]", "w [0.5 -1e-3]\nend"):
        assert differences("w [0.5 1e-16]\nend", wrong)


@pytest.fixture(scope="module")
def lender(browser, address):
    with browser.new_context() as context:
        yield Lender(context, f"{address}/book/python-here.html")


IMPORT = re.compile(r"^\s*(?:from|import) ([\w.]+)", re.MULTILINE)


def packages(site, page):
    """The packages that the cells of a page import, in one word."""
    lock = json.loads((site / RUNTIME / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    notebook = nbformat.read(site / "notebooks" / f"{page}.ipynb", as_version=4)
    imported = {name for cell in notebook.cells if cell.cell_type == "code" for name in IMPORT.findall(cell.source)}
    return "+".join(sorted(name for name, entry in lock.items() if imported & set(entry["imports"])))


@pytest.mark.parametrize("page", [page for page in PAGES if has_code(page)])
def test_every_cell_of_a_page_shows_what_the_book_shows(page, lender, site, address):
    reader = lender.open(f"{address}/{page}.html", packages(site, page))
    with reader.page:
        reader.page.evaluate(EVERYTHING)
        reader.page.wait_for_function(
            f"() => [...document.querySelectorAll('.run-status')].every(line => {RESTING}.test(line.textContent))"
        )
        cells = reader.page.evaluate(READ)
    assert cells
    assert not [cell for cell in cells if not cell["status"].startswith("Done")]
    for number, cell in enumerate(cells, 1):
        texts = cell["book"], cell["own"]
        if (page, number) in BY_ROUNDING:
            texts = tuple(NUMBER.sub("", text) for text in texts)
        assert not differences(*texts), number
    asked = lender.window.asked + reader.asked
    assert any(url.endswith(".wasm") for url in asked)  # what the worker asks for is seen here, too
    assert not [url for url in asked if not url.startswith((address.rpartition("/some/")[0], "data:", "blob:"))]
    assert not lender.window.wrong + reader.wrong


def test_a_page_that_shares_python_begins_without_the_names_of_the_page_before(lender, address):
    statuses = []
    for code in ("kept = 1", "kept"):
        reader = lender.open(f"{address}/book/prerequisites.html", "of its own")
        with reader.page:
            reader.type(0, code)
            statuses.append(reader.run(0))
            reader.press(0, "Reset")
    assert statuses[0].startswith("Done")
    assert statuses[1].startswith("Ended in an error: NameError")


# --- what a reader does ---------------------------------------------------------------------------------------


def test_nothing_is_loaded_before_the_first_press(read, address):
    reader = read("book/perceptron", address)
    reader.page.wait_for_load_state("networkidle")
    assert not [url for url in reader.asked if "/run-" in url or "/runtime/" in url]


def test_a_cell_is_changed_run_kept_over_a_visit_and_set_back(read, address):
    reader = read("book/prerequisites", address)
    before = reader.page.evaluate(READ)[0]["book"]
    reader.type(0, "total = sum(range(10))\ntotal")
    assert reader.run(0).startswith("Done")
    assert reader.own(0).split() == ["45"]
    reader.page.reload()
    assert reader.status(0) == "As you changed it last time"
    assert reader.page.locator("textarea").input_value() == "total = sum(range(10))\ntotal"
    reader.press(0, "Reset")
    assert reader.page.locator("textarea").count() == 0
    assert reader.page.locator(".cell_output .output:visible").first.inner_text().strip() in before
    reader.page.reload()
    assert reader.page.locator(".run-status").first.inner_text() == ""


@pytest.fixture(params=["on a plain host", "where the page may share memory"])
def loop(request, read, address):
    """A page whose cell runs for ever, after `x = 1` in the same Python; and whether x outlives its end."""
    isolated = request.param != "on a plain host"
    reader = read("book/prerequisites", address)
    if isolated:
        reader.page.context.route("**/*", isolate)
        reader.page.reload()
        assert reader.page.evaluate("crossOriginIsolated")
    reader.type(0, "x = 1")
    assert reader.run(0).startswith("Done")
    reader.type(0, "print('begun')\nwhile True: pass")
    reader.press(0, "Run")
    reader.page.wait_for_selector(".run-own >> text=begun")
    yield reader, isolated
    reader.page.context.unroute_all(behavior="ignoreErrors")  # files may still be on their way into what is kept


def isolate(route):
    answer = route.fetch()
    headers = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}
    route.fulfill(response=answer, headers=answer.headers | headers)


def test_an_endless_loop_is_stopped_and_the_page_goes_on(loop):
    reader, isolated = loop
    assert reader.page.evaluate("1 + 1") == 2
    reader.press(0, "Stop")
    said = reader.status(0, "/Stopped/")
    assert ("gone" in said) != isolated
    reader.type(0, "'x' in globals()")
    assert reader.run(0).startswith("Done")
    assert reader.own(0).strip() == str(isolated)


def test_an_error_is_shown_in_place_and_a_cell_below_says_which_cell_failed(read, address):
    reader = read("book/perceptron-bound", address)
    first, second = reader.open_cells()[:2]
    reader.type(first, "import math\nmath.sqrt('x')")
    assert reader.run(second) == f"Not run: cell {first + 1}, above, ends in an error."
    assert "TypeError" in reader.own(first)
    assert reader.own(second) == ""
    assert f'File "<cell {first + 1}>", line 2' in reader.own(first)
    assert reader.run(first).startswith("Ended in an error: TypeError")


def test_a_mark_says_that_a_cell_runs_and_buttons_wait_until_it_is_pointed_at_or_has_the_focus(read, address):
    page = read("book/prerequisites", address).page
    seen = "getComputedStyle(document.querySelector('.run-buttons')).opacity"
    mark = "getComputedStyle(document.querySelector('.cell_input'), '::before')"
    assert page.evaluate(f"parseFloat({mark}.width)") > 5
    assert page.evaluate(f"{mark}.clipPath").startswith("polygon")
    assert page.evaluate(seen) == "0"
    page.locator(".cell").hover()
    assert page.evaluate(seen) == "1"
    page.mouse.move(0, 0)
    assert page.evaluate(seen) == "0"
    page.locator("button[value=Run]").focus()
    assert page.evaluate(seen) == "1"


def test_buttons_are_always_there_for_a_finger(browser, address):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{address}/book/prerequisites.html")
    assert page.evaluate("getComputedStyle(document.querySelector('.run-buttons')).opacity") == "1"
    context.close()


def test_a_cell_that_only_imports_is_out_of_sight_until_it_fails(read, address):
    reader = read("book/perceptron", address)
    setup = reader.page.locator(".cell").first
    assert not setup.is_visible()
    reader.page.evaluate("document.querySelector('.cell .cell_input pre').textContent = 'import nothing_like_it'")
    assert reader.run(reader.open_cells()[0]) == "Not run: cell 1, above, ends in an error."
    assert setup.is_visible()
    assert "nothing_like_it" in setup.inner_text()


def test_a_pictures_code_opens_under_its_caption(read, address):
    page = read("book/perceptron", address).page
    cell = page.locator(".cell:has(#fig-perceptron-run)")
    code = cell.locator(".cell_input")
    assert not code.is_visible()
    cell.locator("summary").click()
    assert code.is_visible()
    assert code.bounding_box()["y"] > cell.locator("figcaption").bounding_box()["y"]


def test_a_package_that_no_import_announced_is_loaded_and_the_reader_told(read, address):
    reader = read("book/prerequisites", address)
    reader.type(0, "module = __import__('mat' + 'plotlib')")
    assert "matplotlib was not there; now it is: run the cell again" in reader.run(0)
    assert reader.run(0).startswith("Done")


def test_everything_can_be_done_by_keyboard(read, address):
    reader = read("book/prerequisites", address)
    page = reader.page
    page.locator("button[value=Edit]").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.localName === 'textarea'")
    page.keyboard.press("Control+a")
    page.keyboard.type("for i in range(2):\nprint(i)")
    assert page.locator("textarea").input_value() == "for i in range(2):\n    print(i)"
    page.keyboard.press("Shift+Enter")
    assert reader.status(0).startswith("Done")
    assert page.locator(".run-spoken").inner_text() == page.locator(".run-status").inner_text()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.value") == "Run"


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_a_cell_at_work_can_be_read_by_everyone(width, scheme, browser, address):
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    reader = Reader(context.new_page())
    reader.page.goto(f"{address}/book/prerequisites.html")
    reader.type(0, "print('wide' * 100)\n1 / 0")
    assert reader.run(0).startswith("Ended")
    assert not seen(reader.page)
    context.close()


MILDEST = """
import numpy as np

def least_wrong_first(Z):
    w, made = np.zeros(Z.shape[1]), 0
    while (Z @ w <= 0).any():
        w += Z[np.argmax(np.where(Z @ w <= 0, Z @ w, -np.inf))]
        made += 1
    return made
"""


def test_a_function_of_an_exercise_is_checked_alone_and_a_sentence_says_what_is_not_right_yet(read, address):
    reader = read("book/perceptron-bound", address)
    bars = reader.page.locator(".run-bar")
    number = bars.evaluate_all("bars => bars.findIndex(bar => bar.closest('.answer-code'))")
    reader.press(number, "Check")
    assert reader.status(number).startswith("Done")
    assert reader.own(number).startswith("Not yet: on 30 points (seed 0) ")
    spoken = bars.nth(number).locator(".run-spoken")
    assert spoken.inner_text() == reader.own(number), "said to screen readers"
    reader.type(number, MILDEST)
    reader.press(number, "Check")
    reader.page.locator(".check-said[data-verdict=right]").wait_for()
    assert spoken.inner_text() == "Right."
    reader.type(number, "def least_wrong_first(Z): return 1 / 0")
    reader.press(number, "Check")
    assert reader.status(number, "/^Ended/").startswith("Ended in an error: ZeroDivisionError")
    statuses = bars.locator(".run-status").all_inner_texts()
    assert [place for place, status in enumerate(statuses) if status] == [number]  # no other cell has run
    reader.page.reload()
    reader.page.get_by_text("You solved this today.").wait_for()


def test_with_the_network_off_what_was_loaded_still_runs(read, address):
    reader = read("book/prerequisites", address)
    assert reader.run(0).startswith("Done")
    reader.page.context.set_offline(True)
    reader.type(0, "6 * 7")
    assert reader.run(0).startswith("Done")
    assert reader.own(0).strip() == "42"


# --- faults: a sentence, and no work lost ---------------------------------------------------------------------


FAULTS = {
    "no runtime": ("about.json", None, "This copy of the book comes without Python"),
    "no core": ("pyodide.asm.wasm", None, r"Python could not be loaded: pyodide\.asm\.wasm is not there"),
    "half a core": ("pyodide.asm.wasm", lambda data: data[: len(data) // 2], "Python could not be loaded"),
    "a wrong core": ("python_stdlib.zip", lambda data: data[:1000], "Python could not be loaded"),
    "no wheel": ("margin_lib-*.whl", None, r"margin_lib-\S+ did not arrive whole"),
    "a wrong wheel": ("margin_lib-*.whl", flipped, r"margin_lib-\S+ did not arrive whole"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_runtime_is_a_sentence_with_a_way_out_and_the_change_is_kept(fault, spoilt, read):
    pattern, change, sentence = FAULTS[fault]
    with spoilt(pattern, change) as root:
        reader = read("book/prerequisites", root)
        reader.type(0, "import margin_lib\nprint('mine')")
        assert re.search(sentence, reader.run(0))
        link = reader.page.locator(".run-status a")
        assert link.get_attribute("href").endswith("/notebooks/book/prerequisites.ipynb")
        assert reader.page.locator("textarea").input_value().endswith("print('mine')")
        assert reader.page.locator("button[value=Run]").get_attribute("aria-disabled") is None


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        ("delete globalThis.WebAssembly", "This browser does not run WebAssembly"),
        ("Object.defineProperty(window, 'localStorage', {get() { throw new Error('forbidden'); }})", "Done"),
    ],
)
def test_a_browser_without_something_says_so_or_does_without(missing, sentence, browser, address):
    context = browser.new_context()
    context.add_init_script(missing)
    reader = Reader(context.new_page())
    reader.page.goto(f"{address}/book/prerequisites.html")
    reader.type(0, "1 + 1")
    if sentence == "Done":
        assert reader.status(0, "/./") == "This browser keeps no changes: they are gone when you leave the page."
        reader.press(0, "Run")
        assert reader.status(0, "/^Done/")
    else:
        assert reader.run(0).startswith(sentence)
    context.close()


def test_where_the_scripts_do_not_arrive_the_page_says_what_to_do(read, address):
    reader = read("book/prerequisites", address)
    reader.page.context.set_offline(True)
    reader.press(0, "Run")
    assert "download the notebook" in reader.status(0, "/./")
