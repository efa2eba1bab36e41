# %% [markdown]
# Arrays throughout; the soft margin by its dual program, b by the lowest of the kinks.

# %% answer="gives_way" score=2
def gives_way(w, b, X, y):
    short = np.clip(1 - y * (X @ w + b), 0, None)
    return short, X + (y * short / np.linalg.norm(w))[:, None] * (w / np.linalg.norm(w))

# %% answer="priced_margin" score=3
def priced_margin(X, y, prices):
    Z = y[:, None] * X
    alpha = cp.Variable(len(X))
    dual = cp.Problem(cp.Maximize(cp.sum(alpha) - cp.sum_squares(Z.T @ alpha) / 2), [alpha >= 0, alpha <= prices, y @ alpha == 0])
    dual.solve(solver=cp.CLARABEL)
    w = Z.T @ alpha.value
    kinks = y - X @ w
    slack = np.maximum(0, 1 - y * (X @ w + kinks[:, None]))
    best = np.argmin(slack @ prices)
    return w, kinks[best], slack[best], alpha.value

# %% answer="loss_table" score=2
def loss_table(z):
    zero_one = np.heaviside(-z, 1)
    return np.array([zero_one, np.clip(-z, 0, None), np.clip(1 - z, 0, None), np.logaddexp(0, -z) / np.log(2)]).T

# %% answer="value_and_slope" score=2
def value_and_slope(w, b, X, y, prices):
    short = 1 - y * (X @ w + b)
    share = prices * np.heaviside(short, 0.5)  # half of the way, on the edge
    return w @ w / 2 + prices @ np.maximum(short, 0), w - X.T @ (share * y), -np.dot(share, y)

# %% answer="converted" score=2
def converted(value, n, given, wanted):
    weights = {
        "book": lambda p: (1, p), "bits": lambda p: (2, p), "lecture": lambda p: (2 * p, 1),
        "descent": lambda p: (p, 1 / n), "share": lambda p: (1 - p, p),
    }
    half, slack = weights[given](value)
    C = slack / half
    parameter = {"book": C, "bits": 2 * C, "lecture": 1 / (2 * C), "descent": 1 / (n * C), "share": 1 / (1 + 1 / C)}[wanted]
    return parameter, weights[wanted](parameter)[1] / slack

# %% answer="descended" score=3
def descended(X, y, mu, steps, seed):
    Z = y[:, None] * X
    draws = np.random.default_rng(seed).choice(len(X), size=steps)
    path = np.zeros((steps + 1, X.shape[1]))
    for t, z in enumerate(Z[draws], 1):
        share = 2 / (t + 1)
        path[t] = (1 - share) * path[t - 1] + share / mu * (path[t - 1] @ z < 1) * z
    return draws, path[-1], np.average(path[:-1], axis=0, weights=np.arange(1, steps + 1))

# %% answer="proof_order" score=2
def proof_order():
    return {{hidden_order}}

# %% answer="checkpoints" score=2
def checkpoints(X, y, mu, at, seed):
    Z, T = y[:, None] * X, at[-1]
    draws = np.random.default_rng(seed).integers(len(X), size=T)
    path = np.zeros((T + 1, X.shape[1]))
    for t, z in enumerate(Z[draws], 1):
        path[t] = (1 - 2 / (t + 1)) * path[t - 1] + 2 / (mu * (t + 1)) * (path[t - 1] @ z < 1) * z
    t = np.arange(1, T + 1)
    averages = np.cumsum(t[:, None] * path[:-1], axis=0) / np.cumsum(t)[:, None]
    W = averages[np.array(at) - 1]
    F = mu / 2 * (W**2).sum(axis=1) + np.maximum(0, 1 - W @ Z.T).mean(axis=1)
    G = 2 * np.linalg.norm(X, axis=1).max()
    return draws, np.column_stack([F, 2 * G**2 / (mu * (np.array(at) + 1))])
