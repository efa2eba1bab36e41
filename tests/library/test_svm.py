"""Support vector machines: hard and soft margin, their certificates, and what other solvers say (S15, S18-S22)."""

import dataclasses
import tracemalloc

import cvxpy as cp
import numpy as np
import pytest
import sklearn.datasets
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC
from strategies import AWKWARD, ORDINARY, WHOLE, as_pandas, labeled_sets, separable_sets

from margin_lib import NotSeparable, Plane, check_kkt, check_svm, check_witness, hard_margin, separate, soft_margin
from margin_lib.datasets import inseparable, separable
from margin_lib.svm.kkt import kkt_residuals
from margin_lib.svm.primal_dual import Program, middle_bias
from margin_lib.svm.working_set import FEW
from margin_lib.textbook.programs import textbook_dual, textbook_primal

PRICES = st.sampled_from([1e-6, 1e-3, 0.1, 1.0, 10.0, 1e3, 1e6])
SMALL = (WHOLE, ORDINARY)
few_examples = settings(max_examples=40)


def certified(svm, X, y, gap=1e-9):
    """Every row of both checks holds, and the gap is small."""
    for report in (check_svm(svm, X, y), check_kkt(svm, X, y)):
        assert report.ok, report
    assert 0 <= svm.gap <= gap
    assert kkt_residuals(svm, X, y).largest <= 1e-9
    return svm


def hinge_objective(w, b, X, y, C):
    return w @ w / 2 + C * np.maximum(0, 1 - y * (X @ w + b)).sum()


def real_sets():
    """Iris, breast cancer and two pairs of digits: name, X, y, separable or not."""
    X, y = sklearn.datasets.load_iris(return_X_y=True)
    yield "setosa", X[y < 2], np.where(y[y < 2] == 0, 1, -1), True
    yield "versicolor", X[y > 0], np.where(y[y > 0] == 1, 1, -1), False
    X, y = sklearn.datasets.load_breast_cancer(return_X_y=True)
    yield "breast cancer", StandardScaler().fit_transform(X), np.where(y == 1, 1, -1), True
    X, y = sklearn.datasets.load_digits(return_X_y=True)
    for a, b in [(0, 1), (3, 8)]:
        pair = (y == a) | (y == b)
        yield f"digits {a}{b}", X[pair] / 16, np.where(y[pair] == a, 1, -1), True


REAL = list(real_sets())
real = pytest.mark.parametrize(("X", "y", "apart"), [case[1:] for case in REAL], ids=[case[0] for case in REAL])


# --- every fit carries its proof -----------------------------------------------------------------------------


@given(data=labeled_sets(SMALL, both=True), bias=st.booleans())
def test_hard_margin_is_certified_or_there_is_a_witness(data, bias):
    X, y = data
    try:
        svm = hard_margin(X, y, bias=bias)
    except NotSeparable as refusal:
        assert check_witness(refusal.witness, X, y, bias).ok
    else:
        certified(svm, X, y)


@given(data=labeled_sets(SMALL, most=12, both=True), C=PRICES, bias=st.booleans())
@example(data=(np.array([[0.0, 0], [1, 1], [0, 1], [1, 0]]), np.array([1, 1, -1, -1])), C=1.0, bias=True)  # w = 0
@example(data=(np.zeros((4, 2)), np.array([1, -1, 1, 1])), C=1.0, bias=True)
@example(data=(np.array([[1.0], [1.0]]), np.array([1, -1])), C=1.0, bias=False)  # they contradict each other
def test_soft_margin_is_certified(data, C, bias):
    X, y = data
    certified(soft_margin(X, y, C=C, bias=bias), X, y)


@given(data=separable_sets(bias=True))
def test_hard_margin_beats_the_plane_that_made_the_data(data):
    X, y, w, b = data
    svm = certified(hard_margin(X, y), X, y)
    assert svm.margin >= Plane(w, b).margin(X, y) * (1 - 1e-9)
    assert svm.margin == pytest.approx(svm.plane.margin(X, y), rel=1e-9)


@pytest.mark.parametrize("facing", [2, 5, 8])
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("gamma", [0.5, 1e-2, 1e-4, 1e-6])
def test_a_margin_that_is_known_is_found(gamma, bias, facing):
    X, y, best = separable(200, 8, gamma, bias=bias, facing=facing)
    svm = certified(hard_margin(X, y, bias=bias), X, y)
    assert svm.margin == pytest.approx(gamma, rel=1e-9)
    assert svm.plane.w / np.linalg.norm(svm.plane.w) == pytest.approx(best.w, abs=1e-9)
    assert len(svm.support) == facing


@real
@pytest.mark.parametrize("C", [None, 1e-3, 1.0, 1e3])
@pytest.mark.parametrize("bias", [True, False])
def test_real_sets_are_certified(X, y, apart, C, bias):
    if C is not None:
        certified(soft_margin(X, y, C=C, bias=bias), X, y)
    elif separate(X, y, bias).plane is not None:
        certified(hard_margin(X, y, bias=bias), X, y)
    else:
        with pytest.raises(NotSeparable):
            hard_margin(X, y, bias=bias)
    assert not (apart and separate(X, y).plane is None)


@pytest.mark.parametrize("bias", [True, False])
def test_large_sets_are_solved_on_a_working_set(bias):
    X, y, _ = separable(5 * FEW, 6, 0.01, bias=bias, facing=5)
    assert certified(hard_margin(X, y, bias=bias), X, y).margin == pytest.approx(0.01, rel=1e-9)
    X, y, _ = inseparable(5 * FEW, 6)
    for C in (1e-4, 1.0, 1e4):
        certified(soft_margin(X, y, C=C, bias=bias), X, y)
    with pytest.raises(NotSeparable) as refusal:
        hard_margin(X, y, bias=bias)
    assert check_witness(refusal.value.witness, X, y, bias).ok


@pytest.mark.parametrize("n", [2, 5])
def test_a_large_set_with_a_tiny_class_is_solved(n):
    chance = np.random.default_rng(0)
    X, y = chance.standard_normal((4 * FEW, 3)), np.where(np.arange(4 * FEW) < n, 1, -1)
    certified(soft_margin(X, y, C=1.0), X, y)


def test_a_large_grid_with_hundreds_of_points_on_the_edge_is_solved():
    chance = np.random.default_rng(0)
    X = chance.integers(-3, 4, (3 * FEW, 2)).astype(float)
    y = np.where(X.sum(axis=1) > 0, 1, -1)
    svm = certified(hard_margin(X, y), X, y)
    assert svm.plane.w == pytest.approx([2, 2])
    assert svm.plane.b == pytest.approx(-1)
    flipped = np.where(chance.random(len(X)) < 0.1, -y, y)
    certified(soft_margin(X, flipped, C=1.0), X, flipped)


# --- weak duality, whoever made alpha ------------------------------------------------------------------------


@given(data=labeled_sets(SMALL, both=True), C=PRICES, seed=st.integers(0, 2**32 - 1))
def test_no_feasible_alpha_is_worth_more_than_any_plane_costs(data, C, seed):
    X, y = data
    chance = np.random.default_rng(seed)
    program = Program(X, y.astype(float), C, bias=True)
    alpha = program.balanced(C * chance.random(len(y)))
    assert abs(alpha @ y) <= 1e-12 * alpha.sum()
    assert (alpha >= 0).all()
    assert (alpha <= C).all()
    v = (alpha * y) @ X
    w, b = chance.standard_normal(X.shape[1]), chance.standard_normal()
    primal = hinge_objective(w, b, X, y, C)
    assert alpha.sum() - v @ v / 2 <= primal * (1 + 1e-9)
    assert soft_margin(X, y, C=C).primal <= primal * (1 + 1e-9)
    assert soft_margin(X, y, C=C).dual >= (alpha.sum() - v @ v / 2) - 1e-9 * alpha.sum()


def test_unbalanced_multipliers_are_not_a_bound_and_are_balanced_first():
    X, y = np.array([[1.0], [2.0], [-1.0]]), np.array([1.0, 1.0, -1.0])
    program = Program(X, y, np.inf, bias=True)
    unbalanced = np.array([0.5, 0.25, 0.0])
    v = (unbalanced * y) @ X
    assert unbalanced.sum() - v @ v / 2 <= 0.5  # by luck; a shift of all points leaves the optimum, not this value
    shifted = X - 1.25
    v = (unbalanced * y) @ shifted
    assert unbalanced.sum() - v @ v / 2 > 0.5
    assert not program.balanced(unbalanced).any()


# --- slack, hinge and the four scalings ----------------------------------------------------------------------


@few_examples
@given(data=labeled_sets(SMALL, most=10, both=True), C=PRICES, seed=st.integers(0, 1000))
def test_the_slack_program_and_the_hinge_have_the_same_optimum(data, C, seed):
    X, y = data
    svm = soft_margin(X, y, C=C)
    assert svm.slack == pytest.approx(np.maximum(0, 1 - y * svm.plane.decision(X)), abs=1e-12)
    best = hinge_objective(svm.plane.w, svm.plane.b, X, y, C)
    assert svm.primal == pytest.approx(best, rel=1e-9)
    chance = np.random.default_rng(seed)
    for size in (1e-6, 1e-3, 1.0):  # convex: no better plane nearby means no better plane
        w = svm.plane.w + size * chance.standard_normal(X.shape[1])
        b = svm.plane.b + size * chance.standard_normal()
        assert hinge_objective(w, b, X, y, C) >= best * (1 - 1e-9)


@given(data=labeled_sets(SMALL, most=10, both=True), C=PRICES, bias=st.booleans())
def test_lam_and_C_give_the_same_plane_and_multipliers(data, C, bias):
    X, y = data
    lam = 1 / (2 * C)
    by_C, by_lam = soft_margin(X, y, C=C, bias=bias), soft_margin(X, y, lam=lam, bias=bias)
    assert pytest.approx(C, rel=1e-15) == by_lam.C
    assert by_lam.plane.w == pytest.approx(by_C.plane.w, rel=1e-6, abs=1e-9)
    assert by_lam.alpha.sum() == pytest.approx(by_C.alpha.sum(), rel=1e-9)
    assert by_lam.objective == pytest.approx(lam * by_lam.plane.w @ by_lam.plane.w + by_lam.slack.sum(), rel=1e-12)
    assert by_lam.objective == pytest.approx(by_C.objective / C, rel=1e-9)
    certified(by_lam, X, y)


@pytest.mark.parametrize("C", [0.05, 1.0, 20.0])
def test_the_four_scalings_have_the_same_plane(C):
    X, y = noisy(40, 3)
    w, b = cp.Variable(3), cp.Variable()
    hinges = cp.sum(cp.pos(1 - cp.multiply(y, X @ w + b)))
    forms = {
        "half, C (003)": cp.sum_squares(w) / 2 + C * hinges,
        "whole, 2 C (002)": cp.sum_squares(w) + 2 * C * hinges,
        "lambda, lambda = 1 / (2 C) (001)": cp.sum_squares(w) / (2 * C) + hinges,
        "lambda / 2 and mean hinge, lambda = 1 / (n C)": cp.sum_squares(w) / (2 * len(y) * C) + hinges / len(y),
    }
    svm = soft_margin(X, y, C=C)
    for form, objective in forms.items():
        cp.Problem(cp.Minimize(objective)).solve(solver=cp.CLARABEL)
        assert svm.plane.w == pytest.approx(w.value, abs=1e-4), form


def test_slack_tells_where_a_point_is():
    X, y = noisy(300, 2)
    svm = soft_margin(X, y, C=1.0)
    margins = y * svm.plane.decision(X)
    for xi, f in zip(svm.slack, margins, strict=True):
        assert (xi == 0) == (f >= 1)
        assert (0 < xi < 1) == (0 < f < 1)
        assert (xi > 1) == (f < 0)
    assert (svm.slack > 1).any()
    assert ((svm.slack > 0) & (svm.slack < 1)).any()


@few_examples
@given(data=labeled_sets(SMALL, most=10, both=True), C=PRICES, times=st.floats(1.0, 100.0), bias=st.booleans())
def test_dearer_slack_is_used_less_and_never_widens_the_slab(data, C, times, bias):
    X, y = data
    cheap, dear = soft_margin(X, y, C=C, bias=bias), soft_margin(X, y, C=times * C, bias=bias)
    assert dear.slack.sum() <= cheap.slack.sum() + 1e-7 * len(y)
    assert np.linalg.norm(dear.plane.w) >= np.linalg.norm(cheap.plane.w) * (1 - 1e-7) - 1e-9


@given(data=separable_sets(bias=True))
def test_a_price_that_nobody_pays_gives_the_hard_margin(data):
    X, y, _, _ = data
    hard = hard_margin(X, y)
    soft = certified(soft_margin(X, y, C=2 * hard.alpha.max()), X, y)
    assert soft.plane.w == pytest.approx(hard.plane.w, rel=1e-9, abs=1e-9 * np.abs(hard.plane.w).max())
    assert soft.slack.max() <= 1e-12
    cheap = soft_margin(X, y, C=hard.alpha.sum() / 2 / len(y))  # the multipliers of a hard margin sum up to more
    assert cheap.primal < hard.primal * (1 - 1e-9)
    assert cheap.slack.any()


# --- support vectors, and b ----------------------------------------------------------------------------------


@given(data=labeled_sets(SMALL, most=12, both=True), C=PRICES, bias=st.booleans())
def test_all_points_but_the_support_vectors_can_be_dropped(data, C, bias):
    X, y = data
    svm = soft_margin(X, y, C=C, bias=bias)
    kept = soft_margin(X[svm.support], y[svm.support], C=C, bias=bias)
    assert kept.plane.w == pytest.approx(svm.plane.w, rel=1e-6, abs=1e-8)
    assert kept.primal == pytest.approx(svm.primal, rel=1e-9)


@real
def test_support_vectors_of_a_real_set_are_few_and_suffice(X, y, apart):
    svm = hard_margin(X, y) if apart else soft_margin(X, y, C=100)
    assert len(svm.free) <= X.shape[1] + 1
    kept = hard_margin(X[svm.support], y[svm.support]) if apart else soft_margin(X[svm.support], y[svm.support], C=100)
    assert kept.plane.w == pytest.approx(svm.plane.w, rel=1e-7, abs=1e-9)
    assert kept.plane.b == pytest.approx(svm.plane.b, rel=1e-7, abs=1e-9)


def test_b_is_the_mean_over_free_support_vectors():
    X, y = noisy(200, 3)
    svm = soft_margin(X, y, C=1.0)
    assert len(svm.free) > 1
    assert svm.plane.b == pytest.approx(np.mean(y[svm.free] - X[svm.free] @ svm.plane.w), rel=1e-12)


def test_b_is_the_middle_of_its_interval_where_no_support_vector_is_free():
    X, y, C = np.array([[0.0], [1.0], [4.0], [5.0]]), np.array([-1, -1, 1, 1]), 0.01
    svm = certified(soft_margin(X, y, C=C), X, y)
    assert not len(svm.free)
    w = C * (4 + 5 - 0 - 1)
    assert svm.plane.w == pytest.approx([w])
    optimal = [b for b in np.linspace(-2, 2, 40001) if hinge_objective(svm.plane.w, b, X, y, C) <= svm.primal + 1e-12]
    assert svm.plane.b == pytest.approx((min(optimal) + max(optimal)) / 2, abs=1e-4)
    assert max(optimal) - min(optimal) > 0.1


@pytest.mark.parametrize("C", [0.01, 0.1, 1, 10])
def test_the_optimal_biases_are_the_interval_that_the_multipliers_give(C):
    rng, several = np.random.default_rng(5), 0
    for n in (2, 4, 7, 30):
        X, y = rng.integers(-4, 5, (n, 2)).astype(float), np.resize([1, -1], n)
        svm = certified(soft_margin(X, y, C=C), X, y)
        edge, alpha = y - X @ svm.plane.w, svm.alpha
        low = edge[((y > 0) & (alpha < C)) | ((y < 0) & (alpha > 0))].max()
        high = edge[((y > 0) & (alpha > 0)) | ((y < 0) & (alpha < C))].min()
        cost = lambda b: hinge_objective(svm.plane.w, b, X, y, C)  # noqa: B023, E731
        assert low - 1e-9 <= svm.plane.b <= high + 1e-9
        assert (cost(low), cost((low + high) / 2), cost(high)) == pytest.approx((svm.primal,) * 3, rel=1e-9)
        assert min(cost(low - 0.01), cost(high + 0.01)) > svm.primal + 1e-6 * C
        assert edge[svm.free] == pytest.approx(svm.plane.b, abs=1e-8)
        several += high > low + 0.01
        if len(svm.free):
            assert low == pytest.approx(high, abs=1e-8)
    assert several or C > 0.01


def test_middle_bias_of_each_rule():
    program = Program(np.array([[0.0], [1.0]]), np.array([-1.0, 1.0]), 1.0, bias=True)
    assert middle_bias(program, np.array([0.5, 0.5]), np.array([1.0])) == -0.5  # both free: -1 - 0 and 1 - 1
    assert middle_bias(program, np.array([1.0, 1.0]), np.array([0.5])) == -0.25  # both bounded: from -1 to 0.5
    assert middle_bias(dataclasses.replace(program, bias=False), np.array([1.0, 1.0]), np.array([0.5])) == 0


@given(data=st.booleans().flatmap(lambda bias: st.tuples(separable_sets(most=10, bias=bias), st.just(bias))))
def test_leaving_one_point_out_goes_wrong_at_support_vectors_only(data):
    (X, y, _, _), bias = data
    svm = hard_margin(X, y, bias=bias)
    for left_out in range(len(y)):
        kept = np.arange(len(y)) != left_out
        if bias and abs(y[kept].sum()) == len(y) - 1:
            continue  # the only point of its class: what is left has no plane
        fitted = hard_margin(X[kept], y[kept], bias=bias)
        assert left_out in svm.support or y[left_out] * fitted.plane.decision(X[[left_out]])[0] >= 1 - 1e-6


# --- convexity, and the two hulls ----------------------------------------------------------------------------


@given(data=separable_sets(bias=True), share=st.sampled_from([0.01, 0.5, 0.99]), seed=st.integers(0, 2**32 - 1))
def test_on_the_way_to_any_other_plane_the_constraints_hold_and_w_gets_longer(data, share, seed):
    X, y, w, b = data
    svm = hard_margin(X, y)
    chance = np.random.default_rng(seed)
    tilted = Plane(w + 1e-3 * chance.standard_normal(len(w)), b)
    assume(tilted.margin(X, y) > 0)
    other = tilted.canonical(X, y)
    assume(np.linalg.norm(other.w - svm.plane.w) > 1e-3 * np.linalg.norm(svm.plane.w))
    between = Plane((1 - share) * svm.plane.w + share * other.w, (1 - share) * svm.plane.b + share * other.b)
    assert (y * between.decision(X)).min() >= 1 - 1e-9
    assert np.linalg.norm(svm.plane.w) < np.linalg.norm(between.w) < np.linalg.norm(other.w)


@few_examples
@given(data=separable_sets(bias=True))
def test_the_best_plane_bisects_the_shortest_segment_between_the_hulls(data):
    X, y, _, _ = data
    weights = [cp.Variable(int((y == label).sum()), nonneg=True) for label in (1, -1)]
    p, q = (X[y == label].T @ weight for label, weight in zip((1, -1), weights, strict=True))
    nearest = cp.Problem(cp.Minimize(cp.sum_squares(p - q)), [cp.sum(weight) == 1 for weight in weights])
    nearest.solve(solver=cp.CLARABEL)
    svm, segment, middle = hard_margin(X, y), p.value - q.value, (p.value + q.value) / 2
    assert svm.margin == pytest.approx(np.linalg.norm(segment) / 2, rel=1e-4)
    assert svm.plane.w == pytest.approx(2 * segment / (segment @ segment), abs=1e-3 * np.linalg.norm(svm.plane.w))
    assert svm.plane.distance([middle])[0] <= 1e-3 * svm.margin


# --- what other solvers say ----------------------------------------------------------------------------------


def noisy(n, d, seed=0):
    chance = np.random.default_rng(seed)
    X = chance.standard_normal((n, d))
    return X, np.where(X @ np.ones(d) + chance.standard_normal(n) > 0.3, 1, -1)


@real
def test_libsvm_finds_the_same_hard_margin(X, y, apart):
    if not apart:
        with pytest.raises(NotSeparable):
            hard_margin(X, y)
        return
    machine = SVC(kernel="linear", C=1e6, tol=1e-3).fit(X, y)
    f = X @ machine.coef_[0]
    margin = (f[y > 0].min() - f[y < 0].max()) / 2 / np.linalg.norm(machine.coef_[0])
    svm = hard_margin(X, y)
    assert margin <= svm.margin * (1 + 1e-9)
    assert margin == pytest.approx(svm.margin, rel=0.05 if svm.margin < 0.01 else 1e-3)  # libsvm stops short of it


@real
@pytest.mark.parametrize("C", [0.01, 1.0])
def test_libsvm_finds_the_same_soft_margin(X, y, apart, C):
    machine = SVC(kernel="linear", C=C, tol=1e-7).fit(X, y)
    svm = soft_margin(X, y, C=C)
    w, b = machine.coef_[0], machine.intercept_[0] * (1 if machine.classes_[1] == 1 else -1)
    objective = hinge_objective(w, b, X, y, C)
    assert objective >= svm.primal * (1 - 1e-9)
    assert objective == pytest.approx(svm.primal, rel=1e-5)
    assert svm.plane.w == pytest.approx(w, abs=1e-3 * np.linalg.norm(w))


def test_liblinear_finds_the_same_plane_through_the_origin():
    X, y = noisy(300, 4)
    machine = LinearSVC(loss="hinge", C=0.1, fit_intercept=False, tol=1e-9, max_iter=1_000_000, random_state=0)
    machine.fit(X, y)
    svm = certified(soft_margin(X, y, C=0.1, bias=False), X, y)
    assert svm.plane.b == 0
    assert svm.plane.w == pytest.approx(machine.coef_[0], abs=1e-4)


@pytest.mark.parametrize("solver", ["CLARABEL", "OSQP"])
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("C", [np.inf, 0.1, 10.0])
def test_cvxpy_finds_the_same_plane_and_multipliers(solver, bias, C):
    X, y, _ = separable(60, 3, 0.2, bias=bias, facing=2) if np.isinf(C) else (*noisy(60, 3), None)
    ours = hard_margin(X, y, bias=bias) if np.isinf(C) else soft_margin(X, y, C=C, bias=bias)
    w, b = cp.Variable(3), cp.Variable() if bias else 0
    xi = np.zeros(60) if np.isinf(C) else cp.Variable(60, nonneg=True)
    edge = cp.multiply(y, X @ w + b) >= 1 - xi
    objective = cp.sum_squares(w) / 2 + (0 if np.isinf(C) else C * cp.sum(xi))
    accuracy = {"eps_abs": 1e-9, "eps_rel": 1e-9, "max_iter": 100_000} if solver == "OSQP" else {}
    cp.Problem(cp.Minimize(objective), [edge]).solve(solver=solver, **accuracy)
    assert ours.plane.w == pytest.approx(w.value, abs=1e-4)
    assert ours.primal == pytest.approx(objective.value, rel=1e-5)
    assert ours.alpha == pytest.approx(edge.dual_value, abs=1e-4 * ours.alpha.max())


@pytest.mark.parametrize("solver", ["cvxpy", "cvxpy-dual"])
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("C", [None, 0.1, 10.0])
@pytest.mark.parametrize("scale", [1.0, 1e-100, 1e50])
def test_the_textbook_programs_give_the_same_machine(solver, bias, C, scale):
    X, y, _ = separable(40, 3, 0.2, bias=bias, facing=4) if C is None else (*noisy(40, 3), None)
    X = X * scale

    def fit(solver):
        if C is None:
            return hard_margin(X, y, bias=bias, solver=solver)
        return soft_margin(X, y, C=C / scale**2, bias=bias, solver=solver)

    ours, theirs = certified(fit("interior"), X, y), certified(fit(solver), X, y)
    assert theirs.plane.w * scale == pytest.approx(ours.plane.w * scale, abs=1e-9)
    assert theirs.plane.b == pytest.approx(ours.plane.b, abs=1e-9)
    assert theirs.primal == pytest.approx(ours.primal, rel=1e-9)
    assert theirs.support.tolist() == ours.support.tolist()


@pytest.mark.parametrize("C", [np.inf, 0.5])
@pytest.mark.parametrize("bias", [True, False])
def test_dual_values_of_the_primal_solve_the_dual_and_the_other_way_round(C, bias):
    X, y, _ = separable(30, 2, 0.2, bias=bias, facing=2) if np.isinf(C) else (*noisy(30, 2), None)
    w, b, alpha = textbook_primal(X, y, C, bias)
    w_of_dual, b_of_dual, alpha_of_dual = textbook_dual(X, y, C, bias)
    assert alpha == pytest.approx(alpha_of_dual, abs=1e-5 * alpha.max())
    assert w == pytest.approx(w_of_dual, abs=1e-5)
    assert b == pytest.approx(b_of_dual, abs=1e-5)


@pytest.mark.parametrize("solver", ["interior", "cvxpy", "cvxpy-dual"])
def test_every_solver_refuses_what_cannot_be_separated(solver):
    X, y = np.array([[0.0], [1.0], [2.0]]), np.array([1, -1, 1])
    with pytest.raises(NotSeparable) as refusal:
        hard_margin(X, y, solver=solver)
    assert check_witness(refusal.value.witness, X, y).ok


# --- any data ------------------------------------------------------------------------------------------------


def awkward_sets():
    chance = np.random.default_rng(0)
    X = chance.standard_normal((40, 3))
    y = np.where(X.sum(axis=1) > 0.2, 1, -1)
    X = X + 0.3 * y[:, None]
    yield "one point a class", np.array([[1.0], [3.0]]), np.array([1, -1])
    yield "equal columns", np.column_stack([X, X[:, 0]]), y
    yield "a constant column", np.column_stack([X, np.full(40, 7.0)]), y
    yield "a column of zeros", np.column_stack([X, np.zeros(40)]), y
    yield "zero vectors", np.vstack([X, np.zeros((3, 3))]), np.append(y, [-1, -1, -1])
    yield "points five times", np.repeat(X, 5, axis=0), np.repeat(y, 5)
    yield "columns of other sizes", X * [1e-3, 1, 1e3], y
    yield "far from the origin", X + 1e6, y
    yield "very far from the origin", X + 1e9, y
    yield "tiny", X * 1e-100, y
    yield "huge", X * 1e100, y
    yield "more coordinates than points", chance.standard_normal((10, 50)), np.where(np.arange(10) % 2, 1, -1)


AWKWARD_SETS = list(awkward_sets())
awkward = pytest.mark.parametrize(("X", "y"), [case[1:] for case in AWKWARD_SETS], ids=[c[0] for c in AWKWARD_SETS])


@awkward
def test_awkward_data_have_a_hard_margin(X, y):
    certified(hard_margin(X, y), X, y, gap=1e-6)


@awkward
@pytest.mark.parametrize("C", [1e-8, 1e-2, 1.0, 1e4, 1e12])
def test_awkward_data_have_a_soft_margin_at_any_price(X, y, C):
    size = np.abs(X - X.mean(axis=0)).max()
    certified(soft_margin(X, y, C=C / size**2), X, y, gap=1e-6)


@given(data=labeled_sets((AWKWARD,), both=True), C=PRICES, bias=st.booleans())
def test_data_at_the_ends_of_floats_work_or_are_refused_in_words(data, C, bias):
    X, y = data
    for fit in (lambda: hard_margin(X, y, bias=bias), lambda: soft_margin(X, y, C=C, bias=bias)):
        try:
            svm = fit()
        except NotSeparable as refusal:
            assert check_witness(refusal.witness, X, y, bias).ok
        except ValueError as refusal:
            assert "floats" in str(refusal)
        else:
            assert svm.gap <= 1e-3
            report = check_svm(svm, X, y)
            weak = report["weak duality: dual <= primal"]
            assert weak.status == "holds", report


@given(data=labeled_sets((WHOLE,), both=True), C=st.sampled_from([0.25, 1.0, 8.0]), power=st.integers(-300, 300))
def test_a_power_of_two_changes_nothing_but_the_scale(data, C, power):
    X, y = data
    scale = 2.0**power
    assume(2.0 ** (2 * abs(power)) < 1e280)
    one, other = soft_margin(X, y, C=C), soft_margin(X * scale, y, C=C / scale**2)
    assert other.plane.w * scale == pytest.approx(one.plane.w, rel=1e-12, abs=1e-12)
    assert other.plane.b == pytest.approx(one.plane.b, rel=1e-12, abs=1e-12)
    assert other.alpha * scale**2 == pytest.approx(one.alpha, rel=1e-12)


@pytest.mark.parametrize("C", [1e-12, 1e-9, 1e-6, 1e6, 1e9, 1e12])
@pytest.mark.parametrize("bias", [True, False])
def test_the_gap_is_honest_at_the_smallest_and_the_largest_price(C, bias):
    X, y = noisy(150, 3)
    svm = soft_margin(X, y, C=C, bias=bias)
    certified(svm, X, y)
    alpha = Program(X, y.astype(float), C, bias).balanced(np.clip(svm.alpha, 0, C))
    v = (alpha * y) @ X
    primal = hinge_objective(svm.plane.w, svm.plane.b, X, y, C)
    assert (primal - (alpha.sum() - v @ v / 2)) / primal == pytest.approx(svm.gap, abs=1e-9)


@pytest.mark.parametrize(
    "form",
    [
        lambda X, y: (X.tolist(), y.tolist()),
        lambda X, y: (X.astype(np.float32), y.astype(np.int8)),
        lambda X, y: (np.asfortranarray(X), y),
        lambda X, y: (X[:, ::-1][:, ::-1], y),
        as_pandas,
    ],
    ids=["lists", "float32", "Fortran order", "negative strides", "pandas"],
)
def test_any_kind_of_array_will_do(form):
    X, y = noisy(60, 3)
    X = X.astype(np.float32).astype(float)
    expected, svm = soft_margin(X, y, C=1.0), soft_margin(*form(X, y), C=1.0)
    assert svm.plane.w == pytest.approx(expected.plane.w, rel=1e-12)
    assert svm.plane.b == pytest.approx(expected.plane.b, rel=1e-12)


@pytest.mark.parametrize("n", [50, 3 * FEW])
def test_inputs_are_left_alone_and_the_same_input_gives_the_same_output(n):
    X, y = noisy(n, 3)
    y = y.astype(float)
    before = X.copy(), y.copy()
    X.flags.writeable = y.flags.writeable = False
    one, other = soft_margin(X, y, C=1.0), soft_margin(X, y, C=1.0)
    assert np.array_equal(X, before[0])
    assert np.array_equal(y, before[1])
    assert np.array_equal(one.alpha, other.alpha)
    assert np.array_equal(one.plane.w, other.plane.w)
    assert one.plane.b == other.plane.b


def test_one_class_through_the_origin_is_a_problem_like_any_other():
    X = np.array([[1.0, 0.0], [0.0, 1.0], [3.0, 3.0]])
    svm = certified(hard_margin(X, [1, 1, 1], bias=False), X, [1, 1, 1])
    assert svm.plane.w == pytest.approx([1, 1])
    certified(soft_margin(X, [1, 1, 1], C=0.1, bias=False), X, [1, 1, 1])


@pytest.mark.parametrize(
    ("fit", "message"),
    [
        (lambda X, y: hard_margin(X, np.ones(4)), "a plane with a bias can only be fitted to points of both classes"),
        (lambda X, y: soft_margin(X, -np.ones(4), C=1), "a plane with a bias can only be fitted to points of both"),
        (lambda X, y: soft_margin(X, y), "exactly one of C and lam, not neither"),
        (lambda X, y: soft_margin(X, y, C=1, lam=1), "exactly one of C and lam, not both"),
        (lambda X, y: soft_margin(X, y, C=0), "C must be a finite number above 0"),
        (lambda X, y: soft_margin(X, y, C=np.inf), "C must be a finite number above 0"),
        (lambda X, y: soft_margin(X, y, lam=-1.0), "lam must be a finite number above 0"),
        (lambda X, y: soft_margin(X, y, lam=np.nan), "lam must be a number, but is NaN"),
        (lambda X, y: soft_margin(X, y, lam=1e-310), "lam must be a finite number above 0"),
        (lambda X, y: hard_margin(X, y, solver="magic"), "solver must be one of 'interior', 'cvxpy', 'cvxpy-dual'"),
        (lambda X, y: soft_margin(X, y, C=1, solver="magic"), "solver must be one of"),
        (lambda X, y: hard_margin(X * np.nan, y), "X has a NaN or an infinity in row 0"),
        (lambda X, y: hard_margin(X, [0, 1, 0, 1]), "y must hold the labels"),
        (lambda X, y: hard_margin(X[:3], y), "y must hold one label a point"),
    ],
)
def test_bad_input_is_refused_with_what_was_found_and_what_to_do(fit, message):
    X, y = np.array([[0.0, 1.0], [1.0, 0.0], [3.0, 4.0], [4.0, 3.0]]), np.array([-1, -1, 1, 1])
    with pytest.raises(ValueError, match=message):
        fit(X, y)


def test_a_margin_beyond_floats_is_refused_as_such():
    X, y = np.array([[0.0, 1e15], [1e-9, 1e15], [0.0, -1e15], [1e-9, -1e15]]), np.array([-1, 1, -1, 1])
    assert separate(X, y).plane is not None
    with pytest.raises(ValueError, match="a plane separates the two classes, but .* too small for floats") as refusal:
        hard_margin(X, y)
    assert not isinstance(refusal.value, NotSeparable)


@pytest.mark.parametrize("bias", [True, False])
def test_memory_stays_below_three_times_the_data(bias):
    X, y, _ = separable(30_000, 20, 0.05, bias=bias, facing=10)
    flipped = np.where(np.arange(len(y)) % 10 == 0, -y, y)
    for fit in (lambda: hard_margin(X, y, bias=bias), lambda: soft_margin(X, flipped, C=1.0, bias=bias)):
        tracemalloc.start()
        fit()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 3 * X.nbytes


# --- the checks reject what is false -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def soft():
    X, y = noisy(60, 2)
    return soft_margin(X, y, lam=0.5), X, y


@pytest.fixture(scope="module")
def hard():
    X, y, _ = separable(60, 2, 0.2, bias=True, facing=3)
    return hard_margin(X, y), X, y


def change(vector, index, by):
    vector = vector.copy()
    vector[index] += by
    return vector


FALSE_SOFT = {
    "alpha >= 0": lambda s: {"alpha": change(s.alpha, np.flatnonzero(s.alpha == 0)[0], -1e-3)},
    "alpha <= C": lambda s: {"alpha": change(s.alpha, s.bounded[0], 1e-3)},
    "sum alpha y = 0": lambda s: {"alpha": change(s.alpha, s.free[0], 1e-3 * s.C)},
    "w = sum alpha y x": lambda s: {"plane": Plane(s.plane.w * 1.001, s.plane.b)},
    "y f(x) >= 1 - xi": lambda s: {"slack": s.slack * 0.99},
    "xi >= 0": lambda s: {"slack": change(s.slack, np.flatnonzero(s.slack == 0)[0], -1e-3)},
    "xi = max(0, 1 - y f(x))": lambda s: {"slack": s.slack * 1.01},
    "xi = 0: on the edge of the slab or beyond": lambda s: {"slack": s.slack * 0},
    "0 < xi < 1: on the right side": lambda s: {"slack": np.where(s.slack > 1, 0.5, s.slack)},
    "0 < xi < 1: inside the slab": lambda s: {"slack": np.where(s.slack == 0, 0.5, s.slack)},
    "xi = 1: on the plane": lambda s: {"slack": np.where(s.slack > 1, 1.0, s.slack)},
    "xi > 1: on the wrong side": lambda s: {"slack": s.slack + 1},
    "primal objective": lambda s: {"primal": s.primal * 1.001},
    "dual objective": lambda s: {"dual": s.dual * 0.999},
    "gap = |primal - dual| / primal": lambda s: {"gap": s.gap + 1e-6},
    "optimal: relative gap": lambda s: {"plane": Plane(s.plane.w * 1.1, s.plane.b)},
    "objective in the caller's form": lambda s: {"objective": s.objective * 1.001},
    "C = 1 / (2 lam)": lambda s: {"lam": s.lam * 2},
    "margin = 1 / |w|": lambda s: {"margin": s.margin * 2},
    "support: alpha > 0": lambda s: {"support": s.support[1:]},
    "free: 0 < alpha < C": lambda s: {"free": s.support},
    "bounded: alpha = C": lambda s: {"bounded": s.support},
    "free support vectors on the edge of the slab": lambda s: {"plane": Plane(s.plane.w, s.plane.b + 1e-3)},
    "bounded ones on the edge or inside": lambda s: {"bounded": np.flatnonzero(s.slack == 0)},
    "others on the edge or outside": lambda s: {"support": s.free},
}
FALSE_HARD = {
    "margin of the plane = 1 / |w|": lambda s: {"plane": Plane(s.plane.w * 2, s.plane.b * 2)},
    "margin >= sqrt(1 - gap) half the distance": lambda s: {"plane": Plane(s.plane.w, s.plane.b + 0.1)},
    "y f(x) >= 1 - xi": lambda s: {"plane": Plane(s.plane.w / 2, s.plane.b / 2)},
    "weak duality: dual <= primal": lambda s: {"plane": Plane(s.plane.w / 2, s.plane.b / 2)},
}


@pytest.mark.parametrize("claim", FALSE_SOFT)
def test_a_falsified_soft_margin_fails_in_the_row_that_it_breaks(soft, claim):
    svm, X, y = soft
    assert check_svm(svm, X, y)[claim].status == "holds"
    report = check_svm(dataclasses.replace(svm, **FALSE_SOFT[claim](svm)), X, y)
    assert report[claim].status == "fails", report
    assert not report.ok


@pytest.mark.parametrize("claim", FALSE_HARD)
def test_a_falsified_hard_margin_fails_in_the_row_that_it_breaks(hard, claim):
    svm, X, y = hard
    assert check_svm(svm, X, y)[claim].status == "holds"
    report = check_svm(dataclasses.replace(svm, **FALSE_HARD[claim](svm)), X, y)
    assert report[claim].status == "fails", report


@pytest.mark.parametrize(
    ("claim", "changes"),
    [
        ("primal objective", {"primal": 1.001}),
        ("dual objective", {"dual": 0.999}),
        ("objective in the caller's form", {"objective": 1.001}),
        ("margin = 1 / |w|", {"margin": 1.001}),
    ],
)
def test_a_false_number_breaks_its_own_row_and_no_other(soft, claim, changes):
    svm, X, y = soft
    ((field, factor),) = changes.items()
    report = check_svm(dataclasses.replace(svm, **{field: getattr(svm, field) * factor}), X, y)
    assert [row.claim for row in report.failed] == [claim]


def test_multipliers_that_do_not_balance_are_no_bound_on_the_margin():
    X, y = np.array([[1.0], [3.0]]), np.array([-1, 1])
    false = dataclasses.replace(hard_margin(X, y), alpha=np.array([3.0, 1.0]))  # 3 * 1 - 1 * 3 = 0
    assert check_svm(false, X, y)["margin <= half the distance of the hulls"].status == "fails"


def test_a_plane_through_the_origin_must_have_no_bias():
    X, y = noisy(60, 2)
    svm = soft_margin(X, y, C=1.0, bias=False)
    report = check_svm(dataclasses.replace(svm, plane=Plane(svm.plane.w, 1e-9)), X, y)
    assert report["no bias: b = 0"].status == "fails"


FALSE_KKT = {
    "alpha (y f(x) - 1 + xi) = 0": lambda s: {"alpha": np.where(s.alpha == 0, s.C / 2, s.alpha)},
    "(C - alpha) xi = 0": lambda s: {"alpha": np.where(s.alpha == s.C, s.C / 2, s.alpha)},
    "w = sum alpha y x": lambda s: {"plane": Plane(s.plane.w + 1e-6, s.plane.b)},
    "sum alpha y = 0": lambda s: {"alpha": change(s.alpha, s.free[0], 1e-6)},
    "alpha >= 0": lambda s: {"alpha": -s.alpha},
    "alpha <= C": lambda s: {"alpha": s.alpha * 2},
    "xi >= 0": lambda s: {"slack": -s.slack},
    "y f(x) >= 1 - xi": lambda s: {"slack": s.slack * 0.999},
}


@pytest.mark.parametrize("claim", FALSE_KKT)
def test_a_falsified_machine_fails_the_condition_of_kkt_that_it_breaks(soft, claim):
    svm, X, y = soft
    assert {row.claim for row in check_kkt(svm, X, y)} == set(FALSE_KKT)
    assert check_kkt(svm, X, y).ok
    report = check_kkt(dataclasses.replace(svm, **FALSE_KKT[claim](svm)), X, y)
    assert report[claim].status == "fails", report


def test_every_row_of_check_svm_is_falsified_somewhere(soft, hard):
    rows = {row.claim for svm, X, y in (soft, hard) for row in check_svm(svm, X, y)}
    elsewhere = {"margin <= half the distance of the hulls"}
    assert rows <= set(FALSE_SOFT) | set(FALSE_HARD) | elsewhere
