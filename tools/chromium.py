"""The Chromium installed on this machine, driven by Playwright: prints the book, and opens its pages in tests."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, sync_playwright

from tools import machine

# It opens only our own pages, served from this machine.
FLAGS = [f"--{flag}" for flag in ("no-sandbox", "disable-gpu", "disable-quic", "disable-background-networking")]
# The lists that drop down from the address bar are pages of their own, which each window loads unseen: that takes three
# times as long as all else about a new window.
UNSEEN = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"]
# Chromium obeys the last list only, so this one has Playwright's, too.
PLAYWRIGHTS = [
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
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
    without = f"--disable-features={','.join(UNSEEN + PLAYWRIGHTS)}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=machine.find(tool), args=[*FLAGS, without])
        try:
            yield browser
        finally:
            browser.close()


def settle(page: Page) -> None:
    """Wait until fonts are loaded and the page is drawn."""
    page.evaluate(SETTLED)
