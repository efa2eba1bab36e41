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

# %% answer="in_units" score=1
def in_units(X, y, factors, budget):
    runs = []
    for factor in factors:
        # the same as dividing the appended 1 by the factor; followed here in the form that was asked for
        w, b, order = np.zeros(X.shape[1]), 0.0, []
        while len(order) < budget:
            f = y * (factor * (X @ w) + b)
            i = int(np.argmin(f))
            if f[i] > 0:
                break
            w += factor * y[i] * X[i]
            b += y[i]
            order.append(i)
        runs.append(order)
    return runs
