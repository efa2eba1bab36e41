# %% answer="toy" score=1 belief="the constant does not belong to the cost" says="is what x costs"
def toy(a, b, c, low, high):
    x = min(max(-b / (2 * a), low), high)
    slope = 2 * a * x + b
    return x, max(slope, 0), max(-slope, 0), a * x * x + b * x

# %% answer="vouched" score=1 belief="the square is multiplied by s, not divided" says="the dual function"
def vouched(s, A, c, prices, points):
    thetas = []
    for lam in prices:
        pull = lam @ A
        thetas.append(None if pull[s == 0].any() else lam @ c - (pull[s > 0] ** 2 * s[s > 0]).sum() / 2)
    proved = [theta for lam, theta in zip(prices, thetas) if theta is not None and (lam >= 0).all()]
    costs = [s @ x**2 / 2 for x in points if (A @ x >= c).all()]
    return thetas, max(proved, default=None), min(costs, default=None)

# %% answer="proof_order" score=0 belief="the letters are asked for by their places" says="must be a list of letters"
def proof_order():
    return list(range(10))

# %% answer="cheapest_plane" score=0 belief="the library may be called" says="is barred in this problem set"
def cheapest_plane(X, y, t):
    from margin_lib.textbook import textbook_primal

    w, b, alpha = textbook_primal(X / t[:, None], y)
    return w @ w / 2, w, b, alpha

# %% answer="best_prices" score=0 belief="the labels are not in the square" says="worth the optimum"
def best_prices(X, y, t, bias):
    alpha = cp.Variable(len(y))
    conditions = [alpha >= 0] + ([y @ alpha == 0] if bias else [])
    worth = t @ alpha - cp.sum_squares(X.T @ alpha) / 2
    problem = cp.Problem(cp.Maximize(worth), conditions)
    problem.solve(solver=cp.CLARABEL)
    if alpha.value is None:
        return None
    return problem.value, alpha.value

# %% answer="plane_from" score=1 belief="a support vector counts as much as its multiplier" says="the mean over the support vectors"
def plane_from(alpha, X, y, t):
    support = np.flatnonzero(alpha > 1e-6 * alpha.max())
    w = (alpha * y) @ X
    return w, np.average(y * t - X @ w, weights=alpha), support

# %% answer="residuals" score=2 belief="only products above zero count" says="complementary slackness"
def residuals(w, b, alpha, X, y, t):
    room = y * (X @ w + b) - t
    return (np.linalg.norm(w - (alpha * y) @ X), abs(alpha @ y), max(-room.min(), 0), max(-alpha.min(), 0), max((alpha * room).max(), 0))

# %% answer="savings" score=0 belief="the growth of the margin is asked for" says="what each support vector costs"
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
        saved[i] = (2 * solved(everything != i)[0]) ** -0.5 - (2 * cost) ** -0.5
    return saved
