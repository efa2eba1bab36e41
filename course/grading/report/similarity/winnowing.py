"""Winnow code to fingerprints: hash every run of RUN tokens, and keep the least hash of every WINDOW of them.

A passage that two texts share gives them a fingerprint in common, wherever it is, if it is as long as a run and a
window together; and few hashes are kept (Schleimer, Wilkerson and Aiken, Winnowing, SIGMOD 2003).
"""

import zlib
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from course.grading.report.similarity.lexing import tokens

RUN = 14  # tokens; a shorter passage in common says nothing
WINDOW = 5
Prints: TypeAlias = NDArray[np.uint64]
_POWERS = np.array([pow(0x9E3779B97F4A7C15, place, 2**64) for place in range(RUN)], dtype=np.uint64)
NONE: Prints = np.array([], dtype=np.uint64)


def prints(code: str) -> Prints:
    """Return the fingerprints of some code, sorted and without duplicates."""
    return np.unique(winnowed(code)[0])


def union(several: Iterable[Prints]) -> Prints:
    """Return the fingerprints that are in any of several, sorted and without duplicates."""
    return np.unique(np.concatenate([NONE, *several]))


def winnowed(code: str) -> tuple[Prints, list[tuple[int, int]]]:
    """Return the fingerprints of some code, and the first and the last line of each."""
    found = list(tokens(code))
    hashes = _hashes([token.text for token in found])
    if not len(hashes):
        return NONE, []
    windows = sliding_window_view(hashes, min(WINDOW, len(hashes)))
    places = np.unique(windows.argmin(axis=1) + np.arange(len(windows)))
    lines = [(found[place].line, found[place + RUN - 1].line) for place in places.tolist()]
    return hashes[places], lines


def _hashes(texts: list[str]) -> Prints:
    """Return the hash of each run of tokens."""
    if len(texts) < RUN:
        return NONE
    codes = np.array([_code(text) for text in texts], dtype=np.uint64)
    mixed: Prints = sliding_window_view(codes, RUN) @ _POWERS
    # The least of sums would favour some tokens; what is multiplied and folded favours none.
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> np.uint64(32))


@lru_cache(maxsize=10_000)
def _code(text: str) -> int:
    both = zlib.crc32(text.encode("utf-8", "replace")), zlib.crc32(text[::-1].encode("utf-8", "replace"))
    return both[0] << 32 | both[1]
