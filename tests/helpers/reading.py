"""Read a page of the built book as a reader's browser does, and say all that is wrong with it.

A page is opened by itself in each of four views: wide and as narrow as a phone, light and dark. The wide one is looked
at with letters twice as large, too, and with everything twice as large, which leaves half the width.
"""

import json
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import axe_playwright_python

from tools.chromium import settle

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
BUT_CONTRAST = {
    "runOnly": STANDARDS,
    "rules": {"label-content-name-mismatch": {"enabled": True}} | {rule: {"enabled": False} for rule in COLOURS},
}
CONTRAST = {"runOnly": COLOURS}
# Contrast follows from the colours of an element and of all that it stands on. A page has thousands of words, and a
# few dozen such combinations, most of which other pages have, too: two elements are enough of each that is new.
SAMPLES = """known => {
    const grounds = new Map([[null, ""]]), seen = Object.fromEntries(known.map(kind => [kind, 2])), samples = [];
    const ground = element => {
        if (!grounds.has(element)) {
            const {backgroundColor, backgroundImage, opacity} = getComputedStyle(element);
            const own = [backgroundColor, backgroundImage, opacity].join(" ");
            const below = ground(element.parentElement);
            grounds.set(element, own === "rgba(0, 0, 0, 0) none 1" ? below : `${below} ${own}`);
        }
        return grounds.get(element);
    };
    for (const element of document.body.querySelectorAll("*")) {
        if (![...element.childNodes].some(child => child.nodeType === 3 && child.data.trim())) continue;
        if (!element.checkVisibility({visibilityProperty: true})) continue;
        const {color, fontSize, fontWeight, textDecorationLine} = getComputedStyle(element);
        const around = element.localName === "a" ? getComputedStyle(element.parentElement).color : "";
        const large = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
        const kind = [ground(element), color, large, textDecorationLine, around].join(" ");
        seen[kind] = (seen[kind] ?? 0) + 1;
        if (seen[kind] <= 2) samples.push(element);
    }
    return {samples, kinds: Object.keys(seen).slice(known.length)};
}"""
SCROLLS = """() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const outside = [...document.querySelectorAll("main *")].filter(e => e.getBoundingClientRect().right > width + 1);
    return ["scrolls sideways: " + (outside[0]?.outerHTML.slice(0, 120) ?? "the page is too wide")];
}"""
# Elements whose text is cut off at the side, where nobody can scroll to it.
CUT = """() => [...document.querySelectorAll("body *")].filter(e =>
        e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 2 && e.checkVisibility() && e.textContent.trim()
        && /hidden|clip/.test(getComputedStyle(e).overflowX) && !e.closest("mjx-container, svg, .toggle-hidden"))
    .map(e => "cut off: " + e.outerHTML.slice(0, 120))"""
# Text, code, pictures, captions, theorems and folds begin at one left edge: that of the heading.
EDGES = """() => {
    const edge = document.querySelector("article h1")?.getBoundingClientRect().left;
    const blocks = ["section > p", "section > .math", ".proof p", ".exercise > section > p", ".admonition > p",
        ".chapter-end > p", "figure .margin-picture", "figcaption > p", ".cell_input pre", ".output pre",
        "section > [class*=highlight-] pre", ":not(.sd-dropdown) + .sd-dropdown", ".solution", ".theorem-row",
        ".playable"];
    const within = "li, td, th, blockquote, aside, .fold, .quiz, .sd-card-body, .solution > *, .playable *, .start *";
    return [...document.querySelectorAll(blocks.join(","))].filter(e => e.checkVisibility() && !e.closest(within))
        .filter(e => {
            const {paddingLeft, borderLeftWidth, display} = getComputedStyle(e);
            const left = e.getBoundingClientRect().left + parseFloat(paddingLeft) + parseFloat(borderLeftWidth);
            return display !== "inline" && Math.abs(left - edge) > 1;
        }).map(e => "begins at another edge: " + e.outerHTML.slice(0, 120));
}"""
FORMULAS = '() => [...document.querySelectorAll("mjx-merror")].map(e => "a formula failed: " + e.textContent)'
PICTURES = """() => [...document.images].filter(e => !e.hasAttribute("alt") || e.closest("article") && !e.alt.trim())
    .map(e => "a picture without words: " + e.getAttribute("src"))"""
# What is drawn in thousands of pieces says nothing, and takes axe-core longer than all text: the boxes of a formula, in
# one color and hidden from screen readers, for which a letter is as good; its MathML, which has words of its own, and
# parts that are text and nothing else; the lines of a picture; the colored words of a program. What is said of them,
# and where they stand, is looked at.
ONE_BOX = """() => {
    const marked = e => e.getAttributeNames().some(name => /^(href|role|tabindex|aria-.*|on.*)$/.test(name));
    const within = e => [...e.querySelectorAll("*")];
    for (const drawn of document.querySelectorAll("mjx-math")) {
        const parts = within(drawn).filter(part => marked(part) || part.matches("[class*=term-]"));
        parts.forEach(part => part.replaceChildren("x"));
        drawn.replaceChildren("x", ...parts);
    }
    for (const said of document.querySelectorAll("mjx-assistive-mml > math"))
        if (!within(said).some(marked)) said.replaceChildren(said.textContent);
}"""
THIN_OUT = """views => {
    const sampled = new Set(views.flat()), around = new Set();
    for (const sample of sampled) for (let e = sample; e; e = e.parentElement) around.add(e);
    const ofSample = e => e !== null && (sampled.has(e) || ofSample(e.parentElement));
    const bare = e => !e.textContent.trim() && [e, ...e.querySelectorAll("*")].every(one =>
        !/^(a|image|foreignObject)$/.test(one.localName) && !one.getAttributeNames().some(
            name => /^(role|tabindex|aria-.*|on.*)$/.test(name)));
    for (const drawn of document.querySelectorAll("svg[role=img] *"))
        if (drawn.isConnected && bare(drawn)) drawn.remove();
    for (const word of document.querySelectorAll("pre span"))
        if (`${word.getAttributeNames()}` === "class" && !around.has(word) && !ofSample(word))
            word.replaceWith(...word.childNodes);
}"""
VIOLATIONS = """async ([part, rules]) => (
    await axe.run({include: part}, {...rules, resultTypes: ["violations"], preload: false})
).violations.flatMap(v => v.nodes.map(n => `${v.id}: ${n.html.slice(0, 160)} (${n.failureSummary.slice(0, 200)})`))"""


@dataclass(frozen=True)
class View:
    """A width in pixels, and the reader's wish for light or dark."""

    width: int
    scheme: str

    def __str__(self):
        return f"{self.width} px, {self.scheme}"


READABLE: set[str] = set()  # the combinations of colours that axe-core has accepted on a page
VIEWS = [View(1280, "light"), View(1280, "dark"), View(360, "dark"), View(360, "light")]


def listen(page, origin):
    """A list that fills with what the browser reports of a page from now on."""
    heard = []
    page.on("console", lambda m: m.type in ("error", "warning") and heard.append(f"console {m.type}: {m.text}"))
    page.on("pageerror", lambda error: heard.append(f"a script failed: {error}"))
    page.on("requestfailed", lambda request: heard.append(f"not loaded: {request.url}"))
    page.on("response", lambda r: r.status >= 400 and heard.append(f"answered with {r.status}: {r.url}"))
    page.on(
        "request",
        lambda r: r.url.startswith((origin, "data:", "blob:")) or heard.append(f"asks another host: {r.url}"),
    )
    return heard


def complaints(page, address, views=VIEWS):
    """All that is wrong with what is at an address, each complaint with the view it was seen in.

    It is loaded once for each width, in the first of its schemes, and then switched to the other and back.
    """
    found, heard = [], listen(page, origin="/".join(address.split("/")[:3]) + "/")
    for width, same_width in groupby(views, key=lambda view: view.width):
        page.set_viewport_size({"width": width, "height": 800})
        samples = {}
        for view in same_width:
            page.emulate_media(color_scheme=view.scheme, reduced_motion="reduce")
            if not samples:
                page.goto(address)
            found += told(view, heard + at_first_sight(page))
            if view == VIEWS[0]:
                found += told(view, enlarged(page))
            samples[view] = sampled(page)
            heard.clear()
        thin_out(page, [elements for elements, _ in samples.values()])
        for view in reversed(samples):
            page.emulate_media(color_scheme=view.scheme)
            settle(page)
            found += told(view, contrast(page, *samples[view]))
        found += told(view, violations(page, ["html"], BUT_CONTRAST) + heard)  # light or dark is all one to these
        heard.clear()
    return found


def told(view, complaints):
    return [f"{view}: {complaint}" for complaint in complaints]


def seen(page):
    """What is wrong with a page as it stands."""
    wrong = at_first_sight(page)
    samples, kinds = sampled(page)
    thin_out(page, [samples])
    return wrong + contrast(page, samples, kinds) + violations(page, ["html"], BUT_CONTRAST)


def at_first_sight(page):
    """What is wrong with a page that it takes no axe-core to see."""
    settle(page)
    return [fault for look in (SCROLLS, FORMULAS, PICTURES, EDGES) for fault in page.evaluate(look)]


def enlarged(page):
    """What is wrong with a page whose reader has doubled the size of letters, or of everything."""
    size, wrong = page.viewport_size, []
    whole, half = size["width"], size["width"] // 2
    # The larger letters hold for one width alone, since laying out a long page again takes time.
    letters = page.add_style_tag(content=f"@media (width: {whole}px) {{ html {{ font-size: 200% !important; }} }}")
    for what, width in (("letters", whole), ("all", half)):
        page.set_viewport_size(size | {"width": width})
        wrong += [f"{what} twice as large: {fault}" for fault in page.evaluate(SCROLLS) + page.evaluate(CUT)]
    page.set_viewport_size(size | {"width": 768})
    wrong += [f"on a tablet: {fault}" for fault in page.evaluate(SCROLLS) + page.evaluate(EDGES)]
    letters.evaluate("style => style.remove()")
    page.set_viewport_size(size)
    return wrong


def sampled(page):
    """The elements on which contrast is to be measured, and their combinations of colours."""
    page.evaluate(ONE_BOX)
    found = page.evaluate_handle(SAMPLES, sorted(READABLE))
    return found.get_property("samples"), found.get_property("kinds").json_value()


def thin_out(page, samples):
    """Make a page small enough for axe-core, with all samples left as they are."""
    page.evaluate(THIN_OUT, samples)
    page.evaluate(AXE)


def contrast(page, samples, kinds):
    """What axe-core finds in the colours of some elements; what it accepts is not looked at again."""
    found = violations(page, samples, CONTRAST) if kinds else []
    if not found:
        READABLE.update(kinds)
    return found


def violations(page, part, rules):
    """What axe-core finds in a part of a page."""
    return page.evaluate(VIOLATIONS, [part, rules])


def listed(found):
    """Complaints as the text of a failure."""
    return "\n" + json.dumps(found, indent=1, ensure_ascii=False)
