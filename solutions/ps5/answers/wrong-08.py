# %% answer="toy" score=0 belief="the library may be called" says="is barred in this problem set"
def toy(a, b, c, low, high):
    from margin_lib import lagrangian_toy

    solved = lagrangian_toy(low)
    return solved.x, solved.multiplier, 0, solved.value

# %% answer="vouched" score=1 belief="the constants of the constraints stand outside of the sum" says="the dual function"
def vouched(s, A, c, prices, points):
    thetas = []
    for lam in prices:
        pull = lam @ A
        thetas.append(None if pull[s == 0].any() else c.sum() - (pull[s > 0] ** 2 / s[s > 0]).sum() / 2)
    proved = [theta for lam, theta in zip(prices, thetas) if theta is not None and (lam >= 0).all()]
    costs = [s @ x**2 / 2 for x in points if (A @ x >= c).all()]
    return thetas, max(proved, default=None), min(costs, default=None)

# %% answer="proof_order" score=0 belief="the constants may slip out of the sum" says="no other"
def proof_order():
    order = {{hidden_order}}
    return [{{hidden_distractors}}[1] if step == order[1] else step for step in order]

# %% answer="cheapest_plane" score=0 belief="two digits are enough" says="meets the demands"
def cheapest_plane(X, y, t):
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    met = cp.multiply(y, X @ w + b) >= t
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [met])
    problem.solve(solver=cp.SCS, eps=0.1, max_iters=20)
    if w.value is None:
        return None
    return problem.value, w.value, b.value, met.dual_value

# %% answer="best_prices" score=0 belief="the prices are shares and add up to 1" says="worth the optimum"
def best_prices(X, y, t, bias):
    alpha = cp.Variable(len(y))
    conditions = [alpha >= 0, cp.sum(alpha) == 1] + ([y @ alpha == 0] if bias else [])
    worth = t @ alpha - cp.sum_squares(X.T @ cp.multiply(y, alpha)) / 2
    problem = cp.Problem(cp.Maximize(worth), conditions)
    problem.solve(solver=cp.CLARABEL)
    if alpha.value is None:
        return None
    return problem.value, alpha.value

# %% answer="plane_from" score=1 belief="the demand has no label" says="by their demands"
def plane_from(alpha, X, y, t):
    support = np.flatnonzero(alpha > 1e-6 * alpha.max())
    w = (alpha * y) @ X
    return w, (t - X @ w)[support].mean(), support

# %% answer="residuals" score=1 belief="the bias is not part of f" says="what is said of each point"
def residuals(w, b, alpha, X, y, t):
    room = y * (X @ w) - t
    return (np.linalg.norm(w - (alpha * y) @ X), abs(alpha @ y), max(-room.min(), 0), max(-alpha.min(), 0), np.abs(alpha * room).max())

# %% answer="savings" score=0 belief="the savings of the support vectors alone are asked for" says="must have"
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
    return saved[saved > 0]
