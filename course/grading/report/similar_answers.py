"""Find pairs of answers that are too alike, or too like known code: those that share many rare fingerprints.

An index lists the papers that hold each fingerprint, so that only pairs with something in common are compared. A
fingerprint that many have is common knowledge, and does not count. Fingerprints of a part are looked for in all of the
other's code, so that an answer is found wherever it was moved to. Students who hand in together have one answer.
"""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from course.grading.report.papers import Paper
from course.grading.report.similarity.known import Work
from course.grading.report.similarity.winnowing import NONE, Prints, union
from course.progress import Progress

COMMON = 0.05  # of a class: a fingerprint that more have is common knowledge
FEW = 8  # papers; up to that many may share a rare fingerprint, however small the class
LEAST = 12  # fingerprints in common, some sixty tokens; fewer is chance
OF_PART, OF_ALL = 0.5, 0.3  # of the rarer fingerprints of a part, or of a whole answer
SHOWN = 30  # pairs, and answers like known code
Counts = NDArray[np.int64]


@dataclass(frozen=True, order=True)
class Match:
    """How many of the rarer fingerprints of one part were found in the other."""

    share: float
    part: str
    shared: int
    of: int

    def __str__(self) -> str:
        return f"{self.part} {self.shared} of {self.of}"


@dataclass(frozen=True)
class Pair:
    """Two answers, or an answer and a known work, and what they share."""

    one: int
    other: int  # the place among the papers, or among the works
    share: float  # of the rarer fingerprints of whichever has fewer; of a known work, of the answer's
    parts: tuple[Match, ...]  # in which they are alike, the most alike first
    prints: frozenset[int]  # in common


@dataclass(frozen=True)
class Alike:
    """The answers that are alike, the strongest first."""

    pairs: tuple[Pair, ...]
    all_pairs: int  # including those that are not shown
    copies: tuple[Pair, ...]
    all_copies: int
    rings: tuple[tuple[int, ...], ...]  # answers that differ in names only, and are too many to be rare


def alike(papers: Sequence[Paper], common: Prints, works: Sequence[Work], progress: Progress) -> Alike:
    """Compare all papers of a class."""
    own = [
        {name: np.setdiff1d(prints, common, assume_unique=True) for name, prints in paper.prints.items()}
        for paper in papers
    ]
    whole = [union(parts.values()) for parts in own]
    limit = max(FEW, int(COMMON * len(papers)))
    index = Index(whole, limit)
    rare = [{name: index.rare(prints) for name, prints in parts.items()} for parts in own]
    strengths = _strengths(rare, index, progress)
    pairs = heapq.nlargest(SHOWN, strengths, key=strengths.__getitem__)
    copies = list(_copies(own, works))
    return Alike(
        tuple(sorted((_pair(*pair, rare) for pair in pairs), key=_order, reverse=True)),
        len(strengths),
        tuple(heapq.nlargest(SHOWN, copies, key=_order)),
        len(copies),
        tuple(_rings(whole, limit)),
    )


class Index:
    """The papers that hold each rare fingerprint."""

    def __init__(self, papers: Sequence[Prints], limit: int) -> None:
        self.papers = len(papers)
        sizes = [len(prints) for prints in papers]
        everything = np.concatenate([NONE, *papers])
        order = np.argsort(everything, kind="stable")
        self.holders: Counts = np.repeat(np.arange(len(papers)), sizes)[order]
        every, starts, counts = np.unique(everything[order], return_index=True, return_counts=True)
        rare = counts <= limit
        self.prints, self.starts, self.counts = every[rare], starts[rare], counts[rare]

    def rare(self, prints: Prints) -> Prints:
        """Return the rare ones of some fingerprints."""
        return prints[_are_in(prints, self.prints)]

    def shared(self, prints: Prints) -> Counts:
        """Return for each paper how many of these rare fingerprints it has."""
        places = np.searchsorted(self.prints, prints)
        starts, counts = self.starts[places], self.counts[places]
        # The holders of each fingerprint lie side by side; this is where all of them lie.
        first = np.repeat(starts - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts) if len(starts) else starts
        holders = self.holders[first + np.arange(len(first))]
        return np.bincount(holders, minlength=self.papers)


def _strengths(rare: Sequence[Mapping[str, Prints]], index: Index, progress: Progress) -> dict[tuple[int, int], float]:
    """Return how alike the pairs are that are alike."""
    found: dict[tuple[int, int], float] = {}
    sizes = np.array([len(union(parts.values())) for parts in rare], dtype=np.int64)
    for one, parts in enumerate(rare):
        progress(one, len(rare))
        if sizes[one] < LEAST:
            continue
        strength = _strength(parts, index, sizes)
        strength[one] = 0
        for other in np.flatnonzero(strength).tolist():
            # A pair is found from both of its sides, or from one.
            pair = min(one, other), max(one, other)
            found[pair] = max(found.get(pair, 0.0), float(strength[other]))
    progress(len(rare), len(rare))
    return found


def _strength(parts: Mapping[str, Prints], index: Index, sizes: Counts) -> NDArray[np.float64]:
    """Return how much of this paper is in each other one; 0 where it is too little to mean anything."""
    whole = union(parts.values())
    shared = index.shared(whole)
    share = shared / np.maximum(1, np.minimum(sizes, len(whole)))
    strength = np.where((shared >= LEAST) & (share >= OF_ALL), share, 0.0)
    for prints in parts.values():
        if len(prints) >= LEAST:
            shared = index.shared(prints)
            enough = shared >= max(LEAST, OF_PART * len(prints))
            strength = np.maximum(strength, np.where(enough, shared / len(prints), 0.0))
    return strength


def _pair(one: int, other: int, rare: Sequence[Mapping[str, Prints]]) -> Pair:
    mine, others = union(rare[one].values()), union(rare[other].values())
    shared = np.intersect1d(mine, others)
    parts = [*_matches(rare[one], others), *_matches(rare[other], mine)]
    best = {match.part: match for match in sorted(parts)}
    share = len(shared) / max(1, min(len(mine), len(others)))
    return Pair(one, other, share, tuple(sorted(best.values(), reverse=True)), frozenset(shared.tolist()))


def _copies(own: Sequence[Mapping[str, Prints]], works: Sequence[Work]) -> Iterator[Pair]:
    """Yield the answers that are like a known work."""
    every = union(work.prints for work in works)
    for place, parts in enumerate(own):
        whole = union(parts.values())
        if _are_in(whole, every).sum() < LEAST:
            continue
        for other, work in enumerate(works):
            shared = whole[_are_in(whole, work.prints)]
            if len(shared) < LEAST:
                continue
            share = len(shared) / len(whole)
            matches = tuple(sorted(_matches(parts, work.prints), reverse=True))
            if share >= OF_ALL or (matches and matches[0].share >= OF_PART):
                yield Pair(place, other, share, matches, frozenset(shared.tolist()))


def _matches(parts: Mapping[str, Prints], other: Prints) -> Iterator[Match]:
    for name, prints in parts.items():
        shared = int(_are_in(prints, other).sum())
        if shared >= LEAST:
            yield Match(shared / len(prints), name, shared, len(prints))


def _rings(whole: Sequence[Prints], limit: int) -> Iterator[tuple[int, ...]]:
    """Yield the papers with exactly the same code, where they are too many for the pairs to show it."""
    same: dict[bytes, list[int]] = {}
    for place, prints in enumerate(whole):
        if len(prints) >= LEAST:
            same.setdefault(prints.tobytes(), []).append(place)
    yield from sorted((tuple(ring) for ring in same.values() if len(ring) > limit), key=len, reverse=True)


def _order(pair: Pair) -> tuple[float, int]:
    return max([pair.share, *(match.share for match in pair.parts)]), len(pair.prints)


def _are_in(prints: Prints, many: Prints) -> NDArray[np.bool_]:
    """Return which fingerprints are among many sorted ones; np.isin would sort the many each time."""
    places = np.searchsorted(many, prints)
    return (places < len(many)) & (many[np.minimum(places, len(many) - 1)] == prints) if len(many) else places < 0
