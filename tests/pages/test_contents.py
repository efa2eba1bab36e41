"""Contents, at the side of a page, marks the section that is being read, however a reader got there."""

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.needs("chromium")]

MARKED = "() => document.querySelector('#pst-page-toc-nav a[aria-current]')?.textContent.trim()"
# The links of Contents, each with the top of its section in the window.
SECTIONS = """() => [...document.querySelectorAll("#pst-page-toc-nav a[href^='#']")].map(link => [
    link.textContent.trim(),
    document.getElementById(decodeURIComponent(link.hash.slice(1))).getBoundingClientRect().top,
])"""


def test_contents_marks_the_section_that_is_read(built, context, address):
    page = context.new_page()
    page.set_viewport_size({"width": 1366, "height": 900})
    page.goto(f"{address}/book/slack.html")
    sections = page.evaluate(SECTIONS)
    assert len(sections) >= 5
    stops = [top - 100 for _, top in sections]  # down, heading by heading, into the midst of each, and up again
    midst = [top + 700 for _, top in sections]
    for y in (*stops, *midst, *reversed(midst), 0):
        page.evaluate("y => scrollTo({ top: y, behavior: 'instant' })", y)
        page.wait_for_timeout(150)
        ended = page.evaluate("() => innerHeight + scrollY >= document.documentElement.scrollHeight - 2")
        read = [name for name, top in page.evaluate(SECTIONS) if top <= (900 if ended else 300)]
        assert page.evaluate(MARKED) == (read[-1] if read else None), y
    page.close()
