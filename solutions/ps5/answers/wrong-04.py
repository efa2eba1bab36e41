# %% answer="toy" score=1 belief="the derivative of a x^2 is a x" says="the prices balance the slope"
def toy(a, b, c, low, high):
    x = min(max(-b / (2 * a), low), high)
    slope = a * x + b if x in (low, high) else 0
    return x, max(slope, 0), max(-slope, 0), a * x * x + b * x + c

# %% answer="vouched" score=2 belief="a point on the edge is not permitted" says="the upper bound"
def vouched(s, A, c, prices, points):
    thetas = []
    for lam in prices:
        pull = lam @ A
        thetas.append(None if pull[s == 0].any() else lam @ c - (pull[s > 0] ** 2 / s[s > 0]).sum() / 2)
    proved = [theta for lam, theta in zip(prices, thetas) if theta is not None and (lam >= 0).all()]
    costs = [s @ x**2 / 2 for x in points if (A @ x > c).all()]
    return thetas, max(proved, default=None), min(costs, default=None)

# %% answer="proof_order" score=0 belief="every step belongs" says="all steps that belong, no other"
def proof_order():
    return {{letters}}

# %% answer="cheapest_plane" score=1 lowest=0 belief="there is always a plane" says="None is returned where no plane does"
def cheapest_plane(X, y, t):
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    met = cp.multiply(y, X @ w + b) >= t
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [met])
    problem.solve(solver=cp.CLARABEL)
    return problem.value, w.value, b.value, met.dual_value

# %% answer="best_prices" score=0 belief="every demand counts once, whatever it is" says="worth the optimum"
def best_prices(X, y, t, bias):
    alpha = cp.Variable(len(y))
    conditions = [alpha >= 0] + ([y @ alpha == 0] if bias else [])
    worth = cp.sum(alpha) - cp.sum_squares(X.T @ cp.multiply(y, alpha)) / 2
    problem = cp.Problem(cp.Maximize(worth), conditions)
    problem.solve(solver=cp.CLARABEL)
    if alpha.value is None:
        return None
    return problem.value, alpha.value

# %% answer="plane_from" score=1 belief="one support vector is enough for b" says="the mean over the support vectors"
def plane_from(alpha, X, y, t):
    support = np.flatnonzero(alpha > 1e-6 * alpha.max())
    w = (alpha * y) @ X
    return w, (y * t - X @ w)[support][0], support

# %% answer="residuals" score=2 belief="a demand that is met with room is missed by less than nothing" says="what is said of each point"
def residuals(w, b, alpha, X, y, t):
    room = y * (X @ w + b) - t
    return (np.linalg.norm(w - (alpha * y) @ X), abs(alpha @ y), -room.min(), max(-alpha.min(), 0), np.abs(alpha * room).max())

# %% answer="savings" score=0 belief="no single point matters" says="what each support vector costs"
def savings(X, y):
    return np.zeros(len(y))
