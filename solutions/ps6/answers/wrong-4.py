# %% answer="gives_way" score=0 belief="f is w.x - b" says="the slack of each point"
def gives_way(w, b, X, y):
    slack = np.maximum(0, 1 - y * (X @ w - b))
    return slack, X + np.outer(y * slack, w) / (w @ w)

# %% answer="priced_margin" score=0 belief="the square has no half" says="a plane that costs no more than any other"
def priced_margin(X, y, prices):
    w, b, xi = cp.Variable(X.shape[1]), cp.Variable(), cp.Variable(len(X))
    edge = cp.multiply(y, X @ w + b) >= 1 - xi
    cp.Problem(cp.Minimize(cp.sum_squares(w) + prices @ xi), [edge, xi >= 0]).solve(solver=cp.CLARABEL)
    return w.value, b.value, xi.value, edge.dual_value

# %% answer="loss_table" score=0 belief="e^-z is never too large" says="must be a finite number"
def loss_table(z):
    return np.column_stack([z <= 0, np.maximum(0, -z), np.maximum(0, 1 - z), np.log(1 + np.exp(-z)) / np.log(2)]).tolist()

# %% answer="value_and_slope" score=1 belief="every point pulls" says="the inequality of the subgradient"
def value_and_slope(w, b, X, y, prices):
    pull = prices * y
    return w @ w / 2 + prices @ np.maximum(0, 1 - y * (X @ w + b)), w - pull @ X, -pull.sum()

# %% answer="converted" score=1 belief="the factor is that of the way back" says="multiplied by"
def converted(value, n, given, wanted):
    half = {"book": 1, "bits": 2, "lecture": 2 * value, "descent": value, "share": 1 - value}[given]
    C = {"book": value, "bits": value / 2, "lecture": 0.5 / value, "descent": 1 / (n * value), "share": value / (1 - value)}[given]
    times = {"book": 1, "bits": 2, "lecture": 1 / C, "descent": 1 / (n * C), "share": 1 / (1 + C)}[wanted]
    return {"book": C, "bits": 2 * C, "lecture": 0.5 / C, "descent": 1 / (n * C), "share": C / (1 + C)}[wanted], half / times

# %% answer="descended" score=2 belief="the seed does not matter" says="that depend on the seed"
def descended(X, y, mu, steps, seed):
    draws = np.random.default_rng(0).integers(len(X), size=steps)
    w, average = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        average = average + 2 / (t + 1) * (w - average)
        pull = y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0
        w = w - 2 / (mu * (t + 1)) * (mu * w - pull)
    return draws, w, average

# %% answer="proof_order" score=0 belief="the conclusion may be left out" says="each after those that it builds on"
def proof_order():
    return {{hidden_order}}[:-1]

# %% answer="checkpoints" score=1 belief="the promise is divided by T" says="what the theorem allows"
def checkpoints(X, y, mu, at, seed):
    draws, w, rows = np.random.default_rng(seed).integers(len(X), size=at[-1]), np.zeros(X.shape[1]), []
    R, a = np.linalg.norm(X, axis=1).max(), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        a = a + 2 / (t + 1) * (w - a)
        if t in at:
            rows.append((mu / 2 * a @ a + np.maximum(0, 1 - y * (X @ a)).mean(), 8 * R**2 / (mu * t)))
        pull = y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0
        w = w - 2 / (mu * (t + 1)) * (mu * w - pull)
    return draws, rows
