# %% role="set"
title = "Kernels"
barred = ["kernels", "descent", "perceptrons", "estimators"]
packages = ["numpy", "matplotlib"]
own = ["certified", "proof_order", "crossing", "held_out"]

STEPS = {
    "linear": "The function $\\mathbf{x}\\cdot\\mathbf{x}'$ is a kernel: each point is its own list of features.",
    "constant": "The constant $r$ is a kernel, as $r \\ge 0$: its only feature is $\\sqrt r$, the same for all points.",
    "list": "For any two kernels $k$ and $k'$: the features of $k$ followed by those of $k'$ "
    "are a list whose inner product is $k + k'$.",
    "base": "So $\\mathbf{x}\\cdot\\mathbf{x}' + r$ is a kernel.",
    "products": "For any two kernels $k$ and $k'$ with features $\\phi_i$ and $\\psi_j$: the list of all $\\phi_i\\psi_j$ "
    "has the inner product $\\sum_{i,j} \\phi_i(\\mathbf{x})\\psi_j(\\mathbf{x})\\phi_i(\\mathbf{x}')\\psi_j(\\mathbf{x}')$.",
    "apart": "This sum over all pairs is $\\sum_i \\phi_i(\\mathbf{x})\\phi_i(\\mathbf{x}')$ times "
    "$\\sum_j \\psi_j(\\mathbf{x})\\psi_j(\\mathbf{x}')$, and so $k\\,k'$ is a kernel.",
    "power": "Multiply $p$ equal factors: $(\\mathbf{x}\\cdot\\mathbf{x}' + r)^p$ is a kernel, with some feature map $\\chi$.",
    "table": "So for any points the Gram matrix has the entries $K_{ij} = \\chi(\\mathbf{x}_i)\\cdot\\chi(\\mathbf{x}_j)$.",
    "square": "$\\sum_{i,j} c_ic_jK_{ij} = \\big\\|\\sum_i c_i\\chi(\\mathbf{x}_i)\\big\\|^2$ for all numbers $c_i$.",
    "end": "The square of a length is not below 0, whatever the $c_i$ are, so $K$ is positive semidefinite.",
    "same": "For any two kernels $k$ and $k'$ with features $\\phi_i$ and $\\psi_i$: the list of the products $\\phi_i\\psi_i$, "
    "one for each $i$, has the inner product $k\\,k'$.",
    "entries": "No $K_{ij}$ is below 0, so that $\\sum_{i,j} c_ic_jK_{ij}$ is not below 0 either.",
}
BUILDS_ON = {
    "linear": [],
    "constant": [],
    "list": [],
    "base": ["linear", "constant", "list"],
    "products": [],
    "apart": ["products"],
    "power": ["base", "apart"],
    "table": ["power"],
    "square": ["table"],
    "end": ["square"],
}


def variant(draw):
    """Draw two points, three points that cost four updates, a shift, a rectangle, and which birds are learned from."""
    from margin_lib import kernel_perceptron, linear_kernel

    rng = draw.rng("pair")
    while True:
        x, z = rng.integers(-3, 4, size=(2, 2)).tolist()
        inner, squared = x[0] * z[0] + x[1] * z[1], (x[0] - z[0]) ** 2 + (x[1] - z[1]) ** 2
        if inner in (1, 2, 3) and squared in (2, 5) and 0 not in x + z:
            break
    rng = draw.rng("example")
    while True:
        points = rng.integers(-3, 4, size=(3, 2))
        run = kernel_perceptron(points, [1, -1, 1], linear_kernel, max_corrections=5)
        if run.corrections == 4 and run.finished and len(set(run.order.tolist())) == 3:
            break
    middle, half = draw.rng("rectangle").permutation([3, 4, 5, 6])[:2].tolist(), draw.choice("half", [(1, 2), (2, 1)])
    low, high = ([m + sign * h for m, h in zip(middle, half)] for sign in (-1, 1))
    return {
        "first": x,
        "second": z,
        "inner": inner,
        "squared": squared,
        "gram": (points @ points.T).tolist(),
        "order": run.order.tolist(),
        "counts": run.alpha.tolist(),
        "top": draw.choice("top", [3, 4, 5]),
        "shift": draw.choice("shift", [2, 3, 4, 5]),
        "alike": f"$({low[0]}, {high[1]})$ and $({high[0]}, {low[1]})$",
        "others": f"$({low[0]}, {low[1]})$ and $({high[0]}, {high[1]})$",
        "hidden_middle": f"m1 = {middle[0]}, m2 = {middle[1]}",
        "seed": draw.seed("birds"),
        **draw.steps(STEPS, BUILDS_ON),
    }


# %%
from itertools import combinations_with_replacement
from math import factorial, prod

import matplotlib.pyplot as plt
import numpy as np

from margin_lib.datasets import penguins
from margin_lib.plots import plot_points, plot_regions
from notebook_checks.answer_format import Form

# %% [markdown]
# A kernel algorithm sees nothing of the points but a table of numbers. So most parts of this set get no points at all: they get `K`, a Gram matrix, whose
# entry $K_{ij}$ is the kernel at the points $i$ and $j$. Where there are points, `X` is a matrix with a point in each row; `y` is a vector of labels, $+1$ or
# $-1$. Row numbers are counted from 0.
#
# :::{small-print} what can occur, and what you may return
# There may be only one point or only one coordinate, and the same point may occur more than once. Matrices and vectors come as numpy arrays; `draws` and
# `gammas` are lists. Where you return a matrix or a vector of numbers, lists will do as well.
# :::

# %% [markdown]
# ## Part A: three kernels ({{points:kernel_table}})
#
# Book: kernels, "The kernel trick".
#
# Three kernels will take you through this set: the linear one, $\mathbf{x}\cdot\mathbf{x}'$; the polynomial one, $(\mathbf{x}\cdot\mathbf{x}' + r)^p$; and
# the RBF kernel, $\exp(-\gamma\,\|\mathbf{x} - \mathbf{x}'\|^2)$. They are given as tuples, `("linear",)`, or `("polynomial", p, r)` with a whole number
# $p \ge 1$ and $r \ge 0$, or `("rbf", gamma)` with $\gamma > 0$. Build the table of such a kernel between two sets of points. That takes a few lines, but
# mind one thing: under the RBF kernel, the points may lie ten million away from the origin, and only a few units from each other. There are several ways to
# compute $\|\mathbf{x} - \mathbf{x}'\|^2$. Which one survives that?
#
# **By hand.** Take $\mathbf{x} = (1, 2)$ and $\mathbf{x}' = (2, 1)$. Their inner product is 4, so the linear kernel is 4, and the polynomial one with $p = 2$
# and $r = 1$ is $5^2 = 25$. Their difference is $(-1, 1)$, of squared length 2, so the RBF kernel with $\gamma = \frac12$ is $e^{-1}$, about 0.368. With one
# point in each set, the answers are `[[4]]`, `[[25]]` and `[[0.368]]`.
#
# **Write** `kernel_table(kernel, X, Z)`. It returns the matrix of $k(\mathbf{x}_i, \mathbf{x}'_j)$, with a row for each row $\mathbf{x}_i$ of `X` and a
# column for each row $\mathbf{x}'_j$ of `Z`. If `Z` is `X`, this is the Gram matrix of `X`.
#
# :::{small-print} sizes and tolerances
# There are at most 40 points in `X` and in `Z`, in at most 10 dimensions, and $p \le 6$. Under the first two kernels, what you return may be off by $10^{-9}$
# times the largest size of an entry. Under the RBF kernel it may be off by $10^{-9}$.
# :::

# %% answer="kernel_table"
def kernel_table(kernel, X, Z):
    """Return the matrix of k(x, x'), a row for each x and a column for each x'."""
    ### BEGIN SOLUTION
    if kernel[0] == "rbf":
        squares = ((X[:, None, :] - Z[None, :, :]) ** 2).sum(axis=2)
        return np.exp(-kernel[1] * squares)
    p, r = kernel[1:] or (1, 0.0)
    return (X @ Z.T + r) ** p
    ### END SOLUTION

# %% check="kernel_table"
x, Z = np.array([{{first}}], dtype=float), np.array([{{second}}, {{second}}, {{first}}], dtype=float)
kernels = [("linear",), ("polynomial", 2, 1.0), ("rbf", 1.0)]
tables = [Form.numbers(kernel_table(kernel, x, Z), (1, 3), "the table of one point against three") for kernel in kernels]
names = ["linear", "polynomial", "RBF"]
for name, table, value in zip(names, tables, [{{inner}}, ({{inner}} + 1) ** 2, np.exp(-{{squared}})]):
    assert abs(table[0, 0] - value) < 1e-9, f"the {name} kernel at {{first}} and {{second}} is {value}, but yours is {table[0, 0]}."
assert abs(tables[2][0, 2] - 1) < 1e-9, f"the RBF kernel of a point with itself is 1, but yours is {tables[2][0, 2]}."
print("The form is right, and the example by hand too.")

# %% test="kernel_table"
import numpy as np

from course.judge import matrix

rng = marks.rng("points")
read = "kernels: The kernel trick"


def whole_points(n, d, size=6):
    return rng.integers(-size, size + 1, size=(n, d)).astype(float)


def agrees(kernel, X, Z, k, allowed):
    table = matrix(marks.call(kernel_table, kernel, X, Z), len(X), len(Z), "the table")
    right = np.array([[k(x, z) for z in Z] for x in X])
    assert np.abs(table - right).max() <= allowed * max(1.0, np.abs(right).max())


with marks.claim(1, "the linear and the polynomial kernel, of any degree and with any r, 0 too", read=read):
    for n, m, d, p, r in [(1, 1, 1, 1, 0.0), (3, 5, 1, 2, 0.0), (5, 3, 2, 3, 1.0), (40, 30, 10, 2, 2.5), (4, 4, 3, 6, 0.5)]:
        X, Z = whole_points(n, d), whole_points(m, d)
        marks.on("r = 0" if r == 0 else "an r above 0")
        agrees(("polynomial", p, r), X, Z, lambda x, z: (x @ z + r) ** p, 1e-9)
        marks.on("the linear kernel")
        agrees(("linear",), X, Z, lambda x, z: x @ z, 1e-9)
    marks.on("a set of points and the same set")
    agrees(("polynomial", 3, 1.0), X, X, lambda x, z: (x @ z + 1) ** 3, 1e-9)
with marks.claim(1, "the RBF kernel, for any gamma, also far from the origin", read=read):
    for n, m, d, gamma, away in [(1, 1, 1, 1.0, 0), (3, 5, 1, 0.01, 0), (6, 2, 2, 0.1, 0), (6, 6, 2, 0.1, 0), (40, 30, 10, 0.003, 0), (5, 4, 3, 0.2, 10_000_000)]:
        X, Z = away + whole_points(n, d, 2000) / 1024, away + whole_points(m, d, 2000) / 1024
        Z[0] = X[0]
        marks.on("points far from the origin" if away else "as many points in both sets" if n == m else "points around the origin")
        agrees(("rbf", gamma), X, Z, lambda x, z: np.exp(-gamma * ((x - z) ** 2).sum()), 1e-9)

# %% [markdown]
# ## Part B: a Gram matrix, or not ({{points:certified}})
#
# Book: kernel-choice, "A test without features".
#
# You are sent a symmetric matrix, with the claim that it's the Gram matrix of a kernel. Don't just say yes or no: prove it. The theorem of the book has two
# halves, and each of them is a proof that you can hand over.
#
# - If `K` is positive semidefinite, find vectors $\mathbf{v}_1, \dots, \mathbf{v}_n$ with $\mathbf{v}_i\cdot\mathbf{v}_j = K_{ij}$ for all $i$ and $j$. They
#   may have more or fewer than $n$ entries.
# - If it isn't, find numbers $c_1, \dots, c_n$ with $\sum_{i,j} c_ic_jK_{ij} < 0$. No vectors survive that.
#
# No matrix has both proofs, so your word isn't needed.
#
# **By hand.** The matrix with the rows $(4, 2)$ and $(2, 1)$ is the table of the vectors $(2)$ and $(1)$, and the answer is `(True, [[2], [1]])`. The rows
# $(1, 0)$ and $(0, -1)$ belong to no vectors, as $c = (0, 1)$ proves: the answer is `(False, [0, 1])`.
#
# **Write** `certified(K)`. It returns `(True, V)`, where $\mathbf{v}_i$ is the $i$-th of the $n$ rows of $V$, or `(False, c)`, with the vector of the $n$
# numbers.
#
# :::{small-print} sizes, zeros and tolerances
# The entries are whole numbers of size up to 10,000, and $n$ is at most 30. `K` may be singular, and it may be zero. Then an eigenvalue that should be 0
# comes out of a computer a little above or below 0. If `K` is not positive semidefinite, its least eigenvalue is below $-10^{-3}$: so take what is above
# $-10^{-4}$ for a zero. `V` may have up to 1,000 columns. The inner products may be off by $10^{-6}$. The sum must be below $-10^{-6}\,\|c\|^2$. Always
# giving the same answer earns no points.
# :::

# %% answer="certified"
def certified(K):
    """Return (True, V) with V V^T = K, or (False, c) with c.Kc < 0."""
    ### BEGIN SOLUTION
    values, vectors = np.linalg.eigh(K)
    if values[0] < -1e-4:
        return False, vectors[:, 0]
    return True, vectors * np.sqrt(np.maximum(values, 0))
    ### END SOLUTION

# %% check="certified"
for K, right in [(np.array([[4.0, 2.0], [2.0, 1.0]]), True), (np.array([[1.0, 0.0], [0.0, -1.0]]), False)]:
    answer, proof = Form.parts(certified(K), 2, "(True, V) or (False, c)")
    assert isinstance(answer, (bool, np.bool_)), f"True or False must come first, but it is {Form.described(answer)}."
    assert answer == right, f"about the rows {K.tolist()} your answer is {answer}; see the example above."
    if answer:
        V = Form.numbers(proof, (2, -1), "V")
        assert np.abs(V @ V.T - K).max() < 1e-6, f"the inner products of the rows of V must be {K.tolist()}, but are {(V @ V.T).tolist()}."
    else:
        c = Form.numbers(proof, (2,), "c")
        assert c @ K @ c < 0, f"the sum must be below 0, but with your c it is {c @ K @ c}."
print("The form is right, and both examples.")

# %% test="certified"
import numpy as np

from course.judge import matrix, truth, vector
from course.judge.answers import unpacked

rng = marks.rng("matrices")
read = "kernel-choice: A test without features"


def gram_of_points(n, d, size=9):
    X = rng.integers(-size, size + 1, size=(n, d)).astype(float)
    return X @ X.T


def with_block(block, n, size=9):
    """Put a block into the Gram matrix of other points, in places that nobody can foresee."""
    K, place = gram_of_points(n, 3 if size == 9 else 1, size), rng.permutation(n)
    K[: len(block), :] = K[:, : len(block)] = 0
    K[: len(block), : len(block)] = block
    return K[np.ix_(place, place)]


def thin(a):
    """The least eigenvalue is about -1 / (2 a + 2)."""
    return np.array([[a, a + 1.0], [a + 1.0, a + 2.0]])


tables = {
    "a matrix of zeros": np.zeros((3, 3)),
    "a single entry": np.array([[7.0]]),
    "two points": gram_of_points(2, 2),
    "more points than coordinates": gram_of_points(12, 3),
    "more coordinates than points": gram_of_points(30, 40),
    "points that are there twice": np.tile(gram_of_points(4, 2), (2, 2)),
    "a polynomial kernel": (gram_of_points(6, 1) + 1) ** 2,
    "large entries and a singular matrix": gram_of_points(30, 1, 100),
}
no_tables = {
    "a single entry below 0": np.array([[-3.0]]),
    "zeros on the diagonal and other entries beside them": np.array([[0.0, 2.0], [2.0, 0.0]]),
    "a least eigenvalue that is not far below 0": with_block(thin(int(rng.integers(60, 99))), 9),
    "a determinant above 0": 5.0 * (2 * np.ones((3, 3)) - np.eye(3)),
    "rows of which any two are positive semidefinite": with_block(4.0 * (2 * np.eye(3) - np.ones((3, 3))), 7),
    "thirty rows": with_block(2 * np.ones((3, 3)) - np.eye(3), 30),
    "large eigenvalues and one that is a little below 0": with_block(thin(int(rng.integers(400, 481))), 30, 100),
}
agreed, refused = [], []


def answer_to(K):
    answer, proof = unpacked(marks.call(certified, K), 2, "what certified returns")
    return truth(answer, "the first of the two"), proof


def verdict_on(K):
    """Return the answer alone; the proof must have its form all the same."""
    answer, proof = answer_to(K)
    matrix(proof, len(K), what="V") if answer else vector(proof, len(K), "c")
    return answer


def answers_to(matrices):
    for kind, K in matrices.items():
        marks.on(kind)
        yield answer_to(K)


with marks.claim(1, "where it is positive semidefinite, vectors with these inner products", read=read):
    agreed = list(answers_to(tables))
    marks.on("a matrix that is not positive semidefinite")
    assert not verdict_on(-float(rng.integers(1, 9)) * np.eye(1))
    for (kind, K), (answer, V) in zip(tables.items(), agreed):
        marks.on(kind)
        assert answer
        V = matrix(V, len(K), what="V")
        assert V.shape[1] <= 1000
        assert np.abs(V @ V.T - K).max() <= 1e-6
with marks.claim(1, "where it is not, numbers for which the sum is below 0", read=read):
    refused = list(answers_to(no_tables))
    marks.on("a matrix that is positive semidefinite")
    assert verdict_on(float(rng.integers(1, 9)) * np.eye(2))
    for (kind, K), (answer, c) in zip(no_tables.items(), refused):
        marks.on(kind)
        assert not answer
        c = vector(c, len(K), "c")
        assert c @ K @ c < -1e-6 * (c @ c)
with marks.claim(1, "the right answer each time, for singular matrices too", read=read):
    marks.needs(len(agreed) == len(tables) and len(refused) == len(no_tables))
    for (kind, _), (answer, _) in zip([*tables.items(), *no_tables.items()], [*agreed, *refused]):
        marks.on(kind)
        assert answer == (kind in tables)

# %% [markdown]
# ## Part C: the perceptron that sees only $K$ ({{points:counted}})
#
# Book: kernel-machines, "The perceptron without $\mathbf{w}$".
#
# In the space of a kernel you can't write down $\mathbf{w}$, but you know what it's made of. If $\alpha_j$ counts the updates on point $j$, then
# $f(\mathbf{x}_i) = \sum_j \alpha_j\,y_j\,K_{ij}$, and the counts are all you need to keep. Start with counts of 0. While some point is misclassified,
# $y_i f(\mathbf{x}_i) \le 0$, choose any such point and add 1 to its count. The choice is yours. Stop after `budget` updates at the latest. There is no bias.
#
# **By hand.** Let $K$ have the rows $(2, 1)$ and $(1, 2)$, with the labels $+1$ and $-1$. At first $f$ is 0 at both points, and both are misclassified; say
# you take row 0. Then $f$ is 2 and 1, and row 1 is misclassified. An update there makes $f$ equal to $2 - 1$ and $1 - 2$, and you're done. The answer is
# `([1, 1], [0, 1])`.
#
# **Write** `counted(K, y, budget)`. It returns `(alpha, order)`: the counts at the end, and the row numbers of the points that you updated on, in the order
# of the updates.
#
# :::{small-print} sizes and time
# The entries of `K` are whole numbers, so your sums are exact: compare them with 0. There are up to 60 points, and up to 2,000 updates; the budget may be 0.
# The same point may be there twice, with two labels, and a point may have $K_{ii} = 0$. A call may take 10 seconds of CPU. The hidden tests follow your
# updates one by one.
# :::

# %% answer="counted"
def counted(K, y, budget):
    """Return (alpha, order): how many updates there were on each point, and the points in the order of the updates."""
    ### BEGIN SOLUTION
    alpha, f, order = np.zeros(len(y)), np.zeros(len(y)), []
    while len(order) < budget:
        mistakes = np.flatnonzero(y * f <= 0)
        if len(mistakes) == 0:
            break
        i = int(mistakes[0])
        alpha[i] += 1
        f += y[i] * K[i]
        order.append(i)
    return alpha, order
    ### END SOLUTION

# %% check="counted"
K, y = np.array({{gram}}, dtype=float), np.array([1.0, -1.0, 1.0])
alpha, order = Form.parts(counted(K, y, 100), 2, "(alpha, order)")
alpha, order = Form.numbers(alpha, (3,), "alpha, the counts of three points,"), Form.rows(order, 3, "the order")
assert 0 < len(order) <= 100, f"at first every point is a mistake, and the budget is 100, but there were {len(order)} updates."
for i in range(3):
    assert alpha[i] == order.count(i), f"point {i} stands {order.count(i)} times in the order, but its count is {alpha[i]}."
f = np.zeros(3)
for k, i in enumerate(order):
    assert y[i] * f[i] <= 0, f"your order begins with {order[: k + 1]}, but the last of these updates is on no mistake: those before it make f {f[i]} at point {i}, and its label is {y[i]:+.0f}."
    f += y[i] * K[i]
_, single = Form.parts(counted(np.array([[4.0]]), np.array([-1.0]), 9), 2, "(alpha, order)")
single = Form.rows(single, 1, "the order")
assert single == [0], f"for a single point with the label -1 and K = 4 one update makes f -4 there, which is right; but your order is {single}."
correct = y * (K @ (alpha * y))
assert (correct > 0).all(), f"here all mistakes can be mended, with fewer than 100 updates, but with your counts y f is {correct}."
print("The form is right. Going around the rows in order, one gets", {{order}}, "and the counts", {{counts}})

# %% test="counted"
import numpy as np

from course.judge import vector, wholes
from course.judge.answers import unpacked
from course.judge.data import separable

rng = marks.rng("points")


def quarters(n, d):
    """Points around the origin, some of them twice, +1 where the signs of the first two coordinates differ."""
    X = rng.integers(1, 5, size=(n, d)) * rng.choice([-1.0, 1.0], size=(n, d))
    X[1] = X[0]
    X[2] = [-X[0, 0], *X[0, 1:]]
    return X, np.where(X[:, 0] * X[:, 1] < 0, 1.0, -1.0)


crossed, y = quarters(40, 2)
deep, signs = quarters(12, 3)
X, labels = separable(marks.rng("plane"), 60, 3)
close = rng.integers(6, 10) - np.array([[0.0], [1.0]])  # two points, with a margin so small that each is corrected often
cases = [
    ((crossed @ crossed.T + 1) ** 2, y),
    ((deep @ deep.T) ** 2, signs),
    (X @ X.T, labels),
    (close @ close.T + 1, np.array([1.0, -1.0])),
    (np.array([[3.0]]), np.array([-1.0])),
    (np.array([[3.0]]), np.array([1.0])),
]
KINDS = ["quarters of the plane", "quarters of space", "points that a plane separates", "two points with a narrow margin", *2 * ["one point"]]
runs = []


def run(K, y, budget):
    alpha, order = unpacked(marks.call(counted, K, y, budget), 2, "what counted returns")
    return vector(alpha, len(y), "alpha"), wholes(order, len(y), "the order", most=4000)


def all_mistakes(K, y, order):
    """Return whether each update was on a mistake, and y f at the end."""
    f, fair = np.zeros(len(y)), True
    for i in order:
        fair = fair and y[i] * f[i] <= 0
        f += y[i] * K[:, i]
    return fair, y * f


with marks.claim(1, "in a run that is finished, each update is on a point that is a mistake at that moment", read="kernel-machines: The perceptron without $\\vw$"):
    for kind, (K, y) in zip(KINDS, cases):
        marks.on(kind)
        runs.append(run(K, y, 2000))
    for kind, (K, y), (_, order) in zip(KINDS, cases, runs):
        marks.on(kind)
        assert order, "there is a mistake at the start"
        fair, products = all_mistakes(K, y, order)
        assert fair and (products > 0).all()
with marks.claim(1, "the counts are those of the order, and with them no mistake is left where that can be", read="kernel-machines: The perceptron without $\\vw$"):
    marks.needs(len(runs) == len(cases))
    for kind, (K, y), (alpha, order) in zip(KINDS, cases, runs):
        marks.on(kind)
        assert np.array_equal(alpha, np.bincount(order, minlength=len(y)))
        assert (all_mistakes(K, y, order)[1] > 0).all()
with marks.claim(1, "where it cannot be, exactly as many updates as the budget allows", read="kernel-machines: The perceptron without $\\vw$"):
    factor = float(marks.rng("factor").integers(1, 10))
    twice = factor * np.array([[2.0, 2.0, 1.0], [2.0, 2.0, 1.0], [1.0, 1.0, 5.0]])  # a point with both labels
    at_origin = factor * np.array([[4.0, 0.0], [0.0, 0.0]])  # a point whose features are all 0
    both, origin = "a point that is there with both labels", "a point whose features are all 0"
    for kind, K, y in [(both, twice, np.array([1.0, -1.0, 1.0])), (origin, at_origin, np.array([1.0, -1.0])), (origin, at_origin, np.array([1.0, 1.0]))]:
        for budget in (0, 1, 150, 2000):
            marks.on("the budget 0" if budget == 0 else kind)
            _, order = run(K, y, budget)
            assert len(order) == budget
            assert all_mistakes(K, y, order)[0]

# %% [markdown]
# ## Part D: descent on a Gram matrix ({{points:descended}})
#
# Book: kernel-machines, "Descent without $\mathbf{w}$".
#
# The perceptron stops at the first $f$ without a mistake. Descent goes on to a wide margin, and it needs no $\mathbf{w}$ either: along the way
# $\mathbf{w} = \sum_j \beta_j\,\phi(\mathbf{x}_j)$, and so it's enough to keep the $\beta_j$. Each step shrinks them all, and may add to one of them. The
# book draws the point of a step at random. Here the drawing was done for you: `draws` lists the rows of the drawn points, one for each step $t = 1, 2, \dots$
#
# Let $\mu = 2\lambda/n$, and start from $\beta = 0$. In step $t$, for the drawn point $i$:
#
# 1. Let $\eta = 2/(\mu(t + 1))$, and $q = y_i\sum_j \beta_jK_{ij}$ with the $\beta$ from before the step.
# 2. Multiply all of $\beta$ by $1 - \eta\mu$.
# 3. If $q < 1$, the point **pulls**: add $\eta\,y_i$ to $\beta_i$. A point with $q = 1$ doesn't pull.
#
# There is no bias.
#
# **By hand.** There are two points, $K$ has the rows $(2, 1)$ and $(1, 3)$, the labels are $+1$ and $-1$, $\lambda = 1$, so that $\mu = 1$, and the draws are
# 0, 1, 1, 0. Before the four steps $\beta$ is $(0, 0)$, $(1, 0)$, $(\tfrac13, -\tfrac23)$ and $(\tfrac16, -\tfrac13)$, and $q$ is 0, $-1$, $\tfrac53$ and 0. So
# the drawn point pulls in steps 1, 2 and 4, and $\beta$ ends at $\tfrac35(\tfrac16, -\tfrac13) + (\tfrac25, 0) = (\tfrac12, -\tfrac15)$. The mean of the four
# $\beta$ from before the steps, with the weights 1, 2, 3 and 4, is $(\tfrac{11}{30}, -\tfrac13)$. The answer is $(\tfrac12, -\tfrac15)$,
# $(\tfrac{11}{30}, -\tfrac13)$ and $[1, 2, 4]$.
#
# **Write** `descended(K, y, lam, draws)`. It returns `(beta, mean, pulled)`: $\beta$ after the last step; the mean of the $\beta$ from *before* each step,
# the one before step $t$ with weight $t$; and the list of the steps $t$, counted from 1, in which the drawn point pulled.
#
# :::{small-print} sizes, ties and tolerances
# There are at most 60 points and 2,000 draws, and at least one of each. The hidden tests have a case where $q$ is exactly 1, and all sums up to there are
# exact: compare $q$ with 1 as it is. Where $q$ is within $10^{-9}$ of 1 but not equal to it, either is right. `beta` and `mean` may be off by one part in
# $10^8$ of their largest entry.
# :::

# %% answer="descended"
def descended(K, y, lam, draws):
    """Return (beta, mean, pulled): the last beta, the weighted mean, and the steps in which the drawn point pulled."""
    ### BEGIN SOLUTION
    mu = 2 * lam / len(y)
    beta, total, pulled = np.zeros(len(y)), np.zeros(len(y)), []
    for t, i in enumerate(draws, 1):
        total += t * beta
        eta = 2 / (mu * (t + 1))
        q = y[i] * (K[i] @ beta)
        beta *= 1 - eta * mu
        if q < 1:
            beta[i] += eta * y[i]
            pulled.append(t)
    return beta, total / sum(range(len(draws) + 1)), pulled
    ### END SOLUTION

# %% check="descended"
K = np.array([[2.0, 1.0], [1.0, {{top}}]])
beta, mean, pulled = Form.parts(descended(K, np.array([1.0, -1.0]), 1.0, [0, 1, 1, 0]), 3, "(beta, mean, pulled)")
beta, mean = Form.numbers(beta, (2,), "beta, an entry for each point,"), Form.numbers(mean, (2,), "the mean, an entry for each point,")
pulled = Form.numbers(pulled, (-1,), "the list of steps in which a point pulled").tolist()
assert pulled == [1, 2, 4], f"points pull in the steps 1, 2 and 4, here as in the example above, but yours are {pulled}."
assert np.allclose(beta, [1 / 2, -1 / 5]), f"after the last step beta is (1/2, -1/5), here as in the example above, but yours is {beta}."
assert np.allclose(mean, [11 / 30, -1 / 3]), f"the mean is (11/30, -1/3), here as in the example above, but yours is {mean}."
_, _, pulled = Form.parts(descended(np.array([[2.0]]), np.array([-1.0]), 1.0, [0, 0]), 3, "(beta, mean, pulled)")
pulled = Form.numbers(pulled, (-1,), "the list of steps in which a point pulled").tolist()
assert pulled == [1], f"for one point with K = 2 and lambda = 1, beta is -1/2 after a step; then q is exactly 1, and the point doesn't pull; but yours pulls in the steps {pulled}."
print("The form is right, and the example too.")

# %% test="descended"
import numpy as np

from course.judge import vector, wholes
from course.judge.answers import unpacked

rng = marks.rng("tables")
cases = []
for n, d, lam, steps in [(1, 1, 0.7, 1), (5, 2, 0.1, 40), (30, 2, 3.0, 700), (60, 4, 20.0, 2000)]:
    X = rng.integers(-3, 4, size=(n, d)) / 2
    y = np.where(rng.permutation(n) % 2 == 0, 1.0, -1.0)
    cases.append(((X @ X.T + 1) ** 2, y, lam, rng.integers(0, n, size=steps).tolist()))
KINDS = ["one point and one step", "a few points", "many points", "a long run"]
power = 2.0 ** float(rng.integers(2, 6))
at_the_kink = [(np.array([[power]]), np.array([-1.0]), power / 2, [0, 0]), (np.eye(2), np.array([1.0, -1.0]), 1.0, [1, 1])]
answers = []


def followed(K, y, lam, draws, pulled):
    """Return q of each step, the last beta and the mean, if the drawn points pull in these steps and in no other."""
    mu, beta, befores, qs = 2 * lam / len(y), np.zeros(len(y)), [], []
    for t, i in enumerate(draws, 1):
        befores.append(beta)
        qs.append(y[i] * (K[i] @ beta))
        beta = (1 - 2 / (t + 1)) * beta
        if t in pulled:
            beta[i] += 2 * y[i] / (mu * (t + 1))
    return np.array(qs), beta, np.average(befores, axis=0, weights=range(1, len(draws) + 1))


def run(case):
    beta, mean, pulled = unpacked(marks.call(descended, *case), 3, "what descended returns")
    n, steps = len(case[1]), wholes(pulled, len(case[3]) + 1, "the steps")
    return vector(beta, n, "beta"), vector(mean, n, "the mean"), steps, followed(*case, set(steps))


def close(one, other):
    return np.abs(one - other).max() <= 1e-8 * np.abs(other).max()


with marks.claim(1, "each drawn point pulls where q < 1, and only there, and beta is what comes of it", read="kernel-machines: Descent without $\\vw$"):
    for kind, case in zip(KINDS, cases):
        marks.on(kind)
        answers.append(run(case))
    for kind, (beta, _, steps, (qs, last, _)) in zip(KINDS, answers):
        marks.on(kind)
        assert steps == sorted(set(steps)) and 0 not in steps
        pulls = np.isin(np.arange(1, len(qs) + 1), steps)
        assert (pulls == (qs < 1))[np.abs(qs - 1) > 1e-9].all()
        assert close(beta, last)
    marks.on("a point with q = 1")
    for case in at_the_kink:
        assert run(case)[2] == [1]
with marks.claim(1, "the mean of the betas before each step, the one before step t with weight t", read="kernel-machines: Descent without $\\vw$"):
    marks.needs(len(answers) == len(cases))
    for kind, (_, mean, _, (_, _, right)) in zip(KINDS, answers):
        marks.on(kind)
        assert close(mean, right)

# %% [markdown]
# ## Part E: from the multipliers to predictions ({{points:from_dual}})
#
# Book: kernel-machines, "The SVM in feature space"; soft-margin-dual, the theorem "The bias of the soft margin".
#
# A solver has trained a kernel SVM and returned the multipliers `alpha`. What every SVM program does last is left to you: find the bias, and predict. You get
# `K`, the Gram matrix of the $n$ points of the fit, their labels `y`, `alpha`, and the price `C`, which is `np.inf` for a hard margin. And you get `L`, which
# has a row for each new point and a column for each point of the fit: the kernel at the two.
#
# Only support vectors count in a prediction. So the other columns of `L` haven't been computed: where $\alpha_j = 0$, column $j$ holds `nan`. Leave these
# columns out of your sums, for 0 times `nan` is `nan`.
#
# The bias comes from $F_i = y_i - \sum_j \alpha_jy_jK_{ij}$, the $b$ that would put point $i$ exactly on its edge.
#
# - If some points are **free**, $0 < \alpha_i < C$, then each of them is on its edge. Let $b$ be the **mean** of $F_i$ over all free points, since a solver
#   stops a little early and these numbers may differ.
# - If **none** is free, the other points leave an interval for $b$. It is *at least* $F_i$ for the points with $\alpha_i = 0$, $y_i = +1$ and for those with
#   $\alpha_i = C$, $y_i = -1$. It is *at most* $F_i$ for the points with $\alpha_i = 0$, $y_i = -1$ and for those with $\alpha_i = C$, $y_i = +1$. Let $b$ be
#   the **middle** of the interval.
#
# **By hand.** On the number line, with the linear kernel, 2 has label $+1$ and 0 has label $-1$. So $K$ has the rows $(4, 0)$ and $(0, 0)$; let `L` have the
# row $(6, 0)$, for the new point 3. With $C = 1$ the multipliers are $\frac12$ and $\frac12$: both points are free, both $F_i$ are $-1$, and
# $f = \frac12\cdot6 - 1 = 2$. The answer is `(-1, [2], [1])`. With $C = \frac14$ both multipliers are $\frac14$, at their cap. Now $b$ is at least $F_2 = -1$
# and at most $F_1 = 0$, and the answer is `(-0.5, [1], [1])`.
#
# **Write** `from_dual(K, y, alpha, C, L)`. It returns `(b, f, labels)`: the number $b$;
# $f(\mathbf{x}') = \sum_j \alpha_jy_j\,k(\mathbf{x}_j, \mathbf{x}') + b$ at each new point; and the predicted labels, $+1$ where $f(\mathbf{x}') \ge 0$ and
# $-1$ elsewhere.
#
# :::{small-print} sizes, ties and tolerances
# There are at most 60 points of the fit and 40 new ones; both ends of the interval exist. An $\alpha_i$ is exactly 0, exactly $C$, or at least $10^{-3}$ away
# from both, so you may compare it with 0 and with $C$ as it is. Entries of `K` and `L` are whole numbers, $\alpha_i$ and $C$ multiples of $\tfrac1{256}$, so
# that a new point with $f(\mathbf{x}') = 0$ has exactly that. $b$ and $f$ may be off by $10^{-8}$. Where $f(\mathbf{x}')$ is within $10^{-8}$ of 0, but not
# exactly 0, either label is right.
# :::

# %% answer="from_dual"
def from_dual(K, y, alpha, C, L):
    """Return (b, f, labels): the bias, and f and the predicted label at each new point."""
    ### BEGIN SOLUTION
    F = y - K @ (alpha * y)
    free = (alpha > 0) & (alpha < C)
    if free.any():
        b = F[free].mean()
    else:
        least = F[(alpha > 0) != (y > 0)].max()
        most = F[(alpha > 0) == (y > 0)].min()
        b = (least + most) / 2
    support = alpha > 0
    f = L[:, support] @ (alpha * y)[support] + b
    return b, f, np.where(f >= 0, 1, -1)
    ### END SOLUTION

# %% check="from_dual"
line = {{shift}} + np.array([1.0, -1.0, 5.0])
new = {{shift}} + np.array([2.0, -3.0])
L = np.outer(new, line)
L[:, 2] = np.nan
b, f, labels = Form.parts(from_dual(np.outer(line, line), np.array([1.0, -1.0, 1.0]), np.array([0.5, 0.5, 0.0]), np.inf, L), 3, "(b, f, labels)")
b = Form.numbers(b, (), "b")
assert abs(b + {{shift}}) < 1e-8, f"the best f of these points on a line is x - {{shift}}, so b must be -{{shift}}, but it is {b}."
assert np.shape(f) != (2,) or not any(value != value for value in f), f"f holds a nan, so columns of L were used that nobody has computed: {f}."
f, labels = Form.numbers(f, (2,), "f at two new points"), Form.numbers(labels, (2,), "the labels of two new points")
assert np.allclose(f, [2, -3]), f"at {new} the function x - {{shift}} is 2 and -3, but f is {f}."
assert list(labels) == [1, -1], f"f is 2 and -3, so the labels are 1 and -1, but they are {labels}."
print("The form is right, and the example too.")

# %% test="from_dual"
import numpy as np

from course.judge import number, vector, wholes
from course.judge.answers import unpacked

rng = marks.rng("machines")


def with_free(n, d, C, free):
    """A made-up state of a solver: some points at 0, some at C, and so many free ones."""
    X = rng.integers(-3, 4, size=(n, d)).astype(float)
    y = np.where(rng.permutation(n) % 2 == 0, 1.0, -1.0)
    at_bound = 0.0 if np.isinf(C) else C
    alpha = np.where(rng.permutation(n) % 2 == 0, at_bound, 0.0)
    alpha[:free] = rng.integers(1, 128, size=free) / 128 * min(C, 4.0)
    alpha[: min(free, 2)] = [1 / 256, min(C, 4.0) - 1 / 256][:free]  # as close to both ends as may be
    alpha[free] = 0.0
    K = (X @ X.T + 1) ** 2
    F = y - K @ (alpha * y)
    return K, y, alpha, C, F[:free].mean()


def without_free(n, C=1 / 64):
    """Points along a line, the inner ones at C, the others at 0, and the middle of the interval for b."""
    while True:
        y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
        alpha = np.where(np.arange(n) < 4, C, 0.0)
        steps = np.where(alpha > 0, rng.integers(1, 5, size=n), rng.integers(8, 40, size=n))
        x = int(rng.integers(-9, 10)) + steps * y
        F = y - np.outer(x, x) @ (alpha * y)
        lower = [F[i] for i in range(n) if (alpha[i] == 0) == (y[i] > 0)]
        upper = [F[i] for i in range(n) if (alpha[i] == 0) != (y[i] > 0)]
        if max(lower) < min(upper):
            return np.outer(x, x), y, alpha, C, (max(lower) + min(upper)) / 2


def judge(K, y, alpha, C, b, on_border=False):
    n, weights = len(y), alpha * y
    L = rng.integers(-9, 10, size=(8, n)).astype(float)
    if on_border:
        L[0] = 0
        L[0, 0] = -b / weights[0]
    right = [sum(row[j] * weights[j] for j in range(n)) + b for row in L]
    L[:, alpha == 0] = np.nan
    answer = unpacked(marks.call(from_dual, K, y, alpha, C, L), 3, "what from_dual returns")
    assert abs(number(answer[0], "b") - b) <= 1e-8
    assert np.allclose(vector(answer[1], len(L), "f"), right, rtol=0, atol=1e-8)
    labels = wholes(answer[2], what="the labels")
    assert len(labels) == len(right) and set(labels) <= {-1, 1}
    assert all(label == (1 if f >= 0 else -1) for label, f in zip(labels, right) if abs(f) > 1e-8 or (on_border and f == 0))


def on_a_line():
    """Two points on a line, both free, with b = -s; -b divided by alpha y is a whole number."""
    s = float(rng.integers(2, 30))
    x = s + np.array([1.0, -1.0, 7.0, -7.0])
    return np.outer(x, x), np.array([1.0, -1.0, 1.0, -1.0]), np.array([0.5, 0.5, 0.0, 0.0]), -s


with marks.claim(1, "b is the mean over all free points, and f and the labels come from the support vectors alone", read="kernel-machines: The SVM in feature space"):
    for n, d, C, free in [(4, 1, 1.0, 1), (12, 2, 0.5, 4), (60, 3, 2.0, 16), (30, 2, np.inf, 8)]:
        marks.on("a hard margin" if np.isinf(C) else "free points, some with a multiplier close to 0 or C")
        judge(*with_free(n, d, C, free))
    for C in (1.0, np.inf):
        marks.on("a new point on the border")
        K, y, alpha, b = on_a_line()
        judge(K, y, alpha, C, b, on_border=True)
with marks.claim(1, "where no point is free, b is the middle of its interval", read="soft-margin-dual: Finding $b$ when points may violate the margin"):
    marks.on("points of which none is free")
    for n in (6, 7, 20, 40):
        for _ in range(3):
            judge(*without_free(n))

# %% [markdown]
# ## Part F: the features, written out ({{points:features}})
#
# Book: kernels, the theorem "The features of the polynomial kernel".
#
# A kernel is convenient because you never see the features. Look at them once. Build a map $\phi$ with
# $\phi(\mathbf{x})\cdot\phi(\mathbf{x}') = (\mathbf{x}\cdot\mathbf{x}' + r)^p$ for all points $\mathbf{x}$ and $\mathbf{x}'$. There are many such maps, and
# every one is right: the features may come in any order and with any sign, and one may be split in two. One of the two points is for any such map. The other
# is for a thrifty one, with no more features than are needed for $r > 0$: the $\binom{d+p}{p}$ of the book.
#
# **By hand.** With one coordinate, $p = 2$ and $r = 1$, the kernel is $(xx' + 1)^2 = x^2x'^2 + 2xx' + 1$. So the features $x^2$, $\sqrt2\,x$ and 1 will do,
# and there are $\binom32 = 3$ of them. For the point 3 a right answer is $(9, 3\sqrt2, 1)$, as a matrix with one row.
#
# **Write** `features(X, p, r)`. It returns a matrix with the features $\phi(\mathbf{x})$ of each point of `X` in its row.
#
# :::{small-print} how it's judged, sizes and tolerances
# The hidden tests call your function for two sets of points, and take inner products between the two: so the features of a point may not depend on which
# other points stand in `X`. There are up to 20 points in up to 4 dimensions with coordinates between $-3$ and $3$, $1 \le p \le 5$, and $0 \le r \le 10$.
# There may be at most 20,000 features. The inner products may be off by $10^{-9}$ times the largest size of one.
# :::

# %% answer="features"
def features(X, p, r):
    """Return phi(x) of each point, a row each, with phi(x).phi(x') = (x.x' + r)^p."""
    ### BEGIN SOLUTION
    lifted = np.column_stack([X, np.full(len(X), np.sqrt(r))])
    columns = []
    for chosen in combinations_with_replacement(range(lifted.shape[1]), p):
        ways = factorial(p) / prod(factorial(chosen.count(j)) for j in set(chosen))
        columns.append(np.sqrt(ways) * lifted[:, chosen].prod(axis=1))
    return np.column_stack(columns)
    ### END SOLUTION

# %% check="features"
x, z = np.array([{{first}}], dtype=float), np.array([{{second}}], dtype=float)
one = Form.numbers(features(x, 2, 1.0), (1, -1), "the features of one point")
other = Form.numbers(features(z, 2, 1.0), (1, -1), "the features of one point")
assert one.shape == other.shape, f"each point has as many features as any other, but the shapes are {one.shape} and {other.shape}."
product = one[0] @ other[0]
assert abs(product - ({{inner}} + 1) ** 2) < 1e-9, f"for {{first}} and {{second}} the inner product must be ({{inner}} + 1)^2, but it is {product}."
print("The form is right:", one.shape[1], "features.")

# %% test="features"
from math import comb

import numpy as np

from course.judge import matrix

rng = marks.rng("points")
read = "kernels: The kernel trick"
SIZES = [(1, 2, 1, 1, 0.0), (5, 3, 2, 1, 2.5), (4, 1, 1, 5, 2.0), (6, 5, 2, 2, 1.0), (9, 3, 3, 3, 0.0), (4, 3, 3, 2, 1.5), (20, 7, 4, 5, 0.5), (5, 20, 4, 4, 10.0)]
maps = []

with marks.claim(1, "the inner products of the features are the kernel, also between two sets of points", read=read):
    for n, m, d, p, r in SIZES:
        X, Z = (rng.integers(-3, 4, size=(rows, d)).astype(float) for rows in (n, m))
        marks.on("r = 0" if r == 0 else "p = 1" if p == 1 else "points on a line" if d == 1 else "points of several coordinates")
        if (n, m) == (4, 3):
            marks.on("a set whose points all have the same coordinate equal to 0, and another set")
            X[:, rng.integers(d)] = 0
            Z = np.where(Z == 0, 1.0, Z)
        Phi = matrix(marks.call(features, X, p, r), n, what="the features")
        Psi = matrix(marks.call(features, Z, p, r), m, what="the features")
        assert Phi.shape[1] == Psi.shape[1] <= 20_000
        for right, found in [((X @ Z.T + r) ** p, Phi @ Psi.T), ((X @ X.T + r) ** p, Phi @ Phi.T)]:
            assert np.abs(found - right).max() <= 1e-9 * max(1.0, np.abs(right).max())
        maps.append((Phi.shape[1], comb(d + p, p)))
with marks.claim(1, "such a map, with no more features than that of the book", read=read):
    marks.needs(len(maps) == len(SIZES))
    assert all(features <= needed for features, needed in maps)

# %% [markdown]
# ## Part G: a proof in order ({{points:proof_order}})
#
# Book: kernel-choice, "New kernels from old ones".
#
# Part F shows that the polynomial kernel is a kernel, by writing out its features. There's a way that needs no binomials: build it up from kernels that are
# simpler. Let $r \ge 0$, and let $p \ge 1$ be a whole number. Here are the steps of a proof that the Gram matrix of any points under
# $(\mathbf{x}\cdot\mathbf{x}' + r)^p$ is positive semidefinite. They are shuffled, and two of them don't belong, because they are false. Both sound right:
# before you believe a step, try it with two features, or with two numbers $c_i$.
#
# {{steps}}
#
# **Write** `proof_order()`. It returns the letters of the steps that belong, as a list or as a string such as `"CAB"`, in an order in which each step comes
# after those that it builds on.
#
# :::{small-print} which orders earn the points
# Several orders are right, and each of them earns both points. The right steps in an order that isn't earn one.
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

read, order = "kernel-choice: New kernels from old ones", None
with marks.claim(1, "all steps that belong, no other", read=read):
    order = marks.call(proof_order)
    assert complete(order, {{hidden_builds_on}}, {{hidden_distractors}})
with marks.claim(1, "with these steps, each after those that it builds on", read=read):
    marks.needs(order is not None)
    assert arranged(order, {{hidden_builds_on}}, {{hidden_distractors}})

# %% [markdown] proof="crossing" points=2
# ## Part H: the exclusive or, moved away ({{points:crossing}})
#
# Book: kernels, "Four points that no line separates"; kernels, "The kernel trick".
#
# In the book the exclusive or sits nicely around the origin, and one feature, $x_1x_2$, settles it. Real data do you no such favor. The points {{alike}} have
# the label $+1$. The points {{others}} have the label $-1$. They are the corners of a rectangle that is not around the origin.
#
# 1. Prove that no line separates the two labels, with a bias or without.
# 2. Write down the six features of the kernel $(\mathbf{x}\cdot\mathbf{x}' + 1)^2$. Find $\mathbf{w}$, with an entry for each of them, and $b$, so that
#    $\mathbf{w}\cdot\phi(\mathbf{x}) + b$ has the right sign at all four points. Show that it has. What curve is the border in the plane?
#
# A person grades this part.
#
# === BEGIN MARK SCHEME ===
# 1 point: no line. The two points of each label have the same sum, for the diagonals of a rectangle halve each other. So f at the
# two positive points adds up to the same as at the two negative ones, w.(sum) + 2b; but the one would be above 0 and the other
# below. (Or: the midpoint of both diagonals would have f > 0 and f < 0. Or: sum y x = 0 and sum y = 0 make sum y f = 0.) A drawing, or trying some lines, gets no point; a proof for the corners around the origin only, half a point.
#
# 1 point: the features 1, sqrt2 x1, sqrt2 x2, x1^2, sqrt2 x1 x2, x2^2 in any order, and a w with the four values. With the
# middle of the rectangle, {{hidden_middle}}: f = -(x1 - m1)(x2 - m2) = -x1 x2 + m2 x1 + m1 x2 - m1 m2, so w has -1/sqrt2 for sqrt2 x1 x2, m2/sqrt2
# for sqrt2 x1, m1/sqrt2 for sqrt2 x2, and -m1 m2 in b (or for the feature 1); y f = 2 at each corner. The border is
# the two lines x1 = m1 and x2 = m2. Other w are right if their four values are. Half a point if the factors sqrt2 are
# forgotten, or if the border is missing; none if f = -x1 x2 is kept from the corners around the origin.
# === END MARK SCHEME ===

# %% [markdown]
# ## Part I: how wide? Penguins ({{points:held_out}})
#
# Book: kernel-choice, "How wide should the bell be?".
#
# Gentoo and Chinstrap penguins by bill and flipper: two lengths that no line tells apart. The RBF kernel separates any points that differ, with any $\gamma$,
# so that alone says little about new birds. Half of the birds are there to learn from, and the others are held out to judge. For each $\gamma$ your function
# runs the perceptron of part C under the RBF kernel of part A, and counts how many of the birds held out it gets wrong. The visible test draws a picture of
# that: which $\gamma$ is best, and what happens on either side of it? You may call your functions of those parts; then a mistake in them is one here, too.
#
# **By hand.** The points 0 and 1 have the labels $+1$ and $-1$, and $\gamma = 1$. If you update on 0 first, then $f(1) = e^{-1}$, and 1 is misclassified;
# after an update there, $f(0) = 1 - e^{-1}$ and $f(1) = e^{-1} - 1$, and you're done. The new points 0.2 and 0.9 both have the label $+1$. The first is
# closer to 0 and gets it right; the second is closer to 1 and gets it wrong. The answer is `[([0, 1], 1)]`.
#
# **Write** `held_out(X, y, T, truth, gammas, budget)`, where `truth` holds the labels of the points in `T`. For each of the `gammas` it runs the kernel
# perceptron on `X` and `y`, with this `budget` for each run. It returns a list with a pair `(order, missed)` for each: the order of the updates, and how many
# of the points of `T` are then predicted wrongly. A point with $f(\mathbf{x}) = 0$ is predicted as $+1$.
#
# :::{small-print} how it's judged, and sizes
# The hidden tests have at most 40 points in `X` and in `T`, and budgets up to 2,000, 0 among them. They follow your updates, and let you take every
# $f(\mathbf{x})$ within $10^{-9}$ of 0 for positive, negative or 0; except with the budget 0, where $f$ is exactly 0.
# :::

# %% answer="held_out"
def held_out(X, y, T, truth, gammas, budget):
    """Return (order, missed) for each gamma: the run on X, and how many points of T it gets wrong."""
    ### BEGIN SOLUTION
    rows = []
    for gamma in gammas:
        alpha, order = counted(kernel_table(("rbf", gamma), X, X), y, budget)
        f = kernel_table(("rbf", gamma), T, X) @ (alpha * y)
        rows.append((order, int((np.where(f >= 0, 1, -1) != truth).sum())))
    return rows
    ### END SOLUTION

# %% check="held_out"
X, y, _ = penguins("Gentoo", "Chinstrap", ["bill_length_mm", "flipper_length_mm"], standardize=True)
mixed = np.random.default_rng({{seed}}).permutation(len(X))
learned, others = mixed[:95], mixed[95:]
gammas = [0.01, 0.1, 1.0, 10.0, 100.0, 1000.0, 10000.0]
rows = Form.parts(held_out(X[learned], y[learned], X[others], y[others], gammas, 1000), 7, "the list of pairs, one for each of seven gammas,")
rows = [Form.parts(row, 2, "a pair (order, missed)") for row in rows]
rows = [(Form.rows(order, 95, "an order"), Form.numbers(missed, (), "missed")) for order, missed in rows]
assert all(missed in range(len(others) + 1) for _, missed in rows), f"missed must be a number of points, from 0 to {len(others)}, but yours are {[missed for _, missed in rows]}."
assert all(0 < len(order) <= 1000 for order, _ in rows), f"at the start every point is a mistake, and the budget is 1000; your runs make {[len(order) for order, _ in rows]} updates."
best = int(np.argmin([missed for _, missed in rows]))
alpha = np.bincount(rows[best][0], minlength=95)


class Machine:
    """The machine with the fewest birds missed."""

    def decision(self, points):
        squares = sum((points[:, [j]] - X[learned, j]) ** 2 for j in range(2))
        return np.exp(-gammas[best] * squares) @ (alpha * y[learned])


_, axes = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
axes[0].semilogx(gammas, [missed for _, missed in rows], marker="o", label="held out, missed")
axes[0].semilogx(gammas, [len(set(order)) for order, _ in rows], marker="s", label="updated on at least once")
axes[0].set(xlabel="gamma", ylabel="birds")
axes[0].legend()
plot_regions(Machine(), X[others], y[others], edges=False, ax=plot_points(X[others], y[others], ax=axes[1]))
axes[1].set(xlabel="bill, standardized", ylabel="flipper, standardized", title=f"held out, gamma = {gammas[best]:g}")
print("gamma, updates, missed:", [(gamma, len(order), int(missed)) for gamma, (order, missed) in zip(gammas, rows)])

# %% test="held_out"
import numpy as np

from course.judge import whole, wholes
from course.judge.answers import unpacked

rng = marks.rng("birds")
read = "kernel-choice: How wide should the bell be?"
grid = np.array([[i, j] for i in range(-4, 5) for j in range(-4, 5)], dtype=float)
places = rng.permutation(len(grid))
X, T = grid[places[:40]], grid[places[40:75]]
y, truth = (np.where(points[:, 0] ** 2 + points[:, 1] > 3, 1.0, -1.0) for points in (X, T))
gammas = [2.0, 0.5, 0.02]  # the last run is a long one
cases = [(X, y, T, truth, gammas, 2000), (X, y, T, truth, gammas, 3), (X, y, T, truth, [1.0], 0), (X[:1], -y[:1], T[:1], truth[:1], [0.3], 9)]
both = np.array([[2.0, 1.0], [0.0, 0.0], [0.0, 0.0], [-1.0, 2.0]])  # two rows are one point, and the others keep f from 0 there
both = (both, np.array([-1.0, 1.0, -1.0, -1.0]), T, truth, [float(rng.uniform(0.3, 0.8))], 2000)
cases.append(both)
KINDS = ["many points", "a budget that is spent soon", "the budget 0", "one point", "a point that is there with both labels"]
runs = []


def outputs(points, case, gamma, order):
    X, y = case[:2]
    weights = np.bincount(order, minlength=len(y)) * y
    return np.exp(-gamma * ((points[:, None, :] - X[None, :, :]) ** 2).sum(axis=2)) @ weights


def fair(case, gamma, order):
    """Return whether each update is on a mistake, and the run ends with none left or with the budget spent."""
    X, y, budget = case[0], case[1], case[-1]
    K, f = np.exp(-gamma * ((X[:, None, :] - X[None, :, :]) ** 2).sum(axis=2)), np.zeros(len(X))
    for i in order:
        if y[i] * f[i] > 1e-9:
            return False
        f += y[i] * K[i]
    return len(order) == budget or (len(order) < budget and (y * f > -1e-9).all() and bool(order))


with marks.claim(1, "for each gamma a run of the kernel perceptron that ends with no mistake, or with the budget spent", read=read):
    for kind, case in zip(KINDS, cases):
        marks.on(kind)
        rows = unpacked(marks.call(held_out, *case), len(case[4]), "the list of pairs")
        pairs = [unpacked(row, 2, "a pair") for row in rows]
        runs.append([(wholes(order, len(case[1]), "the order", most=4000), missed) for order, missed in pairs])
    for kind, case, pairs in zip(KINDS, cases, runs):
        marks.on(kind)
        assert all(fair(case, gamma, order) for gamma, (order, _) in zip(case[4], pairs))
with marks.claim(1, "how many of the points held out each run gets wrong", read=read):
    marks.needs(len(runs) == len(cases))
    for kind, case, pairs in zip(KINDS, cases, runs):
        marks.on(kind)
        for gamma, (order, missed) in zip(case[4], pairs):
            f, labels = outputs(case[2], case, gamma, order), case[3]
            if not order:
                f = f + 1.0  # 0 is predicted as +1
            surely, perhaps = (labels * f < -1e-9).sum(), (labels * f <= 1e-9).sum()
            assert surely <= whole(missed, "missed") <= perhaps
