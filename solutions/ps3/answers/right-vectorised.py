# %% [markdown]
# Whole arrays at once, the worst violation first.

# %% answer="verdicts" score=2
def verdicts(w, X, y, guess):
    if not w.any():
        return ["no plane" for _ in X]
    products = y * (X @ w)
    close = products / np.linalg.norm(w) < guess / 2
    return np.where(products <= 0, "wrong", np.where(close, "close", "fine")).tolist()

# %% answer="margin_run" score=4
def margin_run(X, y, guess, budget):
    Z = y.reshape(-1, 1) * X
    w, order = np.zeros(Z.shape[1]), []
    for _ in range(budget + 1):
        products = Z @ w
        worst = products.argmin()
        if w.any() and 2 * products[worst] >= guess * np.linalg.norm(w):
            return w, np.array(order), "self"
        if len(order) < budget:
            order.append(worst)
            w = w + Z[worst]
    return w, np.array(order, dtype=int), "forced"

# %% answer="halving" score=3
def halving(X, y, rounds):
    Z = y.reshape(-1, 1) * X
    R, orders = np.linalg.norm(Z, axis=1).max(), []
    for h in range(rounds):
        w, order = np.zeros(Z.shape[1]), []
        while not w.any() or (Z @ w).min() / np.linalg.norm(w) < R / 2 ** (h + 1):
            if len(order) == 12 * 4**h:
                order.append(None)
                break
            order.append(int(np.argmin(Z @ w)))
            w = w + Z[order[-1]]
        orders.append([i for i in order if i is not None])
        if order[-1] is not None:
            break
    return list(w), tuple(orders)

# %% answer="vouched" score=2
def vouched(X, y, order):
    Z = y[:, np.newaxis] * X
    P = np.concatenate([np.zeros((1, X.shape[1])), Z[np.array(order)].cumsum(axis=0)])
    steps = np.arange(len(P)) - np.arange(len(P))[:, None]
    lengths = np.linalg.norm(P[None] - P[:, None], axis=2)
    means = np.where(steps > 0, lengths / np.maximum(steps, 1), np.inf)
    s, t = np.unravel_index(means.argmin(), means.shape)
    w = P[-1]
    return np.clip((Z @ w).min() / np.linalg.norm(w) / means[s, t], 0, None), s + 1, t

# %% answer="claim_sides" score=4
def claim_sides(X, y, order, u):
    Z, unit = y[:, None] * X, u / np.linalg.norm(u)
    gamma, R = (Z @ unit).min(), np.linalg.norm(X, axis=1).max()
    W = np.cumsum(Z[np.asarray(order)], axis=0)
    size, k = np.linalg.norm(W, axis=1), np.arange(1, len(W) + 1)
    now = np.concatenate([[0], size[:-1]])
    with np.errstate(divide="ignore"):
        third = np.where(now > 0, now + R**2 / 2 / now + gamma / 2, -1)
    fourth = np.where(now >= 2 * R**2 / gamma, now + 0.75 * gamma, -1)
    return np.column_stack([size, W @ unit, k * gamma, now + R, third, fourth, 2 * R**2 / gamma + 0.75 * k * gamma + R])

# %% answer="proof_order" score=2
def proof_order():
    # another valid order: each time the last of the steps that can come next
    before = {{hidden_builds_on}}
    order = []
    while len(order) < len(before):
        order.append(sorted(step for step in before if step not in order and all(b in order for b in before[step]))[-1])
    return order

# %% answer="bill" score=1
def bill(X, y, u, ratio):
    q = np.linalg.norm(X, axis=1).max() / ((y * (X @ u)).min() / np.linalg.norm(u))
    powers = float(ratio) ** np.arange(1000 if ratio < 1.5 else 100)
    return np.append(12 * powers[powers < q * (1 - 1e-9)] ** 2, 12 * q**2)
