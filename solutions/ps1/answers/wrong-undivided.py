# %% answer="closest" score=1 belief="ties can be found before dividing by the length of w" says="and a very short w"
def closest(w, b, X, y):
    values = y * (X @ w + b)
    return values.min() / np.linalg.norm(w), np.flatnonzero(values < values.min() + 1e-9)

# %% answer="mistakes" score=1 belief="what was computed exactly may be compared as a float" says="only exact numbers tell"
def mistakes(w, b, X, y):
    w, b = [Fraction(*pair) for pair in w], Fraction(*b)
    f = [float(sum((p * Fraction(*q) for p, q in zip(w, x)), b)) for x in X]
    return [i for i in range(len(X)) if not any(w) or y[i] * f[i] <= 0]

# %% answer="faults" score=1 belief="what was computed exactly may be compared as a float" says="on weights with a tiny fault"
def faults(weights, X, y):
    alpha = [Fraction(*pair) for pair in weights]
    signed = [a * label for a, label in zip(alpha, y)]
    sums = [sum(a * Fraction(*pair) for a, pair in zip(signed, column)) for column in zip(*X)]
    wrong = [float(min(alpha)) < 0, float(sum(alpha) - 1) != 0, any(map(float, sums)), float(sum(signed)) != 0]
    return [word for word, here in zip(("negative", "sum", "points", "labels"), wrong) if here]

# %% answer="lifted" score=2 belief="what is large may be written over" says="changed an array or a list"
def lifted(w, b, X, y, height):
    X *= y[:, None]
    A = np.column_stack([X, height * y])
    u = np.append(w, b / height)
    return A, u, (A @ u).min() / np.linalg.norm(u)

# %% answer="unsquashed" score=0 belief="w has length 1" says="the numbers of w and b"
def unsquashed(X, values):
    Z = np.column_stack([X, np.ones(len(X))])
    some = np.abs(values) < 0.99
    found = np.linalg.lstsq(Z[some], 2 * np.arctanh(values[some]), rcond=None)[0]
    return found / np.linalg.norm(found[:-1])
