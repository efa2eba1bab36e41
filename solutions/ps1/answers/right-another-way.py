# %% [markdown]
# Through the lift, Householder's matrix, sorted margins, and whole numbers in place of fractions.

# %% answer="mirror" score=2
def mirror(w, b, X):
    unit = w / np.linalg.norm(w)
    on_plane = -b * w / (w @ w)
    turn = np.eye(len(w)) - 2 * np.outer(unit, unit)
    images = (X - on_plane) @ turn + on_plane
    return np.linalg.norm(images - X, axis=1) / 2, images.tolist()

# %% answer="closest" score=2
def closest(w, b, X, y):
    from math import hypot

    margins = [float(label * (x @ w + b)) / hypot(*w) for x, label in zip(X, y)]
    order = sorted(range(len(margins)), key=margins.__getitem__)
    rows = []
    for i in order:
        if margins[i] - margins[order[0]] > 1e-6:
            break
        rows.append(i)
    return margins[order[0]], tuple(rows[::-1])

# %% answer="canonical" score=2
def canonical(w, b, X, y):
    positive, negative = X[y > 0] @ w + b, X[y < 0] @ w + b
    values = [*positive, *-negative]
    if min(values) <= 0:
        return []
    c = 1 / min(values)
    return (c * w).tolist(), float(c * b), 2.0 / float(np.linalg.norm(c * w))

# %% answer="lifted" score=3
def lifted(w, b, X, y, height):
    A = np.empty((X.shape[0], X.shape[1] + 1))
    A[:, :-1], A[:, -1] = X, height
    A[y < 0] *= -1
    u = np.array([*w, b / height])
    return A.tolist(), tuple(u), float(np.min(y * (X @ w + b)) * height / np.hypot(height * np.linalg.norm(w), b))

# %% answer="mistakes" score=2
def mistakes(w, b, X, y):
    # with all denominators multiplied out, only whole numbers are left
    from math import prod

    if all(n == 0 for n, _ in w):
        return tuple(range(len(X)))
    found = []
    for i, x in enumerate(X):
        terms = [(p[0] * q[0], p[1] * q[1]) for p, q in zip(w, x)] + [tuple(b)]
        common = prod(m for _, m in terms)
        if y[i] * sum(n * (common // m) for n, m in terms) <= 0:
            found.append(i)
    return found[::-1]

# %% answer="faults" score=2
def faults(weights, X, y):
    from math import lcm

    def total(pairs):
        common = lcm(*(m for _, m in pairs))
        return sum(n * (common // m) for n, m in pairs), common

    said = ["negative"] if any(n < 0 for n, _ in weights) else []
    n, m = total(weights)
    if n != m:
        said.append("sum")
    signed = [(label * n, m) for (n, m), label in zip(weights, y)]
    if total(signed)[0]:
        said.append("labels")
    if any(total([(p[0] * x[j][0], p[1] * x[j][1]) for p, x in zip(signed, X)])[0] for j in range(len(X[0]))):
        said.append("points")
    return said

# %% answer="proof_order" score=2
def proof_order():
    return "".join({{hidden_order}})

# %% answer="staying" score=2
def staying(w, b, X, y, sizes):
    from bisect import bisect_right

    margins = sorted((y * (X @ w + b) / np.sqrt(w @ w)).tolist())
    return [len(margins) - bisect_right(margins, size) for size in sizes]

# %% answer="unsquashed" score=1
def unsquashed(X, values):
    # all values, each with the trust that it deserves
    trust = (1 - values**2) ** 2
    f = 2 * np.arctanh(np.clip(values, -1 + 1e-15, 1 - 1e-15))
    Z = np.append(X, np.ones((len(X), 1)), axis=1)
    Q, R = np.linalg.qr(trust[:, None] * Z)
    return np.linalg.solve(R, Q.T @ (trust * f))
