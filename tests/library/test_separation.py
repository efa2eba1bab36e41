"""Separable or not (S1): exactly one of a plane and a witness, each proved without rounding."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import labeled_sets

from margin_lib import NotSeparable, Plane, check_separator, check_witness, incremental_margin_perceptron, separate
from margin_lib.core import exact
from margin_lib.core.signed_points import SignedPoints


@given(labeled_sets(), st.booleans())
def test_either_a_plane_or_a_witness_and_never_both(data, bias):
    X, y = data
    if bias and abs(y.sum()) == len(y):
        with pytest.raises(ValueError, match="both classes"):
            separate(X, y, bias)
        return
    found = separate(X, y, bias)
    assert (found.plane is None) != (found.witness is None)
    if found.plane is not None:
        assert check_separator(found.plane, X, y).ok
        assert bias or found.plane.b == 0
    else:
        assert check_witness(found.witness, X, y, bias).ok
        assert len(found.witness) <= X.shape[1] + 1 + bias


@given(labeled_sets(both=True))
def test_with_a_bias_is_the_same_as_through_the_origin_of_the_lift(data):
    X, y = data
    lifted = np.column_stack([X, np.ones(len(X))])
    assert (separate(X, y).plane is None) == (separate(lifted, y, bias=False).plane is None)


def test_points_one_rounding_apart_are_separated_in_fractions():
    X = [[0.1, 0.3], [np.nextafter(0.1, 1), 0.3], [0.1, np.nextafter(0.3, 1)]]
    plane = separate(X, [-1, 1, 1]).plane
    assert all(isinstance(entry, Fraction) for entry in plane.w)
    assert check_separator(plane, X, [-1, 1, 1]).ok
    assert plane.predict(X).tolist() == [-1, 1, 1]


@pytest.mark.parametrize("scale", [1e-100, 1.0, 1e100])
def test_scale_does_not_matter(scale):
    rng = np.random.default_rng(1)
    X, y = rng.standard_normal((40, 3)) * scale, rng.choice([-1, 1], 40)
    assert check_witness(separate(X, y).witness, X, y).ok
    y = np.where(X[:, 0] > 0.1 * scale, 1, -1)
    assert check_separator(separate(X, y).plane, X, y).ok


@pytest.mark.parametrize(("n", "d"), [(30, 12), (400, 25), (3_000, 8)])
def test_random_labels_have_a_witness(n, d):
    rng = np.random.default_rng(n)
    X, y = rng.standard_normal((n, d)), rng.choice([-1, 1], n)
    witness = separate(X, y).witness
    assert witness is not None, "by Cover's theorem so many random labels are separable with next to no probability"
    assert check_witness(witness, X, y).ok


def test_a_few_mistakes_among_many_points_are_found():
    rng = np.random.default_rng(3)
    X = rng.standard_normal((20_000, 5))
    y = np.where(X @ [1, 2, 3, 4, 5] > 0, 1, -1)
    assert check_separator(separate(X, y).plane, X, y).ok
    y[[5, 77]] *= -1
    assert check_witness(separate(X, y).witness, X, y).ok


@pytest.mark.parametrize(
    ("X", "y", "bias", "witness"),
    [
        ([[0.0, 0.0], [1.0, 1.0]], [1, 1], False, {0: Fraction(1)}),
        ([[1.0], [1.0]], [1, -1], True, {0: Fraction(1, 2), 1: Fraction(1, 2)}),
        ([[1.0], [2.0]], [1, -1], False, {0: Fraction(2, 3), 1: Fraction(1, 3)}),
        ([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, -1, -1], True, dict.fromkeys(range(4), Fraction(1, 4))),
    ],
)
def test_witnesses_by_hand(X, y, bias, witness):
    assert separate(X, y, bias).witness == witness


def test_check_separator_rejects_a_point_on_the_plane_that_rounding_would_let_pass():
    X, y = np.array([[0.1, 0.2, -0.3]]), [1]
    exactly_on = np.array([[3.0, -1.0]])
    assert X @ np.ones(3) > 0, "in floats 0.1 + 0.2 - 0.3 is above 0"
    assert check_separator(Plane([1.0, 1.0, 1.0]), X, y).ok, "and so it is: these floats are not tenths"
    assert not check_separator(Plane([1.0, 3.0]), exactly_on, y).ok
    assert not check_separator(Plane([1.0, 3.0], 1e-300), exactly_on, [-1]).ok


@pytest.mark.parametrize(
    ("change", "row"),
    [
        (lambda w: {**w, 0: w[0] * 2}, "weights sum to 1"),
        (lambda w: {**w, 0: w[0] + Fraction(1, 10**30), 1: w[1] - Fraction(1, 10**30)}, "the combination is 0"),
        (lambda w: {0: -w[0], 1: w[1] + 2 * w[0], 2: w[2]}, "weights are positive"),
        (lambda w: {**w, 99: Fraction(1, 7)}, "each index is a point's"),
        (lambda w: {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 8), 3: Fraction(1, 8)}, "as many points"),
        (lambda w: {}, "weights sum to 1"),
    ],
)
def test_a_falsified_witness_is_rejected(change, row):
    X, y = [[0.0], [1.0], [2.0], [2.0]], [1, -1, 1, 1]
    witness = {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    assert check_witness(witness, X, y).ok
    report = check_witness(change(witness), X, y)
    assert any(failed.claim.startswith(row) for failed in report.failed)


def test_not_separable_carries_the_witness_and_says_what_to_do():
    X, y = [[1.0, 0.0], [-1.0, 0.0]], [1, 1]
    with pytest.raises(NotSeparable, match="soft_margin") as caught:
        incremental_margin_perceptron(X, y)
    assert isinstance(caught.value, ValueError)
    assert check_witness(caught.value.witness, X, y, bias=False).ok


@given(st.integers(1, 9), st.integers(0, 10**6), st.integers(1, 200))
def test_whole_systems_are_solved_exactly(size, seed, bits):
    rng = np.random.default_rng(seed)
    M = [
        [int(rng.integers(-9, 10)) * int(rng.integers(1, 10)) ** (bits // 10) for _ in range(size)] for _ in range(size)
    ]
    if len(exact.independent(M)) < size:
        return
    rhs = [int(entry) for entry in rng.integers(-(10**6), 10**6, size)]
    numerators, denominator = exact.solve_equations(M, rhs)
    assert [sum(a * b for a, b in zip(row, numerators, strict=True)) for row in M] == [denominator * b for b in rhs]


@given(labeled_sets(), st.integers(0, 100))
def test_the_smallest_inner_product_has_the_right_sign(data, seed):
    Z, _ = data
    w = np.random.default_rng(seed).choice([1.0, -1.0, 0.1, 1e-8, 3.0], Z.shape[1])
    index, value = exact.smallest(SignedPoints(Z, np.ones(len(Z)), bias=False), w)
    truth = [exact.dot(row, exact.fractions(w)) for row in Z]
    assert (value > 0, value < 0) == (min(truth) > 0, min(truth) < 0)
    if value == 0:
        assert truth[index] == 0


def test_columns_of_very_different_size_cost_no_more():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((80, 8)) * 10.0 ** rng.integers(-30, 31, 8)
    y = rng.choice([-1, 1], 80)
    assert check_witness(separate(X, y).witness, X, y).ok


def test_a_plane_found_in_large_fractions_passes_its_own_check():
    X = [[3e-100, 0.1], [-1e16, 1e-8], [3e-100, 1e16], [-1, 1], [-1, 1e-17], [0.10000000000000002, 1], [1, 3e-100]]
    y = [1, -1, 1, -1, 1, 1, 1]
    found = separate(X, y)
    assert check_separator(found.plane, X, y).ok if found.plane else check_witness(found.witness, X, y).ok


@pytest.mark.parametrize("witness", [None, {0.5: Fraction(1)}, {-1: Fraction(1)}])
def test_what_is_no_witness_is_not_taken_for_one(witness):
    assert not check_witness(witness, [[1.0], [1.0]], [1, -1]).ok
