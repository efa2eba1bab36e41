"""A playable figure while it is used, in Chromium: what moves around it, and how long a frame's work takes.

A point or a knob is dragged for two seconds, and the main button is pressed. Shifts count though an input caused them.
The work of a frame is what the page's own thread does from the callbacks of the frame to the next task: style, layout
and paint, and the steps of a motion; `python -m benchmarks playable` has what a moved point makes the figure compute.
Run `make book` first.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Browser, Page

from benchmarks.measure import Figure
from tools.chromium import MissingError, chromium, settle
from tools.plain_server import served

ROOT = Path(__file__).resolve().parent.parent
HTML, BOOK = ROOT / "_build" / "html", ROOT / "book"
FRAME, SHIFT, PAINT = 16, 0.05, 1000  # ms, score, ms
OBSERVE = """() => {
    Object.assign(window, { shift: 0, paint: 0, work: [] });
    const watch = (type, see) => new PerformanceObserver(list => list.getEntries().forEach(see))
        .observe({ type, buffered: true });
    watch("layout-shift", entry => { shift += entry.value; });
    watch("largest-contentful-paint", entry => { paint = entry.startTime; });
    const next = () => {
        const start = performance.now(), { port1, port2 } = new MessageChannel();
        port1.onmessage = () => { work.push(performance.now() - start); };
        port2.postMessage(null);
        requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
}"""
HANDLE = "svg [tabindex='0'], svg .playable-knob, svg .playable-handle, .playable-frame"


def figures() -> Iterator[Figure]:
    if not HTML.exists():
        print("  not run: there is no book in _build/html; run make book", flush=True)
        return
    try:
        with served(HTML) as address, chromium() as browser:
            for name, page in places().items():
                yield from used(browser, f"{address}/book/{page}.html", name)
    except MissingError as error:
        print(f"  not run: {error}", flush=True)


def places() -> dict[str, str]:
    """Return the page of each playable figure."""
    chapters = tomllib.loads((BOOK / "chapters.toml").read_text(encoding="utf-8"))
    pages = [
        (figure, page)
        for it, entry in chapters.items()
        for figure in entry["play"]
        for page in entry.get("pages", [it])
    ]
    return {"street": "index"} | {
        figure: page
        for figure, page in pages
        if f"{{playable}} {figure}\n" in (BOOK / f"{page}.md").read_text(encoding="utf-8")
    }


def used(browser: Browser, address: str, name: str) -> Iterator[Figure]:
    """Open a figure's page, use the figure, and yield what was seen."""
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    page = context.new_page()
    page.add_init_script(f"({OBSERVE})()")
    page.goto(address, wait_until="networkidle")
    settle(page)
    yield Figure(name, "largest paint", page.evaluate("paint"), "ms", PAINT, at_most=True)
    root = page.locator(f".playable[data-figure={name}]")
    root.scroll_into_view_if_needed()
    root.and_(page.locator("[data-state]")).or_(root.locator("[data-state]")).first.wait_for()
    page.wait_for_timeout(800)
    page.evaluate("() => { shift = 0; work = []; }")
    drag(page, name)
    main = root.locator(".playable-main")
    if main.count():
        main.first.click()
        page.wait_for_timeout(1500)
    work = page.evaluate("work")
    yield Figure(name, "layout shift while it is used", page.evaluate("shift"), "", SHIFT, at_most=True)
    yield Figure(name, "work of a frame, median", median(work), "ms", FRAME, at_most=True)
    yield Figure(name, "work of a frame, 95 %", quantiles(work, n=20)[-1], "ms", FRAME, at_most=True)
    context.close()


def drag(page: Page, name: str) -> None:
    """Drag the first thing that can be dragged, to and fro."""
    box = page.locator(f".playable[data-figure={name}]").locator(HANDLE).first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(60):
        page.mouse.move(x + 2 * (step % 15), y - (step % 10))
        page.wait_for_timeout(30)
    page.mouse.up()
