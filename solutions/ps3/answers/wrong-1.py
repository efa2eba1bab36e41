# %% answer="verdicts" score=0 belief="the label is forgotten" says="'wrong' for the wrong side"
def verdicts(w, X, y, guess):
    if not w.any():
        return ["no plane"] * len(X)
    products, half = X @ w, guess / 2 * np.linalg.norm(w)
    return ["wrong" if p <= 0 else "close" if p < half else "fine" for p in products]

# %% answer="margin_run" score=3 belief="a point on its proper side is never corrected" says="with a margin of half the guess at least"
def margin_run(X, y, guess, budget):
    Z, w, order = y[:, None] * X, np.zeros(X.shape[1]), []
    while True:
        products, size = Z @ w, np.linalg.norm(w)
        violations = np.flatnonzero(products <= 0)
        if not len(violations):
            return w, order, "self"
        if len(order) == budget:
            return w, order, "forced"
        w = w + Z[violations[0]]
        order.append(int(violations[0]))

# %% answer="halving" score=0 belief="w goes on from round to round" says="w is the sum of its updates"
def halving(X, y, rounds):
    Z, orders, w = y[:, None] * X, [], np.zeros(X.shape[1])
    R = np.linalg.norm(X, axis=1).max()
    for h in range(rounds):
        order = []
        orders.append(order)
        while True:
            violations = np.flatnonzero((Z @ w <= 0) | (Z @ w < R / 2 ** (h + 1) * np.linalg.norm(w)))
            if not len(violations):
                return w, orders
            if len(order) == 12 * 4**h:
                break
            w = w + Z[violations[0]]
            order.append(int(violations[0]))
    return w, orders

# %% answer="vouched" score=0 belief="only the run as a whole proves anything" says="as short as that of any other"
def vouched(X, y, order):
    Z = y[:, None] * X
    w = Z[order].sum(axis=0)
    return max((Z @ w).min(), 0.0) * len(order) / (w @ w), 1, len(order)

# %% answer="claim_sides" score=0 belief="u has length 1 already" says="whatever the length of u"
def claim_sides(X, y, order, u):
    unit = u
    gamma, R = (y * (X @ unit)).min(), np.linalg.norm(X, axis=1).max()
    rows, w = [], np.zeros(len(u))
    for k, i in enumerate(order, 1):
        now = np.linalg.norm(w)
        w = w + y[i] * X[i]
        size = np.linalg.norm(w)
        third = now + R**2 / (2 * now) + gamma / 2 if now > 0 else -1
        fourth = now + 0.75 * gamma if now >= 2 * R**2 / gamma else -1
        rows.append([size, w @ unit, k * gamma, now + R, third, fourth, 2 * R**2 / gamma + 0.75 * k * gamma + R])
    return rows

# %% answer="proof_order" score=0 belief="Novikoff's bound on the square is a step of the proof" says="each after those that it builds on"
def proof_order():
    return {{hidden_order}} + [{{hidden_distractors}}[0]]

# %% answer="bill" score=0 belief="the last round may spend its whole budget, too" says="the budget of each round"
def bill(X, y, u, ratio):
    R, gamma = np.sqrt((X**2).sum(axis=1).max()), (y * (X @ u)).min() / np.linalg.norm(u)
    most, h = [12], 0
    while R / ratio**h > gamma:
        h += 1
        most.append(12 * ratio ** (2 * h))
    return most
