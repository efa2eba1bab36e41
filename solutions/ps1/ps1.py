# %% role="set"
title = "Separability"
barred = [
    "core.geometry", "core.signed_points", "core.exact", "checks.separators", "plots.runs",
    "perceptrons", "separation", "svm", "margins",
]
packages = ["numpy", "matplotlib"]
own = ["unsquashed", "lifted", "proof_order", "long_enough", "staying"]
inputs = {
    "mirror": "normal(d), number(), points(n, d)",
    "closest": "(w := normal(d, 1e-6)), (b := number()), beside(w, n, b), labels(n) if ties(y * (X @ w + b) / norm(w))",
    "canonical": "(w := normal(d)), (b := one_of(number(), number(), 0.004)), (X := beside(w, n, b)), sides(X @ w + b) if not (X % 0.5).any()",
    "unsquashed": "(X := points(n, d)), np.tanh((X @ vector(d) + number()) * one_of(0.5, 0.5, 0.5, 10)) if np.linalg.matrix_rank(np.column_stack([X, np.ones(len(X))])[abs(values) < 0.99]) > X.shape[1] and np.ptp(values) > 0",
    "lifted": "normal(d), number(), points(n, d), labels(n), positive()",
    "mistakes": "fractions(d), fraction(), [fractions(d) for _ in range(n)], signs(n)",
    "faults": "one_of(fractions(n), [(1, n)] * n), one_of([fractions(d) for _ in range(n)], [fractions(d)] * n), signs(n)",
    "staying": "normal(d), number(), points(n, d), labels(n), [one_of(0.0, 1.0, 2.0, 0.5, 0.999995) for _ in range(k)] if apart(abs(X @ w + b) / norm(w), sizes) or on_axis(w)",
}

STEPS = {
    "factor": "$g(\\mathbf{x}) = c\\,(\\mathbf{w}\\cdot\\mathbf{x}) + cb = c\\,f(\\mathbf{x})$ for every $\\mathbf{x}$.",
    "zero": "So $g(\\mathbf{x}) = 0$ exactly where $f(\\mathbf{x}) = 0$: it is the same plane.",
    "sign": "So $g(\\mathbf{x}) \\ge 0$ exactly where $f(\\mathbf{x}) \\ge 0$, because $c > 0$.",
    "predictions": "The two predict the same label everywhere, as a prediction depends on that sign alone.",
    "square": "$\\|c\\mathbf{w}\\|^2 = (c\\mathbf{w})\\cdot(c\\mathbf{w}) = c^2\\,\\|\\mathbf{w}\\|^2$.",
    "length": "$\\|c\\mathbf{w}\\| = c\\,\\|\\mathbf{w}\\|$: of the two roots the one that is not negative, because $c > 0$.",
    "point": "$y\\,g(\\mathbf{x})/\\|c\\mathbf{w}\\| = c\\,y\\,f(\\mathbf{x})\\,/\\,(c\\,\\|\\mathbf{w}\\|) "
    "= y\\,f(\\mathbf{x})/\\|\\mathbf{w}\\|$ for every labeled point.",
    "smallest": "Hence the smallest of the margins is the same, which is the margin of the plane.",
    "end": "So the plane, its predictions and its margin are all as they were.",
    "any": "$\\|c\\mathbf{w}\\| = c\\,\\|\\mathbf{w}\\|$ for every number $c$, the negative ones too.",
    "still": "$|g(\\mathbf{x})| = |f(\\mathbf{x})|$ for every $\\mathbf{x}$, because the plane has not moved.",
}
BUILDS_ON = {
    "factor": [],
    "zero": ["factor"],
    "sign": ["factor"],
    "predictions": ["sign"],
    "square": [],
    "length": ["square"],
    "point": ["factor", "length"],
    "smallest": ["point"],
    "end": ["zero", "predictions", "smallest"],
}


def variant(draw):
    """Draw a plane and four points at the distances 1, 2, 3 and 4, a plane of fractions, three points on a line."""
    w = draw.choice("normal", [(3, 4), (4, 3), (3, -4), (-4, 3), (-3, 4), (4, -3)])
    b = draw.choice("bias", [-10, -5, 5, 10])
    rng = draw.rng("points")
    grid = [(p, q) for p in range(-6, 7) for q in range(-6, 7)]
    points, values = [], rng.permutation([10, 15, -5, -20]).tolist()
    for value in values:
        there = [x for x in grid if w[0] * x[0] + w[1] * x[1] + b == value]
        points.append(list(there[int(rng.integers(len(there)))]))
    p, q = draw.choice("axes", [(3, 7), (7, 3), (11, 3), (3, 11), (7, 11), (11, 7)])
    start, part = int(rng.integers(-3, 4)), draw.choice("part", [2, 3])
    return {
        "w": list(w),
        "b": b,
        "points": points,
        "labels": [1 if value > 0 else -1 for value in values],
        "distances": [abs(value) // 5 for value in values],
        "closest": values.index(-5),
        "p": p,
        "q": q,
        "line": [[(start, 1)], [(start + part, 1)], [(start + 5, 1)]],
        "weights": [(5 - part, 10), (1, 2), (part, 10)],
        **draw.steps(STEPS, BUILDS_ON),
    }


# %%
from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np

from margin_lib.datasets import penguins
from margin_lib.plots import plot_points
from notebook_checks.answer_format import Form

# %% [markdown]
# In this set a hyperplane is given by its normal `w`, a vector, and its bias `b`, a number: it's where $f(\mathbf{x}) = \mathbf{w}\cdot\mathbf{x} + b$
# is 0. The normal is never 0, but it may have **any** length. `X` is a matrix with a point in each row, and `y` is the vector of their labels, $+1$ or
# $-1$. All of these are numpy arrays of floats. Only in parts F and G, where the answer has to be a proof, do fractions take their place.
#
# :::{small-print} what can occur, what you may return, and what is barred
# There may be only one point, only one coordinate, or only one label. There may be more coordinates than points, the same point may occur twice, and
# points may lie on the hyperplane. In parts A to E and in J there are at most 200 points in 50 dimensions, with coordinates between $-20$ and $20$.
# Where nothing else is said, a number that you return may be off by $10^{-8}$. Where you return a vector, a matrix or a list, a list, a tuple and an
# array are equally welcome.
#
# You write yourself what the library's `Plane`, `lift`, `flip_radius`, `check_separator` and `check_witness` do. So these are barred in your answers,
# the two checks as well, and so is everything else in the library that solves a part. In cells of your own you may compare with them.
# :::

# %% [markdown]
# ## Part A: distance and mirror ({{points:mirror}})
#
# Book: separability, "How far is a point from the hyperplane?".
#
# Much of this course rests on one formula, the distance of a point from a hyperplane. Build it first, and test it with a mirror. If the hyperplane is a
# mirror, each point has an image straight behind it and just as far away: the segment from the point to its image crosses the hyperplane at a right
# angle and is cut in half by it. A point on the hyperplane is its own image. Code that works only for one length of $\mathbf{w}$ puts the images in the
# wrong place.
#
# **By hand.** The line $x_1 = 2$ has $\mathbf{w} = (1, 0)$ and $b = -2$. The point $(5, 1)$ is 3 away from it, and its image is $(-1, 1)$; the point
# $(2, 7)$ is on the line. The answer is `([3, 0], [[-1, 1], [2, 7]])`, and it stays the same if you write the line as $\mathbf{w} = (10, 0)$ and
# $b = -20$.
#
# **Write** `mirror(w, b, X)`. It returns `(distances, images)`: the distance of each point from the hyperplane, and a matrix with the image of each
# point in its row.

# %% answer="mirror"
def mirror(w, b, X):
    """Return (distances, images): the distance of each point from the hyperplane, and its mirror image."""
    ### BEGIN SOLUTION
    f = X @ w + b
    square = w @ w
    return np.abs(f) / np.sqrt(square), X - np.outer(2 * f / square, w)
    ### END SOLUTION

# %% check="mirror"
distances, images = Form.parts(mirror(np.array([1.0, 0.0]), -2.0, np.array([[5.0, 1.0], [2.0, 7.0]])), 2, "what mirror returns")
distances, images = Form.numbers(distances, (2,), "the distances"), Form.numbers(images, (2, 2), "the matrix of the images")
assert abs(distances[0] - 3) < 1e-8, f"(5, 1) is 3 away from the line x1 = 2, but the distance is {distances[0]}."
assert np.allclose(images[0], [-1, 1]), f"the image of (5, 1) in the line x1 = 2 is (-1, 1), but it is {images[0]}."
assert np.allclose(images[1], [2, 7]), f"(2, 7) lies on the line x1 = 2, so it is its own image, but the image is {images[1]}."
w, b, X = np.array({{w}}, dtype=float), float({{b}}), np.array({{points}}, dtype=float)
distances, images = Form.parts(mirror(w, b, X), 2, "what mirror returns")
distances, images = Form.numbers(distances, (4,), "the distances"), Form.numbers(images, (4, 2), "the matrix of the images")
for x, distance, right in zip({{points}}, distances, {{distances}}):
    assert abs(distance - right) < 1e-8, f"{x} is {right} away from the line with w = {{w}}, b = {{b}}, but the distance is {distance}."
print("The form is right, and the distances of the example. The images are", np.round(images, 6).tolist())

# %% test="mirror"
import numpy as np

from course.judge import matrix, vector
from course.judge.answers import unpacked
from course.judge.data import around_a_plane

rng = marks.rng("planes")
kinds = {
    "one point with one coordinate": (1, 1, 0),
    "points with one coordinate, some of them on the hyperplane": (8, 1, 2),
    "points on the hyperplane and off it": (30, 2, 3),
    "fewer points than coordinates": (5, 40, 1),
    "many points with many coordinates": (200, 50, 0),
}
cases = []
for n, d, on_plane in kinds.values():
    w, b, X, _ = around_a_plane(rng, n, d, on_plane)
    scale = 10.0 ** (rng.uniform(-3, 3) if on_plane else rng.uniform(-13, -11))
    cases.append((scale * w, scale * b, X, (X @ w + b) / (w @ w), w))
read = "separability: How far is a point from the hyperplane?"
answers = []


def answer(kind, case):
    marks.on(kind)
    return unpacked(marks.call(mirror, *case[:3]), 2, "what mirror returns")


with marks.claim(1, "the distance of each point, whatever the length of w", read=read):
    answers = [answer(*one) for one in zip(kinds, cases)]
    for kind, (_, _, X, steps, normal), (distances, _) in zip(kinds, cases, answers):
        marks.on(kind)
        right = np.abs(steps) * np.sqrt(normal @ normal)
        assert np.allclose(vector(distances, len(X), "the distances"), right, rtol=0, atol=1e-8)
with marks.claim(1, "the image of each point, as far behind the plane, straight across", read=read):
    marks.needs(len(answers) == len(cases))
    for kind, (_, _, X, steps, normal), (_, images) in zip(kinds, cases, answers):
        marks.on(kind)
        images = matrix(images, len(X), X.shape[1], "the images")
        assert np.allclose(images - X, -2 * steps[:, None] * normal, rtol=0, atol=1e-8)

# %% [markdown]
# ## Part B: the margin, and which points hold it ({{points:closest}})
#
# Book: wide-margin, "Give the distance a sign".
#
# Give the distance a sign, and you get the margin of a labeled point, $y\,f(\mathbf{x})/\|\mathbf{w}\|$: positive if the point is classified correctly,
# negative if it's on the wrong side. The margin of the hyperplane is the smallest of these. A few points hold it, often only one, and all the others
# could move a little without changing it. Find the margin, and every point that holds it.
#
# **By hand.** Take the line $x_1 = 2$ again, with $\mathbf{w} = (1, 0)$ and $b = -2$. Row 0 is $(5, 1)$ with label $+1$, row 1 is $(1, 0)$ with label
# $-1$, and row 2 is $(3, 4)$ with label $+1$. Their margins are 3, 1 and 1, so the answer is `(1, [1, 2])`. Change the label of row 2, and its margin
# is $-1$: the answer is `(-1, [2])`.
#
# **Write** `closest(w, b, X, y)`. It returns `(margin, rows)`: the margin of the hyperplane, and the row numbers, from 0, of **all** points that have
# this margin, in any order.
#
# :::{small-print} ties
# Two margins that are equal on paper may differ by $10^{-16}$ in your computer, so count two margins as equal if they differ by less than $10^{-9}$. In
# the hidden tests they are equal, or they differ by more than $10^{-4}$.
# :::

# %% answer="closest"
def closest(w, b, X, y):
    """Return (margin, rows): the margin of the hyperplane, and the rows of all points that have it."""
    ### BEGIN SOLUTION
    each = y * (X @ w + b) / np.sqrt(w @ w)
    least = each.min()
    return least, np.flatnonzero(each - least < 1e-9)
    ### END SOLUTION

# %% check="closest"
w, b = np.array({{w}}, dtype=float), float({{b}})
X, y = np.array({{points}}, dtype=float), np.array({{labels}}, dtype=float)
margin, rows = Form.parts(closest(w, b, X, y), 2, "what closest returns")
margin, rows = Form.numbers(margin, (), "the margin"), Form.rows(rows, 4, "the list of rows")
assert abs(margin - 1) < 1e-8, f"the margins of the four points are {{distances}}, but yours of the plane is {margin}."
assert rows == [{{closest}}], f"the margins of the four points are {{distances}}, but the rows that you return for the smallest are {rows}."
margin, rows = Form.parts(closest(w, b, X[[{{closest}}] * 2], y[[{{closest}}] * 2]), 2, "what closest returns")
rows = Form.rows(rows, 2, "the list of rows")
assert sorted(rows) == [0, 1], f"if there is the same point twice, and no other, both rows have the margin, but yours are {rows}."
print("The form is right, and the example too.")

# %% test="closest"
import numpy as np

from course.judge import number, wholes
from course.judge.answers import unpacked
from course.judge.data import around_a_plane

rng = marks.rng("planes")
kinds = {
    "copies of one point": (1, 2, 0, 0),
    "points with one coordinate": (9, 1, 0, 0),
    "many points on their proper sides, the closest one twice": (40, 2, 0, 0),
    "points of which two are on the hyperplane": (40, 3, 2, 0),
    "points of which some are on the wrong side": (60, 2, 1, 5),
    "fewer points than coordinates": (4, 30, 0, 0),
}
cases = []  # each with its kind, and the power of 10 by which w and b are multiplied
for kind, (n, d, on_plane, wrong) in kinds.items():
    w, b, X, y = around_a_plane(rng, n, d, on_plane)
    while (n, on_plane) == (40, 0) and b * y[np.argmin(y * (X @ w + b))] > 0:  # else another point is the closest without b
        w, b, X, y = around_a_plane(rng, n, d, on_plane)
    y[n - wrong :] *= -1
    least = np.argmin(y * (X @ w + b))
    cases.append((kind, rng.uniform(-3, 3), w, b, np.vstack([X, X[least], X[:1]]), np.append(y, [y[least], y[0]])))
w, _, X, y = around_a_plane(rng, 20, 2)
y = np.where(X @ w > 0, 1.0, -1.0)
cases.append(("points and their opposites, each pair with one margin", 0.0, w, 0.0, np.vstack([X, -X]), np.append(y, -y)))
for i in range(4):  # points side by side, at one distance that floats hardly ever find twice, and others behind them
    w, foot = rng.integers(2, 6, size=2) * rng.choice([-1.0, 1.0], size=2), rng.integers(-3, 4, size=2)
    beside = [foot + k * np.array([w[1], -w[0]]) for k in range(-3, 4)]
    power = rng.uniform(8, 9) if i % 2 else rng.uniform(-12, -11)
    points = np.array([*beside, foot + w, foot + 2 * w, foot - w])
    cases.append((f"points side by side, and a very {'long' if i % 2 else 'short'} w", power, w, 1 - float(w @ foot), points, np.array([1.0] * 9 + [-1.0])))
w, foot = float(rng.integers(500, 1500)) + np.array([0.0, 1.0]), rng.integers(-9, 10, size=2)
near = foot + np.outer(range(1, 6), [-1.0, 1.0])  # with margins 1 / |w| apart, which is less than a thousandth
cases.append(("margins that differ by little", rng.uniform(-3, 3), w, -float(w @ foot), near, np.ones(5)))
for _ in range(2):  # with margins far from 0, which differ by little more than 1e-4
    w, foot = float(rng.integers(4900, 5100)) + np.array([0.0, 1.0]), rng.integers(-9, 10, size=2)
    value = np.rint((rng.integers(17, 27) + 1e-4) * np.sqrt(w @ w))
    near = foot + np.outer(rng.permutation(5), [-1.0, 1.0])
    cases.append(("large margins that differ by little", rng.uniform(-3, 3), w, value - float(w @ foot), near, np.ones(5)))
read = "wide-margin: Give the distance a sign"
answers = []

with marks.claim(1, "the smallest margin, below 0 where a point is on the wrong side, whatever the length of w", read=read):
    for kind, power, w, b, X, y in cases:
        marks.on(kind)
        answers.append(unpacked(marks.call(closest, 10.0**power * w, 10.0**power * b, X, y), 2, "what closest returns"))
    for (kind, _, w, b, X, y), (margin, _) in zip(cases, answers):
        marks.on(kind)
        right = (y * (X @ w + b)).min() / np.sqrt(w @ w)
        assert abs(number(margin, "the margin") - right) <= 1e-8
with marks.claim(1, "the rows of all points that have it, and no others", read=read):
    marks.needs(len(answers) == len(cases))
    for (kind, _, w, b, X, y), (_, rows) in zip(cases, answers):
        marks.on(kind)
        products = y * (X @ w + b)
        assert sorted(wholes(rows, len(X), "the rows")) == np.flatnonzero(products == products.min()).tolist()

# %% [markdown]
# ## Part C: canonical form ({{points:canonical}})
#
# Book: wide-margin, "Let the data choose the scale: canonical form".
#
# Two people can describe the same hyperplane with different numbers and not notice. Canonical form puts an end to that: rescale $\mathbf{w}$ and $b$ so
# that the smallest $y_i f(\mathbf{x}_i)$ is 1, without changing which side is which. Then $\mathbf{w}$ alone tells how wide the slab is, and that's how
# the search for the widest margin becomes a problem that a computer can solve. Only a hyperplane that separates the points has a canonical form; if
# there's a mistake, and a point on the hyperplane is one, there is none.
#
# **By hand.** The line $x_1 = 2$, with $\mathbf{w} = (1, 0)$ and $b = -2$, has the point $(4, 1)$ with label $+1$ and the point $(-2, 0)$ with label
# $-1$. The values of $y\,f$ are 2 and 4. Divide by 2: the answer is `([0.5, 0], -1, 4)`, and the slab reaches from $x_1 = 0$ to $x_1 = 4$. Give the
# second point the label $+1$, and the answer is `()`.
#
# **Write** `canonical(w, b, X, y)`. It returns `(w, b, width)`, the hyperplane in canonical form and the width of its slab, or the empty tuple `()`
# where there is none.
#
# :::{small-print} points on the hyperplane, and tolerances
# Your numbers may be off by one part in $10^9$. Where a point is on the hyperplane, `w`, `b` and `X` hold whole numbers: so compute $f$ before you divide
# by anything, and it's exactly 0 there. (If you divide first, its value is within $10^{-12}$ of 0.) A smallest $y_i f(\mathbf{x}_i)$ within
# $10^{-9}$ of 0 counts as 0; every other one is at least $10^{-3}$ or at most $-10^{-3}$.
# :::

# %% answer="canonical"
def canonical(w, b, X, y):
    """Return (w, b, width): the hyperplane in canonical form and the width of its slab, or () if it has none."""
    ### BEGIN SOLUTION
    least = (y * (X @ w + b)).min()
    if least <= 0:
        return ()
    return w / least, b / least, 2 * least / np.sqrt(w @ w)
    ### END SOLUTION

# %% check="canonical"
w, b = np.array({{w}}, dtype=float), float({{b}})
X, y = np.array({{points}}, dtype=float), np.array({{labels}}, dtype=float)
none = Form.parts(canonical(w, b, X, -y), None, "what canonical returns")
assert len(none) == 0, f"with all labels changed the plane does not separate, and () must come back, but it is {none}."
normal, bias, width = Form.parts(canonical(w, b, X, y), 3, "what canonical returns where the plane separates")
normal, bias, width = Form.numbers(normal, (2,), "w"), Form.numbers(bias, (), "b"), Form.numbers(width, (), "the width")
least = min(y * (X @ normal + bias))
assert abs(least - 1) < 1e-9, f"the smallest y f(x) must be 1, but with your w and b it is {least}."
assert abs(width - 2) < 1e-9, f"the closest point is 1 away, so the slab is 2 wide, but the width is {width}."
print("The form is right, and the example too.")

# %% test="canonical"
import numpy as np

from course.judge import Unfit, number, vector
from course.judge.answers import unpacked
from course.judge.data import around_a_plane

rng = marks.rng("planes")
planes = [around_a_plane(rng, n, d) for n, d in [(2, 1), (25, 2), (100, 5), (6, 40), (25, 3)]]
w, b, X, y = planes[-1]
planes[-1] = w, b, X[y == y[0]], y[y == y[0]]  # one label only
read = "wide-margin: Let the data choose the scale: canonical form"


def has_form(answer):
    listed = type(answer) in (tuple, list) or (type(answer) is np.ndarray and answer.ndim > 0)
    if not listed or len(answer) not in (0, 3):
        raise Unfit("what canonical returns must be a tuple of 3, or ().")
    if len(answer) == 3:
        vector(answer[0], None, "w"), number(answer[1], "b"), number(answer[2], "the width")
    return len(answer) == 3


with marks.claim(1, "where it separates: the same plane and sides, with a smallest y f(x) of 1, and the slab's width", read=read):
    for (w, b, X, y), size in zip(planes, [-2.5, 2.0, -1.0, 0.5, 1.0]):
        marks.on("points with one label" if len(set(y)) == 1 else "points with both labels")
        least = (y * (X @ w + b)).min()
        scale = 10.0 ** rng.uniform(size, size + 0.4) / least
        answer = marks.call(canonical, scale * w, scale * b, X, y)
        assert has_form(answer)
        normal, bias, width = unpacked(answer, 3, "what canonical returns")
        assert np.allclose(vector(normal, len(w), "w"), w / least, rtol=1e-9, atol=0)
        assert np.isclose(number(bias, "b"), b / least, rtol=1e-9, atol=0)
        assert np.isclose(number(width, "the width"), 2 * least / np.sqrt(w @ w), rtol=1e-9, atol=0)
with marks.claim(1, "(), where a point is on the plane or on the wrong side, and only there", read=read):
    for w, b, X, y in planes:
        one_wrong = y.copy()
        one_wrong[rng.integers(len(y))] *= -1
        marks.on("a hyperplane that separates")
        assert has_form(marks.call(canonical, w, b, X, y))
        marks.on("a hyperplane with one point on the wrong side")
        assert not has_form(marks.call(canonical, w, b, X, one_wrong))
        marks.on("a hyperplane with all points on the wrong side")
        assert not has_form(marks.call(canonical, w, b, X, -y))
    for n, d in [(1, 1), (20, 2), (30, 6), *[(2, 3)] * 20]:  # to divide first may put the point on either side
        w, b, X, y = around_a_plane(rng, n, d, on_plane=1)
        marks.on("a point on the hyperplane, and all others on their proper sides")
        assert not has_form(marks.call(canonical, w, b, X, y))
    marks.on("a point very close to the hyperplane, and a long normal")
    assert has_form(marks.call(canonical, np.array([1e7]), 0.5 - 1e7, np.array([[1.0]]), np.array([1.0])))

# %% [markdown]
# ## Part D: the hyperplane behind squashed values ({{points:unsquashed}})
#
# Book: separability, "A few numbers replace the data"; hinge, "Squashing f doesn't bend the boundary".
#
# Many programs don't show you $f(\mathbf{x})$. They press it between $-1$ and 1, by a curve that a later chapter comes back to,
#
# $$s = \frac{1 - e^{-f(\mathbf{x})}}{1 + e^{-f(\mathbf{x})}} = \tanh\frac{f(\mathbf{x})}{2} ,$$
#
# and call $s$ their confidence. The curve bends, so does the boundary bend, too? No: $s$ is 0 exactly where $f$ is 0. The values hide nothing either.
# Behind all of them are the $d + 1$ numbers of $\mathbf{w}$ and $b$, and you can get these back from a few points and their values.
#
# There's one trap. Where $f$ is 40, a computer says that $s$ is exactly 1, and where $f$ is 30, only a few digits of the way from $s$ to 1 are left. Values
# near $\pm1$ have forgotten what $f$ was: trust the others.
#
# **By hand.** On the number line, the values at 1, 2 and 3 are 0, $\frac13$ and $\frac35$, which isn't a straight line. Solve for $f$: it's
# $\ln\frac{1 + s}{1 - s}$, which is 0, $\ln 2$ and $\ln 4 = 2\ln 2$. That is a straight line, $f(x) = (\ln 2)\,x - \ln 2$, and the answer is
# `[0.693, -0.693]`.
#
# **Write** `unsquashed(X, values)`, where `values` holds the $s$ of each row of `X`. It returns the $d + 1$ numbers, those of $\mathbf{w}$ and then $b$.
#
# :::{small-print} which values, and tolerances
# The values are exact up to the last digit of a float. Those between $-0.99$ and $0.99$ are enough to find the numbers: there are at least $d + 1$ of them,
# and their points don't all lie close to one hyperplane. Others may be anything up to $-1$ and 1 themselves. The numbers may be off by $10^{-6}$ times the
# largest.
# :::

# %% answer="unsquashed"
def unsquashed(X, values):
    """Return the numbers of w, and then b, behind the values tanh(f(x) / 2)."""
    ### BEGIN SOLUTION
    trusted = np.abs(values) < 0.99
    f = 2 * np.arctanh(values[trusted])
    return np.linalg.lstsq(np.column_stack([X, np.ones(len(X))])[trusted], f, rcond=None)[0]
    ### END SOLUTION

# %% check="unsquashed"
numbers = Form.numbers(unsquashed(np.array([[1.0], [2.0], [3.0]]), np.array([0.0, 1 / 3, 3 / 5])), (2,), "the list of w and b")
assert numbers[0] > 0, f"the values grow from 1 to 3, and so does f, but your w is {numbers[0]}."
assert np.allclose(numbers, [np.log(2), -np.log(2)], atol=1e-6), f"f is 0 at 1, ln 2 at 2 and ln 4 at 3, so w and b are {np.log(2):.6f} and {-np.log(2):.6f}, but yours are {numbers[0]:.6f} and {numbers[1]:.6f}."
far = Form.numbers(unsquashed(np.array([[0.0], [1.0], [40.0]]), np.array([0.0, np.tanh(0.5), 1.0])), (2,), "the list of w and b")
assert np.allclose(far, [1, 0], atol=1e-6), f"f(x) = x has the values 0, 0.462117 and, at 40, one that a computer can't tell from 1; but your w and b are {far[0]:.6f} and {far[1]:.6f}."
print("The form is right, and the example too.")

# %% test="unsquashed"
import numpy as np

from course.judge import vector

rng = marks.rng("values")


def squashed(n, d, far):
    """Return the points, their values, and the numbers; for n points f is small, and for others as `far` draws it."""
    while True:
        f = np.concatenate([rng.uniform(-4, 4, size=n), far(n) * rng.choice([-1, 1], size=n)])
        w, b = rng.normal(size=d), rng.uniform(-2, 2)
        w *= rng.uniform(3, 6) / np.sqrt(w @ w)
        across = 3 * rng.normal(size=(2 * n, d))
        across -= np.outer(across @ w, w) / (w @ w)
        X = across + np.outer(f - b, w) / (w @ w)
        if np.abs(X).max() <= 20 and np.linalg.cond(np.column_stack([X[:n], np.ones(n)])) < 200:
            order = rng.permutation(2 * n)
            return X[order], np.tanh(f / 2)[order], np.append(w, b)


KINDS = {
    "values that are all to be trusted": lambda n: rng.uniform(0, 4, size=n),
    "some values that are exactly 1 or -1": lambda n: rng.uniform(40, 45, size=n),
    "some values that have lost most of their digits": lambda n: rng.uniform(25, 34, size=n),
}
with marks.claim(1, "the numbers of w and b, from the values that still tell them", read="hinge: Squashing f doesn't bend the boundary"):
    for kind, far in KINDS.items():
        for n, d in [(2, 1), (20, 1), (12, 3), (60, 8)]:
            marks.on(kind)
            X, values, right = squashed(n, d, far)
            found = vector(marks.call(unsquashed, X, values), d + 1, "what unsquashed returns")
            assert np.abs(found - right).max() <= 1e-6 * np.abs(right).max()
    X, values, right = squashed(4, 3, lambda n: rng.uniform(25, 45, size=n))
    others, trusted, far = squashed(9, 2, lambda n: rng.uniform(0, 4, size=n))
    twice, slight = np.repeat(np.arange(len(others)), 4), np.tanh(np.arctanh(trusted) / 1000)
    for kind, X, values, right in [
        ("as many values to be trusted as there are numbers", X, values, right),
        ("points that occur several times", others[twice], trusted[twice], far),
        ("values that are all close to 0", others, slight, far / 1000),
    ]:
        marks.on(kind)
        found = vector(marks.call(unsquashed, X, values), len(right), "what unsquashed returns")
        assert np.abs(found - right).max() <= 1e-6 * np.abs(right).max()

# %% [markdown]
# ## Part E: a lift to another height ({{points:lifted}})
#
# Book: gordan, "Second trick: lift the bias away"; gordan, "First trick: fold the label into the point".
#
# The lift puts all points on a shelf at height 1, by appending a 1 to each. Why 1? Append a `height` $h > 0$ instead: the signed lifted points are
# $\mathbf{a} = y\,(\mathbf{x}, h)$, with $d + 1$ entries. There is exactly one vector $\mathbf{u}$ with $\mathbf{u}\cdot\mathbf{a} = y\,f(\mathbf{x})$
# for *every* point $\mathbf{x}$, and the hyperplane through the origin with the normal $\mathbf{u}$ is the lift of ours. What the height changes is the
# margin. Once your function works, try large heights; that's for you, and isn't handed in.
#
# **By hand.** Lift the line $x_1 = 2$, with $\mathbf{w} = (1, 0)$ and $b = -2$, to $h = 2$. The points $(5, 1)$ with label $+1$ and $(1, 0)$ with label
# $-1$ become $(5, 1, 2)$ and $(-1, 0, -2)$. With $\mathbf{u} = (1, 0, -1)$ their inner products are 3 and 1, as they should be, and the margin is
# $1/\sqrt2$. The answer is `([[5, 1, 2], [-1, 0, -2]], [1, 0, -1], 0.7071...)`.
#
# **Write** `lifted(w, b, X, y, height)`. It returns `(A, u, margin)`: a matrix with the signed lifted points in its rows, the vector $\mathbf{u}$, and
# the margin of the lifted hyperplane on the lifted points, which is negative if one of them is on the wrong side.
#
# :::{small-print} sizes and tolerances
# Heights are between 0.01 and 100, and $b$ is between $-10^4$ and $10^4$. An entry of $\mathbf{u}$ may be off by one part in $10^9$.
# :::

# %% answer="lifted"
def lifted(w, b, X, y, height):
    """Return (A, u, margin): the signed points lifted to this height, the lift's normal, and its margin on them."""
    ### BEGIN SOLUTION
    A = np.column_stack([X, np.full(len(X), height)]) * y[:, None]
    u = np.append(w, b / height)
    return A, u, (A @ u).min() / np.sqrt(u @ u)
    ### END SOLUTION

# %% check="lifted"
w, b = np.array({{w}}, dtype=float), float({{b}})
X, y = np.array({{points}}, dtype=float), np.array({{labels}}, dtype=float)
A, u, margin = Form.parts(lifted(w, b, X, y, 2.0), 3, "what lifted returns")
A, u, margin = Form.numbers(A, (4, 3), "A"), Form.numbers(u, (3,), "u"), Form.numbers(margin, (), "the margin")
assert np.allclose(A[:, 2], 2 * y), f"each point is lifted to the height 2, and then signed by its label, {{labels}}; but the last column of A is {A[:, 2]}."
assert np.allclose(A @ u, y * (X @ w + b)), f"the products of u with the rows of A must be the numbers y f(x), which are {y * (X @ w + b)}, but they are {A @ u}."
print("The form is right, and so are A and u. With the height 2 the margin of the lift is", margin, "and that of the plane is 1.")

# %% test="lifted"
import numpy as np

from course.judge import matrix, number, vector
from course.judge.answers import unpacked
from course.judge.data import around_a_plane

rng = marks.rng("planes")
kinds = {
    "one point and the height 1": (1, 1, 0, 1.0),
    "a small height": (10, 1, 0, 0.01),
    "a height other than 1": (40, 2, 0, 3.0),
    "points of which some are on the wrong side": (40, 3, 7, 0.5),
    "a large height, and fewer points than coordinates": (5, 40, 0, 100.0),
}
cases = []
for n, d, wrong, height in kinds.values():
    w, b, X, y = around_a_plane(rng, n, d)
    y[n - wrong :] *= -1
    cases.append((w, b, X, y, height))
read = "gordan: Second trick: lift the bias away"
answers = []


def answer(kind, case):
    marks.on(kind)
    return unpacked(marks.call(lifted, *case), 3, "what lifted returns")


with marks.claim(1, "the signed points with the height as last coordinate", read="gordan: First trick: fold the label into the point"):
    answers = [answer(*one) for one in zip(kinds, cases)]
    for kind, (w, b, X, y, height), (A, _, _) in zip(kinds, cases, answers):
        marks.on(kind)
        A = matrix(A, len(X), len(w) + 1, "A")
        assert np.allclose(A[:, :-1], y[:, None] * X, rtol=0, atol=1e-8)
        assert np.allclose(A[:, -1], y * height, rtol=0, atol=1e-8)
with marks.claim(1, "the normal whose products with them are y f(x)", read=read):
    marks.needs(len(answers) == len(cases))
    for kind, (w, b, _, _, height), (_, u, _) in zip(kinds, cases, answers):
        marks.on(kind)
        u = vector(u, len(w) + 1, "u")
        assert np.allclose(u[:-1], w, rtol=1e-9, atol=0)
        assert np.isclose(u[-1] * height, b, rtol=1e-9, atol=0)
with marks.claim(1, "the margin of the lifted plane on the lifted points", read=read):
    marks.needs(len(answers) == len(cases))
    for kind, (w, b, X, y, height), (_, _, margin) in zip(kinds, cases, answers):
        marks.on(kind)
        right = (y * (X @ w + b)).min() / np.sqrt(w @ w + (b / height) ** 2)
        assert abs(number(margin, "the margin") - right) <= 1e-8

# %% [markdown]
# ## Part F: does it separate, beyond doubt? ({{points:mistakes}})
#
# Book: separability, "Separable, and how to check it".
#
# Is $0.1 + 0.2 - 0.3$ zero? Python says `5.551115123125783e-17`. That's good enough for a picture, but a hyperplane that separates is a *proof*, and a
# check of a proof has to be exact. So in this part and the next, every number is a fraction, given as a pair of whole numbers: `(1, 10)` is
# $\frac{1}{10}$. Python's own `Fraction`, imported above, calculates with them exactly, and `Fraction(1, 10)` is one tenth. Find all mistakes, the
# points with $y\,f(\mathbf{x}) \le 0$. If all entries of $\mathbf{w}$ are 0, there's no hyperplane, and **every** row is a mistake, whatever $b$ is.
#
# **By hand.** Let $f(\mathbf{x}) = x_1 + x_2 - \frac{3}{10}$. Row 0 is $(\frac{1}{10}, \frac15)$ and row 1 is $(\frac12, 0)$, both with label $+1$. In
# pairs, `w` is `[(1, 1), (1, 1)]`, `b` is `(-3, 10)` and `X` is `[[(1, 10), (1, 5)], [(1, 2), (0, 1)]]`. In row 0 $f$ is exactly 0, and in row 1 it is
# $\frac15$, so the answer is `[0]`.
#
# **Write** `mistakes(w, b, X, y)`. Here `w` is a list of pairs, `b` is one pair, `X` is a list of rows, each a list of pairs, and `y` is a list of
# labels, the whole numbers $1$ and $-1$. It returns a list of the row numbers, from 0, of all mistakes, in any order.
#
# :::{small-print} sizes and time
# Denominators are positive. A fraction need not be in lowest terms, and its numerator and denominator may have hundreds of digits. There are at most 60
# points in 10 dimensions, for which 10 seconds of CPU are allowed.
# :::

# %% answer="mistakes"
def mistakes(w, b, X, y):
    """Return the row numbers of all mistakes, computed exactly."""
    ### BEGIN SOLUTION
    w, b = [Fraction(*pair) for pair in w], Fraction(*b)
    if not any(w):
        return list(range(len(X)))
    f = [sum((weight * Fraction(*pair) for weight, pair in zip(w, x)), b) for x in X]
    return [i for i in range(len(X)) if y[i] * f[i] <= 0]
    ### END SOLUTION

# %% check="mistakes"
plane = [(1, {{p}}), (1, {{q}})], (-2, 2)
points = [[({{p}}, 2), ({{q}}, 2)], [({{p}}, 1), ({{q}}, 1)], [(0, 1), (0, 5)], [(0, 1), (0, 1)]]
rows = mistakes(*plane, points, [-1, 1, -1, 1])
rows = Form.rows(rows, 4, "what mistakes returns")
assert 1 not in rows and 2 not in rows, f"in the rows 1 and 2 f is 1 and -1, as the labels are, but {rows} came back."
assert 0 in rows, f"the point in row 0 lies on the plane, which makes it a mistake, but {rows} came back."
assert 3 in rows, f"in row 3 f is -1 and the label +1, but {rows} came back."
rows = Form.rows(mistakes([(0, 1), (0, {{p}})], (1, 1), points, [-1, 1, -1, 1]), 4, "what mistakes returns")
assert sorted(rows) == [0, 1, 2, 3], f"where all entries of w are 0 every row is a mistake, but {rows} came back."
print("The form is right, and the example too.")

# %% test="mistakes"
from fractions import Fraction

from course.judge import wholes
from course.judge.data import as_pair, rational

rng = marks.rng("rationals")


def whole_plane(n, d):
    """Return (w, b, X, y) in halves, the first point on the plane, and which rows are mistakes: floats would do."""
    w = rng.integers(1, 10, size=d) * rng.choice([-1, 1], size=d)
    w[: d // 2] = 0
    X, y = rng.integers(-6, 7, size=(n, d)), rng.choice([-1, 1], size=n)
    four_b = -int(X[0] @ w)
    wrong = [i for i in range(n) if y[i] * (int(X[i] @ w) + four_b) <= 0]
    normal, *rows = [[as_pair(rng, Fraction(int(entry), 2)) for entry in row] for row in [w, *X]]
    return normal, as_pair(rng, Fraction(four_b, 4)), rows, y.tolist(), wrong


def fine_plane(n, d, size):
    """Return the same, with each f(x) 0 or 1/10^size in size."""
    w, b = [rational(rng) for _ in range(d)], rational(rng)
    X, y, values = [], rng.choice([-1, 1], size=n).tolist(), rng.permutation(n) % 3 - 1
    for value in values:
        x = [rational(rng) for _ in range(d - 1)]
        x.append((Fraction(int(value), 10**size) - b - sum(p * q for p, q in zip(w, x))) / w[-1])
        X.append([as_pair(rng, entry) for entry in x])
    wrong = [i for i in range(n) if y[i] * values[i] <= 0]
    return [as_pair(rng, entry) for entry in w], as_pair(rng, b), X, y, wrong


def found(w, b, X, y):
    return sorted(wholes(marks.call(mistakes, w, b, X, y), len(X), "the list of mistakes"))


read = "separability: Separable, and how to check it"
with marks.claim(1, "the rows with y f(x) <= 0, points on the plane among them, where floats would do", read=read):
    for n, d in [(1, 1), (40, 1), (60, 2), (60, 10), (3, 8)]:
        marks.on("a w with entries that are 0" if d > 1 else "points with one coordinate")
        *case, wrong = whole_plane(n, d)
        assert found(*case) == wrong
with marks.claim(1, "the same where f(x) is smaller than floats can tell from 0, and every row where w is 0", read=read):
    marks.on("points so near to the hyperplane that only exact numbers tell")
    for n, d, size in [(12, 1, 40), (30, 2, 40), (60, 10, 40), (20, 2, int(rng.integers(350, 450)))]:
        *case, wrong = fine_plane(n, d, size)
        assert found(*case) == wrong
    marks.on("a w that is 0")
    for b in [(1, 1), (-3, 2), (0, 1)]:
        assert found([(0, 3), (0, 1)], b, [[(1, 2), (3, 4)], [(-1, 2), (0, 1)], [(1, 1), (1, 1)]], [1, 1, -1]) == [0, 1, 2]
    marks.on("a w whose entries add up to 0")
    assert found([(1, 2), (-2, 4)], (1, 1), [[(3, 1), (1, 1)], [(0, 1), (1, 1)], [(-3, 1), (1, 1)]], [1, -1, 1]) == [1, 2]

# %% [markdown]
# ## Part G: is this a proof that nothing separates? ({{points:faults}})
#
# Book: gordan, "Gordan's theorem"; gordan, "What a witness looks like".
#
# Somebody claims that no hyperplane separates the points, and offers weights $\alpha_1, \dots, \alpha_n$ as a proof. They are one if none is negative,
# they sum to 1, and they combine the lifted signed points to zero: $\sum_i \alpha_i y_i\mathbf{x}_i = 0$ and $\sum_i \alpha_i y_i = 0$. Be the referee,
# with fractions again: even a sum that misses by $10^{-400}$ proves nothing. There are four words for what can be wrong:
#
# - `"negative"`: some weight is below 0 (a weight of exactly 0 is allowed);
# - `"sum"`: the weights don't sum to 1;
# - `"points"`: $\sum_i \alpha_i y_i\mathbf{x}_i$ isn't 0;
# - `"labels"`: $\sum_i \alpha_i y_i$ isn't 0.
#
# **By hand.** On the number line, 0 has label $+1$, 1 has label $-1$, and 2 has label $+1$. The weights $\frac14, \frac12, \frac14$ are a proof, and
# the answer is `[]`. Three times $\frac12$ is not: the weights sum to $\frac32$, and the other two sums are $0 - \frac12 + 1$ and
# $\frac12 - \frac12 + \frac12$. The answer is `["sum", "points", "labels"]`.
#
# **Write** `faults(weights, X, y)`. Here `weights` is a list of pairs, one for each point, and `X` and `y` are as in part F. It returns the list of
# the words that apply, each once and in any order. The list is empty if the weights are a proof.
#
# :::{small-print} sizes and time
# There are at most 20 points in 5 dimensions, for which 10 seconds of CPU are allowed.
# :::

# %% answer="faults"
def faults(weights, X, y):
    """Return what is wrong with the weights as a proof that no hyperplane separates: [] if they are one."""
    ### BEGIN SOLUTION
    alpha = [Fraction(*pair) for pair in weights]
    signed = [weight * label for weight, label in zip(alpha, y)]
    sums = [sum(weight * Fraction(*pair) for weight, pair in zip(signed, column)) for column in zip(*X)]
    wrong = {"negative": min(alpha) < 0, "sum": sum(alpha) != 1, "points": any(sums), "labels": sum(signed) != 0}
    return [word for word in wrong if wrong[word]]
    ### END SOLUTION

# %% check="faults"
points, labels = {{line}}, [1, -1, 1]
WORDS = ("negative", "sum", "points", "labels")
said = Form.words(faults({{weights}}, points, labels), WORDS, "what faults returns")
assert said == [], f"{{weights}} is a witness for these three points, but you found {said}."
said = Form.words(faults([(1, 2), (1, 2), (1, 2)], points, labels), WORDS, "what faults returns")
assert "sum" in said, f"three weights of one half do not sum to 1, but you found {said}."
assert "labels" in said, f"with three weights of one half and the labels 1, -1 and 1 the last sum is one half, but you found {said}."
assert "negative" not in said, f"no weight of one half is below 0, but you found {said}."
print("The form is right, and the example too.")

# %% test="faults"
from fractions import Fraction

from course.judge.answers import words
from course.judge.data import as_pair, rational

rng = marks.rng("rationals")
KNOWN = ("negative", "sum", "points", "labels")


def offered(d, fault="", size=Fraction(0)):
    """Return (weights, X, y) with at most one fault, of this size; the last negative point makes the sum 0."""
    y = [1] * 4 + [-1] * 4
    shares = [abs(rational(rng)) for _ in y]
    if fault == "negative":
        shares[0] = -abs(size) * sum(shares[1:4])
    of_class = {label: sum(s for s, l in zip(shares, y) if l == label) for label in (1, -1)}
    extra = size if fault == "labels" else 0
    alpha = [s / of_class[label] * (Fraction(1, 2) + label * extra) for s, label in zip(shares, y)]
    X = [[rational(rng) for _ in range(d)] for _ in y]
    X[-1] = [sum(a * l * x[j] for a, l, x in zip(alpha[:-1], y, X)) / alpha[-1] for j in range(d)]
    if fault == "points":
        X[2][d - 1 if size > 0 else 0] += size
    if fault == "sum":
        alpha = [(1 + size) * a for a in alpha]
    alpha, y, X = [*alpha, Fraction(0)], [*y, 1], [*X, [rational(rng) for _ in range(d)]]
    order = rng.permutation(len(y)).tolist()
    rows = [[as_pair(rng, entry) for entry in X[i]] for i in order]
    return [as_pair(rng, alpha[i]) for i in order], rows, [y[i] for i in order]


def found(weights, X, y):
    return set(words(marks.call(faults, weights, X, y), KNOWN, "what faults returns"))


read = "gordan: Gordan's theorem"
with marks.claim(1, "nothing is wrong with a witness, weights of 0 or not, and each large fault is found, alone and with others", read=read):
    marks.on("weights that are a proof")
    for d in (1, 2, 5):
        assert found(*offered(d)) == set()
    marks.on("weights with one fault")
    for fault in KNOWN:
        for size in (Fraction(1, 5), Fraction(-1, 3)):
            assert found(*offered(2, fault, size)) == {fault}
    marks.on("weights with several faults")
    assert found([(1, 2), (1, 2)], [[(1, 1)], [(3, 1)]], [1, 1]) == {"points", "labels"}
    assert found([(2, 1), (-1, 2)], [[(1, 1)], [(3, 1)]], [1, 1]) == {"negative", "sum", "points", "labels"}
    marks.on("weights that are all 0")
    assert found([(0, 1), (0, 7)], [[(1, 1)], [(3, 1)]], [1, -1]) == {"sum"}
    marks.on("two points with one weight, in one place or not")
    assert found([(1, 2), (1, 2)], [[(1, 1), (0, 1)], [(1, 1), (2, 1)]], [1, -1]) == {"points"}
    assert found([(1, 2), (1, 2)], [[(1, 1), (5, 2)], [(2, 2), (10, 4)]], [1, -1]) == set()
    apart = int(rng.integers(1, 9))
    assert found([(1, 2), (1, 2)], [[(1 + apart, 1), (2, 1)], [(1, 1), (2 + apart, 1)]], [1, -1]) == {"points"}
with marks.claim(1, "faults are found however small they are", read=read):
    marks.on("weights with a tiny fault")
    for fault in KNOWN:
        for d, digits in ((1, 40), (3, 40), (2, int(rng.integers(350, 450)))):
            for size in (Fraction(1, 10**digits), Fraction(-1, 10**digits)):
                assert found(*offered(d, fault, size)) == {fault}

# %% [markdown]
# ## Part H: a proof in order ({{points:proof_order}})
#
# Book: wide-margin, the theorem "Rescaling changes nothing".
#
# Multiply $\mathbf{w}$ and $b$ by a positive number, and nothing changes: you've relied on it since part A. Here are the steps of a proof, shuffled,
# together with two that don't belong: they are false, or nothing in the proof needs them. We're given a hyperplane with
# $f(\mathbf{x}) = \mathbf{w}\cdot\mathbf{x} + b$ and $\mathbf{w} \ne 0$, a number $c > 0$, the hyperplane of $c\mathbf{w}$ and $cb$ with
# $g(\mathbf{x}) = (c\mathbf{w})\cdot\mathbf{x} + cb$, and labeled points.
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

order = None
with marks.claim(1, "all steps that belong, and no other", read="wide-margin: Give the distance a sign"):
    order = marks.call(proof_order)
    assert complete(order, {{hidden_builds_on}}, {{hidden_distractors}})
with marks.claim(1, "all steps that belong, no other, each after those that it builds on", read="wide-margin: Give the distance a sign"):
    marks.needs(order is not None)
    assert arranged(order, {{hidden_builds_on}}, {{hidden_distractors}})

# %% [markdown] proof="long_enough" points=2
# ## Part I: the margin is $1/\|\mathbf{w}\|$ ({{points:long_enough}})
#
# Book: wide-margin, "Let the data choose the scale: canonical form", with the theorem "The slab is 2/|w| wide".
#
# Later we'll look for the widest margin by looking for the shortest $\mathbf{w}$ with $y_i f(\mathbf{x}_i) \ge 1$ for all $i$. Nothing in these
# conditions says that $y_i f(\mathbf{x}_i) = 1$ for some point, so the hyperplane need not be in canonical form. What do they promise all the same?
#
# Let $y_i f(\mathbf{x}_i) \ge 1$ for all points, and let both labels occur. You may not assume that some point has $y_i f(\mathbf{x}_i) = 1$.
#
# 1. Prove that the margin of the hyperplane is at least $1/\|\mathbf{w}\|$, and that it equals $1/\|\mathbf{w}\|$ if and only if the hyperplane is in
#    canonical form.
# 2. Prove that each positive point is at least $2/\|\mathbf{w}\|$ away from each negative one. Use the Cauchy–Schwarz inequality, and not the formula
#    for the distance to a hyperplane.
#
# A person grades this part.

# === BEGIN MARK SCHEME ===
# 1 point: the margin is m/|w| with m the smallest y f, as dividing all by |w| > 0 keeps the order; m >= 1. Equality
# holds iff m = 1, which is the definition of canonical form. Half a point if only one direction of "if and only if" is
# shown.
#
# 1 point: for a positive x and a negative x' we have f(x) >= 1 and f(x') <= -1, so w.(x - x') = f(x) - f(x') >= 2, and
# b cancels. By Cauchy and Schwarz w.(x - x') <= |w| |x - x'|. Divide by |w|. Half a point if the sign of f(x') is not
# argued.
# === END MARK SCHEME ===

# %% [markdown]
# ## Part J: how exact must a ruler be? ({{points:staying}})
#
# Book: wide-margin, "First argument: measurements have errors"; wide-margin, "Find the widest margin yourself".
#
# Two lines separate the bills of Gentoo and Adelie penguins, in millimeters: the first that a computer happened to find, and the one with the largest
# margin. Suppose that your ruler is bad, and each bird was measured with an error of length $t$ or less, in any direction. How many birds are sure to
# be on the right side all the same? Count the points that stay classified correctly **whatever** move of length at most $t$ each of them makes; a point
# that can be moved onto the hyperplane doesn't stay. The picture will show a curve for each line. Which of the two keeps all birds longer? Is it the
# better one for every $t$? What does the largest margin promise, and what doesn't it? Answer for yourself; none of this is handed in.
#
# **By hand.** The line is $x_1 = 2$, with $\mathbf{w} = (1, 0)$ and $b = -2$. The point $(5, 1)$ with label $+1$ has the margin 3, and $(1, 0)$ with
# label $-1$ has the margin 1. For the sizes 0, 1, 2 and 3 the answer is `[2, 1, 1, 0]`.
#
# **Write** `staying(w, b, X, y, sizes)`. It returns, for each $t$ in the list `sizes`, the number of points that stay. No $t$ is negative.
#
# :::{small-print} ties
# In the hidden tests a margin differs from a size by more than $10^{-6}$, or the two are equal. Where they are equal, $\mathbf{w}$ has only one entry
# other than 0, and that's a power of two: nothing is rounded, and a plain comparison is exact.
# :::

# %% answer="staying"
def staying(w, b, X, y, sizes):
    """Return, for each size, how many points stay classified correctly under every move of at most that length."""
    ### BEGIN SOLUTION
    room = y * (X @ w + b) / np.sqrt(w @ w)
    return [int((room > size).sum()) for size in sizes]
    ### END SOLUTION

# %% check="staying"
from margin_lib import hard_margin, separate

X, y, _ = penguins()
sizes = [0.05 * k for k in range(81)]
plot_points(X, y)
plt.figure()
for name, plane in (("the first plane found", separate(X, y).plane), ("the plane of largest margin", hard_margin(X, y).plane)):
    counts = Form.rows(staying(plane.w, plane.b, X, y, sizes), len(y) + 1, "the list of counts")
    assert len(counts) == 81, f"for 81 sizes there must be 81 numbers, but there are {len(counts)}."
    assert counts[0] == 274, f"with no error all 274 birds stay right, as the plane separates them, but it is {counts[0]}."
    assert counts == sorted(counts, reverse=True), "with larger errors no more birds can stay right, but your counts grow somewhere."
    plt.plot(sizes, counts, label=name)
    print(f"{name}: {counts[6]} of 274 birds stay right with errors of 0.3 mm, {counts[40]} with 2 mm")
plt.xlabel("largest error, mm")
plt.ylabel("birds that stay right")
plt.legend()
one = Form.rows(staying(np.array([2.0, 0.0]), -4.0, np.array([[5.0, 1.0]]), np.array([1.0]), [1.0, 3.0]), 2, "the list of counts")
assert one == [1, 0], f"(5, 1) is 3 away from the line x1 = 2: it stays right with an error of 1, and not with one of 3; but the counts are {one}."

# %% test="staying"
import numpy as np

from course.judge import wholes
from course.judge.data import around_a_plane

rng = marks.rng("planes")
with marks.claim(1, "how many points no move of that length can lose, where those on the plane or beyond it are lost", read="wide-margin: First argument: measurements have errors"):
    for n, d, wrong in [(1, 1, 0), (60, 2, 0), (80, 3, 30), (5, 30, 2)]:
        marks.on("points of which some are mistakes" if wrong else "points on their proper sides, and sizes in no order")
        w, b, X, y = around_a_plane(rng, n, d, on_plane=n // 20)
        y[n - wrong :] *= -1
        room = y * (X @ w + b) / np.sqrt(w @ w)
        sizes = [*rng.uniform(0, 20, size=20), *(abs(room) + 1e-5), *abs(abs(room) - 1e-5), 1000.0]
        sizes = [size for size in sizes if np.abs(room - size).min() > 2e-6]
        counts = wholes(marks.call(staying, w, b, X, y, sizes), what="the counts")
        assert counts == [(room > size).sum() for size in sizes]
with marks.claim(1, "the same where a margin is equal to a size, also 0", read="wide-margin: First argument: measurements have errors"):
    X, y = rng.integers(-20, 21, size=(50, 2)).astype(float), rng.choice([-1.0, 1.0], size=50)
    X[:2], y[:2] = [1, 2], [1.0, -1.0]
    marks.on("points whose margins equal a size")
    sizes = [0.0, 1.0, 2.5, 5.0, 8.0]
    counts = wholes(marks.call(staying, np.array([0.0, -4.0]), 8.0, X, y, sizes), what="the counts")
    assert counts == [(y * (2 - X[:, 1]) > size).sum() for size in sizes]
