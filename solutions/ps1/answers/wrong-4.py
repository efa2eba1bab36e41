# %% answer="mirror" score=1 belief="a distance may be negative" says="the distance of each point"
def mirror(w, b, X):
    f = X @ w + b
    return f / np.linalg.norm(w), X - np.outer(2 * f / (w @ w), w)

# %% answer="closest" score=1 belief="rows count from 1" says="the rows of all points that have it"
def closest(w, b, X, y):
    margins = y * (X @ w + b) / np.linalg.norm(w)
    return margins.min(), 1 + np.flatnonzero(margins - margins.min() < 1e-9)

# %% answer="canonical" score=1 belief="the closest point counts on whichever side it is" says="or on the wrong side"
def canonical(w, b, X, y):
    least = max(abs(X @ w + b).min(), 1e-300)
    return w / least, b / least, 2 * least / np.linalg.norm(w)

# %% answer="lifted" score=2 belief="the margin is not divided by the length of u" says="the margin of the lifted plane"
def lifted(w, b, X, y, height):
    A = y[:, None] * np.column_stack([X, np.full(len(X), height)])
    u = np.append(w, b / height)
    return A, u, (A @ u).min()

# %% answer="mistakes" score=0 belief="the label does not matter" says="the rows with y f(x) <= 0"
def mistakes(w, b, X, y):
    w, b = [Fraction(*pair) for pair in w], Fraction(*b)
    if not any(w):
        return list(range(len(X)))
    f = [sum(p * Fraction(*q) for p, q in zip(w, x)) + b for x in X]
    return [i for i in range(len(X)) if f[i] <= 0]

# %% answer="faults" score=0 belief="points are combined, not lifted points" says="nothing is wrong with a witness"
def faults(weights, X, y):
    alpha = [Fraction(*pair) for pair in weights]
    signed = [a * label for a, label in zip(alpha, y)]
    sums = [sum(s * Fraction(*pair) for s, pair in zip(signed, column)) for column in zip(*X)]
    wrong = {"negative": min(alpha) < 0, "sum": sum(alpha) != 1, "points": any(sums), "labels": False}
    return [word for word in wrong if wrong[word]]

# %% answer="proof_order" score=0 belief="the values of f do not change" says="no other"
def proof_order():
    return {{hidden_order}}[:-1] + {{hidden_distractors}}

# %% answer="staying" score=0 belief="a share is asked for" says="must be a whole number"
def staying(w, b, X, y, sizes):
    room = y * (X @ w + b) / np.linalg.norm(w)
    return [float((room > size).mean()) for size in sizes]

# %% answer="unsquashed" score=0 belief="a value of 1 stands for a large f, such as 30" says="the numbers of w and b"
def unsquashed(X, values):
    Z = np.column_stack([X, np.ones(len(X))])
    s = np.clip(values, -1 + 1e-13, 1 - 1e-13)
    return np.linalg.lstsq(Z, 2 * np.arctanh(s), rcond=None)[0]
