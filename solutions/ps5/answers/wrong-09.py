# %% answer="toy" score=0 belief="the answer to the visible example is all that is tested" says="x is permitted"
def toy(a, b, c, low, high):
    return {{low}}, 3, 0, {{low}} ** 2 / 2 - ({{middle}}) * {{low}} + 1

# %% answer="vouched" score=1 belief="the widest interval is asked for" says="the upper bound"
def vouched(s, A, c, prices, points):
    thetas = []
    for lam in prices:
        pull = lam @ A
        thetas.append(None if pull[s == 0].any() else lam @ c - (pull[s > 0] ** 2 / s[s > 0]).sum() / 2)
    proved = [theta for lam, theta in zip(prices, thetas) if theta is not None and (lam >= 0).all()]
    costs = [s @ x**2 / 2 for x in points if (A @ x >= c).all()]
    return thetas, min(proved, default=None), max(costs, default=None)

# %% answer="proof_order" score=0 belief="a step may be used twice" says="has a letter twice"
def proof_order():
    return {{hidden_order}} + {{hidden_order}}[:1]

# %% answer="cheapest_plane" score=1 lowest=0 belief="the plane is w.x = b" says="meets the demands"
def cheapest_plane(X, y, t):
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    met = cp.multiply(y, X @ w + b) >= t
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [met])
    problem.solve(solver=cp.CLARABEL)
    if w.value is None:
        return None
    return problem.value, w.value, -b.value, met.dual_value

# %% answer="best_prices" score=0 belief="the library may be called" says="is barred in this problem set"
def best_prices(X, y, t, bias):
    from margin_lib.textbook import textbook_dual as solve

    found = solve(X, y, bias=bias)
    return None if found is None else (found[0] @ found[0] / 2, found[2])

# %% answer="plane_from" score=1 belief="all points give b" says="the mean over the support vectors"
def plane_from(alpha, X, y, t):
    support = np.flatnonzero(alpha > 1e-6 * alpha.max())
    w = (alpha * y) @ X
    return w, (y * t - X @ w).mean(), support

# %% answer="residuals" score=0 belief="the library may be called" says="is barred in this problem set"
def residuals(w, b, alpha, X, y, t):
    from margin_lib import Plane, kkt_residuals
    from types import SimpleNamespace

    svm = SimpleNamespace(plane=Plane(w, b), alpha=alpha, slack=0 * alpha, C=np.inf, bias=True)
    found = kkt_residuals(svm, X, y)
    return found.stationarity, 0.0, found.primal, found.dual, found.complementarity

# %% answer="savings" score=0 belief="the support vectors share the cost by their multipliers" says="what each support vector costs"
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
        saved[i] = cost * alpha[i] / alpha.sum()
    return saved
