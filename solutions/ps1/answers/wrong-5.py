# %% answer="mirror" score=0 belief="the plane is w.x = b" says="the distance of each point"
def mirror(w, b, X):
    f = X @ w - b
    return abs(f) / np.linalg.norm(w), X - np.outer(2 * f / (w @ w), w)

# %% answer="closest" score=1 belief="the margin is the mean" says="the smallest margin"
def closest(w, b, X, y):
    margins = y * (X @ w + b) / np.linalg.norm(w)
    return margins.mean(), np.flatnonzero(margins - margins.min() < 1e-9)

# %% answer="canonical" score=1 belief="one may divide by a negative number" says="or on the wrong side"
def canonical(w, b, X, y):
    least = (y * (X @ w + b)).min() or 1.0
    return w / least, b / least, 2 * least / np.linalg.norm(w)

# %% answer="lifted" score=2 belief="the lift keeps the margin" says="the margin of the lifted plane"
def lifted(w, b, X, y, height):
    A = y[:, None] * np.column_stack([X, np.full(len(X), height)])
    u = np.append(w, b / height)
    return A, u, (A @ u).min() / np.linalg.norm(w)

# %% answer="mistakes" score=0 belief="the bias does not matter" says="the rows with y f(x) <= 0"
def mistakes(w, b, X, y):
    w, b = [Fraction(*pair) for pair in w], Fraction(*b)
    if not any(w):
        return list(range(len(X)))
    f = [sum(p * Fraction(*q) for p, q in zip(w, x)) for x in X]
    return [i for i in range(len(X)) if y[i] * f[i] <= 0]

# %% answer="faults" score=0 belief="the points are combined without their labels" says="nothing is wrong with a witness"
def faults(weights, X, y):
    alpha = [Fraction(*pair) for pair in weights]
    signed = [a * label for a, label in zip(alpha, y)]
    sums = [sum(a * Fraction(*pair) for a, pair in zip(alpha, column)) for column in zip(*X)]
    wrong = {"negative": min(alpha) < 0, "sum": sum(alpha) != 1, "points": any(sums), "labels": sum(signed) != 0}
    return [word for word in wrong if wrong[word]]

# %% answer="proof_order" score=0 belief="commas are letters" says="may only have the letters"
def proof_order():
    return ", ".join({{hidden_order}})

# %% answer="staying" score=0 belief="those that are lost are counted" says="no move of that length can lose"
def staying(w, b, X, y, sizes):
    room = y * (X @ w + b) / np.linalg.norm(w)
    return [int((room <= size).sum()) for size in sizes]

# %% answer="unsquashed" score=0 belief="whatever is below 1 is exact" says="some values that have lost most of their digits"
def unsquashed(X, values):
    Z = np.column_stack([X, np.ones(len(X))])
    some = np.abs(values) < 1
    return np.linalg.lstsq(Z[some], 2 * np.arctanh(values[some]), rcond=None)[0]
