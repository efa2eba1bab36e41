# %% answer="verdicts" score=1 belief="at w = 0 each point is on the wrong side" says="'no plane' at w = 0"
def verdicts(w, X, y, guess):
    half = guess / 2 * np.linalg.norm(w)
    return ["wrong" if p <= 0 else "close" if p < half else "fine" for p in y * (X @ w)]

# %% answer="margin_run" score=3 belief="w = 0 occurs at the start only" says="where the run has no end"
def margin_run(X, y, guess, budget):
    if budget == 0:
        return np.zeros(X.shape[1]), [], "forced"
    Z = y[:, None] * X
    w, order = Z[0].copy(), [0]
    while True:
        violations = np.flatnonzero(Z @ w / np.linalg.norm(w) < guess / 2)
        if not len(violations):
            return w, order, "self"
        if len(order) == budget:
            return w, order, "forced"
        w += Z[violations[0]]
        order.append(int(violations[0]))

# %% answer="halving" score=1 belief="the budget may be passed by one" says="none has more"
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
            if len(order) > 12 * 4**h:
                break
            w = w + Z[violations[0]]
            order.append(int(violations[0]))
    return w, orders

# %% answer="vouched" score=1 belief="the margin is not divided by the length of w" says="the largest c that it proves"
def vouched(X, y, order):
    Z = y[:, None] * X
    P = np.vstack([np.zeros(X.shape[1]), np.cumsum(Z[order], axis=0)])
    stretches = [(s, t) for t in range(1, len(P)) for s in range(t)]
    s, t = min(stretches, key=lambda one: np.linalg.norm(P[one[1]] - P[one[0]]) / (one[1] - one[0]))
    ceiling = np.linalg.norm(P[t] - P[s]) / (t - s)
    w = P[-1]
    margin = (Z @ w).min() / 1
    return max(margin, 0.0) / ceiling, s + 1, t

# %% answer="claim_sides" score=3 belief="claim 5 has no R" says="of claim 5, for all"
def claim_sides(X, y, order, u):
    unit = u / np.linalg.norm(u)
    gamma, R = (y * (X @ unit)).min(), np.linalg.norm(X, axis=1).max()
    rows, w = [], np.zeros(len(u))
    for k, i in enumerate(order, 1):
        now = np.linalg.norm(w)
        w = w + y[i] * X[i]
        size = np.linalg.norm(w)
        third = now + R**2 / (2 * now) + gamma / 2 if now > 0 else -1
        fourth = now + 0.75 * gamma if now >= 2 * R**2 / gamma else -1
        rows.append([size, w @ unit, k * gamma, now + R, third, fourth, 2 * R**2 / gamma + 0.75 * k * gamma])
    return rows

# %% answer="proof_order" score=0 belief="every step belongs" says="all steps that belong, no other"
def proof_order():
    return {{letters}}

# %% answer="bill" score=0 belief="u has length 1" says="the budget of each round"
def bill(X, y, u, ratio):
    R, gamma = np.sqrt((X**2).sum(axis=1).max()), (y * (X @ u)).min()
    most, guess = [], R
    while guess > gamma:
        most.append(12 * R**2 / guess**2)
        guess /= ratio
    return [*most, 12 * R**2 / gamma**2]
