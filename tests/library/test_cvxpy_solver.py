"""The library's own solver for CVXPY, against Clarabel on the programs of the course."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.sparse import csc_array

from margin_lib.datasets import breast_cancer, inseparable, penguins
from margin_lib.optimize.quadratic_program import solve_quadratic_program

cp = pytest.importorskip("cvxpy")

# It stands where Clarabel is not, and CVXPY is imported as the pages import it.
ALONE = """
import sys
sys.modules["clarabel"] = None
from margin_lib import cvxpy_solver, hard_margin, soft_margin
from margin_lib.datasets import penguins
from margin_lib.textbook import textbook_dual, textbook_primal
{first}
cvxpy_solver.stand_by()
X, y, _ = penguins()
for C, exact in ((float("inf"), hard_margin(X, y)), (1.0, soft_margin(X, y, C=1.0))):
    for w, b, alpha in (textbook_primal(X, y, C), textbook_dual(X, y, C)):
        assert abs(w - exact.plane.w).max() < 1e-6, (C, w)
        assert abs(b - exact.plane.b) < 1e-5, (C, b)
import cvxpy
assert cvxpy.Problem(cvxpy.Minimize(cvxpy.square(cvxpy.Variable() - 1))).solve() < 1e-9
matrix, x = cvxpy.Constant([[2.0, 0.0], [0.0, 1.0]]), cvxpy.Variable(2)
assert abs(cvxpy.Problem(cvxpy.Minimize(cvxpy.quad_form(x, matrix.value)), [x >= 1]).solve() - 3) < 1e-9
"""


@pytest.fixture(autouse=True)
def margin(monkeypatch):
    """CVXPY knows the solver by its own name, beside all others, for one test."""
    from cvxpy.reductions.solvers import defines

    from margin_lib.optimize.cvxpy_solver import NAME, solver_class

    monkeypatch.setitem(defines.SOLVER_MAP_QP, NAME, solver_class()())
    monkeypatch.setattr(defines, "QP_SOLVERS", [*defines.QP_SOLVERS, NAME])
    monkeypatch.setattr(defines, "INSTALLED_SOLVERS", [*defines.INSTALLED_SOLVERS, NAME])
    return NAME


def primal(X, y, C):
    w, b, xi = cp.Variable(X.shape[1]), cp.Variable(), cp.Variable(len(X), nonneg=True)
    slack, price = (xi, C * cp.sum(xi)) if np.isfinite(C) else (0, 0)
    return cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + price), [cp.multiply(y, X @ w + b) >= 1 - slack])


def dual(X, y, C):
    alpha = cp.Variable(len(X))
    bounds = [alpha >= 0, y @ alpha == 0] + ([alpha <= C] if np.isfinite(C) else [])
    return cp.Problem(cp.Maximize(cp.sum(alpha) - cp.sum_squares((y[:, None] * X).T @ alpha) / 2), bounds)


def squared_hinge(X, y, C):
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    slack = cp.pos(1 - cp.multiply(y, X @ w + b))
    return cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + 10 * cp.sum_squares(slack)))


def hulls(X, y, C):
    here, there = (cp.Variable(int((y == label).sum()), nonneg=True) for label in (1, -1))
    apart = X[y == 1].T @ here - X[y == -1].T @ there
    return cp.Problem(cp.Minimize(cp.sum_squares(apart)), [cp.sum(here) == 1, cp.sum(there) == 1])


def least_slack(X, y, C):
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    return cp.Problem(cp.Minimize(cp.sum(cp.pos(1 - cp.multiply(y, X @ w + b)))))


SETS = {"penguins": penguins, "tumours": breast_cancer, "inseparable": lambda: inseparable(n=60, d=2, seed=1)}


@pytest.mark.parametrize("program", [primal, dual, squared_hinge, hulls, least_slack])
@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
@pytest.mark.parametrize("name", SETS)
def test_value_and_solution_are_those_of_clarabel(program, C, name, margin):
    if program not in (primal, dual) and C != 1.0:
        pytest.skip("the price of slack is no part of this program")
    X, y = SETS[name]()[:2]
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    theirs, ours = (program(X, y, C) for _ in range(2))
    theirs.solve(solver="CLARABEL")
    ours.solve(solver=margin)
    assert ours.status == "optimal"
    assert ours.value == pytest.approx(theirs.value, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("C", [1.0, np.inf])
def test_multipliers_have_the_signs_and_sizes_of_clarabel(C, margin):
    X, y, _ = penguins()
    theirs, ours = primal(X, y, C), primal(X, y, C)
    theirs.solve(solver="CLARABEL")
    ours.solve(solver=margin)
    multipliers = ours.constraints[0].dual_value
    assert multipliers == pytest.approx(theirs.constraints[0].dual_value, abs=1e-4)
    theirs, ours = dual(X, y, C), dual(X, y, C)
    theirs.solve(solver="CLARABEL")
    ours.solve(solver=margin)
    assert ours.constraints[1].dual_value == pytest.approx(theirs.constraints[1].dual_value, abs=1e-4)  # the bias


def test_classes_that_cannot_be_separated_are_infeasible_and_their_dual_is_unbounded(margin):
    X, y = np.array([[0.0], [1.0], [2.0]]), np.array([1.0, -1.0, 1.0])
    for program, status in ((primal, "infeasible"), (dual, "unbounded")):
        problem = program(X, y, np.inf)
        problem.solve(solver=margin)
        assert problem.status == status


def test_a_cone_is_declined(margin):
    x = cp.Variable(2)
    with pytest.raises(cp.SolverError):
        cp.Problem(cp.Minimize(cp.norm(x)), [x >= 1]).solve(solver=margin)


@given(st.integers(0, 10_000))
@example(1925)  # here the corrector led round in a cycle
def test_every_solution_satisfies_the_conditions(seed):
    rng = np.random.default_rng(seed)
    n, k = rng.integers(1, 8), rng.integers(0, 12)
    m = min(rng.integers(0, 3), n)
    root, A, F, inside = (rng.normal(size=shape) for shape in ((n, n), (m, n), (k, n), n))
    P, q, b, g = root.T @ root, rng.normal(size=n), A @ inside, F @ inside + rng.uniform(0, 1, k)
    found = solve_quadratic_program(csc_array(P), q, csc_array(A), b, csc_array(F), g)
    assert found.status == "optimal"
    assert (F @ found.x - g).max(initial=0) <= 1e-6
    assert np.abs(A @ found.x - b).max(initial=0) <= 1e-6
    assert found.z.min(initial=0) >= 0
    dual_value = -found.x @ P @ found.x / 2 - found.y @ b - found.z @ g
    assert found.value == pytest.approx(dual_value, rel=1e-6, abs=1e-6)


def test_a_pivot_that_rounding_takes_away_is_no_end():
    steep = 2.0**25 * np.ones((2, 2))  # beside it the ridge of 1e-9 is lost, and the second pivot is 0
    nothing = csc_array((0, 2)), np.zeros(0)
    found = solve_quadratic_program(csc_array(steep), np.zeros(2), *nothing, csc_array([[-1.0, -1.0]]), -np.ones(1))
    assert found.status == "optimal"
    assert found.x.sum() == pytest.approx(1, abs=1e-6)


def test_what_cannot_be_factored_is_failed_and_no_error():
    nothing = csc_array((0, 2)), np.zeros(0)
    steep = csc_array(1e25 * np.ones((2, 2)))  # beside it all ridges are lost
    found = solve_quadratic_program(steep, np.ones(2), *nothing, *nothing)
    assert found.status == "failed"


@pytest.mark.parametrize("first", ["", "import cvxpy"], ids=["before CVXPY", "after CVXPY"])
def test_where_clarabel_is_not_the_pages_get_this_solver_under_its_name(first):
    done = subprocess.run([sys.executable, "-c", ALONE.format(first=first)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_where_clarabel_is_nothing_is_changed():
    code = """
import sys
from margin_lib import cvxpy_solver
finders = list(sys.meta_path)
cvxpy_solver.stand_by()
assert sys.meta_path == finders
"""
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
