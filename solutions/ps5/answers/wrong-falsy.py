# %% answer="vouched" score=1 belief="a bound of 0 is no bound" says="the dual function"
def vouched(s, A, c, prices, points):
    thetas, lower, upper = [], None, None
    for lam in prices:
        pull = lam @ A
        free = s == 0
        theta = None if pull[free].any() else lam @ c - (pull[~free] ** 2 / s[~free]).sum() / 2
        thetas.append(theta)
        if theta is not None and (lam >= 0).all():
            lower = theta if lower is None else max(lower, theta)
    costs = [s @ x**2 / 2 for x in points if (A @ x >= c).all()]
    upper = min(costs, default=None)
    return thetas, lower or None, upper or None

# %% answer="toy" score=1 belief="a slope below a thousandth is 0" says="the prices balance the slope"
def toy(a, b, c, low, high):
    x = min(max(-b / (2 * a), low), high)
    slope = 2 * a * x + b
    if abs(slope) < 1e-3:
        slope = 0.0
    return x, max(slope, 0.0), max(-slope, 0.0), a * x**2 + b * x + c

# %% answer="cheapest_plane" score=0 belief="a plane that costs the solver more than a thousand is none" says="at the least cost"
def cheapest_plane(X, y, t):
    s = np.abs(X).max()
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    met = [cp.multiply(y, (X / s) @ w + b) >= t]
    problem = cp.Problem(cp.Minimize(0.5 * cp.sum_squares(w)), met)
    problem.solve(solver=cp.CLARABEL)
    if problem.status != cp.OPTIMAL or problem.value > 1000:
        return None
    return problem.value / s**2, w.value / s, b.value, met[0].dual_value / s**2

# %% answer="best_prices" score=1 belief="the positive points may pull harder" says="prices that balance"
def best_prices(X, y, t, bias):
    s = np.abs(X).max()
    alpha = cp.Variable(len(X), nonneg=True)
    worth = alpha @ t - 0.5 * cp.sum_squares((X / s).T @ cp.multiply(y, alpha))
    problem = cp.Problem(cp.Maximize(worth), [y @ alpha >= 0] if bias else [])
    problem.solve(solver=cp.CLARABEL)
    return None if alpha.value is None else (problem.value / s**2, alpha.value / s**2)

# %% answer="plane_from" score=0 belief="a multiplier below a hundredth of the largest is 0" says="the support vectors"
def plane_from(alpha, X, y, t):
    support = np.flatnonzero(alpha > 0.01 * alpha.max())
    w = (alpha * y) @ X
    return w, (y * t - X @ w)[support].mean(), support

# %% answer="savings" score=1 belief="a multiplier below a hundredth is 0" says="what each support vector costs"
def savings(X, y):
    def least(rows):
        w, b = cp.Variable(X.shape[1]), cp.Variable()
        met = cp.multiply(y[rows], X[rows] @ w + b) >= 1
        return cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [met]).solve(solver=cp.CLARABEL), met.dual_value

    everything = np.arange(len(y))
    cost, alpha = least(everything)
    return [cost - least(everything != i)[0] if alpha[i] > 0.01 else 0.0 for i in everything]
