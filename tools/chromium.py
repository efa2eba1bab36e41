"""The Chromium installed on this machine, driven by Playwright: prints the book, and opens its pages in tests."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, sync_playwright

from tools import machine

# It opens only our own pages, served from this machine.
FLAGS = [f"--{flag}" for flag in ("no-sandbox", "disable-gpu", "disable-quic", "disable-background-networking")]
SETTLED = """async () => {
    await document.fonts.ready;
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
}"""


class MissingError(Exception):
    """Chromium is not installed or doesn't run; the message says what to install."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run Chromium headless, and close it at the end."""
    tool = machine.TOOLS["chromium"]
    if problem := machine.trouble(tool):
        raise MissingError(f"This needs {tool.name}: {problem}. To install it: {tool.how_to_install}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=machine.find(tool), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def settle(page: Page) -> None:
    """Wait until fonts are loaded and the page is drawn."""
    page.evaluate(SETTLED)
