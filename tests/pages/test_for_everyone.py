"""Every playable figure is for everyone: still until it is asked, with large letters, and in a reader's own colors.

Each figure is opened once, and all is tried on that page.
"""

import pytest
from test_playable_figures import PAGE, Figure

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

DRAWN = "figure => [...figure.querySelectorAll('svg')].map(svg => svg.innerHTML)"
FRAMES = """async count => {
    for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
    return document.getAnimations().filter(it => it.playState === "running").map(it => it.effect.target.outerHTML);
}"""
COUNT_FRAMES = """() => {
    window.framesAskedFor = 0;
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = draw => (window.framesAskedFor++, ask(draw));
}"""
# Marks that are drawn, and whether anything of them is painted in another color than the ground.
MARKS = """figure => {
    const canvas = document.createElement("span");
    canvas.style.color = "Canvas";
    document.body.append(canvas);
    const card = getComputedStyle(figure.querySelector(".playable-app")).backgroundColor;
    const grounds = [getComputedStyle(canvas).color, card];
    canvas.remove();
    const none = ["none", "rgba(0, 0, 0, 0)"];
    return [...figure.querySelectorAll("svg :is(path, circle, line, rect, polygon, text)")].filter(mark => {
        const {fill, stroke} = getComputedStyle(mark), {width, height} = mark.getBoundingClientRect();
        const seen = mark.checkVisibility({visibilityProperty: true}) && width + height > 0;
        return seen && [fill, stroke].some(color => !none.includes(color) && !grounds.includes(color));
    }).map(mark => mark.outerHTML);
}"""
# By what the focus is seen: an outline, or the ring of a point.
LOOK = """it => {
    const {outlineStyle, outlineWidth} = getComputedStyle(it);
    const rings = [it, ...it.querySelectorAll("*")].map(part => getComputedStyle(part).stroke);
    return JSON.stringify([outlineStyle, outlineWidth, rings]);
}"""
SPILLED = """figure => {
    const place = figure.getBoundingClientRect(), out = [];
    for (const part of figure.querySelectorAll(".playable-sentence, button, label, select, summary, .playable-goal")) {
        if (!part.checkVisibility()) continue;
        const {left, right} = part.getBoundingClientRect();
        if (left < place.left - 1 || right > place.right + 1) out.push("beside: " + part.outerHTML);
        if (part.scrollHeight > part.clientHeight + 3 && part.clientHeight) out.push("below: " + part.outerHTML);
    }
    return out;
}"""


@pytest.fixture(scope="module", params=PAGE)
def shown(request, context, address):
    with context.new_page() as page:
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(f"{address}/book/{PAGE[request.param]}.html")
        yield Figure(page, request.param)


def begin(shown):
    """Press the main button; a figure without one has a point that is moved."""
    main = shown.root.locator(".playable-main")
    (main if main.count() else shown.root.locator("svg [tabindex='0']")).first.focus()
    shown.page.keyboard.press("Enter" if main.count() else "ArrowRight")


def test_nothing_moves_before_a_touch(shown):
    shown.page.wait_for_timeout(400)  # what was laid out late is in its place
    before = shown.root.evaluate(DRAWN)
    assert shown.page.evaluate(FRAMES, 20) == []
    assert shown.root.evaluate(DRAWN) == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_mark_vanishes_in_colors_of_the_readers_own(shown, scheme):
    shown.page.emulate_media(color_scheme=scheme)
    drawn = shown.root.evaluate(MARKS)
    shown.page.emulate_media(color_scheme=scheme, forced_colors="active")
    assert len(drawn) > 5
    assert not set(drawn) - set(shown.root.evaluate(MARKS))
    shown.page.emulate_media(color_scheme="light", forced_colors="none")


def test_the_focus_is_seen_in_colors_of_the_readers_own(shown):
    shown.page.emulate_media(forced_colors="active")
    stops = shown.root.locator(":is(button, input, select, summary, [tabindex='0']):visible:not([disabled])").all()
    assert len(stops) > 1
    for stop in stops:
        plain = stop.evaluate(LOOK)
        shown.page.keyboard.press("Shift")  # so the focus is one of the keyboard
        stop.focus()
        assert stop.evaluate(LOOK) != plain, stop.evaluate("it => it.outerHTML")
    shown.page.emulate_media(forced_colors="none")


def test_with_letters_twice_as_large_nothing_is_cut_or_spilled(shown):
    shown.page.evaluate("document.documentElement.style.fontSize = '200%'")
    shown.page.evaluate(FRAMES, 2)
    assert shown.root.evaluate(SPILLED) == []
    shown.page.evaluate("document.documentElement.style.fontSize = ''")


def test_who_wants_no_motion_gets_none(shown):
    shown.page.emulate_media(reduced_motion="reduce")
    shown.page.evaluate(COUNT_FRAMES)
    before = shown.state
    begin(shown)
    shown.page.wait_for_timeout(200)
    assert shown.state != before
    assert shown.page.evaluate("framesAskedFor") == 0
    assert shown.page.evaluate(FRAMES, 1) == []
