# %% [markdown]
# An array with None in it, as numpy's `where` makes it; and a program that is solved again with other parameters.

# %% answer="vouched" score=3
def vouched(s, A, c, prices, points):
    pull = prices @ A
    infinite = (pull[:, s == 0] != 0).any(axis=1)
    values = prices @ c - (pull[:, s > 0] ** 2 / s[s > 0]).sum(axis=1) / 2
    proves = ~infinite & (prices >= 0).all(axis=1)
    permitted = (points @ A.T >= c).all(axis=1)
    lower = values[proves].max() if proves.any() else None
    upper = (points[permitted] ** 2 @ s).min() / 2 if permitted.any() else None
    return np.where(infinite, None, values), lower, upper

# %% answer="savings" score=2
def savings(X, y):
    size, a, out = np.abs(X).max(), cp.Variable(len(y), nonneg=True), cp.Parameter(len(y), nonneg=True)
    pull = (X / size * y[:, None]).T @ a
    problem = cp.Problem(cp.Maximize(cp.sum(a) - cp.sum_squares(pull) / 2), [y @ a == 0, cp.multiply(out, a) == 0])
    out.value = np.zeros(len(y))
    full, first, saved = problem.solve(solver=cp.CLARABEL), a.value.copy(), [0.0] * len(y)
    for i in np.flatnonzero(first > 1e-6 * first.max()):
        out.value = np.eye(len(y))[i]
        saved[i] = float(full - problem.solve(solver=cp.CLARABEL)) / size**2
    return tuple(saved)
