"""Contents, at the side of a page, marks the section that is being read, however a reader got there."""

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

MARKED = "() => document.querySelector('#pst-page-toc-nav a[aria-current]')?.textContent.trim()"
# The links of Contents, each with the top of its section on the page.
SECTIONS = """() => [...document.querySelectorAll("#pst-page-toc-nav a[href^='#']")].map(link => [
    link.textContent.trim(),
    document.getElementById(decodeURIComponent(link.hash.slice(1))).getBoundingClientRect().top + scrollY,
])"""


def test_contents_marks_the_section_that_is_read(built, context, address):
    page = context.new_page()
    page.set_viewport_size({"width": 1366, "height": 900})
    page.goto(f"{address}/book/slack.html")
    sections = page.evaluate(SECTIONS)
    assert len(sections) >= 5
    stops = [top - 100 for _, top in sections]  # down, heading by heading, into the midst of each, and up again
    midst = [(top + (after or top)) / 2 for (_, top), (_, after) in zip(sections, [*sections[1:], (None, None)], strict=True)]
    for y in (*stops, *midst, *reversed(midst), 0):
        page.evaluate("y => scrollTo({ top: y, behavior: 'instant' })", y)
        page.wait_for_timeout(150)
        at = page.evaluate("() => scrollY")
        ended = page.evaluate("() => innerHeight + scrollY >= document.documentElement.scrollHeight - 2")
        read = [name for name, top in sections if top - at <= (900 if ended else 300)]
        assert page.evaluate(MARKED) == (read[-1] if read else None), y
    page.close()
