# %% answer="gives_way" score=1 belief="the move is xi times w" says="the place nearest to each point"
def gives_way(w, b, X, y):
    slack = np.maximum(0, 1 - y * (X @ w + b))
    return slack, X + np.outer(y * slack, w)

# %% answer="priced_margin" score=2 belief="slack is 1 - y f(x), also below 0" says="slack that the constraints allow"
def priced_margin(X, y, prices):
    w, b, xi = cp.Variable(X.shape[1]), cp.Variable(), cp.Variable(len(X))
    edge = cp.multiply(y, X @ w + b) >= 1 - xi
    cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + prices @ xi), [edge, xi >= 0]).solve(solver=cp.CLARABEL)
    return w.value, b.value, 1 - y * (X @ w.value + b.value), edge.dual_value

# %% answer="loss_table" score=1 belief="the hinge is squared" says="at their kinks too"
def loss_table(z):
    return np.column_stack([z <= 0, np.maximum(0, -z), np.maximum(0, 1 - z) ** 2, np.logaddexp(0, -z) / np.log(2)])

# %% answer="value_and_slope" score=1 belief="the slope forgets the prices" says="the inequality of the subgradient"
def value_and_slope(w, b, X, y, prices):
    z = y * (X @ w + b)
    pull = np.where(z < 1, y, 0)
    return w @ w / 2 + prices @ np.maximum(0, 1 - z), w - pull @ X, -pull.sum()

# %% answer="converted" score=0 belief="the parameter of bits is half of C" says="the parameter with which the other form"
def converted(value, n, given, wanted):
    C = {"book": value, "bits": 2 * value, "lecture": 0.5 / value, "descent": 1 / (n * value), "share": value / (1 - value)}[given]
    half = {"book": 1, "bits": 2, "lecture": 2 * value, "descent": value, "share": 1 - value}[given]
    times = {"book": 1, "bits": 2, "lecture": 1 / C, "descent": 1 / (n * C), "share": 1 / (1 + C)}[wanted]
    return {"book": C, "bits": C / 2, "lecture": 0.5 / C, "descent": 1 / (n * C), "share": C / (1 + C)}[wanted], times / half

# %% answer="descended" score=2 belief="the average begins with w_2" says="the average of the w before each step"
def descended(X, y, mu, steps, seed):
    draws = np.random.default_rng(seed).integers(len(X), size=steps)
    w, average = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        pull = y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0
        w = w - 2 / (mu * (t + 1)) * (mu * w - pull)
        average = average + 2 / (t + 1) * (w - average)
    return draws, w, average

# %% answer="proof_order" score=0 belief="all steps belong" says="each after those that it builds on"
def proof_order():
    return {{hidden_order}} + {{hidden_distractors}}

# %% answer="checkpoints" score=1 belief="the square has no half" says="F of the average"
def checkpoints(X, y, mu, at, seed):
    draws, w, rows = np.random.default_rng(seed).integers(len(X), size=at[-1]), np.zeros(X.shape[1]), []
    R, a = np.linalg.norm(X, axis=1).max(), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        a = a + 2 / (t + 1) * (w - a)
        if t in at:
            rows.append((mu * a @ a + np.maximum(0, 1 - y * (X @ a)).mean(), 8 * R**2 / (mu * (t + 1))))
        pull = y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0
        w = w - 2 / (mu * (t + 1)) * (mu * w - pull)
    return draws, rows
