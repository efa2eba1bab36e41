"""Whatever is returned is taken over as plain values or refused in words: nothing raises anything else.

`EVERY_FORM` is a list of values that between them bring about each refusal there is. Any other value, however odd, gets
one of the same sentences, so that list is all that a student can choose from.
"""

import fractions

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis.extra import numpy as arrays

from course.judge import Unfit, answers, arranged, complete

pytestmark = pytest.mark.project

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


@pytest.mark.parametrize("take", ALL.values(), ids=ALL)
def test_whatever_the_form_it_is_taken_or_refused_in_a_sentence(take):
    for value in EVERY_FORM:
        said = refusal(take, value)
        assert said is None or said.endswith(".")


SCALAR = st.one_of(
    st.sampled_from([one for one in SCALARS if type(one) not in (Own, Numbered)]), st.integers(),
    st.integers(10**300, 10**320), st.floats(), st.complex_numbers(), st.text(max_size=3)
)
ARRAY = arrays.arrays(
    dtype=st.one_of(arrays.scalar_dtypes(), arrays.array_dtypes(max_size=2)),
    shape=arrays.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=3),
)
ANYTHING = st.recursive(
    SCALAR | ARRAY,
    lambda part: st.tuples(st.sampled_from((list, tuple, as_objects)), st.lists(part, max_size=3)).map(made),
)


KNOWN = {name: {refusal(take, value) for value in EVERY_FORM} for name, take in ALL.items()}


@pytest.mark.parametrize("name", ALL)
@given(value=ANYTHING)
@settings(deadline=None)
def test_any_value_is_taken_or_refused_in_one_of_the_same_sentences(name, value):
    assert refusal(ALL[name], value) in KNOWN[name] | {None}


@pytest.mark.parametrize("value", [np.array(1.0), np.array(2), np.array("a")])
@pytest.mark.parametrize("take", [answers.vector, answers.wholes, answers.pairs, ALSO["words"]])
def test_an_array_without_an_axis_is_not_a_list(take, value):
    with pytest.raises(Unfit, match="must be a (list|vector)"):
        take(value)


def test_a_long_list_is_refused_before_anything_is_made_of_it():
    for take in (answers.wholes, answers.vector, answers.matrix, lambda value: answers.words(value, "a")):
        with pytest.raises(Unfit, match="must have fewer"):
            take([Own()] * MANY)


def test_how_long_a_list_is_or_should_be_is_not_repeated():
    for value, said in [
        ([1, 2, 3], "w must have fewer entries."),
        ([1], "w must have more entries."),
        (ROWS, "w must have fewer entries."),
    ]:
        with pytest.raises(Unfit, match=f"^{said}$"):
            answers.vector(value, 2, "w")
