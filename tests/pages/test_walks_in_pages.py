"""A reader walks through Novikoff's theorem with the keyboard alone: wide and on a phone, in light and in dark."""

import json

import pytest
from reading import AXE, ONE_BOX, STANDARDS, listed, listen, violations

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

FOCUSED = "document.activeElement.matches('.walk-body')"
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def novikoff(built):
    return json.loads((built / "walks" / "thm-novikoff.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def page(context, address):
    """The page, with all that it asked for and complained of, and the walk opened by keyboard."""
    with context.new_page() as page:
        page.set_viewport_size({"width": 1366, "height": 900})
        page.heard, page.asked = listen(page, "/".join(address.split("/")[:3]) + "/"), []
        page.on("request", lambda request: page.asked.append(request.url.removeprefix(f"{address}/")))
        page.goto(f"{address}/book/perceptron.html")
        page.wait_for_load_state("networkidle")
        page.before = [*page.asked]
        page.locator("#thm-novikoff .walk-fold > summary").focus()
        page.keyboard.press("Enter")
        page.walk = page.locator("#thm-novikoff .walk-body").first
        page.walk.wait_for()
        while not page.evaluate(FOCUSED):
            page.keyboard.press("Tab")
        yield page


def where(page):
    return int(page.walk.locator(".walk-where").first.inner_text().split()[0])


def test_nothing_is_loaded_before_a_press_and_then_one_bundle(page):
    assert [url for url in page.before if url.startswith("walks/") or url.endswith("/walk.js")] == []
    assert [url for url in page.asked if url.startswith("walks/")] == ["walks/thm-novikoff.json"]


def test_keys_lead_from_the_first_sentence_to_the_last_and_from_step_to_step(page, novikoff):
    frames = novikoff["walks"][0]["frames"]
    for number, frame in enumerate(frames, 1):
        assert where(page) == number
        assert page.walk.locator(".walk-dot").count() == len(frame["needs"])
        assert page.walk.locator("[aria-current=step]").get_attribute("data-step") == frame["step"]
        page.keyboard.press("ArrowRight")
    assert where(page) == len(frames)
    assert "Nothing is left to show" in page.walk.inner_text()
    assert novikoff["axioms"] in page.walk.locator(".walk-axioms").text_content()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    assert frames[where(page) - 1]["step"] == "length"
    page.keyboard.press("End")
    assert where(page) == len(frames)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    assert frames[where(page) - 1]["step"] == "along u"


def test_the_sentence_alone_is_announced_and_coqs_own_words_are_a_press_away(page):
    assert page.walk.locator("[aria-live]").evaluate_all("all => all.map(one => one.className)") == ["walk-words"]
    button = page.walk.get_by_role("button", name="As Coq prints it")
    button.press("Enter")
    assert "in_ball d m z radius" in page.walk.inner_text()
    button.press("Enter")
    assert "in_ball" not in page.walk.inner_text()


def test_the_books_step_is_read_beside_the_machine_and_on_a_phone_alone(page):
    shown = page.walk.locator(".walk-step:visible")
    assert shown.evaluate_all("all => all.map(one => one.dataset.step)") == ["along u", "length", "together"]
    page.set_viewport_size({"width": 360, "height": 800})
    assert shown.count() == 1
    assert page.evaluate(SIDEWAYS) == 0
    page.set_viewport_size({"width": 1366, "height": 900})


def test_a_lemma_opens_in_place_and_has_keys_of_its_own(page):
    before = where(page)
    page.walk.locator(".walk-lemma summary").first.press("Enter")
    inner = page.walk.locator(".walk-body")
    inner.focus()
    inner.press("ArrowRight")
    assert inner.locator(".walk-where").inner_text().startswith("2 of")
    assert where(page) == before


@pytest.mark.parametrize("width", [1366, 360])
def test_an_open_walk_is_for_everyone(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.evaluate(ONE_BOX)
    page.evaluate(AXE)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = violations(page, ["#thm-novikoff .walk-fold"], {"runOnly": STANDARDS})
        assert not found, listed(found)
        assert page.evaluate(SIDEWAYS) == 0


def test_what_cannot_be_loaded_says_so(page):
    page.route("**/walks/thm-cosine.json", lambda route: route.abort())
    page.locator("#thm-cosine .walk-fold > summary").press("Enter")
    page.locator("#thm-cosine").get_by_text("couldn't be loaded").wait_for()
    assert [said for said in page.heard if "thm-cosine" not in said and "ERR_FAILED" not in said] == []


def test_steps_that_the_machine_does_not_take_say_why_and_the_proof_may_stand_further_down(context, address):
    with context.new_page() as page:
        page.goto(f"{address}/book/strong-duality.html")
        page.locator("#thm-strong-duality .walk-fold > summary").press("Enter")
        page.locator("#thm-strong-duality .walk-step").first.wait_for()
        [said] = page.locator("#thm-strong-duality .walk-elsewhere").all_inner_texts()
        assert "Separate." in said
        assert "The machine's proof separates nothing" in said
        assert page.locator("#thm-strong-duality .walk-step").first.inner_text().startswith("Squeezed. Let a feasible")
