# %% answer="gives_way" score=1 belief="the segment ends on the plane" says="the place nearest to each point"
def gives_way(w, b, X, y):
    f = X @ w + b
    slack = np.maximum(0, 1 - y * f)
    return slack, X - np.outer(np.where(slack > 0, f, 0), w) / (w @ w)

# %% answer="priced_margin" score=2 belief="alpha belongs to the constraint xi >= 0" says="multipliers within their bounds"
def priced_margin(X, y, prices):
    w, b, xi = cp.Variable(X.shape[1]), cp.Variable(), cp.Variable(len(X))
    edge, least = cp.multiply(y, X @ w + b) >= 1 - xi, xi >= 0
    cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + prices @ xi), [edge, least]).solve(solver=cp.CLARABEL)
    return w.value, b.value, xi.value, least.dual_value

# %% answer="loss_table" score=1 belief="beyond the edge the hinge is below 0" says="at their kinks too"
def loss_table(z):
    return np.column_stack([z <= 0, np.maximum(0, -z), 1 - z, np.logaddexp(0, -z) / np.log(2)])

# %% answer="value_and_slope" score=1 belief="the slope of b has the sign of the labels" says="the inequality of the subgradient"
def value_and_slope(w, b, X, y, prices):
    z = y * (X @ w + b)
    pull = np.where(z < 1, prices * y, 0)
    return w @ w / 2 + prices @ np.maximum(0, 1 - z), w - pull @ X, pull.sum()

# %% answer="converted" score=0 belief="both lambdas are the same number" says="the parameter with which the other form"
def converted(value, n, given, wanted):
    C = {"book": value, "bits": value / 2, "lecture": 0.5 / value, "descent": 0.5 / value, "share": value / (1 - value)}[given]
    half = {"book": 1, "bits": 2, "lecture": 2 * value, "descent": value, "share": 1 - value}[given]
    times = {"book": 1, "bits": 2, "lecture": 1 / C, "descent": 1 / (n * C), "share": 1 / (1 + C)}[wanted]
    return {"book": C, "bits": 2 * C, "lecture": 0.5 / C, "descent": 0.5 / C, "share": C / (1 + C)}[wanted], times / half

# %% answer="descended" score=2 belief="the average is the plain mean" says="weighted by t"
def descended(X, y, mu, steps, seed):
    draws = np.random.default_rng(seed).integers(len(X), size=steps)
    w, total = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        total = total + w
        pull = y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0
        w = w - 2 / (mu * (t + 1)) * (mu * w - pull)
    return draws, w, total / steps

# %% answer="proof_order" score=1 belief="a step may come before what it builds on" says="each after those that it builds on"
def proof_order():
    order = {{hidden_order}}
    order[-1], order[-2] = order[-2], order[-1]
    return order

# %% answer="checkpoints" score=1 belief="the average has w after the last step in it" says="F of the average"
def checkpoints(X, y, mu, at, seed):
    draws, w, rows = np.random.default_rng(seed).integers(len(X), size=at[-1]), np.zeros(X.shape[1]), []
    R, a = np.linalg.norm(X, axis=1).max(), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        pull = y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0
        w = w - 2 / (mu * (t + 1)) * (mu * w - pull)
        a = a + 2 / (t + 1) * (w - a)
        if t in at:
            rows.append((mu / 2 * a @ a + np.maximum(0, 1 - y * (X @ a)).mean(), 8 * R**2 / (mu * (t + 1))))
    return draws, rows
