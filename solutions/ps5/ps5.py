# %% role="set"
title = "Duality and KKT"
barred = ["svm", "textbook", "optimize", "kernels", "margins", "checks.svms", "estimators"]
packages = ["numpy", "matplotlib", "cvxpy"]
own = ["vouched", "proof_order", "demand", "savings"]
inputs = {
    "toy": "positive(), one_of(number(), number(), 2.0004, -2.0004), number(), number(), number() if low <= high",
    "vouched": "abs(vector(d)), points(k, d), vector(k), points(n, k), points(n, d) if A.any()",
    "cheapest_plane": "points(n, d) + one_of(0, 0, 0, 50), labels(n), among(n, 1.0, 2.0, 3.0) if both(y) and X.any()",
    "best_prices": "points(n, d) + one_of(0, 0, 0, 50), labels(n), among(n, 1.0, 2.0, 3.0), one_of(True, False) if both(y) and X.any()",
    "plane_from": "among(n, 0.0, 0.5, 1.0, 2.0, 0.005, 1e-12) * one_of(1, 1, 1e-6), points(n, d), labels(n), among(n, 1.0, 2.0, 3.0) if alpha.max() > 1e-9 and both(y[alpha > 1e-6 * alpha.max()])",
    "residuals": "(w := vector(d)), (b := number()), vector(n) * one_of(1, 1, 1e-7), (X := points(n, d)), sides(X @ w + b), among(n, 1.0, 2.0, 3.0) if both(y)",
    "savings": "points((m := whole(4, 6)), d), labels(m) if min((y > 0).sum(), (y < 0).sum()) >= 2 and separable(np.column_stack([X, np.ones(len(X))]), y)",
}
holds = {
    "toy": "same(it, [x := min(max(-b / (2 * a), low), high), it[1], it[2], a * x**2 + b * x + c]) and same(it[1] - it[2], 2 * a * x + b) and min(it[1:3]) >= 0 and same([it[1] * (x - low), it[2] * (high - x)], [0, 0])",
}

STEPS = {
    "sum": "$L(\\mathbf{w}, b, \\alpha) = \\frac12\\|\\mathbf{w}\\|^2 - \\sum_i \\alpha_i\\,\\big(y_i(\\mathbf{w}\\cdot\\mathbf{x}_i + b) "
    "- t_i\\big)$, by what a Lagrangian is.",
    "sorted": "Multiplied out, $L(\\mathbf{w}, b, \\alpha) = \\frac12\\|\\mathbf{w}\\|^2 - \\mathbf{w}\\cdot\\mathbf{v} - b\\sum_i \\alpha_i y_i "
    "+ \\sum_i \\alpha_i t_i$.",
    "line": "Of the four terms of the multiplied $L$ only the third has a $b$. So with $\\mathbf{w}$ and $\\alpha$ fixed, $L$ is a straight "
    "line in $b$, of slope $-\\sum_i \\alpha_i y_i$.",
    "balance": "If $\\sum_i \\alpha_i y_i \\ne 0$, that line goes down without end, so $\\theta(\\alpha) = -\\infty$.",
    "gone": "If $\\sum_i \\alpha_i y_i = 0$, the third of the four terms is 0, and $L = \\frac12\\|\\mathbf{w}\\|^2 - \\mathbf{w}\\cdot\\mathbf{v} + \\sum_i \\alpha_i t_i$ "
    "for every $b$.",
    "square": "$\\frac12\\|\\mathbf{w}\\|^2 - \\mathbf{w}\\cdot\\mathbf{v} = \\frac12\\|\\mathbf{w} - \\mathbf{v}\\|^2 "
    "- \\frac12\\|\\mathbf{v}\\|^2$ for every $\\mathbf{w}$.",
    "least": "So if $\\sum_i \\alpha_i y_i = 0$, $L$ is least at $\\mathbf{w} = \\mathbf{v}$ and at no other $\\mathbf{w}$.",
    "value": "The value of $L$ at this best $\\mathbf{w}$ is the infimum: if $\\sum_i \\alpha_i y_i = 0$, then $\\theta(\\alpha) = \\sum_i \\alpha_i t_i - \\frac12\\|\\mathbf{v}\\|^2$.",
    "products": "$\\|\\mathbf{v}\\|^2 = \\sum_{i,j} \\alpha_i\\alpha_j\\, y_i y_j\\; \\mathbf{x}_i\\cdot\\mathbf{x}_j$.",
    "end": "The dual is to maximize $\\sum_i \\alpha_i t_i - \\frac12\\sum_{i,j} \\alpha_i\\alpha_j\\, y_i y_j\\; "
    "\\mathbf{x}_i\\cdot\\mathbf{x}_j$ where all $\\alpha_i \\ge 0$ and $\\sum_i \\alpha_i y_i = 0$.",
    "every": "At the least value $\\partial L/\\partial\\alpha_i = 0$, so $y_i(\\mathbf{w}\\cdot\\mathbf{x}_i + b) = t_i$ for every $i$.",
    "slipped": "Multiplied out, $L(\\mathbf{w}, b, \\alpha) = \\frac12\\|\\mathbf{w}\\|^2 - \\mathbf{w}\\cdot\\mathbf{v} - b\\sum_i \\alpha_i y_i "
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
    place = rng.integers(1, 5, size=2) * rng.choice([-1, 1], size=2)
    step = np.eye(2, dtype=int)[rng.integers(2)] * rng.choice([-1, 1])
    return {
        "middle": middle,
        "linear": -middle,
        "low": middle + 3,
        "high": middle + 8,
        "row": row,
        "row_text": f"({row[0]}, {row[1]})",
        "thrice": [3 * row[0], 3 * row[1]],
        "thrice_text": f"({3 * row[0]}, {3 * row[1]})",
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
from notebook_checks.answer_format import Form

# %% [markdown]
# How do you prove that nothing better exists? With multipliers, one number for each constraint. In this set you compute them, find out what they prove, and
# catch a solver that claims too much. A multiplier also tells you what its constraint costs, per unit: economists call that a shadow price, and the functions
# of this set call the multipliers `prices`.
#
# `X` is a matrix with a point in each row, and `y` is the vector of their labels, $+1$ or $-1$. These and all other vectors and matrices that you get are
# numpy arrays.
#
# :::{small-print} what can occur, and what you may return
# Both labels occur. There may be only one coordinate, and the same point may occur twice. Where you return a vector or a list of numbers, a list, a tuple and
# an array are equally welcome.
# :::

# %% [markdown]
# ## Part A: a parabola between two bounds ({{points:toy}})
#
# Book: duality, "Two toy problems"; duality, "A constraint that doesn't matter".
#
# The book's two toy problems have one bound each. Here's a problem with two:
#
# $$\text{minimize}\quad f(x) = a x^2 + b x + c \quad\text{where}\quad \text{low} \le x \le \text{high} .$$
#
# Each bound gets a multiplier, and the Lagrangian is $L(x, \lambda, \mu) = f(x) - \lambda\,(x - \text{low}) - \mu\,(\text{high} - x)$. Which of the bounds is
# in the way? Its multiplier says how much the optimum would fall, per unit, if that bound gave way, and a bound with room has the multiplier 0. You could
# guess both from a sketch of the parabola; let your function read them off the conditions of Karush, Kuhn and Tucker. Everything later in this set is read in
# the same way.
#
# **By hand.** Minimize $x^2 - 2x$ where $3 \le x \le 5$. Without bounds the minimum is at 1, and from 3 on the parabola only grows. So the best $x$ is 3,
# where $f$ is 3 and its slope is 4. The lower bound is in the way, and the upper one isn't: the answer is `(3, 4, 0, 3)`.
#
# **Write** `toy(a, b, c, low, high)`. It returns `(x, lam, mu, value)`: the best allowed $x$; multipliers $\lambda$ and $\mu$ with which the conditions hold
# at it; and $f(x)$.
#
# :::{small-print} ties and tolerances
# The arguments are numbers, with $a > 0$ and $\text{low} \le \text{high}$. The minimum without bounds may lie exactly on a bound. Low and high may be equal;
# then many multipliers are right, and any of them will do. The numbers may be off by $10^{-9}$, or by one part in $10^9$ if that is more.
# :::

# %% answer="toy"
def toy(a, b, c, low, high):
    """Return (x, lam, mu, value): the solution, the multipliers of the lower and the upper bound, and the cost."""
    ### BEGIN SOLUTION
    x = min(max(-b / (2 * a), low), high)
    slope = 2 * a * x + b
    return x, max(slope, 0.0), max(-slope, 0.0), a * x**2 + b * x + c
    ### END SOLUTION

# %% check="toy"
a, b, c, low, high = 0.5, {{linear}}, 1, {{low}}, {{high}}
x, lam, mu, value = Form.numbers(toy(a, b, c, low, high), (4,), "(x, lam, mu, value)")
assert low <= x <= high, f"x must be at least {low} and at most {high}, but is {x}."
assert lam >= 0 and mu >= 0, f"no price may be negative, but they are {lam} and {mu}."
cost = a * x**2 + b * x + c
assert abs(value - cost) < 1e-9, f"the cost of x = {x} is {cost}, not {value}."
assert abs(x - low) < 1e-9, f"the parabola is least at {{middle}} and only grows from there, but x is {x}."
assert abs(lam - 3) < 1e-9, f"at x = {low} the parabola grows by 3 for each unit of the bound, but its price is {lam}."
assert abs(mu) < 1e-9, f"at x = {low} there is room below the upper bound, but its price is {mu}."
print("The form is right: x =", x, "at the prices", lam, "and", mu)

# %% test="toy"
import numpy as np

from course.judge import numbers

rng = marks.rng("parabolas")
KINDS = {
    "below": "parabolas that are least below both bounds",
    "on low": "parabolas that are least exactly at the lower bound",
    "inside": "parabolas that are least between the bounds",
    "on high": "parabolas that are least exactly at the upper bound",
    "above": "parabolas that are least above both bounds",
    "alone": "bounds that are equal",
}
cases = []
for place in ["below", "on low", "inside", "on high", "above", "alone"] * 3:
    a, c, low = rng.integers(1, 9) / 2, rng.integers(-9, 10), rng.integers(-9, 10) + rng.choice([0.25, 0.5, 0.75])
    high = low if place == "alone" else low + rng.integers(2, 9)
    free = {"below": low - 2.5, "on low": low, "inside": low + 1, "on high": high, "above": high + 3, "alone": low + 1}[place]
    cases.append((KINDS[place], tuple(float(value) for value in (a, -2 * a * free, c, low, high))))
for off in (-1e-4, 1e-4, -1e-7, 1e-7):  # the slope at the bound is small, and the price as well
    low = float(rng.integers(1, 10))
    bounds = (low, low + 3) if off < 0 else (low - 3, low)
    cases.append(("parabolas that are almost flat at the bound", (0.5, -(low + off), 0.0, *bounds)))
answers = []


def close(one, other):
    return abs(one - other) <= 1e-9 * max(1.0, abs(one), abs(other))


with marks.claim(1, "x is permitted, nothing permitted costs less, and the value is what x costs", read="duality: Two toy problems"):
    for kind, case in cases:
        marks.on(kind)
        answers.append(numbers(marks.call(toy, *case), 4, "what toy returns"))
    for (kind, (a, b, c, low, high)), (x, _, _, value) in zip(cases, answers):
        marks.on(kind)
        best = float(np.clip(-b / (2 * a), low, high))
        assert close(x, best)
        assert close(value, a * best**2 + b * best + c)
with marks.claim(1, "the prices balance the slope, none is negative, and a bound with room has the price 0", read="duality: A constraint that doesn't matter"):
    marks.needs(len(answers) == len(cases))
    for (kind, (a, b, c, low, high)), (_, lam, mu, _) in zip(cases, answers):
        marks.on(kind)
        best = float(np.clip(-b / (2 * a), low, high))
        assert lam >= -1e-9 and mu >= -1e-9
        assert close(2 * a * best + b, lam - mu)
        assert close(lam * (best - low), 0) and close(mu * (high - best), 0)

# %% [markdown]
# ## Part B: a dual function by hand ({{points:vouched}})
#
# Book: duality, "The Lagrangian of any problem".
#
# How much can you prove about a problem without solving it? Take one with $d$ numbers $x_1, \dots, x_d$ and $k$ constraints:
#
# $$\text{minimize}\quad \tfrac12\sum_j s_j x_j^2 \quad\text{where}\quad A\mathbf{x} \ge \mathbf{c} .$$
#
# $A$ has $k$ rows and $d$ columns, and all $s_j \ge 0$. Some $s_j$ may be **zero**: then $x_j$ costs nothing. First find the dual function
# $\theta(\lambda) = \inf_{\mathbf{x}} L(\mathbf{x}, \lambda)$ on paper, for any $s$, $A$ and $\mathbf{c}$. For which $\lambda$ is it $-\infty$? Then suppose
# that you get a few multipliers and a few points from a friend who was guessing. Some of them are useless, and each of the others proves something: your
# function finds the narrowest range in which the optimum must lie. Which multipliers prove a bound, and which points?
#
# **By hand.** Take $s = (1, 1)$ and one constraint, ${{row_text}}\cdot\mathbf{x} \ge 10$. With the multiplier $\lambda = 1$ the Lagrangian
# $L = \tfrac12\|\mathbf{x}\|^2 - \big({{row_text}}\cdot\mathbf{x} - 10\big)$ is least at $\mathbf{x} = {{row_text}}$. There $\tfrac12\|\mathbf{x}\|^2 = 2.5$,
# and 5 is added for the 5 that the constraint is short of. So $\theta(1) = 7.5$, a lower bound. The allowed point ${{thrice_text}}$ costs 22.5, which is an
# upper bound. With the multipliers 0 and 1, and with the points ${{thrice_text}}$ and $(0, 0)$, the answer is `([0, 7.5], 7.5, 22.5)`.
#
# **Write** `vouched(s, A, c, prices, points)`, where each row of `prices` is a vector $\lambda$ and each row of `points` a vector $\mathbf{x}$. It returns
# `(thetas, lower, upper)`:
#
# - `thetas`, a list with $\theta(\lambda)$ for each row of `prices`, and `None` in place of $-\infty$. A row may hold negative entries; the infimum is asked
#   for all the same.
# - `lower`, the best lower bound on the optimum that these multipliers prove, or `None` if they prove none.
# - `upper`, the best upper bound that these points prove, or `None`.
#
# :::{small-print} sizes, forms and tolerances
# All entries of the arguments are whole numbers. So are the entries of $A\mathbf{x}$ and of the products of $\lambda$ with $A$: whether one of them is 0, or
# at least $c_i$, needs no tolerance. There are at most 20 numbers $x_j$, 20 constraints, 20 rows of prices and 20 of points, and at least one of each. Make
# `thetas` a list or a tuple, for an array of numbers has no place for `None`. The results may be off by $10^{-9}$, or by one part in $10^9$ if that is more.
# :::

# %% answer="vouched"
def vouched(s, A, c, prices, points):
    """Return (thetas, lower, upper): the dual function, and what multipliers and points prove about the optimum."""
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
s, A, c = np.array([1.0, 1.0]), np.array([{{row}}], dtype=float), np.array([10.0])
answer = vouched(s, A, c, np.array([[0.0], [1.0]]), np.array([{{thrice}}, [0, 0]], dtype=float))
thetas, lower, upper = Form.parts(answer, 3, "(thetas, lower, upper)")
thetas = Form.parts(thetas, 2, "thetas, a value for each of the two prices,")
assert None not in thetas, f"all numbers cost something here, so L is bounded below, and no theta is None; but thetas is {thetas}."
thetas = Form.numbers(thetas, (2,), "thetas")
assert np.allclose(thetas, [0, 7.5]), f"theta is 0 at the price 0, and 7.5 at the price 1, but your values are {thetas}."
assert lower is not None, "both prices prove a lower bound, but lower is None."
lower = Form.numbers(lower, (), "lower")
assert abs(lower - 7.5) < 1e-9, f"the better of the bounds 0 and 7.5 is 7.5, but lower is {lower}."
assert upper is not None, "the first of the points is permitted and proves an upper bound, but upper is None."
upper = Form.numbers(upper, (), "upper")
assert abs(upper - 22.5) < 1e-9, f"only the first of the points is permitted, and it costs 22.5, but upper is {upper}."
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


def two_sides(rng):
    """Draw a range for one sum: prices that cancel out prove what is below 0, and the origin costs nothing."""
    row, k, (below, above) = rng.integers(1, 5, size=3), rng.integers(1, 4), rng.integers(1, 9, size=2)
    given = np.ones(3), np.array([row, -row], dtype=float), np.array([-below, -above], dtype=float)
    return (*given, np.array([[k, k]], dtype=float), np.zeros((1, 3))), [-float(k * (below + above))], -float(k * (below + above)), 0.0


KINDS = ["problems in which all numbers cost something", *3 * ["problems with numbers that cost nothing"], "a sum that is bounded on both sides", "bounds of 0, and worse ones after them"]
cases = [problem(marks.rng(f"problem {i}"), zeros) for i, zeros in enumerate([0, 1, 1, 2])]
cases.append(two_sides(marks.rng("two sides")))
free = np.ones(2), np.array([[-2.0, 1.0]]), np.array([-10.0]), np.array([[0.0], [1.0]]), np.array([[0.0, 0.0], [1.0, 1.0]])
cases.append((free, [0.0, -12.5], 0.0, 0.0))
answers = []
read = "duality: The Lagrangian of any problem"


def bounds(s, A, c, prices, points):
    """Return the two bounds that are answered, each a number or None; the thetas beside them must have their form too."""
    thetas, lower, upper = unpacked(marks.call(vouched, s, A, c, prices, points), 3, "what vouched returns")
    for theta in unpacked(thetas, len(prices), "thetas"):
        assert theta is None or number(theta, "an entry of thetas") < np.inf
    return None if lower is None else number(lower, "lower"), None if upper is None else number(upper, "upper")


def close(one, other):
    return abs(one - other) <= 1e-9 * max(1.0, abs(one), abs(other))


with marks.claim(1, "the dual function: the least value of L, and None where L goes down without end", read=read):
    for kind, case in zip(KINDS, cases):
        marks.on(kind)
        answers.append(unpacked(marks.call(vouched, *case[0]), 3, "what vouched returns"))
    for kind, (_, values, _, _), (thetas, _, _) in zip(KINDS, cases, answers):
        marks.on(kind)
        for theta, right in zip(unpacked(thetas, len(values), "thetas"), values):
            assert (theta is None) == (right is None)
            assert right is None or close(number(theta, "an entry of thetas"), right)
with marks.claim(1, "the lower bound, from the prices that prove one, and None where none does", read=read):
    marks.needs(len(answers) == len(cases))
    for kind, (_, _, right, _), (_, lower, _) in zip(KINDS, cases, answers):
        marks.on(kind)
        assert close(number(lower, "lower"), right)
    s, A, c, prices, points = cases[1][0]
    forbidden = np.array([[2.0, 1.0, -1.0, 0.0], [1.0, 0.0, 0.0, 0.0]])  # the first has a negative entry, the second pulls at a zero
    marks.on("prices none of which proves anything")
    assert bounds(s, A, c, forbidden, points)[0] is None
    marks.on("prices of which only those that are all 0 prove anything")
    lower, _ = bounds(s, A, c, np.vstack([forbidden, 0 * forbidden]), points)
    assert lower is not None and close(lower, 0)
with marks.claim(1, "the upper bound, from the points that are permitted, and None where none is", read=read):
    marks.needs(len(answers) == len(cases))
    for kind, (_, _, _, right), (_, _, upper) in zip(KINDS, cases, answers):
        marks.on(kind)
        assert close(number(upper, "upper"), right)
    s, A, c, prices, points = cases[0][0]
    marks.on("a single point, which isn't permitted")
    assert bounds(s, A, c, prices, points[-1:])[1] is None

# %% [markdown]
# ## Demands
#
# From here on each point makes a **demand** of its own, a number $t_i > 0$: the plane must keep $y_i f(\mathbf{x}_i) \ge t_i$, with
# $f(\mathbf{x}) = \mathbf{w}\cdot\mathbf{x} + b$. A point that was measured badly may demand 3 where the others demand 1. The problem is to
#
# $$\text{minimize}\quad \tfrac12\|\mathbf{w}\|^2 \quad\text{where}\quad y_i\,(\mathbf{w}\cdot\mathbf{x}_i + b) \ge t_i \quad\text{for all } i .$$
#
# We'll say that the plane *costs* $\tfrac12\|\mathbf{w}\|^2$, and call the solution the cheapest plane. If all $t_i = 1$, this is the hard margin of the
# book. As there, the cheapest plane is the only one, and the proof is the same; you needn't write it.
#
# ## Part C: its dual, in order ({{points:proof_order}})
#
# Book: svm-dual, "Deriving it, step by step".
#
# What becomes of the dual when points make demands? The book doesn't say, but it derives the dual of the hard margin, and the same steps lead you there. Here
# they are, shuffled, together with two that don't belong: they are false, or nothing in the derivation needs them. $\mathbf{v}$ stands for
# $\sum_i \alpha_i y_i \mathbf{x}_i$, all $\alpha_i \ge 0$, and $\theta(\alpha)$ for the infimum of $L(\mathbf{w}, b, \alpha)$ over all $\mathbf{w}$ and $b$.
# Before you sort, follow the demands $t_i$ through the steps: where do they enter, and where do they end up?
#
# {{steps}}
#
# **Write** `proof_order()`. It returns the letters of the steps that belong, as a list or as a string such as `"CAB"`, in an order in which each step comes
# after those that it builds on.
#
# :::{small-print} which orders earn the points
# Several orders are right, and each of them earns both points. The right steps in a wrong order earn one.
# :::

# %% answer="proof_order"
def proof_order():
    """Return the letters of the steps that belong, in a valid order."""
    ### BEGIN SOLUTION
    return {{hidden_order}}
    ### END SOLUTION

# %% check="proof_order"
order = Form.steps(proof_order(), {{letters}})
print("The form is right:", len(order), "steps.")

# %% test="proof_order"
from course.judge import arranged, complete

read, order = "svm-dual: Deriving it, step by step", None
with marks.claim(1, "all steps that belong, no other", read=read):
    order = marks.call(proof_order)
    assert complete(order, {{hidden_builds_on}}, {{hidden_distractors}})
with marks.claim(1, "with these steps, each after those that it builds on", read=read):
    marks.needs(order is not None)
    assert arranged(order, {{hidden_builds_on}}, {{hidden_distractors}})

# %% [markdown]
# ## Part D: the primal in CVXPY ({{points:cheapest_plane}})
#
# Book: solvers, "Solving with CVXPY".
#
# Let a solver do the work now. In CVXPY the problem with demands takes a few lines that look almost as they do on paper. You get back the plane and also the
# multipliers that prove it best. The book prints such programs, and you may take one over and change it. Ask for the solver Clarabel, `solver=cp.CLARABEL`.
#
# A solver stops when it's close enough to the optimum, and close enough is meant for costs of about 1. Points that are a hundred apart have a plane that
# costs about one ten-thousandth, and there the same error is a large part of the cost. The remedy takes one line: **show the solver points of size 1.** Let $s$ be the largest
# size of a coordinate in `X`, solve the problem for `X / s`, and turn the answer back: divide $\mathbf{w}$ by $s$, the cost and the multipliers by $s^2$, and
# leave $b$ as it is.
#
# **By hand.** On the number line, 4 has label $+1$ and demands 3, and 0 has label $-1$ and demands 1. So $4w + b \ge 3$ and $-b \ge 1$: the cheapest plane is
# $w = 1$ and $b = -1$, at the cost $\tfrac12$. By stationarity $w = 4\alpha_1$ and $\alpha_1 = \alpha_2$, and the answer is `(0.5, [1], -1, [0.25, 0.25])`.
# Here $s = 4$, and the solver sees 1 and 0, for which it finds $w = 4$, the cost 8 and the multipliers 4: divided by 4, 16 and 16, they are the same.
#
# **Write** `cheapest_plane(X, y, t)`, with the demands in the vector `t`. It returns `(cost, w, b, prices)`: the least $\tfrac12\|\mathbf{w}\|^2$, the plane,
# and the multipliers $\alpha_i$ of the demands. If no plane meets the demands, it returns `None`.
#
# :::{small-print} the solver, the accuracy demanded, sizes and time
# *The solver.* The one that CVXPY would choose by itself is less accurate. After `solve` the problem has a `status`: `cp.OPTIMAL`, or else something like
# `cp.INFEASIBLE` or `cp.UNBOUNDED`, and then the variables have the value `None`. On the data of the hidden tests Clarabel ends with one of these; should you
# meet `cp.OPTIMAL_INACCURATE` with data of your own, take the values that it found. Clarabel stops when cost and dual value are within $10^{-8}$ of each
# other: for a cost of $10^{-4}$ that is one part in $10^4$. The second example of the visible test is such a case.
#
# *The accuracy demanded.*
#
# - Each $y_i f(\mathbf{x}_i) \ge t_i - 10^{-5}$.
# - Three numbers are within one part in $10^5$ of the least cost: the `cost` that you return, $\tfrac12\|\mathbf{w}\|^2$ of the $\mathbf{w}$ that you return,
#   and the value that your multipliers have in the dual (part C).
# - No multiplier is below $-10^{-6}$ times the largest, and $|\sum_i \alpha_i y_i| \le 10^{-6}\sum_i \alpha_i$.
#
# Where several sets of multipliers are optimal, each of them is right.
#
# *Sizes and time.* There are up to 30 points in 1 to 8 dimensions. Their coordinates are at most 100 in size, and not all are 0. The demands go from 1 to 4,
# and the least cost is at most 100. A call may take 10 seconds of CPU. All this holds for part E, too.
# :::

# %% answer="cheapest_plane"
def cheapest_plane(X, y, t):
    """Return (cost, w, b, prices) of the cheapest plane that meets the demands, or None if there is none."""
    ### BEGIN SOLUTION
    size = np.abs(X).max()
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    met = cp.multiply(y, X / size @ w + b) >= t
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [met])
    problem.solve(solver=cp.CLARABEL)
    if w.value is None:
        return None
    return problem.value / size**2, w.value / size, b.value, met.dual_value / size**2
    ### END SOLUTION

# %% check="cheapest_plane"
X, y, t = np.array({{pair}}, dtype=float), np.array([1.0, -1.0]), np.array({{demands}}, dtype=float)
answer = cheapest_plane(X, y, t)
assert answer is not None, "a plane meets these demands, but the answer is None, which says that none does."
cost, w, b, prices = Form.parts(answer, 4, "(cost, w, b, prices)")
cost, w, b = Form.numbers(cost, (), "the cost"), Form.numbers(w, (2,), "w"), Form.numbers(b, (), "b")
prices = Form.numbers(prices, (2,), "the list of prices, one for each point,")
met, sum_of_points = y * (X @ w + b), (prices * y) @ X
assert (met >= t - 1e-5).all(), f"the points demand {t}, but y f(x) is {met}."
assert abs(cost - 2) < 1e-4, f"two points at distance 2 whose demands add up to 4 need |w| = 2, which costs 2, but the cost is {cost}."
assert np.allclose(sum_of_points, w, atol=1e-4), f"by stationarity the sum of alpha_i y_i x_i is w = {w}, but with your prices {prices} it is {sum_of_points}."
far, ones = np.array([[60.0, 80.0], [-20.0, 30.0]]), np.ones(2)
answer = cheapest_plane(far, y, ones)
assert answer is not None, "a plane separates (60, 80) and (-20, 30), but the answer is None, which says that none does."
far_cost, far_w, _, _ = Form.parts(answer, 4, "(cost, w, b, prices)")
far_cost, far_w = Form.numbers(far_cost, (), "the cost"), Form.numbers(far_w, (2,), "w")
for name, found in [("the cost that you return", far_cost), ("half the square of your w", far_w @ far_w / 2)]:
    off = abs(4450 * found - 1)
    assert off <= 1e-5, f"the points (60, 80) and (-20, 30) are far apart, and their plane costs 1/4450; {name} is off by one part in {1 / off:.0f}, more than one in 100000. Let the solver see smaller points."
print("The form is right: the plane costs", round(cost, 6), "in the first example, and", round(far_cost, 9), "in the second.")

# %% test="cheapest_plane"
import numpy as np

from course.judge import number, vector
from course.judge.answers import unpacked
from course.judge.data import below_zero, inseparable, narrowed, supported

KINDS = [
    "two points on a line",
    "points that are all there twice",
    "many points, of which some touch the slab and hold nothing",
    *5 * ["coordinates up to 100, where the plane costs little"],
    "points close together, where the plane costs much",
    "a narrow gap between points that are far apart",
    "points of which no coordinate is above 0",
    "a point that is there twice, with two demands",
]
sizes = [(2, 1, 2, 0), (8, 3, 4, 2), (30, 8, 5, 3)]
cases = [supported(marks.rng(f"{i}"), n, d, k, touching=on, equal=False) for i, (n, d, k, on) in enumerate(sizes)]
X, y, t, w, b, alpha = cases[1]
cases[1] = np.vstack([X, X]), np.append(y, y), np.append(t, t), w, b, np.append(alpha, 0 * alpha)
for far in ([[60.0, 80.0], [-20.0, 30.0]], [[-100.0, 0.01], [-40.0, -60.0]]):  # in the second, the largest is small
    X, across = np.array(far), np.subtract(*far)
    w = 2 * across / (across @ across)
    cases.append((X, np.array([1.0, -1.0]), np.ones(2), w, 1 - X[0] @ w, np.full(2, 2 / (across @ across))))
for i, (n, d, k) in enumerate([(2, 2, 2), (3, 5, 2), (4, 2, 3)]):  # coordinates up to 100, and so a cost that is small
    X, y, t, w, b, alpha = supported(marks.rng(f"far {i}"), n, d, k, equal=False)
    unit = 100 / np.abs(X).max()
    cases.append((unit * X, y, t, w / unit, b, alpha / unit**2))
X, y, t, w, b, alpha = supported(marks.rng("dear"), 10, 2, 3, equal=False)
unit, away = np.sqrt(w @ w / 2 / 50), marks.rng("away").choice([-6.0, 6.0], size=2)  # so that the plane costs 50
cases.append((unit * X + away, y, t, w / unit, b - away @ w / unit, alpha / unit**2))
cases.append(narrowed(supported(marks.rng("narrow"), 16, 5, 5, equal=False), 90, 70))
cases.append(below_zero(narrowed(supported(marks.rng("below zero"), 8, 2, 3, equal=False), 1, 50)))
twice = np.array([[4.0], [4.0], [0.0]]), np.array([1.0, 1.0, -1.0]), np.array([1.0, 3.0, 1.0])
cases.append((*twice, np.ones(1), -1.0, np.array([0.0, 0.25, 0.25])))
answers = []

with marks.claim(1, "the plane meets the demands at the least cost, and None is returned where no plane does", read="solvers: Solving with CVXPY"):
    for kind, case in zip(KINDS, cases):
        marks.on(kind)
        answers.append(unpacked(marks.call(cheapest_plane, *case[:3]), 4, "what cheapest_plane returns"))
    for kind, (X, y, t, right, _, _), (cost, w, b, _) in zip(KINDS, cases, answers):
        marks.on(kind)
        best = right @ right / 2
        w, b = vector(w, X.shape[1], "w"), number(b, "b")
        assert (y * (X @ w + b) >= t - 1e-5).all()
        assert abs(w @ w / 2 - best) <= 1e-5 * best
        assert abs(number(cost, "the cost") - best) <= 1e-5 * best
    marks.on("points that no plane separates")
    X, y = inseparable(marks.rng("none"), 8, 2)
    assert marks.call(cheapest_plane, X, y, np.ones(8)) is None
with marks.claim(1, "the prices balance, none is negative, and in the dual they are worth what the plane costs", read="solvers: Solving with CVXPY"):
    marks.needs(len(answers) == len(cases))
    for kind, (X, y, t, right, _, _), (_, _, _, prices) in zip(KINDS, cases, answers):
        marks.on(kind)
        alpha = vector(prices, len(X), "the prices")
        pull = (alpha * y) @ X
        assert alpha.min() >= -1e-6 * alpha.max()
        assert abs(alpha @ y) <= 1e-6 * alpha.sum()
        assert abs(alpha @ t - pull @ pull / 2 - right @ right / 2) <= 1e-5 * (right @ right / 2)

# %% [markdown]
# ## Part E: the dual in CVXPY ({{points:best_prices}})
#
# Book: solvers, "Solving with CVXPY"; svm-dual, "Deriving it, step by step".
#
# Now come from below. There is no plane in the dual of part C, only a number for each point, and yet its largest value is what the cheapest plane costs.
# Write the dual in CVXPY, and watch the two numbers meet. Then take the bias away: if only planes through the origin count, so that $b = 0$, one of the
# dual's conditions falls away. Which one? Here, too, let the solver see `X / s`: value and multipliers are then $s^2$ times what they are for `X`.
#
# **By hand.** Take part D's 4 and 0, with the demands 3 and 1. Both multipliers must be the same $\alpha$, and the dual is $4\alpha - 8\alpha^2$. Its largest
# value is $\tfrac12$, at $\alpha = \tfrac14$: the answer with a bias is `(0.5, [0.25, 0.25])`. Through the origin $f(0) = 0$, and no plane meets the demand
# of the point 0. Then the dual $3\alpha_1 + \alpha_2 - 8\alpha_1^2$ grows without end with $\alpha_2$, and the answer is `None`.
#
# **Write** `best_prices(X, y, t, bias)`, where `bias` is True or False. It returns `(worth, prices)`: the largest value of the dual, and multipliers that
# reach it. If no plane meets the demands, the dual can be made as large as you like; then it returns `None`.
#
# :::{small-print} accuracy and sizes
# All is as in part D: two numbers are within one part in $10^5$ of the least cost, the `worth` that you return and the value that your multipliers have in
# the dual. Where `bias` is False, the multipliers needn't balance.
# :::

# %% answer="best_prices"
def best_prices(X, y, t, bias):
    """Return (worth, prices), a solution of the dual, or None if it is unbounded."""
    ### BEGIN SOLUTION
    size = np.abs(X).max()
    alpha = cp.Variable(len(y))
    conditions = [alpha >= 0]
    if bias:
        conditions.append(y @ alpha == 0)
    worth = t @ alpha - cp.sum_squares((X / size).T @ cp.multiply(y, alpha)) / 2
    problem = cp.Problem(cp.Maximize(worth), conditions)
    problem.solve(solver=cp.CLARABEL)
    if alpha.value is None:
        return None
    return problem.value / size**2, alpha.value / size**2
    ### END SOLUTION

# %% check="best_prices"
X, y, t = np.array({{pair}}, dtype=float), np.array([1.0, -1.0]), np.array({{demands}}, dtype=float)
answer = best_prices(X, y, t, True)
assert answer is not None, "a plane meets these demands, but the answer is None, which says that none does."
worth, prices = Form.parts(answer, 2, "(worth, prices)")
worth, prices = Form.numbers(worth, (), "the worth"), Form.numbers(prices, (2,), "the list of prices, one for each point,")
assert abs(prices[0] - prices[1]) < 1e-4, f"the prices of the two labels must balance, but they are {prices}."
assert abs(worth - 2) < 1e-4, f"the plane of part D's example costs 2, and the best prices are worth as much, but these are worth {worth}."
assert abs(prices[0] - 1) < 1e-4, f"the two points are 2 apart, and w, their difference times the price, has the length 2; so the price is 1, but yours are {prices}."
answer = best_prices(np.array([[60.0, 80.0], [-20.0, 30.0]]), y, np.ones(2), True)
assert answer is not None, "a plane separates (60, 80) and (-20, 30), but the answer is None, which says that none does."
far = Form.numbers(Form.parts(answer, 2, "(worth, prices)")[0], (), "the worth")
assert abs(4450 * far - 1) <= 1e-5, f"the plane of part D's second example costs 1/4450, to one part in 100000, but your best prices are worth {far}. Let the solver see smaller points."
print("The form is right: the prices are", np.round(prices, 6))

# %% test="best_prices"
import numpy as np

from course.judge import number, vector
from course.judge.answers import unpacked
from course.judge.data import below_zero, inseparable, narrowed, supported


def far(case):
    """Return a case in a unit in which the largest coordinate is 100."""
    X, y, t, w, b, alpha = case
    unit = 100 / np.abs(X).max()
    return unit * X, y, t, w / unit, b, alpha / unit**2


def judge(case, bias, kind):
    marks.on(kind)
    X, y, t, right, _, _ = case
    worth, prices = unpacked(marks.call(best_prices, X, y, t, bias), 2, "what best_prices returns")
    alpha, best = vector(prices, len(X), "the prices"), right @ right / 2
    pull = (alpha * y) @ X
    assert alpha.min() >= -1e-6 * alpha.max()
    assert not bias or abs(alpha @ y) <= 1e-6 * alpha.sum()
    assert abs(alpha @ t - pull @ pull / 2 - best) <= 1e-5 * best
    assert abs(number(worth, "the worth") - best) <= 1e-5 * best


FAR, NARROW = "coordinates up to 100, where the plane costs little", "a narrow gap between points that are far apart"
NONE = "points whose demands no plane meets"

with marks.claim(1, "with a bias: prices that balance and are worth the optimum, and None where no plane meets the demands", read="solvers: Solving with CVXPY"):
    X, y, *rest = supported(marks.rng("bias"), 4, 1, 2, equal=False)
    for sign in (1, -1):  # either label may be the one that pulls harder, if they need not balance
        judge((X, sign * y, rest[0], sign * rest[1], *rest[2:]), True, "labels of which either may be the one that pulls harder")
    judge(supported(marks.rng("many"), 24, 8, 5, touching=3, equal=False), True, "many points")
    judge(far(supported(marks.rng("far"), 3, 3, 3, equal=False)), True, FAR)
    judge(narrowed(supported(marks.rng("narrow"), 16, 5, 5, equal=False), 90, 70), True, NARROW)
    below = supported(marks.rng("below zero"), 8, 2, 3, equal=False)
    judge(below_zero(narrowed(below, 1, 50)), True, "points of which no coordinate is above 0")
    marks.on(NONE)
    X, y = inseparable(marks.rng("none"), 8, 2)
    assert marks.call(best_prices, X, y, np.ones(8), True) is None
with marks.claim(1, "through the origin: the same without the balance, and None where a plane would need a bias", read="svm-dual: Deriving it, step by step"):
    for i, (n, d, k, on) in enumerate([(3, 1, 1, 0), (20, 4, 3, 2)]):
        case = supported(marks.rng(f"origin {i}"), n, d, k, touching=on, equal=False, bias=False)
        judge(case, False, "points of which an odd number holds the plane")
    judge(far(supported(marks.rng("far origin"), 3, 2, 2, equal=False, bias=False)), False, FAR)
    judge(narrowed(supported(marks.rng("narrow origin"), 16, 5, 5, equal=False, bias=False), 90, 70), False, NARROW)
    marks.on(f"{NONE} through the origin")
    two = float(marks.rng("one side").integers(1, 9)) * np.array([[1.0], [3.0]])
    assert marks.call(best_prices, two, np.array([-1.0, 1.0]), np.ones(2), False) is None

# %% [markdown]
# ## Part F: the plane from the multipliers ({{points:plane_from}})
#
# Book: support-vectors, "Which points hold the line?"; support-vectors, "From multipliers to the hyperplane".
#
# A friend sends you the multipliers, the points, the labels and the demands, but forgot the plane. You can rebuild it: the multipliers make $\mathbf{w}$, and
# each support vector meets its demand exactly, $y_i f(\mathbf{x}_i) = t_i$, which gives you $b$. On paper all support vectors give the same $b$. But the
# multipliers come from a solver and are a little wrong, so the answers differ. Return their **mean** over all
# support vectors, computed with the $\mathbf{w}$ that you return. And what is a support vector, if a solver's zeros aren't quite zero? Set a threshold: whatever is below a millionth of the
# largest multiplier is zero.
#
# **By hand.** On the number line, 4 has label $+1$ and demands 3, 0 has label $-1$ and demands 1, and 9 has label $+1$ and demands 1. Their multipliers are
# 0.26, 0.24 and 0. So $w = 0.26\cdot4 = 1.04$. The point 4 gives $b = 3 - 4.16 = -1.16$, the point 0 gives $b = -1$, and their mean is $-1.08$. The answer is
# `([1.04], -1.08, [0, 1])`.
#
# **Write** `plane_from(alpha, X, y, t)`. It returns `(w, b, support)`: $\mathbf{w}$, $b$, and the row numbers of the support vectors, from 0, in any order.
#
# :::{small-print} sizes, zeros and tolerances
# Multipliers that should be zero lie between 0 and $10^{-9}$ times the largest, and the others are at least $10^{-3}$ times the largest: a threshold anywhere
# in between will do. A point below it isn't a support vector. If the same point occurs in two rows and both multipliers are above it, both rows are support
# vectors. The points may be measured in any unit, so that the multipliers may all be very large or very small. For $\mathbf{w}$ you may add up all points, or the
# support vectors alone: the tests take either. $b$ may be off by $10^{-6}$, and $\mathbf{w}$ by $10^{-6}\,\|\mathbf{w}\|$. There are up to 100 points in up
# to 12 dimensions, here and in part G.
# :::

# %% answer="plane_from"
def plane_from(alpha, X, y, t):
    """Return (w, b, support): the plane that the multipliers make, and the rows of the support vectors."""
    ### BEGIN SOLUTION
    support = np.flatnonzero(alpha > 1e-5 * alpha.max())
    w = (alpha * y) @ X
    return w, (y * t - X @ w)[support].mean(), support
    ### END SOLUTION

# %% check="plane_from"
X, y, t = np.array({{pair}}, dtype=float), np.array([1.0, -1.0]), np.array({{demands}}, dtype=float)
w, b, support = Form.parts(plane_from(np.array([1.0, 1.0]), X, y, t), 3, "(w, b, support)")
w, b, support = Form.numbers(w, (2,), "w"), Form.numbers(b, (), "b"), Form.rows(support, 2, "the list of support vectors")
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
sizes = [(2, 1, 2, 0, 1), (20, 2, 3, 1, 1), (60, 5, 5, 4, 1000), (6, 9, 4, 2, 1), (40, 4, 5, 2, 0.001), (20, 2, 8, 1, 1)]
for i, (n, d, k, on, unit) in enumerate(sizes):
    rng = marks.rng(f"{i}")
    X, y, t, _, _, alpha = supported(rng, n, d, k, touching=on, equal=False)
    X, alpha = unit * X, alpha / unit**2
    rough = alpha * (1 + rng.uniform(-0.02, 0.02, size=n)) + (alpha == 0) * rng.uniform(0, 1e-9, size=n) * alpha.max()
    support = [i for i in range(n) if alpha[i] > 0]
    if n == 20:  # a multiplier that is small, and two rows that are one point
        rough[support[0]] = rng.uniform(1.5e-3, 4e-3) * rough.max()
        X, y, t = (np.concatenate([part, part[support[1:2]]]) for part in (X, y, t))
        rough, support = np.append(rough, rough[support[1]] / 2), [*support, n]
    kind = "multipliers of which one is small" if n == 20 else "multipliers of points in another unit" if unit != 1 else "multipliers of many sizes"
    normals = [sum(rough[i] * y[i] * X[i] for i in rows) for rows in (range(len(y)), support)]
    planes = [(w, np.mean([y[i] * t[i] - w @ X[i] for i in support])) for w in normals]
    cases.append((kind, (rough, X, y, t), planes, support))
answers = []

with marks.claim(1, "w, the sum that the multipliers make, and the support vectors, without those that a solver left a little above zero", read="support-vectors: Which points hold the line?"):
    for kind, given, _, _ in cases:
        marks.on(kind)
        answers.append(unpacked(marks.call(plane_from, *given), 3, "what plane_from returns"))
    for (kind, (_, X, _, _), planes, support), (w, _, found) in zip(cases, answers):
        marks.on(kind)
        w = vector(w, X.shape[1], "w")
        assert any(np.abs(w - right).max() <= 1e-6 * np.sqrt(right @ right) for right, _ in planes)
        assert sorted(wholes(found, len(X), "the support vectors")) == support
with marks.claim(1, "b, the mean over the support vectors, by their demands", read="support-vectors: From multipliers to the hyperplane"):
    marks.needs(len(answers) == len(cases))
    for (kind, _, planes, _), (_, b, _) in zip(cases, answers):
        marks.on(kind)
        assert any(abs(number(b, "b") - right) <= 1e-6 for _, right in planes)

# %% [markdown]
# ## Part G: by how much are the conditions missed? ({{points:residuals}})
#
# Book: kkt, "What the conditions say about a point"; kkt, "Let the computer check".
#
# A solver hands you a plane and multipliers, and says that they solve the problem with demands. You don't have to believe it, and you don't have to solve
# anything to find out: the conditions of Karush, Kuhn and Tucker prove it if they hold, and otherwise show where it goes wrong. Return five numbers, none
# negative, each zero if its condition holds:
#
# 1. how far $\mathbf{w}$ is from the sum that stationarity asks for, as the length of the difference;
# 2. the size of $\sum_i \alpha_i y_i$;
# 3. by how much the demand that is missed most is missed, or 0 if all are met;
# 4. how far the lowest multiplier is below zero, or 0 if none is;
# 5. the largest size of a product of complementary slackness, over all points.
#
# **By hand.** Take 4 and 0 with labels $+1$ and $-1$ and demands 3 and 1 again, and a solver that says $w = 1$ and $b = 0$, with the multipliers $\tfrac12$
# and $-\tfrac14$. Stationarity asks for $w = \tfrac12\cdot4 = 2$, so $w$ is off by 1. The balance is $\tfrac12 + \tfrac14$. The point 4 has $f = 4$, one more
# than it demands; the point 0 has $f = 0$, and misses its demand by 1. The products are $\tfrac12\cdot1$ and $-\tfrac14\cdot(-1)$. The answer is
# `[1, 0.75, 1, 0.25, 0.5]`.
#
# **Write** `residuals(w, b, alpha, X, y, t)`. It returns the five numbers, in this order.
#
# :::{small-print} what can occur, and tolerances
# Plane and multipliers may be anything: your function computes, it doesn't solve. The numbers may be off by $10^{-9}$, or by one part in $10^9$ if that is
# more.
# :::

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
X, y, t = np.array({{pair}}, dtype=float), np.array([1.0, -1.0]), np.array({{demands}}, dtype=float)
found = residuals(np.array([0.0, 0.0]), 0.0, np.array([1.0, -1.0]), X, y, t)
found = [round(float(number), 9) for number in Form.numbers(found, (5,), "the list of what is missed")]
assert min(found) >= 0, f"no number may be negative, but they are {found}."
away = np.linalg.norm(X[0] + X[1])
assert abs(found[0] - away) < 1e-6, f"with alpha = (1, -1) the sum of alpha_i y_i x_i is the sum of the two points, of length {away:.6f}, and w is 0; but the first number is {found[0]}."
assert abs(found[1] - 2) < 1e-6, f"the sum of alpha_i y_i is 1 + 1, but the second number is {found[1]}."
assert abs(found[2] - 3) < 1e-6, f"with w = 0 and b = 0 the demand 3 is missed by 3, but the third number is {found[2]}."
assert abs(found[3] - 1) < 1e-6, f"the lowest multiplier is 1 below zero, but the fourth number is {found[3]}."
assert abs(found[4] - 3) < 1e-6, f"the products are of the sizes {t}, so the largest is 3, but the fifth number is {found[4]}."
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
        ("a right solution", w, b, alpha, X, y, t),
        ("a plane and multipliers that are anything", w + rng.normal(size=d), b + rng.normal(), rng.normal(size=n) + 0.5, X, y, t),
        ("demands that are met with room to spare", 3 * w, 3 * b, alpha + 0.25, X, y, t),
        ("a right solution whose plane was moved", w, b + 0.5, alpha, X, y, t),
        ("a multiplier below zero", w, b, np.where(np.arange(n) == low, -0.3, alpha), X, y, t),
        ("demands that are all missed, and a multiplier that is large", w / 2, b / 2, np.where(np.arange(n) == high, 2.0, alpha), X, y, t),
        ("conditions that are missed by very little", (1 - 2e-8) * w, (1 - 2e-8) * b, alpha - 1e-8 * rng.uniform(1, 2, size=n), X, y, t),
    ]
answers, read = [], "kkt: What the conditions say about a point"


def agrees(column, one):
    assert len(answers) == len(cases)
    for (kind, *case), answer in zip(cases, answers):
        marks.on(kind)
        right = one(*case)
        assert abs(answer[column] - right) <= 1e-9 * max(1.0, right)


with marks.claim(1, "stationarity: the normal, and the balance of the multipliers", read=read):
    for kind, *case in cases:
        marks.on(kind)
        answers.append(numbers(marks.call(residuals, *case), 5, "what residuals returns"))
    agrees(0, lambda w, b, alpha, X, y, t: np.sqrt(((w - sum(alpha[i] * y[i] * X[i] for i in range(len(y)))) ** 2).sum()))
    agrees(1, lambda w, b, alpha, X, y, t: abs(sum(alpha[i] * y[i] for i in range(len(y)))))
with marks.claim(1, "what is said of each point: its demand, and the sign of its multiplier", read=read):
    agrees(2, lambda w, b, alpha, X, y, t: max(0.0, *(t[i] - y[i] * (w @ X[i] + b) for i in range(len(y)))))
    agrees(3, lambda w, b, alpha, X, y, t: max(0.0, *(-one for one in alpha)))
with marks.claim(1, "complementary slackness: the largest size of a product, whatever its sign", read=read):
    agrees(4, lambda w, b, alpha, X, y, t: max(abs(alpha[i] * (y[i] * (w @ X[i] + b) - t[i])) for i in range(len(y))))

# %% [markdown] proof="demand" points=2
# ## Part H: what the conditions say of a point that demands ({{points:demand}})
#
# Book: kkt, "What the conditions say about a point"; kkt, the theorem "The four conditions and the two optima".
#
# 1. A solver says that its plane and its multipliers solve a problem with demands. It shows you six of the many points:
#
#    | point | demand $t_i$ | $y_i f(\mathbf{x}_i)$ | $\alpha_i$ |
#    |---|---|---|---|
#    | 1 | 1 | 2.5 | 0 |
#    | 2 | 3 | 3 | 0.4 |
#    | 3 | 2 | 2 | 0 |
#    | 4 | 1 | 1.5 | 0.2 |
#    | 5 | 2 | 1.9 | 0 |
#    | 6 | 1 | 1 | -0.1 |
#
#    If it's true, which of the six can be as they are? For each of the others, name the condition of Karush, Kuhn and Tucker that it breaks, and say in a
#    sentence what this condition forbids *a point* to do. One of the book's four conditions can't be checked with such a table at all: which one, and what is
#    missing?
# 2. Now $(\mathbf{w}, b)$ does solve a problem with demands, and $\alpha$ meets the conditions with it. Point 7 has $\alpha_7 = 0$. It becomes more modest,
#    and demands $t_7'$ in place of $t_7$, with $0 < t_7' < t_7$. Does the plane move? More planes are allowed now than before, so one of the new ones might
#    be cheaper. Prove that none is: $(\mathbf{w}, b)$ solves the new problem, too. Say which conditions you have to look at again, and which theorem draws
#    the conclusion.
#
# A person grades this part.
#
# === BEGIN MARK SCHEME ===
# 1 point: 1, 2 and 3 can be. 4 breaks complementary slackness: a point whose demand is met with room may not push. 5 breaks primal feasibility: its demand is
# missed, no point may be nearer than it demands. 6 breaks dual feasibility: a point may push the plane away, but not pull it near. Stationarity cannot be checked:
# w and the balance are sums over all points, and the table has neither the x_i nor all points. Half a point for three of these five (1-3 together, 4, 5, 6,
# stationarity); half a point at most if 3 is said to be wrong (slackness read backwards: exactly met, so alpha > 0).
#
# 1 point: stationarity (both parts) and dual feasibility do not mention t. The other points' demands and products are as before. Point 7: y f >= t_7 > t_7', so it is
# still feasible; its product is 0 whatever its room is, as alpha_7 = 0 (half). So the conditions hold with the same w, b and alpha, and they are sufficient (theorem
# of Karush, Kuhn and Tucker), as cost and constraints are convex and differentiable (half). A full point also for weak duality: alpha is worth as much as before, since
# alpha_7 t_7 = 0, so nothing permitted costs less than |w|^2/2. No point for 'the best of fewer planes': there are more now.
# === END MARK SCHEME ===

# %% [markdown]
# ## Part I: what would it save to lose a penguin? ({{points:savings}})
#
# Book: support-vectors, the theorem "The other points can be dropped"; leave-one-out, "When the multipliers are not unique".
#
# The bills of Adelie and Gentoo penguins once more, with all demands 1. Leave out one bird, find the cheapest plane of the others, and see by how much
# $\tfrac12\|\mathbf{w}\|^2$ has fallen: that is what this bird's demand costs. Which birds cost anything? You may solve one program for each bird, but there
# are 274, and a theorem of the book says for which of them you needn't solve anything. Beware: not every point that touches the slab costs something, and not
# even every support vector.
#
# The visible test draws the birds that cost something. Their multipliers are equal, as the two labels must balance, and yet they don't save the same. Why
# not? Answer that for yourself; it isn't handed in.
#
# **By hand.** On the number line, $-3$ and $-1$ have label $-1$, and 1 and 5 have label $+1$. The best plane is $f(x) = x$, at the cost $\tfrac12$. Without
# $-1$ the gap is 4 wide, $w = \tfrac12$, and the cost falls to $\tfrac18$. Without 1 it is 6 wide, and the cost falls to $\tfrac1{18}$. The others cost
# nothing, and the answer is $(0, \tfrac38, \tfrac49, 0)$.
#
# ```text
#   -3      -1   0   1               5
#    -       -=======+               +      w = 1     cost 1/2
#    -===============+               +      w = 1/2   cost 1/8
#    -       -=======================+      w = 1/3   cost 1/18
# ```
#
# **Write** `savings(X, y)`. It returns the list of these savings, one for each row of `X`.
#
# :::{small-print} sizes, zeros, tolerances and time
# The plane of all points costs at least $10^{-3}$, so you needn't scale as in part D, and the savings may be off by $10^{-4}$ times that cost. A plane
# separates the points. There are at least two of each label, and at most 30 points in the hidden tests. A call may take 10 seconds of CPU. The multipliers come
# from a solver here, too: those that should be zero are not exactly so, and what lies below $10^{-6}$ times the largest may be taken for zero. Leave a
# row out by building the program without it: where a constraint says no more than $0 = 0$, Clarabel may give up.
# :::

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
line = np.array([[-5.0], [-2.0], [-1.0], [1.0], [3.0], [4.0]])
saved = Form.numbers(savings(line, np.array([-1.0, -1.0, -1.0, 1.0, 1.0, 1.0])), (6,), "the list of savings of six points")
assert min(saved) > -1e-3, f"to leave out a demand cannot make the plane dearer, but a saving is {min(saved)}."
assert np.allclose(saved, [0, 0, 5 / 18, 3 / 8, 0, 0], atol=5e-5), f"of -5, -2, -1 and 1, 3, 4 the plane costs 1/2, without -1 it costs 2/9 and without 1 it costs 1/8, so 5/18 and 3/8 are saved, and nothing by the others; but yours are {np.round(saved, 5)}."
square = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0], [3.0, 0.0], [-3.0, 0.0]])
saved = Form.numbers(savings(square, np.array([1.0, 1.0, -1.0, -1.0, 1.0, -1.0])), (6,), "the list of savings of six points")
assert np.allclose(saved, 0, atol=5e-5), f"without one corner of the square the others hold the same plane, so nothing is saved, but yours are {np.round(saved, 5)}."
X, y, _ = penguins()
saved = Form.numbers(savings(X, y), (len(X),), "the list of the birds' savings")
ax = plot_points(X, y)
thin = {"arrowstyle": "-", "linestyle": ":", "color": "gray"}
for i in np.flatnonzero(saved > 1e-3):
    ax.scatter(*X[i], s=120, facecolors="none", edgecolors="black")
    ax.annotate(f"{saved[i]:.2f}", X[i], xytext=(-80 * y[i], -50 * y[i]), textcoords="offset points", ha="center", va="center", arrowprops=thin)
ax.set(xlabel="bill length in mm", ylabel="bill depth in mm", title="What it would save to leave out a bird")
print("Birds that cost something:", int((saved > 1e-3).sum()))

# %% test="savings"
import numpy as np

from course.judge import vector
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


def mixed(points, labels, rng):
    """Return the rows in any order, mirrored or turned: whole numbers near the origin, on which solvers seldom fail."""
    order, points = rng.permutation(len(points)), np.array(points, dtype=float)
    one, other = rng.permutation([1, 2]) * rng.choice([-1.0, 1.0], size=2)
    turn = np.array([[one, other], [-other, one]])[: points.shape[1], : points.shape[1]]
    return (points @ turn)[order], np.array(labels, dtype=float)[order]


def many(rng):
    """Twenty points, of which one and two hold the plane; without any of the three it is cheaper."""
    (half, apart), y = rng.integers(2, 4, size=2), np.where(np.arange(20) % 2 == 0, 1.0, -1.0)
    points = np.column_stack([y * (half + rng.integers(1, 4, size=20)), rng.integers(-9, 10, size=20)])
    points[:3] = [[half, -apart], [-half, 0], [half, apart]]
    return mixed(points, y, rng)


def with_far_points(rng):
    """Points on a line; if a support vector goes, one that is more than three times as far away takes its place."""
    half, (left, right) = rng.integers(1, 3), rng.integers(4, 7, size=2)
    places = half * np.array([-1, -left, -left - 1, 1, right, right + 2])
    return mixed(places[:, None], [-1, -1, -1, 1, 1, 1], rng)


def braced(rng):
    """One point against three along an edge: it costs something, and of the three no one does."""
    half, apart = rng.integers(2, 4, size=2)
    points = [[-half, 0], [half, -apart], [half, 0], [half, apart], [-half - 2, 1], [-half - 1, -2], [half + 1, 1]]
    return mixed(points, [-1, 1, 1, 1, -1, -1, 1], rng)


def twin(rng):
    """One of two support vectors is there twice, and so it costs nothing."""
    half, apart = rng.integers(2, 4, size=2)
    points = [[-half, 0], [-half, 0], [half, 0], [-half - 1, apart], [half + 1, -apart], [half + 2, apart]]
    return mixed(points, [-1, -1, 1, -1, 1, 1], rng)


with marks.claim(1, "what each support vector costs, and nothing for all the others", read="support-vectors: The others can be dropped"):
    X, y = many(marks.rng("many"))
    marks.on("many points in a unit in which all multipliers are small")
    judge(X * np.sqrt(hard_margin(X, y).primal / 0.004), y)
    marks.on("points far behind a support vector")
    judge(*with_far_points(marks.rng("far points")))
with marks.claim(1, "nothing for a support vector whose place another one takes", read="leave-one-out: When the multipliers are not unique"):
    marks.on("three support vectors in a row, of which two are enough")
    judge(*braced(marks.rng("braced")))
    marks.on("a support vector that is there twice")
    judge(*twin(marks.rng("twin")))
