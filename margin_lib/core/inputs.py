"""Check every array and number that a user passes in, once, before an algorithm sees it.

Each function returns its argument in the one form that the library works on (float64 points, labels +1.0 and
-1.0), or raises a `ValueError` that names the argument, says what was found and what to do. Nothing is modified.
"""

import math
from typing import Any

import numpy as np

LARGEST = 1e140  # squares of larger entries, summed over a data set, leave the range of floats
SMALLEST = 1e-140  # squares of smaller entries underflow
ORDINARY = 1e-200, 1e200  # a sum of squares in this range proves that the largest entry is between the two


def points(X: Any, name: str = "X") -> np.ndarray:
    """Return X as an (n, d) array of floats."""
    array = numbers(X, name)
    if array.ndim == 1:
        raise ValueError(
            f"{name} must be a table of points, one per row, but has shape {array.shape}. "
            f"Use {name}.reshape(-1, 1) for points with one coordinate, {name}.reshape(1, -1) for one point."
        )
    if array.ndim != 2:
        raise ValueError(f"{name} must be a table of points, one per row, but has {array.ndim} dimensions.")
    if 0 in array.shape:
        raise ValueError(f"{name} has shape {array.shape}: give at least one point with at least one coordinate.")
    if _is_ordinary(array):
        return array
    largest = max(abs(array.min()), abs(array.max()))  # no copy, as abs(array) would be
    if not math.isfinite(largest):
        row = int(np.flatnonzero(~np.isfinite(array).all(axis=1))[0])
        raise ValueError(f"{name} has a NaN or an infinity in row {row}: drop the row or fill the value in.")
    if largest > LARGEST or 0 < largest < SMALLEST:
        raise ValueError(
            f"the largest entry of {name} is {largest:.3g}, beyond what floats can square: "
            f"divide {name} by it first (planes through the origin stay the same, b scales along)."
        )
    return array


def _is_ordinary(array: np.ndarray) -> bool:
    """Return whether the sum of squares proves all entries finite and the largest neither huge nor tiny."""
    flat = array.ravel(order="K")
    with np.errstate(over="ignore", invalid="ignore"):
        squares = float(flat @ flat)
    return ORDINARY[0] < squares < ORDINARY[1]


def labels(y: Any, n: int) -> np.ndarray:
    """Return y as n floats, each +1.0 or -1.0."""
    array = numbers(y, "y")
    if array.shape != (n,):
        raise ValueError(f"y must hold one label a point, shape ({n},), but has shape {array.shape}.")
    strange = array[np.abs(array) != 1]
    if len(strange):
        raise ValueError(
            f"y must hold the labels +1 and -1 only, but holds {strange[0]:g}. "
            "For other labels use np.where(y == positive, 1, -1)."
        )
    return array


def labeled(X: Any, y: Any, *, both: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return points and labels; with `both`, raise unless both labels occur."""
    X = points(X)
    y = labels(y, len(X))
    if both and abs(y.sum()) == len(y):
        raise ValueError(
            f"all labels in y are {y[0]:+g}: a plane with a bias can only be fitted to points of both classes. "
            "Add points of the other class, or fit a plane through the origin (bias=False)."
        )
    return X, y


def numbers(values: Any, name: str) -> np.ndarray:
    """Return values as an array of floats of any shape."""
    if hasattr(values, "toarray"):
        raise ValueError(f"{name} is a sparse matrix: use {name}.toarray().")
    if np.ma.is_masked(values):
        raise ValueError(f"{name} has masked entries: drop their rows or fill them in.")
    try:
        array = np.asarray(values)
        if array.dtype.kind not in "biufO":
            raise TypeError(f"its type is {array.dtype}")
        if array.dtype.kind == "O" and any(entry is None or isinstance(entry, (str, bytes)) for entry in array.flat):
            raise TypeError("some of them are text or None")
        with np.errstate(over="ignore"):
            converted = array.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} must hold real numbers, in rows of equal length, but {error}.") from None
    if array.dtype.kind in "iu" and array.size and max(array.max(), -float(array.min())) > 2**53:
        lost = next((entry for entry in array.flat if int(entry) != int(float(entry))), None)
        if lost is not None:
            raise ValueError(f"{name} holds {lost}, which no float holds: subtract an offset from such large numbers.")
    return converted


def positive(value: Any, name: str) -> float:
    """Return value as a float above zero."""
    number = scalar(value, name)
    if not number > 0 or math.isinf(number):
        raise ValueError(f"{name} must be a finite number above 0, but is {value!r}.")
    return number


def finite(value: Any, name: str) -> float:
    """Return value as a float that is neither NaN nor infinite."""
    number = scalar(value, name)
    if math.isinf(number):
        raise ValueError(f"{name} must be finite, but is {value!r}.")
    return number


def scalar(value: Any, name: str) -> float:
    """Return value as a float that is not NaN."""
    if value is None or isinstance(value, (str, bytes)) or np.ndim(value) != 0:
        raise ValueError(f"{name} must be one number, but is {value!r}.")
    number = float(numbers(value, name))
    if math.isnan(number):
        raise ValueError(f"{name} must be a number, but is NaN.")
    return number


def whole(value: Any, name: str, least: int = 0) -> int:
    """Return value as a whole number that is at least `least`."""
    number = scalar(value, name)
    if number != int(number if math.isfinite(number) else 0) or number < least:
        raise ValueError(f"{name} must be a whole number, {least} or more, but is {value!r}.")
    return int(value)
