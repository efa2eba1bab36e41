# %% answer="gives_way" score=0 belief="the label is forgotten" says="the slack of each point"
def gives_way(w, b, X, y):
    slack = np.maximum(0, 1 - (X @ w + b))
    return slack, X + np.outer(slack, w) / (w @ w)

# %% answer="priced_margin" score=0 belief="the bias is forgotten" says="a plane that costs no more than any other"
def priced_margin(X, y, prices):
    w, xi = cp.Variable(X.shape[1]), cp.Variable(len(X))
    edge = cp.multiply(y, X @ w) >= 1 - xi
    cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + prices @ xi), [edge, xi >= 0]).solve(solver=cp.CLARABEL)
    return w.value, 0.0, xi.value, edge.dual_value

# %% answer="loss_table" score=1 belief="the perceptron's loss is that of the hinge" says="the perceptron's and the hinge"
def loss_table(z):
    return np.column_stack([z <= 0, np.maximum(0, 1 - z), np.maximum(0, 1 - z), np.logaddexp(0, -z) / np.log(2)])

# %% answer="value_and_slope" score=0 belief="the square has no half" says="the value of F"
def value_and_slope(w, b, X, y, prices):
    z = y * (X @ w + b)
    pull = np.where(z < 1, prices * y, 0)
    return w @ w + prices @ np.maximum(0, 1 - z), 2 * w - pull @ X, -pull.sum()

# %% answer="converted" score=0 belief="the number of points does not matter" says="the parameter with which the other form"
def converted(value, n, given, wanted):
    half = {"book": 1, "bits": 2, "lecture": 2 * value, "descent": value, "share": 1 - value}[given]
    slack = {"book": value, "bits": value, "lecture": 1, "descent": 1, "share": value}[given]
    C = slack / half
    times = {"book": 1, "bits": 2, "lecture": 1 / C, "descent": 1 / C, "share": 1 / (1 + C)}[wanted]
    return {"book": C, "bits": 2 * C, "lecture": 1 / (2 * C), "descent": 1 / C, "share": C / (1 + C)}[wanted], times / half

# %% answer="descended" score=1 belief="the step size is 1 / (mu t)" says="one step each"
def descended(X, y, mu, steps, seed):
    draws = np.random.default_rng(seed).integers(len(X), size=steps)
    w, average = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        average = average + 2 / (t + 1) * (w - average)
        pull = y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0
        w = w - 1 / (mu * t) * (mu * w - pull)
    return draws, w, average

# %% answer="proof_order" score=0 belief="the other false step belongs" says="each after those that it builds on"
def proof_order():
    return {{hidden_order}}[:-1] + [{{hidden_distractors}}[1], {{hidden_order}}[-1]]

# %% answer="checkpoints" score=1 belief="the hinges are summed" says="F of the average"
def checkpoints(X, y, mu, at, seed):
    draws, w, rows = np.random.default_rng(seed).integers(len(X), size=at[-1]), np.zeros(X.shape[1]), []
    R, a = np.linalg.norm(X, axis=1).max(), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        a = a + 2 / (t + 1) * (w - a)
        if t in at:
            rows.append((mu / 2 * a @ a + np.maximum(0, 1 - y * (X @ a)).sum(), 8 * R**2 / (mu * (t + 1))))
        pull = y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0
        w = w - 2 / (mu * (t + 1)) * (mu * w - pull)
    return draws, rows
