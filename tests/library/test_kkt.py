"""Duality: the toy problems, the residuals of the conditions of KKT, and the hard margin's dual (S16, S17, S18)."""

import dataclasses

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import ORDINARY, WHOLE, labeled_sets

from margin_lib import Plane, hard_margin, kkt_residuals, lagrangian_toy, soft_margin
from margin_lib.datasets import separable

BOUNDS = st.floats(-100, 100)


def cost(x):
    return 0.2 * x**2 - x + 1


@pytest.mark.parametrize(("bound", "x", "multiplier"), [(5, 5.0, 1.0), (-3, 2.5, 0.0)])
def test_the_two_problems_of_the_source_have_their_solutions(bound, x, multiplier):
    toy = lagrangian_toy(bound)
    assert (toy.x, toy.multiplier) == (x, multiplier)
    assert toy.value == pytest.approx(cost(x))


@pytest.mark.parametrize("bound", [-3.0, 2.5, 5.0, 7.3])
def test_cvxpy_finds_the_same_solution_and_multiplier(bound):
    x = cp.Variable()
    at_least = x >= bound
    cp.Problem(cp.Minimize(0.2 * x**2 - x + 1), [at_least]).solve(solver=cp.CLARABEL)
    toy = lagrangian_toy(bound)
    assert toy.x == pytest.approx(float(x.value), abs=1e-3)
    assert toy.multiplier == pytest.approx(float(at_least.dual_value), abs=1e-3)


@given(bound=BOUNDS, lam=st.floats(0, 100), x=st.floats(-200, 200))
def test_the_dual_is_the_least_lagrangian_and_never_above_the_primal(bound, lam, x):
    toy = lagrangian_toy(bound)
    rounding = 1e-9 * (1 + abs(toy.dual(lam)) + x**2 + lam * (abs(x) + abs(bound)))
    assert toy.dual(lam) <= cost(x) - lam * (x - bound) + rounding
    assert toy.dual(lam) <= toy.value + rounding


@given(bound=BOUNDS)
def test_at_its_multiplier_the_dual_reaches_the_primal_and_slackness_is_complementary(bound):
    toy = lagrangian_toy(bound)
    assert toy.x >= bound
    assert toy.multiplier >= 0
    assert toy.dual(toy.multiplier) == pytest.approx(toy.value, abs=1e-9 * (1 + bound**2))
    assert toy.multiplier * (toy.x - bound) == 0
    assert 0.4 * toy.x - 1 - toy.multiplier == pytest.approx(0, abs=1e-12 * (1 + abs(bound)))


def test_the_dual_of_many_multipliers_is_computed_at_once():
    toy, lams = lagrangian_toy(5), np.linspace(0, 3, 7)
    assert toy.dual(lams) == pytest.approx([toy.dual(lam) for lam in lams])
    assert isinstance(toy.dual(1), float)


@pytest.mark.parametrize("bound", [np.nan, np.inf, "five", [1, 2], 1e200])
def test_a_bound_that_is_no_number_is_refused(bound):
    with pytest.raises(ValueError, match="bound must"):
        lagrangian_toy(bound)


def test_a_negative_multiplier_is_refused():
    with pytest.raises(ValueError, match="is at least 0, but lam holds -1"):
        lagrangian_toy(5).dual([0, -1])


# --- residuals -----------------------------------------------------------------------------------------------


@given(data=labeled_sets((WHOLE, ORDINARY), both=True), C=st.sampled_from([1e-3, 1.0, 1e3]), bias=st.booleans())
def test_residuals_of_a_fit_are_rounding(data, C, bias):
    X, y = data
    assert kkt_residuals(soft_margin(X, y, C=C, bias=bias), X, y).largest <= 1e-10


@pytest.mark.parametrize("scale", [1e-90, 1.0, 1e90])
@pytest.mark.parametrize(
    ("residual", "changes"),
    [
        ("primal", lambda s: {"slack": s.slack * 0.5}),
        ("primal", lambda s: {"slack": s.slack - 0.5}),
        ("dual", lambda s: {"alpha": s.alpha - 0.5 * s.C}),
        ("dual", lambda s: {"alpha": s.alpha * 1.5}),
        ("dual", lambda s: {"alpha": np.where(np.arange(40) < 20, s.alpha, 0)}),
        ("stationarity", lambda s: {"plane": Plane(s.plane.w * 2, s.plane.b)}),
        ("complementarity", lambda s: {"alpha": np.full(40, s.C / 2)}),
        ("complementarity", lambda s: {"slack": s.slack + 0.5}),
    ],
)
def test_each_residual_sees_what_it_is_about_at_any_scale(residual, changes, scale):
    chance = np.random.default_rng(0)
    X = chance.standard_normal((40, 2))
    y = np.where(X[:, 0] + 0.5 * chance.standard_normal(40) > 0, 1, -1)
    X = X * scale
    svm = soft_margin(X, y, C=1 / scale**2)
    assert getattr(kkt_residuals(svm, X, y), residual) <= 1e-14
    false = dataclasses.replace(svm, **changes(svm))
    assert getattr(kkt_residuals(false, X, y), residual) >= 1e-2
    assert kkt_residuals(false, X, y).largest >= 1e-2


# --- the hard margin -----------------------------------------------------------------------------------------


def shortest_between_hulls(X, y):
    """Return the weights of the shortest vector from one class's hull to the other's, found by CVXPY."""
    mu = cp.Variable(len(y), nonneg=True)
    one_each = [cp.sum(mu[y > 0]) == 1, cp.sum(mu[y < 0]) == 1]
    cp.Problem(cp.Minimize(cp.sum_squares((y[:, None] * X).T @ mu)), one_each).solve(solver=cp.CLARABEL)
    return mu.value


@pytest.mark.parametrize("seed", range(5))
def test_the_shortest_vector_between_the_hulls_makes_the_plane_and_its_multipliers(seed):
    X, y, _ = separable(n=20, d=3, gamma=0.1, seed=seed)
    mu = shortest_between_hulls(X, y)
    v = (mu * y) @ X
    p, q = (X @ v)[y > 0].min(), (X @ v)[y < 0].max()
    svm = hard_margin(X, y)
    assert p - q == pytest.approx(v @ v, rel=1e-4)
    assert svm.plane.w == pytest.approx(2 * v / (v @ v), rel=1e-3, abs=1e-3)
    assert svm.plane.b == pytest.approx(-(p + q) / (v @ v), rel=1e-3, abs=1e-3)
    assert svm.alpha == pytest.approx(2 * mu / (v @ v), rel=1e-2, abs=1e-2 * svm.alpha.max())
    assert svm.margin == pytest.approx(np.linalg.norm(v) / 2, rel=1e-4)


@pytest.mark.parametrize("bias", [True, False])
def test_without_the_half_the_plane_stays_and_the_multipliers_double(bias):
    X, y, _ = separable(n=20, d=2, gamma=0.2, seed=1)
    w, b = cp.Variable(2), cp.Variable()
    edge = cp.multiply(y, X @ w + (b if bias else 0)) >= 1
    cp.Problem(cp.Minimize(cp.sum_squares(w)), [edge]).solve(solver=cp.CLARABEL)
    svm = hard_margin(X, y, bias=bias)
    assert w.value == pytest.approx(svm.plane.w, rel=1e-4)
    assert edge.dual_value == pytest.approx(2 * svm.alpha, rel=1e-3, abs=1e-3 * svm.alpha.max())
