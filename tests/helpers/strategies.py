"""Data sets that hypothesis draws, the smallest and the nastiest there are; and a set as pandas has it."""

import numpy as np
import pytest
from hypothesis import strategies as st

# Small whole numbers collide, line up and repeat; the others are one rounding apart, tiny, huge or ordinary.
WHOLE = st.integers(-3, 3).map(float)
AWKWARD = st.sampled_from(
    [0.0, 0.1, np.nextafter(0.1, 1), -0.1, 1 / 3, 1.0, np.nextafter(1, 2), -1.0, 1e-8, 1e8, 3e-100, 2e90]
)
ORDINARY = st.floats(-10, 10, allow_nan=False, allow_infinity=False).map(lambda x: round(x, 3))


@st.composite
def labeled_sets(draw, entries=(WHOLE, AWKWARD, ORDINARY), most=8, dimensions=3, both=False):
    """Draw X and y: up to `most` points of up to `dimensions` coordinates."""
    kind = draw(st.sampled_from(entries))
    n, d = draw(st.integers(2 if both else 1, most)), draw(st.integers(1, dimensions))
    X = np.array(draw(st.lists(st.lists(kind, min_size=d, max_size=d), min_size=n, max_size=n)))
    y = np.array(draw(st.lists(st.sampled_from([1, -1]), min_size=n, max_size=n)))
    if both and abs(y.sum()) == n:
        y[0] = -y[0]
    return X, y


@st.composite
def mirrored_sets(draw, entries=(WHOLE, ORDINARY), most=3, dimensions=2):
    """Draw X and y of both labels: points with their mirror images, repeated ones, and 0 itself.

    Means and hulls of the classes meet exactly here, multipliers cancel, and rows that are all 0 abound.
    """
    kind, d = draw(st.sampled_from(entries)), draw(st.integers(1, dimensions))
    half = np.array(draw(st.lists(st.lists(kind, min_size=d, max_size=d), min_size=1, max_size=most)))
    signs = np.array(draw(st.lists(st.sampled_from([1, -1]), min_size=len(half), max_size=len(half))))
    zeros, other = draw(st.integers(0, 2)), draw(st.sampled_from([1, -1]))
    X = np.vstack([half, -half, np.zeros((zeros, d))])
    y = np.concatenate([signs, draw(st.sampled_from([1, -1])) * signs, np.full(zeros, other)])
    if abs(y.sum()) == len(y):
        y[0] = -y[0]
    order = draw(st.permutations(range(len(y))))
    return X[order], y[order]


@st.composite
def separable_sets(draw, most=12, dimensions=4, bias=False):
    """Draw X, y and a plane that separates them: points on both sides, pushed off a random plane."""
    n, d = draw(st.integers(2, most)), draw(st.integers(1, dimensions))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    w = rng.standard_normal(d)
    w /= np.linalg.norm(w)
    b = draw(st.floats(-2, 2)) if bias else 0.0
    y = np.where(np.arange(n) % 2, 1, -1)
    X = rng.standard_normal((n, d)) * draw(st.sampled_from([0.3, 1.0, 5.0]))
    gap = draw(st.sampled_from([0.05, 0.3, 1.0])) * (1 + draw(st.sampled_from([0.0, 2.0])) * rng.random(n))
    X += np.outer(y * gap - (X @ w + b), w)
    return X, y, w, b


def as_pandas(X, y):
    """Return points and labels as pandas keeps them; a test of them is skipped where there is no pandas."""
    pandas = pytest.importorskip("pandas", reason="there is no pandas")
    return pandas.DataFrame(X, columns=[f"feature {j}" for j in range(np.shape(X)[1])]), pandas.Series(y)
