"""What a browser's Python lacks, for as long as answers are judged there.

LAPACK's failures reach numpy as a flag of the processor, which WebAssembly doesn't have: there the inverse of a
singular matrix is nan. And each call through C, such as a key of `sorted`, takes some of the page's stack, of which
there is so little that endless recursion would end Python before it meets the usual limit.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from course.judge.rules.barred import IN_BROWSER

DEEPEST = 250  # calls within calls of an answer; Chromium's stack holds 400 where each goes through C


@contextmanager
def as_elsewhere() -> Iterator[None]:
    """Raise LinAlgError and RecursionError in a browser, as Python does elsewhere."""
    if not IN_BROWSER:
        yield
        return
    before = sys.getrecursionlimit()
    with failures_told():
        sys.setrecursionlimit(min(before, _depth() + DEEPEST))
        try:
            yield
        finally:
            sys.setrecursionlimit(before)


@contextmanager
def failures_told() -> Iterator[None]:
    """Let numpy.linalg take a result of nan from finite numbers for the flag that is missing."""
    solvers = np.linalg._umath_linalg
    before = {name: solver for name, solver in vars(solvers).items() if isinstance(solver, np.ufunc)}
    try:
        for name, solver in before.items():
            setattr(solvers, name, _flagged(solver))
        yield
    finally:
        for name, solver in before.items():
            setattr(solvers, name, solver)


def _flagged(solver: np.ufunc) -> Callable[..., Any]:
    def solved(*arrays: Any, **options: Any) -> Any:
        found = solver(*arrays, **options)
        parts = found if isinstance(found, tuple) else (found,)
        told: Any = np.geterrcall() if np.geterr()["invalid"] == "call" else None
        if told and any(map(_has_nan, parts)) and not any(map(_has_nan, arrays)):
            told("invalid value", 8)
        return found

    return solved


def _has_nan(array: Any) -> bool:
    return bool(np.isnan(array).any())


def _depth() -> int:
    frame, depth = sys._getframe(), 0
    while frame.f_back:
        frame, depth = frame.f_back, depth + 1
    return depth
