# %% answer="mirror" score=1 belief="the image is the foot of the perpendicular" says="the image of each point"
def mirror(w, b, X):
    f = X @ w + b
    return abs(f) / np.linalg.norm(w), X - np.outer(f / (w @ w), w)

# %% answer="closest" score=1 belief="one point holds the margin" says="the rows of all points that have it"
def closest(w, b, X, y):
    margins = y * (X @ w + b) / np.linalg.norm(w)
    return margins.min(), [int(margins.argmin())]

# %% answer="canonical" score=1 belief="a point on the plane does no harm" says="where a point is on the plane"
def canonical(w, b, X, y):
    least = (y * (X @ w + b)).min()
    if least < 0:
        return ()
    least = least or 1.0
    return w / least, b / least, 2 * least / np.linalg.norm(w)

# %% answer="lifted" score=2 belief="the label does not turn the last coordinate" says="the signed points"
def lifted(w, b, X, y, height):
    A = y[:, None] * np.column_stack([X, np.full(len(X), height)])
    u = np.append(w, b / height)
    signed = A.copy()
    signed[:, -1] = height
    return signed, u, (A @ u).min() / np.linalg.norm(u)

# %% answer="mistakes" score=1 belief="w = 0 is a plane like any other" says="every row where w is 0"
def mistakes(w, b, X, y):
    w, b = [Fraction(*pair) for pair in w], Fraction(*b)
    f = [sum(p * Fraction(*q) for p, q in zip(w, x)) + b for x in X]
    return [i for i in range(len(X)) if y[i] * f[i] <= 0]

# %% answer="faults" score=0 belief="the sum does not matter, as zero stays zero" says="nothing is wrong with a witness"
def faults(weights, X, y):
    alpha = [Fraction(*pair) for pair in weights]
    signed = [a * label for a, label in zip(alpha, y)]
    sums = [sum(s * Fraction(*pair) for s, pair in zip(signed, column)) for column in zip(*X)]
    wrong = {"negative": min(alpha) < 0, "sum": False, "points": any(sums), "labels": sum(signed) != 0}
    return [word for word in wrong if wrong[word]]

# %% answer="proof_order" score=0 belief="the first step may be left out" says="all steps that belong"
def proof_order():
    return {{hidden_order}}[1:]

# %% answer="staying" score=0 belief="a mistake far from the plane stays right" says="no move of that length can lose"
def staying(w, b, X, y, sizes):
    room = y * (X @ w + b) / np.linalg.norm(w)
    return [int((abs(room) > size).sum()) for size in sizes]

# %% answer="unsquashed" score=0 belief="the values are straight enough to be fitted as they are" says="the numbers of w and b"
def unsquashed(X, values):
    Z = np.column_stack([X, np.ones(len(X))])
    return np.linalg.lstsq(Z, values, rcond=None)[0]
