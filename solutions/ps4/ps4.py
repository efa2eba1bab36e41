# %% role="set"
title = "The Winnow algorithm"
barred = ["core.geometry", "perceptrons", "separation", "margins", "optimize", "svm", "estimators"]
packages = ["numpy", "matplotlib"]
own = ["as_mixture", "ceilings", "proof_order", "half", "play_on"]
inputs = {
    "payoffs": "points(n, d), labels(n)",
    "as_mixture": "vector(d) * (scale := one_of(1, 1, 0.002)), number() * scale if w.any() or b",
    "both_margins": "points(n, d), labels(n), vector(d), number() if w.any() or b",
    "winnow": "one_of(game(d, one_of(1, n)), game(d, one_of(1, n)), np.array([[1.0, -1.0]])), one_of(0.5, 0.25, 0.9), seldom(2500, 0, 1, 2, 3, 5, 8, 50)",
    "search": "one_of(*[game(d, one_of(1, n))] * 7, np.array([[1.0, -1.0], [-0.75, 1.0]])), one_of(0.5, 0.5, 0.25, 0.125)",
    "ceilings": "game(d, n), rows(k, n)",
    "play_on": "points(n, d), labels(n), one_of(0.1, 0.25, 0.5)",
}
holds = {
    "winnow": "game(table, epsilon, budget, it[1]) and same(it[0], shares(table, epsilon, it[1])[-1])",
    "search": "[one for one, _ in it[0]] == [0.5**k for k in range(1, len(it[0]) + 1)] and all(game(table, e, int(2 * np.log(2 * len(table)) / e**2), order) for e, order in it[0]) and all(least(table, shares(table, e, order)[-1]) <= 1e-9 for e, order in it[0][:-1]) and same(it[1], (last := shares(table, *it[0][-1])[-1])) and it[0][-1][0] >= smallest and (it[0][-1][0] == smallest or least(table, last) >= -1e-9)",
    "play_on": "min(*it[0], *it[1]) >= 0 and same([sum(it[0]), sum(it[1])], [1, 1], 1e-9) and abs((table := (y[:, None] * lifted(X)).T / np.maximum(abs(X).max(axis=1), 1)) @ it[1]).max() - least(table, it[0]) <= gap + 1e-9",
}

STEPS = {
    "best": "Let $\\mathbf{w}$ be a vector that is best for $\\gamma_W$, so that $\\gamma_W(\\mathbf{w}) = \\gamma_W$.",
    "products": "As $\\gamma_W(\\mathbf{w}) > 0$ and its denominators are positive, "
    "$\\mathbf{w}\\cdot\\mathbf{a}_i > 0$ for every $i$.",
    "expand": "For every vector $\\mathbf{c}$, multiplying out gives "
    "$\\|\\mathbf{c}\\|_1^2 = \\sum_j c_j^2 + \\sum_{j\\ne k} |c_j|\\,|c_k|$.",
    "sum": "Hence $\\|\\mathbf{c}\\|_2 \\le \\|\\mathbf{c}\\|_1$ for every $\\mathbf{c}$.",
    "squares": "For every $\\mathbf{c}$ with $d+1$ entries, $\\|\\mathbf{c}\\|_2^2$ is a sum of $d+1$ squares, "
    "none above $\\|\\mathbf{c}\\|_\\infty^2$.",
    "spread": "Hence $\\|\\mathbf{c}\\|_2 \\le \\sqrt{d+1}\\,\\|\\mathbf{c}\\|_\\infty$ for every such $\\mathbf{c}$.",
    "denominators": "So $\\|\\mathbf{w}\\|_2\\,\\|\\mathbf{a}_i\\|_2 \\le "
    "\\sqrt{d+1}\\,\\|\\mathbf{w}\\|_1\\,\\|\\mathbf{a}_i\\|_\\infty$ for every $i$.",
    "fractions": "A positive number becomes no larger if it is divided by more. So for every $i$ "
    "$\\frac{\\mathbf{w}\\cdot\\mathbf{a}_i}{\\|\\mathbf{w}\\|_2\\,\\|\\mathbf{a}_i\\|_2} \\ge \\frac{1}{\\sqrt{d+1}}\\cdot"
    "\\frac{\\mathbf{w}\\cdot\\mathbf{a}_i}{\\|\\mathbf{w}\\|_1\\,\\|\\mathbf{a}_i\\|_\\infty}$.",
    "smallest": "The smallest of the left sides is at least the smallest of the right sides: "
    "$\\gamma_P(\\mathbf{w}) \\ge \\gamma_W/\\sqrt{d+1}$.",
    "end": "No margin $\\gamma_P(\\mathbf{w})$ is above $\\gamma_P$, so $\\gamma_P \\ge \\gamma_W/\\sqrt{d+1} > 0$.",
    "same": "The vector that is best for $\\gamma_W$ is best for $\\gamma_P$, too.",
    "largest": "No entry is above the largest, so $\\|\\mathbf{c}\\|_2 \\le \\|\\mathbf{c}\\|_\\infty$ for every $\\mathbf{c}$.",
}
BUILDS_ON = {
    "best": [],
    "products": ["best"],
    "expand": [],
    "sum": ["expand"],
    "squares": [],
    "spread": ["squares"],
    "denominators": ["sum", "spread"],
    "fractions": ["products", "denominators"],
    "smallest": ["fractions"],
    "end": ["smallest"],
}


def variant(draw):
    """Draw three points that cost Winnow four updates, with their pay-offs, a plane, and the letters."""
    from margin_lib import winnow

    rng = draw.rng("example")
    while True:  # with three features there are eight experts, whose equal shares floats hold exactly
        points = rng.integers(-4, 5, size=(3, 3))
        if sorted(abs(points).max(axis=1)) != [2, 4, 4] or not points.all():
            continue
        run = winnow(points, [1, -1, 1], epsilon=0.25, max_corrections=5)
        if run.corrections == 4 and run.finished and len(set(run.order.tolist())) == 3:
            break
    lifted = [[*point, 1] for point in points.tolist()]
    columns = [[sign * entry / max(map(abs, point)) for entry in point] for sign, point in zip([1, -1, 1], lifted)]
    plane = (rng.permutation([1, 2, 5]) * rng.permutation([1, 1, -1])).tolist()
    return {
        "example": points.tolist(),
        "table": [list(line) for line in zip(*columns)],
        "constant_first": columns[0][-1],
        "constant_second": columns[1][-1],
        "lifted": lifted[0],
        "order": [int(i) for i in run.order],
        "w": plane[:2],
        "b": plane[2],
        "parts": [entry / 8 for entry in plane],
        **draw.steps(STEPS, BUILDS_ON),
    }


# %%
import matplotlib.pyplot as plt
import numpy as np

from margin_lib import Plane
from margin_lib.datasets import penguins
from margin_lib.plots import plot_plane
from notebook_checks.answer_format import Form

# %% [markdown]
# In this set `X` is a matrix with a point in each row, and `y` is the vector of their labels, $+1$ or $-1$; both are numpy arrays. A hyperplane
# $\mathbf{w}\cdot\mathbf{x} + b = 0$ is given by the vector `w` and the number `b`. As in the book, $d$ is the number of features, there are
# $N = 2(d+1)$ experts, and $\mathbf{a}_i$ is a lifted signed point, divided by its largest entry in size.
#
# :::{small-print} what you may return, and a trap
# Where you return a vector, a matrix or a list, a list, a tuple and an array are equally welcome. `Plane` is imported for the picture of part I. In
# your answers it is barred, and so is the library's `lift`: append the 1 yourself.
# :::

# %% [markdown]
# ## Part A: what the experts win ({{points:payoffs}})
#
# Book: winnow, "From features to experts".
#
# Winnow doesn't see points. It sees a game, in which nature shows a point and experts win or lose. A point $(\mathbf{x}, y)$ with $d$ features meets
# $d + 1$ experts: one for each feature, in their order, and last the constant 1 of the lift. What they win are the entries of $y\,(\mathbf{x}, 1)$,
# divided by the largest of them in size, so that no one wins or loses more than 1. Write this game down as a table. In the book a point is a row of the
# table; here the table is turned, with a **row for each expert** and a **column for each point**, because the experts are what Winnow multiplies. Their
# opponents, who come in part B, have no rows of their own.
#
# **By hand.** The first point is $(3, -6)$ with label $-1$. Lifted and signed, it's $(-3, 6, -1)$; divided by 6, its column is $-\frac12, 1, -\frac16$.
# The second is $(\frac12, 0)$ with label $+1$. Here the constant has the largest entry, and the column is $\frac12, 0, 1$. The answer is
# `[[-1/2, 1/2], [1, 0], [-1/6, 1]]`.
#
# **Write** `payoffs(X, y)`. It returns the table, as a matrix.
#
# :::{small-print} sizes and tolerances
# There are up to 200 points with up to 30 features. There may be only one feature, a point may be at the origin, all its coordinates may be between
# $-1$ and $1$, and the same point may occur twice. An entry may be off by $10^{-12}$.
# :::

# %% answer="payoffs"
def payoffs(X, y):
    """Return the table of what the experts win: a row for each of the d + 1 experts, a column for each point."""
    ### BEGIN SOLUTION
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    return (Z / abs(Z).max(axis=1, keepdims=True)).T
    ### END SOLUTION

# %% check="payoffs"
table = payoffs(np.array({{example}}, dtype=float), np.array([1.0, -1.0, 1.0]))
table = Form.numbers(table, (4, 3), "the table of four experts (three features and the constant) and three points")
assert abs(table[3, 0] - {{constant_first}}) < 1e-12, f"the first point is lifted to {{lifted}}, so the constant wins {{constant_first}} from it, but the table says {table[3, 0]}."
assert abs(table[3, 1] - {{constant_second}}) < 1e-12, f"the second point has the label -1, so the constant wins {{constant_second}} from it, but the table says {table[3, 1]}."
print("The form is right, and two of the entries.")

# %% test="payoffs"
import numpy as np

from course.judge import matrix

rng = marks.rng("points")
kinds = {
    "a single point": (1, 1),
    "points with one feature": (6, 1),
    "points with three features": (20, 3),
    "many points with many features": (200, 30),
}
sets = []
for kind, (n, d) in kinds.items():
    X = rng.integers(-20, 21, size=(n, d)) / rng.choice([1.0, 4.0, 32.0], size=(n, 1))
    X[-1] = X[0]
    sets.append((kind, X, rng.choice([-1.0, 1.0], size=n)))
sets.append(("points of which one is at the origin, and one near to it", np.array([[0.0, 0.0], [-7.0, 2.0], [0.25, -0.5], [3.0, 3.0]]), np.array([-1.0, 1.0, -1.0, -1.0])))
tables = []
read = "winnow: From features to experts"


def answer(kind, X, y):
    marks.on(kind)
    return matrix(marks.call(payoffs, X, y), X.shape[1] + 1, len(X), "the table")


with marks.claim(1, "each column is a positive multiple of the signed and lifted point", read=read):
    tables = [answer(*one) for one in sets]
    for (kind, X, y), table in zip(sets, tables):
        marks.on(kind)
        for x, label, column in zip(X, y, table.T):
            z = label * np.append(x, 1)
            multiple = column @ z / (z @ z)
            assert multiple > 0
            assert np.allclose(column, multiple * z, rtol=0, atol=1e-12)
with marks.claim(1, "the largest entry of each column is 1 in size", read=read):
    marks.needs(tables)
    for (kind, _, _), table in zip(sets, tables):
        marks.on(kind)
        assert np.allclose(abs(table).max(axis=0), 1, rtol=0, atol=1e-12)

# %% [markdown]
# ## Part B: a hyperplane as a mixture ({{points:as_mixture}})
#
# Book: winnow, "Experts for both signs".
#
# Weights that start at 1 and are multiplied by positive numbers stay positive, and yet Winnow finds hyperplanes with negative entries. The trick is to
# give each expert an opponent, who always says the opposite. That makes $N = 2(d+1)$ experts: first those of part A in their order, then their
# opponents in the same order. A mixture gives each of them a share, and it stands for a hyperplane: with two features, a share of $\frac14$ for the
# first expert and $\frac34$ for the opponent of the constant stand for $x_1 - 3 = 0$. Now go the other way, and find the mixture that stands for a
# given hyperplane. No share is negative, the shares have the sum 1, and each expert's share less that of its opponent is the entry of $(\mathbf{w}, b)$
# divided by $\|(\mathbf{w}, b)\|_1 = |w_1| + \dots + |w_d| + |b|$.
#
# **By hand.** For $\mathbf{w} = (2, -1)$ and $b = 1$ the sizes add up to 4. The first expert gets $\frac24$, the opponent of the second gets $\frac14$,
# and the constant gets $\frac14$. The answer is `[0.5, 0, 0.25, 0, 0.25, 0]`.
#
# **Write** `as_mixture(w, b)`. It returns the list of the $N$ shares.
#
# :::{small-print} sizes and tolerances
# `w` and `b` may be on any scale, from $10^{-3}$ to $10^3$. Some entries may be 0, but not all entries of `w` and `b`. A share may be off by
# $10^{-12}$.
# :::

# %% answer="as_mixture"
def as_mixture(w, b):
    """Return the shares of the d + 1 experts, then those of their opponents, that stand for w.x + b = 0."""
    ### BEGIN SOLUTION
    v = np.append(w, b)
    return np.maximum(np.append(v, -v), 0) / abs(v).sum()
    ### END SOLUTION

# %% check="as_mixture"
shares = Form.numbers(as_mixture(np.array({{w}}, dtype=float), {{b}}), (6,), "the list of shares of three experts and three opponents")
assert min(shares) >= 0, f"no share may be negative, but yours are {shares}."
assert abs(sum(shares) - 1) < 1e-12, f"the shares must have the sum 1, but it is {sum(shares)}."
for expert, part in enumerate({{parts}}):
    less = shares[expert] - shares[expert + 3]
    assert abs(less - part) < 1e-12, f"the sizes of w and b add up to 8, and entry {expert} of (w, b), divided by 8, is {part}; but the share of expert {expert} less that of its opponent is {less}."
print("The form is right, and the example too.")

# %% test="as_mixture"
import numpy as np

from course.judge import vector

rng = marks.rng("planes")
kinds = {
    "a hyperplane with one feature": (1, 1.0),
    "large numbers": (2, 1000.0),
    "small numbers": (5, 0.001),
    "many features, some with the entry 0": (20, 1.0),
    "many features and a negative bias or a positive one": (20, 30.0),
}
planes = []
for kind, (d, scale) in kinds.items():
    w = scale * rng.integers(1, 10, size=d) * rng.choice([-1.0, 1.0], size=d)
    w[2::3] = 0
    planes.append((kind, w, scale * float(rng.integers(1, 10)) * (-1) ** len(planes)))
planes += [
    ("a bias of 0", np.array([3.0, -1.0]), 0.0),
    ("a w that is 0", np.zeros(3), -2.0),
    ("sizes that add up to less than 1", np.array([-0.5]), 0.25),
    ("sizes that add up to less than 1", np.array([0.0, 0.5]), 0.0),
]
answers = []
read = "winnow: Experts for both signs"


def answer(kind, w, b):
    marks.on(kind)
    return vector(marks.call(as_mixture, w, b), 2 * len(w) + 2, "the list of shares")


with marks.claim(1, "shares, none negative and with sum 1, that stand for a positive multiple of the plane", read=read):
    answers = [answer(*one) for one in planes]
    for (kind, w, b), shares in zip(planes, answers):
        marks.on(kind)
        v = np.append(w, b)
        stands_for = shares[: len(v)] - shares[len(v) :]
        assert shares.min() >= -1e-12
        assert abs(shares.sum() - 1) <= 1e-12 * len(shares)
        assert stands_for @ v > 0
        assert np.allclose(stands_for, stands_for @ v / (v @ v) * v, rtol=0, atol=3e-12)
with marks.claim(1, "the differences are the entries of (w, b) divided by the sum of their sizes", read=read):
    marks.needs(answers)
    for (kind, w, b), shares in zip(planes, answers):
        marks.on(kind)
        v = np.append(w, b)
        assert np.allclose(shares[: len(v)] - shares[len(v) :], v / sum(abs(v)), rtol=0, atol=2e-12)

# %% [markdown]
# ## Part C: both margins of a hyperplane ({{points:both_margins}})
#
# Book: winnow-bound, "Two margins".
#
# The perceptron's bound depends on $\gamma_P$, Winnow's on $\gamma_W$, and neither is a distance. They measure the same inner products with different
# norms, so they can disagree about which hyperplane is the better one, and about which of the two algorithms you should use. Compute both for a given
# hyperplane and given points, with $(\mathbf{w}, b)$ as the $\mathbf{w}$ of their definition in the book. If the hyperplane doesn't separate the
# points, a margin is 0 or negative.
#
# **By hand.** On the number line, 1 has label $-1$ and 3 has label $+1$, and the threshold is halfway between: $w = 1$ and $b = -2$. The lifted signed
# points are $(-1, -1)$ and $(3, 1)$, and the inner product of $(1, -2)$ with either of them is 1. For $\gamma_P$ we divide by $\sqrt5\,\sqrt2$ and
# $\sqrt5\,\sqrt{10}$, for $\gamma_W$ by $3\cdot 1$ and $3\cdot 3$. The answer is `(0.1414..., 0.1111...)`, that is $1/\sqrt{50}$ and $\frac19$.
#
# **Write** `both_margins(X, y, w, b)`. It returns `(gamma_P, gamma_W)`.
#
# :::{small-print} sizes and tolerances
# The hyperplane may be on any scale, and so may each point. `w` may be 0 if `b` isn't. A margin may be off by $10^{-9}$.
# :::

# %% answer="both_margins"
def both_margins(X, y, w, b):
    """Return gamma_P and gamma_W of the hyperplane w.x + b = 0."""
    ### BEGIN SOLUTION
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    v = np.append(w, b)
    cosines = Z @ v / np.sqrt((Z**2).sum(axis=1) * (v @ v))
    worths = Z @ v / (abs(Z).max(axis=1) * abs(v).sum())
    return cosines.min(), worths.min()
    ### END SOLUTION

# %% check="both_margins"
both = both_margins(np.array([[0.0, 0.0]]), np.array([1.0]), np.array([3.0, 0.0]), 4.0)
both = Form.numbers(both, (2,), "(gamma_P, gamma_W)")
assert abs(both[0] - 4 / 5) < 1e-9, f"the lifted origin is (0, 0, 1), and (3, 0, 4) has the length 5, so gamma_P is 4/5, but the first number is {both[0]}."
assert abs(both[1] - 4 / 7) < 1e-9, f"the sizes of (3, 0, 4) add up to 7, so gamma_W is 4/7, but the second number is {both[1]}."
print("The form is right, and both margins for the origin alone.")

# %% test="both_margins"
import numpy as np

from course.judge import number
from course.judge.answers import unpacked

rng = marks.rng("planes")
cases = []
for n, d in [(1, 1), (7, 1), (30, 2), (80, 6), (100, 25)]:
    X = rng.integers(-20, 21, size=(n, d)) * rng.choice([0.125, 1.0, 16.0], size=(n, 1))
    w, b = rng.normal(size=d) * 7, float(rng.normal())
    side = np.where(X @ w + b > 0, 1.0, -1.0)
    cases.append(("a hyperplane that separates", X, side, w, b))
    cases.append(("a hyperplane that does not separate", X, rng.choice([-1.0, 1.0], size=n), w, 5 * b))
cases += [
    ("a w that is 0", np.array([[3.0, 1.0], [-2.0, 0.0]]), np.array([-1.0, -1.0]), np.zeros(2), -2.0),
    ("a bias of 0", np.array([[0.0], [5.0]]), np.array([1.0, 1.0]), np.array([2.0]), 0.0),
    (
        "two points, each of which has one of the margins",
        np.array([[9.0, 0, 0, 0], [9.0, 9, 9, 9]]), np.array([1.0, 1.0]), np.array([3.0, 1, 1, -1]), 0.5,
    ),
    ("points near to the origin", np.array([[0.5, -0.25], [0.125, 0.5]]), np.array([-1.0, 1.0]), np.array([1.0, 2.0]), -0.75),
]
right = []
for _, X, y, w, b in cases:
    A, v = y[:, None] * np.column_stack([X, np.ones(len(X))]), np.append(w, b)
    cosine = min(a @ v / np.sqrt(a @ a) for a in A) / np.sqrt(v @ v)
    worth = min(a @ v / max(abs(a)) for a in A) / sum(abs(v))
    right.append((cosine, worth))
both = []
read = "winnow-bound: Two margins"


def agree(place):
    for (kind, *_), found, margins in zip(cases, both, right):
        marks.on(kind)
        assert abs(found[place] - margins[place]) <= 1e-9


with marks.claim(1, "gamma_P: points and plane are measured by their lengths", read=read):
    for kind, *case in cases:
        marks.on(kind)
        pair = unpacked(marks.call(both_margins, *case), 2, "what both_margins returns")
        both.append([number(margin, "a margin") for margin in pair])
    agree(0)
with marks.claim(1, "gamma_W: points are measured by their largest entry, the plane by the sum of the sizes", read=read):
    marks.needs(len(both) == len(cases))
    agree(1)

# %% [markdown]
# ## Part D: Winnow ({{points:winnow}})
#
# Book: winnow, "The algorithm"; winnow-bound, "Keeping score".
#
# Where the perceptron adds, Winnow multiplies. Play it on a game that's given as the `table` of part A: $d + 1$ rows of experts, and a column for each
# point. All $N = 2(d+1)$ experts, opponents too, start with the weight 1. Let $g_j$ be what expert $j$ wins from a point, where an opponent wins the
# negative of what its expert does. The point is a **mistake** if the mixture wins nothing from it, $\sum_j v_j g_j \le 0$. While there's a mistake,
# choose any one and multiply each weight by $1 + \varepsilon g_j$. Stop when no mistake is left, or after `budget` updates.
#
# A recipe: subtract each opponent's weight from its expert's first, and multiply the differences $v_j - v_{j+d+1}$ by the table. Then opponents of
# equal weight cancel exactly, and every point is a mistake at the start, as it should be. Divide the weights by their sum after each update, or they'll
# shrink to nothing in a long game that can't be won.
#
# **By hand.** There are two experts and two points, whose columns are $(1, -\frac12)$ and $(\frac12, 1)$, and $\varepsilon = \frac12$. At the start
# both points are mistakes. Say you take point 0. The factors of the four experts are $1.5, 0.75, 0.5, 1.25$, and these are also the weights. The
# differences are $1.5 - 0.5 = 1$ and $0.75 - 1.25 = -0.5$, so the mixture wins $1.25$ from point 0, and $0.5 - 0.5 = 0$ from point 1. That's a mistake
# too. The update on point 1 makes the weights $1.875, 1.125, 0.375, 0.625$, and no mistake is left. Their sum is 4, so the answer is
# `([0.46875, 0.28125, 0.09375, 0.15625], [0, 1])`.
#
# **Write** `winnow(table, epsilon, budget)`. It returns `(shares, order)`: the weights at the end, **divided by their sum**, in the order of part B;
# and the numbers of the columns that you updated on, from 0, in the order of the updates.
#
# :::{small-print} sizes, ties, tolerances and time
# - *Ties.* Follow the recipe, compare with `<= 0`, and no tie can hurt you. The hidden tests follow your updates one by one. Rounding may turn a worth
#   $\sum_j v_j g_j$ of 0 into $10^{-17}$; so with the weights divided by their sum, they take one between $-10^{-9}$ and $10^{-9}$ for a mistake if you do,
#   and for none if you don't.
# - *Weights that are still equal.* A point's column may be 0 in all rows whose weights have changed so far. In the other rows each expert still weighs as
#   much as its opponent, so the worth is exactly 0: that's a mistake, as every point is at the start. One game has such points. Without the recipe, their
#   worth may come out a little above 0.
# - *Sizes.* There are up to 1,000 points, 1 to 31 rows, and at most 3,000 updates, for which 10 seconds of CPU are allowed. `budget` may be 0, and
#   $0 < \varepsilon < 1$. A share may be off by $10^{-9}$.
# :::

# %% answer="winnow"
def winnow(table, epsilon, budget):
    """Return (shares, order): the final shares of all N experts, and the numbers of the points updated on."""
    ### BEGIN SOLUTION
    G, n = np.vstack([table, -table]), len(table)
    shares = np.ones(2 * n) / (2 * n)
    order = []
    while len(order) < budget:
        worths = (shares[:n] - shares[n:]) @ table
        i = int(worths.argmin())
        if worths[i] > 0:
            break
        order.append(i)
        shares = shares * (1 + epsilon * G[:, i])
        shares = shares / shares.sum()
    return shares, order
    ### END SOLUTION

# %% check="winnow"
shares, order = Form.parts(winnow(np.array({{table}}), 0.25, 1), 2, "(shares, order)")
shares = Form.numbers(shares, (8,), "the list of shares of four experts and four opponents")
order = Form.rows(order, 3, "the order")
assert len(order) == 1, f"every point is a mistake at first, and the budget is 1, so there is one update, but the order is {order}."
wins = np.array({{table}})[:, order[0]]
assert np.allclose(shares[:4], (1 + wins / 4) / 8), f"one update on point {order[0]} makes the weights of the four experts {1 + wins / 4}, and the sum stays 8, but their shares are {shares[:4]}."
_, order = Form.parts(winnow(np.array({{table}}), 0.25, 100), 2, "(shares, order)")
order = Form.rows(order, 3, "the order")
assert 0 < len(order) <= 100, f"the budget is 100, and at first there is a mistake, but there were {len(order)} updates."
print("The form is right. Going around the points in order, one updates on", {{order}}, "and you update on", order)

# %% test="winnow"
import numpy as np

from course.judge import vector, wholes
from course.judge.answers import unpacked
from course.judge.data import lost_game, won_game

sizes = {
    "a single expert": (1, 3, 1.0, 0.75),
    "two experts": (2, 4, 0.25, 0.25),
    "three experts": (3, 20, 0.25, 0.125),
    "many points": (8, 200, 0.25, 0.2),
    "many points and many experts": (31, 1000, 0.5, 0.05),
}
won = [
    (kind, won_game(marks.rng(f"{i}"), experts, n, worth), epsilon, worth)
    for i, (kind, (experts, n, worth, epsilon)) in enumerate(sizes.items())
]
for k, worth in [(2, 1 / 17), (3, 1 / 31)]:  # the numbers k, labelled -1, and k + 1, labelled +1: many corrections
    won.append(("two points that take many updates", np.array([[-1.0, 1.0], [-1 / k, 1 / (k + 1)]]), 0.9 * worth, worth))
opposite = np.array([[1.0, -1.0]])
budgets = [int(np.log(2 * len(A)) / (epsilon * (worth - epsilon / 2))) for _, A, epsilon, worth in won]
lost = [("a budget of 0" if budget == 0 else "a game that cannot be won", lost_game(marks.rng("lost 0"), 4, 10), 0.5, budget) for budget in (0, 1, 7, 300)]
lost.append(("two points, of which one wins what the other loses, and a large budget", opposite, 0.9, 2500))
lost.append(("a game of many points that cannot be won", lost_game(marks.rng("lost 1"), 7, 60), 0.5, 200))
runs = []


ADDED = [  # what weights win from each point, where the experts are added up without taking the opponents' weights off first
    lambda v, G: v @ G,
    lambda v, G: [v @ g for g in G.T],
    lambda v, G: [(v * g).sum() for g in G.T],
    lambda v, G: [sum((v * g).tolist()) for g in G.T],
]


def untouched(rng, worths, experts=5):
    """Return a game of two points that concern experts of their own, and that such a sum takes for won at the start.

    Where this machine's sums leave no trace of rounding it is any such game.
    """
    N = 4 * experts
    for _ in range(5000):
        columns = rng.uniform(-1, 1, size=(2, experts))
        table = np.zeros((2 * experts, 2))
        table[:experts, 0], table[experts:, 1] = columns / abs(columns).max(axis=1, keepdims=True)
        G = np.vstack([table, -table])
        if all(min(worths(v, G)) > 0 for v in (np.ones(N), np.full(N, 1 / N))):
            break
    return table


def run(kind, table, epsilon, budget):
    marks.on(kind)
    shares, order = unpacked(marks.call(winnow, table, epsilon, budget), 2, "what winnow returns")
    return vector(shares, 2 * len(table), "the list of shares"), wholes(order, table.shape[1], "the order", most=10_000)


def replayed(table, epsilon, order):
    """Return the shares before each update, and after the last, a row each."""
    G = np.vstack([table, -table])
    logs = np.vstack([np.zeros(len(G)), np.cumsum(np.log1p(epsilon * G[:, order].T), axis=0)])
    raised = np.exp(logs.T - logs.max(axis=1))
    return (raised / raised.sum(axis=0)).T


def only_mistakes(table, epsilon, order):
    G = np.vstack([table, -table])
    return all(shares @ G[:, i] <= 1e-9 for shares, i in zip(replayed(table, epsilon, order), order))


def at_the_end(table, epsilon, order):
    """Return the shares after the updates, which leave no mistake if the run is finished."""
    shares = replayed(table, epsilon, order)[-1]
    assert (shares @ np.vstack([table, -table])).min() >= -1e-9
    return shares


with marks.claim(1, "in a run that leaves no mistake, each update is on a point that is a mistake at that moment", read="winnow: The algorithm"):
    runs = [run(kind, A, epsilon, budget) for (kind, A, epsilon, _), budget in zip(won, budgets)]
    for (kind, A, epsilon, _), (_, order) in zip(won, runs):
        marks.on(kind)
        assert order, "every point is a mistake at the start"
        at_the_end(A, epsilon, order)
        assert only_mistakes(A, epsilon, order)
    assert only_mistakes(opposite, 0.5, run("two points, of which one wins what the other loses", opposite, 0.5, 40)[1])
with marks.claim(1, "in a run that leaves no mistake, the shares are the weights after these updates, divided by their sum", read="winnow: The algorithm"):
    marks.needs(runs)
    for (kind, A, epsilon, _), (shares, order) in zip(won, runs):
        marks.on(kind)
        assert order
        assert np.allclose(shares, at_the_end(A, epsilon, order), rtol=0, atol=1e-9)
with marks.claim(1, "where epsilon is small enough, a run of such updates leaves no mistake within the theorem's bound, also none of worth 0", read="winnow-bound: Keeping score"):
    marks.needs(runs)
    for (kind, A, epsilon, _), budget, (_, order) in zip(won, budgets, runs):
        marks.on(kind)
        assert 0 < len(order) <= budget
        assert only_mistakes(A, epsilon, order)
        assert (replayed(A, epsilon, order)[-1] @ np.vstack([A, -A])).min() >= -1e-9
    for worths in ADDED:
        apart = untouched(marks.rng("untouched"), worths)
        assert sorted(run("points whose worth is 0 because they concern experts of their own", apart, 0.15, 100)[1]) == [0, 1]
with marks.claim(1, "a game that cannot be won costs exactly as many updates as the budget allows, and its shares are numbers", read="winnow: The algorithm"):
    for kind, A, epsilon, budget in lost:
        shares, order = run(kind, A, epsilon, budget)
        assert len(order) == budget
        assert only_mistakes(A, epsilon, order)
        assert abs(shares.sum() - 1) <= 1e-9

# %% [markdown]
# ## Part E: the search for epsilon ({{points:search}})
#
# Book: winnow-epsilon, "The search for epsilon".
#
# No one tells you $\varepsilon$. But a run that spends more than $2\ln N/\varepsilon^2$ updates has proved its own $\varepsilon$ too large, so guess
# boldly and halve. Search on a `table` as in part D. The rounds have $\varepsilon = \frac12, \frac14, \frac18, \dots$, and each starts over with all
# weights 1. The budget of each round is $2\ln N/\varepsilon^2$, rounded down to a whole number, and you may choose any mistakes. As soon as one round ends
# with no mistake left, so does the search. One that has spent its budget and still has a mistake gives up, and the next begins. Perhaps there's nothing
# to be found. So no $\varepsilon$ below the number `smallest` is tried, while one that equals it is; if the last one gives up too, the search is over.
# (The book later gives up some rounds early. Here they spend their budgets.)
#
# **By hand.** Take the two points of part D: $2\ln 4/\frac14 \approx 11.09$, so the budget is 11, but two updates are enough. The answer is
# `([(0.5, [0, 1])], [0.46875, 0.28125, 0.09375, 0.15625])`. Now take one expert and two points, from which it wins 1 and $-1$, and `smallest`
# $= \frac14$. No mixture wins from both. The budgets are 5 and 22, both are spent, and the answer has two pairs, with orders of 5 and 22 entries.
#
# **Write** `search(table, smallest)`. It returns `(rounds, shares)`: a list with a pair `(epsilon, order)` for each of the rounds, where `order` is as
# in part D, and the shares at the end of the last one. You may call your `winnow`, or write it again.
#
# :::{small-print} sizes, ties, tolerances and time
# The hidden tests follow every round, with the tolerances of part D. One game has two columns, each the negative of the other: one of them is a mistake
# at any time, even if both have the worth 0. There are up to 50 points and 10 rows. `smallest` is a power of $\frac12$, at most $\frac12$ and not below
# $\frac1{32}$. A call may take 10 seconds of CPU.
# :::

# %% answer="search"
def search(table, smallest):
    """Return (rounds, shares): each round's epsilon and updates, and the shares at the end."""
    ### BEGIN SOLUTION
    G, n = np.vstack([table, -table]), len(table)
    rounds = []
    for k in range(1, round(np.log2(1 / smallest)) + 1):
        epsilon = 0.5**k
        budget = int(2 * np.log(2 * n) / epsilon**2)
        shares, order = np.ones(2 * n), []
        worths = (shares[:n] - shares[n:]) @ table
        while worths.min() <= 0 and len(order) < budget:
            i = int(worths.argmin())
            order.append(i)
            shares = shares * (1 + epsilon * G[:, i])
            shares = shares / shares.sum()
            worths = (shares[:n] - shares[n:]) @ table
        rounds.append((epsilon, order))
        if worths.min() > 0:
            break
    return rounds, shares
    ### END SOLUTION

# %% check="search"
rounds, shares = Form.parts(search(np.array({{table}}), 1 / 8), 2, "(rounds, shares)")
shares = Form.numbers(shares, (8,), "the list of shares of four experts and four opponents")
rounds = [Form.parts(one, 2, "a round, (epsilon, order),") for one in Form.parts(rounds, None, "the list of rounds")]
assert 1 <= len(rounds) <= 3, f"with smallest = 1/8 there may be one to three rounds, but there are {len(rounds)}."
rounds = [(Form.numbers(epsilon, (), "epsilon"), Form.rows(order, 3, "the order of a round")) for epsilon, order in rounds]
assert rounds[0][0] == 1 / 2, f"the first round has epsilon = 1/2, but yours has {rounds[0][0]}."
assert rounds[0][1], "in the first round every point is a mistake at first, but you update on none."
assert abs(sum(shares) - 1) < 1e-9, f"the shares must have the sum 1, but it is {sum(shares)}."
print("The form is right. Updates in each round:", [len(order) for _, order in rounds])

# %% test="search"
import numpy as np

from course.judge import number, vector, wholes
from course.judge.answers import several, unpacked
from course.judge.data import lost_game, won_game


def two_numbers(k):
    """Return the game of the numbers k, labeled -1, and k + 1, labeled +1: it can be won, by little."""
    return np.array([[-1.0, 1.0], [-1 / k, 1 / (k + 1)]])


sizes = {"a single expert": (1, 3, 1.0), "a game that can be won": (4, 20, 0.25), "many points and experts": (10, 50, 0.25)}
games = [(kind, won_game(marks.rng(f"{i}"), *size), 1 / 32) for i, (kind, size) in enumerate(sizes.items())]
games += [("a game that can be won by little", two_numbers(k), smallest) for k, smallest in [(2, 1 / 32), (3, 1 / 32), (4, 1 / 16)]]
turned = marks.rng("turned")
just_in_time = np.array([[1.0, -1.0], [-0.75, 1.0]])  # whatever is chosen, the last correction of the first round mends it
games.append(("a round whose last update leaves no mistake", turned.choice([-1.0, 1.0], size=(2, 1)) * just_in_time[turned.permutation(2)][:, turned.permutation(2)], 1 / 32))
can_be_won = len(games)
games.append(("a game that cannot be won", lost_game(marks.rng("lost 0"), 3, 8), 1 / 32))
games.append(("a game that cannot be won, and only one epsilon to be tried", lost_game(marks.rng("lost 1"), 2, 5), 1 / 2))
opposite = len(games)  # here one of the columns is a mistake in any rounding, also where both worths are exactly 0
games.append(("two points, of which one wins what the other loses", np.array([[1.0, -1.0]]), 1 / 32))
searches = []


def rounds_of(kind, table, smallest):
    marks.on(kind)
    rounds, shares = unpacked(marks.call(search, table, smallest), 2, "what search returns")
    pairs = [unpacked(one, 2, "a round") for one in several(rounds, 20, "the rounds")]  # no test lets more than 5 be
    checked = [(number(epsilon, "epsilon"), wholes(order, table.shape[1], "the order of a round", most=10_000)) for epsilon, order in pairs]
    return checked, vector(shares, 2 * len(table), "the list of shares")


def replayed(table, epsilon, order):
    """Return the shares before each update, and after the last, a row each."""
    G = np.vstack([table, -table])
    logs = np.vstack([np.zeros(len(G)), np.cumsum(np.log1p(epsilon * G[:, order].T), axis=0)])
    raised = np.exp(logs.T - logs.max(axis=1))
    return (raised / raised.sum(axis=0)).T


def least_worth(table, epsilon, order):
    return (replayed(table, epsilon, order)[-1] @ np.vstack([table, -table])).min()


read = "winnow-epsilon: The search for epsilon"
with marks.claim(1, "epsilon is 1/2, 1/4, ..., and each round starts over and updates on mistakes only, until none is left or its budget is spent", read=read):
    searches = [rounds_of(*game) for game in games]
    for (kind, A, _), (rounds, _) in zip(games, searches):
        marks.on(kind)
        assert [epsilon for epsilon, _ in rounds] == [0.5**k for k in range(1, len(rounds) + 1)]
        for epsilon, order in rounds:
            assert order, "every point is a mistake at the start"
            before = replayed(A, epsilon, order)[:-1] @ np.vstack([A, -A])
            assert before[np.arange(len(order)), order].max() <= 1e-9
    for (kind, A, _), (rounds, _) in zip(games[:can_be_won], searches):
        marks.on(kind)
        assert any(least_worth(A, *one) >= -1e-9 for one in rounds)
with marks.claim(1, "no round spends more than its budget, and one that gives up has spent all of it", read=read):
    marks.needs(searches)
    for (kind, A, smallest), (rounds, _) in zip(games, searches):
        marks.on(kind)
        assert rounds
        for epsilon, order in rounds:
            assert 2**-20 < epsilon < 1
            budget = int(2 * np.log(2 * len(A)) / epsilon**2)
            assert len(order) == budget or (len(order) < budget and least_worth(A, epsilon, order) >= -1e-9)
with marks.claim(1, "the search ends with the first round that leaves no mistake, or with that of the smallest epsilon; the shares are the last round's", read=read):
    marks.needs(searches)
    for (kind, A, smallest), (rounds, shares) in zip(games, searches):
        marks.on(kind)
        assert rounds
        assert all(0 < epsilon < 1 for epsilon, _ in rounds)
        assert rounds[-1][0] == 0.5 ** len(rounds), "no round is left out"
        assert all(least_worth(A, epsilon, order) <= 1e-9 for epsilon, order in rounds[:-1])
        assert rounds[-1][0] >= smallest
        assert rounds[-1][0] == smallest or least_worth(A, *rounds[-1]) >= -1e-9
        assert np.allclose(shares, replayed(A, *rounds[-1])[-1], rtol=0, atol=1e-9)
    assert len(searches[opposite][0]) == 5

# %% [markdown]
# ## Part F: what a run proves ({{points:ceilings}})
#
# Book: winnow-epsilon, "The search for epsilon"; winnow-epsilon, "How large can the margin be?".
#
# A run looks for a good hyperplane, and on the way it proves that none can be too good. Let $\mathbf{m}_k$ be the mean of the first $k$ columns that
# the run updated on, each of them as often as it was used. Then no hyperplane has a $\gamma_W$ above $\|\mathbf{m}_k\|_\infty$, the largest entry of
# the mean in size. So every update gives you another ceiling. A mean may rise again later, but what has been proved stays proved: the lowest ceiling so
# far is the one that counts.
#
# **By hand.** Take a table with the columns $(1, \frac12)$ and $(-\frac34, -1)$, and the order `[0, 1, 0]`. The means are $(1, \frac12)$, then
# $(\frac18, -\frac14)$, then $(\frac5{12}, 0)$, so their largest entries in size are $1$, $\frac14$ and $\frac5{12}$. The answer is `[1, 0.25, 0.25]`.
#
# **Write** `ceilings(table, order)`, where `table` is as in part D and `order` holds the columns that a run updated on. It returns a list with one
# number for each update $k = 1, 2, \dots$: the smallest of $\|\mathbf{m}_1\|_\infty, \dots, \|\mathbf{m}_k\|_\infty$.
#
# :::{small-print} sizes and tolerances
# There is at least one update, and there are at most 2,000. They need not have been on mistakes. A number may be off by $10^{-9}$.
# :::

# %% answer="ceilings"
def ceilings(table, order):
    """Return, after each update, the lowest ceiling of gamma_W that the means so far have proved."""
    ### BEGIN SOLUTION
    totals = np.cumsum(table[:, order], axis=1)
    sizes = abs(totals).max(axis=0) / np.arange(1, len(order) + 1)
    return np.minimum.accumulate(sizes)
    ### END SOLUTION

# %% check="ceilings"
proved = ceilings(np.array([[1.0, -0.75], [0.5, -1.0]]), [0, 1, 0])
proved = Form.numbers(proved, (3,), "the list of ceilings after three updates")
assert abs(proved[0] - 1) < 1e-9, f"the first column has the largest entry 1, but the first number is {proved[0]}."
assert abs(proved[1] - 1 / 4) < 1e-9, f"the mean of both columns is (1/8, -1/4), but the second number is {proved[1]}."
assert abs(proved[2] - 1 / 4) < 1e-9, f"the mean after three updates is (5/12, 0), and 1/4 was proved before, but the third number is {proved[2]}."
print("The form is right, and so is the example.")

# %% test="ceilings"
import numpy as np

from course.judge import numbers
from course.judge.data import lost_game, won_game

rng = marks.rng("orders")
tables = [won_game(rng, 1, 2, 1.0), won_game(rng, 3, 6, 0.25), lost_game(rng, 4, 12), won_game(rng, 20, 40, 0.25)]
kinds = ["a single update", "a run of a few updates", "points that no plane separates", "a long run"]
cases = [(kind, table, rng.integers(0, table.shape[1], size=n).tolist()) for kind, table, n in zip(kinds, tables, [1, 9, 60, 2000])]
up_and_down = np.array([[1.0, 0.25, 0.25], [0.5, -1.0, 1.0]])
cases.append(("means that rise again", up_and_down, [0, 1, 2, 2, 2, 2, 2, 1]))
cases.append(("a mean whose largest entry in size is negative", np.array([[-1.0, 0.5], [0.25, -1.0]]), [0, 0, 1]))
with marks.claim(1, "after each update, the smallest so far of the largest entries of the means", read="winnow-epsilon: The search for epsilon"):
    for kind, table, order in cases:
        marks.on(kind)
        right, lowest = [], np.inf
        for k in range(1, len(order) + 1):
            lowest = min(lowest, max(abs(table[:, order[:k]].mean(axis=1))))
            right.append(lowest)
        proved = numbers(marks.call(ceilings, table, order), len(order), "the list of ceilings")
        assert np.allclose(proved, right, rtol=0, atol=1e-9)

# %% [markdown]
# ## Part G: a proof in order ({{points:proof_order}})
#
# Book: winnow-bound, "Two margins".
#
# How much larger can Winnow's margin be than the perceptron's? Here are the steps of a proof, shuffled, together with two that don't belong: they are
# false, or nothing in the proof needs them. It shows: **if $\gamma_W > 0$, then $\gamma_P > 0$, and $\gamma_W$ is at most $\sqrt{d+1}\,\gamma_P$.** As
# in the book, the $\mathbf{a}_i$ are lifted signed points with $d + 1$ entries, $\gamma_P(\mathbf{w})$ and $\gamma_W(\mathbf{w})$ are the margins of a
# vector, and $\gamma_P$ and $\gamma_W$ are the largest of them.
#
# {{steps}}
#
# **Write** `proof_order()`. It returns the letters of the steps that belong, as a list or as a string such as `"CAB"`, in an order in which each step
# comes after those that it builds on.
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

read, order = "winnow-bound: Two margins", None
with marks.claim(1, "all steps that belong, no other", read=read):
    order = marks.call(proof_order)
    assert complete(order, {{hidden_builds_on}}, {{hidden_distractors}})
with marks.claim(1, "with these steps, each after those that it builds on", read=read):
    marks.needs(order is not None)
    assert arranged(order, {{hidden_builds_on}}, {{hidden_distractors}})

# %% [markdown] proof="half" points=2
# ## Part H: many hands make light work ({{points:half}})
#
# Book: winnow-bound, "Keeping score"; winnow-bound, the theorem "Winnow's bound".
#
# Winnow's bound has a $\ln N$, as if a single infallible expert had to be found among $N$. But if several experts share the work, there's less to find.
# How much less?
#
# Winnow is run with $\varepsilon = \gamma/2$, where $0 < \gamma \le 1$. Let there be $k$ among the $N$ experts who, mixed equally, win at least
# $\gamma$ from each point: $\frac1k(g_1 + \dots + g_k) \ge \gamma$, if they are numbered 1 to $k$ and expert $j$ wins $g_j$ from the point. As always,
# $|g_j| \le 1$. Prove that Winnow makes at most
#
# $$\frac{4\ln(N/k)}{\gamma^2}$$
#
# updates. For $k = 1$ this is the bound of the theorem for $\varepsilon$ half of $\gamma_W$; the more experts share the work, the better. You may use
# that $\ln(1+x) \ge x - x^2$ for $x \ge -\frac12$, and that the mean of some logarithms is at most the logarithm of the mean. Say where you need that
# only mistakes are updated on, and where that $\varepsilon \le \frac12$. A person grades this part.

# === BEGIN MARK SCHEME ===
# 1 point, from above. The sum of all N weights begins at N and does not grow, since a mistake has sum v_j g_j <= 0: here
# only mistakes count. The k weights have a sum of at most N, so their mean is at most N/k, and the mean of their k logarithms
# is at most ln(N/k). Half a point if the k weights are bounded by N one by one, which only gives ln N.
#
# 1 point, from below. As epsilon <= 1/2 and |g_j| <= 1, epsilon g_j >= -1/2, and the given inequality holds. So a correction adds
# at least epsilon gamma - epsilon^2 = gamma^2/4 to the mean of the k logarithms, which begins at 0. T corrections: T gamma^2/4
# <= ln(N/k). Half a point if epsilon <= 1/2 is not mentioned or the squares g_j^2 <= 1 are forgotten.
# === END MARK SCHEME ===

# %% [markdown]
# ## Part I: play on, with penguins ({{points:play_on}})
#
# Book: winnow-epsilon, "How large can the margin be?".
#
# Winnow stops as soon as its mixture wins something from every point. What happens if you let it play on? In each turn nature shows a point that is
# *worst* for the present shares, a mistake or not, and the weights are multiplied by $1 + \varepsilon g_j$ as always. After $T$ turns the learner takes
# the **mean of the shares** that it had in these turns, each time before they were multiplied. Nature takes the mixture $\mathbf{c}$ that gives each
# point the **share of the turns** in which it was shown.
#
# The learner's mixture secures a *floor*: what it wins from the point that is worst for it. Nature's mixture sets a *ceiling*,
# $\|\sum_i c_i\mathbf{a}_i\|_\infty$: what the best of all $N$ experts wins from it. If the floor is positive, $\gamma_W$ lies between the two. And as
# $T$ grows they meet: if $\varepsilon \le \frac12$, then
#
# $$\text{ceiling} - \text{floor} \;\le\; \varepsilon + \frac{\ln N}{\varepsilon\,T}$$
#
# on any points, even on those that no hyperplane separates, where no floor is above 0. So the two lists prove how good they are, and no one has to
# trust the program that found them. Choose $\varepsilon$ and $T$ yourself so that floor and ceiling are at most `gap` apart.
#
# **By hand.** On the number line, 3 has label $+1$ and 1 has label $-1$, so $\mathbf{a}_1 = (1, \frac13)$ and $\mathbf{a}_2 = (-1, -1)$. The shares
# $(0.4, 0, 0, 0.6)$ win $0.4 - 0.6\cdot\frac13 = 0.2$ from the first and $-0.4 + 0.6 = 0.2$ from the second. With $\mathbf{c} = (0.6, 0.4)$ the sum is
# $(0.2, -0.2)$. The floor and the ceiling are both 0.2, so `([0.4, 0, 0, 0.6], [0.6, 0.4])` is an answer for every gap, and $\gamma_W = 0.2$ is proved.
# (The threshold is 1.5, as in the book.)
#
# **Write** `play_on(X, y, gap)`. It returns `(shares, c)`: the $N$ shares of the learner in the order of part B, and the weights of nature, one for
# each point, with $\text{ceiling} - \text{floor} \le$ `gap`.
#
# :::{small-print} sizes, tolerances and time
# No share or weight may be negative, and either list has the sum 1; this and the gap are tested to $10^{-9}$. The two lists are their own proof, so any
# other way to them is welcome. There are up to 300 points with up to 5 features, `gap` is at least 0.05, and 10 seconds of CPU are allowed.
# :::
#
# :::{small-print} why a positive floor, and why the two meet
# The shares stand for a vector $\mathbf{w}$ with $\|\mathbf{w}\|_1 \le 1$. Its $\gamma_W(\mathbf{w})$ is the floor divided by $\|\mathbf{w}\|_1$. If
# the floor is positive, this can only be larger, so $\gamma_W$ is at least the floor; that it's at most the ceiling is weak duality.
#
# Let $\mathbf{s}$ be the shares in a turn and $\mathbf{g}$ what the experts win in it. The sum of the weights starts at $N$, and each turn multiplies
# it by $1 + \varepsilon\,\mathbf{s}\cdot\mathbf{g}$, so its logarithm ends at no more than $\ln N + \varepsilon\sum\mathbf{s}\cdot\mathbf{g}$, summed
# over all turns. The logarithm of a single weight ends at no less than $\varepsilon\sum g_j - \varepsilon^2 T$, by the inequality of part H. One weight
# is less than the sum of all. Divide by $\varepsilon T$: each expert's mean gain is at most $\varepsilon + \frac{\ln N}{\varepsilon T}$ plus the mean
# of the $\mathbf{s}\cdot\mathbf{g}$. The best expert's mean gain is the ceiling. And since nature always showed the worst point, the mean of the
# $\mathbf{s}\cdot\mathbf{g}$ is at most the floor.
# :::

# %% answer="play_on"
def play_on(X, y, gap):
    """Return (shares, c), mixtures of the experts and of the points whose floor and ceiling are at most a gap apart."""
    ### BEGIN SOLUTION
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    G = (np.column_stack([Z, -Z]) / abs(Z).max(axis=1, keepdims=True)).T
    epsilon = gap / 2
    turns = int(np.ceil(4 * np.log(len(G)) / gap**2))
    shares = np.ones(len(G)) / len(G)
    played, shown = np.zeros(len(G)), np.zeros(len(X))
    for _ in range(turns):
        i = (shares @ G).argmin()
        played = played + shares
        shown[i] += 1
        shares = shares * (1 + epsilon * G[:, i])
        shares = shares / shares.sum()
    return played / turns, shown / turns
    ### END SOLUTION

# %% check="play_on"
birds, species, _ = penguins(standardize=True)
shares, c = Form.parts(play_on(birds, species, 0.05), 2, "(shares, c)")
shares = Form.numbers(shares, (6,), "the list of shares of three experts and three opponents")
c = Form.numbers(c, (274,), "c, the list of the birds' weights,")
assert min(shares.min(), c.min()) >= 0, "no share and no weight may be negative."
assert abs(shares.sum() - 1) < 1e-9 and abs(c.sum() - 1) < 1e-9, f"the shares and the weights must have the sum 1, but have {shares.sum()} and {c.sum()}."
plane = shares[:3] - shares[3:]
scale = species / np.maximum(abs(birds).max(axis=1), 1)
floor = (scale * (birds @ plane[:2] + plane[2])).min()
ceiling = max(abs((c * scale) @ birds).max(), abs(c @ scale))
assert ceiling - floor <= 0.05 + 1e-9, f"the floor is {floor:.4f} and the ceiling {ceiling:.4f}, which is more than 0.05 apart."
print(f"floor {floor:.4f}, ceiling {ceiling:.4f}")
ax = plot_plane(Plane(plane[:2], plane[2]), birds, species, slab=False)
shown = c > 0.01
ax.scatter(*birds[shown].T, s=1000 * c[shown], facecolors="none", edgecolors="black")
ax.set(xlabel="bill length, standardized", ylabel="bill depth, standardized", title="rings: how often nature showed a bird")
plt.show()

# %% test="play_on"
import numpy as np

from course.judge import vector
from course.judge.answers import unpacked
from course.judge.data import lost_game, points_of, won_game


def apart(kind, table, gap):
    """Return ceiling less floor of the answer for the points of this game."""
    marks.on(kind)
    X, y = points_of(table)
    shares, c = unpacked(marks.call(play_on, X, y, gap), 2, "what play_on returns")
    shares, c = vector(shares, 2 * len(table), "the list of shares"), vector(c, len(X), "the list of weights")
    for mixture in (shares, c):
        assert mixture.min() >= 0
        assert abs(mixture.sum() - 1) <= 1e-9
    G = np.vstack([table, -table])
    return (G @ c).max() - (shares @ G).min()


with marks.claim(1, "on points that a plane separates, two mixtures whose floor and ceiling are at most the gap apart", read="winnow-epsilon: How large can the margin be?"):
    kinds = ["points with one feature", "points with three features and a small gap", "many points with five features"]
    for i, (experts, n, worth, gap) in enumerate([(2, 6, 0.25, 0.1), (4, 60, 0.25, 0.05), (6, 200, 0.5, 0.2)]):
        assert apart(kinds[i], won_game(marks.rng(f"won {i}"), experts, n, worth), gap) <= gap + 1e-9
    slow = np.array([[1.0, 1.0], [1 / 3, 1 / 2]]) * marks.rng("slow").choice([-1.0, 1.0])
    assert apart("two points on which many turns are needed", slow, 0.05) <= 0.05 + 1e-9
    assert apart("points at the origin with many features", np.repeat([[0.0], [1.0]], [5, 1], axis=0), 0.05) <= 0.05 + 1e-9
with marks.claim(1, "the same on points that no plane separates", read="winnow-epsilon: How large can the margin be?"):
    for i, (experts, n, gap) in enumerate([(2, 5, 0.2), (4, 30, 0.1)]):
        assert apart("points with one feature" if experts == 2 else "points with three features", lost_game(marks.rng(f"lost {i}"), experts, n), gap) <= gap + 1e-9
