# %% role="set"
title = "Kernels"
barred = ["kernels", "descent", "perceptrons", "estimators", "svm", "textbook", "optimize", "margins", "checks.svms"]
packages = ["numpy", "matplotlib", "cvxpy"]
own = ["certified", "proof_order", "crossing", "conic"]
inputs = {
    "kernel_table": "(kind := one_of(('linear',), ('polynomial', whole(1, 3), one_of(0.0, 1.0, 2.0)), ('rbf', positive()))), points(n, d) / (unit := one_of(1, 1, 4)) + (far := one_of(0, 0, 1e7) * (kind[0] == 'rbf')), points(k, d) / unit + far",
    "counted": "(X := points(n, d)) @ X.T, labels(n), seldom(1500, 0, 1, 2, 3, 5, 8, 50)",
    "descended": "(X := points(n, d)) @ X.T, labels(n), one_of(0.5, 1.0, 2.0), rows(k, n)",
    "machine": "(X := points(n, d)) @ X.T, labels(n), one_of(0.25, 0.5, 1.0, 2.0), points(1, d) @ X.T if both(y)",
    "conic": "points(n, 2), labels(n) if both(y) and (len(y) < 4 or np.linalg.matrix_rank(X - X[0]) == 2)",
    "certified": "one_of((X := points(n, d)) @ X.T, X @ X.T - whole(1, 3) * np.eye(n), 2 * np.ones((n, n)) - np.eye(n), 2 * np.eye(n) - np.ones((n, n)), np.diag(among(n, 0.0, 1.0, -1.0)), np.array([[400.0, 401, 0], [401, 402, 0], [0, 0, 9000]])) if not -1e-3 < np.linalg.eigvalsh(K)[0] < -1e-6",
    "features": "points(n, d), whole(1, 3), one_of(0.0, 0.5, 1.0, 2.0)",
}
holds = {
    "counted": "kernel_run(np.outer(y, y) * K, budget, it[1]) and same(it[0], counts(it[1], len(y)))",
    "conic": "any((X[i] == X[j]).all() and y[i] != y[j] for i in range(len(y)) for j in range(i)) if it is None else (y * (np.column_stack([X[:, :1] ** 2, X[:, :1] * X[:, 1:], X[:, 1:] ** 2, X, np.ones(len(X))]) @ it)).min() > 0",
    "machine": "(a := np.array(it[0])).min() >= -1e-6 * C and a.max() <= C * (1 + 1e-6) and abs(a @ y) <= 1e-6 * C and (cost := (half := (a * y) @ (s := K @ (a * y)) / 2) + C * np.maximum(0, 1 - y * (s + it[1])).sum()) - (a.sum() - half) <= 1e-3 * cost and same(it[2], L @ (a * y) + it[1], 1e-5)",
    "certified": "same((V := np.array(it[1])) @ V.T, K, 1e-6) if it[0] else (c := np.array(it[1])) @ K @ c < -1e-6 * (c @ c)",
    "features": "same((F := np.array(it)) @ F.T, (X @ X.T + r) ** p) and F.shape[1] <= comb(X.shape[1] + p, p)",
}

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
    """Draw two points, three points that cost four updates, a shift, a rectangle, which birds are learned from, two questions on bills."""
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
        "long": draw.choice("long", [42.5, 43.5, 44.5, 45.5]),
        "deep": draw.choice("deep", [16.5, 17.5]),
        "long": draw.choice("long", [42.5, 43.5, 44.5, 45.5]),
        "deep": draw.choice("deep", [16.5, 17.5]),
        "long": draw.choice("long", [42.5, 43.5, 44.5, 45.5]),
        "deep": draw.choice("deep", [16.5, 17.5]),
        "long": draw.choice("long", [42.5, 43.5, 44.5, 45.5]),
        "deep": draw.choice("deep", [16.5, 17.5]),
        "long": draw.choice("long", [42.5, 43.5, 44.5, 45.5]),
        "deep": draw.choice("deep", [16.5, 17.5]),
        "long": draw.choice("long", [42.5, 43.5, 44.5, 45.5]),
        "deep": draw.choice("deep", [16.5, 17.5]),
        "long": draw.choice("long", [42.5, 43.5, 44.5, 45.5]),
        "deep": draw.choice("deep", [16.5, 17.5]),
        **draw.steps(STEPS, BUILDS_ON),
    }


# %%
from itertools import combinations_with_replacement
from math import factorial, prod

import cvxpy as cp
import matplotlib.pyplot as plt
import numpy as np

from margin_lib.datasets import circles, penguins
from margin_lib.plots import plot_points, plot_regions
from notebook_checks.answer_format import Form

# %% [markdown]
# A kernel algorithm sees nothing of the points but a table of numbers. So most parts of this set get no points at all: they get `K`, a Gram matrix, whose
# entry $K_{ij}$ is the kernel at the points $i$ and $j$. Where there are points, `X` is a matrix with a point in each row; `y` is a vector of labels, $+1$ or
# $-1$. Row numbers are counted from 0.
#
# :::{small-print} what can occur, and what you may return
# There may be only one point or only one coordinate, and the same point may occur more than once. Matrices and vectors come as numpy arrays; `draws` is
# a list. Where you return a matrix or a vector of numbers, lists will do as well.
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
# - If it isn't, find numbers $c_1, \dots, c_n$ with $\sum_{i,j} c_ic_jK_{ij} < 0$. No vectors have such a table.
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
# comes out of a computer a little above or below 0. If `K` is not positive semidefinite, its least eigenvalue is below $-10^{-3}$: so take what is
# between $-10^{-4}$ and 0 for a zero. `V` may have up to 1,000 columns. The inner products may be off by $10^{-6}$. The sum must be below $-10^{-6}\,\|c\|^2$. Always
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


with marks.claim(1, "in a run that leaves no mistake, each update is on a point that is a mistake at that moment", read="kernel-machines: The perceptron without $\\vw$"):
    for kind, (K, y) in zip(KINDS, cases):
        marks.on(kind)
        runs.append(run(K, y, 2000))
    for kind, (K, y), (_, order) in zip(KINDS, cases, runs):
        marks.on(kind)
        assert order, "there is a mistake at the start"
        fair, products = all_mistakes(K, y, order)
        assert fair and (products > 0).all()
with marks.claim(1, "the counts are those of the order, and where a run can end they leave no mistake", read="kernel-machines: The perceptron without $\\vw$"):
    marks.needs(len(runs) == len(cases))
    for kind, (K, y), (alpha, order) in zip(KINDS, cases, runs):
        marks.on(kind)
        assert np.array_equal(alpha, np.bincount(order, minlength=len(y)))
        assert (all_mistakes(K, y, order)[1] > 0).all()
with marks.claim(1, "where no run ends, exactly as many updates as the budget allows", read="kernel-machines: The perceptron without $\\vw$"):
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
        beta, _, steps, (_, last, _) = run(case)
        assert steps == [1] and close(beta, last)
    marks.on("a point with q a little below 1")
    assert run((np.array([[2 - 5e-6]]), np.ones(1), 1.0, [0, 0]))[2] == [1, 2]
with marks.claim(1, "the mean of the betas before each step, the one before step t with weight t", read="kernel-machines: Descent without $\\vw$"):
    marks.needs(len(answers) == len(cases))
    for kind, (_, mean, _, (_, _, right)) in zip(KINDS, answers):
        marks.on(kind)
        assert close(mean, right)

# %% [markdown]
# ## Part E: an SVM without points ({{points:machine}})
#
# Book: kernel-machines, "The SVM in feature space"; soft-margin-dual, "Where the cap comes from"; soft-margin-dual, the theorem "The bias of the soft margin".
#
# Now train a kernel SVM yourself. You get nothing but `K`, the Gram matrix of $n$ points, their labels `y`, and the price $C$ of slack. In the dual the points
# occur in inner products only, so write it down with $K$ and solve it in CVXPY. Or take part B's vectors: they are $n$ points with this Gram matrix, and a
# program that you wrote for points will do. Any other algorithm is as welcome. Then find the bias, and predict: `L` has a row for each new point and a column
# for each of the $n$, with the kernel at the two.
#
# How do you know that you're done? Your answer proves itself. The multipliers make $f(\mathbf{x}_i) = \sum_j \alpha_jy_jK_{ij} + b$ and
# $\|\mathbf{w}\|^2 = \sum_{i,j} \alpha_i\alpha_jy_iy_jK_{ij}$, and so you can compute both what your machine costs,
# $\tfrac12\|\mathbf{w}\|^2 + C\sum_i \max(0, 1 - y_if(\mathbf{x}_i))$, and what your multipliers are worth, $\sum_i \alpha_i - \tfrac12\|\mathbf{w}\|^2$. Where
# the two meet, nothing is cheaper.
#
# The visible test draws your machine on two rings of points, one of which has the wrong label, with the prices 1 and 100. What does the cap do for the wrong
# point, and for all the others?
#
# **By hand.** On the number line, with the linear kernel, 2 has label $+1$ and 0 has label $-1$. So $K$ has the rows $(4, 0)$ and $(0, 0)$; let `L` have the
# row $(6, 0)$, for the new point 3. Multipliers that balance are equal, and worth $2\alpha - 2\alpha^2$: with $C = 1$ the best are $\frac12$ and $\frac12$, and
# both points are on their edge for $b = -1$. The answer is `([0.5, 0.5], -1, [2])`. With $C = \frac14$ both are $\frac14$, at their cap, and any $b$ from $-1$
# to 0 costs the same: `([0.25, 0.25], -0.5, [1])` is a right answer.
#
# **Write** `machine(K, y, C, L)`. It returns `(alpha, b, f)`: the multipliers, the bias, and
# $f(\mathbf{x}') = \sum_j \alpha_jy_j\,k(\mathbf{x}_j, \mathbf{x}') + b$ at each new point.
#
# :::{small-print} how it's judged, sizes, the solver and time
# Cost and worth must be within one part in a thousand of each other. The first of the marks is for your multipliers: the tests take the $b$ that suits them best. The second is for
# the $b$ that you return. A multiplier may be beyond 0 or $C$ by $10^{-6}\,C$, and the sum over the labels off by $10^{-6}\,C$. $f$ must be what your own
# multipliers and your own $b$ make, to $10^{-6}$.
#
# There are 2 to 40 points, with both labels, and up to 10 new ones. The same point may be there twice, with two labels, and `K` may be singular. Its entries
# are at most 1,000 in size, and $C$ is from $\tfrac1{100}$ to 100. With CVXPY, say `solver=cp.CLARABEL`. It refuses the square of a singular $K$ now and then,
# since an eigenvalue comes out a little below 0: the sum of squares of part B's vectors has no such trouble, and neither has `cp.psd_wrap(K)`. A call may take
# 10 seconds of CPU.
# :::

# %% answer="machine"
def machine(K, y, C, L):
    """Return (alpha, b, f): multipliers and bias of the soft margin in feature space, and f at the new points."""
    ### BEGIN SOLUTION
    values, vectors = np.linalg.eigh(K)
    alpha = cp.Variable(len(y))
    normal = (vectors * np.sqrt(np.maximum(values, 0))).T @ cp.multiply(y, alpha)
    worth = cp.sum(alpha) - cp.sum_squares(normal) / 2
    cp.Problem(cp.Maximize(worth), [alpha >= 0, alpha <= C, y @ alpha == 0]).solve(solver=cp.CLARABEL)
    weights = alpha.value * y
    edges = y - K @ weights  # the cost is a line between two of these
    hinges = [np.maximum(0, 1 - y * (K @ weights + b)).sum() for b in edges]
    b = edges[np.argmin(hinges)]
    return alpha.value, b, L @ weights + b
    ### END SOLUTION

# %% check="machine"
line, new, labels = {{shift}} + np.array([1.0, -1.0, 5.0]), {{shift}} + np.array([2.0, -3.0]), np.array([1.0, -1.0, 1.0])
K, L = np.outer(line, line), np.outer(new, line)
alpha, b, f = Form.parts(machine(K, labels, 1.0, L), 3, "(alpha, b, f)")
alpha, b, f = Form.numbers(alpha, (3,), "alpha, a multiplier for each point,"), Form.numbers(b, (), "b"), Form.numbers(f, (2,), "f at two new points")
assert np.allclose(alpha, [0.5, 0.5, 0], atol=1e-3), f"the points {line} with the labels {labels} have the multipliers 1/2, 1/2 and 0, but yours are {alpha}."
assert abs(b + {{shift}}) < 1e-2, f"the best f of these points is x - {{shift}}, so b must be -{{shift}}, but it is {b}."
assert np.allclose(f, L @ (alpha * labels) + b), f"at the new points f must be {L @ (alpha * labels) + b}, with your own multipliers and b, but it is {f}."
alpha, b, _ = Form.parts(machine(K, labels, 0.25, L), 3, "(alpha, b, f)")
alpha, b = Form.numbers(alpha, (3,), "alpha, a multiplier for each point,"), Form.numbers(b, (), "b")
assert np.allclose(alpha, [0.25, 0.25, 0], atol=1e-3), f"with C = 1/4 the multipliers of the same points are 1/4, 1/4 and 0, but yours are {alpha}."
assert abs(b + {{shift}} / 2) < 0.5 + 1e-2, f"then f is x / 2 + b, and b may be half away from -{{shift}} / 2 at most, but yours is {b}."
X, y, _ = circles(n=40, noise=0.1, seed={{seed}} % 1000)
y[0] *= -1
K = np.exp(-2 * ((X[:, None] - X[None]) ** 2).sum(axis=2))


class Machine:
    """f of the multipliers and the bias found last."""

    def decision(self, points):
        return np.exp(-2 * ((points[:, None] - X[None]) ** 2).sum(axis=2)) @ (alpha * y) + b


_, axes = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
for C, ax in zip((1.0, 100.0), axes):
    alpha, b, _ = Form.parts(machine(K, y, C, K[:1]), 3, "(alpha, b, f)")
    alpha, b = Form.numbers(alpha, (40,), "alpha, a multiplier for each point,"), Form.numbers(b, (), "b")
    plot_regions(Machine(), X, y, ax=plot_points(X, y, ax=ax))
    ax.scatter(*X[0], s=150, facecolors="none", edgecolors="black")
    ax.set(title=f"C = {C:g}: the wrong point has alpha = {alpha[0]:.3g}")
print("The form is right, and both examples.")

# %% test="machine"
import numpy as np

from course.judge import number, vector
from course.judge.answers import unpacked

OFF, CLOSE = 1e-6, 1e-3
rng = marks.rng("machines")


def bell(X, Z, gamma):
    return np.exp(-gamma * ((X[:, None] - Z[None]) ** 2).sum(axis=2))


def rings(n, wrong):
    """Points on two rings, some with the wrong label, and new ones anywhere."""
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    angles = rng.uniform(0, 2 * np.pi, size=n)
    X = (np.where(y > 0, 1.0, 2.0) + 0.2 * rng.normal(size=n))[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
    y[:wrong] *= -1
    return X, y, rng.normal(size=(8, 2))


def cases():
    """Yield a kind of data, K, y, C and L."""
    shift, half = rng.integers(-5, 6), rng.integers(1, 4)
    line, new = shift + half * np.array([1.0, -1.0, 3.0, -2.0]), shift + np.arange(-2.0, 3.0)
    yield "points on a line and a high price", np.outer(line, line), np.array([1.0, -1.0, 1.0, -1.0]), 100.0, np.outer(new, line)
    X, y, new = rings(30, 3)
    yield "two rings with some wrong labels", bell(X, X, 1.5), y, 1.0, bell(new, X, 1.5)
    X, y, new = rings(40, 2)
    yield "two rings with some wrong labels and a high price", bell(X, X, 2.0), y, 100.0, bell(new, X, 2.0)
    X = rng.integers(1, 3, size=(24, 2)) * rng.choice([-1.0, 1.0], size=(24, 2))
    y, new = np.where(X[:, 0] * X[:, 1] > 0, 1.0, -1.0), rng.integers(-2, 3, size=(5, 2))
    y[:2] *= -1
    X[2:4] = X[:2]
    yield "quarters of the plane, some points twice, under a polynomial kernel", (X @ X.T + 1) ** 2, y, 0.5, (new @ X.T + 1) ** 2
    X, y = rng.normal(size=(40, 3)), np.where(rng.permutation(40) < 14, 1.0, -1.0)
    X[:, 0] += y
    yield "overlapping labels under the linear kernel", X @ X.T, y, 0.2, X[:3] @ X.T
    X, y, new = rings(6, 0)
    X = X[[0, 1, 2, 3, 4, 0]]  # the first point is there with both labels
    yield "a point with both labels, and a low price", bell(X, X, 1.0), y, 0.02, bell(new, X, 1.0)
    line = float(rng.choice([-1, 1]) * rng.integers(18, 23)) + np.array([1.0, -1.0, 2.0, -2.0, 3.0, -3.0])
    far = np.array([float(rng.integers(25, 31)), 0.0])
    yield "two points far from each other, whose multipliers are small", np.outer(far, far), np.array([1.0, -1.0]), 1.0, np.outer(far, far)
    yield "a low price, at which every multiplier is at its cap", np.outer(line, line), y, 0.02, np.outer(line[:2] / 2, line)


def hinges(scores, y):
    return np.maximum(0, 1 - y * scores).sum()


answers = []
with marks.claim(1, "multipliers within their bounds that balance, and are worth what the machine costs", read="soft-margin-dual: Where the cap comes from"):
    for kind, K, y, C, L in cases():
        marks.on(kind)
        alpha, b, f = unpacked(marks.call(machine, K, y, C, L), 3, "what machine returns")
        alpha = vector(alpha, len(y), "alpha")
        assert alpha.min() >= -OFF * C and alpha.max() <= (1 + OFF) * C
        assert abs(alpha @ y) <= OFF * C
        scores = K @ (alpha * y)
        half = (alpha * y) @ scores / 2
        slack = min(hinges(scores + edge, y) for edge in y - scores)
        assert half + C * slack - (alpha.sum() - half) <= CLOSE * (half + C * slack)
        answers.append((kind, alpha, b, f, (K, y, C, L)))
with marks.claim(1, "with a bias that is among the best, and f at the new points", read="soft-margin-dual: Finding $b$ when points may violate the margin"):
    marks.needs(len(answers) == 8)
    for kind, alpha, b, f, (K, y, C, L) in answers:
        marks.on(kind)
        b, scores = number(b, "b"), K @ (alpha * y)
        half, slack = (alpha * y) @ scores / 2, hinges(scores + b, y)
        assert half + C * slack - (alpha.sum() - half) <= CLOSE * (half + C * slack)
        right = L @ (alpha * y) + b
        assert np.abs(vector(f, len(L), "f") - right).max() <= OFF * max(1.0, np.abs(right).max())

# %% [markdown]
# ## Part F: the features, written out ({{points:features}})
#
# Book: kernels, the theorem "The features of the polynomial kernel".
#
# A kernel is convenient because you never see the features. Look at them once. Build a map $\phi$ with
# $\phi(\mathbf{x})\cdot\phi(\mathbf{x}') = (\mathbf{x}\cdot\mathbf{x}' + r)^p$ for all points $\mathbf{x}$ and $\mathbf{x}'$. There are many such maps, and
# every one is right: the features may come in any order and with any sign, and one may be split in two. Any such map earns one mark. The other
# mark is for a thrifty one, with no more features than are needed for $r > 0$: the $\binom{d+p}{p}$ of the book.
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
# ## Part I: the exclusive or, in code ({{points:conic}})
#
# Book: kernels, "Four points that no line separates"; kernels, the theorem "The features of the polynomial kernel".
#
# In part H you knew the rectangle, and found the curve by hand. Now there are clouds of points in place of corners, they may lie anywhere, turned by any
# angle, and nobody tells you where. The features of $(\mathbf{x}\cdot\mathbf{x}' + 1)^2$ settle it all the same: a hyperplane among the features is a
# curve $q(\mathbf{x}) = 0$ in the plane, with
#
# $$q(\mathbf{x}) = a x_1^2 + b x_1 x_2 + c x_2^2 + d x_1 + e x_2 + f .$$
#
# Such a curve is called a conic: two lines that cross, an ellipse, a parabola, a hyperbola. Find one with all points on their proper sides, or find out that
# there's none. A program of CVXPY that minimizes nothing and asks for $y_i\,q(\mathbf{x}_i) \ge 1$ will do, and so will any other way.
#
# The visible test asks two questions of each penguin: is its bill longer than {{long}} mm, and is it deeper than {{deep}} mm? A bird gets the label $+1$ if
# exactly one answer is yes. Your curve is drawn, with the two lines that made the labels. Why needn't it be these two lines?
#
# **By hand.** The points $(0, 0)$ and $(2, 2)$ have the label $+1$, and $(2, 0)$ and $(0, 2)$ have $-1$. With $q(\mathbf{x}) = (x_1 - 1)(x_2 - 1)$ the four
# values are $1, 1, -1, -1$. So `[0, 1, 0, -1, -1, 1]` is a right answer.
#
# **Write** `conic(X, y)`, where the points in `X` have two coordinates. It returns `[a, b, c, d, e, f]` with $y_i\,q(\mathbf{x}_i) > 0$ at all points, or
# `None` if no conic separates them.
#
# :::{small-print} sizes and time
# Both labels occur. There are at most 60 points, and their coordinates are whole numbers between $-100$ and $100$. Where a conic separates, one does so with
# room: its values at the points differ in size by a factor of 1,000 at most. The signs are checked without rounding. A call may take 10 seconds of CPU.
# :::

# %% answer="conic"
def conic(X, y):
    """Return the six numbers of a conic that separates the points, or None if there is none."""
    ### BEGIN SOLUTION
    size = 100.0  # so that the solver sees numbers of size 1
    p, q = (X / size).T
    columns = np.column_stack([p**2, p * q, q**2, p, q, np.ones(len(X))])
    w = cp.Variable(6)
    cp.Problem(cp.Minimize(cp.sum_squares(w)), [cp.multiply(y, columns @ w) >= 1]).solve(solver=cp.CLARABEL)
    return None if w.value is None else w.value / size ** np.array([2, 2, 2, 1, 1, 0])
    ### END SOLUTION

# %% check="conic"
def values(found, X):
    """Return q at the points."""
    a, b, c, d, e, f = found
    return a * X[:, 0] ** 2 + b * X[:, 0] * X[:, 1] + c * X[:, 1] ** 2 + d * X[:, 0] + e * X[:, 1] + f


X, y = np.array([[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]), np.array([1.0, 1.0, -1.0, -1.0])
found = conic(X, y)
assert found is not None, "(x1 - 1)(x2 - 1) separates the four points of the example, but the answer is None, which says that no conic does."
found = Form.numbers(found, (6,), "the list of six numbers")
assert (y * values(found, X) > 0).all(), f"q must be above 0 at (0, 0) and (2, 2), and below 0 at (2, 0) and (0, 2), but its values there are {values(found, X)}."
none = conic(np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0]]), np.array([1.0, -1.0, 1.0, -1.0]))
assert none is None, f"on a line q is a parabola, which can't change its sign three times, but for four points with the labels +1, -1, +1, -1 the answer is {none}."
chinstraps = penguins("Chinstrap", "Adelie")
birds = np.round(np.vstack([penguins("Gentoo", "Adelie").X, chinstraps.X[chinstraps.y > 0]]))
asked = (birds[:, 0] > {{long}}) != (birds[:, 1] > {{deep}})
found = conic(birds, np.where(asked, 1.0, -1.0))
assert found is not None, "(x1 - {{long}})(x2 - {{deep}}) has another sign for the two labels, but the answer is None, which says that no conic separates the birds."
found = Form.numbers(found, (6,), "the list of six numbers")
wrong = int((np.where(asked, 1.0, -1.0) * values(found, birds) <= 0).sum())
assert wrong == 0, f"your curve has {wrong} birds on the wrong side, or on it."
ax = plot_points(birds, np.where(asked, 1.0, -1.0))
across, up = np.meshgrid(np.linspace(birds[:, 0].min() - 2, birds[:, 0].max() + 2, 300), np.linspace(birds[:, 1].min() - 2, birds[:, 1].max() + 2, 300))
ax.contour(across, up, values(found, np.column_stack([across.ravel(), up.ravel()])).reshape(across.shape), levels=[0], colors="black")
ax.axvline({{long}}, color="gray", linestyle=":")
ax.axhline({{deep}}, color="gray", linestyle=":")
ax.set(xlabel="bill length in mm", ylabel="bill depth in mm", title="Longer or deeper, but not both")
print("The form is right, and no bird is on the wrong side.")

# %% test="conic"
from fractions import Fraction

import numpy as np

from course.judge import vector

rng = marks.rng("conics")
read = "kernels: Four points that no line separates"


def moved(points):
    """Return the points turned, sheared and moved, in whole numbers, in another order, and that order."""
    while True:
        turn = rng.integers(-4, 5, size=(2, 2))
        if abs(turn[0, 0] * turn[1, 1] - turn[0, 1] * turn[1, 0]) >= 5 and np.abs(turn).min() > 0:
            break
    reach = np.abs(np.array(points) @ turn.T).max()
    order, away = rng.permutation(len(points)), rng.choice([-1, 1], size=2) * rng.integers(10, 101 - int(reach), size=2)
    return (np.array(points) @ turn.T + away)[order].astype(float), order


def clouds(n):
    """Return n points around four corners, and which are at opposite ones."""
    sides = np.array([[1, 1], [-1, -1], [1, -1], [-1, 1]])[np.arange(n) % 4]
    return sides * 6 + rng.integers(-3, 4, size=(n, 2)) * (n > 4), np.arange(n) % 4 < 2


def around(n):
    """Return points in a disk and outside of it."""
    inside = rng.integers(-3, 4, size=(n, 2))
    ring = np.array([[9, 0], [-9, 0], [0, 9], [0, -9], [7, 6], [-7, 6], [7, -6], [-7, -6]])
    return np.vstack([inside, ring]), np.arange(n + 8) < n


def strips(n):
    """Return points in three parallel strips, of which the middle one differs."""
    strip = np.arange(n) % 3 - 1
    return np.column_stack([8 * strip + rng.integers(-2, 3, size=n), rng.integers(-9, 10, size=n)]), strip == 0


def halves(n):
    """Return points on two sides of a line."""
    side = np.where(np.arange(n) % 2 == 0, 1, -1)
    return np.column_stack([side * rng.integers(2, 9, size=n), rng.integers(-9, 10, size=n)]), side > 0


def uneven(n):
    """Return many points beyond a line, and two close to it on the other side."""
    alone = np.arange(n) < 2
    return np.column_stack([np.where(alone, -1, np.maximum(0, rng.integers(-9, 10, size=n))), rng.integers(-9, 10, size=n)]), alone


BOARD = [[i, j] for i in (-5, 0, 5) for j in (-5, 0, 5)]
cases = [
    ("the corners of a parallelogram", *clouds(4)),
    ("clouds around the corners of a parallelogram", *clouds(40)),
    ("points in an ellipse and around it", *around(12)),
    ("points in three strips", *strips(30)),
    ("points that a line separates", *halves(20)),
    ("points that a line separates, and two of them from all others", *uneven(60)),
]
none = [
    ("points on a line whose labels change three times", [[2, 1], [4, 1], [7, 1], [9, 1], [1, 8], [-3, 9]], [True, False, True, False, True, False]),
    ("a board of three rows, with the labels of a chessboard", BOARD, [i == j or i == -j for i, j in BOARD]),
    ("a point that is there with both labels", [[3, 4], [3, 4], [-6, 1], [8, -2]], [True, False, True, False]),
]


away, (p, q) = rng.choice([-1, 1], size=2) * rng.integers(40, 81, size=2), rng.integers(2, 10, size=2)


def drawn(points, positive):
    X, order = moved(points)
    return X, np.where(np.array(positive)[order], 1.0, -1.0) * rng.choice([-1.0, 1.0])


def separates(found, X, y):
    a, b, c, d, e, f = (Fraction(one) for one in vector(found, 6, "what conic returns").tolist())
    points = [(int(p), int(q), int(label)) for (p, q), label in zip(X, y)]
    return all(label * (a * p * p + b * p * q + c * q * q + d * p + e * q + f) > 0 for p, q, label in points)


with marks.claim(1, "where a conic separates the points, one that does", read=read):
    for kind, *case in cases:
        marks.on(kind)
        X, y = drawn(*case)
        assert separates(marks.call(conic, X, y), X, y)
    marks.on("the corners of a rectangle")
    X, y = away + np.array([[p, q], [-p, -q], [p, -q], [-p, q]], dtype=float), np.array([1.0, 1.0, -1.0, -1.0])
    assert separates(marks.call(conic, X, y), X, y)
    marks.on("points close together, far from the origin")
    corner = np.array([(i, j) for i in range(97, 101) for j in range(97, 101)])
    X, y = corner * rng.choice([-1.0, 1.0], size=2), np.sign(np.prod(2.0 * corner - 197, axis=1))
    assert separates(marks.call(conic, X, y), X, y)
    marks.on("points of which one is the origin")
    X, y = drawn(*clouds(4))
    assert separates(marks.call(conic, X - X[0], y), X - X[0], y)
with marks.claim(1, "None where no conic separates the points, and a conic where one still does", read=read):
    for kind, *case in none:
        marks.on(kind)
        X, y = drawn(*case)
        assert marks.call(conic, X, y) is None
    marks.on("the corners of a rhombus on its tip")
    X, y = away + np.array([[p, 0], [-p, 0], [0, q], [0, -q]], dtype=float), np.array([1.0, 1.0, -1.0, -1.0])
    assert separates(marks.call(conic, X, y), X, y)
