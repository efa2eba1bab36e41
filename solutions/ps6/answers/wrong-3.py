# %% answer="gives_way" score=1 belief="slack is a distance" says="the slack of each point"
def gives_way(w, b, X, y):
    slack = np.maximum(0, 1 - y * (X @ w + b)) / np.sqrt(w @ w)
    return slack, X + np.outer(y * slack, w / np.sqrt(w @ w))

# %% answer="priced_margin" score=0 belief="slack may be below 0" says="must be a vector"
def priced_margin(X, y, prices):
    w, b, xi = cp.Variable(X.shape[1]), cp.Variable(), cp.Variable(len(X))
    edge = cp.multiply(y, X @ w + b) >= 1 - xi
    cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + prices @ xi), [edge]).solve(solver=cp.CLARABEL)
    return w.value, b.value, xi.value, edge.dual_value

# %% answer="loss_table" score=1 belief="the logistic loss is not divided" says="the logistic loss"
def loss_table(z):
    return np.column_stack([z <= 0, np.maximum(0, -z), np.maximum(0, 1 - z), np.logaddexp(0, -z)])

# %% answer="value_and_slope" score=1 belief="the slope forgets the labels" says="the inequality of the subgradient"
def value_and_slope(w, b, X, y, prices):
    z = y * (X @ w + b)
    pull = np.where(z < 1, prices, 0)
    return w @ w / 2 + prices @ np.maximum(0, 1 - z), w - pull @ X, -pull.sum()

# %% answer="converted" score=1 belief="the least cost is the same in all forms" says="multiplied by"
def converted(value, n, given, wanted):
    C = {"book": value, "bits": value / 2, "lecture": 0.5 / value, "descent": 1 / (n * value), "share": value / (1 - value)}[given]
    return {"book": C, "bits": 2 * C, "lecture": 0.5 / C, "descent": 1 / (n * C), "share": C / (1 + C)}[wanted], 1.0

# %% answer="descended" score=2 belief="all rows in a random order, again and again" says="equally likely and independent"
def descended(X, y, mu, steps, seed):
    rng = np.random.default_rng(seed)
    draws = np.concatenate([rng.permutation(len(X)) for _ in range(steps // len(X) + 1)])[:steps]
    w, average = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        average = average + 2 / (t + 1) * (w - average)
        pull = y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0
        w = w - 2 / (mu * (t + 1)) * (mu * w - pull)
    return draws, w, average

# %% answer="proof_order" score=1 belief="the conclusion comes first" says="each after those that it builds on"
def proof_order():
    return {{hidden_order}}[::-1]

# %% answer="checkpoints" score=1 belief="the bound on the subgradients is R" says="what the theorem allows"
def checkpoints(X, y, mu, at, seed):
    draws, w, rows = np.random.default_rng(seed).integers(len(X), size=at[-1]), np.zeros(X.shape[1]), []
    R, a = np.linalg.norm(X, axis=1).max(), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        a = a + 2 / (t + 1) * (w - a)
        if t in at:
            rows.append((mu / 2 * a @ a + np.maximum(0, 1 - y * (X @ a)).mean(), 2 * R**2 / (mu * (t + 1))))
        pull = y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0
        w = w - 2 / (mu * (t + 1)) * (mu * w - pull)
    return draws, rows
