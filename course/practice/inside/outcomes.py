"""What an answer does with an input, in a form that can be compared: plain numbers, words and lists, and digests.

A digest tells whether two outputs are the same and nothing else, so what is right can be recognized where it isn't
written down. Numbers that differ by rounding have the same digest, but for one in millions, or in thousands where they
come from a solver.
"""

import base64
import hashlib
import json
import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from course.judge.answers import Unfit
from course.judge.rules.barred import Barred
from course.judge.rules.calls import NO_FUNCTION, NOT_FILLED_IN, Changed, Elsewhere, Failed, called
from course.judge.rules.timer import TooSlow

DEEPEST, LARGEST = 6, 30_000  # lists in lists, and numbers in all of them: what has more is not looked at
FINE, COARSE = (1.0, 1e9), (1.0, 1e2)  # differences that count: 1e-9, and a hundredth
LISTS = list | tuple | range | set
OFF = 0.377  # so that no number that is likely lies where two steps meet
UNTELLING = "~"  # begins the digest of an output that many mistakes have in common


@dataclass(frozen=True)
class Outcome:
    """What a call returned, or why it returned nothing."""

    value: Any = None
    words: str = ""
    slow: bool = False
    changed: bool = False  # whether the call changed what it was given

    @property
    def absent(self) -> bool:
        """Whether there is no such function, or nothing in it."""
        return self.words == NOT_FILLED_IN or self.words.startswith(NO_FUNCTION.partition("function")[0])


def outcome(
    function: Callable[..., Any] | Elsewhere,
    arguments: Sequence[Any],
    seconds: float,
    barred: Collection[str] = (),
    packages: Collection[str] = (),
) -> Outcome:
    """Call a function as a hidden test does."""
    try:
        return Outcome(plain(called(function, arguments, seconds, barred, packages)))
    except Changed as change:
        return Outcome(plain(change.value), changed=True)
    except TooSlow as error:
        return Outcome(None, str(error), slow=True)
    except (Failed, Barred, Unfit) as error:
        return Outcome(None, str(error))


def plain(value: Any) -> Any:
    """Return lists of numbers and words in place of arrays, tuples and the types of numpy."""
    return _plain(value, 0) if _is_small(value) else "something large"


def _plain(value: Any, depth: int) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        return _plain(value.tolist(), depth)
    if isinstance(value, LISTS) and depth < DEEPEST:
        return [_plain(one, depth + 1) for one in value]
    if isinstance(value, str) or value is None:
        return value
    if isinstance(value, int | float | Fraction):
        try:
            return float(value)
        except OverflowError:
            return math.inf
    return f"something of type {type(value).__name__}"


def _is_small(value: Any) -> bool:
    """Return whether an output has so few entries that it can be taken apart."""
    entries, todo = 0, [value]
    while todo and entries <= LARGEST:
        one = todo.pop()
        if isinstance(one, LISTS | str):
            entries += len(one)
            todo += one if isinstance(one, LISTS) and entries <= LARGEST else ()
        elif isinstance(one, np.ndarray):
            entries += one.size
    return entries <= LARGEST


def in_order(value: Any) -> Any:
    """Return the value with each list of whole numbers or of words sorted."""
    if not isinstance(value, list):
        return value
    words = all(isinstance(one, str) for one in value)
    whole = all(isinstance(one, float) and one.is_integer() for one in value)
    return sorted(value) if words or whole else [in_order(one) for one in value]


def finite(value: Any) -> bool:
    """Return whether all numbers in a value are finite."""
    if isinstance(value, list):
        return all(map(finite, value))
    return not isinstance(value, float) or math.isfinite(value)


@dataclass(frozen=True)
class Form:
    """How the outputs of a function are compared: lists sorted or not, how finely, and in which pieces."""

    any_order: bool = False
    fine: bool = True  # to nine digits, or, where a solver is used, to two
    split: str = ""  # 'parts' or 'columns'
    count: int = 1

    def pieces(self, value: Any) -> list[Any]:
        """Return the pieces of an output, or the whole of it as often as there are pieces."""
        value = in_order(value) if self.any_order else value
        if self.split == "parts" and isinstance(value, list) and len(value) == self.count:
            return value
        rows = value if self.split == "columns" and isinstance(value, list) else []
        if rows and all(isinstance(row, list) and len(row) == self.count for row in rows):
            return [list(column) for column in zip(*rows, strict=True)]
        return [value] * self.count

    def digests(self, found: Outcome, salt: str) -> tuple[str, ...]:
        """Return a digest for each piece of what a call returned."""
        if found.words:
            return (UNTELLING + digest(found.words, salt),) * self.count
        pieces = enumerate(self.pieces(found.value))
        return tuple(
            UNTELLING * (not telling(one)) + digest(one, f"{salt}/{number}", self.fine) for number, one in pieces
        )


def in_pieces(form: Form, outputs: Sequence[Any]) -> Form:
    """Return the form with the pieces of right outputs: always so many parts, of which some are lists, or columns."""
    lengths = {len(one) if isinstance(one, list) else 0 for one in outputs}
    mixed = all(isinstance(one, list) and any(isinstance(part, list) for part in one) for one in outputs)
    rows = [row for one in outputs if isinstance(one, list) for row in one]
    widths = {len(row) if isinstance(row, list) else 0 for row in rows}
    if mixed and len(lengths) > 1 and len(widths) == 1 and min(widths) > 1:
        return replace(form, split="columns", count=widths.pop())
    if mixed and len(lengths) == 1 and min(lengths) > 1:
        return replace(form, split="parts", count=lengths.pop())
    return form


def telling(value: Any) -> bool:
    """Return whether an output says something: None, an empty list, or a word alone is returned for many reasons."""
    return value is not None and value != [] and not isinstance(value, str)


def digest(value: Any, salt: str, fine: bool = True) -> str:
    """Return four letters for a plain value, others for each salt."""
    told = json.dumps([salt, _in_steps(value, *(FINE if fine else COARSE))])
    return base64.urlsafe_b64encode(hashlib.sha256(told.encode()).digest()[:3]).decode()


def _in_steps(value: Any, near: float, far: float) -> Any:
    """Return whole numbers in place of numbers, which grow by 1 with each difference that counts."""
    if isinstance(value, list):
        return [_in_steps(one, near, far) for one in value]
    if isinstance(value, float):
        return math.floor(math.asinh(value * near) * far + OFF) if math.isfinite(value * near) else str(value)
    return value
