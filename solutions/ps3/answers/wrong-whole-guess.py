# %% answer="margin_run" score=3 belief="twelve R^2 / guess^2 updates are always enough" says="exactly as many updates as the budget allows"
def margin_run(X, y, guess, budget):
    Z, w, order = y[:, None] * X, np.zeros(X.shape[1]), []
    most = min(budget, int(12 * (X**2).sum(axis=1).max() / guess**2) + 1)
    while True:
        violations = np.flatnonzero((Z @ w <= 0) | (Z @ w < guess / 2 * np.sqrt(w @ w)))
        if not len(violations):
            return w, order, "self"
        if len(order) == most:
            return w, order, "forced"
        order.append(int(violations[0]))
        w = w + Z[violations[0]]

# %% answer="halving" score=2 belief="the plane of the best round is asked for" says="w is the sum of its updates"
def halving(X, y, rounds):
    Z, orders, planes = y[:, None] * X, [], []
    R = np.linalg.norm(X, axis=1).max()
    for h in range(rounds):
        w, order = np.zeros(X.shape[1]), []
        orders.append(order)
        planes.append(w)
        while len(order) < 12 * 4**h or h == rounds:
            violations = np.flatnonzero((Z @ w <= 0) | (Z @ w < R / 2 ** (h + 1) * np.linalg.norm(w)))
            if not len(violations):
                break
            order.append(int(violations[0]))
            w = w + Z[violations[0]]
        planes[-1] = w
        if (Z @ w > 0).all() and (Z @ w >= R / 2 ** (h + 1) * np.linalg.norm(w)).all():
            return max(planes, key=lambda w: (Z @ w).min() / np.linalg.norm(w)), orders
    return w, orders

# %% answer="vouched" score=0 belief="a stretch has at most twenty updates" says="as short as that of any other"
def vouched(X, y, order):
    Z = y[:, None] * X
    P = np.vstack([np.zeros(X.shape[1]), np.cumsum(Z[order], axis=0)])
    stretches = [(s, t) for t in range(1, len(P)) for s in range(max(0, t - 20), t)]
    s, t = min(stretches, key=lambda one: np.linalg.norm(P[one[1]] - P[one[0]]) / (one[1] - one[0]))
    w, ceiling = P[-1], np.linalg.norm(P[t] - P[s]) / (t - s)
    return max((Z @ w).min() / np.linalg.norm(w), 0.0) / ceiling, s + 1, t

# %% answer="verdicts" score=0 belief="distances are rounded to three digits" says="'wrong' for the wrong side"
def verdicts(w, X, y, guess):
    if not w.any():
        return ["no plane"] * len(X)
    distances = np.round(y * (X @ w) / np.linalg.norm(w), 3)
    return ["wrong" if d <= 0 else "close" if d < guess / 2 else "fine" for d in distances]

# %% answer="bill" score=0 belief="the first guess is R over the ratio" says="the budget of each round"
def bill(X, y, u, ratio):
    R, gamma = np.sqrt((X**2).sum(axis=1).max()), (y * (X @ u)).min() / np.linalg.norm(u)
    most, guess = [], R / ratio
    while guess > gamma:
        most.append(12 * R**2 / guess**2)
        guess /= ratio
    return [*most, 12 * R**2 / gamma**2]
