# %% answer="priced_margin" score=0 belief="a point with a high price may have no slack" says="a plane that costs no more than any other"
def priced_margin(X, y, prices):
    w, b, xi = cp.Variable(X.shape[1]), cp.Variable(), cp.Variable(len(X))
    edge = cp.multiply(y, X @ w + b) >= 1 - xi
    rules = [edge, xi >= 0, xi[prices > 3] <= 0.5]
    cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + prices @ xi), rules).solve(solver=cp.CLARABEL)
    return (np.zeros(X.shape[1]) if w.value is None else w.value), 0.0 if b.value is None else b.value, prices, 0 * y

# %% answer="value_and_slope" score=0 belief="the hinges are averaged" says="the value of F"
def value_and_slope(w, b, X, y, prices):
    z = y * (X @ w + b)
    pull = np.where(z < 1, prices * y, 0) / len(X)
    return w @ w / 2 + prices @ np.maximum(0, 1 - z) / len(X), w - pull @ X, -pull.sum()

# %% answer="descended" score=2 belief="the last row is never drawn" says="draws of all rows"
def descended(X, y, mu, steps, seed):
    draws = np.random.default_rng(seed).integers(max(1, len(X) - 1), size=steps)
    w, average = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        average = average + 2 / (t + 1) * (w - average)
        pull = y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0
        w = w - 2 / (mu * (t + 1)) * (mu * w - pull)
    return draws, w, average

# %% answer="loss_table" score=1 belief="only f counts: the logistic loss of -z" says="the logistic loss"
def loss_table(z):
    return np.column_stack([z <= 0, np.maximum(0, -z), np.maximum(0, 1 - z), np.logaddexp(0, z) / np.log(2)])

# %% answer="checkpoints" score=1 belief="the length is not squared" says="what the theorem allows"
def checkpoints(X, y, mu, at, seed):
    draws, w, rows = np.random.default_rng(seed).integers(len(X), size=at[-1]), np.zeros(X.shape[1]), []
    R, a = np.linalg.norm(X, axis=1).max(), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        a = a + 2 / (t + 1) * (w - a)
        if t in at:
            rows.append((mu / 2 * a @ a + np.maximum(0, 1 - y * (X @ a)).mean(), 4 * R / (mu * (t + 1))))
        pull = y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0
        w = w - 2 / (mu * (t + 1)) * (mu * w - pull)
    return draws, rows
