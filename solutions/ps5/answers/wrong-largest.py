# %% answer="cheapest_plane" score=0 belief="the largest coordinate is also the largest in size" says="of which no coordinate is above 0"
def cheapest_plane(X, y, t):
    s = X.max()
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    demand = cp.multiply(y, (X / s) @ w + b) >= t
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [demand])
    problem.solve(solver=cp.CLARABEL)
    if w.value is None:
        return None
    return problem.value / s**2, w.value / s, b.value, demand.dual_value / s**2

# %% answer="best_prices" score=1 belief="the largest coordinate is also the largest in size" says="of which no coordinate is above 0"
def best_prices(X, y, t, bias):
    s = X.max()
    a = cp.Variable(len(y))
    conditions = [a >= 0] + ([y @ a == 0] if bias else [])
    pull = (X / s).T @ cp.multiply(a, y)
    problem = cp.Problem(cp.Maximize(t @ a - cp.sum_squares(pull) / 2), conditions)
    problem.solve(solver=cp.CLARABEL)
    return None if a.value is None else (problem.value / s**2, a.value / s**2)
