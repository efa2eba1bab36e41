"""The search: for what readers ask, the first result is where the book teaches it; it can be read and used by all."""

import json
import re

import pytest
from built_book import PAGES
from reading import VIEWS, listed, listen, seen

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

# What a reader may type, and where the book teaches it: a page, or a passage of it.
TAUGHT = {
    "perceptron": "perceptron.html",
    "the perceptron": "perceptron.html",
    "kernel": "kernels.html",
    "kernels": "kernels.html",
    "slack": "slack.html",
    "support vector": "support-vectors.html",
    "support vectors": "support-vectors.html",
    "KKT": "kkt.html#thm-kkt",
    "kkt conditions": "kkt.html#thm-kkt",
    "complementary slackness": "kkt.html#thm-kkt",
    "hinge": "hinge.html",
    "hinge loss": "hinge.html",
    "margin": "wide-margin.html#def-margin",
    "Winnow": "winnow.html",
    "multiplicative weights": "winnow.html#alg-winnow",
    "duality": "duality.html",
    "strong duality": "strong-duality.html",
    "Lagrangian": "duality.html",
    "Novikoff": "perceptron.html#thm-novikoff",
    "Novikoff's theorem": "perceptron.html#thm-novikoff",
    "Gordan": "gordan.html",
    "linearly separable": "separability.html#def-separable",
    "margin perceptron": "margin-perceptron.html",
    "hard margin": "maximum-margin.html#thm-hard-margin-qp",
    "soft margin": "slack.html#def-soft-margin",
    "SVM": "maximum-margin.html#thm-hard-margin-qp",
    "convex hull": "hulls.html",
    "choosing C": "choosing-c.html",
    "leave one out": "leave-one-out.html",
    "Gram matrix": "kernels.html#def-gram",
    "RBF": "kernel-choice.html",
    "XOR": "kernels.html#thm-xor",
    "SGD": "descent.html#alg-hinge-sgd",
    "subgradient": "hinge.html#def-hinge",
    "radius": "perceptron.html#def-radius",
}
LOOKED_UP = {"plot_slack": "reference.html#margin_lib.plots.plot_slack", "grading": "grading-a-class.html"}


@pytest.fixture(scope="module")
def page(context, address):
    """The page of the search, which then stays open."""
    with context.new_page() as page:
        page.goto(f"{address}/search.html")
        yield page


def ask(page, query):
    """The results for a query: where each leads, and its words."""
    page.fill("main input[type=search]", query)
    said = "query => document.querySelector('main .search-status').textContent.includes(query)"
    page.wait_for_function(said, arg=query)
    return page.locator("main .found").evaluate_all("found => found.map(e => [e.querySelector('a').href, e.innerText])")


def test_the_first_result_is_where_the_book_teaches_what_was_asked_for(page):
    first = {query: ask(page, query)[0][0].rpartition("/")[2] for query in TAUGHT | LOOKED_UP}
    wrong = {query: first[query] for query, place in (TAUGHT | LOOKED_UP).items() if not first[query].startswith(place)}
    assert not wrong


def test_a_chapter_comes_before_the_glossary_and_the_library(page):
    for query in ("kernel", "slack", "margin"):
        pages = [address.rpartition("/")[2].partition(".")[0] for address, _ in ask(page, query)]
        looked_up = [place for place, name in enumerate(pages) if name in ("glossary", "reference", "theorems")]
        assert min(looked_up, default=len(pages)) >= 5, pages


def test_what_is_shown_of_a_passage_can_be_read(built):
    """No TeX, no code, no words of the page's own furniture."""
    text = (built / "passages.js").read_text(encoding="utf-8")
    passages = json.loads(text.removeprefix("var bookPassages = ").removesuffix(";\n"))
    assert len(passages) > 500
    assert {passage["address"].partition(".")[0] for passage in passages} == set(PAGES)
    odd = re.compile(r"\\[a-zA-Z]+|\$|Skip to main|Download notebook|machine-checked")
    excused = ("formal-proofs", "library", "reference", "grading", "instructors", "problem-sets")
    excused = tuple(f"book/{name}" for name in excused)
    found = {
        passage["address"]: odd.findall(passage["text"])
        for passage in passages
        if not passage["address"].startswith(excused) and odd.search(passage["text"])
    }
    assert not found


def test_a_slip_of_the_finger_is_forgiven(page):
    assert "perceptron" in ask(page, "perzeptron")[0][1].lower()
    assert not ask(page, "xyzzyx")


def test_a_hidden_solution_is_not_told(built):
    text = (built / "passages.js").read_text(encoding="utf-8")
    assert "-solution-" not in text


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_the_dialog_shows_results_that_all_can_read_and_no_icon_covers_the_text(view, context, address):
    with context.new_page() as page:
        page.set_viewport_size({"width": view.width, "height": 800})
        page.emulate_media(color_scheme=view.scheme, reduced_motion="reduce")
        heard = listen(page, f"{address}/")
        page.goto(f"{address}/book/perceptron.html")
        page.keyboard.press("Control+k")
        page.keyboard.type("support vector")
        page.wait_for_selector("#pst-search-dialog .found")
        assert "for “support vector”" in page.inner_text("#pst-search-dialog [role=status]")
        icon = page.locator("#pst-search-dialog i").bounding_box()
        field = page.locator("#pst-search-dialog input")
        padding = float(field.evaluate("e => parseFloat(getComputedStyle(e).paddingLeft)"))
        assert icon["x"] + icon["width"] < field.bounding_box()["x"] + padding
        assert not (found := heard + seen(page)), listed(found)


def test_results_are_reached_by_keyboard_and_lead_to_their_passage(context, address):
    with context.new_page() as page:
        page.goto(f"{address}/book/index.html")
        page.keyboard.press("Control+k")
        page.keyboard.type("novikoff")
        page.wait_for_selector("#pst-search-dialog .found")
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.textContent") == "Theorem 2.1: Novikoff, 1962"
        page.keyboard.press("ArrowUp")
        assert page.evaluate("document.activeElement.type") == "search"
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_url(f"{address}/book/perceptron.html#thm-novikoff")


def test_a_query_in_the_address_is_answered_and_return_in_the_dialog_leads_to_that_page(context, address):
    with context.new_page() as page:
        page.goto(f"{address}/book/glossary.html")
        page.keyboard.press("Control+k")
        page.keyboard.type("slack variable")
        page.keyboard.press("Enter")
        page.wait_for_url(f"{address}/search.html?q=slack+variable")
        page.wait_for_selector("main .found")
        assert page.input_value("main input[type=search]") == "slack variable"


def test_the_index_of_the_search_is_not_loaded_before_a_reader_searches(context, address):
    with context.new_page() as page:
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{address}/book/perceptron.html", wait_until="networkidle")
        assert not [url for url in asked if "passages.js" in url or "minisearch" in url]
