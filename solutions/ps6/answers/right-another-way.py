# %% [markdown]
# Other routes: a price of 3/4 as three copies at 1/4, the edge that pulls, the descent as a sum, Python's own random.

# %% answer="gives_way" score=2
def gives_way(w, b, X, y):
    Z = np.column_stack([X, np.ones(len(X))]) * y[:, None]
    slack = [max(0.0, float(1 - z @ np.append(w, b))) for z in Z]
    unit = w / (w @ w)
    return slack, [list(x + label * xi * unit) for x, label, xi in zip(X, y, slack)]

# %% answer="priced_margin" score=3
def priced_margin(X, y, prices):
    whole = np.allclose(4 * prices, np.round(4 * prices))
    copies = np.rint(4 * prices).astype(int) if whole else np.ones(len(X), dtype=int)
    each = np.repeat(prices / copies, copies)
    rows = np.repeat(np.arange(len(X)), copies)
    w, b, xi = cp.Variable(X.shape[1]), cp.Variable(), cp.Variable(len(rows), nonneg=True)
    edge = 1 - xi - cp.multiply(y[rows], X[rows] @ w + b) <= 0
    cp.Problem(cp.Minimize(0.5 * cp.sum_squares(w) + each @ xi), [edge]).solve(solver=cp.CLARABEL)
    alpha = np.bincount(rows, weights=edge.dual_value, minlength=len(X))
    return w.value, b.value.item(), np.maximum(0, 1 - y * (X @ w.value + b.value)), alpha

# %% answer="loss_table" score=2
def loss_table(z):
    return [(float(v <= 0), max(-v, 0.0), max(1 - v, 0.0), np.logaddexp2(0, -v / np.log(2))) for v in z]

# %% answer="value_and_slope" score=2
def value_and_slope(w, b, X, y, prices):
    v, lifted = np.append(w, b), y[:, None] * np.column_stack([X, np.ones(len(X))])
    short = 1 - lifted @ v
    pulling = short >= 0  # those on the edge too, which is another subgradient
    slope = np.append(w, 0) - prices[pulling] @ lifted[pulling]
    return sum(w**2) / 2 + prices[pulling] @ short[pulling], slope[:-1], slope[-1]

# %% answer="converted" score=2
def converted(value, n, given, wanted):
    into = {
        "book": lambda p: (p, 1), "bits": lambda p: (p / 2, 0.5), "lecture": lambda p: (0.5 / p, 0.5 / p),
        "descent": lambda p: (1 / (n * p), 1 / p), "share": lambda p: (p / (1 - p), 1 / (1 - p)),
    }
    out = {
        "book": lambda C: C, "bits": lambda C: C * 2, "lecture": lambda C: 0.5 / C,
        "descent": lambda C: 1 / (n * C), "share": lambda C: C / (C + 1),
    }
    C, factor = into[given](value)
    parameter = out[wanted](C)
    return parameter, factor / into[wanted](parameter)[1]

# %% answer="descended" score=3
def descended(X, y, mu, steps, seed):
    import random

    draws = random.Random(seed).choices(range(len(X)), k=steps)
    pulls, average = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        average = average + 2 / (t + 1) * (w - average)
        if y[i] * (X[i] @ w) < 1:
            pulls = pulls + t * y[i] * X[i]
        w = 2 * pulls / (mu * t * (t + 1))
    return draws, list(w), list(average)

# %% answer="proof_order" score=2
def proof_order():
    builds_on = {{hidden_builds_on}}
    order = []
    while len(order) < len(builds_on):
        ready = [s for s in sorted(builds_on, reverse=True) if s not in order and set(builds_on[s]) <= set(order)]
        order.append(ready[0])
    return order

# %% answer="checkpoints" score=2
def checkpoints(X, y, mu, at, seed):
    import random

    draws = random.Random(seed).choices(range(len(X)), k=max(at))
    Z, w, pulls = y[:, None] * X, np.zeros(X.shape[1]), np.zeros(X.shape[1])
    averages, average = {}, np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        average = average + 2 / (t + 1) * (w - average)
        averages[t] = average
        pulls = pulls + t * Z[i] * (Z[i] @ w < 1)
        w = 2 * pulls / (mu * t * (t + 1))

    def F(w):
        return mu / 2 * w @ w + np.mean([max(0.0, 1 - z @ w) for z in Z])

    return draws, [(F(averages[T]), 8 * (Z**2).sum(axis=1).max() / mu / (T + 1)) for T in at]
