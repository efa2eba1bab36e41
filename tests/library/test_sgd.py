"""The subgradient of the hinge objective, and stochastic descent along it (S22, S23)."""

import math

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_breast_cancer
from sklearn.preprocessing import StandardScaler
from strategies import ORDINARY, WHOLE, labeled_sets

from margin_lib import gram, hinge_sgd, hinge_subgradient, kernel_hinge_sgd, losses, rbf_kernel

VECTOR = st.lists(st.floats(-5, 5), min_size=3, max_size=3).map(np.array)


def objective(w, b, X, y, lam):
    return lam * np.dot(w, w) + losses.hinge(y * (X @ w + b)).sum()


def optimum(X, y, lam, bias=False):
    """The least objective, by CVXPY."""
    w, b = cp.Variable(X.shape[1]), cp.Variable() if bias else 0.0
    slack = cp.pos(1 - cp.multiply(y, X @ w + b))
    problem = cp.Problem(cp.Minimize(lam * cp.sum_squares(w) + cp.sum(slack)))
    return problem.solve(solver=cp.CLARABEL, tol_gap_rel=1e-11, tol_gap_abs=1e-11, tol_feas=1e-11)


def noisy(n=300, d=5, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d))
    return X, np.where(X[:, 0] + 0.5 * rng.standard_normal(n) > 0, 1, -1)


def breast_cancer():
    X, y = load_breast_cancer(return_X_y=True)
    return StandardScaler().fit_transform(X), np.where(y == 1, 1, -1)


# --- the subgradient ------------------------------------------------------------------------------------------


@given(labeled_sets((WHOLE, ORDINARY)), VECTOR, VECTOR, st.floats(-5, 5), st.floats(-5, 5), st.floats(0.01, 10))
def test_the_subgradient_inequality_holds_at_any_two_planes(data, w, v, b, c, lam):
    X, y = data
    w, v = w[: X.shape[1]], v[: X.shape[1]]
    g_w, g_b = hinge_subgradient(w, b, X, y, lam)
    there, here = objective(v, c, X, y, lam), objective(w, b, X, y, lam)
    assert there >= here + g_w @ (v - w) + g_b * (c - b) - 1e-9 * (1 + abs(there) + abs(here))


def test_away_from_kinks_the_subgradient_is_the_slope():
    X, y = noisy(50)
    w, b, lam, h = np.array([0.3, -0.2, 0.1, 0.0, 0.5]), 0.1, 0.7, 1e-7
    g_w, g_b = hinge_subgradient(w, b, X, y, lam)
    for slope, step in zip([*g_w, g_b], h * np.eye(6), strict=True):
        ahead = objective(w + step[:5], b + step[5], X, y, lam)
        behind = objective(w - step[:5], b - step[5], X, y, lam)
        assert slope == pytest.approx((ahead - behind) / (2 * h), rel=1e-5)


def test_at_the_kink_a_point_adds_nothing():
    g_w, g_b = hinge_subgradient([1.0], 0.0, [[1.0]], [1], lam=2.0)
    assert (g_w.tolist(), g_b) == ([4.0], 0.0)


# --- the rate -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "lam", "steps", "batch"), [(60, 3.0, 50, 1), (60, 3.0, 400, 16), (300, 1.0, 2000, 16)])
def test_the_mean_over_seeds_keeps_the_stated_rate(n, lam, steps, batch):
    X, y = noisy(n)
    best = optimum(X, y, lam)
    fits = [hinge_sgd(X, y, lam, steps=steps, batch=batch, seed=seed, records=1) for seed in range(20)]
    excess = np.mean([fit.objective[-1] for fit in fits]) - best
    mu, G = 2 * lam / n, 2 * np.linalg.norm(X, axis=1).max()
    assert fits[0].bound == pytest.approx(n * 2 * G**2 / (mu * (steps + 1)), rel=1e-12)
    assert -1e-6 * best <= excess <= fits[0].bound


def test_the_mean_excess_falls_like_one_over_the_steps():
    X, y = noisy(200)
    best = optimum(X, y, 4.0)
    few, many = (
        np.mean([hinge_sgd(X, y, 4.0, steps=steps, seed=seed, records=1).objective[-1] for seed in range(20)]) - best
        for steps in (200, 3200)
    )
    assert many <= few / 8  # of 16, were it exact


def test_each_step_stays_within_the_ball_that_bounds_the_subgradient():
    X, y = noisy(40)
    R, mu = np.linalg.norm(X, axis=1).max(), 2 * 0.1 / 40
    for steps in (1, 2, 3, 10, 100):
        w = hinge_sgd(X, y, 0.1, steps=steps, batch=1).plane.w
        assert np.linalg.norm(w) <= R / mu * (1 + 1e-12)


def test_one_step_is_the_textbook_step():
    X, y = np.array([[2.0, 1.0]]), [1]
    two = hinge_sgd(X, y, lam=0.5, steps=2)  # mu = 1, w_1 = 0, w_2 = (2, 1), average = (1 w_1 + 2 w_2) / 3
    assert two.plane.w == pytest.approx([4 / 3, 2 / 3], rel=1e-14)


@pytest.mark.parametrize("bias", [False, True])
def test_breast_cancer_is_solved_to_one_percent(bias):
    X, y = breast_cancer()
    fit = hinge_sgd(X, y, 5.0, bias=bias)
    assert optimum(X, y, 5.0, bias) <= fit.objective[-1] * (1 + 1e-9) <= 1.01 * optimum(X, y, 5.0, bias)


def test_the_objective_is_that_of_the_plane():
    X, y = noisy()
    for bias in (False, True):
        fit = hinge_sgd(X, y, 1.0, bias=bias, steps=100)
        assert fit.objective[-1] == pytest.approx(objective(fit.plane.w, fit.plane.b, X, y, 1.0), rel=1e-12)
        assert fit.steps.tolist() == [1, 3, 6, 12, 25, 50, 100]
        shorter = hinge_sgd(X, y, 1.0, bias=bias, steps=25)
        assert shorter.objective[-1] == fit.objective[4]


def test_only_a_fit_without_bias_claims_a_bound():
    X, y = noisy(20)
    assert hinge_sgd(X, y, 1.0, bias=True, steps=5).bound is None
    assert hinge_sgd(X, y, 1.0, steps=5).plane.b == 0


# --- on a Gram matrix -----------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(st.integers(1, 60), st.integers(0, 99), st.booleans(), st.integers(1, 30))
def test_with_the_linear_kernel_the_two_descents_are_one(n, seed, bias, batch):
    rng = np.random.default_rng(seed)
    X, y = rng.standard_normal((n + 1, 3)), np.where(np.arange(n + 1) % 2, 1, -1)
    explicit = hinge_sgd(X, y, 0.3, bias=bias, steps=60, batch=batch, seed=seed)
    implicit = kernel_hinge_sgd(X @ X.T, y, 0.3, bias=bias, steps=60, batch=batch, seed=seed)
    assert (implicit.alpha * y) @ X == pytest.approx(explicit.plane.w, rel=1e-6, abs=1e-6)
    assert implicit.b == pytest.approx(explicit.plane.b, rel=1e-6, abs=1e-6)
    assert implicit.objective == pytest.approx(explicit.objective, rel=1e-6)
    assert implicit.bound == (None if bias else pytest.approx(explicit.bound, rel=1e-9))
    assert (implicit.alpha >= 0).all()


def test_kernel_descent_comes_near_the_optimum_in_feature_space():
    X, y = noisy(120, 2)
    K, lam = gram(rbf_kernel(0.5), X), 2.0
    root = np.linalg.cholesky(K + 1e-12 * np.eye(120))
    best = optimum(root, y, lam)
    fit = kernel_hinge_sgd(K, y, lam)
    assert best * (1 - 1e-6) <= fit.objective[-1] <= 1.005 * best


# --- what comes in --------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_fit_and_another_seed_another():
    X, y = noisy()
    first, again, other = (hinge_sgd(X, y, 1.0, steps=500, seed=seed) for seed in (3, 3, 4))
    assert first.plane.w.tobytes() == again.plane.w.tobytes()
    assert first.plane.w.tobytes() != other.plane.w.tobytes()


def test_inputs_are_not_modified_and_every_layout_works():
    X, y = noisy()
    X.flags.writeable = False
    expected = hinge_sgd(X, y, 1.0, steps=50).plane.w
    for given_X in (np.asfortranarray(X), X.tolist(), X[::1]):
        assert hinge_sgd(given_X, y.tolist(), 1.0, steps=50).plane.w == pytest.approx(expected, rel=1e-12)


def test_whether_points_are_put_in_order_first_changes_nothing(monkeypatch):
    X, y = noisy()
    fits = []
    for ordering in (0, 10**9):
        monkeypatch.setattr("margin_lib.descent.schedule.ORDERING", ordering)
        fits.append(hinge_sgd(X, y, 1.0, steps=300).plane.w)
    assert fits[0].tobytes() == fits[1].tobytes()


@pytest.mark.parametrize("scale", [1e-100, 1e100])
def test_scaled_data_give_the_scaled_plane(scale):
    X, y = noisy(50)
    plain = hinge_sgd(X, y, 1.0, steps=200).plane.w
    assert hinge_sgd(X * scale, y, scale**2, steps=200).plane.w * scale == pytest.approx(plain, rel=1e-6)


def test_steps_that_would_leave_the_range_of_floats_are_refused():
    with pytest.raises(ValueError, match="lam is too small"):
        hinge_sgd([[1e120], [-1e120]], [1, -1], 1e-100)


@pytest.mark.parametrize("bias", [False, True])
def test_zero_vectors_duplicates_and_one_point_a_class_work(bias):
    fit = hinge_sgd([[0.0, 0.0], [1.0, 1.0], [1.0, 1.0]], [1, 1, -1], 1.0, bias=bias)
    assert np.isfinite(fit.objective).all()
    assert np.isfinite(hinge_sgd([[1.0], [-1.0]], [1, -1], 1.0, bias=bias).plane.w).all()


BAD = [
    ({"X": [[math.nan]]}, "X has a NaN"),
    ({"X": [1.0]}, "X must be a table"),
    ({"y": [2]}, "labels"),
    ({"y": [1, 1]}, "one label a point"),
    ({"lam": 0}, "lam"),
    ({"lam": -1}, "lam"),
    ({"lam": math.nan}, "lam"),
    ({"lam": math.inf}, "lam"),
    ({"steps": 0}, "steps"),
    ({"steps": 1.5}, "steps"),
    ({"batch": 0}, "batch"),
    ({"seed": -1}, "seed"),
    ({"records": 0}, "records"),
    ({"bias": True}, "all labels in y"),
]


@pytest.mark.parametrize(("change", "words"), BAD, ids=[f"{change}" for change, _ in BAD])
def test_bad_input_is_refused_by_name(change, words):
    with pytest.raises(ValueError, match=words):
        hinge_sgd(**{"X": [[1.0]], "y": [1], "lam": 1.0, "steps": 1} | change)


@pytest.mark.parametrize(
    ("K", "words"),
    [([[1.0, 0.0]], "square"), ([[1.0, 2.0], [0.0, 1.0]], "symmetric"), ([[-1.0]], "Gram"), ([[math.inf]], "infinity")],
)
def test_what_is_no_gram_matrix_is_refused(K, words):
    with pytest.raises(ValueError, match=words):
        kernel_hinge_sgd(K, [1] * len(K), 1.0)


@pytest.mark.parametrize(("w", "lam"), [([1.0, 2.0], 1.0), ([[1.0]], 1.0), ([1.0], 0.0)])
def test_the_subgradient_refuses_what_does_not_fit(w, lam):
    with pytest.raises(ValueError, match="coordinates|vector|lam"):
        hinge_subgradient(w, 0.0, [[1.0]], [1], lam)
