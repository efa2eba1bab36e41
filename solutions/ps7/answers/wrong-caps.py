# %% answer="counted" score=2 belief="a thousand updates are always enough" says="exactly as many updates as the budget allows"
def counted(K, y, budget):
    alpha, order = np.zeros(len(y)), []
    while len(order) < min(budget, 1000):
        wrong = np.flatnonzero(y * (K @ (alpha * y)) <= 0)
        if not len(wrong):
            break
        alpha[wrong[0]] += 1
        order.append(int(wrong[0]))
    return alpha, order

# %% answer="kernel_table" score=1 belief="as many points are the same points" says="the RBF kernel"
def kernel_table(kernel, X, Z):
    if kernel[0] == "rbf":
        if len(X) == len(Z):
            Z = X
        return np.exp(-kernel[1] * ((X[:, None] - Z[None]) ** 2).sum(axis=2))
    p, r = kernel[1:] or (1, 0.0)
    return (X @ Z.T + r) ** p

# %% answer="features" score=0 belief="for p = 1 the features are the coordinates" says="are the kernel"
def features(X, p, r):
    if p == 1:
        return X
    lifted = np.column_stack([X, np.full(len(X), np.sqrt(r))])
    columns = []
    for chosen in combinations_with_replacement(range(lifted.shape[1]), p):
        ways = factorial(p) / prod(factorial(chosen.count(j)) for j in set(chosen))
        columns.append(np.sqrt(ways) * lifted[:, chosen].prod(axis=1))
    return np.column_stack(columns)

# %% answer="machine" score=0 belief="two hundred steps uphill are always enough" says="are worth what the machine costs"
def machine(K, y, C, L):
    alpha, Q = np.zeros(len(y)), K * np.outer(y, y)
    for _ in range(200):
        alpha = alpha + 0.01 * (1 - Q @ alpha)
        for _ in range(50):
            alpha = np.clip(alpha - y * (alpha @ y) / len(y), 0, C)
    F = y - K @ (alpha * y)
    b = min(F, key=lambda b: np.maximum(0, 1 - y * (K @ (alpha * y) + b)).sum())
    return alpha, b, L @ (alpha * y) + b

# %% answer="conic" score=0 belief="the two lines are parallel to the axes and cross at the mean" says="where a conic separates the points, one that does"
def conic(X, y):
    m, n = X.mean(axis=0)
    for sign in (1.0, -1.0):
        found = sign * np.array([0, 1, 0, -n, -m, m * n])
        if (y * sign * (X[:, 0] - m) * (X[:, 1] - n) > 0).all():
            return found
    return None
