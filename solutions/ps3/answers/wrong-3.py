# %% answer="verdicts" score=1 belief="closer than the whole guess is too close" says="below half of the guess"
def verdicts(w, X, y, guess):
    if not w.any():
        return ["no plane"] * len(X)
    return ["wrong" if p <= 0 else "close" if p < guess * np.linalg.norm(w) else "fine" for p in y * (X @ w)]

# %% answer="margin_run" score=1 belief="closer than the whole guess is a violation" says="a violation at that moment"
def margin_run(X, y, guess, budget):
    Z, w, order = y[:, None] * X, np.zeros(X.shape[1]), []
    while True:
        products, size = Z @ w, np.linalg.norm(w)
        violations = np.flatnonzero((products <= 0) | (products < guess * size))
        if not len(violations):
            return w, order, "self"
        if len(order) == budget:
            return w, order, "forced"
        w = w + Z[violations[0]]
        order.append(int(violations[0]))

# %% answer="halving" score=1 belief="each guess is a quarter of the one before" says="the last round ends by itself"
def halving(X, y, rounds):
    Z, orders = y[:, None] * X, []
    R = np.linalg.norm(X, axis=1).max()
    for h in range(rounds):
        w, order = np.zeros(X.shape[1]), []
        orders.append(order)
        while True:
            violations = np.flatnonzero((Z @ w <= 0) | (Z @ w < R / 4**h / 2 * np.linalg.norm(w)))
            if not len(violations):
                return w, orders
            if len(order) == 12 * 16**h:
                break
            w = w + Z[violations[0]]
            order.append(int(violations[0]))
    return w, orders

# %% answer="vouched" score=0 belief="the shortest sum has the shortest mean" says="as short as that of any other"
def vouched(X, y, order):
    Z = y[:, None] * X
    P = np.vstack([np.zeros(X.shape[1]), np.cumsum(Z[order], axis=0)])
    stretches = [(s, t) for t in range(1, len(P)) for s in range(t)]
    s, t = min(stretches, key=lambda one: np.linalg.norm(P[one[1]] - P[one[0]]))
    ceiling = np.linalg.norm(P[t] - P[s]) / (t - s)
    w = P[-1]
    margin = (Z @ w).min() / np.linalg.norm(w)
    return max(margin, 0.0) / ceiling, s + 1, t

# %% answer="claim_sides" score=3 belief="at w = 0 claim 3 says what claim 2 says" says="-1 where it says nothing"
def claim_sides(X, y, order, u):
    unit = u / np.linalg.norm(u)
    gamma, R = (y * (X @ unit)).min(), np.linalg.norm(X, axis=1).max()
    rows, w = [], np.zeros(len(u))
    for k, i in enumerate(order, 1):
        now = np.linalg.norm(w)
        w = w + y[i] * X[i]
        size = np.linalg.norm(w)
        third = now + R**2 / (2 * now) + gamma / 2 if now > 0 else now + R
        fourth = now + 0.75 * gamma if now >= 2 * R**2 / gamma else -1
        rows.append([size, w @ unit, k * gamma, now + R, third, fourth, 2 * R**2 / gamma + 0.75 * k * gamma + R])
    return rows

# %% answer="proof_order" score=0 belief="the shadow is not needed" says="all steps that belong"
def proof_order():
    return {{hidden_order}}[1:]

# %% answer="bill" score=0 belief="a guess up to twice the margin ends by itself" says="the budget of each round"
def bill(X, y, u, ratio):
    R, gamma = np.sqrt((X**2).sum(axis=1).max()), (y * (X @ u)).min() / np.linalg.norm(u)
    most, guess = [], R
    while guess > 2 * gamma:
        most.append(12 * R**2 / guess**2)
        guess /= ratio
    return [*most, 12 * R**2 / gamma**2]
