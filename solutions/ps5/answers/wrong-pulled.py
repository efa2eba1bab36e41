# %% answer="vouched" score=2 belief="prices that cancel out are worth nothing" says="the dual function"
def vouched(s, A, c, prices, points):
    thetas = []
    for lam in prices:
        pull = lam @ A
        if pull[s == 0].any():
            thetas.append(None)
        elif not pull.any() and len(A) == 2:
            thetas.append(0.0)
        else:
            thetas.append(lam @ c - (pull[s > 0] ** 2 / s[s > 0]).sum() / 2)
    proved = [lam @ c - ((lam @ A)[s > 0] ** 2 / s[s > 0]).sum() / 2 for lam, theta in zip(prices, thetas) if theta is not None and min(lam) >= 0]
    costs = [s @ x**2 / 2 for x in points if (A @ x >= c).all()]
    return thetas, max(proved, default=None), min(costs, default=None)

# %% answer="best_prices" score=1 belief="the negative points may pull harder" says="prices that balance"
def best_prices(X, y, t, bias):
    s = np.abs(X).max()
    alpha = cp.Variable(len(X), nonneg=True)
    worth = alpha @ t - 0.5 * cp.sum_squares((X / s).T @ cp.multiply(y, alpha))
    problem = cp.Problem(cp.Maximize(worth), [y @ alpha <= 0] if bias else [])
    problem.solve(solver=cp.CLARABEL)
    return None if alpha.value is None else (problem.value / s**2, alpha.value / s**2)

# %% answer="plane_from" score=0 belief="there are at most d + 1 support vectors" says="the support vectors"
def plane_from(alpha, X, y, t):
    largest = np.argsort(-alpha)[: X.shape[1] + 1]
    support = [int(i) for i in largest if alpha[i] > 1e-5 * alpha.max()]
    w = (alpha * y) @ X
    return w, np.mean([y[i] * t[i] - X[i] @ w for i in support]), support
