"""A small linear program, by an interior point: the least c.u with G u >= h, and the multipliers that prove it.

Algorithm   Mehrotra's predictor-corrector: Newton's steps toward G u - s = h, G'v = c, s v = mu, with mu falling to 0
Proof       any v >= 0 with G'v = c gives h.v <= c.u for every feasible u (weak duality)

    u       unknowns            c       their prices
    s       slacks G u - h      v       multipliers of the rows

>>> *_, (u, v) = interior_path(np.array([1.0, 2.0]), np.eye(2), np.array([3.0, 4.0]))
>>> u.round(6), v.round(6)
(array([3., 4.]), array([1., 2.]))
"""

from collections.abc import Iterator

import numpy as np

from .interior_point import CLOSENESS, RIDGE, longest_step

STEPS = 60  # twenty are usual


def interior_path(c: np.ndarray, G: np.ndarray, h: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield (u, v), each nearer to the optimum, until rounding ends the path; callers certify each pair.

    Book: {ref}`sec-weak-duality`
    """
    u = np.linalg.lstsq(G, h + 1.0, rcond=None)[0]
    s, v = np.maximum(G @ u - h, 1.0), np.ones(len(h))
    for _ in range(STEPS):
        with np.errstate(all="ignore"):  # an overflow ends the path
            try:
                u, s, v = _advance(c, G, h, u, s, v)
            except np.linalg.LinAlgError:
                return
        if not all(np.isfinite(vector).all() for vector in (u, s, v)) or min(s.min(), v.min()) <= 0:
            return
        yield u, v


def _advance(
    c: np.ndarray, G: np.ndarray, h: np.ndarray, u: np.ndarray, s: np.ndarray, v: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (u, s, v) after one predictor-corrector step."""
    primal, dual = G @ u - s - h, c - v @ G
    mu = s @ v / len(h)
    M = (G.T * (v / s)) @ G
    unit = np.sqrt(M.diagonal())
    M = M / np.outer(unit, unit) + RIDGE * np.eye(len(M))

    def newton(product: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        du = np.linalg.solve(M, (-dual - ((v * primal + product) / s) @ G) / unit) / unit
        ds = G @ du + primal
        return du, ds, -(product + v * ds) / s

    _, ds, dv = newton(s * v)
    way = longest_step((s, ds), (v, dv))
    aim = mu * ((s + way * ds) @ (v + way * dv) / (len(h) * mu)) ** 3
    du, ds, dv = newton(s * v + ds * dv - aim)
    way = CLOSENESS * longest_step((s, ds), (v, dv))
    return u + way * du, s + way * ds, v + way * dv
