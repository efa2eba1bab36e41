# %% answer="mirror" score=0 belief="w has length 1" says="whatever the length of w"
def mirror(w, b, X):
    f = X @ w + b
    return abs(f), X - 2 * np.outer(f, w)

# %% answer="closest" score=0 belief="the bias does not matter" says="the smallest margin"
def closest(w, b, X, y):
    margins = y * (X @ w) / np.linalg.norm(w)
    return margins.min(), np.flatnonzero(margins - margins.min() < 1e-9)

# %% answer="canonical" score=1 belief="nothing is the same as the empty tuple" says="must be a tuple or a list, but it is None"
def canonical(w, b, X, y):
    least = (y * (X @ w + b)).min()
    if least > 0:
        return w / least, b / least, 2 * least / np.linalg.norm(w)

# %% answer="lifted" score=2 belief="lifted points are not signed" says="the signed points"
def lifted(w, b, X, y, height):
    A = y[:, None] * np.column_stack([X, np.full(len(X), height)])
    u = np.append(w, b / height)
    return y[:, None] * A, u, (A @ u).min() / np.linalg.norm(u)

# %% answer="mistakes" score=0 belief="yes or no is asked for" says="must be a list"
def mistakes(w, b, X, y):
    w, b = [Fraction(*pair) for pair in w], Fraction(*b)
    f = [sum(p * Fraction(*q) for p, q in zip(w, x)) + b for x in X]
    return any(w) and all(y[i] * f[i] > 0 for i in range(len(X)))

# %% answer="faults" score=0 belief="the first coordinate is enough" says="nothing is wrong with a witness"
def faults(weights, X, y):
    alpha = [Fraction(*pair) for pair in weights]
    signed = [a * label for a, label in zip(alpha, y)]
    sums = [sum(s * Fraction(*pair) for s, pair in zip(signed, column)) for column in zip(*X)]
    wrong = {"negative": min(alpha) < 0, "sum": sum(alpha) != 1, "points": sums[0] != 0, "labels": sum(signed) != 0}
    return [word for word in wrong if wrong[word]]

# %% answer="proof_order" score=0 belief="steps are asked for by their places" says="must be a list of letters"
def proof_order():
    return list(range(9))

# %% answer="staying" score=0 belief="one number is asked for" says="must be a list"
def staying(w, b, X, y, sizes):
    room = y * (X @ w + b) / np.linalg.norm(w)
    return int((room > max(sizes)).sum())

# %% answer="unsquashed" score=0 belief="the hyperplane goes through the origin" says="the numbers of w and b"
def unsquashed(X, values):
    some = np.abs(values) < 0.99
    w = np.linalg.lstsq(X[some], 2 * np.arctanh(values[some]), rcond=None)[0]
    return [*w, 0]
