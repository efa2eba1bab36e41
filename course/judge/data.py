"""Data for hidden tests: points with whole coordinates, on which every sum and every sign is exact."""

from fractions import Fraction

import numpy as np

LARGEST = 20  # of a coordinate's size

Set = tuple[np.ndarray, np.ndarray]
Case = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, float, np.ndarray]  # X, y, t, w, b, alpha


def separable(rng: np.random.Generator, n: int, d: int, *, bias: bool = False, distance: float = 2.0) -> Set:
    """Return n points and labels that a plane separates, each at least `distance` from it; both labels occur.

    Without a bias the plane goes through the origin. With one it does not, and the origin is one of the points, so that
    no plane through it separates them.
    """
    normal = rng.normal(size=d)
    normal /= np.sqrt(normal @ normal)
    offset = rng.uniform(3, 6) if bias else 0.0
    found = [np.zeros(d), np.rint(2 * LARGEST * normal)] if bias else []
    while len(found) < n:
        points = rng.integers(-LARGEST, LARGEST + 1, size=(4 * n, d)).astype(float)
        found += [x for x in points if abs(x @ normal - offset) >= distance]
    X = np.array(found[:n])[rng.permutation(n)]
    y = np.where(X @ normal > offset, 1.0, -1.0)
    if bias:
        return X, y
    turned = np.where(rng.permutation(n) % 2 == 0, 1.0, -1.0)  # mirrored points change side, and stay as far away
    return turned[:, None] * X, turned * y


def inseparable(rng: np.random.Generator, n: int, d: int, *, largest: int = LARGEST) -> Set:
    """Return n points and both labels, which no plane separates: two pairs of opposite corners disagree.

    They are neither first nor last, for else a run may go to and fro between two of them, and never have two mistakes.
    """
    X = rng.integers(-largest, largest + 1, size=(n, d)).astype(float)
    y = np.where(rng.permutation(n) % 2 == 0, 1.0, -1.0)
    corners = slice(n // 3, n // 3 + 4)
    X[corners, :2] = largest * np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]])
    y[corners] = [1, 1, -1, -1]
    X[corners, 2:] = 0
    return X, y


def around_a_plane(
    rng: np.random.Generator, n: int, d: int, on_plane: int = 0
) -> tuple[np.ndarray, float, np.ndarray, np.ndarray]:
    """Return w and b of a plane, and n points with the labels of their sides; w.x + b is a whole number for each.

    The first `on_plane` points lie on the plane, all in one place, and have the label +1; no other point does.
    """
    w = rng.integers(1, 10, size=d) * rng.choice([-1.0, 1.0], size=d)
    foot = rng.integers(1, LARGEST + 1, size=d) * rng.choice([-1.0, 1.0], size=d)
    b = -float(w @ foot)
    found = [foot] * on_plane
    while len(found) < n:
        points = rng.integers(-LARGEST, LARGEST + 1, size=(2 * n, d)).astype(float)
        found += [x for x in points if w @ x + b != 0]
    X = np.array(found[:n])
    return w, b, X, np.where(X @ w + b >= 0, 1.0, -1.0)


def rational(rng: np.random.Generator, digits: int = 12) -> Fraction:
    """Return a fraction other than 0, of either sign, with about `digits` digits above and below."""
    above, below = (int.from_bytes(rng.bytes(digits), "big") % 10**digits + 1 for _ in range(2))
    return Fraction(int(rng.choice([-1, 1])) * above, below)


def as_pair(rng: np.random.Generator, value: Fraction) -> tuple[int, int]:
    """Return a fraction as (numerator, denominator), the latter positive, seldom in lowest terms."""
    factor = int(rng.integers(1, 10))
    return factor * value.numerator, factor * value.denominator


def won_game(rng: np.random.Generator, experts: int, n: int, worth: float) -> np.ndarray:
    """Return pay-offs, a row for each expert and a column for each point, of which a mixture wins `worth` everywhere.

    The mixture has at most three experts or their opponents. Entries are multiples of 1/4, the largest of each column
    is 1 or -1, and the last row has no 0.
    """
    used = min(3, experts)
    mixture = np.zeros(experts)
    mixture[rng.permutation(experts)[:used]] = rng.choice([-1.0, 1.0], size=used) / used
    found: list[np.ndarray] = []
    while len(found) < n:
        column = rng.integers(-4, 5, size=experts) / 4
        column[rng.integers(0, experts)] = rng.choice([-1.0, 1.0])
        column *= 1.0 if mixture @ column > 0 else -1.0
        if column[-1] and mixture @ column >= worth:
            found.append(column)
    return np.array(found).T


def lost_game(rng: np.random.Generator, experts: int, n: int) -> np.ndarray:
    """Return a table like `won_game`'s of which no mixture wins everywhere: two columns are opposite.

    The first expert wins 1 at every point but one, so that the points' mean is far from 0.
    """
    table = rng.choice([-4, -3, -2, -1, 1, 2, 3, 4], size=(experts, n)) / 4
    table[0] = 1.0
    table[:, 1] = -table[:, 0]
    return table[:, rng.permutation(n)]


def points_of(table: np.ndarray) -> Set:
    """Return points and labels with this table of pay-offs; its last row, the constant's, has no 0."""
    return (table[:-1] / table[-1]).T, np.sign(table[-1])


def supported(
    rng: np.random.Generator, n: int, d: int, support: int, *, touching: int = 0, equal: bool = True, bias: bool = True
) -> Case:
    """Return X, y, t and the best plane and multipliers w, b, alpha of: minimise |w|^2 / 2 where y (w.x + b) >= t.

    They meet the conditions of Karush, Kuhn and Tucker by construction. `support` points have a multiplier above 0,
    equally many of both labels or one more; `touching` others meet their demand exactly. The demands t are 1
    (`equal`), or whole numbers from 1 to 4. Without a bias b is 0, and the multipliers need not balance.
    """
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    t = np.ones(n) if equal else rng.integers(1, 5, size=n).astype(float)
    alpha = np.zeros(n)
    alpha[:support] = rng.integers(2, 6, size=support)
    if bias:
        alpha[y > 0] *= alpha[y < 0].sum() / alpha[y > 0].sum()
    alpha /= rng.uniform(2, 8) * (alpha @ t)
    size = np.sqrt(alpha @ t)  # |w|, for w.w = sum alpha y (w.x + b) = sum alpha t
    u = rng.normal(size=d)
    u /= np.sqrt(u @ u)
    b = float(rng.uniform(1, 3) * rng.choice([-1.0, 1.0])) if bias else 0.0
    room = rng.uniform(0.5, 4, size=n)
    room[: support + touching] = 0
    aside = 3 * rng.normal(size=(n, d))
    aside -= np.outer(aside @ u, u)
    last = support - 1
    aside[last] = -((alpha * y)[:last] @ aside[:last]) / (alpha * y)[last]  # so that sum alpha y x is along u
    X = np.outer((y * (t + room) - b) / size, u) + aside
    order = rng.permutation(n)
    return X[order], y[order], t[order], size * u, b, alpha[order]


def narrowed(case: Case, cost: float, reach: float) -> Case:
    """Return a case of `supported` in another unit across the plane, and another along it.

    The plane costs that much, |w|^2 / 2, and the distances along it go up to `reach`: with a narrow gap and far points
    algorithms that go step by step take long, and multipliers for points of size 1 are large.
    """
    X, y, t, w, b, alpha = case
    across = np.outer(X @ w, w) / (w @ w)
    unit, along = np.sqrt(w @ w / 2 / cost), X - across
    return unit * across + along * reach / np.abs(along).max(), y, t, w / unit, b, alpha / unit**2


def below_zero(case: Case) -> Case:
    """Return a case of `supported` moved so that the largest number in each coordinate is 0."""
    X, y, t, w, b, alpha = case
    return X - X.max(axis=0), y, t, w, b + float(w @ X.max(axis=0)), alpha
