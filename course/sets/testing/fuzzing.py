"""Fuzz the hidden tests: spoil what the model returns in many ways. Each test has to cope with all of them.

    python -m course.sets.testing.fuzzing [--each 100] [--seed 1] [psN ...]  prints what a hidden test did not cope with

To cope is to end within seconds and without a fault, and not to give all points to a value of the wrong form. The model
runs once for each test; after that its values are replayed, so that only the test itself takes time.
"""

import argparse
import contextlib
import copy
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from course import settings
from course.judge.rules.calls import Elsewhere, quietly
from course.judge.rules.timer import limited
from course.sets import release
from course.sets.source import Cell, Source
from course.sets.testing import marking
from course.sets.variant import values

EACH = 10  # spoiled answers for each hidden test
SECONDS = 5.0  # of CPU that a test may take
LONG = 1_000_000
HUGE = 10**300

Spoil = Callable[[Any], Any]


class Overtime(BaseException):
    """A test took too long. No claim may catch this."""


class Recorded(Elsewhere):
    """The model's function, which keeps what it returns."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.returned: list[Any] = []

    def called(self, arguments: Sequence[Any], seconds: float) -> Any:
        """Return what the model returns."""
        self.returned.append(self.function(*arguments))
        return copy.deepcopy(self.returned[-1])


class Replayed(Elsewhere):
    """What the model returned, spoiled in every call, or in one."""

    def __init__(self, returned: Sequence[Any], spoil: Spoil, only: int | None, seed: int) -> None:
        self.returned, self.spoil, self.only, self.seed = returned, spoil, only, seed
        self.number = -1

    def called(self, arguments: Sequence[Any], seconds: float) -> Any:
        """Return the value of the next call; the last one's, where a test calls more often than with the model."""
        self.number += 1
        value = copy.deepcopy(self.returned[min(self.number, len(self.returned) - 1)])
        if self.only in (None, self.number):
            return spoiled(value, self.spoil, random.Random(self.seed))
        return value


def spoiled(value: Any, spoil: Spoil, chance: random.Random) -> Any:
    """Return a value with this fault, in itself or in one of its parts."""
    parts = _parts(value)
    if not parts or chance.random() < 0.4:
        return spoil(value)
    place = chance.randrange(len(parts))
    parts[place] = spoiled(parts[place], spoil, chance)
    return tuple(parts) if type(value) is tuple else parts


def _parts(value: Any) -> list[Any]:
    listed = type(value) in (list, tuple) or (type(value) is np.ndarray and value.ndim > 0)
    return list(value) if listed else []


def _relisted(change: Callable[[list[Any]], list[Any]]) -> Spoil:
    return lambda value: change(_parts(value) or [value])


def _throughout(change: Callable[[Any], Any]) -> Spoil:
    """Return a fault that is in each number."""

    def spoil(value: Any) -> Any:
        parts = _parts(value)
        if parts:
            return [spoil(part) for part in parts]
        return change(value) if isinstance(value, int | float | np.number) else value

    return spoil


def _array(value: Any) -> Any:
    """Return a list as an array, of objects where it is ragged."""
    with contextlib.suppress(ValueError):
        return np.array(value)
    return np.array([*value, None], dtype=object)[:-1]


WRONG: dict[str, Spoil] = {  # in form, whatever was asked for
    "a word": lambda value: "seven",
    "a dict": lambda value: {"value": value},
    "complex": lambda value: 1j,
    "NaN": lambda value: float("nan"),
    "NaN, 0-d": lambda value: np.array(np.nan),
    "infinity": lambda value: np.float64("inf"),
    "objects": lambda value: np.array([None, 1], dtype=object),
    "words": lambda value: np.array(["seven", "eight"]),
    "dates": lambda value: np.zeros(3, dtype="M8[s]"),
    "fields": lambda value: np.zeros(3, dtype=[("a", float), ("b", int)]),
    "ragged": lambda value: [[1.0], [2.0, 3.0], value],
    "nested": lambda value: [[[[[value]]]]],
    "four axes": lambda value: np.zeros((2, 1, 2, 1)),
    "a long list": lambda value: [0] * LONG,
    "a long vector": lambda value: np.zeros(LONG, dtype=np.int64),
    "a wide matrix": lambda value: np.ones((2, LONG)),
    "a tall matrix": lambda value: np.ones((LONG, 2)),
    "empty rows": lambda value: [[]] * LONG,
}
PERHAPS: dict[str, Spoil] = {  # they may have the form, and even be right
    "None": lambda value: None,
    "0-d": lambda value: np.array(0),
    "0-d, a float": lambda value: np.array(1.5),
    "true": lambda value: True,
    "zero": lambda value: 0,
    "below zero": lambda value: -1,
    "1e300": lambda value: 1e300,
    "300 digits": lambda value: HUGE,
    "tiny": lambda value: 5e-324,
    "empty": lambda value: [],
    "no rows": lambda value: np.zeros((0, 3)),
    "rows of nothing": lambda value: np.zeros((3, 0)),
    "an array": _array,
    "squeezed": lambda value: np.squeeze(value) if type(value) is np.ndarray else value,
    "half as exact": lambda value: value.astype(np.float16) if type(value) is np.ndarray else value,
    "a column": _relisted(lambda parts: [[part] for part in parts]),
    "one more": _relisted(lambda parts: [*parts, parts[-1]]),
    "one less": _relisted(lambda parts: parts[:-1]),
    "twice": _relisted(lambda parts: parts * 2),
    "a hundred times": _relisted(lambda parts: parts * 100),
    "turned round": _relisted(lambda parts: parts[::-1]),
    "swapped": _relisted(lambda parts: [*parts[1:], parts[0]]),
    "off by one": _throughout(lambda number: number + 1),
    "off by minus one": _throughout(lambda number: number - 1),
    "with the other sign": _throughout(lambda number: -number),
    "1e200 times as large": _throughout(lambda number: float(number) * 1e200),
    "1e308 throughout": _throughout(lambda number: 1e308),
    "300 digits throughout": _throughout(lambda number: HUGE),
    "tiny throughout": _throughout(lambda number: 1e-300),
    "zero throughout": _throughout(lambda number: 0),
    "below zero throughout": _throughout(lambda number: -1),
    "NaN throughout": _throughout(lambda number: np.nan),
    "None throughout": _throughout(lambda number: None),
}


def holes(source: Source, each: int = EACH, seed: int = 0, only: str | None = None) -> list[str]:
    """Return a line for each spoiled answer that the hidden tests of a set, or one of them, did not cope with."""
    drawn = values(source, settings.here().term)
    code, scope = marking.filled_in(source, drawn, marking.model(source, drawn))
    tests = [cell for cell in source.cells if cell.kind == "test" and only in (None, cell.name)]
    return [line for cell in tests for line in _holes_of(source, cell, code[cell.grade_id], scope, each, seed)]


def _holes_of(source: Source, cell: Cell, code: str, scope: dict[str, Any], each: int, seed: int) -> Iterator[str]:
    recorded = Recorded(scope[cell.name])
    marking.judged(code, scope | {cell.name: recorded}, cell.points)
    chance = random.Random(f"{seed} {source.name} {cell.name}")
    for kind in _kinds(chance, each):
        only = None if chance.random() < 0.5 else chance.randrange(len(recorded.returned))
        number = chance.randrange(10**6)
        answer = Replayed(recorded.returned, (WRONG | PERHAPS)[kind], only, number)
        if trouble := _trouble(code, scope | {cell.name: answer}, cell.points, kind):
            where = "every call" if only is None else f"call {only}"
            yield f"{source.name} {cell.name}: {kind} in {where}, place {number}: {trouble}"


def _kinds(chance: random.Random, each: int) -> list[str]:
    """Return `each` kinds of faults, of which none is more frequent than another by more than one."""
    kinds: list[str] = []
    while len(kinds) < each:
        kinds += chance.sample([*WRONG, *PERHAPS], len(WRONG) + len(PERHAPS))
    return kinds[:each]


def _trouble(code: str, scope: dict[str, Any], points: int, kind: str) -> str | None:
    """Return how a test failed to cope with a spoiled answer, or None."""
    try:
        with quietly(), limited(SECONDS, Overtime):
            mark = marking.judged(code, scope, points)
    except Overtime:
        return f"it took more than {SECONDS:g} seconds of CPU"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "it got all points" if kind in WRONG and mark.score == points else None


def main(arguments: Sequence[str]) -> int:
    """Print the holes of the sets named, or of all."""
    parser = argparse.ArgumentParser(prog="python -m course.sets.testing.fuzzing")
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--each", type=int, default=100)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    told = parser.parse_args(arguments)
    found = []
    for source in release.sources():
        if not told.sets or source.name in told.sets:
            lines = holes(source, told.each, told.seed)
            print("\n".join([f"{source.name}, seed {told.seed}: {len(lines)} holes", *lines]), flush=True)
            found += lines
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
