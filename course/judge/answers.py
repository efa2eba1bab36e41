"""Answers are taken over strictly: after this they are numbers and arrays of ours, whatever they were before.

Each function returns a plain value or raises Unfit, whose sentence says what was wrong with the form and nothing about
the right answer. An object of a student's own class is never compared, called or converted.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

import numpy as np

INTEGERS = (int, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64)
FLOATS = (float, np.float16, np.float32, np.float64)


class Unfit(Exception):
    """The answer does not have the form that was asked for."""


def number(value: Any, what: str = "the answer") -> float:
    """Return a finite number."""
    if type(value) is np.ndarray and value.shape == () and value.dtype.kind in "iuf":
        value = value.item()
    if type(value) not in (*INTEGERS, *FLOATS):
        raise Unfit(f"{what} must be a number, but is of type {_type(value)}.")
    try:
        plain = float(value)
    except OverflowError:
        raise Unfit(f"{what} must be a number that a float can hold.") from None
    if not math.isfinite(plain):
        raise Unfit(f"{what} must be a finite number.")
    return plain


def whole(value: Any, what: str = "the answer") -> int:
    """Return a whole number; 3.0 is taken for 3. A whole number's type keeps every digit, however large it is."""
    if type(value) is np.ndarray and value.shape == () and value.dtype.kind in "iu":
        value = value.item()
    if type(value) in INTEGERS:
        return int(value)
    plain = number(value, what)
    if plain != int(plain):
        raise Unfit(f"{what} must be a whole number.")
    return int(plain)


def truth(value: Any, what: str = "the answer") -> bool:
    """Return True or False."""
    if type(value) not in (bool, np.bool_):
        raise Unfit(f"{what} must be True or False, but is of type {_type(value)}.")
    return bool(value)


def vector(value: Any, length: int | None = None, what: str = "the answer") -> np.ndarray:
    """Return a vector of finite numbers, of this length if one is given."""
    if type(value) is np.ndarray:
        if value.dtype.kind not in "iuf" or value.ndim != 1:
            raise Unfit(f"{what} must be a vector of numbers, but is {value.dtype} of shape {value.shape}.")
        if not np.isfinite(value).all():
            raise Unfit(f"{what} must have finite entries.")
        entries = value.astype(float)
    else:
        entries = np.array([number(entry, f"an entry of {what}") for entry in _listed(value, what)], dtype=float)
    if length is not None and len(entries) != length:
        raise Unfit(f"{what} must have {length} entries, but has {len(entries)}.")
    return entries


def matrix(value: Any, rows: int | None = None, columns: int | None = None, what: str = "the answer") -> np.ndarray:
    """Return a matrix of finite numbers, of this shape as far as it is given."""
    if type(value) is np.ndarray and value.ndim != 2:
        raise Unfit(f"{what} must be a matrix, but has shape {value.shape}.")
    lines = [vector(line, columns, f"a row of {what}") for line in _listed(value, what)]
    if rows is not None and len(lines) != rows:
        raise Unfit(f"{what} must have {rows} rows, but has {len(lines)}.")
    if not lines:
        raise Unfit(f"{what} has no rows.")
    if len({len(line) for line in lines}) > 1:
        raise Unfit(f"the rows of {what} must be of one length.")
    return np.array(lines).reshape(len(lines), -1)


def numbers(value: Any, length: int, what: str = "the answer") -> list[float]:
    """Return a list of so many finite numbers, from a list, a tuple or a vector."""
    return [float(entry) for entry in vector(value, length, what)]


def wholes(value: Any, below: int | None = None, what: str = "the answer") -> list[int]:
    """Return a list of whole numbers, from 0 and less than `below` if that is given."""
    entries = [whole(entry, f"an entry of {what}") for entry in _listed(value, what)]
    if below is not None and any(not 0 <= entry < below for entry in entries):
        raise Unfit(f"the entries of {what} must be from 0 to {below - 1}.")
    return entries


def pairs(value: Any, what: str = "the answer") -> list[tuple[int, int]]:
    """Return rational numbers written as pairs (numerator, denominator) of whole numbers."""
    found = [tuple(wholes(entry, what=f"a pair of {what}")) for entry in _listed(value, what)]
    if any(len(pair) != 2 or pair[1] == 0 for pair in found):
        raise Unfit(f"each entry of {what} must be a pair (numerator, denominator), the denominator not 0.")
    return [(pair[0], pair[1]) for pair in found]


def words(value: Any, known: Collection[str], what: str = "the answer", *, once: bool = True) -> list[str]:
    """Return a list of words, each one of those known, and none twice where they are to stand there once."""
    found = [str(word) if type(word) is np.str_ else word for word in _listed(value, what)]
    if any(type(word) is not str or word not in known for word in found):
        raise Unfit(f"{what} may hold the words {', '.join(known)} and nothing else.")
    if once and len(set(found)) != len(found):
        raise Unfit(f"{what} holds a word twice.")
    return found


def unpacked(value: Any, length: int, what: str = "the answer") -> list[Any]:
    """Return the parts of a tuple, list or array of so many parts, each of which is then taken over on its own."""
    some = type(value) in (tuple, list) or (type(value) is np.ndarray and value.ndim > 0)
    parts = list(value) if some else None
    if parts is None or len(parts) != length:
        raise Unfit(f"{what} must be a tuple of {length}.")
    return parts


def _listed(value: Any, what: str) -> list[Any]:
    if type(value) not in (list, tuple, np.ndarray):
        raise Unfit(f"{what} must be a list, a tuple or an array, but is of type {_type(value)}.")
    return list(value)


def _type(value: Any) -> str:
    """The name of a type; a student's own may be called anything, so it is cut."""
    return type(value).__name__[:40]
