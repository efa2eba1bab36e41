# %% answer="mirror" score=1 belief="the distance is f over the square of the length of w" says="the distance of each point"
def mirror(w, b, X):
    f = X @ w + b
    return abs(f) / (w @ w), X - np.outer(2 * f / (w @ w), w)

# %% answer="closest" score=0 belief="the label does not matter" says="below 0 where a point is on the wrong side"
def closest(w, b, X, y):
    margins = abs(X @ w + b) / np.linalg.norm(w)
    return margins.min(), np.flatnonzero(margins - margins.min() < 1e-9)

# %% answer="canonical" score=1 belief="b is not rescaled" says="the same plane and sides"
def canonical(w, b, X, y):
    least = (y * (X @ w + b)).min()
    if least <= 0:
        return ()
    return w / least, b, 2 * least / np.linalg.norm(w)

# %% answer="lifted" score=1 belief="b is the last entry of the normal at every height" says="the normal whose products"
def lifted(w, b, X, y, height):
    A = y[:, None] * np.column_stack([X, np.full(len(X), height)])
    u = np.append(w, b)
    return A, u, (A @ u).min() / np.linalg.norm(u)

# %% answer="mistakes" score=0 belief="a point on the plane is right" says="points on the plane among them"
def mistakes(w, b, X, y):
    w, b = [Fraction(*pair) for pair in w], Fraction(*b)
    if not any(w):
        return list(range(len(X)))
    f = [sum(p * Fraction(*q) for p, q in zip(w, x)) + b for x in X]
    return [i for i in range(len(X)) if y[i] * f[i] < 0]

# %% answer="faults" score=0 belief="a weight of 0 is a fault" says="nothing is wrong with a witness"
def faults(weights, X, y):
    alpha = [Fraction(*pair) for pair in weights]
    signed = [a * label for a, label in zip(alpha, y)]
    sums = [sum(s * Fraction(*pair) for s, pair in zip(signed, column)) for column in zip(*X)]
    wrong = {"negative": min(alpha) <= 0, "sum": sum(alpha) != 1, "points": any(sums), "labels": sum(signed) != 0}
    return [word for word in wrong if wrong[word]]

# %% answer="proof_order" score=1 belief="the conclusion comes first" says="each after those that it builds on"
def proof_order():
    return {{hidden_order}}[::-1]

# %% answer="staying" score=0 belief="y f(x) is the room" says="no move of that length can lose"
def staying(w, b, X, y, sizes):
    room = y * (X @ w + b)
    return [int((room > size).sum()) for size in sizes]

# %% answer="unsquashed" score=0 belief="the values lie between 0 and 1" says="the numbers of w and b"
def unsquashed(X, values):
    Z = np.column_stack([X, np.ones(len(X))])
    some = (values > 0.01) & (values < 0.99)
    return np.linalg.lstsq(Z[some], np.log(values[some] / (1 - values[some])), rcond=None)[0]
