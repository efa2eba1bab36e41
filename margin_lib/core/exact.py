"""Exact results from floats: a float is a fraction, so the sign of w.z can be computed exactly.

In floats the error of w.z is at most (D + 2) * 2^-53 * |w| |z|. Where the result is further from 0 than that, its sign
is right; the few other rows are computed again in whole numbers.
"""

import math
from fractions import Fraction

import numpy as np

from .geometry import length
from .signed_points import SignedPoints

UNIT = 2.0**-53  # half the distance from 1 to the next float
UNDERFLOW = 1e-300  # more than a product may lose where it underflows
SAFE = (1e-250, 1e250)  # the rounding error of a product in this range is a float
SMALL, LARGE = 1e-100, 1e100  # a w in this range meets any points without overflow


def fractions(row: np.ndarray) -> list[Fraction]:
    """Return the entries of a vector as the fractions that they are."""
    return [Fraction(entry) for entry in row.tolist()]


def dot(row: np.ndarray, w: list[Fraction]) -> Fraction:
    """Return the exact inner product of a vector of floats with a vector of fractions."""
    return sum((Fraction(entry) * weight for entry, weight in zip(row.tolist(), w, strict=True)), Fraction(0))


def doubt(dimension: int, size: float, longest: float) -> float:
    """Return a bound on the rounding error of every w.z, where |w| is `size` and no z is longer than `longest`."""
    return (dimension + 8) * UNIT * longest * size * (1 + 1e-9) + dimension * UNDERFLOW


def product(row: np.ndarray, w: np.ndarray) -> float | Fraction:
    """Return row.w rounded once, so that its sign is right.

    Each product of two floats is the sum of two floats (Dekker), and fsum adds floats without rounding on the way.
    """
    products = row * w
    sizes = np.abs(products[products != 0])
    if len(sizes) and (sizes.min() < SAFE[0] or sizes.max() > SAFE[1]):
        return dot(row, fractions(w))
    (row_high, row_low), (w_high, w_low) = _halves(row), _halves(w)
    errors = ((row_high * w_high - products) + row_high * w_low + row_low * w_high) + row_low * w_low
    return math.fsum([*products.tolist(), *errors.tolist()])


def _halves(v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return v as a sum of two vectors whose entries have half as many digits, so that their products are exact."""
    shifted = (2.0**27 + 1) * v
    high = shifted - (shifted - v)
    return high, v - high


def violates(z: np.ndarray, w: np.ndarray, guess: float) -> bool:
    """Return whether w.z <= 0 or w.z < (guess / 2) |w|, compared by squares, which need no root."""
    value = product(z, w)
    if value <= 0 or guess == 0:
        return value <= 0
    exact_w = fractions(w)
    square = sum((entry * entry for entry in exact_w), Fraction(0))
    return (2 * dot(z, exact_w)) ** 2 < Fraction(guess) ** 2 * square


def smallest(Z: SignedPoints, w: np.ndarray) -> tuple[int, Fraction | float]:
    """Return the point with the least w.z, as (index, value): its sign is always right.

    w holds floats or fractions. Where w is huge, tiny or in fractions the value is that of w divided by its size.
    """
    scaled = w
    if w.dtype == object or not SMALL < float(np.abs(w).max()) < LARGE:
        entries = [Fraction(entry) for entry in w.tolist()]
        largest = max(map(abs, entries))
        scaled = np.array([entry / largest for entry in entries] if largest else entries, dtype=object)
    rounded = scaled.astype(float)
    margins = Z.margins(rounded)
    error = doubt(len(rounded), length(rounded), Z.longest()) * (2 if scaled.dtype == object else 1)
    least = float(margins.min())
    if abs(least) > error:
        return int(margins.argmin()), least
    values = {
        i: dot(Z[i], list(scaled)) if scaled.dtype == object else product(Z[i], rounded)
        for i in np.flatnonzero(margins <= least + 2 * error).tolist()
    }
    index = min(values, key=values.__getitem__)
    return index, values[index]


def whole_rows(Z: np.ndarray, shifts: list[int]) -> tuple[list[list[int]], list[Fraction]]:
    """Return each row times a power of two that makes it whole, and those powers.

    Each column is first multiplied by 2 to its shift, which keeps the whole numbers short.
    """
    rows, powers = [], []
    for row in Z:
        entries = [entry * Fraction(2) ** shift for entry, shift in zip(fractions(row), shifts, strict=True)]
        denominator = max(entry.denominator for entry in entries)  # all are powers of two
        rows.append([int(entry * denominator) for entry in entries])
        powers.append(Fraction(denominator))
    return rows, powers


PRIMES = tuple(2**31 - gap for gap in (1, 19, 61, 69, 85, 99, 105, 151, 159, 171))
LIMB = 20  # bits: a limb times a digit below 2^31, summed over a thousand columns, fits 64 bits


def independent(rows: list[list[int]]) -> list[int]:
    """Return the positions of linearly independent rows: a basis, but for an unlucky prime of 31 bits.

    Independence modulo a prime proves independence; the converse may fail, and then an independent row is left out.
    """
    prime = PRIMES[0]
    R = np.array([[entry % prime for entry in row] for row in rows], dtype=np.int64)
    chosen: list[int] = []
    for i in range(len(R)):
        column = next(iter(np.flatnonzero(R[i])), None)
        if column is None:
            continue
        chosen.append(i)
        R[i] = R[i] * pow(int(R[i, column]), -1, prime) % prime
        R[i + 1 :] = (R[i + 1 :] - R[i + 1 :, [column]] * R[i] % prime) % prime
    return chosen


def solve_equations(M: list[list[int]], rhs: list[int]) -> tuple[list[int], int]:
    """Solve M v = rhs exactly, for whole numbers and a matrix that is not singular: numerators, and their denominator.

    Dixon's lifting (1982): invert M modulo a prime, find the solution digit by digit in that base, and read the
    fractions off once there are more digits than numerator and denominator can have. The result is checked by
    multiplication.
    """
    prime, inverse = next((p, inverse) for p in PRIMES if (inverse := _inverse(M, p)) is not None)
    limbs = _limbs(M)
    places = [1 << (LIMB * place) for place in range(len(limbs))]
    norms = [sum(entry * entry for entry in [*row, b]) for row, b in zip(M, rhs, strict=True)]
    bits = sum(norm.bit_length() for norm in norms) // 2 + len(M)  # of numerator and denominator, by Hadamard
    digits, rest = [], list(rhs)
    for _ in range(2 * bits // 30 + 2):
        residue = np.array([entry % prime for entry in rest], dtype=np.int64)
        digit = (inverse * residue % prime).sum(axis=1) % prime
        digits.append(digit.tolist())
        products = (limbs @ digit).T.tolist()
        rest = [
            (entry - sum(map(int.__mul__, product, places))) // prime
            for entry, product in zip(rest, products, strict=True)
        ]
    powers = [prime**place for place in range(len(digits))]
    lifted = [sum(map(int.__mul__, column, powers)) for column in zip(*digits, strict=True)]
    numerators, denominator = _common_fraction(lifted, prime ** len(digits), 1 << bits)
    assert all(sum(map(int.__mul__, row, numerators)) == denominator * b for row, b in zip(M, rhs, strict=True)), (
        "the bound on the digits is wrong"
    )
    return numerators, denominator


def _inverse(M: list[list[int]], prime: int) -> np.ndarray | None:
    """Return the inverse of M modulo the prime, or None if M is singular modulo it."""
    size = len(M)
    R = np.zeros((size, 2 * size), dtype=np.int64)
    R[:, :size] = [[entry % prime for entry in row] for row in M]
    R[:, size:] = np.eye(size, dtype=np.int64)
    for k in range(size):
        pivots = np.flatnonzero(R[k:, k])
        if not len(pivots):
            return None
        R[[k, k + pivots[0]]] = R[[k + pivots[0], k]]
        R[k] = R[k] * pow(int(R[k, k]), -1, prime) % prime
        factors = R[:, [k]].copy()
        factors[k] = 0
        R = (R - factors * R[k] % prime) % prime
    return R[:, size:]


def _limbs(M: list[list[int]]) -> np.ndarray:
    """Return M as a stack of matrices of small whole numbers: M = sum limbs[i] 2^(20 i)."""
    size = max(abs(entry) for row in M for entry in row).bit_length()
    mask = (1 << LIMB) - 1
    return np.array(
        [
            [[(abs(entry) >> place & mask) * (1 if entry > 0 else -1) for entry in row] for row in M]
            for place in range(0, max(size, 1), LIMB)
        ],
        dtype=np.int64,
    )


def _common_fraction(values: list[int], modulus: int, bound: int) -> tuple[list[int], int]:
    """Return numerators up to the bound and one denominator, with numerator = value * denominator mod modulus."""
    denominator = 1
    for value in values:
        r0, r1, t0, t1 = modulus, value * denominator % modulus, 0, 1
        if min(r1, modulus - r1) <= bound:
            continue
        while r1 > bound:  # Euclid, stopped halfway
            quotient = r0 // r1
            r0, r1, t0, t1 = r1, r0 - quotient * r1, t1, t0 - quotient * t1
        denominator *= abs(t1)
    products = [value * denominator % modulus for value in values]
    return [p - modulus if p > modulus // 2 else p for p in products], denominator
