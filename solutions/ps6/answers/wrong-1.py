# %% answer="gives_way" score=0 belief="slack is 1 - y f(x), also below 0" says="none below 0"
def gives_way(w, b, X, y):
    slack = 1 - y * (X @ w + b)
    return slack, X + np.outer(y * slack, w) / (w @ w)

# %% answer="priced_margin" score=0 belief="one price for all will do, the mean" says="a plane that costs no more than any other"
def priced_margin(X, y, prices):
    w, b, xi = cp.Variable(X.shape[1]), cp.Variable(), cp.Variable(len(X))
    edge = cp.multiply(y, X @ w + b) >= 1 - xi
    cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + prices.mean() * cp.sum(xi)), [edge, xi >= 0]).solve(solver=cp.CLARABEL)
    return w.value, b.value, xi.value, edge.dual_value

# %% answer="loss_table" score=1 belief="a point on the plane is no mistake" says="at their kinks too"
def loss_table(z):
    return np.column_stack([z < 0, np.maximum(0, -z), np.maximum(0, 1 - z), np.logaddexp(0, -z) / np.log(2)])

# %% answer="value_and_slope" score=1 belief="the slope of half of the square is 2 w" says="the inequality of the subgradient"
def value_and_slope(w, b, X, y, prices):
    z = y * (X @ w + b)
    pull = np.where(z < 1, prices * y, 0)
    return w @ w / 2 + prices @ np.maximum(0, 1 - z), 2 * w - pull @ X, -pull.sum()

# %% answer="converted" score=0 belief="lambda grows with C" says="the parameter with which the other form"
def converted(value, n, given, wanted):
    scale = {"book": 1, "bits": 2, "lecture": 0.5, "descent": 1 / n, "share": 1}
    return value / scale[given] * scale[wanted], scale[wanted] / scale[given]

# %% answer="descended" score=1 belief="a point on the edge pulls" says="points on the edge do not pull"
def descended(X, y, mu, steps, seed):
    draws = np.random.default_rng(seed).integers(len(X), size=steps)
    w, average = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        average = average + 2 / (t + 1) * (w - average)
        pull = y[i] * X[i] if y[i] * (X[i] @ w) <= 1 else 0
        w = w - 2 / (mu * (t + 1)) * (mu * w - pull)
    return draws, w, average

# %% answer="proof_order" score=0 belief="a false step belongs" says="each after those that it builds on"
def proof_order():
    return {{hidden_order}} + [{{hidden_distractors}}[0]]

# %% answer="checkpoints" score=1 belief="F is taken at w, not at the average" says="F of the average"
def checkpoints(X, y, mu, at, seed):
    draws, w, rows = np.random.default_rng(seed).integers(len(X), size=at[-1]), np.zeros(X.shape[1]), []
    R = np.linalg.norm(X, axis=1).max()
    for t, i in enumerate(draws, 1):
        if t in at:
            rows.append((mu / 2 * w @ w + np.maximum(0, 1 - y * (X @ w)).mean(), 8 * R**2 / (mu * (t + 1))))
        pull = y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0
        w = w - 2 / (mu * (t + 1)) * (mu * w - pull)
    return draws, rows
