"""Winnow by multiplicative weights (S13)."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import WHOLE, labeled_sets, separable_sets

from margin_lib import (
    NotSeparable,
    Plane,
    check_separator,
    check_winnow,
    check_witness,
    linf_margin,
    max_linf_margin,
    winnow,
)


def rows_of(report, words):
    return [row for row in report if words in row.claim]


@given(separable_sets(bias=True), st.sampled_from([0.25, 0.5, 0.75, 1.0]))
def test_winnow_keeps_its_bound_for_each_epsilon_in_the_stated_range(data, part):
    X, y, _, _ = data
    best = max_linf_margin(X, y)
    epsilon = min(part * best.margin, 0.999)
    run = winnow(X, y, epsilon=epsilon, max_corrections=20_000)
    log_N = math.log(2 * (X.shape[1] + 1))
    report = check_winnow(run, X, y, best.plane)
    assert report.ok, report
    if 16 / 3 * log_N / best.margin**2 > 20_000:
        return
    assert run.finished
    assert run.corrections <= log_N / (epsilon * (best.margin - epsilon / 2)) * (1 + 1e-6)
    if part == 0.5:
        assert run.corrections <= 4 * log_N / best.margin**2
    if part == 1.0:
        assert run.corrections <= 2 * log_N / best.margin**2 * (1 + 1e-6)


@given(separable_sets(bias=True))
def test_the_search_finds_epsilon_and_keeps_the_bound_on_its_total(data):
    X, y, _, _ = data
    best = max_linf_margin(X, y)
    run = winnow(X, y)
    report = check_winnow(run, X, y, best.plane)
    assert run.finished
    assert report.ok, report
    assert rows_of(report, "in all")[0].status == "holds"
    assert run.corrections <= 16 / 3 * math.log(2 * (X.shape[1] + 1)) / best.margin**2
    assert check_separator(run.plane, X, y).ok


@given(labeled_sets((WHOLE,), both=True))
def test_the_search_promises_a_plane_or_the_proof_that_there_is_none(data):
    X, y = data
    try:
        run = winnow(X, y)
    except NotSeparable as error:
        assert check_witness(error.witness, X, y).ok
    else:
        assert run.finished
        assert check_separator(run.plane, X, y).ok


@given(separable_sets(bias=True))
def test_the_weights_are_a_mixture_of_experts_whose_difference_is_the_plane(data):
    X, y, _, _ = data
    run = winnow(X, y)
    half = X.shape[1] + 1
    assert run.weights.shape == (2 * half,)
    assert (run.weights > 0).all()
    assert run.weights.sum() == pytest.approx(1)
    np.testing.assert_allclose(run.weights[:half] - run.weights[half:], np.append(run.plane.w, run.plane.b), atol=1e-15)
    assert linf_margin(run.plane, X, y) > 0


def test_each_correction_multiplies_each_weight_by_one_plus_epsilon_a():
    X, y = np.array([[4.0], [-2.0]]), [1, -1]
    run = winnow(X, y, epsilon=0.5, max_corrections=1)
    a = np.array([1.0, 0.25])
    grown = np.concatenate([1 + 0.5 * a, 1 - 0.5 * a])
    np.testing.assert_allclose(run.weights, grown / grown.sum())
    assert run.order.tolist() == [0]


def test_a_spent_budget_is_not_finished():
    run = winnow([[1.0], [1.0]], [1, -1], epsilon=0.1, max_corrections=25)
    assert (run.finished, run.corrections) == (False, 25)


@pytest.mark.parametrize("epsilon", [0, -0.1, 1, 2, np.nan])
def test_epsilon_must_lie_between_zero_and_one(epsilon):
    with pytest.raises(ValueError, match="epsilon"):
        winnow([[1.0], [-1.0]], [1, -1], epsilon=epsilon)


def test_an_epsilon_above_gamma_is_a_hypothesis_not_met():
    X, y = np.array([[1.0, 0.9], [0.9, 1.0]]), [1, -1]
    best = max_linf_margin(X, y)
    run = winnow(X, y, epsilon=0.9, max_corrections=500)
    report = check_winnow(run, X, y, best.plane)
    assert report.ok, report
    assert any("epsilon/2" in row.claim for row in report.not_met)


def test_an_irrelevant_feature_costs_only_a_logarithm():
    rng = np.random.default_rng(0)
    X = rng.choice([-1.0, 1.0], (400, 200))
    y = np.where(X[:, 0] + X[:, 1] + X[:, 2] > 0, 1, -1)
    run = winnow(X, y)
    assert check_winnow(run, X, y, Plane(np.eye(200)[:3].sum(axis=0))).ok
    assert run.corrections <= 16 / 3 * math.log(402) * 9


@pytest.mark.parametrize("scale", [1e-100, 1e100])
def test_a_gamma_that_no_weight_would_notice_is_said_in_words(scale):
    with pytest.raises(ValueError, match="gamma_W is below"):
        winnow(np.array([[2.0], [1.0]]) * scale, [1, -1])


def test_a_search_whose_budget_is_spent_comes_back_unfinished_and_honest():
    X, y = [[2e-3], [1e-3]], [1, -1]
    run = winnow(X, y, max_corrections=3_000)
    assert (run.finished, run.rounds[-1].ended) == (False, "stopped")
    report = check_winnow(run, X, y, max_linf_margin(X, y).plane)
    assert report.ok, report
