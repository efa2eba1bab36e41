# %% answer="toy" score=0 belief="the free minimum is the solution" says="x is permitted"
def toy(a, b, c, low, high):
    x = -b / (2 * a)
    return x, 0, 0, a * x * x + b * x + c

# %% answer="vouched" score=2 belief="any point proves an upper bound" says="the upper bound"
def vouched(s, A, c, prices, points):
    thetas = []
    for lam in prices:
        pull = lam @ A
        thetas.append(None if pull[s == 0].any() else lam @ c - (pull[s > 0] ** 2 / s[s > 0]).sum() / 2)
    proved = [theta for lam, theta in zip(prices, thetas) if theta is not None and (lam >= 0).all()]
    costs = [s @ x**2 / 2 for x in points if True]
    return thetas, max(proved, default=None), min(costs, default=None)

# %% answer="proof_order" score=0 belief="the Lagrangian need not be written down" says="all steps that belong"
def proof_order():
    return {{hidden_order}}[1:]

# %% answer="cheapest_plane" score=1 belief="the scale of the objective does not matter to the prices" says="worth what the plane costs"
def cheapest_plane(X, y, t):
    s = np.abs(X).max()
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    met = cp.multiply(y, X / s @ w + b) >= t
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w)), [met])
    problem.solve(solver=cp.CLARABEL)
    if w.value is None:
        return None
    return problem.value / 2 / s**2, w.value / s, b.value, met.dual_value / s**2

# %% answer="best_prices" score=0 belief="multipliers may be negative" says="with a bias"
def best_prices(X, y, t, bias):
    alpha = cp.Variable(len(y))
    conditions = [y @ alpha == 0] if bias else []
    worth = t @ alpha - cp.sum_squares(X.T @ cp.multiply(y, alpha)) / 2
    problem = cp.Problem(cp.Maximize(worth), conditions)
    problem.solve(solver=cp.CLARABEL)
    if alpha.value is None:
        return None
    return problem.value, alpha.value

# %% answer="plane_from" score=0 belief="whatever is above zero is a support vector" says="a little above zero"
def plane_from(alpha, X, y, t):
    support = np.flatnonzero(alpha > 0)
    w = (alpha * y) @ X
    return w, (y * t - X @ w)[support].mean(), support

# %% answer="residuals" score=1 belief="every demand is 1" says="what is said of each point"
def residuals(w, b, alpha, X, y, t):
    room = y * (X @ w + b) - 1
    return (np.linalg.norm(w - (alpha * y) @ X), abs(alpha @ y), max(-room.min(), 0), max(-alpha.min(), 0), np.abs(alpha * room).max())

# %% answer="savings" score=0 belief="the cost is the whole square" says="what each support vector costs"
def savings(X, y):
    def solved(kept):
        w, b = cp.Variable(X.shape[1]), cp.Variable()
        met = cp.multiply(y[kept], X[kept] @ w + b) >= 1
        cost = cp.Problem(cp.Minimize(cp.sum_squares(w)), [met]).solve(solver=cp.CLARABEL)
        return cost, met.dual_value

    everything = np.arange(len(y))
    cost, alpha = solved(everything)
    saved = np.zeros(len(y))
    for i in np.flatnonzero(alpha > 1e-6 * alpha.max()):
        saved[i] = cost - solved(everything != i)[0]
    return saved
