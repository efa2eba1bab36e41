"""The margin perceptron, its five claims, and the incremental algorithm (S9-S12)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import WHOLE, labeled_sets, separable_sets

from margin_lib import (
    NotSeparable,
    Plane,
    check_incremental,
    check_margin_claims,
    check_separator,
    check_witness,
    hard_margin,
    incremental_margin_perceptron,
    margin_perceptron,
    radius,
    separate,
)

picks = pytest.mark.parametrize("pick", ["hot", "next"])


@picks
@given(data=separable_sets(), part=st.sampled_from([1.0, 0.9, 0.5, 0.1]))
def test_the_five_claims_hold_at_every_step_for_a_guess_up_to_gamma_opt(pick, data, part):
    X, y, w, _ = data
    gamma = Plane(w).margin(X, y)
    run = margin_perceptron(X, y, part * gamma, pick=pick)
    report = check_margin_claims(run, X, y, part * gamma, Plane(w))
    assert run.finished
    assert report.ok, report
    assert not report.not_met, report


@given(separable_sets())
def test_the_margin_is_at_least_half_the_guess_and_the_bound_is_kept(data):
    X, y, _, _ = data
    best = hard_margin(X, y, bias=False)
    guess = best.margin * (1 - 1e-9)
    run = margin_perceptron(X, y, guess)
    assert run.plane.margin(X, y) >= guess / 2 * (1 - 1e-12)
    assert run.corrections <= 12 * (radius(X) / best.margin) ** 2 * (1 + 1e-9)


@given(separable_sets())
def test_a_guess_above_gamma_opt_is_a_hypothesis_not_met_and_no_failure(data):
    X, y, _, _ = data
    best = hard_margin(X, y, bias=False).plane
    guess = 2.5 * best.margin(X, y)
    run = margin_perceptron(X, y, guess, max_corrections=200)
    report = check_margin_claims(run, X, y, guess, best)
    assert report.ok, report
    not_met = {row.claim[:7] for row in report.not_met}
    assert {"claim 3", "claim 4", "claim 5"} <= not_met
    assert {row.status for row in report if row.claim.startswith(("claim 1", "claim 2"))} == {"holds"}


@picks
@given(data=separable_sets(), theta=st.sampled_from([0.6, 0.75, 0.9]))
def test_a_guess_ends_in_time_below_twice_gamma_opt_and_never_above(pick, data, theta):
    X, y, _, _ = data
    best = hard_margin(X, y, bias=False)
    ratio = radius(X) / best.margin / (1 - theta)
    run = margin_perceptron(X, y, 2 * theta * best.margin, max_corrections=int(2 * ratio**2 + 2 * ratio) + 1, pick=pick)
    assert run.finished
    assert run.corrections <= (2 * ratio**2 + 2 * ratio) * (1 + 1e-9)
    assert not margin_perceptron(X, y, 2.001 * best.margin, max_corrections=1_000, pick=pick).finished


def test_a_plane_not_through_the_origin_is_no_comparison_for_a_run_without_bias():
    X, y = np.array([[3.0], [1.0]]), [1, -1]
    run = margin_perceptron([[3.0], [-1.0]], y, 0.5)
    report = check_margin_claims(run, [[3.0], [-1.0]], y, 0.5, Plane([1.0], -0.1))
    assert report.not_met
    assert separate(X, y, bias=False).plane is None


@picks
@given(data=separable_sets(), early=st.booleans())
def test_the_incremental_algorithm_reaches_a_quarter_of_gamma_opt(pick, data, early):
    X, y, _, _ = data
    best = hard_margin(X, y, bias=False)
    run = incremental_margin_perceptron(X, y, early=early, pick=pick)
    report = check_incremental(run, X, y, best.plane)
    assert run.finished
    assert report.ok, report
    assert not report.not_met, report
    lower, upper = run.gamma_bounds
    assert lower <= best.margin * (1 + 1e-9)
    assert best.margin <= upper * (1 + 1e-9)
    assert run.plane.margin(X, y) >= best.margin / 4


@given(separable_sets(bias=True))
def test_with_a_bias_all_of_it_is_about_the_lift(data):
    X, y, w, b = data
    run = incremental_margin_perceptron(X, y, bias=True)
    assert run.finished
    report = check_incremental(run, X, y, Plane(w, b))
    assert report.ok, report


@given(labeled_sets((WHOLE,)))
def test_it_promises_an_answer_a_plane_or_the_proof_that_there_is_none(data):
    X, y = data
    try:
        run = incremental_margin_perceptron(X, y)
    except NotSeparable as error:
        assert check_witness(error.witness, X, y, bias=False).ok
    else:
        assert run.finished
        assert separate(X, y, bias=False).plane is not None


@given(separable_sets())
def test_the_exact_algorithm_starts_at_R_halves_and_spends_whole_budgets(data):
    X, y, _, _ = data
    run = incremental_margin_perceptron(X, y, early=False, pick="next")
    guesses = [turn.gamma_guess for turn in run.rounds]
    assert guesses == [radius(X) / 2**h for h in range(len(guesses))]
    assert [turn.corrections for turn in run.rounds[:-1]] == [12 * 4**h for h in range(len(guesses) - 1)]
    assert [turn.ended for turn in run.rounds] == ["forced"] * (len(guesses) - 1) + ["self"]


def test_giving_up_early_keeps_the_guarantee_with_fewer_corrections():
    from margin_lib.datasets import separable

    X, y, best = separable(2_000, 10, 0.02)
    early, exact = (incremental_margin_perceptron(X, y, early=flag) for flag in (True, False))
    assert early.corrections * 3 <= exact.corrections
    assert early.plane.margin(X, y) >= best.margin(X, y) / 4


def test_the_default_budget_is_enough_and_one_that_is_spent_proves_the_guess_too_large():
    from margin_lib.datasets import separable

    X, y, best = separable(500, 4, 0.05)
    run = margin_perceptron(X, y, 0.2)
    assert not run.finished
    assert run.corrections == int(12 * (radius(X) / 0.2) ** 2)
    assert best.margin(X, y) < 0.2


def test_a_spent_total_budget_comes_back_unfinished_with_what_it_proved():
    from margin_lib.datasets import separable

    X, y, best = separable(200, 5, 0.001)
    run = incremental_margin_perceptron(X, y, max_corrections=50)
    assert not run.finished
    assert run.corrections == 50
    assert run.gamma_bounds[0] == 0
    assert best.margin(X, y) <= run.gamma_bounds[1]


def test_a_finished_run_separates_even_where_the_guess_is_lost_in_rounding():
    X = np.array([
        [2.0999999999999996, -2.8], [-1.0499999999999998, 1.4], [-2.8, -2.0999999999999996],
        [-0.7, 0.35000000000000003], [2.0999999999999996, 1.4],
    ])
    y = [-1, 1, -1, 1, -1]
    for pick in ("hot", "next", "loop"):
        run = margin_perceptron(X, y, 1e-17, pick=pick, max_corrections=60)
        assert not run.finished or check_separator(run.plane, X, y).ok


def test_the_upper_bound_holds_even_where_rounding_is_all_there_is():
    X = np.array([[-2.999999999999999, -0.899999999999999], [0.9999999999999993, 0.3000000000000002]])
    gamma_opt = 4.6524e-16  # computed in fractions
    try:
        run = incremental_margin_perceptron(X, [1, 1], max_corrections=400)
    except ValueError as error:
        assert "separable, but" in str(error)
    else:
        assert run.gamma_bounds[1] >= gamma_opt


@pytest.mark.parametrize("X", [[[1e-170, 1.0], [-1e-170, 1.0]], [[1.0, 1.5], [-1.0, -1.5 - 2**-52], [1e-16, 1.3e-16]]])
def test_what_floats_cannot_follow_is_said_in_words(X):
    y = [1, -1] if len(X) == 2 else [1, 1, 1]
    with pytest.raises(ValueError, match=r"separable"):
        incremental_margin_perceptron(X, y)


def test_a_guess_beyond_counting_is_refused():
    with pytest.raises(ValueError, match="gamma_guess"):
        margin_perceptron([[1.0], [-1.0]], [1, -1], 1e-160)


def test_an_unfinished_run_is_an_honest_one():
    X, y = [[1.0, 0.1], [-1.0, 0.1]], [1, 1]
    run = incremental_margin_perceptron(X, y, max_corrections=3)
    assert run.rounds[-1].ended == "stopped"
    report = check_incremental(run, X, y, Plane([0.0, 1.0]))
    assert report.ok, report
