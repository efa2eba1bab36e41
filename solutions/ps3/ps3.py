# %% role="set"
title = "The margin perceptron"
barred = [
    "core.exact", "checks.perceptron_runs", "perceptrons", "kernels", "separation", "svm", "margins",
    "estimators",
]
packages = ["numpy", "matplotlib"]
own = ["vouched", "claim_sides", "proof_order", "quarter", "bill"]
inputs = {
    "verdicts": "vector(d), points(n, d), labels(n), one_of(positive(), positive(), 2.0004, 2.00001, 1.4142) if apart(abs(X @ w) / (norm(w) or 1), guess / 2) or on_axis(w)",
    "margin_run": "points(n, d), labels(n), positive(), seldom(1500, 0, 1, 2, 3, 5, 8, 50)",
    "halving": "points(n, d), labels(n), seldom(4, 1, 2, 3) if X.any()",
    "vouched": "points(n, d), labels(n), rows(seldom(24, k), n) if separable(X, y) and apart(*np.sort([99.0] + [norm((y[:, None] * X)[order[i:j]].mean(axis=0)) for j in range(1, len(order) + 1) for i in range(j)])[:2])",
    "claim_sides": "points(n, d), labels(n), rows(k, n), normal(d) if (y * (X @ u)).min() > 0 and (d == 1 or apart([norm(w) for w in np.cumsum((y[:, None] * X)[order], axis=0)], 2 * (X**2).sum(axis=1).max() * norm(u) / (y * (X @ u)).min()))",
    "bill": "points(n, d), labels(n), normal(d), one_of(2.0, 2.0, 3.0, 1.5) if (y * (X @ u)).min() > 0 and (d == 1 and on_axis(u) or apart([norm(X, axis=1).max() / ratio**h for h in range(20)], (y * (X @ u)).min() / norm(u)))",
}
holds = {
    "margin_run": "run(Z := y[:, None] * X, budget, it[1], it[0], guess / 2) and (it[2] == 'self' and ended(Z, it[1], guess / 2) or it[2] == 'forced' and not ended(Z, it[1], guess / 2, surely=True))",
    "halving": "0 < len(it[1]) <= rounds and all(run(y[:, None] * X, 12 * 4**h, one, None, norm(X, axis=1).max() / 2**h / 2) for h, one in enumerate(it[1])) and not any(ended(y[:, None] * X, one, norm(X, axis=1).max() / 2**h / 2, surely=True) for h, one in enumerate(it[1][:-1])) and (len(it[1]) == rounds or ended(y[:, None] * X, it[1][-1], norm(X, axis=1).max() / 2 ** len(it[1]))) and same(it[0], total(y[:, None] * X, it[1][-1]))",
}

STEPS = {
    "first": "$\\|\\mathbf{w}_k\\| \\ge \\mathbf{w}_k\\cdot\\mathbf{u} \\ge k\\gamma$ for every $k$: each update goes "
    "at least $\\gamma$ along $\\mathbf{u}$, and a shadow is no longer than its vector.",
    "second": "$\\|\\mathbf{w}_{i+1}\\| \\le \\|\\mathbf{w}_i\\| + R$ for every update, by the triangle inequality.",
    "expand": "$\\|\\mathbf{w}_{i+1}\\|^2 = \\|\\mathbf{w}_i\\|^2 + 2\\,\\mathbf{w}_i\\cdot\\mathbf{z} + \\|\\mathbf{z}\\|^2$.",
    "violation": "If $\\mathbf{w}_i \\ne 0$, then $\\mathbf{w}_i\\cdot\\mathbf{z} < \\frac12\\gamma_{\\mathrm{guess}}\\|\\mathbf{w}_i\\| "
    "\\le \\frac12\\gamma\\,\\|\\mathbf{w}_i\\|$, by what a violation is.",
    "third": "If $\\mathbf{w}_i \\ne 0$, then $\\|\\mathbf{w}_{i+1}\\|^2 \\le \\left(\\|\\mathbf{w}_i\\| + \\frac{R^2}{2\\|\\mathbf{w}_i\\|} "
    "+ \\frac{\\gamma}{2}\\right)^2$, and the same holds of the roots.",
    "fourth": "If $\\|\\mathbf{w}_i\\| \\ge 2R^2/\\gamma$, then $\\|\\mathbf{w}_{i+1}\\| \\le \\|\\mathbf{w}_i\\| + \\frac34\\gamma$.",
    "moment": "Let $j \\le k$ be the last index with $\\|\\mathbf{w}_j\\| < 2R^2/\\gamma$. There is one, as $\\mathbf{w}_0 = 0$.",
    "fifth": "$\\|\\mathbf{w}_k\\| \\le \\frac{2R^2}{\\gamma} + R + \\frac34 k\\gamma$. If $j = k$, the first term is enough. Else there is "
    "one step away from $\\mathbf{w}_j$, and after it only steps from vectors that are long.",
    "race": "So $k\\gamma \\le \\frac{2R^2}{\\gamma} + R + \\frac34 k\\gamma$, that is $k \\le \\frac{8R^2}{\\gamma^2} + \\frac{4R}{\\gamma}$.",
    "radius": "$\\gamma \\le \\mathbf{u}\\cdot\\mathbf{z} \\le R$ for any of the signed points, and so $R/\\gamma \\ge 1$.",
    "end": "So $k \\le 12R^2/\\gamma^2$.",
    "mistakes": "$\\|\\mathbf{w}_{i+1}\\|^2 \\le \\|\\mathbf{w}_i\\|^2 + R^2$ for every update, as the point updated on was on the wrong side.",
    "forever": "Let $j$ be the first index with $\\|\\mathbf{w}_j\\| \\ge 2R^2/\\gamma$. From there on every $\\mathbf{w}_i$ is as long as that.",
}
BUILDS_ON = {
    "first": [],
    "second": [],
    "expand": [],
    "violation": [],
    "third": ["expand", "violation"],
    "fourth": ["third"],
    "moment": [],
    "fifth": ["second", "fourth", "moment"],
    "race": ["first", "fifth"],
    "radius": [],
    "end": ["race", "radius"],
}


def variant(draw):
    """Draw a line and four points, a run of five updates, two numbers on a line, a right triangle, the new shares, the penguins' best normal."""
    from margin_lib import hard_margin, margin_perceptron
    from margin_lib.datasets import penguins

    w = draw.choice("normal", [(3, 4), (4, 3), (3, -4), (-4, 3), (-3, 4), (4, -3)])
    rng = draw.rng("points")
    grid = [(p, q) for p in range(-6, 7) for q in range(-6, 7) if (p, q) != (0, 0)]
    products, labels, points = rng.permutation([15, 5, -10, -20]).tolist(), rng.permutation([1, 1, -1, -1]).tolist(), []
    for product, label in zip(products, labels):
        there = [x for x in grid if w[0] * x[0] + w[1] * x[1] == label * product]
        points.append(list(there[int(rng.integers(len(there)))]))
    rng = draw.rng("example")
    while True:
        example = rng.integers(-4, 5, size=(3, 2)).tolist()
        run = margin_perceptron(example, [1, -1, 1], 2.0, pick="next", max_corrections=6)
        short = margin_perceptron(example, [1, -1, 1], 0.01, pick="next", max_corrections=6)
        as_long = run.finished and run.corrections == 5 and short.corrections == 3 and len(set(run.order.tolist())) == 3
        if as_long and run.plane.margin(example, [1, -1, 1]) > 1.05:
            break
    X, y, _ = penguins(standardize=True)
    far, near = draw.choice("pair", [(5, 2), (7, 3), (7, 2), (9, 4), (8, 3), (10, 3), (9, 3)])
    p, q, r = draw.choice("triangle", [(3, 4, 5), (4, 3, 5), (6, 8, 10), (8, 6, 10), (9, 12, 15), (12, 9, 15)])
    return {
        "w": list(w),
        "points": points,
        "labels": labels,
        "words": [{15: "fine", 5: "close", -10: "wrong", -20: "wrong"}[product] for product in products],
        "example": example,
        "order": [int(i) for i in run.order],
        "normal": [int(entry) for entry in run.plane.w],
        "direction": hard_margin(X, y, bias=False).plane.w.round(6).tolist(),
        "far": far,
        "near": near,
        "p": p,
        "q": q,
        "r": r,
        "share": draw.choice("share", ["\\frac13", "\\frac25"]),
        "divisor": draw.choice("divisor", ["3", "5"]),
        **draw.steps(STEPS, BUILDS_ON),
    }


# %%
import matplotlib.pyplot as plt
import numpy as np

from margin_lib.datasets import penguins
from notebook_checks.answer_format import Form

# %% [markdown]
# In this set every hyperplane passes through the origin: $\mathbf{w}\cdot\mathbf{x} = 0$. `X` is a matrix with a point in each row, `y` is the vector
# of their labels, $+1$ or $-1$, and $\mathbf{z}_i = y_i\mathbf{x}_i$ are the signed points. $R$ is the largest length of a point, and
# $\gamma_{\mathrm{opt}}$ is the largest margin that a hyperplane through the origin has on the points.
#
# :::{small-print} what can occur, and what you may return
# Your functions are given numpy arrays of floats, numbers, and lists of row numbers. There may be only one point or only one coordinate, there may be
# more coordinates than points, and the same point may occur twice. Where you return a vector or a list, a list, a tuple and an array are equally
# welcome.
# :::

# %% [markdown]
# ## Part A: who is too close? ({{points:verdicts}})
#
# Book: margin-perceptron, "Update on what is too close".
#
# The perceptron asks one question of a point: is it misclassified? The margin perceptron asks a second one: is it too close? To be far enough away, a
# point has to be on its proper side and at least half of `guess` away from the hyperplane. Before you build the algorithm, build its judge. It has one
# word for each point:
#
# - `"no plane"` if $\mathbf{w} = 0$, for then there is no hyperplane to be on a side of;
# - `"wrong"` if the point is on the wrong side, or on the hyperplane;
# - `"close"` if it is on its proper side, but less than $\frac12$ `guess` away;
# - `"fine"` if none of this holds.
#
# All but the last are violations. Mind that $\mathbf{w}$ may have any length, and that a point exactly $\frac12$ `guess` away is fine.
#
# **By hand.** Let $\mathbf{w} = (0, 2)$ and `guess` be 6, so that a distance of 3 is asked for. Three points have label $+1$: $(5, 1)$ is on its proper
# side, but only 1 away; $(5, -4)$ is on the wrong side; $(2, 3)$ is exactly 3 away. The answer is `["close", "wrong", "fine"]`.
#
# **Write** `verdicts(w, X, y, guess)`. It returns a list with one word for each point.
#
# :::{small-print} sizes and ties
# - There are at most 100 points. `w` and `X` hold whole numbers, and a point may be at the origin.
# - Compare with plain `<` and `<=`; no tolerance is needed. Some points are exactly on the hyperplane, or exactly $\frac12$ `guess` away. For those the
#   hidden tests choose a $\mathbf{w}$ such as $(0, 4)$ or $(2, 2, 2, 2)$, with which nothing is rounded, however you write the formula.
# - All other points are more than $10^{-6}$ away from both of these borders.
# :::

# %% answer="verdicts"
def verdicts(w, X, y, guess):
    """Return "no plane", "wrong", "close" or "fine" for each point."""
    ### BEGIN SOLUTION
    size = np.sqrt(w @ w)
    if size == 0:
        return ["no plane"] * len(X)
    words = []
    for product in y * (X @ w):
        if product <= 0:
            words.append("wrong")
        elif product < guess / 2 * size:
            words.append("close")
        else:
            words.append("fine")
    return words
    ### END SOLUTION

# %% check="verdicts"
X, y = np.array({{points}}, dtype=float), np.array({{labels}}, dtype=float)
words = Form.words(verdicts(np.array({{w}}, dtype=float), X, y, 4.0), ("no plane", "wrong", "close", "fine"), "what verdicts returns")
assert len(words) == 4, f"four points get four words, but there are {len(words)}."
for x, label, word, right in zip({{points}}, {{labels}}, words, {{words}}):
    assert word == right, f"with w = {{w}} and the guess 4, the point {x} with the label {label} is {right!r}, but your word for it is {word!r}."
ties, rights = np.array([[5.0, 0.0], [5.0, 1.0], [5.0, 3.0]]), ["wrong", "close", "fine"]
words = Form.words(verdicts(np.array([0.0, 2.0]), ties, np.ones(3), 6.0), ("no plane", "wrong", "close", "fine"), "what verdicts returns")
assert len(words) == 3, f"three points get three words, but there are {len(words)}."
for x, word, right in zip(ties, words, rights):
    assert word == right, f"with w = (0, 2) and the guess 6, the point {x.tolist()} with the label 1 is {right!r}, but your word for it is {word!r}."
words = Form.words(verdicts(np.zeros(2), X, y, 4.0), ("no plane", "wrong", "close", "fine"), "what verdicts returns")
assert words == ["no plane"] * 4, f"w = 0 is no plane for any of the points, but your words are {words}."
print("The form is right, and the examples too.")

# %% test="verdicts"
import numpy as np

from course.judge import Unfit
from course.judge.answers import words as taken

WORDS = ("no plane", "wrong", "close", "fine")
rng = marks.rng("planes")
kinds = {
    "a single point": (1, 1, 1),
    "points with one coordinate": (30, 1, 4),
    "points with two coordinates, some at the origin": (60, 2, 1),
    "points with more coordinates, some at the origin": (100, 5, 1),
    "a long w": (60, 3, 64),
    "fewer points than coordinates": (6, 40, 1),
}
cases = []
for kind, (n, d, size) in kinds.items():
    w = size * rng.integers(1, 6, size=d) * rng.choice([-1, 1], size=d)
    X = rng.integers(-20, 21, size=(n, d)).astype(float)
    X[X @ w == 0] = 0
    X[: n // 6] = 0
    guess = 2 * rng.uniform(3, 9)
    apart = np.abs(np.abs(X @ w) / np.sqrt(w @ w) - guess / 2) > 1e-6
    cases.append((kind, w.astype(float), X[apart], rng.choice([-1.0, 1.0], size=apart.sum()), guess))
cases.append(("two points", np.array([3.0, -1.0]), np.array([[1.0, 2.0], [0.0, 1.0]]), np.array([1.0, -1.0]), 8.0))
unit = np.eye(3)[rng.integers(3)] * rng.choice([-1.0, 1.0])
cases.append(("a w of length 1", unit, rng.integers(-9, 10, size=(30, 3)).astype(float), rng.choice([-1.0, 1.0], size=30), 7.0))
for _, w, X, y, _ in cases[2:5:2]:  # a point that is just less than half the guess away, and one that is just more
    distances = y * (X @ w) / np.sqrt(w @ w)
    for off in (-3e-6, 3e-6):
        half = distances[distances > 0][0] + off
        apart = np.abs(np.abs(distances) - half) > 1e-6
        cases.append(("points that are nearly half of the guess away", w, X[apart], y[apart], 2 * half))
steep = float(rng.integers(40_000, 90_000)) + np.array([0.0, 1.0])  # some points are 1 / |w| away, which is 1e-5
near = np.array([[1.0, -1.0], [-1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [2.0, 5.0]])
cases.append(("points very near to the hyperplane", steep, near, np.array([-1.0, 1.0, -1.0, 1.0, 1.0]), 6.0))
ties = [
    (np.array([4.0, -4.0, 4.0, 4.0]), np.array([[1.0, -1.0, 1.0, 1.0]] * 2), np.array([1.0, -1.0]), 4.0, [1, 0]),
    (np.array([0.0, 8.0]), np.array([[7.0, 3.0], [1.0, -3.0], [2.0, 2.0]]), np.array([1.0, -1.0, 1.0]), 6.0, [1, 1, 0]),
    (np.array([-2.0, 2.0, 2.0, -2.0]), np.array([[0.0, 2.0, 2.0, 0.0], [1.0, 0.0, 0.0, 1.0]]), np.array([1.0, -1.0]), 4.0, [1, 0]),
    (np.array([5.0]), np.array([[2.0], [-2.0], [1.0]]), np.array([1.0, -1.0, 1.0]), 4.0, [1, 1, 0]),
]
on_plane = [
    (np.array([0.0, -6.0, 0.0]), np.array([[3.0, 0.0, 7.0], [1.0, 0.0, -2.0]])),
    (np.array([4.0, -4.0, 4.0, 4.0]), np.array([[3.0, 3.0, 0.0, 0.0], [5.0, 0.0, -2.0, -3.0]])),
]
read = "margin-perceptron: Update on what is too close"
answers = []


def words_of(kind, w, X, y, guess):
    marks.on(kind)
    words = taken(marks.call(verdicts, w, X, y, guess), WORDS, "what verdicts returns", once=False)
    if len(words) != len(X):
        raise Unfit("the list must have one word for each point.")
    return words


with marks.claim(1, "'wrong' for the wrong side and the plane itself, 'no plane' at w = 0, and only there", read=read):
    answers = [words_of(*case) for case in cases]
    for (kind, w, X, y, _), words in zip(cases, answers):
        marks.on(kind)
        assert [word == "wrong" for word in words] == (y * (X @ w) <= 0).tolist()
        assert "no plane" not in words
        assert words_of("a w that is 0", 0 * w, X, y, 1.0) == ["no plane"] * len(X)
    for w, X in on_plane:
        assert words_of("points on the hyperplane", w, X, np.array([1.0, -1.0]), 2.0) == ["wrong", "wrong"]
with marks.claim(1, "'close' below half of the guess, whatever the length of w, and 'fine' from there on, exactly there too", read=read):
    marks.needs(answers)
    for (kind, w, X, y, guess), words in zip(cases, answers):
        marks.on(kind)
        right = y * (X @ w) > 0
        near = np.abs(X @ w) / np.sqrt(w @ w) < guess / 2
        assert [word == "close" for word in words] == (right & near).tolist()
        assert [word == "fine" for word in words] == (right & ~near).tolist()
    for w, X, y, guess, fine in ties:
        assert [int(word == "fine") for word in words_of("points exactly half of the guess away", w, X, y, guess)] == fine

# %% [markdown]
# ## Part B: the margin perceptron ({{points:margin_run}})
#
# Book: margin-perceptron, "Update on what is too close"; margin-perceptron, "What the theorem promises".
#
# The perceptron makes its last mistake and stops, even if a point is a hair's breadth away. Teach it to ask for more. Start at $\mathbf{w} = 0$. While
# there is a violation for `guess`, choose any one, and add its $y\,\mathbf{x}$ to $\mathbf{w}$. At $\mathbf{w} = 0$, at the start or later, every point
# is a violation. If the guess asks for too much, that goes on forever, so stop after `budget` updates. After the last update that the budget allows,
# look once more: if no violation is left, the run has ended by itself, and your hyperplane keeps the margin that was asked for.
#
# **By hand.** Row 0 is $(3, 0)$ with label $+1$, row 1 is $(0, -4)$ with label $-1$, and `guess` is 4, so that 2 is asked for. The signed points are
# $(3, 0)$ and $(0, 4)$. Say you take row 0 first: $\mathbf{w} = (3, 0)$. Row 1 is now on the hyperplane, and the update makes $\mathbf{w} = (3, 4)$.
# The perceptron would be done. But row 0 is only $9/5$ away, so it gets another update, and $\mathbf{w} = (6, 4)$. Now the distances are
# $18/\sqrt{52} \approx 2.50$ and $16/\sqrt{52} \approx 2.22$. With a budget of 3 or more the answer is `([6, 4], [0, 1, 0], "self")`, and with a budget
# of 2 it is `([3, 4], [0, 1], "forced")`.
#
# **Write** `margin_run(X, y, guess, budget)`. It returns `(w, order, ended)`: the last $\mathbf{w}$; the row numbers of the points that you updated on,
# from 0, in the order of the updates; and `"self"` if no violation is left, or `"forced"` if one is left and the budget is spent.
#
# :::{small-print} sizes, ties and time
# The hidden tests follow your updates one by one. Coordinates are whole numbers, so $\mathbf{w}$ is exact. A point that is exactly $\frac12$ `guess`
# away is no violation; this matters only where $\mathbf{w}$ is as in part A, so that nothing is rounded. Elsewhere a distance within $10^{-9}$ of
# $\frac12$ `guess` may count as you like. `guess` is positive, and `budget` may be 0. There are up to 500 points in 20 dimensions, for which 10 seconds
# of CPU are allowed, and up to 5,000 updates. Points that no hyperplane separates occur, and among them points at the origin.
# :::

# %% answer="margin_run"
def margin_run(X, y, guess, budget):
    """Return (w, order, ended): the normal, the rows updated on, and "self" or "forced"."""
    ### BEGIN SOLUTION
    Z = y[:, None] * X
    w = np.zeros(X.shape[1])
    order = []
    for k in range(budget + 1):
        products = Z @ w
        violations = np.flatnonzero((products <= 0) | (products < guess / 2 * np.sqrt(w @ w)))
        if len(violations) == 0:
            return w, order, "self"
        if k < budget:
            order.append(int(violations[0]))
            w += Z[violations[0]]
    return w, order, "forced"
    ### END SOLUTION

# %% check="margin_run"
X, y = np.array({{example}}, dtype=float), np.array([1.0, -1.0, 1.0])
w, order, ended = Form.parts(margin_run(X, y, 2.0, 100), 3, "what margin_run returns")
w, order = Form.numbers(w, (2,), "w"), Form.rows(order, 3, "the order")
assert str(ended) in ("self", "forced"), f"a run ends by 'self' or 'forced', but yours says {Form.described(ended)}."
v = sum((y[i] * X[i] for i in order), np.zeros(2))
assert (v == w).all(), f"w must be the sum of y x over the updates {order}, which is {v}, but it is {w}."
assert ended == "self", f"with a guess of 2 the example's run comes to its end long before 100 updates, but yours says {ended!r}."
closest = min(y * (X @ w)) / np.sqrt(w @ w) if w.any() else 0
assert closest >= 1 - 1e-9, f"with a guess of 2 no point may be closer than 1 at the end, but the closest is {closest} from your plane, with its sign."
w, order, ended = Form.parts(margin_run(X, y, 2.0, 1), 3, "what margin_run returns")
order = Form.rows(order, 3, "the order")
assert len(order) == 1, f"with a budget of 1 there is one update, but yours are {order}."
assert ended == "forced", f"one update leaves a violation in the example, so the end is 'forced', but yours says {ended!r}."
print("The form is right. Going around the rows in order, one gets", {{order}}, "and w =", {{normal}})

# %% test="margin_run"
from itertools import product

import numpy as np

from course.judge import Unfit, vector, wholes
from course.judge.answers import unpacked
from course.judge.data import inseparable, separable

sizes = {
    "three points": (3, 2, 5),
    "points with two coordinates": (10, 2, 3),
    "points with one coordinate": (12, 1, 2),
    "points with three coordinates": (40, 3, 4),
    "fewer points than coordinates": (6, 30, 8),
    "points with more coordinates": (60, 5, 4),
    "many points with many coordinates": (500, 20, 5),
}
sets = [(kind, *separable(marks.rng(f"{n} {d}"), n, d, distance=float(guess)), guess) for kind, (n, d, guess) in sizes.items()]
_, X, y, _ = sets[1]
sets.append(("points that occur twice", np.vstack([X, X]), np.append(y, y), 2))
pair = "two points, of which one gets too close"  # to ask for a third of the guess is not enough on these, in any order
sets.append((pair, np.array([[11.0, 2.0], [-1.0, -12.0]]), np.array([1.0, -1.0]), 8))
sets.append((pair, np.array([[7.0, 12.0], [-5.0, 8.0]]), np.array([1.0, -1.0]), 5))
near = "two points, the second closer than the guess, but not than half of it"
sets.append((near, np.array([[12.0, 7.0], [-7.0, -12.0]]), np.array([1.0, -1.0]), 13))
opposite = (np.array([[3.0], [-3.0]]), np.array([1.0, 1.0]))
with_origin = (np.array([[0.0, 0.0], [4.0, 1.0], [5.0, -2.0]]), np.array([1.0, 1.0, 1.0]))
none = inseparable(marks.rng("none"), 12, 2)
no_end = [
    ("points that no plane separates", *none, 150),
    ("points that no plane separates and a large budget", *none, 5000),
    ("two opposite points with one label", *opposite, 9),
    ("points of which one is at the origin", *with_origin, 20),
    ("a budget of 0", *sets[3][1:3], 0),
    ("a run that is closer to separating before its end", np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]), np.array([1.0, 1.0, -1.0]), 4),
]
factor, power = float(marks.rng("factor").integers(1, 10)), 2.0 ** marks.rng("power").integers(0, 4)
exact = [
    (np.array([[1.0], [-1.0]]), np.array([1.0, -1.0]), 2.0),
    (factor * np.array([[3.0], [-7.0]]), np.array([1.0, -1.0]), 6 * factor),
    (factor * np.array([[1.0], [-1.0]]), np.array([1.0, -1.0]), 2 * factor),
    (power * np.array([[2.0, -2.0, 2.0, 2.0]]), np.array([-1.0]), 8 * power),
    (factor * np.array([[0.0, 5.0], [0.0, 5.0]]), np.array([1.0, 1.0]), 10 * factor),
]
read = "margin-perceptron: Update on what is too close"
runs = []


def run(kind, X, y, guess, budget):
    marks.on(kind)
    w, order, ended = unpacked(marks.call(margin_run, X, y, guess, budget), 3, "what margin_run returns")
    if type(ended) not in (str, np.str_) or ended not in ("self", "forced"):
        raise Unfit("how the run ended must be 'self' or 'forced'.")
    return vector(w, X.shape[1], "w"), wholes(order, len(X), "the order", most=10_000), ended


def all_were_violations(X, y, guess, order):
    Z = (y[:, None] * X)[order]
    before = np.cumsum(Z, axis=0) - Z
    size = np.sqrt((before**2).sum(axis=1))
    return ((size == 0) | ((before * Z).sum(axis=1) < (guess / 2 + 1e-9) * size)).all()


def separates(X, y, order):
    """Return whether the sum of the updates leaves no point on the wrong side, as a run does that is not cut off."""
    return (y * (X @ (y[order, None] * X[order]).sum(axis=0)) > 0).all()


with marks.claim(1, "in a run that goes on until it separates, each update is on a point that is a violation at that moment", read=read):
    runs = [run(*one, 5000) for one in sets]
    for (kind, X, y, guess), (_, order, _) in zip(sets, runs):
        marks.on(kind)
        assert order
        assert separates(X, y, order)
        assert all_were_violations(X, y, guess, order)
with marks.claim(
    1, "with a guess up to gamma_opt the run ends by itself, with a margin of half the guess at least; w is the sum of its updates",
    read="margin-perceptron: What the theorem promises",
):
    marks.needs(runs)
    for (kind, X, y, guess), (w, order, ended) in zip(sets, runs):
        marks.on(kind)
        assert order
        assert np.array_equal(w, (y[order, None] * X[order]).sum(axis=0))
        assert (y * (X @ w)).min() >= (guess / 2 - 1e-9) * np.sqrt(w @ w) > 0
        assert ended == "self"
with marks.claim(
    1, "where the run has no end it makes exactly as many updates as the budget allows, each on a violation, and is forced to stop",
    read="margin-perceptron: When the guess is too large",
):
    for (kind, X, y, budget), guess in product(no_end, (2.0, 8.0, 20.0)):
        w, order, ended = run(kind, X, y, guess, budget)
        assert (len(order), ended) == (budget, "forced")
        assert all_were_violations(X, y, guess, order)
        assert np.array_equal(w, (y[order, None] * X[order]).sum(axis=0))
with marks.claim(1, "a point that is half the guess away, neither more nor less, is no violation, also where the budget is just spent", read=read):
    marks.needs(runs)
    assert all(separates(X, y, order) for (_, X, y, _), (_, order, _) in zip(sets, runs)), "runs of more than one step"
    for X, y, guess in exact:
        for budget in (1, 60):
            w, order, ended = run("points exactly half of the guess away after an update", X, y, guess, budget)
            assert (len(order), ended) == (1, "self")
            assert np.array_equal(w, y[order[0]] * X[order[0]])

# %% [markdown]
# ## Part C: halving the guess ({{points:halving}})
#
# Book: incremental, "Guess, and halve".
#
# A good guess is exactly what you don't have. So begin with one that is too large, $R$, and halve it each time that a run proves it wrong: that's the
# incremental algorithm, and it needs nothing but the points. Our rounds are counted from 0, as Python counts, so round $h = 0, 1, 2, \dots$ is round
# $i = h + 1$ of the book. Round $h$ starts over at $\mathbf{w} = 0$ and runs the margin perceptron with the guess $R/2^h$ and a budget of $12\cdot 4^h$
# updates. If it ends by itself, so does the algorithm. If its budget is spent and a violation is left, the next one follows, but there are never more
# than `rounds` of them. (The book later gives up some runs early. Here they spend their budgets.)
#
# **By hand.** On the number line, 6 has label $+1$ and $-1$ has label $-1$. Then $R = 6$, and round 0 asks for a distance of 3. The second point is
# only 1 away from the origin, so all 12 updates are spent in vain. Round 1 asks for 1.5 and spends its 48. Round 2 asks for 0.75, and a single update
# will do. If that's on row 0, $\mathbf{w} = (6)$, and the three orders have 12, 48 and 1 entries. So 60 updates of 61 did nothing but prove two guesses
# too large.
#
# **Write** `halving(X, y, rounds)`. It returns `(w, orders)`: the last $\mathbf{w}$ of the last run, and a list with the order of updates of each, as
# in part B.
#
# :::{small-print} sizes, ties and time
# A run whose budget is spent just when no violation is left has ended by itself. What counts as a violation is said in part B; exact distances are
# asked for only on points with one coordinate. Coordinates are whole numbers, and at least one point is not at the origin. There are at most 60 points
# in 10 dimensions, and `rounds` is from 1 to 6. Where a hyperplane separates the points, 6 rounds are enough. A call may take 10 seconds of CPU.
# :::

# %% answer="halving"
def halving(X, y, rounds):
    """Return (w, orders): the normal that the last round reached, and the rows that each round updated on."""
    ### BEGIN SOLUTION
    Z = y[:, None] * X
    R = np.sqrt((X**2).sum(axis=1).max())
    orders = []
    for h in range(rounds):
        w, order = np.zeros(X.shape[1]), []
        orders.append(order)
        budget = 12 * 4**h
        for k in range(budget + 1):
            products = Z @ w
            violations = np.flatnonzero((products <= 0) | (products < R / 2**h / 2 * np.sqrt(w @ w)))
            if len(violations) == 0:
                return w, orders
            if k < budget:
                order.append(int(violations[0]))
                w += Z[violations[0]]
    return w, orders
    ### END SOLUTION

# %% check="halving"
X, y = np.array([[{{far}}], [-{{near}}]], dtype=float), np.array([1.0, -1.0])
w, orders = Form.parts(halving(X, y, 6), 2, "what halving returns")
w = Form.numbers(w, (1,), "w")
orders = [Form.rows(order, 2, f"the order of round {h}") for h, order in enumerate(Form.parts(orders, None, "the list of the rounds' orders"))]
assert all(len(order) > 0 for order in orders), "each round begins with an update, since at w = 0 each point is a violation."
assert len(orders) == 2, f"one point is {{near}} away from the origin, and no further from any plane: half of {{far}} is more than that, half of {{far}}/2 is not. So there are two rounds, but yours are {len(orders)}."
assert len(orders[0]) == 12, f"the budget of the first round is 12, and it is spent in the example, but yours has {len(orders[0])} updates."
v = sum(y[i] * X[i] for i in orders[1])
assert (v == w).all(), f"w must be the sum of y x over the updates of the last round, which is {v}, but it is {w}."
_, endless = Form.parts(halving(np.array([[1.0], [-1.0]]), np.ones(2), 2), 2, "what halving returns")
spent = [len(Form.rows(order, 2, "an order")) for order in Form.parts(endless, None, "the list of the rounds' orders")]
assert spent == [12, 48], f"no plane separates 1 and -1 if both have the label +1, so two rounds spend their budgets, 12 and 48; but the updates of your rounds are {spent}."
print("The form is right, and the example too. Updates in each round:", [len(order) for order in orders])

# %% test="halving"
import numpy as np

from course.judge import vector, wholes
from course.judge.answers import several, unpacked
from course.judge.data import LARGEST, inseparable, separable

sizes = {
    "a single point": (1, 3),
    "points with two coordinates": (20, 2),
    "many points": (60, 3),
    "points with many coordinates": (30, 10),
    "points with one coordinate": (8, 1),
}
sets = [(kind, *separable(marks.rng(f"{i}"), *size)) for i, (kind, size) in enumerate(sizes.items())]
sets.append(("points at right angles to each other", LARGEST * np.eye(9), np.ones(9)))
known = [
    ("a point much closer to the origin than another", np.array([[12.0], [-3.0]]), np.array([1.0, -1.0]), [12, 1]),
    ("a point much closer to the origin than another", np.array([[16.0], [2.0], [16.0]]), np.array([-1.0, -1.0, -1.0]), [12, 48, 1]),
    ("two points equally far from the origin", np.array([[1.0], [-1.0]]), np.array([1.0, -1.0]), [1]),
    ("a round whose last update leaves no violation", marks.rng("factor").integers(2, 6) * np.array([[4.0, 0.0], [1.0, 3.0]]), np.array([1.0, -1.0]), [12]),
]  # and the corrections of each round, whatever violations are chosen
better_first = marks.rng("better").integers(1, 6) * np.array([[20.0, 0.0], [-6.0, -7.0]])  # the forced round has the larger margin,
for rows in ([0, 1], [1, 0]):  # if the other one begins with the longer point
    known.append(("a round that is given up with a larger margin than the last one reaches", better_first[rows], np.array([1.0, -1.0])[rows], [12, 1]))
endless = [
    ("points that no plane separates", *inseparable(marks.rng("none"), 10, 2), 3),
    ("points that no plane separates and as many rounds as there may be", *inseparable(marks.rng("long"), 10, 2), 6),
    ("two opposite points with one label", np.array([[5.0], [-5.0]]), np.array([1.0, 1.0]), 2),
    ("a single round that is given up", *sets[2][1:], 1),
]
read = "incremental: Guess, and halve"
answers = []


def run(kind, X, y, rounds=6):
    marks.on(kind)
    w, orders = unpacked(marks.call(halving, X, y, rounds), 2, "what halving returns")
    orders = several(orders, 20, "the list of the rounds' orders")  # no test lets more than 6 rounds be
    return vector(w, X.shape[1], "w"), [wholes(order, len(X), "an order", most=20_000) for order in orders]


def all_were_violations(X, y, orders):
    R = np.sqrt((X**2).sum(axis=1).max())
    for h, order in enumerate(orders):
        Z = (y[:, None] * X)[order]
        before = np.cumsum(Z, axis=0) - Z
        size = np.sqrt((before**2).sum(axis=1))
        if not ((size == 0) | ((before * Z).sum(axis=1) < (R * 0.5**h / 2 + 1e-9) * size)).all():
            return False
    return True


with marks.claim(1, "round h starts at w = 0 and updates on violations of the guess R / 2^h only, until it separates or has spent 12", read=read):
    answers = [run(*one) for one in sets]
    for (kind, X, y), (_, orders) in zip(sets, answers):
        marks.on(kind)
        assert orders and all(orders)
        assert len(orders[-1]) >= 12 or (y * (X @ (y[orders[-1], None] * X[orders[-1]]).sum(axis=0)) > 0).all()
        assert all_were_violations(X, y, orders)
with marks.claim(1, "a round that is not the last has spent 12 * 4^h updates, none has more, and there are no more rounds than allowed", read=read):
    marks.needs(answers)
    for (kind, _, _), (_, orders) in zip(sets, answers):
        marks.on(kind)
        assert orders
        assert [len(order) for order in orders[:-1]] == [12 * 4**h for h in range(len(orders) - 1)]
        assert 0 < len(orders[-1]) <= 12 * 4 ** (len(orders) - 1)
    for kind, X, y, rounds in endless:
        w, orders = run(kind, X, y, rounds)
        assert [len(order) for order in orders] == [12 * 4**h for h in range(rounds)]
        assert np.array_equal(w, (y[orders[-1], None] * X[orders[-1]]).sum(axis=0))
        assert all_were_violations(X, y, orders)
with marks.claim(1, "the last round ends by itself, as soon as no violation is left, and w is the sum of its updates", read=read):
    marks.needs(answers)
    for (kind, X, y), (w, orders) in zip(sets, answers):
        marks.on(kind)
        assert orders and orders[-1]
        R = np.sqrt((X**2).sum(axis=1).max())
        assert np.array_equal(w, (y[orders[-1], None] * X[orders[-1]]).sum(axis=0))
        assert (y * (X @ w)).min() >= (R * 0.5 ** len(orders) - 1e-9) * np.sqrt(w @ w) > 0
    for kind, X, y, lengths in known:
        w, orders = run(kind, X, y)
        assert [len(order) for order in orders] == lengths
        assert np.array_equal(w, (y[orders[-1], None] * X[orders[-1]]).sum(axis=0))

# %% [markdown]
# ## Part D: what a run proves of its own hyperplane ({{points:vouched}})
#
# Book: incremental, "A run that knows when to give up"; perceptron-bound, "Prove: a long run bounds the margin".
#
# How good is the hyperplane that came out? That's a question about $\gamma_{\mathrm{opt}}$, which you don't know, and yet the run answers it. Take any
# stretch of the run, say updates 4 to 9. Each of them reaches at least $\gamma_{\mathrm{opt}}$ along the best normal, so their *mean*, which is a
# vector, is at least $\gamma_{\mathrm{opt}}$ long. In other words, every stretch of consecutive updates bounds $\gamma_{\mathrm{opt}}$ from above, and
# the stretch with the shortest mean gives the best bound. Compare it with the margin that the run has reached, and you've proved, without a solver, how
# close to the best you are.
#
# **By hand.** A run updated on two signed points, $(1, 0)$ and then $(0, 1)$, and these are all the points there are. There are three stretches. The
# one from update 1 to 2 has the mean $(\frac12, \frac12)$ of length $\sqrt{1/2}$, and the other two have means of length 1. At the end
# $\mathbf{w} = (1, 1)$, and both points are $\sqrt{1/2}$ away. So $c = 1$: no hyperplane is better. The answer is `(1, 1, 2)`.
#
# **Write** `vouched(X, y, order)`, where `order` holds the row numbers of a run's updates. It returns `(c, first, last)`. The numbers `first` and `last`,
# counted from 1, are those of the first and the last update of the stretch with the shortest mean. The hyperplane at the end of the run is
# *$c$-approximate* if its margin on all points is at least $c\,\gamma_{\mathrm{opt}}$, and `c` is the largest $c$ for which that stretch proves this. If
# the hyperplane at the end doesn't separate the points, let $c = 0$.
#
# :::{small-print} sizes, ties and tolerances
# Some hyperplane through the origin separates the points. There is at least one update and at most 100, and they need not have been on violations.
# There are up to 50 points in 10 dimensions, with whole coordinates. If two means are equally short, take either stretch; lengths that differ by less
# than one part in $10^9$ count as equal. $c$ may be off by $10^{-9}$, or by one part in $10^9$ if that is more, so a point on the hyperplane at the end
# may give $c = 0$ or a trace of rounding.
# :::

# %% answer="vouched"
def vouched(X, y, order):
    """Return (c, first, last): what the run proves of its hyperplane, and the updates that prove it."""
    ### BEGIN SOLUTION
    Z = y[:, None] * X
    sums = np.vstack([np.zeros(X.shape[1]), np.cumsum(Z[order], axis=0)])
    ceiling = np.inf
    for s in range(len(order)):
        lengths = np.sqrt(((sums[s + 1 :] - sums[s]) ** 2).sum(axis=1))
        means = lengths / np.arange(1, len(lengths) + 1)
        if means.min() < ceiling:
            ceiling, first, last = means.min(), s + 1, s + 1 + int(means.argmin())
    w = sums[-1]
    margin = (Z @ w).min() / np.sqrt(w @ w)
    return max(margin, 0) / ceiling, first, last
    ### END SOLUTION

# %% check="vouched"
c, first, last = Form.parts(vouched(np.array([[{{p}}, 0], [0, -{{q}}]], dtype=float), np.array([1.0, -1.0]), [0, 1]), 3, "what vouched returns")
c = Form.numbers(c, (), "c")
first, last = Form.rows([first, last], 3, "the pair of first and last")
assert 1 <= first <= last <= 2, f"there are updates number 1 and 2, but the stretch is from {first} to {last}."
assert (first, last) == (1, 2), "the means of the three stretches are {{p}}, {{q}} and half of {{r}} long, and yours is not the shortest."
margin, ceiling = min({{p}}, {{q}}) ** 2 / {{r}}, {{r}} / 2
assert abs(c - margin / ceiling) < 1e-9, f"the margin of the plane at the end is {margin}, and the stretch shows that none is above {ceiling}; but c is {c}."
print("The form is right, and the example too. c =", c)

# %% test="vouched"
import numpy as np

from course.judge import number, whole
from course.judge.answers import unpacked
from course.judge.data import separable

rng = marks.rng("runs")
kinds = {
    "a single update": (1, 1, 1),
    "two points": (2, 2, 7),
    "points with two coordinates": (12, 2, 40),
    "a long run": (30, 5, 100),
    "many points": (50, 10, 60),
    "fewer points than coordinates": (4, 10, 12),
    "points with one coordinate": (20, 1, 30),
}
cases = []
for i, (kind, (n, d, k)) in enumerate(kinds.items()):
    X, y = separable(marks.rng(f"{i}"), n, d)
    cases.append((kind, X, y, rng.integers(0, n, size=k).tolist()))
X, y = np.array([[8.0, 1.0], [-8.0, 2.0], [3.0, 20.0], [-3.0, 20.0]]), np.array([1.0, -1.0, 1.0, -1.0])
good = [[0, 0, 1, 2, 3, 2, 3], [2, 3, 0, 1], [1, 0, 2, 3, 0, 1, 3, 2], [0]]
poor = [[2], [3, 0, 3], [0, 2, 2, 3, 3, 3]]
cases += [("a run whose hyperplane separates", X, y, order) for order in good]
cases += [("a run whose hyperplane does not separate", X, y, order) for order in poor]
long = int(rng.integers(30, 60))  # the shortest mean is that of so many corrections, and one
cases.append(("a long stretch with the shortest mean", np.array([[3.0, long], [-3.0, 1.0]]), np.array([1.0, -1.0]), [0] + [1] * (long + 3)))
cases.append(("a last update that is shorter than any before", np.array([[10.0, 0.0], [-1.0, 0.0]]), np.array([1.0, -1.0]), [0, 1]))
read = "incremental: A run that knows when to give up"
answers = []


def answer(kind, X, y, order):
    marks.on(kind)
    return unpacked(marks.call(vouched, X, y, order), 3, "what vouched returns")


def shortest(Z):
    means = [np.sqrt((np.cumsum(Z[s:], axis=0) ** 2).sum(axis=1)) / np.arange(1, len(Z) - s + 1) for s in range(len(Z))]
    return min(one.min() for one in means)


with marks.claim(1, "a stretch of the run whose mean is as short as that of any other", read=read):
    answers = [answer(*case) for case in cases]
    for (kind, X, y, order), (_, first, last) in zip(cases, answers):
        marks.on(kind)
        first, last = whole(first, "the first number"), whole(last, "the last number")
        assert 1 <= first <= last <= len(order)
        Z = y[order, None] * X[order]
        mean = Z[first - 1 : last].mean(axis=0)
        assert np.isclose(np.sqrt(mean @ mean), shortest(Z), rtol=1e-9, atol=0)
with marks.claim(1, "the largest c that it proves, 0 where the plane at the end does not separate", read=read):
    marks.needs(answers)
    for (kind, X, y, order), (c, _, _) in zip(cases, answers):
        marks.on(kind)
        Z = y[order, None] * X[order]
        w = Z.sum(axis=0)
        margin = (y * (X @ w)).min() / np.sqrt(w @ w)
        assert np.isclose(number(c, "c"), max(margin, 0.0) / shortest(Z), rtol=1e-9, atol=1e-9)

# %% [markdown]
# ## Part E: both sides of the five claims ({{points:claim_sides}})
#
# Book: appendix-proof, "Claim 1: the shadow"; appendix-proof, "Claim 2: one step adds at most R"; appendix-proof,
# "Claim 3: a long vector grows by little"; appendix-proof, "Claim 4: three quarters"; appendix-proof, "Claim 5: the length in all".
#
# The proof of the theorem rests on five claims about $\|\mathbf{w}_k\|$: the first bounds it from below, the others from above. Put them next to each
# other on a run, and you see which one does the work and when. You are given a run, as the `order` of its updates, and the normal `u` of some
# hyperplane through the origin that separates the points. It need **not** have length 1, nor be the best. Write
# $\hat{\mathbf{u}} = \mathbf{u}/\|\mathbf{u}\|$ and $\gamma = \min_i y_i\,\hat{\mathbf{u}}\cdot\mathbf{x}_i$, over *all* points: this $\gamma$ takes
# the place of $\gamma_{\mathrm{opt}}$ in the claims. $R$ is the largest length of *all* points, and $\mathbf{w}_k$ is the sum of the first $k$ updates.
# For each update $k = 1, 2, \dots$ there are seven numbers:
#
# 1. $\|\mathbf{w}_k\|$;
# 2. $\mathbf{w}_k\cdot\hat{\mathbf{u}}$;
# 3. $k\gamma$;
# 4. to 7. what claims 2, 3, 4 and 5 say that $\|\mathbf{w}_k\|$ is at most. Claims 2 to 4 are about one step, the one *from* $\mathbf{w}_{k-1}$ *to*
#    $\mathbf{w}_k$.
#
# Where claim 3 or claim 4 says nothing about a step, put $-1$ in its place. Your function computes and doesn't judge: the points in `order` need not
# have been violations.
#
# **By hand.** Take $(3, 0)$ with label $+1$ and $(0, -4)$ with label $-1$, the order `[0, 1]`, and $\mathbf{u} = (2, 2)$. Then
# $\gamma = 3/\sqrt2 \approx 2.121$ and $R = 4$, and $\mathbf{w}$ is long from $2R^2/\gamma \approx 15.085$ on. The step from $\mathbf{w}_0 = 0$ to
# $\mathbf{w}_1 = (3, 0)$ gives the row $(3,\; 2.121,\; 2.121,\; 4,\; -1,\; -1,\; 20.676)$, and the step to $\mathbf{w}_2 = (3, 4)$ gives
# $(5,\; 4.950,\; 4.243,\; 7,\; 6.727,\; -1,\; 22.267)$.
#
# **Write** `claim_sides(X, y, order, u)`. It returns a list with a row of these seven numbers for each update.
#
# :::{small-print} sizes, ties and tolerances
# Claim 4 applies to a length that is equal to its threshold. In the hidden tests a length differs from the threshold by one part in $10^6$ at least, or
# is equal to it. Where it is equal, all points and $\mathbf{u}$ lie on one axis and have whole coordinates, so that nothing is rounded. Your numbers
# may be off by one part in $10^9$. There are between 1 and 200 updates, and at most 50 points in 20 dimensions.
# :::

# %% answer="claim_sides"
def claim_sides(X, y, order, u):
    """Return rows (|w_k|, w_k.u, k gamma, bound of claim 2, of claim 3, of claim 4, of claim 5)."""
    ### BEGIN SOLUTION
    Z = y[:, None] * X
    unit = u / np.sqrt(u @ u)
    gamma = (Z @ unit).min()
    R = np.sqrt((X**2).sum(axis=1)).max()
    rows, w, now = [], np.zeros(X.shape[1]), 0.0
    for k, i in enumerate(order, 1):
        second = now + R
        third = now + R**2 / (2 * now) + gamma / 2 if now > 0 else -1
        fourth = now + 0.75 * gamma if now >= 2 * R**2 / gamma else -1
        fifth = 2 * R**2 / gamma + 0.75 * k * gamma + R
        w = w + Z[i]
        now = np.sqrt(w @ w)
        rows.append([now, w @ unit, k * gamma, second, third, fourth, fifth])
    return rows
    ### END SOLUTION

# %% check="claim_sides"
X, y = np.array([[{{p}}, 0], [0, -{{q}}]], dtype=float), np.array([1.0, -1.0])
rows = Form.numbers(claim_sides(X, y, [0, 1], np.array([2.0, 2.0])), (2, 7), "the list of rows")
assert abs(rows[0][0] - {{p}}) < 1e-9, f"after the first update w is {{p}} long, but the first number is {rows[0][0]}."
assert abs(rows[1][0] - {{r}}) < 1e-9, f"after the second update w is {{r}} long, but the first number is {rows[1][0]}."
assert abs(rows[0][1] - {{p}} / 2**0.5) < 1e-9, f"w_1 = ({{p}}, 0) and the unit vector of (2, 2) have the product {{p}} / sqrt(2), but the second number is {rows[0][1]}."
assert rows[0][4] == -1, f"the first step begins at w = 0, where claim 3 says nothing, but the fifth number is {rows[0][4]}."
assert abs(rows[1][3] - {{p}} - max({{p}}, {{q}})) < 1e-9, f"the second step begins at the length {{p}}, and R is the larger of {{p}} and {{q}}; but what claim 2 says is {rows[1][3]}."
assert (rows[:, 5] == -1).all(), f"both steps begin far below the threshold of claim 4, but the sixth numbers are {rows[:, 5]}."
print("The form is right, and what the example says by hand.")

# %% test="claim_sides"
import numpy as np

from course.judge import matrix

rng = marks.rng("runs")
cases = []
for n, d, k, scale in [(1, 2, 60, 0.1), (4, 1, 30, 0.01), (5, 2, 60, 1.0), (30, 3, 200, 0.02), (40, 8, 200, 1.0), (3, 20, 80, 5.0)]:
    u = rng.normal(size=d)
    u /= np.sqrt(u @ u)
    across = rng.normal(size=(n + 2, d))
    across -= np.outer(across @ u, u)
    y = rng.choice([-1.0, 1.0], size=n + 2)
    heights = np.append(rng.uniform(1, 4, size=n), [0.8, 12.0])  # the last two points are never corrected
    X = scale * (across + np.outer(y * heights, u))
    kind = "a run that never updated on the closest point, nor on the longest"
    cases.append((kind, X, y, rng.integers(0, n, size=k).tolist(), u * rng.uniform(3, 7)))
kind = "points on one axis, where a length is equal to the threshold"
cases.append((kind, np.array([[2.0], [-2.0]]), np.array([1.0, -1.0]), [0, 1, 1, 0], np.array([4.0])))
cases.append((kind, np.array([[0.0, 3.0], [0.0, -3.0], [0.0, 3.0]]), np.array([1.0, -1.0, 1.0]), [2, 1, 0, 0], np.array([0.0, 8.0])))
got, right = [], []
for _, X, y, order, u in cases:
    unit = u / np.sqrt(u @ u)
    gamma, R = (y * (X @ unit)).min(), np.sqrt((X**2).sum(axis=1).max())
    W = np.cumsum(y[order, None] * X[order], axis=0)
    size, k = np.sqrt((W**2).sum(axis=1)), np.arange(1, len(order) + 1)
    now = np.append(0.0, size[:-1])
    third = [-1.0, *(now[1:] + R**2 / 2 / now[1:] + gamma / 2)]
    fourth = np.where(now * gamma >= 2 * R**2 * (1 - 1e-8), now + 0.75 * gamma, -1.0)
    fifth = 2 * R**2 / gamma + 0.75 * k * gamma + R
    right.append(np.column_stack([size, W @ unit, k * gamma, now + R, third, fourth, fifth]))


def answer(kind, X, y, order, u):
    marks.on(kind)
    return matrix(marks.call(claim_sides, X, y, order, u), len(order), 7, "the list of rows")


def agree(*columns):
    assert len(got) == len(cases)
    for (kind, *_), rows, sides in zip(cases, got, right):
        marks.on(kind)
        assert np.allclose(rows[:, columns], sides[:, columns], rtol=1e-9, atol=1e-12)


with marks.claim(1, "both sides of claim 1, for the margin over all points, whatever the length of u", read="appendix-proof: Claim 1: the shadow"):
    got = [answer(*case) for case in cases]
    agree(0, 1, 2)
with marks.claim(1, "the bounds of claim 2, for one step, and of claim 5, for all", read="appendix-proof: Claim 5: the length in all"):
    agree(3, 6)
with marks.claim(1, "the bound of claim 3, and -1 where it says nothing", read="appendix-proof: Claim 3: a long vector grows by little"):
    agree(4)
with marks.claim(1, "the bound of claim 4 where w was long before the step, and -1 elsewhere", read="appendix-proof: Claim 4: three quarters"):
    agree(5)

# %% [markdown]
# ## Part F: the proof in order ({{points:proof_order}})
#
# Book: appendix-proof, "Together"; appendix-proof, "The proof in one paragraph".
#
# You've seen the claims at work; now put them together. Here are the steps of the proof that the margin perceptron makes at most $12R^2/\gamma^2$
# updates, shuffled, together with two that don't belong: they are false, or nothing in the proof needs them. $\gamma$ is short for
# $\gamma_{\mathrm{opt}}$, and $0 < \gamma_{\mathrm{guess}} \le \gamma$. As in the book, $\mathbf{u}$ is a unit vector with
# $\mathbf{u}\cdot\mathbf{z} \ge \gamma$ for each signed point, and no signed point is longer than $R$. The run has made $k \ge 1$ updates so far,
# $\mathbf{w}_0 = 0$, and $\mathbf{w}_{i+1} = \mathbf{w}_i + \mathbf{z}$, where $\mathbf{z}$ was a violation of $\mathbf{w}_i$. A correction is an
# update.
#
# {{steps}}
#
# **Write** `proof_order()`. It returns the letters of the steps that belong, as a list or as a string such as `"CAB"`, in an order in which each step
# comes after those that it builds on.
#
# :::{small-print} which orders earn the points
# Many orders are right, and each of them earns both points. The right steps in a wrong order earn one.
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
with marks.claim(1, "all steps that belong, and no other", read="appendix-proof: Together"):
    order = marks.call(proof_order)
    assert complete(order, {{hidden_builds_on}}, {{hidden_distractors}})
with marks.claim(1, "all steps that belong, no other, each after those that it builds on", read="appendix-proof: The proof in one paragraph"):
    marks.needs(order is not None)
    assert arranged(order, {{hidden_builds_on}}, {{hidden_distractors}})

# %% [markdown] proof="quarter" points=2
# ## Part G: why a quarter ({{points:quarter}})
#
# Book: incremental, "Guess, and halve", the theorem "A quarter of the best margin, without knowing it".
#
# The incremental algorithm promises a margin of at least $\frac14\gamma_{\mathrm{opt}}$. Why a quarter, and not a third or a half? The best way to find
# out which numbers it comes from is to change them.
#
# **1.** Change three numbers. The first guess is some $G \ge \gamma_{\mathrm{opt}}$, not necessarily $R$. After a forced termination the guess is
# divided by {{divisor}}, not by 2. And a point on its proper side is a violation if it is closer than ${{share}}\,\gamma_{\mathrm{guess}}$, not
# $\frac12\gamma_{\mathrm{guess}}$. Each guess has a budget within which every run with a guess up to $\gamma_{\mathrm{opt}}$ ends by itself; you may
# take that for granted. Find a number $c$ such that the final hyperplane has a margin of at least $c\,\gamma_{\mathrm{opt}}$, whatever the points are,
# just as the book does with $c = \frac14$. Make it as large as your argument allows. Prove that the algorithm ends, and that the margin is at least
# $c\,\gamma_{\mathrm{opt}}$, also if the first round is the last. You needn't show that no larger $c$ would do.
#
# **2.** Back to the book's numbers: the guesses $R, R/2, R/4, \dots$, and violations closer than $\frac12\gamma_{\mathrm{guess}}$. Suppose that
# $\gamma_{\mathrm{opt}}$ happens to be one of the guesses. Prove that the final margin is then at least $\frac12\gamma_{\mathrm{opt}}$. Usually
# $\gamma_{\mathrm{opt}}$ lies strictly between two guesses. Then the same kind of argument shows that the last guess can't be too small, and so
# promises a margin between $\frac14\gamma_{\mathrm{opt}}$ and $\frac12\gamma_{\mathrm{opt}}$. Where does $\gamma_{\mathrm{opt}}$ have to lie between
# two neighboring guesses for that promise to be only a little more than $\frac14\gamma_{\mathrm{opt}}$? Say why.
#
# A person grades this part.

# === BEGIN MARK SCHEME ===
# 1 point: the new part is {{share}} / {{divisor}}. A forced round has a guess above gamma_opt, since the others end within their budget. Guesses fall below
# gamma_opt after finitely many rounds, so some round is the last. If it is not the first, its guess is the one before, above gamma_opt, divided by
# {{divisor}}; if it is the first, its guess is G, at least gamma_opt, which is more than enough. It ended by itself, so every point
# is at least {{share}} of that guess away. Half a point if the first round, or the reason why a forced guess is above gamma_opt, is missing.
#
# 1 point: let gamma_opt = R / 2^j. The round with this guess ends by itself if it is reached, because the guess is not above gamma_opt. So the last
# guess is gamma_opt or a larger one, and the margin at least half of it. Half a point for this. Half a point: hardly
# more than a quarter is promised where gamma_opt is a little below some R / 2^j. This guess may still be forced, as it is above gamma_opt, and the next
# is R / 2^(j+1), hardly above gamma_opt / 2. The test takes the other half.
# === END MARK SCHEME ===

# %% [markdown]
# ## Part H: what the whole search costs ({{points:bill}})
#
# Book: incremental, "Guess, and halve"; incremental, "Prove: other steps than halves".
#
# Every guess that is too large costs a run in vain. How much is that in all? Suppose that somebody shows you a hyperplane with a margin of $\gamma$. It need
# not be the best one, but it proves $\gamma_{\mathrm{opt}} \ge \gamma$, and so it tells you what the search of part C may cost before you've run it. Rounds
# whose guess is above $\gamma$ may be in vain, and then they spend their whole budgets. The first one whose guess is at most $\gamma$ ends by itself, and
# within $12R^2/\gamma^2$ updates. Make out the bill, with an entry for each of these rounds.
#
# And why halve? Let the search divide its guess by any $\rho > 1$. Round $h$ then has the guess $R/\rho^h$ and the budget $12\rho^{2h}$, which is
# $12R^2$ over the square of the guess, as before. The picture adds up your bill for many $\rho$, on the bills of penguins, in units of $R^2/\gamma^2$. Above it
# runs the bound that the book's proof gives for every $\rho$, and which is 28 for $\rho = 2$. Where do the two nearly meet, and why there? A large $\rho$
# looks cheaper. What do you pay for it? Answer for yourself; it isn't handed in.
#
# **By hand.** Take part C's 6 and $-1$ with the labels $+1$ and $-1$, and $u = (1)$, so that $R = 6$ and $\gamma = 1$. With $\rho = 2$ the guesses 6, 3 and
# 1.5 are above $\gamma$, and 0.75 isn't: the bill is `[12, 48, 192, 432]`. That's 684, where the theorem allows $28\cdot36 = 1008$, and part C spent 61.
# With $\rho = 3$ the guesses are 6, 2 and $\frac23$, and the bill is `[12, 108, 432]`.
#
# **Write** `bill(X, y, u, ratio)`, where `u` is the normal, of any length, of a hyperplane that separates the points, and `ratio` is $\rho$. It returns a list
# with the most updates that each of the rounds may make, up to the first whose guess is at most the margin of `u`.
#
# :::{small-print} ties, sizes and tolerances
# The bounds need not be whole numbers: don't round them. They may be off by one part in $10^9$. In the hidden tests a guess differs from $\gamma$ by more than
# one part in $10^6$, or the two are equal. Where they are, the points lie on an axis, and dividing by $\rho$ again and again rounds nothing (a logarithm
# might). There are up to 60 points in 10 dimensions, $\rho$ is from 1.1 to 10, and there are up to 100 rounds.
# :::

# %% answer="bill"
def bill(X, y, u, ratio):
    """Return the most updates that each round of the search may make, as the margin of u proves it."""
    ### BEGIN SOLUTION
    R = np.sqrt((X**2).sum(axis=1).max())
    gamma = (y * (X @ u)).min() / np.sqrt(u @ u)
    most, guess = [], R
    while guess > gamma:
        most.append(12 * R**2 / guess**2)
        guess /= ratio
    return [*most, 12 * R**2 / gamma**2]
    ### END SOLUTION

# %% check="bill"
X, y = np.array([[{{far}}], [-{{near}}]], dtype=float), np.array([1.0, -1.0])
most = Form.numbers(bill(X, y, np.array([3.0]), 2), (-1,), "the list of bounds")
assert abs(most[0] - 12) < 1e-6, f"the budget of round 0 is 12, but your bill begins with {most[0]}."
assert len(most) > 1, "the first guess is {{far}}, and the margin only {{near}}: round 0 may be in vain, but your bill has no other round."
last = 12 * {{far}} ** 2 / {{near}} ** 2
assert abs(most[-1] - last) < 1e-6, f"the points are {{far}} and {{near}} away from the plane, so the last round ends within 12 * {{far}}^2 / {{near}}^2 = {last:.6g} updates, but yours has {most[-1]:.6g}."
X, y, _ = penguins(standardize=True)
u = np.array({{direction}})
R, gamma = np.sqrt((X**2).sum(axis=1).max()), (y * (X @ u)).min() / np.sqrt(u @ u)
ratios = np.linspace(1.2, 5, 191)
totals = [sum(Form.numbers(bill(X, y, u, ratio), (-1,), "the list of bounds")) * gamma**2 / R**2 for ratio in ratios]
proved = 12 * (1 + ratios**2 / (ratios**2 - 1))
assert (totals <= proved + 1e-6).all(), f"the theorem allows {proved[np.argmax(totals - proved)]:.1f} R^2/gamma^2 updates where your bill comes to {totals[np.argmax(totals - proved)]:.1f}."
plt.plot(ratios, proved, "k--", label="what the proof allows")
plt.plot(ratios, totals, label="the bill on the penguins")
plt.plot([2], [28], "o", color="black")
plt.xlabel("each guess is divided by")
plt.ylabel("updates, in units of $R^2/\\gamma^2$")
plt.legend()
print("The form is right. With halving the bill comes to", round(totals[40], 2), "R^2/gamma^2 updates on the penguins.")

# %% test="bill"
import numpy as np

from course.judge import vector

rng = marks.rng("narrow")
read = "incremental: Guess, and halve"
cases = []
for n, d, narrow, ratio in [(1, 3, 3, 2.0), (20, 2, 40, 2.0), (60, 3, 900, 1.1), (30, 10, 200, 3.7), (40, 5, 7, 1.5), (8, 4, 300, 10.0)]:
    u = rng.normal(size=d)
    u /= np.sqrt(u @ u)
    across = rng.normal(size=(n, d))
    across -= np.outer(across @ u, u)
    across *= narrow / np.sqrt((across**2).sum(axis=1).max())
    y = rng.choice([-1.0, 1.0], size=n)
    y[: n // 2 + 1] = 1.0  # more points lie on one side, and the closest on the other
    heights = rng.uniform(1.5, 2, size=n)
    heights[-1], y[-1] = 1.0, -1.0
    kind = "a single point" if n == 1 else "a hyperplane close to the points" if narrow > 100 else "a hyperplane that leaves room"
    cases.append((kind, rng.uniform(0.1, 9) * (across + np.outer(y * heights, u)), y, u * rng.uniform(3, 7), ratio))
kind = "a guess that is equal to the margin"
for R, gamma, ratio in [(16.0, 2.0, 2.0), (81.0, 16.0, 1.5), (18.0, 2.0, 3.0), (64.0, 64.0, 4.0), (125.0, 1.0, 5.0)]:
    sign = float(rng.choice([-1, 1]))
    cases.append((kind, sign * np.array([[0.0, R], [0.0, -gamma]]), np.array([1.0, -1.0]), np.array([0.0, 2.0 * sign]), ratio))


def right_bill(X, y, u, ratio):
    R2, gamma, h = (X**2).sum(axis=1).max(), (y * (X @ u)).min() / np.sqrt(u @ u), 0
    while np.sqrt(R2) > gamma * ratio**h * (1 + 1e-8):
        h += 1
    return np.append(12 * ratio ** (2.0 * np.arange(h)), 12 * R2 / gamma**2)


with marks.claim(1, "the budget of each round whose guess is above the margin, and what the theorem promises of the first whose guess isn't", read=read):
    for kind, *case in cases:
        marks.on(kind)
        right = right_bill(*case)
        assert np.allclose(vector(marks.call(bill, *case), len(right), "the list of bounds"), right, rtol=1e-9, atol=0)
