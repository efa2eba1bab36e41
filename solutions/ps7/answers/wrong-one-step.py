# %% answer="counted" score=0 belief="a run of one step is a run" says="in a run that leaves no mistake"
def counted(K, y, budget):
    return np.eye(len(y))[0], [0]

# %% answer="machine" score=0 belief="there is no half before the square" says="are worth what the machine costs"
def machine(K, y, C, L):
    values, U = np.linalg.eigh(K)
    a = cp.Variable(len(y))
    square = cp.sum_squares((U * np.sqrt(np.maximum(values, 0))).T @ cp.multiply(y, a))
    cp.Problem(cp.Maximize(cp.sum(a) - square), [a >= 0, a <= C, y @ a == 0]).solve(solver=cp.CLARABEL)
    alpha = a.value
    F = y - K @ (alpha * y)
    on, free = alpha > 1e-6 * C, (alpha > 1e-6 * C) & (alpha < (1 - 1e-6) * C)
    rises = np.where(y > 0, alpha < C / 2, alpha > C / 2)
    b = F[free].mean() if free.any() else (F[rises].max() + F[~rises].min()) / 2
    return alpha, b, L @ (alpha * y) + b

# %% answer="conic" score=0 belief="the label does not matter, q has to be above 0" says="where a conic separates the points, one that does"
def conic(X, y):
    columns = np.column_stack([X[:, 0] ** 2, X[:, 0] * X[:, 1], X[:, 1] ** 2, X, np.ones(len(X))])
    w = cp.Variable(6)
    cp.Problem(cp.Minimize(cp.sum_squares(w)), [columns @ w >= 1]).solve(solver=cp.CLARABEL)
    return w.value
