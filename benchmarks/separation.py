"""Separable or not, exactly; the best normalised margins; and what it takes to import the library."""

import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np

from benchmarks.measure import Figure, growth, seconds
from margin_lib import check_separator, check_witness, max_l2_margin, max_linf_margin, separate
from margin_lib.datasets import inseparable, separable


def figures() -> Iterator[Figure]:
    yield from importing()
    yield from exact_witnesses()
    yield from growth_figures()


def importing() -> Iterator[Figure]:
    def started(code: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - start

    bare, numpy, library = (
        min(started(code) for _ in range(9)) for code in ("pass", "import numpy", "import margin_lib")
    )
    yield Figure("import numpy", "least of nine starts", 1e3 * (numpy - bare), "ms")
    yield Figure("import margin_lib", "numpy included", 1e3 * (library - bare), "ms", 150, at_most=True)


def exact_witnesses() -> Iterator[Figure]:
    rng = np.random.default_rng(0)
    for n, d in ((1_000, 10), (1_000, 50), (1_000, 100)):
        X, y = rng.standard_normal((n, d)), rng.choice([-1, 1], n)
        taken, found = seconds(lambda X=X, y=y: separate(X, y), repeats=3)
        assert check_witness(found.witness, X, y).ok
        yield Figure("separate, witness in fractions", f"n = {n:,}, d = {d}, random labels", 1e3 * taken, "ms")


def growth_figures() -> Iterator[Figure]:
    def draw(n: int) -> tuple[np.ndarray, np.ndarray]:
        return separable(n, 20, 0.01, bias=True)[:2]

    yield from growth("separate, a plane", separate, draw)
    yield from growth("separate, a witness", separate, lambda n: inseparable(n, 20, flipped=0.01)[:2])
    X, y = draw(1_000)
    plane = separate(X, y).plane
    yield from growth("check_separator", lambda X, y: check_separator(plane, X, y), draw)
    yield from growth("max_l2_margin", max_l2_margin, draw)
    yield from growth("max_linf_margin", max_linf_margin, draw)
