"""Python in a page: how long a reader waits from the press to the result, and what is loaded, in Chromium on loopback.

Cold is a browser that has never been here; warm is the same browser on its second visit. Bytes are as a server with
gzip would send them. `make browser` has to have been run, and `make book` after it.
"""

from __future__ import annotations

import gzip
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from benchmarks.measure import Figure
from course import machine
from tools.chromium import FLAGS
from tools.plain_server import served

HTML = Path(__file__).resolve().parent.parent / "_build" / "html"
PAGE = "book/prerequisites.html"
CELLS = {
    "numpy": ("import numpy as np\nnp.arange(3).sum()", 4, 2),
    "plot": ("from margin_lib.plots import picture, plot_losses\npicture(plot_losses())", 6, None),
    "CVXPY": (
        "import margin_lib, cvxpy as cp\nx = cp.Variable()\ncp.Problem(cp.Minimize(cp.square(x)), [x >= 1]).solve()",
        10,
        None,
    ),
}
AGAIN = 0.1  # s
COLD, WARM = 16, 0.3  # MB


def figures() -> Iterator[Figure]:
    if not list(HTML.glob("runtime/*/about.json")):
        print("  not run: the book in _build/html has no Python; run make browser, then make book", flush=True)
        return
    program = machine.find(machine.TOOLS["chromium"])
    if program is None:
        print("  not run: Chromium is not installed", flush=True)
        return
    with served(HTML) as address, sync_playwright() as playwright:
        for name, (code, most, most_warm) in CELLS.items():
            # A browser with a folder of its own: one without keeps no file as large as Python.
            folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
            context = playwright.chromium.launch_persistent_context(folder.name, executable_path=program, args=FLAGS)
            cold, size = visit(context, f"{address}/{PAGE}", code)
            warm, more = visit(context, f"{address}/{PAGE}", code, again=name == "numpy")
            yield Figure("run in the page, cold", name, cold[0], "s", most, at_most=True)
            yield Figure("run in the page, warm", name, warm[0], "s", most_warm, at_most=True)
            if name == "numpy":
                yield Figure("run in the page, again", name, warm[1], "s", AGAIN, at_most=True)
                yield Figure("loaded before the first result", name, size, "MB", COLD, at_most=True)
                yield Figure("loaded on the second visit", name, more, "MB", WARM, at_most=True)
            context.close()
            folder.cleanup()


def visit(context: Any, address: str, code: str, again: bool = False) -> tuple[list[float], float]:
    """Open the page, run a cell once or twice, and return the seconds of each and the MB that the press loaded."""
    page = context.new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    answers: list[Any] = []
    page.on("requestfinished", lambda request: answers.append(request.response()))
    page.locator("button[value=Edit]").click()
    page.locator("textarea").fill(code)
    times = [run(page) for _ in range(1 + again)]
    loaded = [answer for answer in answers if answer.request.sizes()["responseBodySize"] > 0]
    size = sum(len(gzip.compress(answer.body())) for answer in loaded) / 1e6
    page.close()
    return times, size


def run(page: Any) -> float:
    """Press Run, and return the seconds until the result is there."""
    start = time.perf_counter()
    page.locator("button[value=Run]").click()
    page.wait_for_function("/^(Ended|Done)/.test(document.querySelector('.run-status').textContent)", timeout=300_000)
    return time.perf_counter() - start
