# %% answer="certified" score=1 belief="what is below a millionth of the largest eigenvalue is a rounding error" says="large eigenvalues and one that is a little below 0"
def certified(K):
    values, U = np.linalg.eigh(K)
    if values[0] < -1e-6 * abs(values).max():
        return False, U[:, 0]
    return True, U * np.sqrt(np.maximum(values, 0))

# %% answer="features" score=0 belief="a feature that is 0 at all points may be dropped" says="the same coordinate equal to 0"
def features(X, p, r):
    lifted = np.column_stack([X, np.full(len(X), np.sqrt(r))])
    columns = []
    for chosen in combinations_with_replacement(range(lifted.shape[1]), p):
        ways = factorial(p) / prod(factorial(chosen.count(j)) for j in set(chosen))
        columns.append(np.sqrt(ways) * lifted[:, chosen].prod(axis=1))
    phi = np.column_stack(columns)
    return phi[:, np.any(phi != 0, axis=0)]

# %% answer="machine" score=0 belief="the price is shared among the points" says="are worth what the machine costs"
def machine(K, y, C, L):
    values, U = np.linalg.eigh(K)
    a = cp.Variable(len(y))
    square = cp.sum_squares((U * np.sqrt(np.maximum(values, 0))).T @ cp.multiply(y, a))
    cp.Problem(cp.Maximize(cp.sum(a) - square / 2), [a >= 0, a <= C / len(y), y @ a == 0]).solve(solver=cp.CLARABEL)
    alpha = a.value
    F = y - K @ (alpha * y)
    on, free = alpha > 1e-6 * C, (alpha > 1e-6 * C) & (alpha < (1 - 1e-6) * C)
    rises = np.where(y > 0, alpha < C / 2, alpha > C / 2)
    b = F[free].mean() if free.any() else (F[rises].max() + F[~rises].min()) / 2
    return alpha, b, L @ (alpha * y) + b

# %% answer="conic" score=1 belief="a conic through four clouds always exists" says="None where no conic separates"
def conic(X, y):
    columns = np.column_stack([X[:, 0] ** 2, X[:, 0] * X[:, 1], X[:, 1] ** 2, X, np.ones(len(X))])
    size = np.abs(columns).max(axis=0) + 1e-9
    w, slack = cp.Variable(6), cp.Variable(len(y), nonneg=True)
    cp.Problem(cp.Minimize(cp.sum(slack)), [cp.multiply(y, columns / size @ w) >= 1 - slack]).solve(solver=cp.CLARABEL)
    return w.value / size
