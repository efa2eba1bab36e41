"""Finish the dual of the soft margin: guess which alphas are 0, C or between, solve for these, correct the guess.

Once it is known which alphas lie between 0 and C, the free ones, they solve linear equations: F_i = b for each of them,
and sum beta = 0. The first guess is a rough solution by `smo`. A beta that leaves its bounds is put on the bound it has
crossed; one on a bound that would gain by leaving it becomes free. Three to five guesses are usual, and the last one is
exact up to rounding. If the guesses cycle, `finish` returns None, and `smo` must come closer first.

    beta, F, top, bottom    as in `smo`
    free                    bottom < beta < top
    ridge                   added to the diagonal: a singular Gram matrix can be solved, and a step stays near its start

>>> from margin_lib.kernels.gram_rows import GramRows
>>> from margin_lib.kernels import linear_kernel
>>> X, y = np.array([[-3.0], [-1.0], [1.0], [4.0]]), np.array([-1.0, -1.0, 1.0, 1.0])
>>> dual = Dual(GramRows(linear_kernel, X), np.square(X[:, 0]), y, C=10.0)
>>> dual.move_to(np.array([0.0, -0.4, 0.4, 0.0]))
>>> finish(dual).beta.round(6)
array([ 0. , -0.5,  0.5,  0. ])
"""

import numpy as np

from .smo import Dual, Point

GUESSES = 12
JOINING = 50  # become free at a time, or as many as are free: thousands would make the equations slow
FREE_LIMIT = 4_000  # free alphas: their matrix takes 128 MB, and as much again while it is solved
RIDGE = 1e-9  # of the largest diagonal entry
MISSED = 1e-12  # of F: equations that are missed by more are solved once more
DOUBT = 1e-9  # a violation below this may be rounding


def finish(dual: Dual) -> Point | None:
    """Return the optimum, or None where the guesses do not settle."""
    beta, F, ridge = dual.beta.copy(), dual.F.copy(), RIDGE * (dual.diagonal.max() or 1.0)
    free, missed = (dual.bottom < beta) & (beta < dual.top), np.inf
    for _ in range(GUESSES):
        chosen = np.flatnonzero(free)
        if not 0 < len(chosen) <= FREE_LIMIT:
            return None
        change = np.zeros_like(beta)
        change[chosen], b = _solve(dual.rows.square(chosen), F[chosen], -beta.sum(), ridge)
        beta += change
        F -= dual.rows.combine(change)
        inside = np.clip(beta, dual.bottom, dual.top)
        leaving, joining = inside != beta, ~free & _would_move(dual, beta, F - b, max(JOINING, len(chosen)))
        if not (leaving.any() or joining.any()):
            F = dual.y - dual.rows.combine(beta)  # without the rounding that has gathered
            last, missed = missed, float(np.abs(F[chosen] - b).max())
            if missed <= MISSED * max(1.0, float(np.abs(F).max())) or missed > last / 2:
                return Point(beta, F, b)
            continue  # the ridge, or rounding, has left a remainder: solve for it
        F -= dual.rows.combine(inside - beta)
        beta, free = inside, free & ~leaving | joining
    return None


def _solve(K: np.ndarray, F: np.ndarray, total: float, ridge: float) -> tuple[np.ndarray, float]:
    """Return (change, b) with F - K change = b and sum change = total."""
    m = len(F)
    M = np.ones((m + 1, m + 1))
    M[:m, :m] = K
    M.flat[: m * (m + 1) : m + 2] += ridge
    M[m, m] = 0.0
    *change, b = np.linalg.solve(M, np.append(F, total))
    return np.array(change), float(b)


def _would_move(dual: Dual, beta: np.ndarray, gain: np.ndarray, most: int) -> np.ndarray:
    """Return which betas gain by leaving their bounds; if more than `most` do, those that gain most."""
    doubt = DOUBT + 64 * np.finfo(float).eps * np.abs(beta).sum()
    gain = np.where(beta <= dual.bottom, gain, np.where(beta >= dual.top, -gain, 0.0))
    moving = gain > doubt
    if np.count_nonzero(moving) > most:
        moving &= gain >= np.partition(gain, -most)[-most]
    return moving
