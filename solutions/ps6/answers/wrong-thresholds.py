# %% answer="loss_table" score=1 belief="beyond 10 the logistic loss is 0" says="the logistic loss"
def loss_table(z):
    logistic = np.where(z > 10, 0.0, np.logaddexp(0, -z) / np.log(2))
    return np.column_stack([z <= 0, np.maximum(0, -z), np.maximum(0, 1 - z), logistic])

# %% answer="value_and_slope" score=1 belief="points a little beyond the edge pull, too" says="the inequality of the subgradient"
def value_and_slope(w, b, X, y, prices):
    z = y * (X @ w + b)
    pull = np.where(z <= 1.25, prices * y, 0)
    return w @ w / 2 + prices @ np.maximum(0, 1 - z), w - pull @ X, -pull.sum()

# %% answer="converted" score=0 belief="a mean needs two points" says="the parameter with which"
def converted(value, n, given, wanted):
    n = max(n, 2)
    square, slack = {
        "book": (0.5, value), "bits": (1, value), "lecture": (value, 1), "descent": (value / 2, 1 / n), "share": ((1 - value) / 2, value)
    }[given]
    C = slack / square / 2
    parameter, half = {
        "book": (C, 0.5), "bits": (2 * C, 1), "lecture": (0.5 / C, 0.5 / C), "descent": (1 / (n * C), 0.5 / (n * C)),
        "share": (C / (1 + C), 0.5 / (1 + C)),
    }[wanted]
    return parameter, half / square

# %% answer="descended" score=2 belief="long points are drawn more often" says="equally likely and independent"
def descended(X, y, mu, steps, seed):
    sizes = np.linalg.norm(X, axis=1) if X.any() else np.ones(len(X))
    draws = np.random.default_rng(seed).choice(len(X), size=steps, p=sizes / sizes.sum())
    w, total = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        total += t * w
        slope = mu * w - (y[i] * X[i] if y[i] * (w @ X[i]) < 1 else 0)
        w = w - 2 / (mu * (t + 1)) * slope
    return draws, w, 2 * total / (steps * (steps + 1))
