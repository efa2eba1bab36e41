"""Planes, distances, margins, the canonical form, the lift (S2-S5, S8)."""

import dataclasses
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import labeled_sets, separable_sets

from margin_lib import Plane, check_separator, flip_radius, lift, radius, separate, signed


@given(separable_sets(bias=True), st.floats(1e-3, 1e3))
def test_rescaling_changes_no_distance_no_margin_and_no_prediction(data, factor):
    X, y, w, b = data
    plane, scaled = Plane(w, b), Plane(factor * w, factor * b)
    np.testing.assert_allclose(scaled.distance(X), plane.distance(X), rtol=1e-12)
    assert scaled.margin(X, y) == pytest.approx(plane.margin(X, y), rel=1e-12)
    assert (scaled.predict(X) == plane.predict(X)).all()


@given(separable_sets(bias=True))
def test_distance_is_that_to_the_nearest_point_of_the_plane(data):
    X, _, w, b = data
    plane = Plane(2 * w, 2 * b)
    nearest = X - np.outer(plane.decision(X) / (plane.w @ plane.w), plane.w)
    np.testing.assert_allclose(plane.decision(nearest), 0, atol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(X - nearest, axis=1), plane.distance(X), atol=1e-9)


@given(separable_sets(bias=True), st.floats(1e-3, 1e3))
def test_in_canonical_form_the_closest_point_has_y_f_1_and_the_slab_is_two_margins_wide(data, factor):
    X, y, w, b = data
    plane = Plane(factor * w, factor * b)
    canonical = plane.canonical(X, y)
    assert (y * canonical.decision(X)).min() == pytest.approx(1, rel=1e-12)
    assert canonical.margin(X, y) == pytest.approx(plane.margin(X, y), rel=1e-12)
    assert canonical.slab_width == pytest.approx(2 * plane.margin(X, y), rel=1e-12)


def test_only_a_separating_plane_has_a_canonical_form():
    with pytest.raises(ValueError, match="separating"):
        Plane([1.0]).canonical([[1.0], [2.0]], [1, -1])


@given(separable_sets(bias=True), st.integers(0, 1000))
def test_a_point_may_move_less_than_its_flip_radius_and_no_further(data, seed):
    X, y, w, b = data
    plane = Plane(w, b)
    reach = flip_radius(plane, X, y)
    way = np.random.default_rng(seed).standard_normal(X.shape)
    way /= np.linalg.norm(way, axis=1)[:, None]
    assert (plane.predict(X + 0.999 * reach[:, None] * way) == y).all()
    straight = -np.outer(y, w)
    assert (plane.predict(X + 1.001 * reach[:, None] * straight) == -y).all()


def test_a_point_that_is_wrong_already_has_flip_radius_zero():
    assert flip_radius(Plane([1.0]), [[2.0], [-3.0]], [1, 1]).tolist() == [2, 0]


@given(labeled_sets())
@example((np.array([[0.0, -0.1, -0.1]]), np.array([1])))  # 0.5 - 0.2 - 0.3
def test_signed_and_lifted_points_carry_the_label_into_the_inner_product(data):
    X, y = data
    w, b = np.arange(1.0, X.shape[1] + 1), 0.5
    np.testing.assert_array_equal(signed(X, y), X * y[:, None])
    terms = np.abs(X) @ w + b  # rounding is relative to these, which may cancel
    assert (np.abs(lift(X, y) @ np.append(w, b) - y * Plane(w, b).decision(X)) <= 1e-12 * terms).all()


@given(separable_sets(bias=True))
def test_the_lift_keeps_who_is_right_and_shrinks_the_margin_by_the_share_of_w(data):
    X, y, w, b = data
    plane, lifted = Plane(w, b), Plane(np.append(w, b))
    assert (lifted.predict(lift(X)) == plane.predict(X)).all()
    share = np.linalg.norm(w) / np.hypot(np.linalg.norm(w), b)
    assert lifted.margin(lift(X), y) == pytest.approx(plane.margin(X, y) * share, rel=1e-9)


@given(labeled_sets(), st.sampled_from(["l2", "linf"]))
def test_normalised_points_have_size_one_and_the_same_direction(data, kind):
    X, y = data
    A = lift(X, y, normalize=kind)
    sizes = np.linalg.norm(A, axis=1, ord={"l2": 2, "linf": np.inf}[kind])
    np.testing.assert_allclose(sizes, 1, rtol=1e-12)
    assert (np.sign(A[:, -1]) == y).all()


def test_predict_says_plus_one_on_the_plane_and_needs_w_and_b_alone():
    plane = Plane([1, -1], b=1)
    assert plane.predict([[0, 1], [0, 2], [0, 0]]).tolist() == [1, -1, 1]
    assert {field.name for field in dataclasses.fields(plane)} == {"w", "b"}


def test_a_plane_is_frozen_and_keeps_its_own_copy():
    w = np.array([1.0, 2.0])
    plane = Plane(w)
    w[0] = 99
    assert plane.w.tolist() == [1, 2]
    with pytest.raises(ValueError, match="read-only"):
        plane.w[0] = 3
    with pytest.raises(dataclasses.FrozenInstanceError):
        plane.b = 1.0


def test_a_plane_of_fractions_decides_exactly():
    plane = Plane([Fraction(1), Fraction(-1)], Fraction(1, 10**30))
    assert plane.predict([[0.1, 0.1], [0.1, np.nextafter(0.1, 1)]]).tolist() == [1, -1]
    assert plane.margin([[1.0, 1.0]], [1]) > 0


@pytest.mark.parametrize("scale", [1e-100, 1e100])
def test_planes_and_points_of_any_size(scale):
    plane = Plane(np.array([3.0, 4.0]) * scale, -5 * scale)
    assert plane.distance([[3, 4], [0, 0]]) == pytest.approx([4, 1])
    assert radius(np.array([[3.0, 4.0]]) * scale) == pytest.approx(5 * scale)
    assert Plane([3 * scale, 4 * scale]).slab_width == pytest.approx(2 / (5 * scale))


def test_zero_is_no_plane():
    with pytest.raises(ValueError, match="w = 0"):
        Plane([0.0, 0.0]).distance([[1.0, 1.0]])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Plane([[1.0]]), "w must be a vector"),
        (lambda: Plane([]), "w must be a vector"),
        (lambda: Plane([1.0], b=np.nan), "b must be a number"),
        (lambda: Plane([1.0], b=np.inf), "b must be finite"),
        (lambda: Plane([np.nan]), "w must be finite"),
        (lambda: Plane([None]), "w must hold real numbers"),
        (lambda: Plane([[Fraction(1)]]), "w must be a vector"),
        (lambda: Plane([1.0]).decision([[1.0, 2.0]]), "X has 2 coordinates"),
        (lambda: lift([[1.0]], normalize="l1"), "normalize"),
    ],
)
def test_bad_planes_are_refused_in_words(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@given(labeled_sets(both=True))
def test_separable_with_a_bias_means_the_lift_is_separable_through_the_origin(data):
    X, y = data
    plane = separate(X, y).plane
    if plane is not None:
        through_origin = Plane(np.append(plane.w, plane.b))
        assert check_separator(through_origin, lift(X), y).ok


def test_fractions_keep_their_sign_beyond_the_range_of_floats():
    assert Plane([Fraction(1, 10**400), Fraction(0)]).predict([[-1.0, 0.0], [1.0, 0.0]]).tolist() == [-1, 1]
    assert check_separator(Plane([Fraction(10**400)]), [[1.0], [-1.0]], [1, -1]).ok
    assert Plane([Fraction(3, 10**50), Fraction(4, 10**50)]).margin([[1.0, 1.0]], [1]) == pytest.approx(1.4)
    assert check_separator(Plane([1e200]), [[1e140], [-1e140]], [1, -1]).ok
