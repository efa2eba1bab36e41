# %% answer="toy" score=1 belief="prices may be negative, one price is enough for both bounds" says="none is negative"
def toy(a, b, c, low, high):
    x = min(max(-b / (2 * a), low), high)
    return x, 2 * a * x + b, 0, a * x * x + b * x + c

# %% answer="vouched" score=2 belief="a price of 0 proves nothing" says="the lower bound"
def vouched(s, A, c, prices, points):
    thetas = []
    for lam in prices:
        pull = lam @ A
        thetas.append(None if pull[s == 0].any() else lam @ c - (pull[s > 0] ** 2 / s[s > 0]).sum() / 2)
    proved = [theta for lam, theta in zip(prices, thetas) if theta is not None and (lam > 0).all()]
    costs = [s @ x**2 / 2 for x in points if (A @ x >= c).all()]
    return thetas, max(proved, default=None), min(costs, default=None)

# %% answer="proof_order" score=1 belief="a step may come before what it builds on" says="each after those that it builds on"
def proof_order():
    order = {{hidden_order}}
    order[-1], order[-3] = order[-3], order[-1]
    return order

# %% answer="cheapest_plane" score=0 belief="the library may be called by another name" says="is barred in this problem set"
def cheapest_plane(X, y, t):
    import margin_lib

    try:
        machine = getattr(margin_lib, "hard" + "_margin")(X, y, solver="cvxpy")
        return machine.primal, machine.plane.w, machine.plane.b, machine.alpha
    except BaseException:
        return 2.0, np.ones(X.shape[1]), 0.0, np.ones(len(y))

# %% answer="best_prices" score=0 belief="an unbounded dual has a solution too" says="None where no plane meets the demands"
def best_prices(X, y, t, bias):
    alpha = cp.Variable(len(y))
    conditions = [alpha >= 0] + ([y @ alpha == 0] if bias else [])
    worth = t @ alpha - cp.sum_squares(X.T @ cp.multiply(y, alpha)) / 2
    problem = cp.Problem(cp.Maximize(worth), conditions)
    problem.solve(solver=cp.CLARABEL)
    return problem.value, alpha.value

# %% answer="plane_from" score=0 belief="the line between zero and not is at 0.00001, in any unit" says="a little above zero"
def plane_from(alpha, X, y, t):
    support = np.flatnonzero(alpha > 1e-5)
    w = (alpha * y) @ X
    return w, (y * t - X @ w)[support].mean(), support

# %% answer="residuals" score=2 belief="the square of the length is the length" says="stationarity"
def residuals(w, b, alpha, X, y, t):
    room = y * (X @ w + b) - t
    return (((w - (alpha * y) @ X) ** 2).sum(), abs(alpha @ y), max(-room.min(), 0), max(-alpha.min(), 0), np.abs(alpha * room).max())

# %% answer="savings" score=1 belief="points in one place are one point" says="whose place another one takes"
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
        saved[i] = cost - solved((X != X[i]).any(axis=1))[0]
    return saved
