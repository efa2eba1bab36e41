# %% [markdown]
# More misconceptions, where eight were not enough.

# %% answer="kernel_table" score=0 belief="a row belongs to a point of Z" says="must have"
def kernel_table(kernel, X, Z):
    if kernel[0] == "rbf":
        return np.exp(-kernel[1] * ((Z[:, None] - X[None]) ** 2).sum(axis=2))
    return Z @ X.T if kernel[0] == "linear" else (Z @ X.T + kernel[2]) ** kernel[1]

# %% answer="certified" score=0 belief="yes or no is enough" says="must be a tuple of 2"
def certified(K):
    return bool(np.linalg.eigvalsh(K)[0] >= -1e-6)

# %% answer="counted" score=2 belief="the counts carry the labels" says="the counts are those of the order"
def counted(K, y, budget):
    beta, order = np.zeros(len(y)), []
    while len(order) < budget and (y * (K @ beta) <= 0).any():
        i = int(np.argmin(y * (K @ beta)))
        beta[i] += y[i]
        order.append(i)
    return beta, order

# %% answer="descended" score=0 belief="beta shrinks only when a point pulls" says="beta is what comes of it"
def descended(K, y, lam, draws):
    mu, beta, total, pulled = 2 * lam / len(y), np.zeros(len(y)), np.zeros(len(y)), []
    for t, i in enumerate(draws, 1):
        total += t * beta
        if y[i] * (K[i] @ beta) < 1:
            beta *= (t - 1) / (t + 1)
            beta[i] += 2 / (mu * (t + 1)) * y[i]
            pulled.append(t)
    return beta, 2 * total / (len(draws) * (len(draws) + 1)), pulled

# %% answer="machine" score=1 belief="where none is free, b is 0" says="every multiplier is at its cap"
def machine(K, y, C, L):
    values, U = np.linalg.eigh(K)
    a = cp.Variable(len(y))
    square = cp.sum_squares((U * np.sqrt(np.maximum(values, 0))).T @ cp.multiply(y, a))
    cp.Problem(cp.Maximize(cp.sum(a) - square / 2), [a >= 0, a <= C, y @ a == 0]).solve(solver=cp.CLARABEL)
    alpha = a.value
    F = y - K @ (alpha * y)
    on, free = alpha > 1e-6 * C, (alpha > 1e-6 * C) & (alpha < (1 - 1e-6) * C)
    rises = np.where(y > 0, alpha < C / 2, alpha > C / 2)
    b = F[free].mean() if free.any() else 0.0
    return alpha, b, L @ (alpha * y) + b

# %% answer="features" score=0 belief="r, not its root, is the feature of the constant" says="the inner products of the features are the kernel"
def features(X, p, r):
    lifted = np.column_stack([X, np.full(len(X), float(r))])
    columns = []
    for c in combinations_with_replacement(range(lifted.shape[1]), p):
        ways = factorial(p) / prod(factorial(c.count(j)) for j in set(c))
        columns.append(np.sqrt(ways) * lifted[:, c].prod(axis=1))
    return np.column_stack(columns)

# %% answer="conic" score=0 belief="the numbers are those of the kernel's features, without the factors that these have" says="where a conic separates the points, one that does"
def conic(X, y):
    p, q = X.T
    Phi = np.column_stack([p * p, np.sqrt(2) * p * q, q * q, np.sqrt(2) * p, np.sqrt(2) * q, np.ones(len(X))])
    w = cp.Variable(6)
    cp.Problem(cp.Minimize(cp.sum_squares(w)), [cp.multiply(y, Phi @ w) >= 1]).solve(solver=cp.CLARABEL)
    return w.value
