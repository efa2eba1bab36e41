# %% answer="margin_run" score=3 belief="a thousand updates are always enough" says="exactly as many updates as the budget allows"
def margin_run(X, y, guess, budget):
    Z, w, order = y[:, None] * X, np.zeros(X.shape[1]), []
    while True:
        violations = np.flatnonzero((Z @ w <= 0) | (Z @ w < guess / 2 * np.sqrt(w @ w)))
        if not len(violations):
            return w, order, "self"
        if len(order) == min(budget, 1000):
            return w, order, "forced"
        order.append(int(violations[0]))
        w = w + Z[violations[0]]

# %% answer="halving" score=2 belief="600 updates are enough for any round" says="has spent 12 * 4^h updates"
def halving(X, y, rounds):
    Z, orders = y[:, None] * X, []
    R = np.linalg.norm(X, axis=1).max()
    for h in range(rounds):
        w, order = np.zeros(X.shape[1]), []
        orders.append(order)
        while True:
            violations = np.flatnonzero((Z @ w <= 0) | (Z @ w < R / 2 ** (h + 1) * np.linalg.norm(w)))
            if not len(violations):
                return w, orders
            if len(order) == min(12 * 4**h, 600):
                break
            order.append(int(violations[0]))
            w = w + Z[violations[0]]
    return w, orders

# %% answer="verdicts" score=1 belief="half the guess is reached if less than a thousandth is missing" says="'close' below half of the guess"
def verdicts(w, X, y, guess):
    if not w.any():
        return ["no plane"] * len(X)
    distances = y * (X @ w) / np.linalg.norm(w)
    return ["wrong" if d <= 0 else "close" if d < guess / 2 - 1e-3 else "fine" for d in distances]

# %% answer="bill" score=0 belief="there are never more than six rounds, as in part C" says="a hyperplane close to the points"
def bill(X, y, u, ratio):
    R, gamma = np.sqrt((X**2).sum(axis=1).max()), (y * (X @ u)).min() / np.linalg.norm(u)
    most, guess = [], R
    while guess > gamma and len(most) < 6:
        most.append(12 * R**2 / guess**2)
        guess /= ratio
    return [*most, 12 * R**2 / gamma**2]
