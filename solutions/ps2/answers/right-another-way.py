# %% [markdown]
# Counts how often each point was corrected instead of keeping w (the dual form), or picks a mistake at random.

# %% answer="perceptron" score=5
def perceptron(X, y, budget):
    K = X @ X.T
    counts = np.zeros(len(X))
    order = []
    f = np.zeros(len(X))
    while len(order) < budget:
        wrong = np.flatnonzero(y * f <= 0)
        if wrong.size == 0:
            break
        i = wrong[-1]
        counts[i] += 1
        f += y[i] * K[i]
        order.append(int(i))
    return (counts * y) @ X, order

# %% answer="with_bias" score=3
def with_bias(X, y, budget):
    rng = np.random.default_rng(5)
    w, b, order = np.zeros(X.shape[1]), 0, []
    while len(order) < budget:
        wrong = np.flatnonzero(y * (X @ w + b) <= 0)
        if not len(wrong):
            break
        i = int(rng.choice(wrong))
        w, b = w + y[i] * X[i], b + int(y[i])
        order.append(i)
    return list(w), b, tuple(order)

# %% answer="novikoff_sides" score=4
def novikoff_sides(X, y, order, u):
    from math import hypot, sqrt

    size = hypot(*u)
    along = [float(y[i] * (X[i] @ u)) / size for i in range(len(X))]
    R = max(hypot(*x) for x in X)
    rows, w, shadow = [], np.zeros(len(u)), 0.0
    for k, i in enumerate(order, start=1):
        w = w + y[i] * X[i]
        shadow += along[i]
        rows.append((k * min(along), shadow, hypot(*w), sqrt(k) * R))
    return rows

# %% answer="forcing_set" score=3
def forcing_set(k):
    # half of the lengths are shorter, which changes nothing: the axes stay at right angles
    n = k + 3
    X = np.zeros((n, n))
    for i in range(n):
        X[i, i] = 1.0 if i % 2 else -0.5
    return X.tolist(), [1 if i % 2 else -1 for i in range(n)]

# %% answer="proof_order" score=2
def proof_order():
    return "".join({{hidden_order}})

# %% answer="settled" score=1
def settled(X, y):
    # a slow run and one that is twice as fast: where nothing separates, they meet
    Z = np.hstack([X, np.ones((len(X), 1))]) * y.reshape(-1, 1)

    def step(counts):
        f = Z @ (counts @ Z)
        return counts + (np.arange(len(Z)) == np.argmin(f)) if f.min() <= 0 else counts

    slow = fast = np.zeros(len(Z))
    while True:
        slow, fast = step(slow), step(step(fast))
        if (Z @ (fast @ Z) > 0).all():
            return list(fast @ Z)[:-1], (fast @ Z)[-1], None
        if np.array_equal(slow @ Z, fast @ Z):
            return None, None, [int(count) for count in fast - slow]
