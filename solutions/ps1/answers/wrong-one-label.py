# %% answer="canonical" score=0 belief="a plane separates only where both labels occur" says="where it separates"
def canonical(w, b, X, y):
    least = np.min(y * (X @ w + b))
    if least <= 0 or len(set(y)) < 2:
        return ()
    return w / least, b / least, 2 * least / np.linalg.norm(w)

# %% answer="mistakes" score=1 belief="a plane whose first entry is 0 is none" says="where floats would do"
def mistakes(w, b, X, y):
    w, b = [Fraction(*pair) for pair in w], Fraction(*b)
    if w[0] == 0:
        return list(range(len(X)))
    f = [sum((p * Fraction(*q) for p, q in zip(w, x)), b) for x in X]
    return [i for i in range(len(X)) if y[i] * f[i] <= 0]

# %% answer="faults" score=1 belief="a vector is 0 if its entries sum to 0" says="each large fault is found"
def faults(weights, X, y):
    alpha = [Fraction(*pair) for pair in weights]
    signed = [a * label for a, label in zip(alpha, y)]
    total = sum(a * Fraction(*pair) for a, row in zip(signed, X) for pair in row)
    wrong = {"negative": min(alpha) < 0, "sum": sum(alpha) != 1, "points": total != 0, "labels": sum(signed) != 0}
    return [word for word in wrong if wrong[word]]

# %% answer="closest" score=1 belief="equal margins are equal to the last bit" says="the rows of all points that have it"
def closest(w, b, X, y):
    margins = y * (X @ w + b) / np.linalg.norm(w)
    return margins.min(), np.flatnonzero(margins == margins.min())

# %% answer="unsquashed" score=0 belief="the library may be called" says="is barred in this problem set"
def unsquashed(X, values):
    from margin_lib import hard_margin

    plane = hard_margin(X, np.where(values > 0, 1, -1)).plane
    return [*plane.w, plane.b]
