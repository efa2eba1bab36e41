# %% answer="mirror" score=1 belief="f(x) is the distance" says="the distance of each point"
def mirror(w, b, X):
    f = X @ w + b
    return abs(f), X - np.outer(2 * f / (w @ w), w)

# %% answer="closest" score=1 belief="the margin is not divided by the length of w" says="the smallest margin"
def closest(w, b, X, y):
    f = y * (X @ w + b)
    return f.min(), np.flatnonzero(f - f.min() < 1e-9 * np.linalg.norm(w))

# %% answer="canonical" score=1 belief="canonical form is a unit normal" says="with a smallest y f(x) of 1"
def canonical(w, b, X, y):
    least = (y * (X @ w + b)).min()
    if least <= 0:
        return ()
    size = np.linalg.norm(w)
    return w / size, b / size, 2 * least / size

# %% answer="lifted" score=0 belief="the appended entry is always 1" says="the height as last coordinate"
def lifted(w, b, X, y, height):
    A = y[:, None] * np.column_stack([X, np.ones(len(X))])
    u = np.append(w, b)
    return A, u, (A @ u).min() / np.linalg.norm(u)

# %% answer="mistakes" score=1 belief="floats are exact enough" says="where f(x) is smaller than floats"
def mistakes(w, b, X, y):
    value = lambda pair: pair[0] / pair[1]
    if not any(n for n, _ in w):
        return list(range(len(X)))
    f = [sum(value(p) * value(q) for p, q in zip(w, x)) + value(b) for x in X]
    return [i for i in range(len(X)) if y[i] * f[i] <= 0]

# %% answer="faults" score=1 lowest=0 belief="floats are exact enough" says="on weights with a tiny fault"
def faults(weights, X, y):
    alpha = np.array([n / m for n, m in weights])
    points = np.array([[n / m for n, m in x] for x in X])
    signed = alpha * y
    wrong = []
    if alpha.min() < -1e-12:
        wrong.append("negative")
    if abs(alpha.sum() - 1) > 1e-9:
        wrong.append("sum")
    if abs(signed @ points).max() > 1e-6 * max(1, abs(points).max()):
        wrong.append("points")
    if abs(signed.sum()) > 1e-9:
        wrong.append("labels")
    return wrong

# %% answer="proof_order" score=0 belief="a number c below 0 does as well" says="all steps that belong"
def proof_order():
    return {{hidden_order}} + [{{hidden_distractors}}[0]]

# %% answer="staying" score=1 belief="a point that is moved onto the plane is right" says="where a margin is equal to a size"
def staying(w, b, X, y, sizes):
    room = y * (X @ w + b) / np.linalg.norm(w)
    return [int((room >= size).sum()) for size in sizes]

# %% answer="unsquashed" score=0 belief="f is the inverse of tanh, without the 2" says="the numbers of w and b"
def unsquashed(X, values):
    Z = np.column_stack([X, np.ones(len(X))])
    some = np.abs(values) < 0.99
    return np.linalg.lstsq(Z[some], np.arctanh(values[some]), rcond=None)[0]
