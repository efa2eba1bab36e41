# %% answer="toy" score=0 belief="there is only a lower bound, as in the book" says="x is permitted"
def toy(a, b, c, low, high):
    x = max(-b / (2 * a), low)
    return x, max(2 * a * x + b, 0), 0, a * x * x + b * x + c

# %% answer="vouched" score=1 belief="the half is lost in the square" says="the dual function"
def vouched(s, A, c, prices, points):
    thetas = []
    for lam in prices:
        pull = lam @ A
        thetas.append(None if pull[s == 0].any() else lam @ c - (pull[s > 0] ** 2 / s[s > 0]).sum())
    proved = [theta for lam, theta in zip(prices, thetas) if theta is not None and (lam >= 0).all()]
    costs = [s @ x**2 / 2 for x in points if (A @ x >= c).all()]
    return thetas, max(proved, default=None), min(costs, default=None)

# %% answer="proof_order" score=0 belief="commas belong to the answer" says="may only have the letters"
def proof_order():
    return ", ".join({{hidden_order}})

# %% answer="cheapest_plane" score=0 belief="planes go through the origin" says="meets the demands"
def cheapest_plane(X, y, t):
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    met = cp.multiply(y, X @ w) >= t
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [met])
    problem.solve(solver=cp.CLARABEL)
    if w.value is None:
        return None
    return problem.value, w.value, 0.0, met.dual_value

# %% answer="best_prices" score=0 belief="there is no half before the square" says="worth the optimum"
def best_prices(X, y, t, bias):
    alpha = cp.Variable(len(y))
    conditions = [alpha >= 0] + ([y @ alpha == 0] if bias else [])
    worth = t @ alpha - cp.sum_squares(X.T @ cp.multiply(y, alpha))
    problem = cp.Problem(cp.Maximize(worth), conditions)
    problem.solve(solver=cp.CLARABEL)
    if alpha.value is None:
        return None
    return problem.value, alpha.value

# %% answer="plane_from" score=1 belief="the plane is w.x = b" says="b, the mean"
def plane_from(alpha, X, y, t):
    support = np.flatnonzero(alpha > 1e-6 * alpha.max())
    w = (alpha * y) @ X
    return w, (X @ w - y * t)[support].mean(), support

# %% answer="residuals" score=2 belief="the products are added up" says="complementary slackness"
def residuals(w, b, alpha, X, y, t):
    room = y * (X @ w + b) - t
    return (np.linalg.norm(w - (alpha * y) @ X), abs(alpha @ y), max(-room.min(), 0), max(-alpha.min(), 0), np.abs(alpha * room).sum())

# %% answer="savings" score=0 belief="the margin grows, so the cost grows" says="cannot make the plane dearer"
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
        saved[i] = cost - solved(everything != i)[0]
    return -saved
