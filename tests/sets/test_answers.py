"""Whatever is returned is taken over as plain values or refused in words: nothing raises anything else.

`EVERY_FORM` is a list of values that between them bring about each refusal there is. Any other value, however odd, gets
one of the same sentences, so that list is all that a student can choose from.
"""

import hypothesis.strategies as st
import numpy as np
import pytest
from answer_forms import ALL, ALSO, EVERY_FORM, MANY, ROWS, SCALARS, Numbered, Own, as_objects, made, refusal
from hypothesis import given, settings
from hypothesis.extra import numpy as arrays

from course.judge import Unfit, answers


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
