# %% answer="cheapest_plane" score=0 belief="the largest coordinate is the largest in size" says="at the least cost"
def cheapest_plane(X, y, t):
    unit = X.max() or 1.0
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    demands = cp.multiply(y, X / unit @ w + b) >= t
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [demands])
    problem.solve(solver=cp.CLARABEL)
    if w.value is None:
        return None
    return problem.value / unit**2, w.value / unit, b.value, demands.dual_value / unit**2

# %% answer="vouched" score=1 belief="a bound of 0 is as good as none" says="prices that prove one"
def vouched(s, A, c, prices, points):
    thetas, lower, upper = [], None, None
    for lam in prices:
        pull = lam @ A
        free = s == 0
        thetas.append(None if pull[free].any() else lam @ c - (pull[~free] ** 2 / s[~free]).sum() / 2)
        if thetas[-1] is not None and (lam >= 0).all() and (not lower or thetas[-1] > lower):
            lower = thetas[-1]
    for x in points:
        if (A @ x >= c).all() and (not upper or s @ x**2 / 2 < upper):
            upper = s @ x**2 / 2
    return thetas, lower, upper

# %% answer="cheapest_plane" score=0 belief="a point that is there twice says the same thing twice" says="at the least cost"
def cheapest_plane(X, y, t):
    rows = sorted({(*x, label): i for i, (x, label) in reversed([*enumerate(zip(X.tolist(), y))])}.values())
    unit = abs(X).max()
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    demands = cp.multiply(y[rows], X[rows] / unit @ w + b) >= t[rows]
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [demands])
    problem.solve(solver=cp.CLARABEL)
    if w.value is None:
        return None
    prices = np.zeros(len(X))
    prices[rows] = demands.dual_value / unit**2
    return problem.value / unit**2, w.value / unit, b.value, prices
