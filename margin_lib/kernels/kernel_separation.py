"""Decide without rounding whether a kernel can separate the points, for kernels with a known feature space.

Two equal points with different labels are equal in every feature space. Otherwise:

    linear      the points themselves: `separate`
    polynomial  the monomials of the points, as fractions. Their weights in the feature map are left out, since w can
                undo them; with the bias there is always the monomial 1
    RBF         distinct points have independent features, so any labels of theirs can be separated
    your own    unknown

>>> from margin_lib.kernels import polynomial_kernel
>>> X, y = [[0.0], [1.0], [2.0], [3.0]], [1, -1, 1, -1]
>>> separability(polynomial_kernel(2), np.array(X), np.array(y)).witness
{0: Fraction(1, 8), 1: Fraction(3, 8), 2: Fraction(3, 8), 3: Fraction(1, 8)}
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ..core import exact
from ..core.signed_points import SignedPoints
from ..separation import nearest_in_floats, nearest_in_fractions, separate
from .functions import Kernel, PolynomialKernel, RbfKernel, linear_kernel, monomial_count, monomials

MONOMIAL_LIMIT = 250  # the exact search solves systems of that size in whole numbers, in some twenty seconds
ENTRY_LIMIT = 1_000_000  # monomials of all points


@dataclass(frozen=True)
class Separability:
    """Whether the points are `separable` (None, with a `reason`, if that is unknown), and the witness if they aren't.

    The witness has positive weights w_i that sum to 1, and sum w_i y_i (phi(x_i), 1) is exactly 0.

    Book: {prf:ref}`thm-gordan`
    """

    separable: bool | None
    witness: dict[int, Fraction] | None = None
    reason: str = ""


def separability(kernel: Kernel, X: np.ndarray, y: np.ndarray) -> Separability:
    """Return whether a plane with a bias separates the phi(x), if that can be decided exactly."""
    pair = _contradicting_pair(X, y)
    if pair:
        return Separability(False, dict.fromkeys(pair, Fraction(1, 2)))
    if isinstance(kernel, RbfKernel):
        return Separability(True)
    if kernel is linear_kernel or (isinstance(kernel, PolynomialKernel) and kernel.degree == 1):
        return _known(separate(X, y).witness)
    if isinstance(kernel, PolynomialKernel):
        count = monomial_count(X.shape[1], kernel.degree, lower=kernel.r > 0)
        if count > MONOMIAL_LIMIT or count * len(X) > ENTRY_LIMIT:
            return Separability(None, reason=f"With {count:,} monomials it is not decided without rounding.")
        chosen = monomials(X.shape[1], kernel.degree, lower=kernel.r > 0)
        return _known(_witness(SignedMonomials(X, y, chosen if () in chosen else [(), *chosen])))
    return Separability(None, reason="The feature space of a kernel of your own is unknown, so there is no proof.")


def _known(witness: dict[int, Fraction] | None) -> Separability:
    return Separability(witness is None, witness)


def _contradicting_pair(X: np.ndarray, y: np.ndarray) -> list[int]:
    """Return two equal points with different labels, or nothing."""
    _, group = np.unique(X + 0.0, axis=0, return_inverse=True)  # + 0.0: -0.0 is 0.0
    group = group.ravel()
    both = np.intersect1d(group[y > 0], group[y < 0])
    if not len(both):
        return []
    return sorted(int(np.flatnonzero((group == both[0]) & (y == label))[0]) for label in (1, -1))


def _witness(Z: "SignedMonomials") -> dict[int, Fraction] | None:
    """Return weights with which the rows combine to 0, or None where some w has w.z > 0 for all of them."""
    w, start, weights = nearest_in_floats(Z.rounded)
    if exact.smallest(Z, np.array(exact.fractions(w)))[1] > 0:  # floats times fractions would round
        return None
    return nearest_in_fractions(Z, start, weights)[1]


class SignedMonomials(SignedPoints):
    """Signed points whose coordinates are monomials of the points' own, as fractions, with floats near them."""

    def __init__(self, X: np.ndarray, y: np.ndarray, chosen: list[tuple[int, ...]]) -> None:
        self.y, self.bias, self.dimension = y, False, len(chosen)
        self.X = _monomials(_within_one(X), chosen)
        self.rounded = self.X.astype(float) * y[:, None]

    def __getitem__(self, which: Any) -> np.ndarray:
        """Return one row, or several, in fractions."""
        x, sign = self.X[which], self.y[which].astype(int)
        return x * sign if x.ndim == 1 else x * sign[:, None]

    def margins(self, w: np.ndarray, which: Any = slice(None)) -> np.ndarray:
        """Return w.z, in floats: their error is within what `exact.doubt` allows for."""
        return self.rounded[which] @ w

    def longest(self) -> float:
        """Return the length of the longest row."""
        return float(np.sqrt(np.einsum("ij,ij->i", self.rounded, self.rounded).max()))

    def largest(self) -> np.ndarray:
        """Return the largest size of an entry of each column."""
        return np.abs(self.rounded).max(axis=0)


def _within_one(X: np.ndarray) -> np.ndarray:
    """Return fractions: each coordinate divided by a power of 2, so that its powers stay in the range of floats.

    Every monomial is multiplied by a number above 0, the same for all points, so a witness stays one.
    """
    _, powers = np.frexp(np.abs(X).max(axis=0))
    scales = [Fraction(2) ** -int(power) for power in powers]
    return np.array([[Fraction(x) * scale for x, scale in zip(row, scales, strict=True)] for row in X.tolist()])


def _monomials(X: np.ndarray, chosen: list[tuple[int, ...]]) -> np.ndarray:
    made: dict[tuple[int, ...], np.ndarray] = {(): np.array([Fraction(1)] * len(X))}

    def product(monomial: tuple[int, ...]) -> np.ndarray:
        if monomial not in made:
            made[monomial] = product(monomial[:-1]) * X[:, monomial[-1]]
        return made[monomial]

    return np.column_stack([product(monomial) for monomial in chosen])
