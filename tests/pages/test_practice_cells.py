"""The page of a problem set: silent while it is closed for practice, and with Check under each answer once it is open.

The open edition is made once, in about half a minute, and checked in a real browser.
"""

import json
import os
import re

import pytest
from bs4 import BeautifulSoup
from lab_site import PAGE, ROOT, build_page, write_page
from open_site import OPEN, open_site
from page_reader import Reader

from course import settings
from course.sets.source import read_source
from course.sets.testing import marking
from course.sets.variant import values
from tools.plain_server import served

pytestmark = pytest.mark.slow

SET = read_source(ROOT / "solutions" / "ps2" / "ps2.py")
PARTS = [cell.name for cell in SET.cells if cell.kind == "test" and not cell.is_order]
MODEL = marking.model(SET, values(SET, OPEN.term))
PRACTICED = """jupyterapp.shell.currentWidget.content.model.sharedModel.cells
    .find(cell => cell.id === "given-practice").outputs.filter(output => output.output_type !== "stream")"""
# This small book has no chapters, so here are the links that a part has to their sections.
SECTIONS = ["The rule, on three points", "Why the perceptron stops", "What the bound doesn’t promise"]
ADD_LINKS = """sections => document.querySelector("details:has([data-check=perceptron])").append(
    ...sections.map(text => Object.assign(document.createElement("a"), { className: "place", href: "#", text })))"""
THE_CODE = "The code that runs before each part"
LATER = "[practice]\nps2 = 2099-03-01\n"


# --- what the page says ---------------------------------------------------------------------------------------


def page_with(folder, practice="[practice]\n"):
    """The page of problem set 2 with these days in the calendar."""
    folder.mkdir()
    write_page(folder / "source")
    (folder / "source" / "course.toml").unlink()
    said = (ROOT / settings.FILE).read_text(encoding="utf-8").replace("[practice]\n", practice)
    (folder / "source" / "course.toml").write_text(said, encoding="utf-8")
    return build_page(folder / "source", folder / "html")


def test_a_page_where_nothing_is_open_does_not_change_but_for_the_day_when_it_opens(tmp_path):
    closed, later = page_with(tmp_path / "closed"), page_with(tmp_path / "later", LATER)
    assert not re.search("run-bar|data-check|Check|practice", closed)
    sentence = "<p>You can check your answers here from 1 March 2099 on.</p>\n"
    assert sentence in later
    assert later.replace(sentence, "") == closed


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    """What the page of problem set 7 says in the open edition."""
    folder = tmp_path_factory.mktemp("seven")
    write_page(folder / "source")
    (folder / "source" / "index.md").write_text(PAGE.replace("ps2", "ps7"), encoding="utf-8")
    with (folder / "source" / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write('myst_enable_extensions = ["dollarmath", "amsmath"]\nsmartquotes = False\n')
    kernels = "---\norphan: true\n---\n# Kernels\n\n## Which functions are kernels\n\n## New kernels from old ones\n"
    (folder / "source" / "kernels.md").write_text(kernels, encoding="utf-8")
    page = build_page(folder / "source", folder / "html", environment=os.environ | {settings.EDITION: "open"})
    return BeautifulSoup(page, "html.parser").select_one(".practice")


def test_an_open_set_begins_with_what_its_parts_refer_to(opened):
    told = next(p for p in opened.select("p") if p.get_text().startswith("A kernel algorithm sees nothing"))
    first = next(fold for fold in opened.select("details") if fold.summary.get_text().startswith("Part A"))
    labels = [fold.summary.get_text() for fold in told.find_next_siblings("details")]
    assert [label for label in labels if label.startswith("Small print: ")] == labels[: labels.index(THE_CODE)]
    assert any("what you may use" in label for label in labels)
    assert first in told.find_next_siblings("details")


def test_each_part_is_there_and_one_that_the_page_cannot_check_says_where_to_do_it(opened):
    notebook = json.loads((ROOT / "assignments" / "ps7" / "ps7.ipynb").read_text(encoding="utf-8"))
    titles = re.findall(r"^## (Part [A-Z]): ", "\n".join("".join(cell["source"]) for cell in notebook["cells"]), re.M)
    folds = [fold for fold in opened.select("details") if fold.summary.get_text().startswith("Part ")]
    assert [fold.summary.get_text()[:6] for fold in folds] == titles
    elsewhere = [fold.get_text() for fold in folds if not fold.select("[data-check]")]
    assert len(elsewhere) == 2
    assert "The order of steps can't be checked on this page." in elsewhere[0]
    assert "A proof in words can't be checked on this page." in elsewhere[1]


def test_a_part_links_to_the_sections_that_it_says_to_read(opened):
    links = {link.get_text(): link["href"] for link in opened.select("a.place")}
    assert links == {"New kernels from old ones": "kernels.html#new-kernels-from-old-ones"}
    (told,) = {link.find_parent("p").get_text() for link in opened.select("details:nth-last-of-type(3) a.place")}
    assert told == "Book: chapter 11, Kernels: “New kernels from old ones”."


def test_formulas_in_the_titles_of_parts_are_set(opened):
    (title,) = [found for found in opened.select("summary") if found.get_text().startswith("Part C")]
    assert "$" not in title.get_text()
    assert title.select_one(".math").get_text() == r"\(K\)"


# --- what a reader does ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with pytest.MonkeyPatch.context() as monkeypatch:
        yield open_site(tmp_path_factory.mktemp("open"), monkeypatch)


@pytest.fixture(scope="module")
def address(site):
    with served(site.parent) as root:
        yield f"{root}/{site.name}"


class Solver(Reader):
    """A reader who answers the parts of an open set."""

    def __init__(self, page, address):
        super().__init__(page)
        page.goto(f"{address}/index.html")
        self.cells = page.locator("[data-check]").evaluate_all("cells => cells.map(cell => cell.dataset.check)")

    def number(self, name):
        return self.cells.index(name)

    def answer(self, name, text):
        """Write an answer, press Check, and return what the page then says and shows."""
        cell, number = self.page.locator(f"[data-check={name}]"), self.number(name)
        cell.evaluate("cell => cell.closest('details').open = true")
        if cell.locator("textarea").count() == 0:
            self.press(number, "Edit")
        cell.locator("textarea").fill(text)
        self.press(number, "Check")
        said = self.status(number, "/^(Done|Ended|Not checked|Not run)/")
        return said, [row.split("\t") for row in cell.locator(".run-own").last.inner_text().splitlines()]


@pytest.fixture(scope="module")
def reader(browser, address):
    return Solver(browser.new_page(), address)


@pytest.mark.needs("chromium")
def test_nothing_is_loaded_before_the_first_press_and_each_part_but_the_order_can_be_checked(reader):
    reader.page.wait_for_load_state("networkidle")
    assert not [url for url in reader.asked if "/run-" in url or "/runtime/" in url]
    assert [name for name in reader.cells if name] == PARTS
    folds = reader.page.locator("details.fold:has(button[value=Check])")
    assert folds.count() == len(PARTS)
    assert "By hand." in folds.first.text_content()
    assert reader.page.locator("button[value=Check]").count() == len(PARTS)


@pytest.mark.needs("chromium")
def test_a_right_answer_shows_all_claims_and_a_wrong_one_says_which_it_does_not(reader):
    reader.page.evaluate(ADD_LINKS, SECTIONS)
    said, rows = reader.answer("perceptron", MODEL["perceptron"])
    assert said.startswith("Done"), rows
    claims = [row for row in rows if len(row) == 3 and row[1] != "State"]
    assert len(claims) == len(next(cell for cell in SET.cells if cell.grade_id == "test-perceptron").claims)
    assert {state for _, state, _ in claims} == {"✓ shown"}
    _, rows = reader.answer("perceptron", "def perceptron(X, y, budget):\n    return 0 * X[0], []")
    missing = [row for row in rows if len(row) == 3 and row[1] == "not yet"]
    assert missing
    assert all("Read: chapter 2" in why for *_, why in missing)
    assert reader.page.locator("[data-check=perceptron] .run-own td a").count() == len(missing)


@pytest.mark.needs("chromium")
@pytest.mark.parametrize("other", ["x = 1", "def renamed(X, y, budget):\n    return 0 * X[0], []"])
def test_check_judges_what_the_cell_defines_now_and_no_earlier_answer(other, reader):
    reader.answer("with_bias", MODEL["with_bias"])
    _, rows = reader.answer("with_bias", other)
    assert ["with_bias is not defined in this session." in "".join(row) for row in rows].count(True) == 1
    assert not any("shown" in row for row in rows)


@pytest.mark.needs("chromium")
def test_reset_can_be_undone_until_something_else_is_written(reader):
    cell = reader.page.locator("[data-check=forcing_set]")
    cell.evaluate("cell => cell.closest('details').open = true")
    number, undo = reader.number("forcing_set"), cell.locator("button[value=Undo]")
    reader.press(number, "Edit")
    reader.press(number, "Reset")
    assert not undo.is_visible(), "nothing was lost"
    reader.type(number, "mine = 1")
    reader.press(number, "Reset")
    assert reader.status(number) == "As the book has it. Undo brings your version back."
    undo.click()
    assert cell.locator("textarea").input_value() == "mine = 1"
    assert not undo.is_visible()
    reader.press(number, "Reset")
    reader.type(number, "other = 2")
    assert not undo.is_visible()
    reader.page.reload()
    assert cell.locator("textarea").input_value() == "other = 2"
    cell.evaluate("cell => cell.closest('details').open = true")
    reader.press(number, "Reset")


@pytest.mark.needs("chromium")
def test_a_part_is_checked_though_another_fails_but_not_without_the_code_before_all_parts(reader):
    assert reader.answer("perceptron", "def perceptron(:")[0].startswith("Not checked")
    said, rows = reader.answer("settled", MODEL["settled"])
    assert (said[:4], [row for row in rows if row[1:2] == ["not yet"]]) == ("Done", [])
    reader.page.locator("details.fold:has([data-check=''])").evaluate("fold => fold.open = true")
    reader.type(0, "1 / 0")
    said, _ = reader.answer("settled", MODEL["settled"])
    assert said == "Not run: the code before the parts, above, ends in an error."
    reader.page.locator("details.fold:has([data-check=''])").evaluate("fold => fold.open = false")
    reader.page.locator(".run-status a").click()
    assert reader.page.locator("[data-check=''] textarea").is_visible()
    reader.press(0, "Reset")


@pytest.mark.needs("chromium")
@pytest.mark.parametrize(
    ("body", "why"),
    [("while True: pass", "more than 0.5 seconds"), ("return sorted([1], key=lambda x: with_bias(X, y, x))", "ended")],
)
def test_what_never_ends_loses_the_claim_and_the_page_goes_on(body, why, reader):
    brief = "import practice_ps2.judge.rules.calls\npractice_ps2.judge.rules.calls.SECONDS = 0.5\n"
    said, rows = reader.answer("with_bias", f"{brief}kept = 1\ndef with_bias(X, y, budget):\n    {body}")
    assert said.startswith("Done"), rows
    assert any(why in row[-1] for row in rows), rows
    said, rows = reader.answer("with_bias", f"kept + 1\n{MODEL['with_bias']}")  # the same Python
    assert said.startswith("Done"), rows
    assert [row for row in rows if row[1:2] == ["not yet"]] == []


@pytest.mark.needs("chromium")
def test_a_cell_that_fails_is_not_checked_and_shows_its_error(reader):
    said, rows = reader.answer("settled", "def settled(:\n    pass")
    assert said == "Not checked: the cell ends in an error."
    assert "SyntaxError" in rows[-1][0]
    assert [error for error in reader.wrong if "ServiceWorker" not in error] == []  # this small site has none


@pytest.mark.needs("chromium")
def test_the_notebook_of_the_lab_ends_with_practice_and_its_wheel_comes_by_itself(browser, address):
    page = browser.new_context().new_page()
    page.set_default_timeout(300_000)  # milliseconds; a busy machine starts JupyterLab and Python in minutes
    page.goto(f"{address}/lab/open.html?set=ps2")
    page.wait_for_function("globalThis.jupyterapp?.shell.currentWidget?.content.model.sharedModel.cells.length > 3")
    page.evaluate(
        """answers => {
            for (const cell of jupyterapp.shell.currentWidget.content.model.sharedModel.cells)
                if (cell.id in answers) cell.setSource(answers[cell.id]);
        }""",
        {f"answer-{name}": code for name, code in MODEL.items()},
    )
    page.locator(".jp-CodeCell .cm-content").first.wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    page.wait_for_function(f"() => {PRACTICED}.length > 0")
    assert re.search(r"ps2: (\d+) of \1 claims are shown", page.evaluate(f"JSON.stringify({PRACTICED})"))
