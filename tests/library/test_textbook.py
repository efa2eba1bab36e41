"""Each plain form and the library's own function give the same answer: the same corrections, iterates or optimum."""

import ast
import inspect
import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import WHOLE, labeled_sets, separable_sets

import margin_lib
from margin_lib import textbook
from margin_lib.checks.svms import check_svm
from margin_lib.core.geometry import Plane
from margin_lib.descent.schedule import Draws
from margin_lib.kernels.functions import gram, linear_kernel, polynomial_kernel, rbf_kernel
from margin_lib.losses import hinge
from margin_lib.perceptrons.winnow import search_budget
from margin_lib.svm.maximum_margin import Svm

whole_numbers = labeled_sets(entries=(WHOLE,), most=8, dimensions=3)  # floats add and multiply these exactly
budgets = st.integers(0, 60)
rounds = pytest.mark.parametrize("pick", ["next", "loop"])


def ordinary_points(seed, n=20, d=3, separable=False):
    """Return random points and labels: with a chance of 0, no point is ever exactly on a plane but at w = 0."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    f = X @ np.ones(d) + (0 if separable else rng.normal(size=n))
    return X, np.where(f > np.median(f), 1.0, -1.0)


@rounds
@given(data=whole_numbers, budget=budgets)
def test_the_perceptron_corrects_the_same_points_in_the_same_order(pick, data, budget):
    X, y = data
    run = margin_lib.perceptron(X, y, pick=pick, max_corrections=budget)
    w, order = textbook.perceptron(X, y, budget)
    assert order == run.order.tolist()
    assert (w == run.plane.w).all()


@rounds
@given(data=whole_numbers, guess=st.sampled_from([0.25, 0.5, 1.0, 2.0, 3.0, 5.0]), budget=budgets)
def test_the_margin_perceptron_corrects_the_same_points_in_the_same_order(pick, data, guess, budget):
    X, y = data
    run = margin_lib.margin_perceptron(X, y, guess, pick=pick, max_corrections=budget)
    w, order = textbook.margin_perceptron(X, y, guess, budget)
    assert order == run.order.tolist()
    assert (w == run.plane.w).all()


def rounding_decides(Z, run):
    """Return whether a point is half of a guess away, to the last digit, where the guess is a rounded number.

    The guess is R / 2^h. If R is irrational, the library asks exactly whether the point is closer than half of the
    rounded guess, and the plain form rounds the distance, too: each is right about its own number.
    """
    longest = int((Z**2).sum(axis=1).max())
    if math.isqrt(longest) ** 2 == longest:
        return False
    orders = iter(run.order.tolist())
    for h, turn in enumerate(run.rounds):
        w = np.zeros(Z.shape[1])
        for i in [None, *itertools.islice(orders, turn.corrections)]:
            w = w if i is None else w + Z[i]
            if w.any() and (4 ** (h + 1) * (Z @ w) ** 2 == longest * (w @ w)).any():
                return True
    return False


@given(data=whole_numbers, u=st.lists(WHOLE, min_size=3, max_size=3))
def test_the_incremental_algorithm_makes_the_same_rounds(data, u):
    X, _ = data
    f = X @ u[: X.shape[1]]
    X, y = X[f != 0], np.sign(f[f != 0])
    assume(len(y) and margin_lib.hard_margin(X, y, bias=False).margin > margin_lib.radius(X) / 20)
    run = margin_lib.incremental_margin_perceptron(X, y, early=False, pick="next")
    assume(not rounding_decides(y[:, None] * X, run))
    w, orders = textbook.incremental_margin_perceptron(X, y)
    assert [len(order) for order in orders] == [turn.corrections for turn in run.rounds]
    assert [i for order in orders for i in order] == run.order.tolist()
    assert (w == run.plane.w).all()


@given(
    data=whole_numbers,
    kernel=st.sampled_from([linear_kernel, polynomial_kernel(2, r=0), polynomial_kernel(3)]),
    budget=budgets,
)
def test_the_kernel_perceptron_corrects_the_same_points_in_the_same_order(data, kernel, budget):
    X, y = data
    run = margin_lib.kernel_perceptron(X, y, kernel, max_corrections=budget)
    alpha, order = textbook.kernel_perceptron(gram(kernel, X), y, budget)
    assert order == run.order.tolist()
    assert (alpha == run.alpha).all()


@given(seed=st.integers(0, 10_000), separable=st.booleans(), epsilon=st.sampled_from([0.5, 0.25, 0.1]), budget=budgets)
def test_winnow_corrects_the_same_points_in_the_same_order(seed, separable, epsilon, budget):
    X, y = ordinary_points(seed, separable=separable)
    run = margin_lib.winnow(X, y, epsilon=epsilon, max_corrections=budget)
    w, order = textbook.winnow(margin_lib.lift(X, y, normalize="linf"), epsilon, budget)
    assert order == run.order.tolist()
    assert np.allclose(w, [*run.plane.w, run.plane.b], rtol=0, atol=1e-12)


@given(data=separable_sets(most=8, dimensions=3, bias=True))
def test_winnows_search_tries_each_epsilon_for_its_whole_budget_and_the_librarys_for_no_longer(data):
    X, y, *_ = data
    assume(margin_lib.max_linf_margin(X, y).margin > 0.05)
    w, orders = textbook.winnow_search(margin_lib.lift(X, y, normalize="linf"))
    assert Plane(w[:-1], w[-1]).margin(X, y) > 0
    *spent, last = orders
    assert [len(order) for order in spent] == [search_budget(len(w), 0.5 ** (k + 1)) for k in range(len(spent))]
    assert len(last) <= search_budget(len(w), 0.5 ** len(orders))
    for turn in margin_lib.winnow(X, y).rounds:  # which may skip an epsilon with which the plain form ends
        tried = round(-np.log2(turn.epsilon)) - 1
        assert tried >= len(orders) or turn.corrections <= len(orders[tried])


@given(seed=st.integers(0, 10_000), steps=st.integers(1, 300), lam=st.sampled_from([0.1, 1.0, 10.0]))
def test_descent_makes_the_same_steps_for_the_same_draws(seed, steps, lam):
    X, y = ordinary_points(seed)
    draws = Draws(len(y), steps, batch=1, seed=seed)
    drawn = [draws.ring[start] for start in draws.starts()]
    fit = margin_lib.hinge_sgd(X, y, lam, steps=steps, batch=1, seed=seed)
    w = textbook.hinge_sgd(y[:, None] * X, 2 * lam / len(y), drawn)
    assert np.allclose(w, fit.plane.w, rtol=1e-9, atol=1e-9)
    fit = margin_lib.kernel_hinge_sgd(X @ X.T, y, lam, steps=steps, batch=1, seed=seed)
    beta = textbook.kernel_hinge_sgd(X @ X.T, y, 2 * lam / len(y), drawn)
    assert np.allclose(beta * y, fit.alpha, rtol=1e-9, atol=1e-9)


def as_svm(X, y, C, w, b, alpha):
    """Return a plane and multipliers as the library's checks take them."""
    slack = np.zeros(len(y)) if np.isinf(C) else np.maximum(0, 1 - y * (X @ w + b))
    primal = w @ w / 2 + (C * slack.sum() if slack.any() else 0)
    dual = alpha.sum() - np.square((alpha * y) @ X).sum() / 2
    free = (alpha > 0) & (alpha < C)
    return Svm(
        Plane(w, b), alpha, slack, np.flatnonzero(alpha), np.flatnonzero(free), np.flatnonzero(alpha == C),
        1 / np.linalg.norm(w), primal, dual, abs(primal - dual) / primal, primal, C, None, True,
    )


@pytest.mark.parametrize("solver", [textbook.maximum_margin, textbook.working_set])
@given(data=separable_sets(most=30, dimensions=4, bias=True))
def test_the_hard_margin_after_the_crossover_is_certified_and_that_of_the_library(solver, data):
    X, y, *_ = data
    w, b, alpha = textbook.crossover(X, y, *solver(X, y))
    assert check_svm(as_svm(X, y, np.inf, w, b, alpha), X, y).ok
    assert np.allclose(w, margin_lib.hard_margin(X, y).plane.w, rtol=1e-6, atol=1e-9)


@given(seed=st.integers(0, 10_000), separable=st.booleans(), C=st.sampled_from([0.01, 0.1, 1.0, 10.0, 100.0]))
def test_the_soft_margin_after_the_crossover_is_certified_and_that_of_the_library(seed, separable, C):
    X, y = ordinary_points(seed, separable=separable)
    w, b, alpha = textbook.crossover(X, y, *textbook.maximum_margin(X, y, C), C)
    assert check_svm(as_svm(X, y, C, w, b, alpha), X, y).ok
    assert np.allclose(w, margin_lib.soft_margin(X, y, C=C).plane.w, rtol=1e-6, atol=1e-9)


@given(
    seed=st.integers(0, 10_000),
    C=st.sampled_from([0.1, 1.0, 10.0, np.inf]),
    kernel=st.sampled_from([rbf_kernel(2.0), polynomial_kernel(2)]),
)
def test_pairs_of_multipliers_end_at_the_kernel_machine_of_the_library(seed, C, kernel):
    X, y = ordinary_points(seed, separable=True)
    svm, K = margin_lib.kernel_svm(X, y, kernel, C), gram(kernel, X)
    alpha, b = textbook.kernel_svm(K, y, C)
    f = K @ (alpha * y) + b
    cost = (f - b) @ (alpha * y) / 2 + (C * hinge(y * f).sum() if np.isfinite(C) else 0)
    assert cost == pytest.approx(svm.primal, rel=1e-4)
    assert np.allclose(f, svm.decision(X), rtol=1e-2, atol=1e-2)


@pytest.mark.parametrize("name", textbook.__all__)
def test_a_plain_form_has_at_most_forty_lines_and_needs_numpy_or_cvxpy_alone(name):
    function = getattr(textbook, name)
    assert len(inspect.getsource(function).splitlines()) <= 40
    module = ast.parse(inspect.getsource(inspect.getmodule(function)))
    imported = {
        name.partition(".")[0]
        for node in ast.walk(module)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    assert imported - {"__future__", "collections", "typing", "warnings"} <= {"numpy", "cvxpy"}
