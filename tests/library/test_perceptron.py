"""The perceptron and Novikoff's theorem (S6, S7)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import AWKWARD, WHOLE, labeled_sets, separable_sets

from margin_lib import Plane, check_novikoff, check_separator, hard_margin, lift, perceptron, radius, separate
from margin_lib.core.signed_points import SignedPoints
from margin_lib.perceptrons.which_next import hot_set, next_in_blocks, next_in_order

PICKS = ["hot", "next", "loop"]
picks = pytest.mark.parametrize("pick", PICKS)


@picks
@given(data=separable_sets())
def test_novikoff_bound_holds_for_every_order(pick, data):
    X, y, w, _ = data
    shuffled = np.random.default_rng(0).permutation(len(X))
    for order in (np.arange(len(X)), shuffled):
        run = perceptron(X[order], y[order], pick=pick)
        assert run.finished
        report = check_novikoff(run, X[order], y[order], Plane(w))
        assert report.ok, report
        assert not report.not_met, report


@picks
@given(data=separable_sets(bias=True))
def test_with_a_bias_the_bound_is_that_of_the_lift(pick, data):
    X, y, w, b = data
    run = perceptron(X, y, bias=True, pick=pick)
    report = check_novikoff(run, X, y, Plane(w, b))
    assert report.ok, report
    assert not report.not_met, report
    gamma, R = Plane(w, b).margin(X, y), radius(X)
    if abs(b) <= R:
        assert run.corrections <= (1 + R**2) ** 2 / gamma**2 * (1 + 1e-9)


@given(separable_sets(bias=True))
def test_the_lift_keeps_at_least_gamma_over_root_one_plus_R_squared(data):
    X, y, _, _ = data
    best = hard_margin(X, y).plane
    gamma_lift = hard_margin(lift(X), y, bias=False).margin
    assert gamma_lift >= best.margin(X, y) / np.sqrt(1 + radius(X) ** 2) * (1 - 1e-6)


@picks
@given(data=labeled_sets((WHOLE, AWKWARD), both=True), bias=st.booleans())
def test_a_finished_run_separates_and_an_inseparable_set_never_finishes(pick, data, bias):
    X, y = data
    run = perceptron(X, y, bias=bias, max_corrections=300, pick=pick)
    if run.finished:
        assert check_separator(run.plane, X, y).ok
    else:
        assert run.corrections == 300
    if separate(X, y, bias).plane is None:
        assert not run.finished


@given(labeled_sets(), st.integers(0, 60), st.sampled_from([0.0, 0.5, 3.0]))
def test_scanning_in_blocks_picks_what_the_plain_loop_picks(data, budget, guess):
    X, y = data
    Z = SignedPoints(X, y.astype(float), bias=False)
    orders = []
    for pick in (next_in_order, next_in_blocks):
        w, order = np.zeros(Z.dimension), []
        for i in pick(Z, w, guess):
            if len(order) == budget:
                break
            w += Z[i]
            order.append(i)
        orders.append(order)
    assert orders[0] == orders[1]


@pytest.mark.parametrize("guess", [0.0, 0.02])
def test_scanning_in_blocks_picks_the_same_on_many_points(guess):
    rng = np.random.default_rng(5)
    Z = rng.standard_normal((3_000, 6))
    Z *= np.where(Z[:, :1] + 0.02 * np.sign(Z[:, :1]) > 0, 1, -1)
    Z[:, 0] += 0.02
    Z = SignedPoints(Z, np.ones(len(Z)), bias=False)
    orders = []
    for pick in (next_in_order, next_in_blocks):
        w, order = np.zeros(6), []
        for i in pick(Z, w, guess):
            w += Z[i]
            order.append(i)
        orders.append(order)
    assert orders[0] == orders[1]
    assert len(orders[0]) > 20


@pytest.mark.parametrize("guess", [0.0, 0.05])
def test_the_hot_set_yields_only_violators_and_leaves_none(guess):
    rng = np.random.default_rng(6)
    Z = rng.standard_normal((5_000, 8))
    Z[:, 0] = np.abs(Z[:, 0]) + 0.05
    w = np.zeros(8)
    for i in hot_set(SignedPoints(Z, np.ones(len(Z)), bias=False), w, guess):
        assert Z[i] @ w <= guess / 2 * np.linalg.norm(w) + 1e-12
        w += Z[i]
    assert (Z @ w > guess / 2 * np.linalg.norm(w) * (1 - 1e-12)).all()
    assert w.any()


@picks
@given(data=separable_sets(), rate=st.sampled_from([0.5, 0.1, 3.0, 1e-6]))
def test_the_rate_scales_the_plane_and_changes_nothing_else(pick, data, rate):
    X, y, _, _ = data
    one, other = perceptron(X, y, pick=pick), perceptron(X, y, rate=rate, pick=pick)
    assert one.order.tolist() == other.order.tolist()
    np.testing.assert_allclose(other.plane.w, rate * one.plane.w, rtol=1e-12)


@given(separable_sets(bias=True), st.booleans())
def test_the_plane_is_rate_times_the_counted_points(data, bias):
    X, y, _, _ = data
    run = perceptron(X, y, bias=bias, rate=0.5, max_corrections=1000)
    np.testing.assert_allclose(run.plane.w, 0.5 * (run.counts * y) @ X, atol=1e-9)
    assert run.plane.b == pytest.approx(0.5 * (run.counts @ y) if bias else 0.0)
    assert run.counts.sum() == run.corrections == len(run.order)


def test_the_count_depends_on_the_units_once_there_is_a_bias():
    X, y = np.array([[0.02], [0.01]]), [1, -1]
    best = hard_margin(X, y).plane
    assert (radius(X) / best.margin(X, y)) ** 2 == pytest.approx(16)
    assert perceptron(X, y, bias=True, pick="next").corrections == 10_003
    assert perceptron(100 * X, y, bias=True, pick="next").corrections < 40


def test_one_correction_may_spoil_a_point_that_was_right():
    X, y = np.array([[2.0, 1.0], [-1.0, 1.0], [-1.0, 2.0]]), [1, -1, 1]
    run = perceptron(X, y, pick="next")
    assert run.order.tolist() == [0, 2, 1, 1, 2, 1]


def test_novikoff_is_attained_by_orthonormal_points():
    from margin_lib.datasets import slow_for_perceptron

    X, y, best = slow_for_perceptron(50, seed=3)
    for pick in PICKS:
        run = perceptron(X, y, pick=pick)
        assert run.corrections == pytest.approx((radius(X) / best.margin(X, y)) ** 2) == 50


@pytest.mark.parametrize("n", [20, 2_000])
def test_a_first_point_that_separates_all_is_the_only_correction_of_every_pick(n):
    rng = np.random.default_rng(n)
    X = rng.standard_normal((n, 3))
    y = np.where(X[:, 0] > 0, 1, -1)
    X[:, 0] += y / 100
    X[0], y[0] = [0.3, 0.0, 0.0], 1
    assert {pick: perceptron(X, y, pick=pick).order.tolist() for pick in PICKS} == {pick: [0] for pick in PICKS}


def test_all_picks_end_where_rounding_depends_on_the_layout_of_the_data():
    whole = [
        [-4, 1, -2, 0, 3, -4, 1, -4], [-2, 3, -2, -5, 0, 2, -5, 2], [-4, 2, -4, -4, 2, 2, -1, 1],
        [-1, -1, -5, -3, -3, -4, -3, -3], [5, -4, 1, -3, 3, 0, -3, 2], [3, -4, 4, 5, 1, -1, 3, 4],
        [-3, 4, -1, -2, 3, -3, -5, 1], [1, 1, 2, -1, -1, -3, 1, 3], [-2, 4, -4, 4, 2, 1, -5, -4],
        [5, 3, 0, 5, 3, -3, 5, -3],
    ]
    X, y = np.asfortranarray(np.array(whole) * 0.7), [-1, -1, 1, -1, -1, 1, -1, -1, 1, 1]
    for pick in PICKS:
        run = perceptron(X, y, max_corrections=50, pick=pick)
        assert run.finished
        assert check_separator(run.plane, X, y).ok


@given(st.integers(0, 10**6), st.sampled_from([0.0, 0.3]))
def test_the_same_picks_where_decimals_leave_every_sign_in_doubt(seed, guess):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-5, 6, (40, 10)) * 0.1, rng.choice([-1.0, 1.0], 40)
    orders = []
    for pick in (next_in_order, next_in_blocks):
        w, order = np.zeros(10), []
        for i in pick(SignedPoints(X, y, bias=False), w, guess):
            if len(order) == 60:
                break
            w += y[i] * X[i]
            order.append(i)
        orders.append(order)
    assert orders[0] == orders[1]


@pytest.mark.parametrize(("size", "rate"), [(1e100, 1e300), (1e-100, 1e-300)])
def test_a_rate_that_takes_the_plane_out_of_range_is_refused(size, rate):
    with pytest.raises(ValueError, match="rate"):
        perceptron([[size], [-size]], [1, -1], rate=rate)


def test_pick_is_refused_by_name():
    with pytest.raises(ValueError, match="'hot', 'next', 'loop'"):
        perceptron([[1.0]], [1], pick="worst")


def test_a_budget_of_zero_makes_no_correction():
    run = perceptron([[1.0]], [1], max_corrections=0)
    assert (run.corrections, run.finished, run.plane.w.tolist()) == (0, False, [0.0])
