"""The kernel perceptron and the support vector machine in feature space (S24)."""

import math
from fractions import Fraction
from itertools import combinations_with_replacement

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, make_moons
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from strategies import AWKWARD, ORDINARY, WHOLE, labeled_sets, mirrored_sets

from margin_lib import (
    NotSeparable,
    check_witness,
    gram,
    hard_margin,
    kernel_perceptron,
    kernel_svm,
    linear_kernel,
    perceptron,
    polynomial_features,
    polynomial_kernel,
    rbf_kernel,
    separate,
    soft_margin,
)
from margin_lib.kernels.gram_rows import GramRows

XOR = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]]), np.array([1, -1, -1, 1])
MACHINES = [kernel_perceptron, kernel_svm]


def moons(n=200, noise=0.15):
    X, y = make_moons(n, noise=noise, random_state=0)
    return X, np.where(y, 1, -1)


def real(name):
    if name == "breast cancer":
        X, y = load_breast_cancer(return_X_y=True)
        return StandardScaler().fit_transform(X), np.where(y == 1, 1, -1)
    if name == "iris":
        X, y = load_iris(return_X_y=True)
        return X[y > 0], np.where(y[y > 0] == 1, 1, -1)
    X, y = load_digits(return_X_y=True)
    chosen = (y == 3) | (y == 8)
    return X[chosen] / 16, np.where(y[chosen] == 3, 1, -1)


def laplace(X, Z):
    """A kernel that the library does not know."""
    return np.exp(-np.abs(X[:, None, :] - Z).sum(axis=2))


def combination(witness, X, y, degree, lower):
    """The exact sums of weight * label * monomial, for each monomial and for 1."""
    degrees = range(degree + 1) if lower else [0, degree]
    chosen = [m for size in degrees for m in combinations_with_replacement(range(X.shape[1]), size)]
    return [
        sum(weight * int(y[i]) * math.prod(Fraction(X[i, j]) for j in monomial) for i, weight in witness.items())
        for monomial in chosen
    ]


# --- the kernel perceptron ------------------------------------------------------------------------------------


@given(labeled_sets((WHOLE,)))
def test_with_the_linear_kernel_the_run_is_the_perceptrons_step_for_step(data):
    X, y = data
    explicit = perceptron(X, y, max_corrections=300, pick="next")
    run = kernel_perceptron(X, y, linear_kernel, max_corrections=300)
    assert run.order.tolist() == list(explicit.order)
    assert run.alpha.tolist() == list(explicit.counts)
    assert run.finished == explicit.finished


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(2, 25), st.integers(1, 3), st.integers(1, 3), st.sampled_from([0, 1]))
def test_with_a_polynomial_kernel_the_run_is_the_perceptrons_on_explicit_features(seed, n, d, degree, r):
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((n, d)), np.where(rng.random(n) < 0.5, 1, -1)
    explicit = perceptron(polynomial_features(X, degree, r), y, max_corrections=500, pick="next")
    run = kernel_perceptron(X, y, polynomial_kernel(degree, r), max_corrections=500)
    assert run.order.tolist() == list(explicit.order)
    f, g = run.decision(X), explicit.plane.decision(polynomial_features(X, degree, r))
    assert f == pytest.approx(g, rel=1e-8, abs=1e-8 * np.abs(f).max())


@settings(max_examples=40)
@given(labeled_sets((WHOLE, ORDINARY), most=10), st.sampled_from([0.1, 1.0, 10.0]))
def test_each_correction_was_of_a_mistake_and_a_finished_run_leaves_none(data, gamma):
    X, y = data
    K = gram(rbf_kernel(gamma), X)
    run = kernel_perceptron(X, y, rbf_kernel(gamma), max_corrections=2_000)
    f = np.zeros(len(X))
    for i in run.order:
        assert y[i] * f[i] <= 1e-9
        f += y[i] * K[i]
    assert (run.alpha == np.bincount(run.order, minlength=len(X))).all()
    assert run.finished == (y * run.decision(X) > 0).all()
    assert run.finished or run.corrections == 2_000


@pytest.mark.parametrize("gamma", [0.5, 5.0])
def test_the_corrections_keep_novikoffs_bound_in_feature_space(gamma):
    X, y = moons(60, noise=0.05)
    run = kernel_perceptron(X, y, rbf_kernel(gamma))
    S = gram(rbf_kernel(gamma), X) * np.outer(y, y)
    weights = cp.Variable(60, nonneg=True)
    root = np.linalg.cholesky(S + 1e-12 * np.eye(60))
    squared = cp.Minimize(cp.sum_squares(root.T @ weights))
    nearest = cp.Problem(squared, [cp.sum(weights) == 1]).solve(solver=cp.CLARABEL)
    assert run.finished
    assert run.corrections <= 1 / nearest * (1 + 1e-6)


def test_a_spent_budget_is_said_and_none_is_overdrawn():
    run = kernel_perceptron(*XOR, linear_kernel, max_corrections=17)
    assert (run.finished, run.corrections) == (False, 17)
    assert kernel_perceptron(*XOR, linear_kernel, max_corrections=0).corrections == 0


@pytest.mark.parametrize("kernel", [polynomial_kernel(2), polynomial_kernel(2, 0), rbf_kernel(1.0), laplace])
@pytest.mark.parametrize("machine", MACHINES)
def test_xor_is_solved_in_feature_space(machine, kernel):
    X, y = XOR
    assert separate(X, y).witness
    assert (machine(X, y, kernel).predict(X) == y).all()


@pytest.mark.parametrize("machine", MACHINES)
def test_a_decision_of_0_is_predicted_as_plus_1(machine):
    fit = machine(np.array([[1.0], [-1.0]]), np.array([1, -1]), linear_kernel)
    assert fit.decision([[0.0]]) == 0
    assert fit.predict([[0.0]]) == 1


@pytest.mark.parametrize("machine", MACHINES)
def test_only_the_support_is_needed(machine):
    X, y = moons(120, 0.05)
    fit = machine(X, y, rbf_kernel(2.0))
    kept = fit.support
    assert 0 < len(kept) < 60
    f = gram(rbf_kernel(2.0), X, X[kept]) @ (fit.alpha[kept] * y[kept]) + fit.b
    assert fit.decision(X) == pytest.approx(f, rel=1e-9, abs=1e-9)


# --- the support vector machine: certificates and oracles -----------------------------------------------------


def assert_optimal(svm, X, y, kernel, C, gap=1e-6):
    """The conditions of KKT and the gap, from the fit alone."""
    alpha, K = svm.alpha, gram(kernel, X)
    w2 = (alpha * y) @ K @ (alpha * y)
    f = K @ (alpha * y) + svm.b
    assert (alpha >= 0).all()
    assert (alpha <= C).all()
    assert abs((alpha * y).sum()) <= 1e-12 * alpha.sum()
    if math.isinf(C):
        primal, dual = w2 / 2 / (y * f).min() ** 2, alpha.sum() - w2 / 2
        assert (y * f).min() > 0
    else:
        primal, dual = w2 / 2 + C * np.maximum(0, 1 - y * f).sum(), alpha.sum() - w2 / 2
    assert svm.primal == pytest.approx(primal, rel=1e-6)
    assert svm.dual == pytest.approx(dual, rel=1e-6)
    assert svm.gap == pytest.approx((svm.primal - svm.dual) / svm.primal, abs=1e-12)
    assert -1e-9 <= (primal - dual) / primal <= gap + 1e-9


KERNELS = {
    "rbf": (rbf_kernel(0.1), {"kernel": "rbf", "gamma": 0.1}),
    "poly": (polynomial_kernel(2, 1.0), {"kernel": "poly", "degree": 2, "coef0": 1.0, "gamma": 1.0}),
    "linear": (linear_kernel, {"kernel": "linear"}),
}


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
@pytest.mark.parametrize("name", ["breast cancer", "digits", "iris"])
@pytest.mark.parametrize("family", KERNELS)
def test_real_sets_are_solved_as_libsvm_does_and_certified(family, name, C):
    (kernel, theirs), (X, y) = KERNELS[family], real(name)
    svm = kernel_svm(X, y, kernel, C)
    assert_optimal(svm, X, y, kernel, C)
    peer = SVC(C=C, tol=1e-8, **theirs).fit(X, y)
    beta, K = np.zeros(len(y)), gram(kernel, X)
    beta[peer.support_] = peer.dual_coef_[0]
    g = peer.decision_function(X)
    value = beta @ K @ beta / 2 + C * np.maximum(0, 1 - y * g).sum()
    assert svm.dual * (1 - 1e-9) <= value <= svm.primal * 1.05  # libsvm's own error
    # The objective is strongly convex in w, so both w are as near to the best one as their values say.
    apart = math.sqrt(2 * max(value - svm.dual, 0)) + math.sqrt(2 * (svm.primal - svm.dual) + 1e-9)
    assert (beta - svm.alpha * y) @ K @ (beta - svm.alpha * y) <= apart**2 + 1e-9 * value
    assert svm.b == pytest.approx(peer.intercept_[0], abs=2 * apart * math.sqrt(K.diagonal().max()) + 1e-4)
    assert svm.decision(X) == pytest.approx(K @ (svm.alpha * y) + svm.b, rel=1e-6, abs=1e-6 * np.abs(g).max())


@pytest.mark.parametrize("family", KERNELS)
def test_hard_margins_of_real_sets_are_certified(family):
    kernel, (X, y) = KERNELS[family][0], real("digits")
    svm = kernel_svm(X, y, kernel)
    assert_optimal(svm, X, y, kernel, math.inf)
    assert len(svm.bounded) == 0


@pytest.mark.parametrize("C", [0.5, 20.0])
@pytest.mark.parametrize("kernel", [rbf_kernel(2.0), polynomial_kernel(3), laplace], ids=["rbf", "poly", "laplace"])
def test_the_value_is_cvxpys(kernel, C):
    X, y = moons(80)
    root = np.linalg.cholesky(gram(kernel, X) + 1e-12 * np.eye(80))
    alpha = cp.Variable(80)
    value = cp.Problem(
        cp.Maximize(cp.sum(alpha) - cp.sum_squares(root.T @ cp.multiply(alpha, y)) / 2),
        [alpha >= 0, alpha <= C, alpha @ y == 0],
    ).solve(solver=cp.CLARABEL, tol_gap_rel=1e-10, tol_gap_abs=1e-10)
    svm = kernel_svm(X, y, kernel, C)
    assert svm.dual == pytest.approx(value, rel=1e-6)
    assert_optimal(svm, X, y, kernel, C)


@settings(max_examples=60)
@given(labeled_sets((WHOLE, ORDINARY), most=12, both=True), st.sampled_from([0.01, 1.0, 1000.0]))
def test_with_the_linear_kernel_it_is_the_soft_margin(data, C):
    X, y = data
    svm, plain = kernel_svm(X, y, linear_kernel, C), soft_margin(X, y, C=C)
    assert svm.gap <= 1e-6
    assert svm.primal == pytest.approx(plain.primal, rel=1e-5)
    assert (svm.alpha * y) @ X == pytest.approx(plain.plane.w, rel=1e-2, abs=2e-3 * np.sqrt(2 * plain.primal))


@settings(max_examples=60)
@given(labeled_sets((WHOLE, ORDINARY), both=True), st.integers(2, 3), st.booleans(), st.sampled_from([0.1, 10.0]))
@example(
    (np.array([[0.0, 5], [0, 1], [0, 0], [0, 0], [0, 0], [0, 2], [1, 2]]), np.array([-1, 1, 1, 1, 1, 1, 1])), 2, 0, 10.0
)
def test_with_a_polynomial_kernel_it_is_the_soft_margin_on_explicit_features(data, degree, r, C):
    X, y = data
    svm = kernel_svm(X, y, polynomial_kernel(degree, r), C)
    plain = soft_margin(polynomial_features(X, degree, r), y, C=C)
    assert svm.gap <= 1e-6
    assert svm.primal == pytest.approx(plain.primal, rel=1e-5)


@settings(max_examples=60)
@given(labeled_sets((WHOLE, ORDINARY), both=True), st.sampled_from([0.1, 10.0]), st.sampled_from([0.01, 1.0, 100.0]))
def test_every_small_rbf_machine_is_optimal(data, gamma, C):
    X, y = data
    assert_optimal(kernel_svm(X, y, rbf_kernel(gamma), C), X, y, rbf_kernel(gamma), C)


def test_a_lower_tolerance_gives_a_smaller_gap_and_the_default_is_kept():
    X, y = moons(300, 0.3)
    assert kernel_svm(X, y, rbf_kernel(1.0), 10.0).gap <= 1e-6
    assert kernel_svm(X, y, rbf_kernel(1.0), 10.0, tol=1e-9).gap <= 1e-9


def test_a_spent_budget_gives_the_gap_it_has(monkeypatch):
    from sys import modules

    module = modules["margin_lib.kernels.kernel_svm"]
    for budget in ("FIRST_STEPS", "FIRST_STEPS_A_POINT", "STEPS", "STEPS_A_POINT"):
        monkeypatch.setattr(module, budget, 0 if "POINT" in budget else 2)
    for solver in ("finish", "solve_in_features"):
        monkeypatch.setattr(module, solver, lambda dual: None)
    X, y = moons(50)
    svm = kernel_svm(X, y, rbf_kernel(1.0), 1.0)
    assert svm.gap > 0.1
    assert_optimal(svm, X, y, rbf_kernel(1.0), 1.0, gap=svm.gap)


# --- separable or not -----------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(labeled_sets((WHOLE, ORDINARY), both=True))
@example((np.array([[0, 0], [0, 4], [3.898, 0], [3.891, 0]]), np.array([1, -1, -1, 1])))
def test_the_linear_hard_margin_or_a_proof_that_there_is_none(data):
    X, y = data
    try:
        svm = kernel_svm(X, y, linear_kernel)
    except NotSeparable as refusal:
        assert check_witness(refusal.witness, X, y).ok
    else:
        assert svm.primal == pytest.approx(hard_margin(X, y).primal, rel=1e-4)


CANCELLING = np.array([[3.0], [-3.0], [0.0], [0.0]]), np.array([-1, -1, 1, 1])  # alpha = (1, 1, 2, 0) makes w = 0


def squares_too(X):
    """Whole coordinates and their products, without the roots that would round."""
    return np.column_stack([X, *(X[:, i] * X[:, j] for i, j in combinations_with_replacement(range(X.shape[1]), 2))])


@given(
    mirrored_sets((WHOLE,)),
    st.sampled_from([linear_kernel, polynomial_kernel(1), polynomial_kernel(2), lambda X, Z: X @ Z.T]),
)
@example(CANCELLING, linear_kernel)
@example(CANCELLING, polynomial_kernel(1))
@example(CANCELLING, lambda X, Z: X @ Z.T)
@example((np.array([[1.0], [1.0]]), np.array([1, -1])), linear_kernel)
@example((np.zeros((3, 2)), np.array([1, -1, 1])), linear_kernel)
def test_a_hard_margin_of_mirrored_points_is_there_if_and_only_if_the_kernel_separates_them(data, kernel):
    X, y = data
    if separate(squares_too(X) if kernel == polynomial_kernel(2) else X, y).witness is not None:
        with pytest.raises(NotSeparable):
            kernel_svm(X, y, kernel)
    else:
        assert_optimal(kernel_svm(X, y, kernel), X, y, kernel, math.inf)


@given(mirrored_sets(), st.sampled_from([1e-6, 1.0, 1e6]))
@example(CANCELLING, 1.0)
def test_a_soft_margin_of_mirrored_points_is_the_linear_one(data, C):
    X, y = data
    svm, plain = kernel_svm(X, y, linear_kernel, C), soft_margin(X, y, C=C)
    assert max(svm.gap, plain.gap) <= 1e-6
    assert svm.primal == pytest.approx(plain.primal, rel=1e-5)


@settings(max_examples=100)
@given(labeled_sets((WHOLE, ORDINARY), most=10, dimensions=2, both=True), st.integers(2, 3), st.sampled_from([0, 1]))
@example((np.array([[0.1], [0.2], [0.3], [0.4]]), np.array([1, -1, 1, -1])), 2, 1)
def test_the_polynomial_hard_margin_or_an_exact_proof_over_monomials(data, degree, r):
    X, y = data
    try:
        svm = kernel_svm(X, y, polynomial_kernel(degree, r))
    except NotSeparable as refusal:
        witness = refusal.witness
        assert min(witness.values()) > 0
        assert sum(witness.values()) == 1
        assert not any(combination(witness, X, y, degree, r > 0))
    except ValueError as refusal:
        assert "too narrow for floats" in str(refusal)
        assert np.abs(X[X != 0]).min() < np.abs(X).max() / 100  # points so close that their monomials are lost
    else:
        assert (y * svm.decision(X) > 0).all()


@settings(max_examples=60)
@given(labeled_sets((WHOLE,), both=True))
def test_an_rbf_kernel_separates_all_but_contradicting_duplicates(data):
    X, y = data
    try:
        svm = kernel_svm(X, y, rbf_kernel(1.0))
    except NotSeparable as refusal:
        i, j = refusal.witness
        assert (X[i] == X[j]).all()
        assert y[i] != y[j]
        assert set(refusal.witness.values()) == {Fraction(1, 2)}
    else:
        assert (svm.predict(X) == y).all()
        assert svm.gap <= 1e-6


def test_monomials_that_floats_cannot_tell_apart_are_told_apart():
    # x^2 of these rounds: in floats the combination below is 0, in fractions it is not.
    X = np.array([[1.0], [1 + 2**-30], [1 + 2**-29]])
    y = np.array([1, -1, 1])
    with pytest.raises(ValueError, match="separable, but"):
        kernel_svm(X, y, polynomial_kernel(2))


def test_a_kernel_of_your_own_that_cannot_separate_says_why_there_is_no_proof():
    def parity(X, Z):
        return np.cos(np.pi * (X - Z.T))

    with pytest.raises(NotSeparable, match="feature space of a kernel of your own is unknown") as refusal:
        kernel_svm([[0.0], [2.0], [1.0]], [1, -1, 1], parity)
    assert refusal.value.witness is None


def test_contradicting_duplicates_are_a_proof_for_any_kernel():
    with pytest.raises(NotSeparable) as refusal:
        kernel_svm([[0.0], [1.0], [0.0]], [1, 1, -1], laplace)
    assert refusal.value.witness == {0: Fraction(1, 2), 2: Fraction(1, 2)}


def test_points_too_close_for_floats_are_refused_with_the_reason():
    with pytest.raises(ValueError, match="too narrow for floats"):
        kernel_svm([[0.0], [1e-12], [1.0]], [1, -1, 1], rbf_kernel(1.0))


# --- what comes in --------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(labeled_sets((AWKWARD,), both=True), st.sampled_from([linear_kernel, rbf_kernel(1.0), polynomial_kernel(2)]))
def test_awkward_data_are_solved_or_refused(data, kernel):
    X, y = data
    for C in (1.0, math.inf):
        try:
            svm = kernel_svm(X, y, kernel, C)
        except ValueError as refusal:
            assert len(str(refusal)) > 40
        else:
            assert svm.gap >= 0
            assert np.isfinite(svm.alpha).all()


@pytest.mark.parametrize("scale", [1e-100, 1e100])
def test_scaled_data_have_the_scaled_machine(scale):
    X, y = real("iris")
    plain = kernel_svm(X, y, linear_kernel, 1.0)
    scaled = kernel_svm(X * scale, y, linear_kernel, 1 / scale**2)
    assert scaled.gap <= 1e-6
    assert scaled.alpha * scale**2 == pytest.approx(plain.alpha, abs=1e-5)
    X, y = real("digits")
    hard = kernel_svm(X * scale, y, linear_kernel)
    assert hard.gap <= 1e-6
    assert (hard.predict(X * scale) == y).all()


def test_a_c_beyond_what_floats_balance_is_refused():
    X, y = real("iris")
    with pytest.raises(ValueError, match="smaller C"):
        kernel_svm(X * 1e100, y, linear_kernel, 1.0)
    assert kernel_svm(XOR[0] * 1e40, XOR[1], polynomial_kernel(2), 1.0).gap <= 1e-6  # no alpha reaches C


@pytest.mark.parametrize("machine", MACHINES)
def test_the_same_input_gives_the_same_machine_and_is_not_modified(machine):
    X, y = moons(100)
    before = X.copy(), y.copy()
    first, again = machine(X, y, rbf_kernel(5.0)), machine(np.asfortranarray(X), y.tolist(), rbf_kernel(5.0))
    assert (before[0] == X).all()
    assert (y == before[1]).all()
    assert first.alpha.tobytes() == again.alpha.tobytes()
    X[:] = 0
    assert (first.decision(before[0]) == again.decision(before[0])).all()


def test_one_point_a_class_and_zero_vectors_work():
    svm = kernel_svm([[0.0], [2.0]], [-1, 1], linear_kernel)
    assert (svm.alpha.tolist(), svm.b) == ([0.5, 0.5], -1.0)
    assert kernel_svm([[0.0], [0.0]], [-1, 1], linear_kernel, 3.0).primal == 6
    with pytest.raises(NotSeparable):
        kernel_svm([[0.0], [0.0]], [-1, 1], linear_kernel)


BAD = [
    ({"X": [[math.nan], [1.0]]}, "X has a NaN"),
    ({"X": [1.0, 2.0]}, "X must be a table"),
    ({"y": [0, 1]}, "labels"),
    ({"y": [1, -1, 1]}, "one label a point"),
    ({"kernel": "rbf"}, "kernel must be a function"),
    ({"kernel": lambda X, Z: np.ones(3)}, "shape"),
    ({"kernel": lambda X, Z: -np.ones((len(X), len(Z)))}, "below 0|squared length"),
]


@pytest.mark.parametrize(("change", "words"), BAD[:-1], ids=[str(k) for k in range(len(BAD) - 1)])
@pytest.mark.parametrize("machine", MACHINES)
def test_bad_input_is_refused_by_name(machine, change, words):
    with pytest.raises(ValueError, match=words):
        machine(**{"X": [[0.0], [1.0]], "y": [1, -1], "kernel": linear_kernel} | change)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"C": 0}, "C must"),
        ({"C": -1.0}, "C must"),
        ({"C": -math.inf}, "C must"),
        ({"C": math.nan}, "C must"),
        ({"tol": 0}, "tol"),
        ({"y": [1, 1]}, "all labels in y"),
        BAD[-1],
        ({"kernel": lambda X, Z: np.where(X == Z.T, 1.0, 5.0)}, "positive semidefinite"),
    ],
)
def test_what_no_machine_can_be_fitted_to_is_refused(change, words):
    with pytest.raises(ValueError, match=words):
        kernel_svm(**{"X": [[0.0], [1.0]], "y": [1, -1], "kernel": linear_kernel, "C": 1.0} | change)


@pytest.mark.parametrize("budget", [-1, 1.5, math.inf])
def test_a_budget_is_a_whole_number(budget):
    with pytest.raises(ValueError, match="max_corrections"):
        kernel_perceptron(*XOR, linear_kernel, max_corrections=budget)


def test_points_with_other_coordinates_are_refused():
    with pytest.raises(ValueError, match="coordinates"):
        kernel_svm(*XOR, rbf_kernel(1.0)).decision([[1.0]])


# --- rows on demand -------------------------------------------------------------------------------------------


def test_rows_are_made_when_needed_and_forgotten_when_there_is_no_room(monkeypatch):
    X = np.random.default_rng(0).standard_normal((2_000, 2))
    K = gram(rbf_kernel(1.0), X)
    monkeypatch.setattr("margin_lib.kernels.gram_rows.ROOM", 0)
    rows = GramRows(rbf_kernel(1.0), X, scale=2.0)
    wanted = np.arange(0, 2_000, 11)
    assert rows.square(wanted) == pytest.approx(K[np.ix_(wanted, wanted)] / 2, rel=1e-12)
    weights = np.where(np.arange(2_000) % 7, 0.0, 1.0)
    assert rows.combine(weights) == pytest.approx(weights @ K / 2, rel=1e-9)
    assert len(rows.kept) <= 64


def test_a_machine_on_ten_thousand_points_makes_few_rows():
    X, y = make_moons(10_000, noise=0.02, random_state=0)
    rows = []
    original = GramRows.__init__

    def remember(self, *arguments):
        original(self, *arguments)
        rows.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GramRows, "__init__", remember)
        run = kernel_perceptron(X, np.where(y, 1, -1), rbf_kernel(5.0))
        svm = kernel_svm(X, np.where(y, 1, -1), rbf_kernel(5.0))
    assert run.finished
    assert svm.gap <= 1e-6
    assert all(table.made < 2_000 for table in rows)
