"""Building the book, and the first view of its pages."""

import gzip
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Figure
from tools.chromium import chromium, settle
from tools.plain_server import served

ROOT = Path(__file__).resolve().parent.parent
PARTS = (
    *("_config.yml", "_toc.yml", "assignments", "book", "browser", "course", "margin_lib", "proofs", "pyproject.toml"),
    *("notebook_checks", "requirements.lock", "tests", "tools"),
)
PAINT = """() => new Promise(done => new PerformanceObserver(list => done(list.getEntries().at(-1).startTime))
    .observe({type: "largest-contentful-paint", buffered: true}))"""


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        for part in PARTS:
            (shutil.copytree if (ROOT / part).is_dir() else shutil.copy)(ROOT / part, tree / part)
        yield from builds(tree)
        yield from first_views(tree / "_build" / "html")


def builds(tree: Path) -> Iterator[Figure]:
    pages = len(re.findall(r"file:|root:", (tree / "_toc.yml").read_text()))
    yield Figure("the book, cold build", f"{pages} pages", time_build(tree), "s", 150, at_most=True)
    yield from executions(tree)
    yield Figure("the book, nothing changed", f"{pages} pages", time_build(tree), "s", 6, at_most=True)
    page = longest(tree)
    page.write_text(page.read_text(encoding="utf-8") + "\nOne sentence more.\n", encoding="utf-8")
    yield Figure("the book, one sentence changed", page.name, time_build(tree), "s", 10, at_most=True)


def time_build(tree: Path) -> float:
    """Build the book, and return the seconds it took."""
    program = Path(sys.executable).with_name("jupyter-book")
    start = time.perf_counter()
    done = subprocess.run([program, "build", ".", "-q"], cwd=tree, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"the book does not build:\n{done.stdout}{done.stderr}")
    return time.perf_counter() - start


def longest(tree: Path) -> Path:
    """Return the longest chapter."""
    return max((tree / "book").glob("*.md"), key=lambda path: "kernelspec" in path.read_text() and path.stat().st_size)


def executions(tree: Path) -> Iterator[Figure]:
    """Yield the page whose code took longest, as MyST-NB records it."""
    [database] = tree.glob("_build/.outputs-*/global.db")
    with sqlite3.connect(database) as notes:
        rows = notes.execute("SELECT uri, json_extract(data, '$.execution_seconds') FROM nbcache").fetchall()
    uri, seconds = max(rows, key=lambda row: row[1])
    yield Figure("a page's code, the slowest", Path(uri).name, seconds, "s", 15, at_most=True)


def first_views(html: Path) -> Iterator[Figure]:
    """Yield what the heaviest page loads with an empty cache, and when the slowest shows its largest part."""
    with served(html) as address, chromium() as browser:
        seen = {}
        for path in sorted(html.glob("book/*.html")):
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            page = context.new_page()
            bodies: list[bytes] = []
            page.on("requestfinished", lambda request, bodies=bodies: bodies.append(request.response().body()))
            page.goto(f"{address}/book/{path.name}")
            settle(page)
            paint = page.evaluate(PAINT)
            page.wait_for_load_state("networkidle")
            seen[path.name] = sum(len(gzip.compress(body)) for body in bodies) / 1e6, paint / 1e3
            context.close()
    heaviest = max(seen, key=lambda name: seen[name][0])
    slowest = max(seen, key=lambda name: seen[name][1])
    yield Figure("first view, compressed", heaviest, seen[heaviest][0], "MB", 1.2, at_most=True)
    yield Figure("first view, largest paint", slowest, seen[slowest][1], "s", 1, at_most=True)
