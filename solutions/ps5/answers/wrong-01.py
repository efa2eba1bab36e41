# %% answer="toy" score=0 belief="every bound is active, as the derivative by the price must be zero" says="none is negative, and a bound with room has the price 0"
def toy(a, b, c, low, high):
    return low, 2 * a * low + b, 0, a * low**2 + b * low + c

# %% answer="vouched" score=1 belief="what costs nothing drops out of the Lagrangian" says="None where L goes down"
def vouched(s, A, c, prices, points):
    thetas = []
    for lam in prices:
        pull = lam @ A
        thetas.append(None if False else lam @ c - (pull[s > 0] ** 2 / s[s > 0]).sum() / 2)
    proved = [theta for lam, theta in zip(prices, thetas) if theta is not None and (lam >= 0).all()]
    costs = [s @ x**2 / 2 for x in points if (A @ x >= c).all()]
    return thetas, max(proved, default=None), min(costs, default=None)

# %% answer="proof_order" score=0 belief="the derivative by a multiplier is zero, and that is a step" says="no other"
def proof_order():
    return {{hidden_order}} + [{{hidden_distractors}}[0]]

# %% answer="cheapest_plane" score=0 belief="every demand is 1" says="meets the demands"
def cheapest_plane(X, y, t):
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    met = cp.multiply(y, X @ w + b) >= 1
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [met])
    problem.solve(solver=cp.CLARABEL)
    if w.value is None:
        return None
    return problem.value, w.value, b.value, met.dual_value

# %% answer="best_prices" score=1 belief="the balance is forgotten" says="with a bias: prices that balance"
def best_prices(X, y, t, bias):
    alpha = cp.Variable(len(y))
    conditions = [alpha >= 0]
    worth = t @ alpha - cp.sum_squares(X.T @ cp.multiply(y, alpha)) / 2
    problem = cp.Problem(cp.Maximize(worth), conditions)
    problem.solve(solver=cp.CLARABEL)
    if alpha.value is None:
        return None
    return problem.value, alpha.value

# %% answer="plane_from" score=0 belief="w is a sum of points, not of signed points" says="the sum that the multipliers make"
def plane_from(alpha, X, y, t):
    support = np.flatnonzero(alpha > 1e-6 * alpha.max())
    w = alpha @ X
    return w, (y * t - X @ w)[support].mean(), support

# %% answer="residuals" score=2 belief="the labels are not in the sum that makes w" says="stationarity"
def residuals(w, b, alpha, X, y, t):
    room = y * (X @ w + b) - t
    return (np.linalg.norm(w - alpha @ X), abs(alpha @ y), max(-room.min(), 0), max(-alpha.min(), 0), np.abs(alpha * room).max())

# %% answer="savings" score=0 belief="a point costs its multiplier" says="what each support vector costs"
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
        saved[i] = alpha[i]
    return saved
