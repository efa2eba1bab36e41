"""Values that between them bring about each refusal there is, and what takes them over."""

import fractions

import numpy as np

from course.judge import Unfit, answers, arranged, complete

TAKE = {
    "number": lambda value: answers.number(value),
    "whole": lambda value: answers.whole(value),
    "truth": lambda value: answers.truth(value),
    "vector": lambda value: answers.vector(value),
    "matrix": lambda value: answers.matrix(value),
    "numbers": lambda value: answers.numbers(value, 2),
    "wholes": lambda value: answers.wholes(value),
    "pairs": lambda value: answers.pairs(value),
}
ALSO = {
    "vector of 2": lambda value: answers.vector(value, 2),
    "matrix of 2 by 2": lambda value: answers.matrix(value, 2, 2),
    "wholes below 2": lambda value: answers.wholes(value, 2, most=3),
    "words": lambda value: answers.words(value, ("a", "b")),
    "words, more than once": lambda value: answers.words(value, ("a", "b"), once=False),
    "unpacked": lambda value: answers.unpacked(value, 2),
    "several": lambda value: answers.several(value, 3),
    "complete": lambda value: complete(value, {"A": [], "B": ["A"]}),
    "arranged": lambda value: arranged(value, {"A": [], "B": ["A"]}),
}
ALL = TAKE | ALSO

MANY = 1_000_000
ROWS = np.arange(MANY)


def refusal(take, value):
    """The sentence with which a value is refused, or None if it is taken."""
    try:
        take(value)
    except Unfit as error:
        return str(error)
    return None


class Own:
    """An object of a student's own class."""

    def __eq__(self, *arguments):
        raise MemoryError

    __hash__ = __len__ = __float__ = __int__ = __iter__ = __array__ = __eq__


class Listed(list):
    """A list that is not one."""

    __len__ = __iter__ = Own.__eq__


class Numbered(int):
    """A number that is not one."""

    __float__ = __int__ = __lt__ = __le__ = Own.__eq__


def made(drawn):
    """What the first makes of the second."""
    return drawn[0](drawn[1])


def as_objects(parts):
    """An array of objects."""
    made = np.empty(len(parts), dtype=object)
    made[:] = [None] * len(parts)
    for place, part in enumerate(parts):
        made[place] = part
    return made


SCALARS = [
    None, True, np.True_, 0, 2, 2.5, -1, np.int8(1), np.float16(1), np.longdouble(1), 1j, np.nan, np.inf, 10**400,
    "a", "", b"a", np.str_("a"), np.datetime64("2027-01-01"), fractions.Fraction(1, 2), Own(), Numbered(1), {1},
    {"a": 1}, object, len, range(2), iter([1]), Ellipsis,
]
ZERO_D = [np.array(scalar) for scalar in (1, 1.5, True, 1j, np.nan, "a", None)] + [np.zeros((), dtype=[("a", float)])]
VECTORS = [
    np.zeros(0), np.zeros(1), np.zeros(2), np.zeros(3), np.array([0.5, 1]), np.array([1, np.nan]), np.array([1j, 1]),
    np.array([True, False]), np.array(["a", "b"]), np.array([None, 1]), np.array([10**400, 1]), np.zeros(2, "S3"),
    np.zeros(2, [("a", float), ("b", int)]), np.array([1, np.longdouble(10) ** 4000]), np.zeros(2, "M8[s]"),
    np.array([2**64 - 1], np.uint64), as_objects([Own(), Own()]), Listed([1, 2]), ROWS, ROWS.tolist(), [[]] * MANY,
]
SHAPES = [(0, 0), (0, 2), (2, 0), (2, 1), (2, 2), (2, 3), (3, 2), (2, 2, 2), (1, 1, 0, 5), (MANY, 0), (2, MANY)]
MATRICES = [np.zeros(shape) for shape in SHAPES]
MATRICES += [np.full((2, 2), np.nan), np.ones((2, 2), bool), np.array([["a", "b"]] * 2)]
LISTS = [
    *([scalar, scalar] for scalar in SCALARS), [], [1], (0, 1), (0, 1, 0), [0] * 4, [1, 2, "a"], [2**70, -(2**70)],
    [[1], [2, 3]], [[1, 2], [3, 4]], [[1, 2, 3]] * 2, [[1], [2]], [[1, 2], None], [[1, 2], 3], [[1, 2], [3, "a"]],
    [[1, 2], [3, True]], [[1, 2], [3, np.inf]], [[], []], [[1, 0.5]] * 2, [[1, np.inf]] * 2, [[1, None]] * 2,
    [[1, True]] * 2, [ROWS, ROWS], [None, [1, 1]], [3, [1, 1]], ["", [1, 1]], [(1, 0), (1, 1)], [[[[[[[[]]]]]]]],
    [np.array(1), np.array(2)], [np.zeros(2), np.zeros(2)], [np.zeros(2), np.zeros(3)], [np.eye(2), np.eye(2)],
    ["A", "B"], ["B", "A"], ["A", "A"], ["A"], "AB", "AA", "AX", "A" * MANY, ["a", "b", "c"],
]
EVERY_FORM = [*SCALARS, *ZERO_D, *VECTORS, *MATRICES, *LISTS]
