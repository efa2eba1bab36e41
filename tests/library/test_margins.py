"""The two normalised margins, and how the dimension relates them (S5, S14)."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import WHOLE, labeled_sets, mirrored_sets, separable_sets

from margin_lib import (
    NotSeparable,
    Plane,
    check_witness,
    l2_margin,
    lift,
    linf_margin,
    max_l2_margin,
    max_linf_margin,
    separate,
)


@given(separable_sets(bias=True))
def test_the_best_margins_are_attained_and_proved(data):
    X, y, w, b = data
    for best, margin_of, norm in ((max_l2_margin(X, y), l2_margin, "l2"), (max_linf_margin(X, y), linf_margin, "linf")):
        assert best.margin == pytest.approx(margin_of(best.plane, X, y), rel=1e-9)
        assert best.margin >= margin_of(Plane(w, b), X, y) * (1 - 1e-8)
        assert best.weights.min() >= 0
        assert best.weights.sum() == pytest.approx(1)
        combination = best.weights @ lift(X, y, normalize=norm)
        bound = np.linalg.norm(combination) if norm == "l2" else np.abs(combination).max()
        assert best.upper == pytest.approx(bound, rel=1e-9)
        assert best.margin <= bound * (1 + 1e-9)
        assert best.margin >= bound * (1 - 1e-7)


@given(separable_sets(bias=True))
def test_the_dimension_relates_the_two_margins(data):
    X, y, _, _ = data
    root = np.sqrt(X.shape[1] + 1)
    gamma_P, gamma_W = max_l2_margin(X, y).margin, max_linf_margin(X, y).margin
    assert gamma_P / root <= gamma_W * (1 + 1e-7)
    assert gamma_W <= root * gamma_P * (1 + 1e-7)


@given(labeled_sets((WHOLE,), both=True) | mirrored_sets((WHOLE,)))
@example((np.array([[2.0, -2, 3], [0, -1, 0], [-2, 0, -3]]), np.array([1, -1, 1])))  # its rounded rows are separable
@example((np.array([[-3.0, -3], [-3, -1], [-3, 2]]), np.array([1, -1, 1])))
def test_both_are_positive_or_neither(data):
    X, y = data
    separable = separate(X, y).plane is not None
    for best in (max_l2_margin, max_linf_margin):
        if separable:
            found = best(X, y)
            assert found.margin > 0
            assert found.upper - found.margin <= 1e-7 * found.upper
        else:
            with pytest.raises(NotSeparable) as caught:
                best(X, y)
            assert check_witness(caught.value.witness, X, y).ok


@given(separable_sets(bias=True), st.floats(0.01, 100))
def test_neither_margin_depends_on_the_scale_of_the_plane(data, factor):
    X, y, w, b = data
    for margin in (l2_margin, linf_margin):
        assert margin(Plane(factor * w, factor * b), X, y) == pytest.approx(margin(Plane(w, b), X, y), rel=1e-9)


@pytest.mark.parametrize("n", [50, 5_000])
def test_the_linear_program_agrees_with_an_independent_solver(n):
    from scipy.optimize import linprog
    rng = np.random.default_rng(n)
    X = rng.standard_normal((n, 6))
    y = np.where(X @ np.arange(1.0, 7) + 0.5 > 0, 1, -1)
    X += 0.2 * y[:, None] * np.arange(1.0, 7)
    A = lift(X, y, normalize="linf")
    k = A.shape[1]
    solved = linprog(
        np.append(np.zeros(2 * k), -1),
        A_ub=np.hstack([-A, A, np.ones((n, 1))]),
        b_ub=np.zeros(n),
        A_eq=[np.append(np.ones(2 * k), 0)],
        b_eq=[1],
        bounds=[(0, None)] * (2 * k) + [(None, None)],
    )
    assert max_linf_margin(X, y).margin == pytest.approx(-solved.fun, rel=1e-8)


@pytest.mark.parametrize(
    ("X", "y", "gamma"),
    [
        ([[-3, 1, 1, -3], [-2, -2, 1, -2], [1, 2, -2, -3], [0, 3, -1, 2]], [-1, -1, 1, -1], 7 / 24),
        ([[-3, 3], [-2, 1]], [-1, 1], 1 / 7),
        (
            [
                [1, 2, 1],
                [2, 3, 1],
                [1, -1, -3],
                [-1, 0, -3],
                [2, 2, -3],
                [1, -3, -3],
                [2, 0, -3],
                [1, -2, -2],
                [0, 1, 0],
                [-1, 2, -1],
            ],
            [1, 1, -1, -1, 1, -1, 1, 1, 1, -1],
            1 / 17,
        ),
    ],
)
def test_best_linf_margins_known_as_fractions(X, y, gamma):
    best = max_linf_margin(X, y)
    assert best.margin == pytest.approx(gamma, rel=1e-9)
    assert best.upper == pytest.approx(gamma, rel=1e-9)


@pytest.mark.parametrize("margin", [l2_margin, linf_margin])
def test_a_plane_that_does_not_fit_is_refused(margin):
    with pytest.raises(ValueError, match="w = 0"):
        margin(Plane([0.0]), [[1.0], [-1.0]], [1, -1])
    with pytest.raises(ValueError, match="X has 1 coordinates"):
        margin(Plane([1.0, 2.0]), [[1.0], [-1.0]], [1, -1])
