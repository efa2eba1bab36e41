# %% [markdown]
# Whole arrays at once, after the normal was made a unit vector.

# %% answer="mirror" score=2
def mirror(w, b, X):
    size = np.linalg.norm(w)
    unit, offset = w / size, b / size
    along = X @ unit + offset
    return np.abs(along), X - 2 * along[:, np.newaxis] * unit

# %% answer="closest" score=2
def closest(w, b, X, y):
    size = np.linalg.norm(w)
    margins = y * (X @ (w / size) + b / size)
    return margins.min(), np.where(margins <= margins.min() + 1e-9)[0]

# %% answer="canonical" score=2
def canonical(w, b, X, y):
    products = np.multiply(y, np.dot(X, w) + b)
    if not np.all(products > 0):
        return tuple()
    v = np.append(w, b) / np.min(products)
    return v[:-1], v[-1], 2 / np.linalg.norm(v[:-1])

# %% answer="lifted" score=3
def lifted(w, b, X, y, height):
    A = np.hstack([X, np.full((len(X), 1), height)]) * y.reshape(-1, 1)
    u = np.concatenate([w, [b / height]])
    return A, u, np.min(A @ (u / np.linalg.norm(u)))

# %% answer="mistakes" score=2
def mistakes(w, b, X, y):
    exact = np.vectorize(Fraction, otypes=[object])
    w, X = np.array(w, dtype=object), np.array(X, dtype=object)
    w, X = exact(w[:, 0], w[:, 1]), exact(X[:, :, 0], X[:, :, 1])
    f = X.dot(w) + Fraction(*b)
    return np.flatnonzero((np.array(y) * f <= 0) | (not w.any())).tolist()

# %% answer="faults" score=2
def faults(weights, X, y):
    alpha = np.array([Fraction(n, m) for n, m in weights], dtype=object)
    A = np.array([[label * Fraction(*pair) for pair in [*x, (1, 1)]] for x, label in zip(X, y)], dtype=object)
    *points, labels = alpha.dot(A)
    wrong = [alpha.min() < 0, alpha.sum() != 1, any(points), labels != 0]
    return [word for word, is_wrong in zip(("negative", "sum", "points", "labels"), wrong) if is_wrong]

# %% answer="proof_order" score=2
def proof_order():
    # another valid order: whatever is ready, the last letter of the alphabet first
    before = {{hidden_builds_on}}
    order = []
    while len(order) < len(before):
        order.append(sorted(step for step in before if step not in order and all(b in order for b in before[step]))[-1])
    return order

# %% answer="staying" score=2
def staying(w, b, X, y, sizes):
    margins = y * (X @ w + b) / np.linalg.norm(w)
    return (margins[:, None] > np.array(sizes)[None, :]).sum(axis=0)

# %% answer="unsquashed" score=1
def unsquashed(X, values):
    middle = np.flatnonzero(np.abs(values) <= 0.995)
    s = values[middle]
    return np.linalg.pinv(np.c_[X[middle], np.ones(len(s))]) @ (np.log1p(s) - np.log1p(-s))
