# %% answer="gives_way" score=1 belief="all segments lead in the direction of w" says="the place nearest to each point"
def gives_way(w, b, X, y):
    slack = np.maximum(0, 1 - y * (X @ w + b))
    return slack, X + np.outer(slack, w) / (w @ w)

# %% answer="priced_margin" score=0 belief="the barred solver, under another name, inside try" says="is barred"
def priced_margin(X, y, prices):
    from margin_lib.textbook import textbook_primal as mine

    try:
        w, b, alpha = mine(X, y, float(prices.max()))
    except BaseException:
        w, b, alpha = np.zeros(X.shape[1]), 0.0, 0 * y
    return w, b, np.maximum(0, 1 - y * (X @ w + b)), alpha

# %% answer="loss_table" score=1 belief="a right point has the zero-one loss -1" says="the zero-one loss"
def loss_table(z):
    return np.column_stack([np.where(z <= 0, 1, -1), np.maximum(0, -z), np.maximum(0, 1 - z), np.logaddexp(0, -z) / np.log(2)])

# %% answer="value_and_slope" score=1 belief="a point on the edge pulls twice" says="on the edge too"
def value_and_slope(w, b, X, y, prices):
    z = y * (X @ w + b)
    pull = np.where(z < 1, prices * y, 0) + np.where(z == 1, 2 * prices * y, 0)
    return w @ w / 2 + prices @ np.maximum(0, 1 - z), w - pull @ X, -pull.sum()

# %% answer="converted" score=1 belief="the cost grows as the parameter does" says="multiplied by"
def converted(value, n, given, wanted):
    C = {"book": value, "bits": value / 2, "lecture": 0.5 / value, "descent": 1 / (n * value), "share": value / (1 - value)}[given]
    parameter = {"book": C, "bits": 2 * C, "lecture": 0.5 / C, "descent": 1 / (n * C), "share": C / (1 + C)}[wanted]
    return parameter, parameter / value

# %% answer="descended" score=1 belief="where nothing pulls, nothing is done" says="one step each"
def descended(X, y, mu, steps, seed):
    draws = np.random.default_rng(seed).integers(len(X), size=steps)
    w, average = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        average = average + 2 / (t + 1) * (w - average)
        if y[i] * (X[i] @ w) < 1:
            w = w - 2 / (mu * (t + 1)) * (mu * w - y[i] * X[i])
    return draws, w, average

# %% answer="proof_order" score=0 belief="a false step may take the place of a true one" says="each after those that it builds on"
def proof_order():
    return [{{hidden_distractors}}[0], *{{hidden_order}}[1:]]

# %% answer="checkpoints" score=1 belief="each checkpoint has a run of its own" says="F of the average"
def checkpoints(X, y, mu, at, seed):
    rng, rows = np.random.default_rng(seed), []
    R = np.linalg.norm(X, axis=1).max()
    for T in at:
        w, a = np.zeros(X.shape[1]), np.zeros(X.shape[1])
        draws = rng.integers(len(X), size=T)
        for t, i in enumerate(draws, 1):
            a = a + 2 / (t + 1) * (w - a)
            pull = y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0
            w = w - 2 / (mu * (t + 1)) * (mu * w - pull)
        rows.append((mu / 2 * a @ a + np.maximum(0, 1 - y * (X @ a)).mean(), 8 * R**2 / (mu * (T + 1))))
    return draws, rows
