# %% answer="toy" score=0 belief="a name is misspelt" says="the call ended with NameError"
def toy(a, b, c, low, high):
    return minimum, price, price, cost

# %% answer="vouched" score=0 belief="an error is raised on purpose" says="the call ended with another exception"
def vouched(s, A, c, prices, points):
    raise RuntimeError(f"the hidden data are {A}")

# %% answer="proof_order" score=0 belief="nothing is returned" says="must be a list of letters"
def proof_order():
    pass

# %% answer="cheapest_plane" score=0 belief="CVXPY takes strict inequalities" says="the call ended with another exception"
def cheapest_plane(X, y, t):
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    met = cp.multiply(y, X @ w + b) > t
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [met])
    problem.solve(solver=cp.CLARABEL)
    if w.value is None:
        return None
    return problem.value, w.value, b.value, met.dual_value

# %% answer="best_prices" score=0 belief="a quadratic form may be maximised" says="the call ended with DCPError"
def best_prices(X, y, t, bias):
    alpha = cp.Variable(len(y))
    conditions = [alpha >= 0] + ([y @ alpha == 0] if bias else [])
    worth = t @ alpha + cp.sum_squares(X.T @ alpha)
    problem = cp.Problem(cp.Maximize(worth), conditions)
    problem.solve(solver=cp.CLARABEL)
    if alpha.value is None:
        return None
    return problem.value, alpha.value

# %% answer="plane_from" score=0 belief="there is no support vector, and no mean of nothing" says="must be a finite number"
def plane_from(alpha, X, y, t):
    support = np.flatnonzero(alpha < 0)
    w = X.T @ (alpha * y)
    return w, (y * t - X @ w)[support].mean(), support

# %% answer="residuals" score=0 belief="shapes do not fit" says="the call ended with ValueError"
def residuals(w, b, alpha, X, y, t):
    room = y * (X @ w + b) - t
    return (np.linalg.norm(w - X @ (alpha * y)), abs(alpha @ y), max(-room.min(), 0), max(-alpha.min(), 0), np.abs(alpha * room).max())

# %% answer="savings" score=0 belief="the solver is asked for by a wrong name" says="the call ended with"
def savings(X, y):
    def solved(kept):
        w, b = cp.Variable(X.shape[1]), cp.Variable()
        met = cp.multiply(y[kept], X[kept] @ w + b) >= 1
        cost = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [met]).solve(solver=cp.CLARABELL)
        return cost, met.dual_value

    everything = np.arange(len(y))
    cost, alpha = solved(everything)
    saved = np.zeros(len(y))
    for i in np.flatnonzero(alpha > 1e-6 * alpha.max()):
        saved[i] = cost - solved(everything != i)[0]
    return saved
