# %% role="set"
title = "Slack and hinge"
barred = ["svm", "textbook", "optimize", "kernels", "descent", "losses", "plots.losses", "estimators"]
packages = ["numpy", "matplotlib", "cvxpy"]
own = ["converted", "proof_order", "twice", "checkpoints"]
inputs = {
    "gives_way": "vector(d), number(), points(n, d), labels(n) if w.any()",
    "priced_margin": "points(n, d), labels(n), among(n, 0.25, 0.5, 1.0, 2.0) if both(y)",
    "loss_table": "among(k, 0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, 12.0, 1000.0, -1000.0)",
    "value_and_slope": "vector(d), number(), points(n, d), labels(n), among(n, 0.25, 0.5, 1.0, 2.0)",
    "converted": "positive(), whole(1, 4), one_of('book', 'bits', 'lecture', 'descent', 'share'), one_of('book', 'bits', 'lecture', 'descent', 'share') if value != 1 and (given != 'share' or value < 1)",
    "descended": "points(n, d), labels(n), one_of(0.5, 1.0, 2.0), whole(1, 4), whole(0, 9)",
    "checkpoints": "points(n, d), labels(n), one_of(0.5, 1.0, 2.0), sorted({whole(1, 4) for _ in range(k)}), whole(0, 9)",
}
holds = {
    "descended": "len(it[0]) == steps and same(descent(X, y, mu, it[0])[-1], it[1:])",
    "checkpoints": "len(it[0]) == at[-1] and same(it[1], [[mu / 2 * (w @ w) + np.maximum(0, 1 - y * (X @ w)).mean(), 8 * (X**2).sum(axis=1).max() / (mu * (T + 1))] for T in at for w in [descent(X, y, mu, it[0])[T - 1][1]]])",
}

STEPS = {
    "feasible": "The triple $(\\mathbf{w}, b, h)$ meets all constraints, as $h_i \\ge 0$ and $h_i \\ge 1 - y_i f(\\mathbf{x}_i)$.",
    "bill": "The triple $(\\mathbf{w}, b, h)$ costs $\\tfrac12\\|\\mathbf{w}\\|^2 + \\sum_i c_i h_i = F(\\mathbf{w}, b)$.",
    "dearer": "The solution costs no more than the triple $(\\mathbf{w}, b, h)$. "
    "With the same $\\mathbf{w}$ in both, this says $\\sum_i c_i\\,(\\xi_i - h_i) \\le 0$.",
    "above": "Two constraints speak of $\\xi_i$, and together they say that $\\xi_i \\ge h_i$.",
    "equal": "A sum of terms that are at least 0 is at most 0, so each term is 0. As all $c_i > 0$, it follows that $\\xi = h$.",
    "price": "Therefore the solution costs exactly $F(\\mathbf{w}, b)$.",
    "others": "For any pair $(\\mathbf{w}', b')$, with hinges $h'_i$ of its own, the triple $(\\mathbf{w}', b', h')$ meets all "
    "constraints and costs $F(\\mathbf{w}', b')$.",
    "least": "The solution costs no more than $(\\mathbf{w}', b', h')$, so $F(\\mathbf{w}, b) \\le F(\\mathbf{w}', b')$.",
    "end": "So $(\\mathbf{w}, b)$ minimizes $F$, and the least value of $F$ is what the solution costs.",
    "tight": "A solution uses up its constraints, so $\\xi_i = 1 - y_i f(\\mathbf{x}_i)$ for all $i$.",
    "single": "$F$ is convex. So it has a single minimizer, which must be the pair $(\\mathbf{w}, b)$ of the solution.",
}
BUILDS_ON = {
    "feasible": [],
    "bill": [],
    "dearer": ["feasible"],
    "above": [],
    "equal": ["dearer", "above"],
    "price": ["bill", "equal"],
    "others": [],
    "least": ["price", "others"],
    "end": ["price", "least"],
}


def variant(draw):
    """Draw four points of given slack around a line, two numbers at two prices, and numbers for the other examples."""
    w = draw.choice("normal", [(3, 4), (4, 3), (3, -4), (-4, 3), (-3, 4), (4, -3)])
    b = draw.choice("bias", [-2, -1, 1, 2])
    rng = draw.rng("points")
    grid = [(p, q) for p in range(-6, 7) for q in range(-6, 7)]
    points, labels, values = [], rng.permutation([1, 1, -1, -1]).tolist(), rng.permutation([6, 1, 0, -4]).tolist()
    for label, value in zip(labels, values):
        there = [x for x in grid if w[0] * x[0] + w[1] * x[1] + b == label * value]
        points.append(list(there[int(rng.integers(len(there)))]))
    half, middle, dear = draw.choice("half", [1, 2, 4, 5]), draw.choice("middle", [-9, -7, -3, 3, 6, 8]), draw.choice("dear", [2, 3, 5])
    prices = [1 / (4 * half * half), float(dear)]
    p, q, one, two = (int(entry) for entry in draw.rng("numbers").permutation([2, 3, 5, 7]))
    length, mu = draw.choice("single", [(4, 4), (6, 9), (8, 16), (10, 25)])
    return {
        "w": list(w),
        "b": b,
        "points": points,
        "labels": labels,
        "values": values,
        "slack": [max(0, 1 - value) for value in values],
        "pair": [[float(middle - half)], [float(middle + half)]],
        "prices": prices if draw.choice("cheap", [0, 1]) == 0 else prices[::-1],
        "cost": 3 / (8 * half * half),
        "p": p,
        "q": q,
        "price_p": one,
        "price_q": two,
        "length": length,
        "mu": mu,
        "seed": draw.seed("descent"),
        **draw.steps(STEPS, BUILDS_ON),
    }


# %%
import cvxpy as cp
import matplotlib.pyplot as plt
import numpy as np

from margin_lib.datasets import breast_cancer
from notebook_checks.answer_format import Form

# %% [markdown]
# Not every measurement deserves the same trust. In this set each point has a **price of its own**, $c_i > 0$: what one unit of its slack costs. Where a point
# is trusted more, giving way is more expensive. The program is
#
# $$\begin{aligned}
# \text{minimize}\quad & \tfrac12\|\mathbf{w}\|^2 + \sum_i c_i\,\xi_i \\
# \text{where}\quad & y_i(\mathbf{w}\cdot\mathbf{x}_i + b) \ge 1 - \xi_i \ \text{ and }\ \xi_i \ge 0 \ \text{ for all } i .
# \end{aligned}$$
#
# With the same price for all, $c_i = C$, it's the soft margin of the book. As there, $f(\mathbf{x}) = \mathbf{w}\cdot\mathbf{x} + b$, and
# $h(z) = \max(0, 1 - z)$ is the hinge.
#
# `X` is a matrix with a point in each row, `y` is the vector of their labels, $+1.0$ or $-1.0$, and `prices` is the vector of the $c_i$. All of them are
# numpy arrays.
#
# :::{small-print} what can occur, and what you may return
# There may be only one coordinate, more coordinates than points, a point at the origin, and the same point twice, also with different labels. Where you
# return a vector, a list will do as well. If nothing else is said, there are at most 100 points in 50 dimensions, and a call may take 10 seconds of CPU.
# :::

# %% [markdown]
# ## Part A: who gives way, and how far ({{points:gives_way}})
#
# Book: slack, "What it costs to fall short".
#
# Before you look for the best plane, find out what a given one costs: which points fall short of their edge of the slab, and by how much? The book's pictures
# draw a dotted segment from each of them to the nearest place where it would need no slack. The slack itself is the number that the program charges for.
# Slack and segment are not the same length, because slack is measured in units of the margin. Compute both.
#
# **By hand.** Take the plane of $\mathbf{w} = (2, 0)$ and $b = 0$. Its slab reaches from $x_1 = -\frac12$ to $x_1 = \frac12$. The point $(-1, 3)$ with label
# $+1$ has $y f(\mathbf{x}) = -2$, so its slack is 3. It would be allowed on the edge of the slab on its own side, and the nearest place there is
# $(\frac12, 3)$: the segment is only 1.5 long. The point $(4, 1)$ with label $+1$ has no slack and stays where it is. The answer is
# `([3, 0], [[0.5, 3], [4, 1]])`.
#
# **Write** `gives_way(w, b, X, y)`. It returns `(slack, ends)`: the slack of each point, the smallest that the program allows, and a matrix with the end of
# its segment in each row. For a point without slack that is the point itself.
#
# :::{small-print} sizes and tolerances
# `w` is not 0, and has any length. The numbers may be off by $10^{-8}$; the slacks are at most 1,000.
# :::

# %% answer="gives_way"
def gives_way(w, b, X, y):
    """Return (slack, ends): the slack of each point, and the nearest place where it would need none."""
    ### BEGIN SOLUTION
    slack = np.maximum(0, 1 - y * (X @ w + b))
    return slack, X + np.outer(y * slack, w) / (w @ w)
    ### END SOLUTION

# %% check="gives_way"
slack, ends = Form.parts(gives_way(np.array([2.0, 0.0]), 0.0, np.array([[-1.0, 3.0], [4.0, 1.0]]), np.array([1.0, 1.0])), 2, "(slack, ends)")
slack, ends = Form.numbers(slack, (2,), "the slack of two points"), Form.numbers(ends, (2, 2), "the matrix of the ends of two points")
assert np.allclose(slack, [3, 0]), f"the slacks of (-1, 3) and (4, 1) are 3 and 0, but yours are {slack}."
assert np.allclose(ends[0], [0.5, 3]), f"the segment of (-1, 3) ends at (1/2, 3), but yours at {ends[0]}."
assert np.allclose(ends[1], [4, 1]), f"(4, 1) has no slack and stays where it is, but you moved it to {ends[1]}."
found = gives_way(np.array({{w}}, dtype=float), float({{b}}), np.array({{points}}, dtype=float), np.array({{labels}}, dtype=float))
slack, ends = Form.parts(found, 2, "(slack, ends)")
slack, ends = Form.numbers(slack, (4,), "the slack of four points"), Form.numbers(ends, (4, 2), "the matrix of the ends of four points")
assert np.allclose(slack, {{slack}}), f"for w = {{w}} and b = {{b}} the slacks of {{points}}, labeled {{labels}}, are {{slack}}, but yours are {slack}."
reached, right = np.array({{labels}}) * (ends @ np.array({{w}}) + {{b}}), np.maximum(1, {{values}})
assert np.allclose(reached, right), f"a point with slack goes to where y f(x) = 1, and the others stay: so at the ends y f(x) is {right}, but at yours it is {reached}."
lengths = np.linalg.norm(ends - np.array({{points}}), axis=1)
assert np.allclose(lengths, np.array({{slack}}) / 5), f"w has the length 5, so a segment is a fifth as long as the slack, but yours are {lengths} long."
print("The form is right, and the example too. The segments end at", np.round(ends, 6).tolist())

# %% test="gives_way"
import numpy as np

from course.judge import matrix, vector
from course.judge.answers import unpacked
from course.judge.data import around_a_plane

rng = marks.rng("planes")
KINDS = ["one point", "points on a line", "points in a plane", "points in space", "more coordinates than points", "a hundred points in 50 dimensions"]
cases = []
for n, d, on_plane, size in [(1, 1, 0, 32), (9, 1, 2, 16), (40, 2, 3, 1), (60, 3, 2, 64), (5, 40, 1, 128), (100, 50, 0, 256)]:
    w, b, X, y = around_a_plane(rng, n, d, on_plane)
    y[n - n // 3 :] *= -1
    if n > 5:
        X[1], y[1] = X[2], -y[2]  # a point with both labels
    w, b = w / size, b / size
    X[0] += ((1 - 1e-7) * y[0] - X[0] @ w - b) * w / (w @ w)  # a slack that is tiny
    cases.append((w, b, X, y, np.array([max(0.0, 1 - yi * (xi @ w + b)) for xi, yi in zip(X, y)])))
read = "slack: What it costs to fall short"
answers = []

with marks.claim(1, "the slack of each point, none below 0", read=read):
    for kind, case in zip(KINDS, cases):
        marks.on(kind)
        answers.append(unpacked(marks.call(gives_way, *case[:4]), 2, "what gives_way returns"))
    for kind, (_, _, X, _, right), (slack, _) in zip(KINDS, cases, answers):
        marks.on(kind)
        assert np.allclose(vector(slack, len(X), "the slack"), right, rtol=0, atol=1e-8)
with marks.claim(1, "the place nearest to each point where it would need no slack", read=read):
    marks.needs(len(answers) == len(cases))
    for kind, (w, b, X, y, right), (_, ends) in zip(KINDS, cases, answers):
        marks.on(kind)
        ends = matrix(ends, len(X), X.shape[1], "the ends")
        assert np.allclose(ends - X, (y * right)[:, None] * w / (w @ w), rtol=0, atol=1e-8)

# %% [markdown]
# ## Part B: the soft margin at these prices ({{points:priced_margin}})
#
# Book: slack, "What it costs to fall short"; soft-margin-dual, "Where the cap comes from"; solvers,
# "Solving with CVXPY".
#
# Now find the best plane, and let the multipliers prove it. In the book all multipliers have the same cap $C$, the force with which a point can push at most.
# What becomes of the caps when each point has its own price? Write the program of the introduction in CVXPY, with `solver=cp.CLARABEL`, and read everything
# off its solution. As in the book, $\alpha_i$ belongs to the constraint $y_i f(\mathbf{x}_i) \ge 1 - \xi_i$, and
# $\mathbf{w} = \sum_i \alpha_i y_i\mathbf{x}_i$.
#
# **By hand.** On the number line, 0 has label $-1$ and the price $\frac14$, and 2 has label $+1$ and the price 2. Without slack you need $w = 1$, which costs
# $\frac12$. It's cheaper to give up the point 0: leave it *on* the plane, with slack 1. Then $w = \frac12$ is enough, and all in all that costs
# $\frac18 + \frac14 = \frac38$. The multipliers balance and make $w = 2\alpha_2$, so both are $\frac14$: the cheap point pushes as hard as it can. The answer
# is `([0.5], 0, [1, 0], [0.25, 0.25])`.
#
# **Write** `priced_margin(X, y, prices)`. It returns `(w, b, slack, alpha)`: a plane that is a solution, the slack of each point, and the multipliers.
#
# :::{small-print} the solver, sizes and tolerances
# You may do without CVXPY. With it, say `solver=cp.CLARABEL`: the solver that it takes by itself may be less accurate than what is asked for here. On this
# data Clarabel ends with the status `cp.OPTIMAL`; with `cp.OPTIMAL_INACCURATE`, take what it found.
#
# The hidden tests don't compare your plane with another one. They compute what it costs, and what your multipliers prove. Three numbers may miss the least
# cost by one part in $10^5$: what $(\mathbf{w}, b)$ costs with the cheapest slack, what it costs with the slack that you return, and the dual value of your
# multipliers. The slack may violate a constraint by $10^{-5}$. The multipliers may violate theirs by as much: each has an upper bound of its own and may
# not be negative, and there is the sum over the labels.
#
# There are at most 60 points in 25 dimensions, with coordinates of size up to 10 and prices from $\frac14$ to 5. Both labels occur.
# :::

# %% answer="priced_margin"
def priced_margin(X, y, prices):
    """Return (w, b, slack, alpha): a solution of the program with these prices, and its multipliers."""
    ### BEGIN SOLUTION
    w, b, slack = cp.Variable(X.shape[1]), cp.Variable(), cp.Variable(len(X))
    wide = cp.multiply(y, X @ w + b) >= 1 - slack
    program = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + prices @ slack), [wide, slack >= 0])
    program.solve(solver=cp.CLARABEL)
    return w.value, float(b.value), slack.value, wide.dual_value
    ### END SOLUTION

# %% check="priced_margin"
X, y, prices = np.array({{pair}}), np.array([-1.0, 1.0]), np.array({{prices}})
w, b, slack, alpha = Form.parts(priced_margin(X, y, prices), 4, "(w, b, slack, alpha)")
w, b = Form.numbers(w, (1,), "w, of points with one coordinate,"), Form.numbers(b, (), "b")
slack, alpha = Form.numbers(slack, (2,), "the slack of two points"), Form.numbers(alpha, (2,), "alpha, the multipliers of two points,")
short = 1 - slack - y * (X @ w + b)
assert min(slack) > -1e-4, f"no slack may be negative, but yours are {slack}."
assert max(short) < 1e-4, f"y f(x) must be at least 1 less the slack, but it is short of that by {short}."
cost = w[0] ** 2 / 2 + prices @ slack
assert abs(cost - {{cost}}) < 1e-4, f"for the numbers {{pair}} at the prices {{prices}} the least cost is {{cost}}, but yours is {cost}."
assert np.allclose((alpha * y) @ X, w, atol=1e-3), f"w = {w} must be the sum of the alpha_i y_i x_i, but with your multipliers {alpha} that sum is {(alpha * y) @ X}."
print("The form is right, and the cost of the example. w =", np.round(w, 4), "b =", np.round(b, 4), "alpha =", np.round(alpha, 4))

# %% test="priced_margin"
import numpy as np

from course.judge import number, vector
from course.judge.answers import unpacked
from margin_lib import soft_margin

OFF = 1e-5
KINDS = [
    "two points",
    "points on a line, some there twice and some with the wrong label",
    "many points, some with the wrong label",
    "more coordinates than points",
    "points without a wrong label",
    "points in a plane, some with the wrong label",
]
cases = []
for i, (n, d, flipped, away, size) in enumerate([(2, 1, 0, 0, 0.3), (14, 1, 3, 2, 0.2), (60, 3, 9, 5, 0.1), (8, 25, 0, 0, 0.1), (30, 2, 0, 3, 1), (24, 2, 5, 1, 0.15)]):
    rng = marks.rng(f"{i}")
    X = rng.normal(size=(n, d))
    y = np.where(np.argsort(np.argsort(X[:, 0])) < n / 2, -1.0, 1.0)
    X[:, 0] += 0.7 * y
    X[n - 2 :] = X[:2] if n > 10 else X[n - 2 :]
    y[n - flipped :] *= -1
    quarters = rng.integers(1, 21, size=n)
    X = size * (X + away)  # small points leave a weight to the square
    times = quarters.tolist()  # the counts of an array may be too long for the Python of a browser
    known = soft_margin(np.repeat(X, times, axis=0), np.repeat(y, times), C=0.25)  # a price of 3/4 is 3 times 1/4
    cases.append((X, y, quarters / 4, known.primal, known.dual))
answers = []
read = "soft-margin-dual: Where the cap comes from"

with marks.claim(1, "a plane that costs no more than any other, each with the cheapest slack", read="slack: What it costs to fall short"):
    for kind, (X, y, prices, _, _) in zip(KINDS, cases):
        marks.on(kind)
        answers.append(unpacked(marks.call(priced_margin, X, y, prices), 4, "what priced_margin returns"))
    for kind, (X, y, prices, _, least), (w, b, _, _) in zip(KINDS, cases, answers):
        marks.on(kind)
        w, b = vector(w, X.shape[1], "w"), number(b, "b")
        assert w @ w / 2 + prices @ np.maximum(0, 1 - y * (X @ w + b)) <= (1 + OFF) * least
with marks.claim(1, "slack that the constraints allow, and that costs no more than it has to", read="slack: What it costs to fall short"):
    marks.needs(len(answers) == len(cases))
    for kind, (X, y, prices, _, least), (w, b, slack, _) in zip(KINDS, cases, answers):
        marks.on(kind)
        w, b, slack = vector(w, X.shape[1], "w"), number(b, "b"), vector(slack, len(X), "the slack")
        assert slack.min() >= -OFF
        assert (y * (X @ w + b) - 1 + slack).min() >= -OFF
        assert w @ w / 2 + prices @ slack <= (1 + OFF) * least
with marks.claim(1, "multipliers within their bounds that prove it: their dual value is the least cost", read=read):
    marks.needs(len(answers) == len(cases))
    for kind, (X, y, prices, most, _), (_, _, _, alpha) in zip(KINDS, cases, answers):
        marks.on(kind)
        alpha = vector(alpha, len(X), "alpha")
        assert alpha.min() >= -OFF
        assert (alpha - prices).max() <= OFF
        assert abs(alpha @ y) <= OFF
        w = (alpha * y) @ X
        assert alpha.sum() - w @ w / 2 >= (1 - OFF) * most

# %% [markdown]
# ## Part C: four losses ({{points:loss_table}})
#
# Book: hinge, "The losses side by side".
#
# Every loss of this course looks at the same number $z = y f(\mathbf{x})$, and they differ only in what they charge for it. Put four of them side by side:
# zero-one, perceptron, hinge, and the logistic loss divided by $\ln 2$, which makes it 1 at $z = 0$. A point on the plane is misclassified, as everywhere in
# the book. There's one trap. At $z = -1000$ the last of them is an ordinary number, about 1443, but on the way there $e^{-z}$ is too large for a computer.
# Rewrite the formula so that it contains only $e^{-|z|}$.
#
# **By hand.** At $z = 0$ the four are 1, 0, 1 and 1. At $z = 2$ the first three are 0, and the last is $\ln(1 + e^{-2})/\ln 2$, about 0.183. So the answer
# for `[0, 2]` is `[[1, 0, 1, 1], [0, 0, 0, 0.183]]`.
#
# **Write** `loss_table(z)`, where `z` is a vector of numbers. It returns a matrix with a row for each of them, and in the row the four losses in this order.
#
# :::{small-print} sizes and tolerances
# The numbers go from $-10^6$ to $10^6$, and each loss is finite at all of them. The entries may be off by $10^{-9}$, or by one part in $10^9$ where they are
# larger than 1. With the library's losses its picture of them, `plot_losses`, is barred too.
# :::

# %% answer="loss_table"
def loss_table(z):
    """Return rows (zero-one, perceptron, hinge, logistic / ln 2), one for each z."""
    ### BEGIN SOLUTION
    logistic = np.maximum(0, -z) + np.log1p(np.exp(-np.abs(z)))
    return np.column_stack([z <= 0, np.maximum(0, -z), np.maximum(0, 1 - z), logistic / np.log(2)])
    ### END SOLUTION

# %% check="loss_table"
table = Form.numbers(loss_table(np.array([0.0, 0.5, -1.0, 3.0])), (4, 4), "the table, four rows of four losses,")
right = np.array([[1, 0, 1], [0, 0, 0.5], [1, 1, 2], [0, 0, 0]])
for z, losses, expected in zip([0, 0.5, -1, 3], table, right):
    assert np.allclose(losses[:3], expected, atol=1e-9), f"at z = {z} the first three losses are {expected.tolist()}, but yours are {losses[:3].tolist()}."
assert abs(table[0, 3] - 1) < 1e-9, f"the logistic loss divided by ln 2 is 1 at 0, but yours is {table[0, 3]}."
far = Form.numbers(loss_table(np.array([-1000.0, 1000.0])), (2, 4), "the table, two rows of four losses,")[:, 3]
assert np.allclose(far, [1000 / np.log(2), 0]), f"at z = -1000 and 1000 the logistic loss divided by ln 2 is 1000 / ln 2 and 0, to many digits, but yours is {far.tolist()}."
print("The form is right, and the example too.")

# %% test="loss_table"
import numpy as np

from course.judge import matrix

rng = marks.rng("numbers")
fixed = [0.0, -0.0, 1.0, -1.0, 0.25, 0.75, 1e6, -1e6, 710.0, -710.0, 40.0, -40.0, 1e-7, -1e-7, 1 - 1e-7, 1 + 1e-7]
z = np.concatenate([fixed, rng.integers(-40, 41, size=60) / 4, rng.uniform(10, 16, size=10)])
read = "hinge: The losses side by side"
table = None


def agrees(column, right):
    assert table is not None
    assert (np.abs(table[:, column] - right) <= 1e-9 * np.maximum(1, right)).all()


with marks.claim(1, "the zero-one loss, the perceptron's and the hinge, at their kinks too", read=read):
    table = matrix(marks.call(loss_table, z), len(z), 4, "the table")
    agrees(0, np.array([1.0 if number <= 0 else 0.0 for number in z]))
    agrees(1, np.array([max(0.0, -number) for number in z]))
    agrees(2, np.array([max(0.0, 1 - number) for number in z]))
with marks.claim(1, "the logistic loss, where e^-z is too large for floats as well", read=read):
    agrees(3, np.logaddexp(0, -z) / np.log(2))

# %% [markdown]
# ## Part D: the hinge form and a slope ({{points:value_and_slope}})
#
# Book: hinge, "Where the constraints go"; hinge, "A loss with a kink, and its slopes".
#
# Put the cheapest slack into the program of the introduction, and the slack variables and all the constraints are gone. What is left is to minimize
#
# $$F(\mathbf{w}, b) = \tfrac12\|\mathbf{w}\|^2 + \sum_i c_i\,h\big(y_i(\mathbf{w}\cdot\mathbf{x}_i + b)\big) .$$
#
# You could go downhill now, if only $F$ had a slope at its kinks. It has subgradients. Find one: a vector $\mathbf{g}$ and a number $g_b$ with
#
# $$F(\mathbf{w}', b') \ge F(\mathbf{w}, b) + \mathbf{g}\cdot(\mathbf{w}' - \mathbf{w}) + g_b\,(b' - b)
# \quad\text{for all } \mathbf{w}' \text{ and } b' .$$
#
# Where some points have $y_i f(\mathbf{x}_i) = 1$ exactly, there are many. The book lets such a point not pull; any other choice that keeps the inequality is
# as good.
#
# **By hand.** On the number line, 2 has label $+1$ and the price 3, and $-1$ has label $-1$ and the price 1. At $w = 0$, $b = 0$ both hinges are 1, so
# $F = 4$. Both points pull, with $3\cdot2$ and $1\cdot1$ in the direction of $w$, and with $3$ and $-1$ in that of $b$. A subgradient points against the
# pull: the answer is `(4, [-7], -2)`.
#
# **Write** `value_and_slope(w, b, X, y, prices)`. It returns `(value, slope_w, slope_b)`: the number $F(\mathbf{w}, b)$, the vector $\mathbf{g}$ and the
# number $g_b$.
#
# :::{small-print} how it's judged, and tolerances
# The hidden tests try the inequality at many places near and far, also from $\mathbf{w} = 0$ and from where some or all points have $y_i f(\mathbf{x}_i) = 1$
# exactly. All numbers are multiples of $\frac14$, so that floats are exact. The value and the inequality may be off by $10^{-9}\,(1 + F)$.
# :::

# %% answer="value_and_slope"
def value_and_slope(w, b, X, y, prices):
    """Return (value, slope_w, slope_b): F at (w, b), and a subgradient there."""
    ### BEGIN SOLUTION
    z = y * (X @ w + b)
    pull = np.where(z < 1, prices * y, 0)
    return w @ w / 2 + prices @ np.maximum(0, 1 - z), w - pull @ X, -pull.sum()
    ### END SOLUTION

# %% check="value_and_slope"
X, y, prices = np.array([[{{p}}], [-{{q}}]], dtype=float), np.array([1.0, -1.0]), np.array([{{price_p}}, {{price_q}}], dtype=float)


def taken(w, b):
    """Return the value, slope_w and slope_b, as numbers."""
    value, slope_w, slope_b = Form.parts(value_and_slope(np.array([w]), b, X, y, prices), 3, "(value, slope_w, slope_b)")
    return Form.numbers(value, (), "the value"), Form.numbers(slope_w, (1,), "slope_w")[0], Form.numbers(slope_b, (), "slope_b")


value, slope_w, slope_b = taken(0.0, 0.0)
assert abs(value - sum(prices)) < 1e-9, f"at w = 0, b = 0 each hinge is 1, so F is the sum of the prices, {sum(prices)}, but yours is {value}."
step = 2.0**-10
there, _, _ = taken(step, 0.0)
assert abs((there - value) / step - slope_w) < 0.1, f"w one thousandth higher changes your value at a rate of {(there - value) / step:.3f}, but slope_w is {slope_w}."
there, _, _ = taken(0.0, step)
assert abs((there - value) / step - slope_b) < 0.1, f"b one thousandth higher changes your value at a rate of {(there - value) / step:.3f}, but slope_b is {slope_b}."
print("The form is right, and the example too.")

# %% test="value_and_slope"
import numpy as np

from course.judge import number, vector
from course.judge.answers import unpacked

cases = []
for i, (n, d, on_edge, zero) in enumerate([(1, 1, 1, False), (9, 1, 3, False), (30, 3, 10, False), (40, 4, 0, False), (6, 20, 6, False), (15, 2, 0, True)]):
    rng = marks.rng(f"{i}")
    w, b = rng.integers(-4, 5, size=d) / 4, float(rng.integers(-8, 9)) / 4
    w[0] = 0.25 * rng.choice([-1, 1])
    X, y = rng.integers(-9, 10, size=(n, d)).astype(float), rng.choice([-1.0, 1.0], size=n)
    for k, z in enumerate([1.0, 1.25, 0.75] if n == 30 else [1.0]):  # on the edge, and the closest to it on both sides
        rows = slice(k * on_edge, (k + 1) * on_edge)
        X[rows, 0] += (z * y - X @ w - b)[rows] / w[0]
    X[-1] = 0 if on_edge < n else X[-1]
    cases.append((np.zeros(d) if zero else w, b, X, y, rng.integers(1, 21, size=n) / 4))
KINDS = ["one point, on the edge", "points on a line", "points on the edge and close to it", "points none of which is on the edge", "more coordinates than points", "w = 0"]
read = "hinge: A loss with a kink, and its slopes"
answers = []


def cost(w, b, X, y, prices):
    return w @ w / 2 + sum(c * max(0.0, 1 - label * (x @ w + b)) for x, label, c in zip(X, y, prices))


def places(w, b, X, y, slope, rng):
    """Yield moves of (w, b), short and long: along the axes, the points, the answer's own slope, and any others."""
    d = len(w)
    ways = [*np.eye(d + 1), *np.column_stack([X, np.ones(len(X))]), slope, *rng.normal(size=(10, d + 1))]
    for way in ways:
        length = np.abs(way).max()
        for size in (2.0**-9, 0.25, 8.0):
            if length > 0:
                yield size * way / length
                yield -size * way / length


with marks.claim(1, "the value of F, with each point's price", read="hinge: Where the constraints go"):
    for kind, case in zip(KINDS, cases):
        marks.on(kind)
        answers.append(unpacked(marks.call(value_and_slope, *case), 3, "what value_and_slope returns"))
    for kind, case, (value, _, _) in zip(KINDS, cases, answers):
        marks.on(kind)
        assert abs(number(value, "the value") - cost(*case)) <= 1e-9 * (1 + cost(*case))
with marks.claim(1, "the inequality of the subgradient, near and far, where points are on the edge too", read=read):
    marks.needs(len(answers) == len(cases))
    for kind, (w, b, *rest), (_, slope_w, slope_b) in zip(KINDS, cases, answers):
        marks.on(kind)
        slope = np.append(vector(slope_w, len(w), "slope_w"), number(slope_b, "slope_b"))
        here = cost(w, b, *rest)
        for move in places(w, b, *rest[:2], slope, marks.rng("ways")):
            assert cost(w + move[:-1], b + move[-1], *rest) >= here + slope @ move - 1e-9 * (1 + here)

# %% [markdown]
# ## Part E: from one scaling to another ({{points:converted}})
#
# Book: choosing-c, "Four ways to write one problem".
#
# Papers and programs write the soft margin in different ways, and if you copy a parameter from one into another, you solve another problem. Build the
# translator. Let $S = \sum_i \xi_i$. There are five forms, the fifth of which isn't in the book: in it a share $\tau$ of the weight, $0 < \tau < 1$, is on
# the slack, and the rest on the square.
#
# | name | minimize | parameter |
# |---|---|---|
# | `"book"` | $\tfrac12\|\mathbf{w}\|^2 + C\,S$ | $C$ |
# | `"bits"` | $\|\mathbf{w}\|^2 + C'S$ | $C'$ |
# | `"lecture"` | $\lambda\|\mathbf{w}\|^2 + S$ | $\lambda$ |
# | `"descent"` | $\tfrac\lambda2\|\mathbf{w}\|^2 + \tfrac1n S$ | $\lambda$ |
# | `"share"` | $\tfrac{1-\tau}2\|\mathbf{w}\|^2 + \tau\,S$ | $\tau$ |
#
# There are 25 pairs, but you don't need 25 formulas: what do all forms with the same solutions have in common?
#
# **By hand.** A paper minimized $\|\mathbf{w}\|^2 + 6S$, and you want to do the same with $\tfrac12\|\mathbf{w}\|^2 + C\,S$. Half of the first is the second
# with $C = 3$. So from `"bits"` to `"book"` the parameter 6 becomes 3, and the least cost and all multipliers become half of what they were. The answer is
# `(3, 0.5)`.
#
# **Write** `converted(value, n, given, wanted)`, where `value` is the parameter of the form `given`, and `n` the number of points. It returns
# `(parameter, factor)`: the parameter with which the form `wanted` has the same solutions, and the number by which the least cost is multiplied on the way
# from `given` to `wanted`.
#
# :::{small-print} sizes and tolerances
# The hidden tests try all 25 pairs of forms, with prices $C$ between $10^{-3}$ and $10^3$ and $n$ from 1 to 1,000. Both numbers may be off by one part in
# $10^9$.
# :::

# %% answer="converted"
def converted(value, n, given, wanted):
    """Return (parameter, factor): the same problem in the form that is wanted, and what its least cost is multiplied by."""
    ### BEGIN SOLUTION
    half = {"book": 1, "bits": 2, "lecture": 2 * value, "descent": value, "share": 1 - value}[given]  # times |w|^2 / 2
    slack = {"book": value, "bits": value, "lecture": 1, "descent": 1 / n, "share": value}[given]
    C = slack / half
    times = {"book": 1, "bits": 2, "lecture": 1 / C, "descent": 1 / (n * C), "share": 1 / (1 + C)}[wanted]
    parameter = {"book": C, "bits": 2 * C, "lecture": 1 / (2 * C), "descent": 1 / (n * C), "share": C / (1 + C)}[wanted]
    return parameter, times / half
    ### END SOLUTION

# %% check="converted"
answer = Form.numbers(converted(6.0, 10, "bits", "book"), (2,), "(parameter, factor)")
assert abs(answer[0] - 3) < 1e-9, f"|w|^2 + 6 S is twice |w|^2 / 2 + 3 S, so the parameter is 3, but yours is {answer[0]}."
assert abs(answer[1] - 0.5) < 1e-9, f"on the way the cost is halved, so the factor is 1/2, but yours is {answer[1]}."
again = Form.numbers(converted(float({{p}}), 10, "lecture", "lecture"), (2,), "(parameter, factor)")
assert np.allclose(again, [{{p}}, 1]), f"a form in itself is unchanged, and the factor is 1, but {again} came back."
print("The form is right, and the example too.")

# %% test="converted"
import numpy as np

from course.judge import number
from course.judge.answers import unpacked

WEIGHTS = {  # of |w|^2 and of the sum of the slack
    "book": lambda value, n: (0.5, value),
    "bits": lambda value, n: (1.0, value),
    "lecture": lambda value, n: (value, 1.0),
    "descent": lambda value, n: (value / 2, 1 / n),
    "share": lambda value, n: ((1 - value) / 2, value),
}
rng = marks.rng("values")
cases = []
for given in WEIGHTS:
    for wanted in WEIGHTS:
        price, n = 10 ** rng.uniform(-3, 3), int(rng.integers(1, 1001))
        start = {"book": price, "bits": 2 * price, "lecture": 0.5 / price, "descent": 1 / price / n, "share": price / (1 + price)}
        cases.append((start[given], n, given, wanted))
        if "descent" in (given, wanted):
            start["descent"] = 1 / price
            cases.append((start[given], 1, given, wanted))
answers = []
read = "choosing-c: Four ways to write one problem"

with marks.claim(1, "the parameter with which the other form has the same solutions", read=read):
    for value, n, given, wanted in cases:
        marks.on(f'the way from "{given}" to "{wanted}"')
        parameter, factor = unpacked(marks.call(converted, value, n, given, wanted), 2, "what converted returns")
        answers.append((number(parameter, "the parameter"), factor))
    for (value, n, given, wanted), (parameter, _) in zip(cases, answers):
        marks.on(f'the way from "{given}" to "{wanted}"')
        (square, slack), (other_square, other_slack) = WEIGHTS[given](value, n), WEIGHTS[wanted](parameter, n)
        assert np.isclose(square * other_slack, slack * other_square, rtol=1e-9, atol=0)
with marks.claim(1, "what the least cost and the multipliers are multiplied by", read=read):
    marks.needs(len(answers) == len(cases))
    for (value, n, given, wanted), (parameter, factor) in zip(cases, answers):
        marks.on(f'the way from "{given}" to "{wanted}"')
        before, after = WEIGHTS[given](value, n), WEIGHTS[wanted](parameter, n)
        assert np.allclose(number(factor, "the factor") * np.array(before), after, rtol=1e-9, atol=0)

# %% [markdown]
# ## Part F: stochastic descent ({{points:descended}})
#
# Book: descent, "One point is enough"; descent, "Three steps by hand".
#
# This is how a soft margin is found for millions of points: a step looks at only one of them. There is no bias here, and the mean of the hinges takes the
# place of their sum:
#
# $$F(\mathbf{w}) = \tfrac\mu2\|\mathbf{w}\|^2 + \tfrac1n\sum_i h(y_i\,\mathbf{w}\cdot\mathbf{x}_i) .$$
#
# Start from $\mathbf{w}_1 = 0$. At step $t = 1, 2, \dots$ up to `steps` draw a row $i$, each equally likely, independently of all earlier draws. Let
# $\mathbf{g}_t = \mu\mathbf{w}_t - y_i\mathbf{x}_i$ if $y_i\,\mathbf{w}_t\cdot\mathbf{x}_i < 1$, and $\mathbf{g}_t = \mu\mathbf{w}_t$ otherwise. A point with
# $y_i\,\mathbf{w}_t\cdot\mathbf{x}_i = 1$ does *not* pull. Then $\mathbf{w}_{t+1} = \mathbf{w}_t - \eta_t\,\mathbf{g}_t$ with $\eta_t = \frac{2}{\mu(t+1)}$.
# The path hops about, and so the answer is an average, in which later steps count more.
#
# **By hand.** There is one point, $\mathbf{x} = (-2)$ with label $-1$, and $\mu = 1$. The first step goes to $\mathbf{w}_2 = (2)$. There
# $y\,\mathbf{w}_2\cdot\mathbf{x} = 4$, so nothing pulls, and $\mathbf{w}_3 = (2) - \tfrac23(2) = (\tfrac23)$. Once more nothing pulls, and
# $\mathbf{w}_4 = (\tfrac13)$. The average of three steps is $\tfrac16\big(1\cdot(0) + 2\cdot(2) + 3\cdot(\tfrac23)\big) = (1)$. The answer is $[0, 0, 0]$,
# $(\tfrac13)$ and $(1)$.
#
# **Write** `descended(X, y, mu, steps, seed)`. It returns `(draws, last, average)`: the list of the rows drawn, from 0, one for each step;
# $\mathbf{w}_{T+1}$, where $T$ is `steps`; and the average $\frac{2}{T(T+1)}\sum_{t=1}^T t\,\mathbf{w}_t$, which leaves $\mathbf{w}_{T+1}$ out. `seed` is a
# whole number for the generator of the draws, such as `np.random.default_rng(seed)`: the same seed gives the same draws, and another seed gives others.
#
# :::{small-print} how it's judged, sizes and tolerances
# The hidden tests repeat your steps, with the draws that you return. They count how often each row was drawn, and how often the same row again one, two
# or ten steps later. There are up to 3,000 steps. $\mathbf{w}$ may be off by $10^{-9} R/\mu$, where $R$ is the largest length of a point. Compare each
# product with 1 as it is. In one test it is exactly 1, and nothing is rounded there. In all others it differs from 1 by at least $10^{-12}$. `steps` is at
# least 1 and `seed` isn't negative. `draws` may be a list or an array.
# :::

# %% answer="descended"
def descended(X, y, mu, steps, seed):
    """Return (draws, last, average): the rows drawn, w after the last step, and the average of the w before each step."""
    ### BEGIN SOLUTION
    draws = np.random.default_rng(seed).integers(len(X), size=steps)
    w, total = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        total += t * w
        slope = mu * w
        if y[i] * (w @ X[i]) < 1:
            slope -= y[i] * X[i]
        w = w - 2 / (mu * (t + 1)) * slope
    return draws, w, 2 * total / (steps * (steps + 1))
    ### END SOLUTION

# %% check="descended"
draws, last, average = Form.parts(descended(np.array([[-{{length}}]], dtype=float), np.array([-1.0]), float({{mu}}), 3, 0), 3, "(draws, last, average)")
draws = Form.rows(draws, 1, "the list of draws")
last, average = Form.numbers(last, (1,), "the last w, of points with one coordinate,"), Form.numbers(average, (1,), "the average")
assert draws == [0, 0, 0], f"with one point, three steps draw the row 0 three times, but the draws are {draws}."
right = {{length}} / {{mu}}
assert abs(last[0] - right / 6) < 1e-9, f"for the signed point {{length}} and mu = {{mu}} the three steps go to {right}, {right / 3:.4f} and {right / 6:.4f}, but your last w is {last[0]}."
assert abs(average[0] - right / 2) < 1e-9, f"the average of 0, {right} and {right / 3:.4f} with the weights 1/6, 2/6 and 3/6 is {right / 2}, but yours is {average[0]}."
print("The form is right, and the example too.")

# %% test="descended"
import numpy as np

from course.judge import vector, wholes
from course.judge.answers import unpacked

cases = []
for i, (n, d, mu, steps) in enumerate([(1, 1, 0.7, 1), (7, 1, 0.43, 250), (50, 3, 0.05, 2000), (5, 20, 1.3, 150), (20, 2, 0.002, 600)]):
    rng = marks.rng(f"{i}")
    X, y = rng.normal(size=(n, d)) * rng.uniform(1, 4), rng.choice([-1.0, 1.0], size=n)
    X[-1] = 0 if n > 1 else X[-1]
    cases.append((X, y, mu, steps, marks.seed(f"draws {i}") % 10**6))
power = 2.0 ** float(marks.rng("edge").integers(-1, 3))
cases.append((np.array([[0.0, power]]), np.array([-1.0]), power**2, 6, 5))  # w_2 puts the point on the edge
cases.append((np.array([[-power]]), np.array([1.0]), power**2, 2, 5))
KINDS = ["a single step", "points on a line", "many points", "more coordinates than points", "a small mu", *2 * ["a point that a step puts on the edge"]]
read = "descent: One point is enough"
answers = []


def run(*case):
    draws, last, average = unpacked(marks.call(descended, *case), 3, "what descended returns")
    draws = wholes(draws, len(case[0]), "the list of draws")
    return draws, vector(last, case[0].shape[1], "the last w"), vector(average, case[0].shape[1], "the average")


def replayed(X, y, mu, draws):
    w, weighted = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        weighted = weighted + t * w
        slope = mu * w - (y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0)
        w = w - 2 / (mu * (t + 1)) * slope
    return w, weighted / (t * (t + 1) / 2)


def agree(which):
    assert len(answers) == len(cases)
    for kind, (X, y, mu, steps, _), answer in zip(KINDS, cases, answers):
        marks.on(kind)
        assert len(answer[0]) == steps
        off = 1e-9 * np.sqrt((X**2).sum(axis=1).max()) / mu
        assert np.abs(answer[which + 1] - replayed(X, y, mu, answer[0])[which]).max() <= off


with marks.claim(1, "w after the last step, from your own draws: one step each, with eta = 2 / (mu (t + 1)), and points on the edge do not pull", read=read):
    for kind, case in zip(KINDS, cases):
        marks.on(kind)
        answers.append(run(*case))
    agree(0)
with marks.claim(1, "the average of the w before each step, weighted by t", read=read):
    agree(1)
with marks.claim(1, "draws of all rows, equally likely and independent, that depend on the seed", read=read):
    X, y = np.ones((10, 1)), np.ones(10)
    X[marks.rng("longer").integers(10)] = 3  # and is drawn as often as the others
    found = [run(X, y, 1.0, 2000, seed)[0] for seed in (1, 2, 1)]
    marks.on("two calls with the same seed")
    assert found[0] == found[2]
    marks.on("two calls with different seeds")
    assert found[0] != found[1]
    for draws in found[:2]:
        marks.on("the number of times that each row is drawn")
        assert len(draws) == 2000
        counts = np.bincount(draws, minlength=10)  # 200 in the mean, and 13 is their deviation
        assert counts.min() >= 120
        assert counts.max() <= 280
        marks.on("repetitions soon after each other, which independent draws have")
        for apart in (1, 2, 10):
            assert 120 <= (np.array(draws[apart:]) == draws[:-apart]).sum() <= 280

# %% [markdown]
# ## Part G: one half of the proof, in order ({{points:proof_order}})
#
# Book: hinge, "Where the constraints go".
#
# Part D threw away $n$ variables and $2n$ constraints. Was anything lost? Here are the steps of one half of the proof that nothing was, shuffled, together
# with two that don't belong: they are false, or nothing in the proof needs them. It goes from the program to the hinge: *if $(\mathbf{w}, b, \xi)$ solves the
# program of the introduction, then $(\mathbf{w}, b)$ minimizes the $F$ of part D.* Throughout, "the solution" is that triple, and
# $h_i = \max(0, 1 - y_i f(\mathbf{x}_i))$ are the hinges of its plane. Mind where the proof needs that all $c_i$ are above 0.
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
    """Return the letters of the proof's steps, in a valid order."""
    ### BEGIN SOLUTION
    return {{hidden_order}}
    ### END SOLUTION

# %% check="proof_order"
order = Form.steps(proof_order(), {{letters}})
print("The form is right:", len(order), "steps.")

# %% test="proof_order"
from course.judge import arranged, complete

read, order = "hinge: Where the constraints go", None
with marks.claim(1, "all steps that belong, no other", read=read):
    order = marks.call(proof_order)
    assert complete(order, {{hidden_builds_on}}, {{hidden_distractors}})
with marks.claim(1, "with these steps, each after those that it builds on", read=read):
    marks.needs(order is not None)
    assert arranged(order, {{hidden_builds_on}}, {{hidden_distractors}})

# %% [markdown] proof="twice" points=2
# ## Part H: every point twice ({{points:twice}})
#
# Book: hinge, the theorem "The slack program is the hinge problem"; choosing-c, "Four ways to write one problem";
# soft-margin-dual, "Where the cap comes from".
#
# By mistake a file of $n$ labeled points was appended to itself, so that each point, with its label, is in it twice. There's no new information in it. Does
# the soft margin know? Let all prices be equal. $(\mathbf{w}, b)$ is a soft margin of the $n$ points at the price $C$, and $\alpha$ solves the dual program
# for them.
#
# 1. Find the price $C_2$ at which the $2n$ points have exactly the same soft margins $(\mathbf{w}, b)$ as the $n$ points at the price $C$, and prove it. Use
#    the hinge form of the problem, and say where you use that it is the same problem. What then becomes of $\lambda$ in the form `"lecture"` of part E, and
#    of $\lambda$ in the form `"descent"`?
# 2. Give multipliers of the $2n$ points at the price $C_2$, made of the $\alpha_i$, and prove that they solve the dual program. Are they the only ones?
#
# A person grades this part.
#
# === BEGIN MARK SCHEME ===
# 1 point: each hinge occurs twice, so at the price C_2 the hinge form of the 2n points is |w|^2/2 + 2 C_2 sum h, the same function of
# (w, b) as that of the n points if C_2 = C/2; the same function has the same minimisers. By the theorem (slack program =
# hinge problem) these are the soft margins on both sides. lecture: lambda = 1/(2C) doubles. descent: lambda = 1/(nC) =
# 1/(2n C_2) stays. Half a point if one of the two lambdas or the use of the theorem is missing, or if it is not said
# that the two objectives are the same function.
#
# 1 point: give both copies alpha_i/2. Feasible: 0 <= alpha_i/2 <= C/2 = C_2, and the sum of alpha y is as before. The
# combination of the points is the same w, the sum of the multipliers the same, so the dual value is that of alpha,
# which is the least cost of the n points (no gap), which is the least cost of the 2n points by 1; no feasible
# multipliers have more (weak duality). Not the only ones: any split of alpha_i in two parts within [0, C/2] will do, so there
# are others as soon as some alpha_i is between 0 and C. Half a point without the proof of optimality. Nothing off if
# only one other split is shown, in an example.
# === END MARK SCHEME ===

# %% [markdown]
# ## Part I: the promise and the run, on tumors ({{points:checkpoints}})
#
# Book: descent, "Two remedies: small steps, and an average"; descent-rate, the theorem "The rate of averaged descent".
#
# A theorem promises how far the descent of part F can be above the least value of $F$ after $T$ steps, in the mean over all draws. Put the promise next to
# what happens. Your function stops at some checkpoints on the way and writes down both: $F$ at the average of the first $T$ steps, and the most that the
# theorem allows for its excess over the least value, with $G = 2R$ and $R$ the largest length of a point.
#
# The visible test draws three of your runs on the tumors, standardized, and the promise. Does the promise hold for each of them? Must it? How many steps
# would it take until the promise is $0.01$, and how many do the runs need? Which quantity of the data makes the two so different? These questions are for
# yourself; there is nothing to hand in.
#
# **By hand.** Take the run of part F, on the point $-2$ with label $-1$ and $\mu = 1$, with the checkpoints 1 and 3. After one step the average is
# $\mathbf{w}_1 = 0$, where $F = 1$; after three it is $(1)$, where $F = \frac12$. Here $R = 2$ and $G = 4$, and the theorem allows 16 and 8. The answer is
# `([0, 0, 0], [[1, 16], [0.5, 8]])`.
#
# **Write** `checkpoints(X, y, mu, at, seed)`, where `at` is a list of whole numbers from 1, rising. It runs the descent for as many steps as the last entry
# of `at` says, and returns `(draws, rows)`: the rows drawn, as in part F, and for each $T$ in `at` two numbers, $F(\bar{\mathbf{w}}_T)$ and what the theorem
# allows. $\bar{\mathbf{w}}_T$ is the average of the first $T$ steps.
#
# :::{small-print} how it's judged, sizes and tolerances
# The hidden tests repeat your steps with your draws, on data of their own, up to 1,000 steps. As in part F, compare each product with 1 as it is. Both
# numbers may be off by one part in $10^8$.
# :::

# %% answer="checkpoints"
def checkpoints(X, y, mu, at, seed):
    """Return (draws, rows): the rows drawn, and for each T in `at` F of the average and the excess that is promised."""
    ### BEGIN SOLUTION
    draws = np.random.default_rng(seed).integers(len(X), size=at[-1])
    w, average, rows = np.zeros(X.shape[1]), np.zeros(X.shape[1]), []
    square = (X**2).sum(axis=1).max()
    for t, i in enumerate(draws, 1):
        average += 2 / (t + 1) * (w - average)
        if t in at:
            F = mu / 2 * (average @ average) + np.maximum(0, 1 - y * (X @ average)).mean()
            rows.append((F, 8 * square / (mu * (t + 1))))
        pull = y[i] * X[i] if y[i] * (w @ X[i]) < 1 else 0
        w = w - 2 / (mu * (t + 1)) * (mu * w - pull)
    return draws, rows
    ### END SOLUTION

# %% check="checkpoints"
from margin_lib import soft_margin

X, y, _ = breast_cancer(standardize=True)
mu, at = 0.1, [1, 4, 16, 64, 256, 1024, 4096]
least = soft_margin(X, y, C=1 / (len(X) * mu), bias=False).primal * mu
plt.figure()
for seed in ({{seed}}, {{seed}} + 1, {{seed}} + 2):
    draws, rows = Form.parts(checkpoints(X, y, mu, at, seed), 2, "(draws, rows)")
    draws, rows = Form.rows(draws, len(X), "the list of draws"), Form.numbers(rows, (7, 2), "the rows of seven checkpoints")
    assert len(draws) == 4096, f"4096 steps make 4096 draws, but there are {len(draws)}."
    assert abs(rows[0][0] - 1) < 1e-9, f"after one step the average is w_1 = 0, where F is 1, but your first number is {rows[0][0]}."
    assert min(row[0] for row in rows) >= least - 1e-9, f"no value of F is below the least, {least:.4f}, but one of yours is."
    assert (rows[:, 1] > 0).all() and (np.diff(rows[:, 1]) < 0).all(), f"more steps promise less excess, but never none; yours are {rows[:, 1]}."
    plt.loglog(at, [row[0] - least for row in rows], marker="o", label=f"seed {seed}")
    print(f"seed {seed}: F is {rows[-1][0]:.4f} in the end, the least is {least:.4f}, and the promised excess {rows[-1][1]:.2f}")
plt.loglog(at, [row[1] for row in rows], linestyle="--", color="black", label="promise")
plt.xlabel("steps")
plt.ylabel("F above its least value")
plt.legend()

# %% test="checkpoints"
import numpy as np

from course.judge import matrix, wholes
from course.judge.answers import unpacked

cases = []
for i, (n, d, mu, at) in enumerate([(1, 1, 0.9, [1, 2, 5]), (30, 2, 0.11, [1, 10, 100, 1000]), (6, 15, 0.6, [3, 4, 50]), (25, 3, 0.01, [700])]):
    rng = marks.rng(f"{i}")
    X, y = rng.normal(size=(n, d)) * rng.uniform(1, 4), rng.choice([-1.0, 1.0], size=n)
    cases.append((X, y, mu, at, marks.seed(f"draws {i}") % 10**6))
cases.append((np.array([[2.0, 0.0]]), np.array([1.0]), 4.0, [2, 3, 6], 5))  # w_2 puts the point on the edge
x = marks.rng("hinge").uniform(1, 4)
cases.append((np.array([[x]]), np.array([1.0]), 2 * x**2 / (3 - 3e-7), [2], 5))  # the average of two steps has a hinge of 1e-7
KINDS = ["one point", "many points", "more coordinates than points", "a single checkpoint", "a point that a step puts on the edge", "a hinge that is almost 0"]
answers = []


def values(X, y, mu, draws, at):
    path = [np.zeros(X.shape[1])]
    for t, i in enumerate(draws, 1):
        pull = y[i] * X[i] if y[i] * (X[i] @ path[-1]) < 1 else 0 * X[i]
        path.append(path[-1] - 2 / (mu * (t + 1)) * (mu * path[-1] - pull))
    for T in at:
        w = np.average(path[:T], axis=0, weights=np.arange(1, T + 1))
        yield mu / 2 * (w @ w) + np.maximum(0, 1 - y * (X @ w)).mean()


with marks.claim(1, "F of the average at each checkpoint, from your own draws", read="descent: One point is enough"):
    for kind, (X, y, mu, at, seed) in zip(KINDS, cases):
        marks.on(kind)
        draws, rows = unpacked(marks.call(checkpoints, X, y, mu, at, seed), 2, "what checkpoints returns")
        answers.append((wholes(draws, len(X), "the list of draws"), matrix(rows, len(at), 2, "the list of rows")))
    for kind, (X, y, mu, at, _), (draws, rows) in zip(KINDS, cases, answers):
        marks.on(kind)
        assert len(draws) == at[-1]
        assert np.allclose(rows[:, 0], list(values(X, y, mu, draws, at)), rtol=1e-8, atol=0)
with marks.claim(1, "what the theorem allows after so many steps", read="descent-rate: Why it gets there"):
    marks.needs(len(answers) == len(cases))
    for kind, (X, y, mu, at, _), (_, rows) in zip(KINDS, cases, answers):
        marks.on(kind)
        right = [8 * max(x @ x for x in X) / (mu * (T + 1)) for T in at]
        assert np.allclose(rows[:, 1], right, rtol=1e-8, atol=0)
