# %% answer="toy" score=1 belief="the price of the one bound is taken for that of the other" says="the prices balance the slope"
def toy(a, b, c, low, high):
    x = min(max(-b / (2 * a), low), high)
    slope = 2 * a * x + b
    return x, max(-slope, 0), max(slope, 0), a * x * x + b * x + c

# %% answer="vouched" score=2 belief="a price of any sign proves a bound" says="the lower bound"
def vouched(s, A, c, prices, points):
    thetas = []
    for lam in prices:
        pull = lam @ A
        thetas.append(None if pull[s == 0].any() else lam @ c - (pull[s > 0] ** 2 / s[s > 0]).sum() / 2)
    proved = [theta for lam, theta in zip(prices, thetas) if theta is not None and True]
    costs = [s @ x**2 / 2 for x in points if (A @ x >= c).all()]
    return thetas, max(proved, default=None), min(costs, default=None)

# %% answer="proof_order" score=1 belief="the conclusion comes first" says="each after those that it builds on"
def proof_order():
    return {{hidden_order}}[::-1]

# %% answer="cheapest_plane" score=0 belief="the label is forgotten" says="meets the demands"
def cheapest_plane(X, y, t):
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    met = X @ w + b >= t
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [met])
    problem.solve(solver=cp.CLARABEL)
    if w.value is None:
        return None
    return problem.value, w.value, b.value, met.dual_value

# %% answer="best_prices" score=1 belief="the balance holds without a bias too" says="through the origin"
def best_prices(X, y, t, bias):
    alpha = cp.Variable(len(y))
    conditions = [alpha >= 0, y @ alpha == 0]
    worth = t @ alpha - cp.sum_squares(X.T @ cp.multiply(y, alpha)) / 2
    problem = cp.Problem(cp.Maximize(worth), conditions)
    problem.solve(solver=cp.CLARABEL)
    if alpha.value is None:
        return None
    return problem.value, alpha.value

# %% answer="plane_from" score=1 belief="every support vector has y f(x) = 1" says="by their demands"
def plane_from(alpha, X, y, t):
    support = np.flatnonzero(alpha > 1e-6 * alpha.max())
    w = (alpha * y) @ X
    return w, (y - X @ w)[support].mean(), support

# %% answer="residuals" score=2 belief="the multipliers add up to zero" says="stationarity"
def residuals(w, b, alpha, X, y, t):
    room = y * (X @ w + b) - t
    return (np.linalg.norm(w - (alpha * y) @ X), abs(alpha.sum()), max(-room.min(), 0), max(-alpha.min(), 0), np.abs(alpha * room).max())

# %% answer="savings" score=0 belief="the new cost is asked for, not the fall" says="what each support vector costs"
def savings(X, y):
    def solved(kept):
        w, b = cp.Variable(X.shape[1]), cp.Variable()
        met = cp.multiply(y[kept], X[kept] @ w + b) >= 1
        cost = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [met]).solve(solver=cp.CLARABEL)
        return cost, met.dual_value

    everything = np.arange(len(y))
    cost, alpha = solved(everything)
    saved = np.zeros(len(y))
    for i in np.flatnonzero(alpha > 1e-6 * alpha.max()):
        saved[i] = solved(everything != i)[0]
    return saved
