# %% role="set"
title = "Duality and KKT"
barred = [
    "svm", "textbook", "program", "interior", "active_set", "working_set", "crossover", "smo", "duality", "checks.svms",
    "margins", "kernel_svm", "kernel_machine", "estimators",
]  # fmt: skip
packages = ["numpy", "matplotlib", "cvxpy"]
own = ["vouched", "proof_order", "demand", "savings"]

STEPS = {
    "sum": "$L(\\mathbf{w}, b, \\alpha) = \\frac12\\|\\mathbf{w}\\|^2 - \\sum_i \\alpha_i\\,\\big(y_i(\\mathbf{w}\\cdot\\mathbf{x}_i + b) "
    "- t_i\\big)$, by what a Lagrangian is.",
    "sorted": "$L(\\mathbf{w}, b, \\alpha) = \\frac12\\|\\mathbf{w}\\|^2 - \\mathbf{w}\\cdot\\mathbf{v} - b\\sum_i \\alpha_i y_i "
    "+ \\sum_i \\alpha_i t_i$.",
    "line": "With $\\mathbf{w}$ and $\\alpha$ fixed, $L$ is a straight line in $b$, of slope $-\\sum_i \\alpha_i y_i$.",
    "balance": "If $\\sum_i \\alpha_i y_i \\ne 0$, that line goes down without end, so $\\theta(\\alpha) = -\\infty$.",
    "gone": "If $\\sum_i \\alpha_i y_i = 0$, then $L = \\frac12\\|\\mathbf{w}\\|^2 - \\mathbf{w}\\cdot\\mathbf{v} + \\sum_i \\alpha_i t_i$ "
    "for every $b$.",
    "square": "$\\frac12\\|\\mathbf{w}\\|^2 - \\mathbf{w}\\cdot\\mathbf{v} = \\frac12\\|\\mathbf{w} - \\mathbf{v}\\|^2 "
    "- \\frac12\\|\\mathbf{v}\\|^2$ for every $\\mathbf{w}$.",
    "least": "So if $\\sum_i \\alpha_i y_i = 0$, $L$ is least at $\\mathbf{w} = \\mathbf{v}$ and at no other $\\mathbf{w}$.",
    "value": "So if $\\sum_i \\alpha_i y_i = 0$, then $\\theta(\\alpha) = \\sum_i \\alpha_i t_i - \\frac12\\|\\mathbf{v}\\|^2$.",
    "products": "$\\|\\mathbf{v}\\|^2 = \\sum_{i,j} \\alpha_i\\alpha_j\\, y_i y_j\\; \\mathbf{x}_i\\cdot\\mathbf{x}_j$.",
    "end": "The dual is to maximise $\\sum_i \\alpha_i t_i - \\frac12\\sum_{i,j} \\alpha_i\\alpha_j\\, y_i y_j\\; "
    "\\mathbf{x}_i\\cdot\\mathbf{x}_j$ where all $\\alpha_i \\ge 0$ and $\\sum_i \\alpha_i y_i = 0$.",
    "every": "At the least value $\\partial L/\\partial\\alpha_i = 0$, so $y_i(\\mathbf{w}\\cdot\\mathbf{x}_i + b) = t_i$ for every $i$.",
    "slipped": "$L(\\mathbf{w}, b, \\alpha) = \\frac12\\|\\mathbf{w}\\|^2 - \\mathbf{w}\\cdot\\mathbf{v} - b\\sum_i \\alpha_i y_i "
    "+ \\sum_i t_i$.",
}
BUILDS_ON = {
    "sum": [],
    "sorted": ["sum"],
    "line": ["sorted"],
    "balance": ["line"],
    "gone": ["sorted"],
    "square": [],
    "least": ["gone", "square"],
    "value": ["least"],
    "products": [],
    "end": ["balance", "value", "products"],
}


def variant(draw):
    """Draw a parabola and its bounds, a row of length sqrt 5, and two points at distance 2 with the demands 1 and 3."""
    import numpy as np

    middle = draw.choice("middle", [-4, -3, -2, 2, 3, 4])
    row = draw.choice("row", [[1, 2], [2, 1], [1, -2], [-2, 1], [-1, 2], [2, -1]])
    rng = draw.rng("pair")
    place = rng.integers(-4, 5, size=2)
    step = np.eye(2, dtype=int)[rng.integers(2)] * rng.choice([-1, 1])
    return {
        "middle": middle,
        "linear": -middle,
        "low": middle + 3,
        "high": middle + 8,
        "row": row,
        "row_text": f"({row[0]}, {row[1]})",
        "twice": [2 * row[0], 2 * row[1]],
        "twice_text": f"({2 * row[0]}, {2 * row[1]})",
        "pair": [(place + step).tolist(), (place - step).tolist()],
        "demands": draw.choice("demands", [[1, 3], [3, 1]]),
        **draw.steps(STEPS, BUILDS_ON),
    }


# %%
import cvxpy as cp
import matplotlib.pyplot as plt
import numpy as np

from margin_lib.datasets import penguins
from margin_lib.plots import plot_points

# %% [markdown]
# ## Part A: a parabola between two bounds ({{points:toy}})
#
# The book's two toy problems have one bound each. Here are two at once: minimise
#
# $$f(x) = a x^2 + b x + c \quad\text{where}\quad \text{low} \le x \le \text{high} .$$
#
# There is a price for each of the bounds, so that the Lagrangian is
# $L(x, \lambda, \mu) = f(x) - \lambda\,(x - \text{low}) - \mu\,(\text{high} - x)$. Which of them is in the way decides which price is
# above zero.
#
# Return `(x, lam, mu, value)`: the best permitted $x$; prices $\lambda$ and $\mu$ with which the conditions of Karush, Kuhn and Tucker
# hold at it; and $f(x)$. The arguments are numbers, $a > 0$ and $\text{low} \le \text{high}$. The free minimum may lie exactly on a bound. Low
# and high may be equal; then many prices are right, and any of them will do. The numbers may be off by $10^{-9}$ in size, or
# by one part in $10^9$ if they are larger than 1.

# %% answer="toy"
def toy(a, b, c, low, high):
    """Return (x, lam, mu, value): the solution, the price of the lower bound, that of the upper one, and the cost."""
    ### BEGIN SOLUTION
    x = min(max(-b / (2 * a), low), high)
    slope = 2 * a * x + b
    return x, max(slope, 0.0), max(-slope, 0.0), a * x**2 + b * x + c
    ### END SOLUTION

# %% check="toy"
x, lam, mu, value = toy(0.5, {{linear}}, 1.0, {{low}}, {{high}})
assert {{low}} <= x <= {{high}}, f"x must be at least {{low}} and at most {{high}}, but is {x}."
assert lam >= 0 and mu >= 0, f"no price may be negative, but they are {lam} and {mu}."
assert abs(value - (x**2 / 2 + {{linear}} * x + 1)) < 1e-9, f"the cost of x = {x} is not {value}."
assert abs(x - {{low}}) < 1e-9, f"the parabola is least at {{middle}} and only grows from there, but x is {x}."
assert abs(lam - 3) < 1e-9, f"at x = {{low}} the parabola grows by 3 for each unit of the bound, but its price is {lam}."
print("The form is right: x =", x, "at the prices", lam, "and", mu)

# %% test="toy"
import numpy as np

from course.judge import numbers

rng = marks.rng("parabolas")
cases = []
for place in ["below", "on low", "inside", "on high", "above", "alone"] * 3:
    a, c, low = rng.integers(1, 9) / 2, rng.integers(-9, 10), rng.integers(-9, 10)
    high = low if place == "alone" else low + rng.integers(2, 9)
    free = {"below": low - 2.5, "on low": low, "inside": low + 1, "on high": high, "above": high + 3, "alone": low + 1}[place]
    cases.append(tuple(float(value) for value in (a, -2 * a * free, c, low, high)))
answers = []


def close(one, other):
    return abs(one - other) <= 1e-9 * max(1.0, abs(one), abs(other))


with marks.claim(1, "x is permitted, nothing permitted costs less, and the value is what x costs", read="duality: Two toy problems"):
    answers = [numbers(marks.call(toy, *case), 4, "what toy returns") for case in cases]
    for (a, b, c, low, high), (x, _, _, value) in zip(cases, answers):
        best = float(np.clip(-b / (2 * a), low, high))
        assert close(x, best)
        assert close(value, a * best**2 + b * best + c)
with marks.claim(1, "the prices balance the slope, none is negative, and a bound with room has the price 0", read="duality: A constraint that does not matter"):
    assert answers
    for (a, b, c, low, high), (_, lam, mu, _) in zip(cases, answers):
        best = float(np.clip(-b / (2 * a), low, high))
        assert lam >= -1e-9 and mu >= -1e-9
        assert close(2 * a * best + b, lam - mu)
        assert close(lam * (best - low), 0) and close(mu * (high - best), 0)

# %% [markdown]
# ## Part B: a dual function by hand ({{points:vouched}})
#
# A larger problem, with $d$ numbers $x_1, \dots, x_d$ and $k$ constraints:
#
# $$\text{minimise}\quad \tfrac12\sum_j s_j x_j^2 \quad\text{where}\quad A\mathbf{x} \ge \mathbf{c} .$$
#
# $A$ has $k$ rows and $d$ columns, and all $s_j \ge 0$. Some $s_j$ may be **zero**: then $x_j$ costs nothing.
#
# *An example.* $s = (1, 1)$ and one constraint, ${{row_text}}\cdot\mathbf{x} \ge 5$. At the price $\lambda = 2$ the Lagrangian
# $L = \tfrac12\|\mathbf{x}\|^2 - 2\,\big({{row_text}}\cdot\mathbf{x} - 5\big)$ is least at $\mathbf{x} = {{twice_text}}$, which costs 10 and is paid back 10. So
# $\theta(2) = 0$. That is a lower bound, though a poor one. The permitted point ${{twice_text}}$ itself is an upper bound: 10.
#
# On paper, find the dual function $\theta(\lambda) = \inf_{\mathbf{x}} L(\mathbf{x}, \lambda)$ for any $s$, $A$ and $\mathbf{c}$. For which $\lambda$ is it
# $-\infty$? Then write a function that is given several prices, a vector $\lambda$ in each row of `prices`, and several points, a vector
# $\mathbf{x}$ in each row of `points`. It returns `(thetas, lower, upper)`:
#
# - `thetas`, a list with $\theta(\lambda)$ for each row of `prices`, and `None` in place of $-\infty$. A row may hold negative entries; the
#   infimum is asked for all the same.
# - `lower`, the best lower bound on the optimum that these prices prove, or `None` if they prove none. Which prices may be used?
# - `upper`, the best upper bound that these points prove, or `None`.
#
# The arguments are numpy arrays, and all their entries are whole numbers, so $A\mathbf{x} \ge \mathbf{c}$ and $= 0$ can be tested exactly. There are up to 20 of
# each. The results may be off by $10^{-9}$ in size, or by one part in $10^9$ if they are larger than 1.

# %% answer="vouched"
def vouched(s, A, c, prices, points):
    """Return (thetas, lower, upper): the dual function at the prices, and what prices and points prove of the optimum."""
    ### BEGIN SOLUTION
    thetas = []
    for lam in prices:
        pull = lam @ A
        if pull[s == 0].any():
            thetas.append(None)
        else:
            costly = s > 0
            thetas.append(lam @ c - (pull[costly] ** 2 / s[costly]).sum() / 2)
    proved = [theta for lam, theta in zip(prices, thetas) if theta is not None and (lam >= 0).all()]
    costs = [s @ x**2 / 2 for x in points if (A @ x >= c).all()]
    return thetas, max(proved, default=None), min(costs, default=None)
    ### END SOLUTION

# %% check="vouched"
thetas, lower, upper = vouched(
    np.array([1.0, 1.0]), np.array([{{row}}]) * 1.0, np.array([5.0]), np.array([[0.0], [2.0]]), np.array([{{twice}}, [0, 0]]) * 1.0
)
assert len(thetas) == 2, f"two prices make two values, but there are {len(thetas)}."
assert all(abs(theta) < 1e-9 for theta in thetas), f"theta is 0 at the prices 0 and 2, but the values are {thetas}."
assert abs(lower) < 1e-9, f"the better of the bounds 0 and 0 is 0, but lower is {lower}."
assert abs(upper - 10) < 1e-9, f"only the first of the points is permitted, and it costs 10, but upper is {upper}."
print("The form is right: the optimum is between", lower, "and", upper)

# %% test="vouched"
import numpy as np

from course.judge import number
from course.judge.answers import unpacked


def dual(s, A, c, lam):
    pull = lam @ A
    if any(pull[j] != 0 for j in range(len(s)) if s[j] == 0):
        return None
    return lam @ c - sum(pull[j] ** 2 / s[j] for j in range(len(s)) if s[j] > 0) / 2


def problem(rng, zeros):
    """Draw until the best of the prices is a forbidden one, the best permitted one has a zero, and the best point is on an edge."""
    while True:
        s = np.append(rng.integers(20, 60, size=3), np.zeros(zeros)).astype(float)
        A = np.hstack([rng.integers(-3, 4, size=(4, 3)), np.tile([[1], [-1], [1], [-1]], (1, zeros))]).astype(float)
        x = rng.integers(-3, 4, size=3 + zeros).astype(float)
        c = A @ x - [0, 1, 2, 3]
        prices = rng.integers(-2, 9, size=(12, 4)).astype(float)
        prices[:9, 3] = prices[:9, 0] - prices[:9, 1] + prices[:9, 2]
        prices[9:] = np.abs(prices[9:])
        prices[4] *= np.array([1.0, 0.0, 0.0, 1.0])
        prices[4, 3] = prices[4, 0]
        points = np.vstack([2 * x, rng.integers(-3, 4, size=(6, 3 + zeros)), x, 0 * x])
        values = [dual(s, A, c, lam) for lam in prices]
        proved = [(v, lam.min()) for v, lam in zip(values, prices) if v is not None and lam.min() >= 0]
        costs = [p @ (s * p) / 2 for p in points if (A @ p >= c).all()]
        if not proved or c.max() <= 0 or len(costs) < 2:
            continue
        best, zero = max(proved)
        if best < max(v for v in values if v is not None) and zero == 0 and sorted(costs)[1] > min(costs) == x @ (s * x) / 2:
            return (s, A, c, prices, points), values, best, min(costs)


cases = [problem(marks.rng(f"problem {i}"), zeros) for i, zeros in enumerate([0, 1, 1, 2])]
answers = []
read = "duality: The Lagrangian of any problem"


def close(one, other):
    return abs(one - other) <= 1e-9 * max(1.0, abs(one), abs(other))


with marks.claim(1, "the dual function: the least value of L, and None where L goes down without end", read=read):
    answers = [unpacked(marks.call(vouched, *case[0]), 3, "what vouched returns") for case in cases]
    for (_, values, _, _), (thetas, _, _) in zip(cases, answers):
        for theta, right in zip(unpacked(thetas, 12, "thetas"), values):
            assert (theta is None) == (right is None)
            assert right is None or close(number(theta, "an entry of thetas"), right)
with marks.claim(1, "the lower bound, from the prices that prove one, and None where none does", read=read):
    assert answers
    for (_, _, right, _), (_, lower, _) in zip(cases, answers):
        assert close(number(lower, "lower"), right)
    s, A, c, prices, points = cases[1][0]
    forbidden = np.array([[2.0, 1.0, -1.0, 0.0], [1.0, 0.0, 0.0, 0.0]])  # the first has a negative entry, the second pulls at a zero
    assert unpacked(marks.call(vouched, s, A, c, forbidden, points), 3, "what vouched returns")[1] is None
with marks.claim(1, "the upper bound, from the points that are permitted, and None where none is", read=read):
    assert answers
    for (_, _, _, right), (_, _, upper) in zip(cases, answers):
        assert close(number(upper, "upper"), right)
    s, A, c, prices, points = cases[0][0]
    assert unpacked(marks.call(vouched, s, A, c, prices, points[-1:]), 3, "what vouched returns")[2] is None

# %% [markdown]
# ## Demands
#
# From here on each point makes a **demand** of its own: a number $t_i > 0$, and the plane must keep $y_i f(\mathbf{x}_i) \ge t_i$, with
# $f(\mathbf{x}) = \mathbf{w}\cdot\mathbf{x} + b$. A point that was measured badly may demand 3 where the others demand 1. The problem is to
#
# $$\text{minimise}\quad \tfrac12\|\mathbf{w}\|^2 \quad\text{where}\quad y_i\,(\mathbf{w}\cdot\mathbf{x}_i + b) \ge t_i \quad\text{for all } i .$$
#
# If all $t_i = 1$, this is the hard margin of the book.
#
# ## Part C: its dual, in order ({{points:proof_order}})
#
# These are the steps that lead from the problem to its dual, in no order, and two that do not belong. $\mathbf{v}$ stands for
# $\sum_i \alpha_i y_i \mathbf{x}_i$, all $\alpha_i \ge 0$, and $\theta(\alpha)$ for the infimum of $L(\mathbf{w}, b, \alpha)$ over all $\mathbf{w}$ and $b$.
#
# {{steps}}
#
# Return the letters of the steps that belong, as a list, in an order in which each step comes after those that it builds on.
# There is more than one such order; each of them is right.

# %% answer="proof_order"
def proof_order():
    """Return the letters of the steps that belong, in a valid order."""
    ### BEGIN SOLUTION
    return {{hidden_order}}
    ### END SOLUTION

# %% check="proof_order"
order = proof_order()
assert isinstance(order, (list, tuple)), f"the answer must be a list of letters, but is a {type(order).__name__}."
assert all(letter in {{letters}} for letter in order), f"the letters are {{letters}}, but the answer is {order}."
assert len(set(order)) == len(order), f"a letter stands twice in {order}."
print("The form is right:", len(order), "steps.")

# %% test="proof_order"
from course.judge import arranged

with marks.claim(2, "all steps that belong, no other, each after those that it builds on", read="duality: The dual of the hard margin, step by step"):
    assert arranged(marks.call(proof_order), {{hidden_builds_on}}, {{hidden_distractors}})

# %% [markdown]
# ## Part D: the primal in CVXPY ({{points:cheapest_plane}})
#
# Write the problem with demands in CVXPY, and solve it. `X` is a matrix with a point in each row, `y` and `t` are vectors of labels and
# demands. Both labels occur.
#
# Return `(cost, w, b, prices)`: the least $\tfrac12\|\mathbf{w}\|^2$, the plane, and the multipliers $\alpha_i$ of the demands. If no plane meets
# the demands, return `None`.
#
# Solve with `solver=cp.CLARABEL`: the one that CVXPY would choose by itself is less accurate. After `solve` the problem has a `status`: `cp.OPTIMAL`, or else
# something like `cp.INFEASIBLE` or `cp.UNBOUNDED`, and then the variables have the value `None`.
#
# The accuracy demanded: each $y_i f(\mathbf{x}_i) \ge t_i - 10^{-5}$; the cost, that of $\mathbf{w}$, and what the
# multipliers are worth in the dual (part C) within one part in $10^5$ of the optimum; no multiplier below $-10^{-6}$ times the largest; and
# $|\sum_i \alpha_i y_i| \le 10^{-6}\sum_i \alpha_i$. Where several sets of multipliers are optimal, each of them is right. There are up to 100 points in up to 8
# dimensions, sometimes only one, points may coincide, and 10 seconds of CPU are allowed for each call. The same holds for part E.

# %% answer="cheapest_plane"
def cheapest_plane(X, y, t):
    """Return (cost, w, b, prices) of the cheapest plane that meets the demands, or None if there is none."""
    ### BEGIN SOLUTION
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    met = cp.multiply(y, X @ w + b) >= t
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [met])
    problem.solve(solver=cp.CLARABEL)
    if w.value is None:
        return None
    return problem.value, w.value, b.value, met.dual_value
    ### END SOLUTION

# %% check="cheapest_plane"
X, y, t = np.array({{pair}}) * 1.0, np.array([1.0, -1.0]), np.array({{demands}}) * 1.0
cost, w, b, prices = cheapest_plane(X, y, t)
assert len(w) == 2, f"w must have as many entries as a point, 2, but has {len(w)}."
assert np.ndim(b) == 0, f"b must be a number, but has shape {np.shape(b)}."
assert len(prices) == 2, f"each point has a price, but there are {len(prices)}."
met = y * (X @ w + b)
assert (met >= t - 1e-5).all(), f"the points demand {t}, but y f(x) is {met}."
assert abs(cost - 2) < 1e-4, f"two points at distance 2 whose demands add up to 4 need |w| = 2, which costs 2, but the cost is {cost}."
print("The form is right: the plane costs", round(float(cost), 6))

# %% test="cheapest_plane"
import numpy as np

from course.judge import number, vector
from course.judge.answers import unpacked
from course.judge.data import inseparable, supported

sizes = [(2, 1, 2, 0), (40, 3, 4, 2), (100, 8, 5, 3)]
cases = [supported(marks.rng(f"{i}"), n, d, k, touching=on, equal=False) for i, (n, d, k, on) in enumerate(sizes)]
X, y, t, w, b, alpha = cases[1]
cases[1] = np.vstack([X, X]), np.append(y, y), np.append(t, t), w, b, np.append(alpha, 0 * alpha)
answers = []

with marks.claim(1, "the plane meets the demands at the least cost, and None is returned where no plane does", read="support-vectors: Solving with CVXPY"):
    answers = [unpacked(marks.call(cheapest_plane, *case[:3]), 4, "what cheapest_plane returns") for case in cases]
    for (X, y, t, right, _, _), (cost, w, b, _) in zip(cases, answers):
        best = right @ right / 2
        w, b = vector(w, X.shape[1], "w"), number(b, "b")
        assert (y * (X @ w + b) >= t - 1e-5).all()
        assert abs(w @ w / 2 - best) <= 1e-5 * best
        assert abs(number(cost, "the cost") - best) <= 1e-5 * best
    X, y = inseparable(marks.rng("none"), 12, 2)
    assert marks.call(cheapest_plane, X, y, np.ones(12)) is None
with marks.claim(1, "the prices balance, none is negative, and in the dual they are worth what the plane costs", read="support-vectors: Solving with CVXPY"):
    assert answers
    for (X, y, t, right, _, _), (_, _, _, prices) in zip(cases, answers):
        alpha = vector(prices, len(X), "the prices")
        pull = (alpha * y) @ X
        assert alpha.min() >= -1e-6 * alpha.max()
        assert abs(alpha @ y) <= 1e-6 * alpha.sum()
        assert abs(alpha @ t - pull @ pull / 2 - right @ right / 2) <= 1e-5 * (right @ right / 2)

# %% [markdown]
# ## Part E: the dual in CVXPY ({{points:best_prices}})
#
# Now the dual, as you found it in part C. `bias` is True or False. If it is False, only planes through the origin count: $b = 0$, and one of the
# dual's conditions falls away.
#
# Return `(worth, prices)`: the largest value of the dual, and multipliers that reach it. If no plane meets the demands, the dual can be made as large as
# one likes; then return `None`. The accuracy is that of part D.

# %% answer="best_prices"
def best_prices(X, y, t, bias):
    """Return (worth, prices), a solution of the dual, or None if it is unbounded."""
    ### BEGIN SOLUTION
    alpha = cp.Variable(len(y))
    conditions = [alpha >= 0]
    if bias:
        conditions.append(y @ alpha == 0)
    worth = t @ alpha - cp.sum_squares(X.T @ cp.multiply(y, alpha)) / 2
    problem = cp.Problem(cp.Maximize(worth), conditions)
    problem.solve(solver=cp.CLARABEL)
    if alpha.value is None:
        return None
    return problem.value, alpha.value
    ### END SOLUTION

# %% check="best_prices"
X, y, t = np.array({{pair}}) * 1.0, np.array([1.0, -1.0]), np.array({{demands}}) * 1.0
worth, prices = best_prices(X, y, t, True)
assert np.ndim(worth) == 0, f"the worth must be a number, but has shape {np.shape(worth)}."
assert len(prices) == 2, f"each point has a price, but there are {len(prices)}."
assert abs(prices[0] - prices[1]) < 1e-4, f"the prices of the two labels must balance, but they are {prices}."
assert abs(worth - 2) < 1e-4, f"the plane of part D's example costs 2, and the best prices are worth as much, but these are worth {worth}."
print("The form is right: the prices are", np.round(prices, 6))

# %% test="best_prices"
import numpy as np

from course.judge import number, vector
from course.judge.answers import unpacked
from course.judge.data import inseparable, supported


def judge(case, bias):
    X, y, t, right, _, _ = case
    worth, prices = unpacked(marks.call(best_prices, X, y, t, bias), 2, "what best_prices returns")
    alpha, best = vector(prices, len(X), "the prices"), right @ right / 2
    pull = (alpha * y) @ X
    assert alpha.min() >= -1e-6 * alpha.max()
    assert not bias or abs(alpha @ y) <= 1e-6 * alpha.sum()
    assert abs(alpha @ t - pull @ pull / 2 - best) <= 1e-5 * best
    assert abs(number(worth, "the worth") - best) <= 1e-5 * best


with marks.claim(1, "with a bias: prices that balance and are worth the optimum, and None where no plane meets the demands", read="support-vectors: Solving with CVXPY"):
    for i, (n, d, k, on) in enumerate([(3, 1, 2, 0), (80, 8, 5, 3)]):
        judge(supported(marks.rng(f"bias {i}"), n, d, k, touching=on, equal=False), True)
    X, y = inseparable(marks.rng("none"), 12, 2)
    assert marks.call(best_prices, X, y, np.ones(12), True) is None
with marks.claim(1, "through the origin: the same without the balance, and None where a plane would need a bias", read="duality: The dual of the hard margin, step by step"):
    for i, (n, d, k, on) in enumerate([(3, 1, 1, 0), (60, 4, 3, 2)]):
        judge(supported(marks.rng(f"origin {i}"), n, d, k, touching=on, equal=False, bias=False), False)
    assert marks.call(best_prices, np.array([[1.0], [3.0]]), np.array([-1.0, 1.0]), np.ones(2), False) is None

# %% [markdown]
# ## Part F: the plane from the multipliers ({{points:plane_from}})
#
# You are given the multipliers, the points, the labels and the demands, but no plane. Return `(w, b, support)`: $\mathbf{w}$, $b$, and the row numbers of the support
# vectors, from 0, in any order.
#
# The multipliers come from a solver. Those that should be zero are not quite: they lie between 0 and $10^{-9}$ times the largest. The others are at least
# $10^{-3}$ times the largest, so you can draw the line anywhere in between. A point below the line is no support vector.
#
# Each support vector alone would give $b$. As the others are a little wrong too, their answers differ a little. Return the **mean**
# of the answers of all support vectors, each counted once. Mind the demands: a support vector has $y_i f(\mathbf{x}_i) = t_i$.
#
# The points may be measured in any unit, so that the multipliers may all be very large or very small. $b$ may be off by $10^{-6}$, and $\mathbf{w}$ by
# $10^{-6}\,\|\mathbf{w}\|$. There are up to 100 points in up to 12 dimensions, here and in parts G and I.

# %% answer="plane_from"
def plane_from(alpha, X, y, t):
    """Return (w, b, support): the plane that the multipliers make, and the rows of the support vectors."""
    ### BEGIN SOLUTION
    support = np.flatnonzero(alpha > 1e-5 * alpha.max())
    w = (alpha * y) @ X
    return w, (y * t - X @ w)[support].mean(), support
    ### END SOLUTION

# %% check="plane_from"
X, y, t = np.array({{pair}}) * 1.0, np.array([1.0, -1.0]), np.array({{demands}}) * 1.0
w, b, support = plane_from(np.array([1.0, 1.0]), X, y, t)
assert len(w) == 2, f"w must have as many entries as a point, 2, but has {len(w)}."
assert np.ndim(b) == 0, f"b must be a number, but has shape {np.shape(b)}."
assert sorted(support) == [0, 1], f"both points have the multiplier 1, so the support vectors are 0 and 1, but the answer is {support}."
met = y * (X @ w + b)
assert np.allclose(met, t), f"both points should meet their demands {t} exactly, but y f(x) is {met}."
print("The form is right: w =", w, "and b =", b)

# %% test="plane_from"
import numpy as np

from course.judge import number, vector, wholes
from course.judge.answers import unpacked
from course.judge.data import supported

cases = []
sizes = [(2, 1, 2, 0, 1), (20, 2, 3, 1, 1), (60, 5, 5, 4, 1000), (6, 9, 4, 2, 1), (40, 4, 5, 2, 0.001)]
for i, (n, d, k, on, unit) in enumerate(sizes):
    rng = marks.rng(f"{i}")
    X, y, t, _, _, alpha = supported(rng, n, d, k, touching=on, equal=False)
    X, alpha = unit * X, alpha / unit**2
    rough = alpha * (1 + rng.uniform(-0.02, 0.02, size=n)) + (alpha == 0) * rng.uniform(0, 1e-9, size=n) * alpha.max()
    w = sum(rough[i] * y[i] * X[i] for i in range(n))
    support = [i for i in range(n) if alpha[i] > 0]
    cases.append(((rough, X, y, t), w, np.mean([y[i] * t[i] - w @ X[i] for i in support]), support))
answers = []

with marks.claim(1, "w, the sum that the multipliers make, and the support vectors, without those that a solver left a little above zero", read="support-vectors: Which points hold the plane?"):
    answers = [unpacked(marks.call(plane_from, *case[0]), 3, "what plane_from returns") for case in cases]
    for ((_, X, _, _), right, _, support), (w, _, found) in zip(cases, answers):
        assert np.abs(vector(w, X.shape[1], "w") - right).max() <= 1e-6 * np.sqrt(right @ right)
        assert sorted(wholes(found, len(X), "the support vectors")) == support
with marks.claim(1, "b, the mean over the support vectors, by their demands", read="support-vectors: The plane from the multipliers"):
    assert answers
    for (_, _, right, _), (_, b, _) in zip(cases, answers):
        assert abs(number(b, "b") - right) <= 1e-6

# %% [markdown]
# ## Part G: by how much are the conditions missed? ({{points:residuals}})
#
# Somebody hands you a plane and multipliers, and says that they solve the problem with demands. Judge it. Return five numbers, none negative, each zero if its
# condition holds:
#
# 1. how far $\mathbf{w}$ is from the sum that stationarity asks for, as the length of the difference;
# 2. the size of $\sum_i \alpha_i y_i$;
# 3. by how much the demand that is missed most is missed, or 0 if all are met;
# 4. how far the lowest multiplier is below zero, or 0 if none is;
# 5. the largest size of a product of complementary slackness, over all points.
#
# Plane and multipliers may be anything: your function computes, it does not solve. The numbers may be off by $10^{-9}$ in size, or by one part in $10^9$ if they are
# larger than 1.

# %% answer="residuals"
def residuals(w, b, alpha, X, y, t):
    """Return by how much five conditions are missed: w, balance, demands, signs, complementary slackness."""
    ### BEGIN SOLUTION
    room = y * (X @ w + b) - t
    return (
        np.linalg.norm(w - (alpha * y) @ X),
        abs(alpha @ y),
        max(-room.min(), 0.0),
        max(-alpha.min(), 0.0),
        np.abs(alpha * room).max(),
    )
    ### END SOLUTION

# %% check="residuals"
X, y, t = np.array({{pair}}) * 1.0, np.array([1.0, -1.0]), np.array({{demands}}) * 1.0
found = residuals(np.array([0.0, 0.0]), 0.0, np.array([1.0, -1.0]), X, y, t)
assert len(found) == 5, f"there are five conditions, but {len(found)} numbers."
assert all(np.ndim(number) == 0 and number >= 0 for number in found), f"no number may be negative, but they are {found}."
assert abs(found[2] - 3) < 1e-9, f"with w = 0 and b = 0 the demand 3 is missed by 3, but the third number is {found[2]}."
assert abs(found[3] - 1) < 1e-9, f"the lowest multiplier is 1 below zero, but the fourth number is {found[3]}."
print("The form is right:", found)

# %% test="residuals"
import numpy as np

from course.judge import numbers
from course.judge.data import supported

cases = []
for i, (n, d, k) in enumerate([(2, 1, 2), (12, 2, 3), (40, 5, 4), (5, 7, 4)]):
    rng = marks.rng(f"{i}")
    X, y, t, w, b, alpha = supported(rng, n, d, k, equal=False)
    low, high = int(np.argmin(alpha)), int(np.argmax(alpha))
    cases += [
        (w, b, alpha, X, y, t),
        (w + rng.normal(size=d), b + rng.normal(), rng.normal(size=n) + 0.5, X, y, t),
        (3 * w, 3 * b, alpha + 0.25, X, y, t),  # demands are met with room to spare
        (w, b + 0.5, alpha, X, y, t),
        (w, b, np.where(np.arange(n) == low, -0.3, alpha), X, y, t),
        (w / 2, b / 2, np.where(np.arange(n) == high, 2.0, alpha), X, y, t),
    ]
answers, read = [], "duality: What the conditions say of a point"


def agrees(column, one):
    assert len(answers) == len(cases)
    for case, answer in zip(cases, answers):
        right = one(*case)
        assert abs(answer[column] - right) <= 1e-9 * max(1.0, right)


def products(w, b, alpha, X, y, t):
    return max(abs(alpha[i] * (y[i] * (w @ X[i] + b) - t[i])) for i in range(len(y)))


with marks.claim(1, "stationarity: the normal, and the balance of the multipliers", read=read):
    answers = [numbers(marks.call(residuals, *case), 5, "what residuals returns") for case in cases]
    agrees(0, lambda w, b, alpha, X, y, t: np.sqrt(((w - sum(alpha[i] * y[i] * X[i] for i in range(len(y)))) ** 2).sum()))
    agrees(1, lambda w, b, alpha, X, y, t: abs(sum(alpha[i] * y[i] for i in range(len(y)))))
with marks.claim(1, "what is said of each point: its demand, the sign of its multiplier, and their product", read=read):
    agrees(2, lambda w, b, alpha, X, y, t: max(0.0, *(t[i] - y[i] * (w @ X[i] + b) for i in range(len(y)))))
    agrees(3, lambda w, b, alpha, X, y, t: max(0.0, *(-one for one in alpha)))
    agrees(4, products)

# %% [markdown] proof="demand" points=2
# ## Part H: what the conditions say of a point that demands ({{points:demand}})
#
# Let $(\mathbf{w}, b)$ be the cheapest plane of the problem with demands, and $\alpha$ multipliers that meet the conditions of Karush, Kuhn and Tucker with it.
#
# 1. Take one point $(\mathbf{x}_i, y_i)$ with its demand $t_i$ and its multiplier $\alpha_i$. Say in a sentence each what stationarity, primal feasibility, dual
#    feasibility and complementary slackness say of *this* point.
# 2. Point 7 has *room*, $y_7 f(\mathbf{x}_7) > t_7$. Now it demands more: $t_7' = y_7 f(\mathbf{x}_7)$. Prove that $(\mathbf{w}, b)$ is still the cheapest plane. Say
#    which conditions you have to look at again, and which theorem makes the conclusion.
#
# This part is read by a person.
#
# === BEGIN MARK SCHEME ===
# 1 point: all four. Stationarity: the point adds alpha_i y_i x_i to w, and alpha_i to the balance of its label; with alpha_i = 0 it has no say. Primal:
# it is on its side, at least t_i/|w| away from the plane. Dual: it may push the plane away, never pull it near. Slackness: if alpha_i > 0, its demand is met
# exactly; if its demand is met with room, alpha_i = 0. Half a point for two or three, or if slackness is read backwards (exactly met, so alpha_i > 0).
#
# 1 point: alpha_7 = 0 by slackness, as the point has room (half). Stationarity and dual feasibility do not mention t. Demands and products of the other points
# are as before; the new demand of point 7 is met, exactly, and its product is 0. So the conditions hold, and they are sufficient, as the problem
# is convex (half). A full point also for: the new problem has fewer permitted planes, and the old best one is among them.
# === END MARK SCHEME ===

# %% [markdown]
# ## Part I: prediction from the dual ({{points:scores}})
#
# Now the demands are all 1 again. Somebody has a plane for you, but shows you neither the plane nor a single point: only inner products.
#
# `G` is the matrix of the inner products of the data with each other, $G_{ij} = \mathbf{x}_i\cdot\mathbf{x}_j$, and `K` that of the new points with the
# data: $K_{ij}$ is the inner product of the $i$-th *new* point with $\mathbf{x}_j$. `y` holds the labels of the data and `alpha` their multipliers, from a
# solver and in any unit, as in part F: what should be zero is at most $10^{-9}$ times the largest, the rest at least $10^{-3}$ times.
#
# Return a list with $f$ at each of the new points. There may be no new points; then it is empty. The multipliers of the support vectors are right to
# ten digits here, so any right way to find $b$ will do. The numbers may be off by $10^{-5}$.

# %% answer="scores"
def scores(alpha, G, y, K):
    """Return f at the new points, from inner products alone."""
    ### BEGIN SOLUTION
    support = alpha > 1e-5 * alpha.max()
    weights = alpha * y
    b = (y - G @ weights)[support].mean()
    return K @ weights + b
    ### END SOLUTION

# %% check="scores"
X, y = np.array({{pair}}) * 1.0, np.array([1.0, -1.0])
found = scores(np.array([0.5, 0.5]), X @ X.T, y, np.vstack([X, X.mean(axis=0)]) @ X.T)
assert len(found) == 3, f"three new points make three numbers, but there are {len(found)}."
assert abs(found[2]) < 1e-5, f"the third new point is half-way between the two of the data, where f is 0, but the answer is {found[2]}."
print("The form is right:", found)

# %% test="scores"
import numpy as np

from course.judge import vector
from course.judge.data import supported

with marks.claim(1, "f at the new points, from inner products, with b from the support vectors", read="support-vectors: Predicting from the dual"):
    sizes = [(2, 1, 2, 3, 1), (30, 3, 3, 8, 1000), (50, 6, 5, 1, 1), (8, 12, 6, 20, 0.001), (30, 2, 3, 0, 1)]
    for i, (n, d, k, new, unit) in enumerate(sizes):
        rng = marks.rng(f"{i}")
        X, y, _, w, b, alpha = supported(rng, n, d, k)
        X, w, alpha = unit * X, w / unit, alpha / unit**2
        alpha = np.where(alpha > 0, alpha, 1e-9 * alpha.max())
        points = rng.normal(size=(new, d)) * 4 * unit
        found = vector(marks.call(scores, alpha, X @ X.T, y, points @ X.T), new, "the list of scores")
        assert np.abs(found - points @ w - b).max(initial=0) <= 1e-5

# %% [markdown]
# ## Part J: what would it save to lose a penguin? ({{points:savings}})
#
# The bills of Adelie and Gentoo penguins. All demands are 1. Leave out one bird, find the cheapest plane of the others, and see by how much
# $\tfrac12\|\mathbf{w}\|^2$ has fallen: that is what this bird's demand costs. Which birds cost anything?
#
# Write a function that returns the list of these savings, one for each row of `X`. They may be off by $10^{-4}$ times the cost of the plane of all
# points. A plane separates the points, there are at least three of each label, and at most 100 in the hidden tests; points may coincide. Ten seconds of CPU are
# allowed for each call. To solve one program for each point is allowed, but there are 274 penguins: a theorem of the book says for which of them you need not
# solve anything. Beware: not every support vector costs something.

# %% answer="savings"
def savings(X, y):
    """Return for each row by how much the cost of the best plane falls if the row is left out."""
    ### BEGIN SOLUTION
    def solved(kept):
        w, b = cp.Variable(X.shape[1]), cp.Variable()
        met = cp.multiply(y[kept], X[kept] @ w + b) >= 1
        cost = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [met]).solve(solver=cp.CLARABEL)
        return cost, met.dual_value

    everything = np.arange(len(y))
    cost, alpha = solved(everything)
    saved = np.zeros(len(y))
    for i in np.flatnonzero(alpha > 1e-6 * alpha.max()):
        saved[i] = cost - solved(everything != i)[0]
    return saved
    ### END SOLUTION

# %% check="savings"
X, y, _ = penguins()
saved = savings(X, y)
assert len(saved) == len(X), f"each of the {len(X)} birds has a saving, but there are {len(saved)}."
assert min(saved) > -1e-3, f"to leave out a demand cannot make the plane dearer, but a saving is {min(saved)}."
ax = plot_points(X, y)
for i in np.flatnonzero(np.asarray(saved) > 1e-3):
    ax.scatter(*X[i], s=120, facecolors="none", edgecolors="black")
    ax.annotate(f"{saved[i]:.2f}", X[i], xytext=(9, -15 * y[i] - 3), textcoords="offset points")
plt.title("What it would save to leave out a bird")
print("Birds that cost something:", int((np.asarray(saved) > 1e-3).sum()))

# %% test="savings"
import numpy as np

from course.judge import vector
from course.judge.data import supported
from margin_lib import hard_margin


def right_savings(X, y):
    """Return the cost of all points and the savings; points with alpha = 0 save nothing, by the theorem."""
    svm = hard_margin(X, y)
    saved = np.zeros(len(y))
    for i in svm.support:
        rest = np.arange(len(y)) != i
        saved[i] = svm.primal - hard_margin(X[rest], y[rest]).primal
    return svm.primal, saved


def judge(X, y):
    cost, saved = right_savings(X, y)
    assert np.abs(vector(marks.call(savings, X, y), len(X), "the list of savings") - saved).max() <= 1e-4 * cost


with marks.claim(1, "what each support vector costs, and nothing for all the others", read="support-vectors: The others can be dropped"):
    for i, (n, d, k) in enumerate([(6, 1, 2), (60, 2, 3)]):
        judge(*supported(marks.rng(f"{i}"), n, d, k)[:2])
with marks.claim(1, "nothing for a support vector whose place another one takes", read="support-vectors: When the multipliers are not unique"):
    X, y = supported(marks.rng("twins"), 20, 3, 4)[:2]
    twins = np.argsort(y * (X @ hard_margin(X, y).plane.w + hard_margin(X, y).plane.b))[:2]
    judge(np.vstack([X, X[twins]]), np.append(y, y[twins]))
