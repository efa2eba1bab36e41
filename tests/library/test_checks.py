"""Each check rejects a falsified run: here every inequality is broken on purpose, and its row must fail."""

import dataclasses

import numpy as np
import pytest

from margin_lib import (
    Plane,
    Report,
    check_incremental,
    check_margin_claims,
    check_novikoff,
    check_winnow,
    incremental_margin_perceptron,
    margin_perceptron,
    perceptron,
    separate,
    winnow,
)
from margin_lib.checks import perceptron_runs, winnow_runs
from margin_lib.core.signed_points import SignedPoints
from margin_lib.perceptrons.runs import additive_run

X = np.array([[2.0, 1.0], [1.0, 2.0], [-1.0, 0.5], [-2.0, -1.0], [0.3, -0.4]])
Y = np.array([1, 1, -1, -1, -1])
BEST = Plane([2.0, 3.0])
GUESS = 0.1


def failing(report):
    return {row.claim for row in report.failed}


def assert_fails(report, claim):
    assert any(claim in failed for failed in failing(report)), report
    assert not report.ok


def run_with(order, finished=True):
    """The run that these corrections make, right in every other respect."""
    Z = SignedPoints(X, Y.astype(float), bias=False)
    return additive_run(Z, Z[np.array(order)].sum(axis=0), list(order), finished)


def distort(monkeypatch, module, name, **changes):
    """Let the check see a replay in which some numbers are not what they were."""
    honest = getattr(module, name)

    def lying(*arguments):
        seen = honest(*arguments)
        return dataclasses.replace(seen, **{field: change(getattr(seen, field)) for field, change in changes.items()})

    monkeypatch.setattr(module, name, lying)


def test_the_honest_runs_pass():
    gamma = BEST.margin(X, Y)
    assert gamma > GUESS
    for report in (
        check_novikoff(perceptron(X, Y), X, Y, BEST),
        check_margin_claims(margin_perceptron(X, Y, GUESS), X, Y, GUESS, BEST),
        check_incremental(incremental_margin_perceptron(X, Y), X, Y, BEST),
        check_winnow(winnow(X, Y), X, Y, BEST),
    ):
        assert report.ok, report


@pytest.mark.parametrize(
    ("change", "claim"),
    [
        ({"order": np.array([0, 99])}, "each update names a point"),
        ({"plane": Plane([5.0, 5.0])}, "the plane is rate times the sum"),
        ({"rate": 2.0}, "the plane is rate times the sum"),
        ({"counts": np.array([9, 0, 0, 0, 0])}, "the counts are those of the order"),
        ({"plane": Plane([-1.0, -1.0])}, "leaves no mistake"),
    ],
)
@pytest.mark.parametrize("check", ["novikoff", "claims", "incremental"])
def test_a_run_whose_parts_contradict_each_other_is_rejected(check, change, claim):
    run, judge = {
        "novikoff": (perceptron(X, Y), lambda run: check_novikoff(run, X, Y, BEST)),
        "claims": (margin_perceptron(X, Y, GUESS), lambda run: check_margin_claims(run, X, Y, GUESS, BEST)),
        "incremental": (incremental_margin_perceptron(X, Y), lambda run: check_incremental(run, X, Y, BEST)),
    }[check]
    assert_fails(judge(dataclasses.replace(run, **change)), claim)


@pytest.mark.parametrize(
    ("order", "claim"),
    [
        ([0, 0], "every corrected point was a mistake"),
        ([0, 0, 0, 0], "length: |w_k| <= sqrt(k) R"),
        ([2] * 400, "updates k <= R^2 / gamma^2"),
        ([4], "a finished run leaves no mistake"),
    ],
)
def test_corrections_that_no_perceptron_would_make_are_rejected(order, claim):
    assert_fails(check_novikoff(run_with(order), X, Y, BEST), claim)


@pytest.mark.parametrize(
    ("changes", "claim"),
    [
        ({"along": lambda a: a - 5 * np.arange(len(a))}, "along u"),
        ({"along": lambda a: a / 50}, "cosine"),
        ({"sizes": lambda s: s * 3}, "length"),
    ],
)
def test_each_inequality_of_novikoffs_proof_is_looked_at(monkeypatch, changes, claim):
    distort(monkeypatch, perceptron_runs, "replay", **changes)
    assert_fails(check_novikoff(perceptron(X, Y, pick="next"), X, Y, BEST), claim)


@pytest.mark.parametrize(
    ("changes", "claim"),
    [
        ({"along": lambda a: a + 100 * np.arange(len(a))}, "claim 1: |w_k| >= w_k.u"),
        ({"along": lambda a: a - 5 * np.arange(len(a))}, "claim 1: w_k.u >= k gamma"),
        ({"sizes": lambda s: s + 9 * np.arange(len(s))}, "claim 2"),
        ({"sizes": lambda s: s + 9 * np.arange(len(s))}, "claim 3"),
        ({"sizes": lambda s: s + 1e3 + 2 * np.arange(len(s))}, "claim 4"),
        ({"sizes": lambda s: s + 1e5}, "claim 5"),
        ({"before": lambda b: b + 1e3}, "every corrected point was a violation"),
    ],
)
def test_each_of_the_five_claims_is_looked_at(monkeypatch, changes, claim):
    distort(monkeypatch, perceptron_runs, "replay", **changes)
    run = margin_perceptron(X, Y, GUESS, pick="next")
    assert run.corrections > 2
    assert_fails(check_margin_claims(run, X, Y, GUESS, BEST), claim)


@pytest.mark.parametrize("claim", ["k <= 8 R^2", "k <= 12 R^2"])
def test_too_many_corrections_are_rejected(claim):
    assert_fails(check_margin_claims(run_with([2] * 4000), X, Y, GUESS, BEST), claim)


def test_a_plane_that_is_too_close_is_rejected():
    run = dataclasses.replace(perceptron(X, Y), finished=True)
    assert_fails(check_margin_claims(run, X, Y, 5.0, BEST), "margin >= gamma_guess / 2")


def rounds_changed(run, position, **changes):
    rounds = list(run.rounds)
    rounds[position] = rounds[position]._replace(**changes)
    return dataclasses.replace(run, rounds=tuple(rounds))


@pytest.mark.parametrize(
    ("falsify", "claim"),
    [
        (lambda run: rounds_changed(run, 0, corrections=run.rounds[0].corrections + 1), "rounds add up"),
        (lambda run: rounds_changed(run, 0, gamma_guess=9.0), "the first guess is R"),
        (lambda run: rounds_changed(run, -1, gamma_guess=run.rounds[-1].gamma_guess * 0.7), "each guess is a half"),
        (lambda run: rounds_changed(run, -1, gamma_guess=run.rounds[-1].gamma_guess * 64), "<= 12 R^2/gamma_guess^2"),
        (lambda run: rounds_changed(run, -1, gamma_guess=1e-9), "every corrected point was a violation"),
        (lambda run: rounds_changed(run, -1, ended="early", gamma_guess=1e-9), "gave up because the mean update"),
        (lambda run: rounds_changed(run, 0, ended="forced"), "the budget was spent"),
        (lambda run: dataclasses.replace(run, gamma_bounds=(0.0, 1e-3)), "gamma of best <= upper bound"),
        (lambda run: dataclasses.replace(run, gamma_bounds=(0.0, 1e-3)), "the upper bound was proved"),
        (lambda run: dataclasses.replace(run, gamma_bounds=(3.0, 2.0)), "lower bound <= upper bound"),
        (lambda run: dataclasses.replace(run, gamma_bounds=(3.0, 9.0)), "lower bound <= margin"),
    ],
)
def test_a_falsified_incremental_run_is_rejected(falsify, claim):
    run = incremental_margin_perceptron(X, Y, pick="next")
    assert len(run.rounds) > 1
    assert_fails(check_incremental(falsify(run), X, Y, BEST), claim)


def test_an_incremental_run_with_a_poor_margin_or_too_many_corrections_is_rejected():
    run = incremental_margin_perceptron(X, Y)
    poor = dataclasses.replace(run, plane=Plane([1.0, 0.76]))
    assert 0 < poor.plane.margin(X, Y) < BEST.margin(X, Y) / 4
    assert_fails(check_incremental(poor, X, Y, BEST), "margin >= gamma / 4")
    order = np.full(8_000, 2)
    long = dataclasses.replace(run, order=order, rounds=(run.rounds[0]._replace(corrections=8_000),))
    assert_fails(check_incremental(long, X, Y, BEST), "updates <= 28 R^2/gamma^2")


@pytest.mark.parametrize(
    ("falsify", "claim"),
    [
        (lambda run: dataclasses.replace(run, order=run.order + 7), "each update names a point"),
        (lambda run: rounds_changed(run, 0, corrections=99), "rounds add up"),
        (lambda run: dataclasses.replace(run, weights=run.weights[::-1]), "the weights are those of the order"),
        (lambda run: dataclasses.replace(run, counts=run.counts + 1), "the counts are those of the last round"),
        (lambda run: dataclasses.replace(run, plane=Plane([1.0, 1.0])), "the plane is the weights"),
        (lambda run: dataclasses.replace(run, plane=Plane([-1.0, -1.0])), "leaves no mistake"),
        (lambda run: rounds_changed(run, -1, ended="early"), "gave up because a mean point"),
    ],
)
def test_a_falsified_winnow_run_is_rejected(falsify, claim):
    assert_fails(check_winnow(falsify(winnow(X, Y)), X, Y, BEST), claim)


@pytest.mark.parametrize(
    ("changes", "claim"),
    [
        ({"played": lambda p: p + 1}, "every corrected point was a mistake"),
        ({"potential": lambda p: p + 5}, "the potential never rises"),
        ({"potential": lambda p: p - 50}, "the potential holds the best experts"),
        ({"means": lambda m: m * 0}, "gamma_W of best <= that bound"),
    ],
)
def test_each_inequality_of_winnows_proof_is_looked_at(monkeypatch, changes, claim):
    distort(monkeypatch, winnow_runs, "_replay", **changes)
    run = winnow(X, Y)
    if "bound" in claim:
        run = rounds_changed(run, 0, ended="early")
    assert_fails(check_winnow(run, X, Y, BEST), claim)


@pytest.mark.parametrize("claim", ["gamma_W - epsilon)", "gamma_W - epsilon/2)", "artanh", "(16/3) ln N/gamma_W^2"])
def test_too_many_corrections_of_winnow_are_rejected(claim):
    honest = winnow(X, Y, epsilon=0.05)
    order = np.full(5_000, 2)
    run = dataclasses.replace(honest, order=order, rounds=(honest.rounds[0]._replace(corrections=5_000),))
    assert_fails(check_winnow(run, X, Y, BEST), claim)


def test_a_search_that_took_too_long_is_rejected():
    honest = winnow(X, Y)
    order = np.full(5_000, 2)
    run = dataclasses.replace(honest, order=order, rounds=(honest.rounds[0]._replace(corrections=5_000),))
    assert_fails(check_winnow(run, X, Y, BEST), "a search takes at most")


@pytest.mark.parametrize("check", [check_novikoff, check_incremental])
def test_a_bias_that_nobody_fitted_is_rejected(check):
    run = perceptron(X, Y) if check is check_novikoff else incremental_margin_perceptron(X, Y)
    assert_fails(check(dataclasses.replace(run, plane=Plane(run.plane.w, -1e3)), X, Y, BEST), "without a bias b is 0")


@pytest.mark.parametrize(
    ("falsify", "claim"),
    [
        (lambda run: rounds_changed(run, 0, ended="self"), "rounds before the last gave up"),
        (lambda run: dataclasses.replace(run, finished=False), "the last round ended as the run says"),
    ],
)
@pytest.mark.parametrize("algorithm", ["incremental", "winnow"])
def test_rounds_that_end_otherwise_than_they_say_are_rejected(algorithm, falsify, claim):
    run = incremental_margin_perceptron(X, Y, pick="next") if algorithm == "incremental" else winnow(X, Y)
    assert len(run.rounds) > 1
    check = check_incremental if algorithm == "incremental" else check_winnow
    assert check(run, X, Y, BEST).ok
    assert_fails(check(falsify(run), X, Y, BEST), claim)


@pytest.mark.parametrize(
    ("falsify", "claim"),
    [
        (lambda run: rounds_changed(run, 0, epsilon=0.4), "the first epsilon is 1/2"),
        (lambda run: rounds_changed(run, -1, epsilon=run.rounds[-1].epsilon * 0.8), "each epsilon is a half"),
        (lambda run: rounds_changed(run, 0, ended="forced"), "the budget 2 ln N/epsilon^2 was spent"),
        (lambda run: dataclasses.replace(run, weights=run.weights * np.inf), "weights can be read"),
    ],
)
def test_a_falsified_search_is_rejected(falsify, claim):
    assert_fails(check_winnow(falsify(winnow(X, Y)), X, Y, BEST), claim)


def test_corrections_of_points_that_are_right_are_seen_on_any_scale():
    points, y = np.array([[1.0, 0.0], [1e-10, 0.0], [0.0, 1e-10]]), np.ones(3)
    Z = SignedPoints(points, y, bias=False)
    order = [0, 2] + [1] * 50
    run = additive_run(Z, Z[np.array(order)].sum(axis=0), order, True)
    assert_fails(check_novikoff(run, points, y, Plane([1.0, 1.0])), "every corrected point was a mistake")


def test_an_honest_run_passes_where_gamma_is_near_rounding():
    points = [[0.3333333333333404, 0.23333333333336173], [-0.3333333333333333, -0.2333333333333333]]
    run = perceptron(points, [1, 1], max_corrections=20_000)
    report = check_novikoff(run, points, [1, 1], separate(points, [1, 1], bias=False).plane)
    assert report.ok, report


def test_infinite_sides_get_no_allowance():
    report = Report("infinities")
    report.compare("above", np.inf, "<=", 5.0)
    report.compare("both", np.inf, "=", np.inf)
    report.compare("below", 5.0, "<=", np.inf)
    assert [row.status for row in report] == ["fails", "fails", "holds"]


def test_a_plane_that_does_not_separate_is_no_comparison():
    run = perceptron(X, Y)
    report = check_novikoff(run, X, Y, Plane([-1.0, 0.0]))
    assert report.ok, "the run itself is right"
    assert {row.claim[:5] for row in report.not_met} == {"along", "cosin", "updat"}


def test_a_report_compares_exactly_when_told_so_and_names_its_rows():
    report = Report("three facts")
    report.compare("tiny", 1e-300, ">", 0, slack=0)
    report.compare("equal", 0.0, ">", 0, slack=0)
    report.compare("rounded", 1 + 1e-12, "<=", 1)
    report.compare("steps", [1, 2, 3], "<=", [2, 2, 2])
    assert [row.status for row in report] == ["holds", "fails", "holds", "fails"]
    assert report["steps"].step == 2
    assert "1 fail" not in str(report)
    assert "2 fail" in str(report)
    with pytest.raises(KeyError, match="the rows are"):
        report["nothing"]
