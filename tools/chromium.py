"""Chromium as it is installed on this machine, driven by Playwright: it prints the book, and opens it in tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, sync_playwright

from tools import machine

# It opens nothing but the book, from this machine, and asks nothing of any other.
FLAGS = [f"--{flag}" for flag in ("no-sandbox", "disable-gpu", "disable-quic", "disable-background-networking")]
SETTLED = """async () => {
    if (window.MathJax?.startup?.promise) await MathJax.startup.promise;
    await document.fonts.ready;
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
}"""


class MissingError(Exception):
    """Chromium is not here, or does not run; the message says what to install."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running Chromium without a window, which is closed at the end."""
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
    """Wait until formulas are set and fonts are there."""
    page.evaluate(SETTLED)
