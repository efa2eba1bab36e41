"""Convert answers strictly: the results are plain numbers and arrays of ours.

Whatever a function here is given, it returns a plain value or raises Unfit. The sentence says what was wrong with the
form and nothing about the right answer. A student's code runs on the hidden data and chooses what it returns, so a
sentence repeats nothing of that: no length, no shape, no name of a type except those of `_kind`. Sizes are checked
before any array is made. An object of a student's own class is never compared, called or converted.
"""

import math
from collections.abc import Collection
from typing import Any

import numpy as np

INTEGERS = (int, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64)
FLOATS = (float, np.float16, np.float32, np.float64)
TRUTHS = (bool, np.bool_)
REAL = "biuf"  # kinds of arrays that hold numbers, or True and False
MOST = 100_000  # entries of a list or rows of a matrix, where a test does not say how many it wants

NONE, TRUTH, NUMBER, LIST, MATRIX, OTHER = (
    "None (is there a `return`?)", "True or False", "a number", "a list or a vector", "a matrix", "something else",
)


class Unfit(Exception):
    """The answer does not have the form that was asked for."""


def number(value: Any, what: str = "the answer") -> float:
    """Return a finite number; True counts as 1 and False as 0, as in sums."""
    return _real(value, what, NONE, LIST)


def whole(value: Any, what: str = "the answer") -> int:
    """Return a whole number; 3.0 counts as 3. An integer keeps every digit, however large it is."""
    return _whole(_numeric(value, what, NONE, TRUTH, LIST), what)


def truth(value: Any, what: str = "the answer") -> bool:
    """Return True or False."""
    if type(value) not in TRUTHS:
        raise Unfit(f"{what} must be True or False, but is {_kind(value, NONE)}.")
    return bool(value)


def vector(value: Any, length: int | None = None, what: str = "the answer") -> np.ndarray:
    """Return a vector of finite numbers, of this length if one is given."""
    if _dimensions(value) not in (None, 1):
        raise Unfit(f"{what} must be a vector of numbers, but is {_kind(value, MATRIX)}.")
    entries = _listed(value, "a vector of numbers", what, length)
    return _floats(value if type(value) is np.ndarray else entries, what)


def matrix(value: Any, rows: int | None = None, columns: int | None = None, what: str = "the answer") -> np.ndarray:
    """Return a matrix of finite numbers, of this shape as far as it is given."""
    if _dimensions(value) not in (None, 2):
        raise Unfit(f"{what} must be a matrix, but is {_kind(value, LIST)}.")
    lines = _listed(value, "a matrix", what, rows, "rows")
    if len(lines) == 0:
        raise Unfit(f"{what} must have more rows.")
    if type(value) is np.ndarray and value.dtype.kind != "O":
        _fit(value.shape[1], columns, f"a row of {what}", "entries")
        return _floats(value, what)
    taken = [_row(line, columns, what) for line in lines]
    if len({len(line) for line in taken}) > 1:
        raise Unfit(f"the rows of {what} must be of one length.")
    return np.array(taken)


def numbers(value: Any, length: int, what: str = "the answer") -> list[float]:
    """Return a list of `length` finite numbers, from a list, a tuple or a vector."""
    return [float(entry) for entry in vector(value, length, what)]


def wholes(value: Any, below: int | None = None, what: str = "the answer", *, most: int = MOST) -> list[int]:
    """Return a list of at most `most` whole numbers, each at least 0 and less than `below` if that is given."""
    an_entry = f"an entry of {what}"
    taken = (_numeric(entry, an_entry, TRUTH) for entry in _listed(value, "a list of whole numbers", what, most=most))
    entries = [_whole(entry, an_entry) for entry in taken]
    if below is not None and any(not 0 <= entry < below for entry in entries):
        raise Unfit(f"the entries of {what} must be from 0 up to the last that there is.")
    return entries


def pairs(value: Any, what: str = "the answer") -> list[tuple[int, int]]:
    """Return rational numbers as pairs (numerator, denominator) of whole numbers."""
    found = [tuple(wholes(entry, what=f"a pair of {what}")) for entry in _listed(value, "a list of pairs", what)]
    if any(len(pair) != 2 or pair[1] == 0 for pair in found):
        raise Unfit(f"each entry of {what} must be a pair (numerator, denominator), the denominator not 0.")
    return [(pair[0], pair[1]) for pair in found]


def words(value: Any, known: Collection[str], what: str = "the answer", *, once: bool = True) -> list[str]:
    """Return a list of words, all of them among those known, and without duplicates if `once`."""
    entries = _listed(value, "a list of words", what)
    found = [plain_word(word) for word in entries]
    if any(type(word) is not str or word not in known for word in found):
        raise Unfit(f"{what} may hold the words {', '.join(known)} and nothing else.")
    if once and len(set(found)) != len(found):
        raise Unfit(f"{what} holds a word twice.")
    return found


def plain_word(value: Any) -> Any:
    """Return a word of numpy's as a plain one, and anything else as it is."""
    return str(value) if type(value) is np.str_ else value


def unpacked(value: Any, length: int, what: str = "the answer") -> list[Any]:
    """Return the parts of a tuple, list or array of this length; the caller then converts each of them."""
    if not _is_list(value) or len(value) != length:
        raise Unfit(f"{what} must be a tuple of {length}{', but is None' if value is None else ''}.")
    return list(value)


def several(value: Any, most: int, what: str = "the answer") -> list[Any]:
    """Return the parts of a list, tuple or array of at most `most`; the caller then converts each of them."""
    if not _is_list(value):
        raise Unfit(f"{what} must be a list.")
    _fit(len(value), None, what, "entries", most)
    return list(value)


def _plain(value: Any) -> int | float | None:
    """Return a number of any type as an int or a float, or None if it is not a number."""
    value = _held(value)
    if type(value) in INTEGERS:
        return int(value)
    return float(value) if type(value) in FLOATS else None


def _held(value: Any) -> Any:
    """Return what an array without an axis holds, if that is a number or a truth value; anything else as it is."""
    alone = type(value) is np.ndarray and value.shape == () and value.dtype.kind in REAL
    return value.item() if alone else value


def _real(value: Any, what: str, *told: str) -> float:
    """Return a finite number of any type, a truth value as 1 or 0."""
    held = _held(value)
    return float(held) if type(held) in TRUTHS else _finite(_numeric(held, what, *told), what)


def _numeric(value: Any, what: str, *told: str) -> int | float:
    """Return a number as an int or a float; Unfit, with what it is if that may be told, if it is not a number."""
    plain = _plain(value)
    if plain is None:
        raise Unfit(f"{what} must be a number, but is {_kind(value, *told)}.")
    return plain


def _finite(plain: int | float, what: str) -> float:
    try:
        found = float(plain)
    except OverflowError:
        found = math.inf
    if not math.isfinite(found):
        raise Unfit(f"{what} must be a finite number, which a float can hold.")
    return found


def _whole(plain: int | float, what: str) -> int:
    """Return a number that is whole; an integer keeps every digit, however large it is."""
    if type(plain) is not int and _finite(plain, what) != int(plain):
        raise Unfit(f"{what} must be a whole number.")
    return int(plain)


def _row(value: Any, length: int | None, what: str) -> np.ndarray:
    """Return a row of a matrix that is a list of rows."""
    if not _is_list(value) or _dimensions(value) not in (None, 1):
        raise Unfit(f"each row of {what} must be a list or a vector.")
    _fit(len(value), length, f"a row of {what}", "entries")
    return _floats(value, what)


def _floats(value: Any, what: str) -> np.ndarray:
    """Return a list or an array of numbers as an array of finite floats."""
    an_entry = f"an entry of {what}"
    if type(value) is not np.ndarray or value.dtype.kind == "O":
        return np.array([_real(entry, an_entry) for entry in value], dtype=float)
    if value.dtype.kind not in REAL:
        raise Unfit(f"{an_entry} must be a number, but is {OTHER}.")
    with np.errstate(over="ignore"):
        entries = value.astype(float)
    if not np.isfinite(entries).all():
        raise Unfit(f"{an_entry} must be a finite number, which a float can hold.")
    return entries


def _listed(
    value: Any, wanted: str, what: str, length: int | None = None, unit: str = "entries", most: int = MOST
) -> list[Any]:
    """Return the entries of a list, a tuple or an array, which has this length, or at most `most` entries."""
    if not _is_list(value):
        raise Unfit(f"{what} must be {wanted}, but is {_kind(value, NONE)}.")
    _fit(len(value), length, what, unit, most)
    return list(value)


def _is_list(value: Any) -> bool:
    return type(value) in (list, tuple) or _dimensions(value) not in (None, 0)


def _dimensions(value: Any) -> int | None:
    """Return how many dimensions an array has; None for what is not an array."""
    return value.ndim if type(value) is np.ndarray else None


def _fit(found: int, length: int | None, what: str, unit: str, most: int = MOST) -> None:
    """Check a length, or that it is at most `most`; the sentence says neither the length found nor the right one."""
    if found != length if length is not None else found > most:
        raise Unfit(f"{what} must have {'fewer' if length is None or found > length else 'more'} {unit}.")


def _kind(value: Any, *told: str) -> str:
    """Return what a value is, if that is one of the words that may be told, and else 'something else'."""
    if type(value) in (list, tuple, np.ndarray):
        kind = {None: LIST, 0: NUMBER, 1: LIST}.get(_dimensions(value), MATRIX)
    elif value is None:
        kind = NONE
    elif type(value) in TRUTHS:
        kind = TRUTH
    else:
        kind = NUMBER if _plain(value) is not None else OTHER
    return kind if kind in told else OTHER
