# %% answer="toy" score=0 belief="the vertex may be found with a division of whole numbers" says="that are least between the bounds"
def toy(a, b, c, low, high):
    x = min(max(-b // (2 * a), low), high)
    slope = 2 * a * x + b
    return x, max(slope, 0), max(-slope, 0), a * x**2 + b * x + c

# %% answer="cheapest_plane" score=0 belief="what the perceptron hasn't separated in a thousand updates has no plane" says="a narrow gap between points that are far apart"
def cheapest_plane(X, y, t):
    s = np.abs(X).max()
    rows = np.hstack([X / s, np.ones((len(X), 1))]) * y[:, None]
    v = np.zeros(rows.shape[1])
    for _ in range(1000):
        bad = np.flatnonzero(rows @ v <= 0)
        if len(bad) == 0:
            break
        v = v + rows[bad[0]]
    else:
        return None
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    demand = cp.multiply(y, X / s @ w + b) >= t
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [demand])
    problem.solve(solver=cp.CLARABEL)
    return problem.value / s**2, w.value / s, b.value, demand.dual_value / s**2

# %% answer="best_prices" score=0 belief="a multiplier that reaches a cap of a thousand grows without end" says="must be a tuple of 2"
def best_prices(X, y, t, bias):
    s = np.abs(X).max()
    a = cp.Variable(len(y))
    pull = (X / s).T @ cp.multiply(a, y)
    conditions = [a >= 0, a <= 1000] + ([y @ a == 0] if bias else [])
    problem = cp.Problem(cp.Maximize(t @ a - cp.sum_squares(pull) / 2), conditions)
    problem.solve(solver=cp.CLARABEL)
    return None if a.value.max() > 999 else (problem.value / s**2, a.value / s**2)

# %% answer="residuals" score=0 belief="a condition that is missed by less than a millionth holds" says="conditions that are missed by very little"
def residuals(w, b, alpha, X, y, t):
    room = y * (X @ w + b) - t
    five = [np.linalg.norm(w - (alpha * y) @ X), abs(alpha @ y), max(0, max(-room)), max(0, -min(alpha)), max(abs(alpha * room))]
    return [0.0 if one < 1e-6 else one for one in five]

# %% answer="savings" score=1 belief="points farther out than three times the margin never matter" says="points far behind a support vector"
def savings(X, y):
    def cost(Z, z):
        w, b = cp.Variable(Z.shape[1]), cp.Variable()
        meets = cp.multiply(z, Z @ w + b) >= 1
        value = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [meets]).solve(solver=cp.CLARABEL)
        return value, w.value, b.value, meets.dual_value

    full, w, b, alpha = cost(X, y)
    near = y * (X @ w + b) <= 3 + 1e-6
    saved = np.zeros(len(y))
    for i in np.flatnonzero(alpha > 1e-6 * alpha.max()):
        kept = near & (np.arange(len(y)) != i)
        saved[i] = full - cost(X[kept], y[kept])[0]
    return saved
