# %% [markdown]
# Whole arrays at once; the points signed and lifted first.

# %% answer="toy" score=2
def toy(a, b, c, low, high):
    x = np.clip(-b / (2 * a), low, high)
    lam, mu = np.maximum([2 * a * x + b, -2 * a * x - b], 0)
    return x, lam, mu, np.polyval([a, b, c], x)

# %% answer="vouched" score=3
def vouched(s, A, c, prices, points):
    pulls = prices @ A
    bounded = ~(pulls[:, s == 0] != 0).any(axis=1)
    values = prices @ c - (pulls[:, s > 0] ** 2 @ (1 / s[s > 0])) / 2
    good = values[bounded & (prices >= 0).all(axis=1)]
    costs = ((points**2) @ s / 2)[(points @ A.T >= c).all(axis=1)]
    return (
        [value if finite else None for value, finite in zip(values, bounded)],
        good.max() if good.size else None,
        costs.min() if costs.size else None,
    )

# %% answer="proof_order" score=2
def proof_order():
    # another valid order: as late in the alphabet as the graph allows
    before = {{hidden_builds_on}}
    order = []
    while len(order) < len(before):
        order.append(sorted(step for step in before if step not in order and all(b in order for b in before[step]))[-1])
    return tuple(order)

# %% answer="cheapest_plane" score=2
def cheapest_plane(X, y, t):
    s = np.abs(X).max()
    Z = y[:, None] * np.column_stack([X / s, np.ones(len(X))])
    v = cp.Variable(Z.shape[1])
    demands = Z @ v >= t
    problem = cp.Problem(cp.Minimize(cp.sum_squares(v[:-1])), [demands])
    problem.solve(solver=cp.CLARABEL)
    if problem.status not in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE):
        return None
    return problem.value / 2 / s**2, v.value[:-1] / s, v.value[-1], demands.dual_value / 2 / s**2

# %% answer="best_prices" score=2
def best_prices(X, y, t, bias):
    s = np.abs(X).max()
    Z = y[:, None] * X / s
    alpha = cp.Variable(len(y))
    conditions = [alpha >= 0, y @ alpha == 0][: 2 if bias else 1]
    problem = cp.Problem(cp.Minimize(cp.sum_squares(Z.T @ alpha) / 2 - t @ alpha), conditions)
    problem.solve(solver=cp.CLARABEL)
    return None if not np.isfinite(problem.value) else (-problem.value / s**2, alpha.value / s**2)

# %% answer="plane_from" score=2
def plane_from(alpha, X, y, t):
    alpha = np.where(alpha < 1e-6 * alpha.max(), 0, alpha)
    w = X.T @ (alpha * y)
    each = y * t - X @ w
    return w, each[alpha > 0].mean(), np.flatnonzero(alpha)

# %% answer="residuals" score=3
def residuals(w, b, alpha, X, y, t):
    Z = y[:, None] * X
    room = Z @ w + y * b - t
    away = w - alpha @ Z
    return np.array([
        np.sqrt(away @ away), np.abs((alpha * y).sum()), np.clip(-room, 0, None).max(), np.clip(-alpha, 0, None).max(),
        np.abs(alpha * room).max(),
    ])

# %% answer="savings" score=2
def savings(X, y):
    def plane(keep):
        Z = y[keep, None] * np.column_stack([X[keep], np.ones(keep.sum())])
        v = cp.Variable(Z.shape[1])
        cp.Problem(cp.Minimize(cp.sum_squares(v[:-1]) / 2), [Z @ v >= 1]).solve(solver=cp.CLARABEL)
        return v.value

    def cost(v):
        return v[:-1] @ v[:-1] / 2

    all_rows = np.ones(len(y), dtype=bool)
    v = plane(all_rows)
    near = y * (X @ v[:-1] + v[-1]) < 1 + 1e-4
    saved = np.zeros(len(y))
    for i in np.flatnonzero(near):
        keep = all_rows.copy()
        keep[i] = False
        saved[i] = max(0, cost(v) - cost(plane(keep)))
    return saved
