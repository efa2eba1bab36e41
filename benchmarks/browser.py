"""Python in a page: the seconds from pressing Run to the result, and the bytes loaded, in Chromium on loopback.
The same for the lab: from opening a problem set until its Python is ready.

Cold is a browser on its first visit; warm is the same browser on later visits. Bytes are counted as a server with gzip
would send them. Run `make browser` first, and `make book` after it.
"""

import gzip
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import unquote, urlsplit

from playwright.sync_api import sync_playwright

from benchmarks.measure import Figure
from tools import machine
from tools.chromium import FLAGS
from tools.plain_server import Quiet, served

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
VISITS = RUNS = 3  # the median is taken, except for the first visit
COLD, WARM = 16, 0.3  # MB
LAB = "lab/open.html?set=ps1"
LAB_READY = 12  # s
# JupyterLite calls a kernel idle both before it is requested and when it is ready.
READY = """() => {
    const status = document.querySelector(".jp-Notebook-ExecutionIndicator")?.dataset.status;
    globalThis.begun ||= status === "unknown";
    return begun && status === "idle";
}"""


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
            context, folder = new_browser(playwright, program)
            (cold, *_), size = visit_page(context, f"{address}/{PAGE}", code)
            visits = [visit_page(context, f"{address}/{PAGE}", code) for _ in range(VISITS)]
            warm = statistics.median(first for (first, *_), _ in visits)
            yield Figure("run in the page, cold", name, cold, "s", most, at_most=True)
            yield Figure("run in the page, warm", name, warm, "s", most_warm, at_most=True)
            if name == "numpy":
                again = statistics.median(second for times, _ in visits for second in times[1:])
                yield Figure("run in the page, again", name, again, "s", AGAIN, at_most=True)
                yield Figure("loaded before the first result", name, size, "MB", COLD, at_most=True)
                more = max(size for _, size in visits)
                yield Figure("loaded on a later visit", name, more, "MB", WARM, at_most=True)
            context.close()
            folder.cleanup()
        if (HTML / "lab").exists():
            yield from figures_of_the_lab(*new_browser(playwright, program), f"{address}/{LAB}")


def figures_of_the_lab(context: Any, folder: Any, address: str) -> Iterator[Figure]:
    """Open a problem set twice."""
    for when, most in (("cold", LAB_READY), ("warm", None)):
        duration, size = open_lab(context, address)
        yield Figure(f"JupyterLite ready, {when}", "problem set 1", duration, "s", most, at_most=True)
        yield Figure(f"JupyterLite loaded, {when}", "problem set 1", size, "MB")
    context.close()
    folder.cleanup()


def new_browser(playwright: Any, program: str) -> tuple[Any, Any]:
    """Return a browser with its own profile folder; without one, it caches no file as large as Python."""
    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    return playwright.chromium.launch_persistent_context(folder.name, executable_path=program, args=FLAGS), folder


@contextmanager
def count_sent() -> Iterator[Callable[[], float]]:
    """Count what the server sends; the function returns the MB so far.

    A browser would also count what service workers and pages send each other.
    """
    sent: list[tuple[str, int]] = []

    def size() -> float:
        files = [HTML / unquote(urlsplit(path).path).lstrip("/") for path, code in sent if code == HTTPStatus.OK]
        return sum(len(gzip.compress(path.read_bytes())) for path in files) / 1e6

    with patch.object(Quiet, "log_request", lambda handler, code="-", size="-": sent.append((handler.path, code))):
        yield size


def open_lab(context: Any, address: str) -> tuple[float, float]:
    """Open a problem set. Return the seconds until Python is ready, and the MB loaded."""
    page = context.new_page()
    with count_sent() as size:
        start = time.perf_counter()
        page.goto(address)
        page.wait_for_function(READY, timeout=300_000)
        duration = time.perf_counter() - start
        page.wait_for_load_state("networkidle")
    page.close()
    return duration, size()


def visit_page(context: Any, address: str, code: str) -> tuple[list[float], float]:
    """Open the page, and run a cell a few times. Return the seconds of each run, and the MB before the first result."""
    page = context.new_page()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.locator("button[value=Edit]").click()
    page.locator("textarea").fill(code)
    with count_sent() as size:
        times = [press_run(page)]
    times += [press_run(page) for _ in range(RUNS - 1)]
    page.wait_for_load_state("networkidle")  # what is cached for later
    page.close()
    return times, size()


def press_run(page: Any) -> float:
    """Press Run, and return the seconds until the result is shown."""
    start = time.perf_counter()
    page.locator("button[value=Run]").click()
    page.wait_for_function("/^(Ended|Done)/.test(document.querySelector('.run-status').textContent)", timeout=300_000)
    return time.perf_counter() - start
