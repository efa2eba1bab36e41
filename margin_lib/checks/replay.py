"""Replay an additive run from nothing but the points and the order of updates.

w_t     w after t updates; w_0 = 0
z_t     signed point of update t, so w_t = w_(t-1) + z_t
u       unit normal of the plane that a theorem compares with
"""

from dataclasses import dataclass

import numpy as np

from ..core.signed_points import SignedPoints

CHUNK = 4_096  # steps added up at once


@dataclass(frozen=True)
class Replay:
    """The quantities in the proofs, one entry for each update, or for `sizes` and `along` each t = 0, 1, ..., T."""

    before: np.ndarray  # w_(t-1).z_t
    rounding: np.ndarray  # |z_t| times the longest w so far: rounding in `before` is relative to it
    sizes: np.ndarray  # |w_t|
    along: np.ndarray  # w_t.u
    means: np.ndarray  # lesser of |w_t| / t and |w_t - w_s| / (t - s), s the last power of two before t; t = 1, ..., T
    w: np.ndarray  # w_T


def replay(Z: SignedPoints, order: np.ndarray, u: np.ndarray) -> Replay:
    """Add the points named by `order` to 0, one after the other."""
    w = w_s = np.zeros(Z.dimension)
    before, lengths, squares, along, means = [np.empty(0)], [np.empty(0)], [np.zeros(1)], [np.zeros(1)], [np.empty(0)]
    start = 0
    while start < len(order):
        stop = min(len(order), start + CHUNK, 1 << start.bit_length())  # no chunk goes beyond a power of two
        rows = Z[order[start:stop]]
        after = w + np.cumsum(rows, axis=0)
        earlier = np.vstack([w, after[:-1]])
        before.append(np.einsum("ij,ij->i", earlier, rows))
        lengths.append(np.sqrt(np.einsum("ij,ij->i", rows, rows)))
        squares.append(np.einsum("ij,ij->i", after, after))
        along.append(after @ u)
        if start & (start - 1) == 0:
            s, w_s = start, w
        recent, steps = after - w_s, np.arange(start + 1, stop + 1)
        lengths_of_recent = np.sqrt(np.einsum("ij,ij->i", recent, recent))
        means.append(np.minimum(np.sqrt(squares[-1]) / steps, lengths_of_recent / (steps - s)))
        w, start = after[-1], stop
    sizes = np.sqrt(np.concatenate(squares))
    longest = np.maximum.accumulate(sizes)
    rounding = np.concatenate(lengths) * longest[:-1]
    return Replay(np.concatenate(before), rounding, sizes, np.concatenate(along), np.concatenate(means), w)


def known_points(order: np.ndarray, n: int) -> bool:
    """Return whether every update names one of the n points."""
    return bool(((order >= 0) & (order < n)).all())
