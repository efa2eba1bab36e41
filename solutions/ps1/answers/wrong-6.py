# %% answer="mirror" score=1 belief="the image is the opposite point" says="the image of each point"
def mirror(w, b, X):
    f = X @ w + b
    return abs(f) / np.linalg.norm(w), -X

# %% answer="closest" score=1 belief="the margin is the width of the slab" says="the smallest margin"
def closest(w, b, X, y):
    margins = y * (X @ w + b) / np.linalg.norm(w)
    return 2 * margins.min(), np.flatnonzero(margins - margins.min() < 1e-9)

# %% answer="canonical" score=1 belief="the slab is as wide as the margin" says="and the slab's width"
def canonical(w, b, X, y):
    least = (y * (X @ w + b)).min()
    if least <= 0:
        return ()
    return w / least, b / least, least / np.linalg.norm(w)

# %% answer="lifted" score=1 belief="b grows with the height" says="the normal whose products"
def lifted(w, b, X, y, height):
    A = y[:, None] * np.column_stack([X, np.full(len(X), height)])
    u = np.append(w, b * height)
    return A, u, (A @ u).min() / np.linalg.norm(u)

# %% answer="mistakes" score=1 belief="a tolerance makes up for rounding" says="where f(x) is smaller than floats"
def mistakes(w, b, X, y):
    value = lambda pair: pair[0] / pair[1]
    if not any(n for n, _ in w):
        return list(range(len(X)))
    f = [sum(value(p) * value(q) for p, q in zip(w, x)) + value(b) for x in X]
    return [i for i in range(len(X)) if y[i] * f[i] <= 1e-9]

# %% answer="faults" score=1 belief="the first fault is enough" says="nothing is wrong with a witness"
def faults(weights, X, y):
    alpha = [Fraction(*pair) for pair in weights]
    signed = [a * label for a, label in zip(alpha, y)]
    sums = [sum(s * Fraction(*pair) for s, pair in zip(signed, column)) for column in zip(*X)]
    wrong = {"negative": min(alpha) < 0, "sum": sum(alpha) != 1, "points": any(sums), "labels": sum(signed) != 0}
    return [word for word in wrong if wrong[word]][:1]

# %% answer="proof_order" score=0 belief="every step belongs" says="no other"
def proof_order():
    return {{letters}}

# %% answer="staying" score=0 belief="the plane is w.x = b" says="no move of that length can lose"
def staying(w, b, X, y, sizes):
    room = y * (X @ w - b) / np.linalg.norm(w)
    return [int((room > size).sum()) for size in sizes]

# %% answer="unsquashed" score=0 belief="b stands first" says="the numbers of w and b"
def unsquashed(X, values):
    Z = np.column_stack([X, np.ones(len(X))])
    some = np.abs(values) < 0.99
    Z = np.column_stack([np.ones(len(X)), X])
    return np.linalg.lstsq(Z[some], 2 * np.arctanh(values[some]), rcond=None)[0]
