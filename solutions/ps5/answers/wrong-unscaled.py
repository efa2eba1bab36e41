# %% answer="cheapest_plane" score=1 lowest=0 belief="a solver is as exact whatever the unit" says="Let the solver see smaller points"
def cheapest_plane(X, y, t):
    w, b = cp.Variable(X.shape[1]), cp.Variable()
    met = cp.multiply(y, X @ w + b) >= t
    problem = cp.Problem(cp.Minimize(cp.sum_squares(w) / 2), [met])
    problem.solve(solver=cp.CLARABEL)
    if w.value is None:
        return None
    return problem.value, w.value, b.value, met.dual_value
