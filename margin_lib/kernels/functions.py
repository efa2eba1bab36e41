"""Kernels: inner products in a feature space that is never entered.

A kernel is a function k(x, z) = phi(x).phi(z), where phi is the feature map. An algorithm that uses points only in
inner products runs in feature space once k replaces x.z.

    k       kernel; here a function of two tables of points, k(X, Z)[i, j] = k(x_i, z_j)
    phi     feature map; `polynomial_features` is one
    K       Gram matrix k(X, X): symmetric, and positive semidefinite, for c.Kc = |sum c_i phi(x_i)|^2
    r       what a polynomial kernel adds to x.z: 0 leaves monomials of the full degree only
    gamma   width of an RBF kernel: exp(-gamma |x - z|^2)

A function of your own can replace these kernels: it takes two tables of points and returns the table of values.

>>> k = polynomial_kernel(2, r=1)
>>> k([[1.0, 2.0]], [[3.0, 1.0], [0.0, 0.0]])  # (3 + 2 + 1)^2 and (0 + 1)^2
array([[36.,  1.]])
>>> phi = polynomial_features([[1.0, 2.0], [3.0, 1.0]], 2, r=1)
>>> round(float(phi[0] @ phi[1]), 9)
36.0
"""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from ..core import inputs

PSD_TOLERANCE = 1e-10  # an eigenvalue below 0 by this much of the largest one may be rounding
SYMMETRY_TOLERANCE = 1e-9  # so may a difference of K and its transpose
FEATURE_LIMIT = 100_000_000  # numbers in a table of features: 800 MB
FAR = 1e4  # beyond gamma |x|^2 = 1e4 the product form of |x - z|^2 loses more than 12 digits of k
BLOCK = 256  # rows made at a time, so that they are still in the cache when exp reads them

Kernel = Callable[[Any, Any], np.ndarray]
Fill = Callable[[Any, np.ndarray], None]  # writes the rows k(x_i, .) of some places, in an array or a slice, to a table


def linear_kernel(X: Any, Z: Any) -> np.ndarray:
    """Return the table of x.z: the feature map is the identity.

    >>> linear_kernel([[1.0, 2.0]], [[3.0, 4.0], [0.0, 1.0]])
    array([[11.,  2.]])

    Book: {prf:ref}`def-kernel`
    """
    return LINEAR(X, Z)


def polynomial_kernel(degree: int, r: float = 1.0) -> "PolynomialKernel":
    """Return the kernel (x.z + r)^degree, for a whole degree of 1 or more and r >= 0: its features are monomials.

    >>> polynomial_kernel(3, r=0)([[2.0]], [[5.0]])
    array([[1000.]])

    Book: {prf:ref}`def-kernel`
    """
    r = inputs.scalar(r, "r")
    if r < 0 or math.isinf(r):
        raise ValueError(f"r must be a finite number, 0 or more, but is {r:g}: below 0 this is not a kernel.")
    return PolynomialKernel(inputs.whole(degree, "degree", least=1), r)


def rbf_kernel(gamma: float) -> "RbfKernel":
    """Return the kernel exp(-gamma |x - z|^2), for gamma > 0: 1 where x = z, and never more.

    >>> rbf_kernel(0.5)([[0.0, 0.0]], [[0.0, 0.0], [1.0, 1.0]]).round(3)
    array([[1.   , 0.368]])

    Book: {prf:ref}`def-kernel`
    """
    return RbfKernel(inputs.positive(gamma, "gamma"))


class KnownKernel:
    """A kernel whose subclass computes `rows` of its table with few operations."""

    def __call__(self, X: Any, Z: Any) -> np.ndarray:
        """Return the table k(x_i, z_j)."""
        X = inputs.points(X)
        return kernel_values(self, X, _other(Z, X))

    def rows(self, X: np.ndarray, Z: np.ndarray) -> Fill:
        """Return the function that fills in rows of the table of X and Z."""
        raise NotImplementedError


@dataclass(frozen=True)
class PolynomialKernel(KnownKernel):
    """(x.z + r)^degree, see `polynomial_kernel`."""

    degree: int
    r: float

    def rows(self, X: np.ndarray, Z: np.ndarray) -> Fill:
        """Return the function that fills in rows of the table of X and Z."""
        largest = float(np.abs(X).max() * np.abs(Z).max()) * X.shape[1] + self.r
        if self.degree * math.log10(max(largest, 1.0)) > 300:
            raise ValueError(
                f"(x.z + r)^{self.degree} leaves the range of floats for entries this large: "
                "divide X by its largest entry."
            )
        Zt = np.ascontiguousarray(Z.T)

        def fill(places: Any, out: np.ndarray) -> None:
            np.matmul(X[places], Zt, out=out)
            out += self.r
            inner = out.copy() if self.degree > 1 else out
            for _ in range(self.degree - 1):
                out *= inner

        return fill


@dataclass(frozen=True)
class RbfKernel(KnownKernel):
    """exp(-gamma |x - z|^2), see `rbf_kernel`."""

    gamma: float

    def rows(self, X: np.ndarray, Z: np.ndarray) -> Fill:
        """Return the function that fills in rows of the table of X and Z.

        -|u - v|^2 = (2u, -|u|^2, 1).(v, 1, -|v|^2) is one matrix product. It cancels where |u| is large beside
        |u - v|, so points are seen from the middle of Z, and if that is not enough differences are taken one by one.
        """
        middle, scale = Z.mean(axis=0), math.sqrt(self.gamma)
        U, V = (X - middle) * scale, (Z - middle) * scale
        if max(np.abs(U).max(), np.abs(V).max()) > math.sqrt(FAR / X.shape[1]):
            return lambda places, out: _exp_of_differences(U[places], V, out)
        u2, v2 = np.einsum("ij,ij->i", U, U), np.einsum("ij,ij->i", V, V)
        left = np.column_stack([2 * U, -u2, np.ones(len(U))])
        right = np.vstack([V.T, np.ones(len(V)), -v2])
        zeros = np.zeros(len(V))  # numpy compares two arrays three times as fast as an array and a number

        def fill(places: Any, out: np.ndarray) -> None:
            np.matmul(left[places], right, out=out)
            np.minimum(out, zeros, out=out)
            np.exp(out, out=out)

        return fill


LINEAR = PolynomialKernel(1, 0.0)


def gram(kernel: Kernel, X: Any, Z: Any = None) -> np.ndarray:
    """Return the table k(x_i, z_j). Without Z it is the table of X with itself, exactly symmetric.

    Raise a ValueError if a kernel of your own returns values that are not finite, not symmetric or of the wrong shape.

    >>> gram(rbf_kernel(1.0), [[0.0], [1.0]]).round(3)
    array([[1.   , 0.368],
           [0.368, 1.   ]])

    Book: {prf:ref}`thm-kernel-psd`
    """
    X = inputs.points(X)
    K = kernel_values(kernel, X, X if Z is None else _other(Z, X))
    if Z is not None:
        return K
    allowed = SYMMETRY_TOLERANCE * max(K.max(), -K.min())
    for i in range(0, len(K), BLOCK):
        lower, upper = K[i : i + BLOCK, : i + BLOCK], K[: i + BLOCK, i : i + BLOCK]
        if np.abs(lower - upper.T).max() > allowed:
            raise ValueError("the kernel is not symmetric: k(x, z) differs from k(z, x), unlike an inner product.")
        upper[:i] = lower[:, :i].T
        upper[i:] = np.tril(upper[i:]) + np.tril(upper[i:], -1).T
    if isinstance(kernel, RbfKernel):
        np.fill_diagonal(K, 1.0)
    return K


def is_psd(K: Any) -> bool:
    """Return whether K is symmetric with no eigenvalue below 0, up to 1e-10 of the largest entry or eigenvalue.

    >>> is_psd([[2.0, 1.0], [1.0, 2.0]]), is_psd([[1.0, 2.0], [2.0, 1.0]]), is_psd([[1.0, 1.0], [0.0, 1.0]])
    (True, False, False)

    Book: {prf:ref}`thm-kernel-psd`
    """
    K = inputs.points(K, "K")
    if K.shape[0] != K.shape[1]:
        raise ValueError(f"K must be square, but has shape {K.shape}.")
    if np.abs(K - K.T).max() > PSD_TOLERANCE * np.abs(K).max():
        return False
    eigenvalues = np.linalg.eigvalsh((K + K.T) / 2)
    return bool(eigenvalues[0] >= -PSD_TOLERANCE * np.abs(eigenvalues).max())


def polynomial_features(X: Any, degree: int, r: float = 1.0) -> np.ndarray:
    """Return phi(x) of each point, one per row, with phi(x).phi(z) = (x.z + r)^degree: its monomials, weighted.

    >>> polynomial_features([[3.0, 5.0]], 2, r=0).round(3)  # x1^2, sqrt(2) x1 x2, x2^2
    array([[ 9.   , 21.213, 25.   ]])

    Book: {prf:ref}`thm-kernel-features`
    """
    X = inputs.points(X)
    kernel = polynomial_kernel(degree, r)
    n, d = X.shape
    count = monomial_count(d, kernel.degree, lower=kernel.r > 0)
    if count * n > FEATURE_LIMIT:
        raise ValueError(f"{count:,} monomials for each of {n:,} points are too many: use polynomial_kernel instead.")
    chosen = monomials(d, kernel.degree, lower=kernel.r > 0)
    Phi = np.empty((n, count))
    for column, monomial in enumerate(chosen):
        missing = kernel.degree - len(monomial)
        powers = [*Counter(monomial).values(), missing]
        orders = math.factorial(kernel.degree) // math.prod(map(math.factorial, powers))
        Phi[:, column] = math.sqrt(orders * kernel.r**missing) * X[:, monomial].prod(axis=1)
    return Phi


def monomials(d: int, degree: int, lower: bool) -> list[tuple[int, ...]]:
    """Return the monomials of the degree in d coordinates, as tuples of coordinates; `lower` adds lower degrees.

    >>> monomials(2, 2, lower=True)
    [(), (0,), (1,), (0, 0), (0, 1), (1, 1)]
    """
    degrees = range(degree + 1) if lower else [degree]
    return [monomial for size in degrees for monomial in combinations_with_replacement(range(d), size)]


def monomial_count(d: int, degree: int, lower: bool) -> int:
    """Return how many `monomials` there are.

    >>> monomial_count(2, 2, lower=True), monomial_count(100, 5, lower=False)
    (6, 91962520)
    """
    return math.comb(d + degree - (not lower), degree)


def rows_of(kernel: Kernel, X: np.ndarray, Z: np.ndarray) -> Fill:
    """Return the function that fills in rows of the table k(x_i, z_j); check the values of a user's kernel."""
    X, Z = np.ascontiguousarray(X), np.ascontiguousarray(Z)  # other layouts round otherwise
    if kernel is linear_kernel:
        kernel = LINEAR
    if isinstance(kernel, KnownKernel):
        return kernel.rows(X, Z)
    if not callable(kernel):
        raise ValueError(f"kernel must be a function of two tables of points, as rbf_kernel(1.0), but is {kernel!r}.")

    def fill(places: Any, out: np.ndarray) -> None:
        out[:] = _checked(kernel(X[places], Z), out.shape)

    return fill


def kernel_values(kernel: Kernel, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """Return the table k(x_i, z_j), made in blocks of rows."""
    rows = rows_of(kernel, X, Z)
    K = np.empty((len(X), len(Z)))
    for i in range(0, len(X), BLOCK):
        rows(slice(i, i + BLOCK), K[i : i + BLOCK])
    return K


def _other(Z: Any, X: np.ndarray) -> np.ndarray:
    Z = inputs.points(Z, "Z")
    if Z.shape[1] != X.shape[1]:
        raise ValueError(f"Z has {Z.shape[1]} coordinates a point, X has {X.shape[1]}.")
    return Z


def _exp_of_differences(U: np.ndarray, V: np.ndarray, out: np.ndarray) -> None:
    with np.errstate(over="ignore"):  # a square beyond the range of floats gives exp(-inf) = 0, as it should
        for row, u in zip(out, U, strict=True):
            np.exp(-np.square(V - u).sum(axis=1), out=row)


def _checked(K: Any, shape: tuple[int, ...]) -> np.ndarray:
    """Return the values of a user's kernel, or raise unless they are a table of finite numbers of that shape."""
    K = inputs.numbers(K, "what the kernel returned")
    if K.shape != shape:
        raise ValueError(
            f"the kernel must return one row for each point of X and one column for each of Z, "
            f"here shape {shape}, but returned shape {K.shape}."
        )
    if not np.isfinite(K).all():
        raise ValueError("the kernel returned a NaN or an infinity: its values must be finite.")
    return K
