# %% role="set"
title = "The perceptron"
barred = ["perceptrons", "kernels", "separation", "svm", "margins", "estimators", "datasets.worst_case"]
packages = ["numpy", "matplotlib"]
own = ["novikoff_sides", "forcing_set", "proof_order", "start", "settled"]
inputs = {
    "perceptron": "points(n, d), labels(n), seldom(1500, 0, 1, 2, 3, 5, 8, 50)",
    "with_bias": "points(n, d), labels(n), seldom(12000, 0, 1, 2, 3, 5, 8, 50)",
    "novikoff_sides": "points(n, d), labels(n), rows(k, n), normal(d) if (y * (X @ u)).min() > 0",
    "forcing_set": "whole(2, 6)",
    "settled": "points(n, d) + one_of(0, 0, 0, 17), labels(n) if both(y)",
}
holds = {
    "perceptron": "run(y[:, None] * X, budget, it[1], it[0])",
    "with_bias": "run(y[:, None] * lifted(X), budget, it[2], [*it[0], it[1]])",
    "forcing_set": "(norm(it[0], axis=1) <= 1 + 1e-9).all() and set(it[1]) == {1, -1} and forces(np.array(it[1])[:, None] * it[0], k)",
    "settled": "(y * (X @ it[0] + it[1])).min() > 0 if it[2] is None else it[:2] == [None, None] and min(it[2]) >= 0 and max(it[2]) > 0 and not np.mod(it[2], 1).any() and not ((y * it[2]) @ lifted(X)).any()",
}

STEPS = {
    "start": "At the start $\\mathbf{w}_0\\cdot\\mathbf{u} = 0$ and $\\|\\mathbf{w}_0\\|^2 = 0$.",
    "rule": "Update $k+1$ adds a signed point $\\mathbf{z}$ with $\\mathbf{w}_k\\cdot\\mathbf{z} \\le 0$.",
    "gain": "$\\mathbf{w}_{k+1}\\cdot\\mathbf{u} = \\mathbf{w}_k\\cdot\\mathbf{u} + \\mathbf{z}\\cdot\\mathbf{u} "
    "\\ge \\mathbf{w}_k\\cdot\\mathbf{u} + \\gamma$.",
    "along": "Therefore $\\mathbf{w}_k\\cdot\\mathbf{u} \\ge k\\gamma$ for every $k$.",
    "square": "$\\|\\mathbf{w}_{k+1}\\|^2 = \\|\\mathbf{w}_k\\|^2 + 2\\,\\mathbf{w}_k\\cdot\\mathbf{z} + \\|\\mathbf{z}\\|^2$.",
    "growth": "$\\|\\mathbf{w}_{k+1}\\|^2 \\le \\|\\mathbf{w}_k\\|^2 + R^2$.",
    "length": "Therefore $\\|\\mathbf{w}_k\\| \\le \\sqrt{k}\\,R$ for every $k$.",
    "shadow": "By Cauchy and Schwarz $\\mathbf{w}_k\\cdot\\mathbf{u} \\le \\|\\mathbf{w}_k\\|$, as $\\|\\mathbf{u}\\| = 1$.",
    "end": "So $k\\gamma \\le \\sqrt{k}\\,R$, and $k \\le R^2/\\gamma^2$.",
    "triangle": "Therefore $\\|\\mathbf{w}_k\\| \\le kR$ for every $k$, by the triangle inequality.",
    "fewer": "Each update lowers the number of mistakes by at least one.",
}
BUILDS_ON = {
    "start": [],
    "rule": [],
    "gain": ["rule"],
    "along": ["start", "gain"],
    "square": ["rule"],
    "growth": ["rule", "square"],
    "length": ["start", "growth"],
    "shadow": [],
    "end": ["along", "length", "shadow"],
}


def variant(draw):
    """Draw an example of three points that costs exactly six updates, the seed of the data, the letters."""
    from margin_lib import perceptron

    rng = draw.rng("example")
    while True:
        points = rng.integers(-3, 4, size=(3, 2)).tolist()
        run = perceptron(points, [1, -1, 1], pick="next", max_corrections=7)
        if run.corrections == 6 and run.finished and len(set(run.order.tolist())) == 3:
            break
    return {
        "example": points,
        "order": [int(i) for i in run.order],
        "normal": [int(entry) for entry in run.plane.w],
        "seed": draw.seed("data"),
        **draw.steps(STEPS, BUILDS_ON),
    }


# %%
import matplotlib.pyplot as plt
import numpy as np

from margin_lib.datasets import penguins
from margin_lib.plots import plot_points
from notebook_checks.answer_format import Form

# %% [markdown]
# In this set `X` is a matrix with a point in each row, and `y` is the vector of their labels, $+1$ or $-1$. Both are numpy arrays.
#
# :::{small-print} what can occur, and what you may return
# There may be only one point, only one coordinate, or only one label, and the same point may occur twice. Where you return a vector or a list, a
# list, a tuple and an array are equally welcome.
# :::

# %% [markdown]
# ## Part A: the perceptron ({{points:perceptron}})
#
# Book: perceptron, "The rule, on three points"; perceptron, "Why the perceptron stops".
#
# Everything else in this set, and half of the course, stands on one loop: find a misclassified point, add $y\,\mathbf{x}$ to $\mathbf{w}$, and look again.
# Start from $\mathbf{w} = 0$. A point *on* the hyperplane, with $y\,\mathbf{w}\cdot\mathbf{x} = 0$, counts as misclassified too, so at the start every point
# does. Where several points are misclassified, update on any of them: the choice is yours, and the theorem doesn't care. Points that nothing
# separates would keep the loop busy forever, so stop after `budget` updates.
#
# **By hand.** Let row 0 be the point $(2, 1)$ with label $+1$ and row 1 the point $(1, 2)$ with label $-1$. At $\mathbf{w} = 0$ both are
# misclassified; say you take row 0, and $\mathbf{w} = (2, 1)$. Now row 1 is on the wrong side, since $(2, 1)\cdot(1, 2) = 4$ and its label is $-1$.
# Subtract it: $\mathbf{w} = (1, -1)$. Both points are classified correctly, and the answer is `([1, -1], [0, 1])`.
#
# **Write** `perceptron(X, y, budget)`. It returns `(w, order)`: the last $\mathbf{w}$, and the row numbers of the points that you updated on, from 0, in the
# order of the updates.
#
# :::{small-print} sizes and time
# Coordinates are whole numbers, so your sums are exact: compare them with 0. There are up to 2,000 points in 20 dimensions, which
# may take 10 seconds of CPU, and up to 5,000 updates. `budget` is a whole number, at least 0. The hidden tests follow your updates one by one.
# :::

# %% answer="perceptron"
def perceptron(X, y, budget):
    """Return (w, order): the normal found, and the row numbers of the points updated on."""
    ### BEGIN SOLUTION
    Z = y[:, None] * X
    w = np.zeros(X.shape[1])
    order = []
    while len(order) < budget:
        mistakes = np.flatnonzero(Z @ w <= 0)
        if len(mistakes) == 0:
            break
        order.append(int(mistakes[0]))
        w += Z[mistakes[0]]
    return w, order
    ### END SOLUTION

# %% check="perceptron"
X, y = np.array({{example}}, dtype=float), np.array([1.0, -1.0, 1.0])
w, order = Form.parts(perceptron(X, y, 100), 2, "what perceptron returns")
w, order = Form.numbers(w, (2,), "w"), Form.rows(order, 3, "the order")
assert len(order) <= 100, f"the budget is 100, but {len(order)} updates were made."
v = sum((y[i] * X[i] for i in order), np.zeros(2))
assert (v == w).all(), f"w must be the sum of y x over the updates {order}, which is {v}, but it is {w}."
assert (y * (X @ w) > 0).all(), f"a plane separates the three points, and 100 updates are plenty; but with your w, {w}, the products y w.x are {y * (X @ w)}."
w, order = Form.parts(perceptron(X, y, 2), 2, "what perceptron returns")
assert len(Form.rows(order, 3, "the order")) == 2, f"with a budget of 2 there are two updates in the example, but yours are {order}."
print("The form is right. Going around the rows in order, one gets", {{order}}, "and w =", {{normal}})

# %% test="perceptron"
import numpy as np

from course.judge import vector, wholes
from course.judge.answers import unpacked
from course.judge.data import inseparable, separable

sizes = {"three points": (3, 2), "points with two coordinates": (10, 2), "points with three coordinates": (40, 3), "points with more coordinates": (100, 5)}
small = {kind: separable(marks.rng(f"small {i}"), *size) for i, (kind, size) in enumerate(sizes.items())}
on_plane = (np.array([[1.0, 0.0], [0.0, 1.0], [2.0, -1.0]]), np.array([1.0, 1.0, 1.0]))
all_rows = (np.diag([1.0, -2.0, 3.0, -1.0]), np.array([1.0, -1.0, 1.0, -1.0]))  # whatever is chosen, each is corrected once
steep = (np.array([[1.0, 0.0], [float(marks.rng("steep").integers(3, 9)), -20.0]]), np.array([1.0, -1.0]))  # each spoils the other
sets = {
    **small,
    "points that are on the hyperplane after an update": on_plane,
    "points at right angles to each other": all_rows,
    "two points, of which each update spoils the other one": steep,
    "many points with many coordinates": separable(marks.rng("large"), 2000, 20),
}
no_plane = [(*inseparable(marks.rng(f"none {i}"), 12, 2), budget) for i, budget in enumerate([0, 1, 7, 300, 5000])]
runs = []


def run(kind, X, y, budget):
    marks.on(kind)
    w, order = unpacked(marks.call(perceptron, X, y, budget), 2, "what perceptron returns")
    return vector(w, X.shape[1], "w"), wholes(order, len(X), "the order", most=10_000)


def replayed(X, y, order):
    """Yield w before each update, and after the last."""
    w = np.zeros(X.shape[1])
    for i in order:
        yield w.copy()
        w += y[i] * X[i]
    yield w


def last_of(X, y, order):
    """Return w after the updates, which leaves no mistake if the run is finished."""
    *_, w = replayed(X, y, order)
    assert (y * (X @ w) > 0).all()
    return w


with marks.claim(2, "in a run that leaves no mistake, each update is on a point that is a mistake at that moment", read="perceptron: The rule, on three points"):
    runs = [run(kind, *one, 5000) for kind, one in sets.items()]
    for (kind, (X, y)), (_, order) in zip(sets.items(), runs):
        marks.on(kind)
        last_of(X, y, order)
        for w, i in zip(replayed(X, y, order), order):
            assert y[i] * (w @ X[i]) <= 0
with marks.claim(1, "in a run that leaves no mistake, w is the sum of y x over the updates", read="perceptron: The rule, on three points"):
    marks.needs(runs)
    for (kind, (X, y)), (w, order) in zip(sets.items(), runs):
        marks.on(kind)
        assert np.array_equal(w, last_of(X, y, order))
with marks.claim(1, "where a plane exists, the run ends with no mistake, none on the plane either", read="perceptron: Why the perceptron stops"):
    marks.needs(runs)
    for (kind, (X, y)), (w, order) in zip(sets.items(), runs):
        marks.on(kind)
        assert order
        assert (y * (X @ w) > 0).all()
with marks.claim(1, "where none exists, the run makes exactly as many updates as the budget allows, each on a mistake, and w is their sum", read="perceptron-bound: What the bound doesn't promise"):
    for X, y, budget in no_plane:
        kind = "a long run" if budget > 100 else "a budget of 0" if budget == 0 else "a small budget"
        w, order = run(kind, X, y, budget)
        assert len(order) == budget
        *before, after = replayed(X, y, order)
        assert all(y[i] * (v @ X[i]) <= 0 for v, i in zip(before, order))
        assert np.array_equal(w, after)

# %% [markdown]
# ## Part B: with a bias ({{points:with_bias}})
#
# Book: perceptron-bound, "With a bias, the units matter"; gordan, "Second trick: lift the bias away".
#
# Most data aren't so kind as to let a hyperplane through the origin separate them. You want $f(\mathbf{x}) = \mathbf{w}\cdot\mathbf{x} + b$ with a $b$ that
# is learned as well, and you needn't invent anything for it: append a 1 to each point, and $b$ is just one more entry of
# $\mathbf{w}$. Run the perceptron on these lifted points $(\mathbf{x}, 1)$, from $\mathbf{w} = 0$ and $b = 0$, until no point has $y f(\mathbf{x}) \le 0$ or
# `budget` updates have been made.
#
# **By hand.** On the number line, 3 has label $+1$ and 0 has label $-1$. The first update, on 3, gives $w = 3$ and $b = 1$. That puts 0 on the wrong side, as
# $f(0) = 1$. An update on 0 leaves $w$ alone and lowers $b$ to 0. Now 0 lies exactly on the border, which still isn't good enough; one more update, and
# $f(x) = 3x - 1$ separates. The answer is `([3], -1, [0, 1, 1])`.
#
# **Write** `with_bias(X, y, budget)`. It returns `(w, b, order)`.
#
# :::{small-print} sizes
# Coordinates are whole numbers again. There are at most 60 points, and up to 20,000 updates.
# :::

# %% answer="with_bias"
def with_bias(X, y, budget):
    """Return (w, b, order): the plane w.x + b = 0 found, and the row numbers of the points updated on."""
    ### BEGIN SOLUTION
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    w = np.zeros(Z.shape[1])
    order = []
    while len(order) < budget:
        mistakes = np.flatnonzero(Z @ w <= 0)
        if len(mistakes) == 0:
            break
        order.append(int(mistakes[0]))
        w += Z[mistakes[0]]
    return w[:-1], w[-1], order
    ### END SOLUTION

# %% check="with_bias"
w, b, order = Form.parts(with_bias(np.array([[2.0], [1.0]]), np.array([1.0, -1.0]), 1000), 3, "what with_bias returns")
w, b, order = Form.numbers(w, (1,), "w"), Form.numbers(b, (), "b"), Form.rows(order, 2, "the order")
assert 2 * w[0] + b > 0 > w[0] + b, f"f is {2 * w[0] + b} at 2, which has label +1, and {w[0] + b} at 1, which has -1."
ones = sum(1 if i == 0 else -1 for i in order)
assert b == ones, f"each update adds y to b, which makes {ones} over your order, but b is {b}."
print("The form is right: the border is at", -b / w[0], "after", len(order), "updates.")

# %% test="with_bias"
import numpy as np

from course.judge import number, vector, wholes
from course.judge.answers import unpacked
from course.judge.data import inseparable, separable

sizes = {"points with one coordinate": (4, 1), "points with two coordinates": (30, 2), "points with three coordinates": (60, 3)}
sets = {kind: separable(marks.rng(f"{i}"), *size, bias=True) for i, (kind, size) in enumerate(sizes.items())}
labels = marks.rng("labels")
for kind, n, d in [("two points with one label", 2, 1), ("points with one label", 12, 2)]:  # an update spoils the points on the other side of the origin
    X = labels.integers(1, 21, size=(n, d)) * np.where(np.arange(n) % 2 == 0, 1.0, -1.0)[:, None]
    sets[kind] = X, np.full(n, labels.choice([-1.0, 1.0]))
sets["a single point"] = labels.integers(-20, 21, size=(1, 3)).astype(float), labels.choice([-1.0, 1.0], size=1)
close = float(marks.rng("close").integers(40, 60)) + np.array([[1.0], [0.0]]), np.array([1.0, -1.0])  # some 4 * 50^2 corrections
no_plane = [(*inseparable(marks.rng(f"none {budget}"), 12, 2), budget) for budget in (0, 40, 20000)]
answers = []


def run(kind, X, y, budget=20000):
    marks.on(kind)
    w, b, order = unpacked(marks.call(with_bias, X, y, budget), 3, "what with_bias returns")
    return vector(w, X.shape[1], "w"), number(b, "b"), wholes(order, len(X), "the order", most=40_000)


def sums_of(X, y, order):
    """Return the sums of y x and of y over the updates, which leave no mistake if the run is finished."""
    w, b = (y[order, None] * X[order]).sum(axis=0), y[order].sum()
    assert (y * (X @ w + b) > 0).all()
    return w, b


def all_were_mistakes(X, y, order):
    steps = (y[:, None] * np.column_stack([X, np.ones(len(X))]))[order]
    before = np.cumsum(steps, axis=0) - steps
    return ((before * steps).sum(axis=1) <= 0).all()


with marks.claim(1, "in a run that leaves no mistake, each update is on a mistake of f(x) = w.x + b", read="perceptron-bound: With a bias, the units matter"):
    answers = [run(kind, *one) for kind, one in sets.items()]
    for (kind, (X, y)), (_, _, order) in zip(sets.items(), answers):
        marks.on(kind)
        assert order
        sums_of(X, y, order)
        assert all_were_mistakes(X, y, order)
with marks.claim(1, "in a run that leaves no mistake, w is the sum of y x over the updates, and b the sum of y", read="perceptron-bound: With a bias, the units matter"):
    marks.needs(answers)
    for (kind, (X, y)), (w, b, order) in zip(sets.items(), answers):
        marks.on(kind)
        assert order
        sums = sums_of(X, y, order)
        assert np.array_equal(w, sums[0]) and b == sums[1]
with marks.claim(
    1, "separable points are separated, and a run on others stops when the budget is spent, with w and b the sums of its updates", read="perceptron-bound: With a bias, the units matter"
):
    marks.needs(answers)
    kind = "two points close together, far from the origin"
    for (kind, (X, y)), (w, b, _) in zip([*sets.items(), (kind, close)], [*answers, run(kind, *close)]):
        marks.on(kind)
        assert (y * (X @ w + b) > 0).all()
    for X, y, budget in no_plane:
        kind = "a budget of 0" if budget == 0 else f"points that no plane separates{' and a large budget' * (budget > 100)}"
        w, b, order = run(kind, X, y, budget)
        assert len(order) == budget
        assert all_were_mistakes(X, y, order)
        assert np.array_equal(w, (y[order, None] * X[order]).sum(axis=0)) and b == y[order].sum()

# %% [markdown]
# ## Part C: the two sides of Novikoff's proof ({{points:novikoff_sides}})
#
# Book: perceptron, "Why the perceptron stops"; perceptron-bound, "Two curves that meet".
#
# The proof is a race between two quantities: how far $\mathbf{w}_k$ has come along a separating direction, and how long it has become. Once you've
# watched the race on a run of your own, you'll never forget the proof. You are given a run, as the `order` of its updates, and the normal
# $\mathbf{u}$ of some hyperplane through the origin that separates the points. Its length can be anything, so first divide by it:
# $\hat{\mathbf{u}} = \mathbf{u}/\|\mathbf{u}\|$. Let $\gamma = \min_i y_i\,\hat{\mathbf{u}}\cdot\mathbf{x}_i$ and $R = \max_i \|\mathbf{x}_i\|$, both over *all*
# points, and let $\mathbf{w}_k$ be the sum of the first $k$ updates. After update $k$ the proof says
#
# $$k\gamma \;\le\; \mathbf{w}_k\cdot\hat{\mathbf{u}} \;\le\; \|\mathbf{w}_k\| \;\le\; \sqrt{k}\,R .$$
#
# **By hand.** Row 0 is $(3, 0)$ with label $+1$, row 1 is $(0, -4)$ with label $-1$, and row 2 is $(-3, 4)$ with label $+1$, on which the run never
# updated: its order is `[0, 1]`. Let $\mathbf{u} = (2, 2)$. Row 2 is the closest point, so $\gamma = 1/\sqrt2$, and the longest, so $R = 5$. After the
# first update $\mathbf{w}_1 = (3, 0)$ and the row is $(1/\sqrt2,\; 3/\sqrt2,\; 3,\; 5)$. After the second $\mathbf{w}_2 = (3, 4)$, and it is
# $(2/\sqrt2,\; 7/\sqrt2,\; 5,\; 5\sqrt2)$.
#
# **Write** `novikoff_sides(X, y, order, u)`. It returns a list with a row for each $k = 1, 2, \dots$, one for each update, which holds the four numbers of the
# chain from left to right. Your function computes and doesn't judge: the points in `order` need not have been misclassified when they were added, so
# the last inequality can fail.
#
# :::{small-print} sizes and tolerances
# The numbers may be off by one part in $10^9$. There are 1 to 60 updates, and at most 50 points in 10 dimensions.
# :::

# %% answer="novikoff_sides"
def novikoff_sides(X, y, order, u):
    """Return rows (k gamma, w_k.u, |w_k|, sqrt(k) R), one for each update."""
    ### BEGIN SOLUTION
    u = u / np.linalg.norm(u)
    gamma = (y * (X @ u)).min()
    R = np.linalg.norm(X, axis=1).max()
    rows, w = [], np.zeros(X.shape[1])
    for k, i in enumerate(order, 1):
        w = w + y[i] * X[i]
        rows.append([k * gamma, w @ u, np.linalg.norm(w), np.sqrt(k) * R])
    return rows
    ### END SOLUTION

# %% check="novikoff_sides"
X, y = np.array([[3.0, 0.0], [0.0, -4.0], [-3.0, 4.0]]), np.array([1.0, -1.0, 1.0])
rows = Form.numbers(novikoff_sides(X, y, [0, 1], np.array([2.0, 2.0])), (2, 4), "the list of rows")
assert abs(rows[0][2] - 3) < 1e-9, f"after the first update w = (3, 0), of length 3, but the third number is {rows[0][2]}."
assert abs(rows[1][2] - 5) < 1e-9, f"after the second update w = (3, 4), of length 5, but the third number is {rows[1][2]}."
for k, row in enumerate(rows, 1):
    assert abs(row[3] - 5 * k**0.5) < 1e-9, f"the longest of the three points is 5 long, and k = {k}, but the fourth number is {row[3]}."
    assert abs(row[0] - k / 2**0.5) < 1e-9, f"(-3, 4), the closest of the three points, is 1 / sqrt(2) away from the plane of (2, 2), and k = {k}; but the first number is {row[0]}."
for w, product, row in zip([(3, 0), (3, 4)], [3, 7], rows):
    assert abs(row[1] - product / 2**0.5) < 1e-9, f"{w} and the unit vector of (2, 2) have the product {product} / sqrt(2), but the second number is {row[1]}."
print("The form is right, and the example too.")

# %% test="novikoff_sides"
import numpy as np

from course.judge import matrix

rng = marks.rng("runs")
cases = []  # each with its kind
for n, d in [(1, 1), (5, 2), (30, 3), (50, 10)]:
    u = rng.normal(size=d) * rng.uniform(3, 7)
    X = rng.normal(size=(n, d))
    if n > 2:  # the last point is the longest, the one before it the closest to the plane, and no run corrects them
        X[-1] *= 2 * np.sqrt((X**2).sum(axis=1).max() / (X[-1] @ X[-1]))
        X[-2] += u / (u @ u) * (np.abs(X[[*range(n - 2), n - 1]] @ u).min() / 2 - X[-2] @ u)
    y = np.where(X @ u > 0, 1.0, -1.0)
    order = rng.integers(0, max(n - 2, 1), size=int(rng.integers(1, 60))).tolist()
    cases.append(("a single point" if n == 1 else "a run that never updated on the closest point, nor on the longest", X, y, order, u))
got, columns = [], [[] for _ in range(4)]
for _, X, y, order, u in cases:
    W = np.cumsum([y[i] * X[i] for i in order], axis=0)
    unit, k = u / np.sqrt(u @ u), np.arange(1, len(order) + 1)
    columns[0].append(k * min(y[i] * (X[i] @ unit) for i in range(len(X))))
    columns[1].append(W @ unit)
    columns[2].append(np.sqrt((W**2).sum(axis=1)))
    columns[3].append(np.sqrt(k) * max(np.sqrt(x @ x) for x in X))
read = "perceptron: Why the perceptron stops"


def answer(kind, X, y, order, u):
    marks.on(kind)
    return matrix(marks.call(novikoff_sides, X, y, order, u), len(order), 4, "the list of rows")


def agrees(column):
    assert len(got) == len(cases)
    for (kind, *_), rows, right in zip(cases, got, columns[column]):
        marks.on(kind)
        assert np.allclose(rows[:, column], right, rtol=1e-9, atol=1e-12)


with marks.claim(1, "k gamma, with the margin of the plane over all points, whatever the length of u", read=read):
    got = [answer(*case) for case in cases]
    agrees(0)
with marks.claim(1, "how far w_k has come along the unit normal", read=read):
    agrees(1)
with marks.claim(1, "the length of w_k", read=read):
    agrees(2)
with marks.claim(1, "sqrt(k) R, with the largest length of all points", read=read):
    agrees(3)

# %% [markdown]
# ## Part D: a set that forces many updates ({{points:forcing_set}})
#
# Book: perceptron-bound, "How slow can it get?".
#
# Novikoff's theorem says that the perceptron can't take too long. Is it too pessimistic? Turn the tables, and be the adversary: given a whole number $k \ge 2$, make
# points and labels on which the perceptron of part A takes **at least $k$ updates, whatever misclassified points it chooses**. You have to play fair:
# no point is longer than 1, both labels occur, and some hyperplane through the origin separates the points.
#
# **By hand.** For $k = 2$ two points are enough: $(1, 0)$ with label $+1$ and $(0, 1)$ with label $-1$. An update on one of them leaves the other one's product
# with $\mathbf{w}$ at 0, where it was, so each has to have an update of its own.
#
# **Write** `forcing_set(k)`. It returns `(X, y)`.
#
# :::{small-print} sizes and tolerances
# You may use up to 1,000 points in up to 1,000 dimensions. The hidden tests try $k$ up to 60 and choose the misclassified points in five
# ways. A length may be $1 + 10^{-9}$. An entry of a point is 0, or at least $10^{-6}$ in size, so that no product is rounded to 0.
# :::

# %% answer="forcing_set"
def forcing_set(k):
    """Return (X, y), points no longer than 1 on which every run of the perceptron makes at least k updates."""
    ### BEGIN SOLUTION
    y = np.ones(k)
    y[::2] = -1
    return y[:, None] * np.eye(k), y
    ### END SOLUTION

# %% check="forcing_set"
for k in (2, 3, 5):
    X, y = Form.parts(forcing_set(k), 2, "what forcing_set returns")
    X, y = Form.numbers(X, (-1, -1), "X"), Form.numbers(y, (-1,), "y")
    assert len(X) == len(y), f"each row of X needs a label, but there are {len(X)} rows and {len(y)} labels."
    assert set(y.tolist()) == {1.0, -1.0}, f"both labels must occur, +1 and -1 and no others, but y has {sorted(set(y.tolist()))}."
    longest = np.sqrt((X**2).sum(axis=1)).max()
    assert longest <= 1 + 1e-9, f"no point may be longer than 1, but one has length {longest}."
    Z = y[:, None] * X
    contradicted = [i for i, z in enumerate(Z) if (Z + z == 0).all(axis=1).any()]
    assert not contradicted, f"no plane separates your points for k = {k}: row {contradicted[0]} is at the origin, or it occurs with both labels, or its opposite has the same label."
    for which, choose in {"first": lambda products: 0, "last": lambda products: -1, "worst": np.argmin}.items():
        w, updates = np.zeros(X.shape[1]), 0
        while updates < k and (Z @ w <= 0).any():
            mistakes = np.flatnonzero(Z @ w <= 0)
            w, updates = w + Z[mistakes[choose((Z @ w)[mistakes])]], updates + 1
        assert updates == k, f"with k = {k}, a perceptron that updates on the {which} mistake is through after {updates} updates."
print("The form is right: for k = 5 there are", len(X), "points in", X.shape[1], "dimensions.")

# %% test="forcing_set"
import numpy as np

from course.judge import matrix, vector
from course.judge.answers import unpacked
from margin_lib import separate

sizes = [2, 3, 17, 60]
made = []
read = "perceptron-bound: How slow can it get?"


def corrections(X, y, choose, most):
    Z, w, count = y[:, None] * X, np.zeros(X.shape[1]), 0
    while count < most:
        products = Z @ w
        mistakes = np.flatnonzero(products <= 0)
        if len(mistakes) == 0:
            break
        w, count = w + Z[choose(mistakes, products, Z)], count + 1
    return count


rng = marks.rng("choices")
WAYS = {
    "the first mistake": lambda mistakes, products, Z: mistakes[0],
    "the last mistake": lambda mistakes, products, Z: mistakes[-1],
    "the worst mistake": lambda mistakes, products, Z: mistakes[np.argmin(products[mistakes])],
    "the longest mistake": lambda mistakes, products, Z: mistakes[np.argmax((Z[mistakes] ** 2).sum(axis=1))],
    "any mistake at random": lambda mistakes, products, Z: rng.choice(mistakes),
}
with marks.claim(1, "points no longer than 1, with both labels, that a plane through the origin separates", read=read):
    for k in sizes:
        marks.on("a large k" if k > 10 else "a small k")
        X, y = unpacked(marks.call(forcing_set, k), 2, "what forcing_set returns")
        X = matrix(X, what="X")
        y = vector(y, len(X), "y")
        assert len(X) <= 1000 and 1 <= X.shape[1] <= 1000
        marks.on("the rule that both labels occur, and no others")
        assert set(y.tolist()) == {1.0, -1.0}
        marks.on("the rule that no point is longer than 1")
        assert (X**2).sum(axis=1).max() <= (1 + 1e-9) ** 2
        marks.on("the rule that an entry is 0 or not too small")
        assert abs(X[X != 0]).min(initial=1.0) >= 1e-6
        marks.on("the rule that a plane through the origin separates the points")
        assert separate(X, y, bias=False).plane is not None
        made.append((k, X, y))
with marks.claim(2, "at least k updates, whatever mistakes are chosen", read=read):
    marks.needs(len(made) == len(sizes))
    for k, X, y in made:
        for way, choose in WAYS.items():
            marks.on(f"a perceptron that updates on {way}")
            assert corrections(X, y, choose, k) >= k

# %% [markdown]
# ## Part E: the proof in order ({{points:proof_order}})
#
# Book: perceptron, "Why the perceptron stops".
#
# Here are the steps of the proof of Novikoff's theorem, shuffled, together with two that don't belong: they are false, or nothing in the proof needs
# them. As in the book, $R$ is the largest length of a point, $\mathbf{u}$ a unit vector with $\mathbf{u}\cdot\mathbf{z} \ge \gamma > 0$ for each
# signed point $\mathbf{z} = y\,\mathbf{x}$, and $\mathbf{w}_k$ the vector after $k$ updates. Before you sort, ask of each step what you need in order to believe it.
#
# {{steps}}
#
# **Write** `proof_order()`. It returns the letters of the steps that belong, as a list or as a string such as `"CAB"`, in an order in which each step comes after
# those that it builds on.
#
# :::{small-print} which orders earn the points
# Several orders are right, and each of them earns both points. The right steps in a wrong order earn one.
# :::

# %% answer="proof_order"
def proof_order():
    """Return the letters of the proof's steps, in a valid order."""
    ### BEGIN SOLUTION
    return {{hidden_order}}
    ### END SOLUTION

# %% check="proof_order"
order = Form.steps(proof_order(), {{letters}})
print("The form is right:", len(order), "steps.")

# %% test="proof_order"
from course.judge import arranged, complete

order = None
with marks.claim(1, "all steps that belong, and no other", read="perceptron: Why the perceptron stops"):
    order = marks.call(proof_order)
    assert complete(order, {{hidden_builds_on}}, {{hidden_distractors}})
with marks.claim(1, "all steps that belong, no other, each after those that it builds on", read="perceptron: Why the perceptron stops"):
    marks.needs(order is not None)
    assert arranged(order, {{hidden_builds_on}}, {{hidden_distractors}})

# %% [markdown] proof="start" points=2
# ## Part F: another start ({{points:start}})
#
# Book: perceptron, the theorem "Novikoff, 1962"; perceptron, the exercise "Prove: the learning rate changes nothing".
#
# Suppose that you already have a guess at the separator, from yesterday's data perhaps, and start the perceptron from that $\mathbf{w}_0 \ne 0$ instead of 0. A bad guess
# costs time. How much?
#
# Let $\mathbf{u}$ be a unit vector with $\mathbf{u}\cdot\mathbf{z} \ge \gamma > 0$ for all signed points, none longer than $R$. Prove that the perceptron still
# stops, after at most
#
# $$\frac{R^2}{\gamma^2} + \frac{2\,\|\mathbf{w}_0\|}{\gamma}$$
#
# updates, and say at which steps your proof differs from Novikoff's. A person grades this part.
#
# === BEGIN MARK SCHEME ===
# 1 point: both steps with their new start. Along u: w_k.u >= w_0.u + k gamma >= k gamma - |w_0|. Length:
# |w_k|^2 <= |w_0|^2 + k R^2.
#
# 1 point: the conclusion. If k gamma <= |w_0| the bound holds. Otherwise square k gamma - |w_0| <= sqrt(|w_0|^2 + k R^2):
# k^2 gamma^2 - 2 k gamma |w_0| <= k R^2, and divide by k gamma^2. Half a point if the first case is forgotten.
# === END MARK SCHEME ===

# %% [markdown]
# ## Part G: a line, or a proof that there is none ({{points:settled}})
#
# Book: perceptron-bound, "What the bound doesn't promise"; gordan, "What a witness looks like".
#
# A spent budget leaves you in doubt: maybe no hyperplane separates the points, or maybe the next update would have found one. Gordan's theorem knows only
# two cases, a hyperplane or a witness, and the perceptron can find either. Take points whose coordinates are whole numbers. Then $(\mathbf{w}, b)$ is made
# of whole numbers all the time. If no hyperplane separates the points, it never grows beyond a certain length; take that theorem for granted. So there are
# only finitely many places for it to be, and sooner or later the run **comes back** to a $(\mathbf{w}, b)$ where it has been before. Look at the updates
# since then. What do they add up to?
#
# The visible test draws the bills of three species, in whole millimeters from their mean: a line between Gentoo and Adelie, and the few birds that prove that
# there's none between Gentoo and Chinstrap.
#
# **By hand.** On the number line, 0 and 2 have the label $+1$, and 1 between them has the label $-1$. Always update on the first mistake, as in part B. After
# three updates $(w, b)$ is $(-1, 1)$, and after seven it's there again. The four updates in between were on row 1 twice, and once on each of the others. The
# answer is `(None, None, [1, 2, 1])`, and indeed $1\cdot0 - 2\cdot1 + 1\cdot2 = 0$ and $1 - 2 + 1 = 0$.
#
# **Write** `settled(X, y)`. If a hyperplane separates the points, it returns `(w, b, None)` with one that does, all points on their proper sides and none on
# it. If none does, it returns `(None, None, counts)`: a list with a whole number $c_i$ for each point, none negative and not all 0, with
# $\sum_i c_i y_i \mathbf{x}_i = 0$ and $\sum_i c_i y_i = 0$.
#
# :::{small-print} sizes and time
# Both labels occur. The coordinates are whole numbers between $-20$ and $20$. There are at most 20 points in at most 3 dimensions, and some of the hyperplanes
# to be found take the perceptron more than 1,000 updates. Any hyperplane and any counts that meet the conditions are right, and they're checked without
# rounding. A call may take 10 seconds of CPU.
# :::

# %% answer="settled"
def settled(X, y):
    """Return (w, b, None) with a hyperplane that separates, or (None, None, counts) with whole weights that combine the points to 0."""
    ### BEGIN SOLUTION
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    v, order, reached = np.zeros(Z.shape[1]), [], {}
    while tuple(v) not in reached:
        reached[tuple(v)] = len(order)
        mistakes = np.flatnonzero(Z @ v <= 0)
        if len(mistakes) == 0:
            return v[:-1], v[-1], None
        order.append(mistakes[0])
        v = v + Z[mistakes[0]]
    return None, None, np.bincount(order[reached[tuple(v)] :], minlength=len(X))
    ### END SOLUTION

# %% check="settled"
w, b, counts = Form.parts(settled(np.array([[0.0], [1.0], [2.0]]), np.array([1.0, -1.0, 1.0])), 3, "(w, b, counts)")
assert w is None and b is None, f"0, 1 and 2 have the labels +1, -1 and +1, and no plane separates them, but your w is {w} and your b is {b}."
assert counts is not None, "no plane separates 0, 1 and 2 with the labels +1, -1 and +1, but instead of counts there is None."
counts = Form.numbers(counts, (3,), "the list of counts, one for each point,")
assert min(counts) >= 0 and max(counts) > 0, f"no count is negative and they are not all 0, but yours are {counts}."
assert all(count == round(count) for count in counts), f"counts are whole numbers, but yours are {counts}."
sums = counts[2] * 2 - counts[1], counts[0] - counts[1] + counts[2]
assert sums == (0, 0), f"the sums of c y x and of c y must both be 0, but with your counts {counts} they are {sums[0]} and {sums[1]}."
_, axes = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
for ax, other in zip(axes, ["Adelie", "Chinstrap"]):
    X, y, _ = penguins("Gentoo", other)
    X = np.round(X)
    X = X - np.round(X.mean(axis=0))
    w, b, counts = Form.parts(settled(X, y), 3, "(w, b, counts)")
    plot_points(X, y, ax=ax)
    if counts is None:
        w, b = Form.numbers(w, (2,), "w"), Form.numbers(b, (), "b")
        assert (y * (X @ w + b) > 0).all(), f"your line does not separate Gentoo and {other}: {int((y * (X @ w + b) <= 0).sum())} birds are on it or on the wrong side."
        ax.axline(-b * w / (w @ w), -b * w / (w @ w) + [-w[1], w[0]], color="black")
        ax.set(title=f"Gentoo and {other}: a line")
    else:
        counts = Form.numbers(counts, (len(X),), "the list of counts, one for each bird,")
        assert min(counts) >= 0 and max(counts) > 0, f"no count is negative and they are not all 0, but for Gentoo and {other} yours go from {min(counts)} to {max(counts)}."
        assert not ((counts * y) @ X).any() and counts @ y == 0, f"for Gentoo and {other} the sums of c y x and c y must be 0, but they are {(counts * y) @ X} and {counts @ y}."
        ax.scatter(*X[counts > 0].T, s=120, facecolors="none", edgecolors="black")
        ax.set(title=f"Gentoo and {other}: {(counts > 0).sum()} birds prove that there is none")
    ax.set(xlabel="bill length, mm from the mean", ylabel="bill depth, mm from the mean")
print("The form is right, and the example too.")

# %% test="settled"
from fractions import Fraction

import numpy as np

from course.judge import number, vector
from course.judge.answers import unpacked, whole
from course.judge.data import inseparable, separable

rng = marks.rng("places")
cases = [(f"points that a hyperplane separates", *separable(marks.rng(f"{i}"), n, d, bias=True)) for i, (n, d) in enumerate([(20, 2), (15, 3), (12, 1)])]
close, far = float(rng.integers(17, 20)), float(rng.integers(15, 21))
kind = "two points close together and far from the origin, which take many updates"
cases.append((kind, np.array([[close + 1], [close]]), np.array([1.0, -1.0])))
cases.append((kind, np.array([[close + 1, far], [close, far], [far, -far]]), np.array([-1.0, 1.0, 1.0])))
cases += [("points in several dimensions that nothing separates", *inseparable(marks.rng(f"none {i}"), n, d, largest=largest)) for i, (n, d, largest) in enumerate([(8, 2, 5), (20, 2, 5), (12, 3, 3)])]
low, middle, high = np.sort(rng.choice(np.arange(-20, 21), size=3, replace=False)).astype(float)
cases.append(("one point between two of the other label", np.array([[low], [high], [middle]]), np.array([-1.0, -1.0, 1.0])))
place = rng.integers(-19, 20, size=2).astype(float)
cases.append(("a point that is there with both labels", place + np.array([[1, 0], [0, 0], [0, 0], [0, -1]]), np.array([1.0, 1.0, -1.0, -1.0])))
cases.append(("labels of which one hull only touches the other", np.array([[low, 3.0], [high, 3.0], [middle, 3.0], [middle, 9.0]]), np.array([1.0, 1.0, -1.0, -1.0])))


def exact(X, y):
    """Return the signed lifted points, and no digit lost."""
    return [[int(label) * Fraction(entry) for entry in (*x, 1.0)] for x, label in zip(X.tolist(), y)]


def separates(w, b, X, y):
    plane = [Fraction(entry) for entry in (*vector(w, X.shape[1], "w").tolist(), number(b, "b"))]
    return all(sum(p * q for p, q in zip(plane, z)) > 0 for z in exact(X, y))


def proves(counts, X, y):
    c = [whole(count, "a count") for count in unpacked(counts, len(X), "the list of counts")]
    return min(c) >= 0 and max(c) > 0 and not any(sum(one * z[j] for one, z in zip(c, exact(X, y))) for j in range(X.shape[1] + 1))


read = "gordan: What a witness looks like"
with marks.claim(1, "a hyperplane that separates where there is one, and counts that prove that there is none elsewhere", read=read):
    for i, (kind, X, y) in enumerate(cases):
        marks.on(kind)
        w, b, counts = unpacked(marks.call(settled, X, y), 3, "what settled returns")
        if i < 5:
            assert counts is None
            assert separates(w, b, X, y)
        else:
            assert w is None
            assert b is None
            assert proves(counts, X, y)
