"""Convert what a check was given, field by field; a field that cannot be read becomes a failing row.

A run or a fit may have been written by hand, with lists for arrays, None, text, NaN, or indices outside of the data.
The report names each field that cannot be read, and nothing more is checked.

>>> from types import SimpleNamespace
>>> report = Report("a run")
>>> taken(SimpleNamespace, SimpleNamespace(order=[0, 2.5]), report, order=whole_numbers()) is None
True
>>> print(report)
a run: 1 fail
  fails  order can be read (it must hold whole numbers, but holds 2.5)
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np

from ..core import inputs
from ..core.geometry import Plane
from ..perceptrons.runs import EpsilonRound, Round
from .report import Report

Kind = TypeVar("Kind")
Read = Callable[[Any], Any]  # returns the value in the form for checks, or raises ValueError

SHOWN = 160  # characters of an error: the field may hold a million entries
COUNTABLE = 2**53  # floats above it do not hold every whole number
ENDINGS = ("self", "forced", "early", "stopped")


def taken(kind: Callable[..., Kind], given: Any, report: Report, **fields: Read) -> Kind | None:
    """Return a `kind` made of these fields of what was given, or None after a failing row for each unreadable one."""
    values = {name: value_of(getattr(given, name, None), name, read, report) for name, read in fields.items()}
    return kind(**values) if report.ok else None


def value_of(value: Any, name: str, read: Read, report: Report) -> Any:
    """Return the converted value, or None after a failing row."""
    try:
        return read(value)
    except ValueError as error:
        sentence = str(error).rstrip(".")
        shown = sentence if len(sentence) <= SHOWN else sentence[:SHOWN] + "..."
        report.require(f"{name} can be read", False, shown)
        return None


def vector(length: int | None = None) -> Read:
    """Read a list of finite numbers, of this length."""

    def read(value: Any) -> np.ndarray:
        array = inputs.numbers(value, "it")
        if array.ndim != 1 or length not in (None, len(array)):
            wanted = "one list of numbers" if length is None else f"{length} numbers"
            raise ValueError(f"it must be {wanted}, but has the shape {array.shape}")
        if not np.isfinite(array).all():
            raise ValueError("it holds a NaN or an infinity")
        return array

    return read


def whole_numbers(length: int | None = None, below: int | None = None) -> Read:
    """Read a list of whole numbers, of this length, each from 0 to `below` less 1."""

    def read(value: Any) -> np.ndarray:
        array = vector(length)(value)
        strange = array[(array != np.floor(array)) | (np.abs(array) > COUNTABLE)]
        if len(strange):
            raise ValueError(f"it must hold whole numbers, but holds {strange[0]:g}")
        if below is not None and len(array) and not (array.min() >= 0 and array.max() < below):
            raise ValueError(f"it must name points, 0 to {below - 1}, but holds {array.min():g} to {array.max():g}")
        return array.astype(np.int64)

    return read


def real(least: float = -np.inf, *, above: bool = False, finite: bool = False) -> Read:
    """Read a number that is not NaN, at least `least`, or `above` it."""

    def read(value: Any) -> np.float64:
        found = inputs.scalar(value, "it")
        if found < least or (above and found == least) or (finite and np.isinf(found)):
            wanted = f"{'a finite number' if finite else 'a number'} {'above' if above else 'from'} {least:g}"
            raise ValueError(f"it must be {wanted}{'' if above else ' on'}, but is {found:g}")
        return np.float64(found)  # which divides by 0 and overflows without an exception

    return read


def flag(value: Any) -> bool:
    """Read True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"it must be True or False, but is {value!r}")
    return bool(value)


def plane_of(dimension: int, *, zero: bool = True, floats: bool = False, exact: bool = False) -> Read:
    """Read a plane for points of that dimension; refuse w = 0 unless `zero`, numbers beyond floats unless `exact`."""

    def read(value: Any) -> Plane:
        if not (hasattr(value, "w") and hasattr(value, "b")):
            raise ValueError(f"it must be a Plane, with w and b, but is {value!r}")
        try:
            plane = Plane(value.w, value.b)
            nearby = plane if exact else Plane(plane.w.astype(float), float(plane.b))
        except (TypeError, OverflowError) as error:
            raise ValueError(f"its w and b must be numbers, but {error}") from None
        if len(plane.w) != dimension:
            raise ValueError(f"it must have {dimension} coordinates, as the points, but has {len(plane.w)}")
        if not zero and not plane.w.any():
            raise ValueError("w = 0 does not define a plane")
        return nearby if floats else plane

    return read


def rounds_of(kind: type[Round] | type[EpsilonRound], guess: Read) -> Read:
    """Read the rounds of a search: the guess, the number of updates, and how the round ended."""

    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, (tuple, list)) or not value:
            raise ValueError(f"it must hold at least one {kind.__name__}, but is {value!r}")
        return tuple(map(read_one, value))

    def read_one(each: Any) -> Any:
        if not isinstance(each, (tuple, list)) or len(each) != 3:
            raise ValueError(f"a round must be a {kind.__name__} of three parts, but is {each!r}")
        guessed, updates, ended = each
        if not (isinstance(ended, str) and ended in ENDINGS):
            raise ValueError(f"a round must end in one of {', '.join(ENDINGS)}, not in {ended!r}")
        return kind(guess(guessed), int(whole_numbers(1, below=COUNTABLE)([updates])[0]), ended)

    return read


def bounds(value: Any) -> tuple[np.float64, np.float64]:
    """Read a lower and an upper bound; the upper one may be infinite."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise ValueError(f"it must be a lower and an upper bound, but is {value!r}")
    return real()(value[0]), real()(value[1])


def weights_by_point(value: Any) -> dict[int, Fraction]:
    """Read a witness {index: weight}, exactly."""
    if not isinstance(value, dict):
        raise ValueError(f"it must be a dict {{index: weight}}, but is {value!r}: is there one?")
    strange = [index for index in value if not isinstance(index, (int, np.integer))]
    if strange:
        raise ValueError(f"{strange[0]!r} is not the index of a point")
    return {int(index): _weight(weight) for index, weight in value.items()}


def _weight(value: Any) -> Fraction:
    plain = value.item() if isinstance(value, np.generic) else value
    if isinstance(plain, (int, float, Fraction)) and -1 <= plain <= 1:
        return Fraction(plain)
    raise ValueError(f"a weight must be a number from 0 to 1, but one is {value!r}")
