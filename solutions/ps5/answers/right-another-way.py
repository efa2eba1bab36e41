# %% [markdown]
# The primal solved by way of the dual and the dual by way of the primal, hulls, norms in place of squares.

# %% answer="toy" score=2
def toy(a, b, c, low, high):
    # the best of the three places where a minimum can be; the price is the derivative there
    places = [x for x in (low, high, -b / (2 * a)) if low <= x <= high]
    x = min(places, key=lambda x: a * x**2 + b * x)
    slope = 2 * a * x + b
    if low == high:
        return x, abs(slope) + slope, abs(slope), a * x**2 + b * x + c  # as good as any two that differ by the slope
    return x, slope if slope > 0 else 0, -slope if slope < 0 else 0, a * x**2 + b * x + c

# %% answer="vouched" score=3
def vouched(s, A, c, prices, points):
    def cost(x):
        return float((s * x**2).sum() / 2)

    def theta(lam):
        pull = A.T @ lam
        if np.any((s == 0) & (pull != 0)):
            return None
        x = np.divide(pull, s, out=np.zeros(len(s)), where=s > 0)  # where the Lagrangian is least
        return cost(x) - float(lam @ (A @ x - c))

    thetas = [theta(lam) for lam in prices]
    lower = sorted(value for value, lam in zip(thetas, prices) if value is not None and not (lam < 0).any())
    upper = sorted(cost(x) for x in points if (A @ x - c).min() >= 0)
    return tuple(thetas), lower[-1] if lower else None, upper[0] if upper else None

# %% answer="proof_order" score=2
def proof_order():
    # and one more order: early in the alphabet first
    before = {{hidden_builds_on}}
    order = []
    while len(order) < len(before):
        order.append(sorted(step for step in before if step not in order and all(b in order for b in before[step]))[0])
    return order

# %% answer="cheapest_plane" score=2
def cheapest_plane(X, y, t):
    # the dual, whose multiplier of the balance is b
    s = np.abs(X).max()
    X = X / s
    alpha = cp.Variable(len(y))
    balance = y @ alpha == 0
    pull = (y[:, None] * X).T @ alpha
    problem = cp.Problem(cp.Maximize(t @ alpha - cp.sum_squares(pull) / 2), [alpha >= 0, balance])
    problem.solve(solver=cp.CLARABEL)
    if alpha.value is None:
        return None
    return problem.value / s**2, pull.value / s, balance.dual_value, np.maximum(alpha.value, 0) / s**2

# %% answer="best_prices" score=2
def best_prices(X, y, t, bias):
    # the primal: its optimum is the dual's, and its dual values are the prices; in a unit that is a power of 2
    s = 2.0 ** np.ceil(np.log2(np.abs(X).max()))
    X = X / s
    w = cp.Variable(X.shape[1])
    f = X @ w + cp.Variable() if bias else X @ w
    met = cp.multiply(y, f) >= t
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [met])
    problem.solve(solver=cp.CLARABEL)
    return (problem.value / s**2, met.dual_value / s**2) if problem.status == cp.OPTIMAL else None

# %% answer="plane_from" score=2
def plane_from(alpha, X, y, t):
    order = np.argsort(alpha)[::-1]
    support = [int(i) for i in order if alpha[i] > 1e-7 * alpha[order[0]]]
    w = np.einsum("i,i,ij->j", alpha[support], y[support], X[support])
    return w, float(np.mean([(t[i] - y[i] * (w @ X[i])) * y[i] for i in support])), support

# %% answer="residuals" score=3
def residuals(w, b, alpha, X, y, t):
    L = np.column_stack([X, np.ones(len(X))])
    gradient = np.append(w, 0) - L.T @ (alpha * y)
    g = t - y * (L @ np.append(w, b))
    return (np.linalg.norm(gradient[:-1]), abs(gradient[-1]), max(0, g.max()), max(0, (-alpha).max()), max(abs(alpha * g)))

# %% answer="savings" score=2
def savings(X, y):
    # the plane from the nearest points of the two hulls: half of |w|^2 is 2 / |p - q|^2
    def solved(rows):
        mu = cp.Variable(len(rows), nonneg=True)
        plus = (y[rows] > 0).astype(float)
        apart = (y[rows, None] * X[rows]).T @ mu
        problem = cp.Problem(cp.Minimize(cp.sum_squares(apart)), [plus @ mu == 1, (1 - plus) @ mu == 1])
        return 2 / problem.solve(solver=cp.CLARABEL), mu.value

    rows = np.arange(len(y))
    cost, mu = solved(rows)
    return [cost - solved(np.delete(rows, i))[0] if mu[i] > 1e-5 else 0.0 for i in rows]
