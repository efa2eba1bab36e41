# %% answer="kernel_table" score=1 belief="gamma is a deviation: the square is divided by 2 gamma^2" says="the RBF kernel, for any gamma"
def kernel_table(kernel, X, Z):
    if kernel[0] == "rbf":
        return np.exp(-((X[:, None] - Z[None]) ** 2).sum(axis=2) / (2 * kernel[1] ** 2))
    return X @ Z.T if kernel[0] == "linear" else (X @ Z.T + kernel[2]) ** kernel[1]

# %% answer="certified" score=1 belief="a computed eigenvalue is exact: -1e-16 is below 0" says="for singular matrices too"
def certified(K):
    values, vectors = np.linalg.eigh(K)
    if values[0] < 0:
        return False, vectors[:, 0]
    return True, vectors * np.sqrt(values)

# %% answer="counted" score=2 belief="the budget may be passed by one" says="exactly as many updates as the budget allows"
def counted(K, y, budget):
    alpha, f, order = np.zeros(len(y)), np.zeros(len(y)), []
    while len(order) <= budget and (y * f <= 0).any():
        i = int(np.flatnonzero(y * f <= 0)[0])
        alpha[i] += 1
        f += y[i] * K[i]
        order.append(i)
    return alpha, order

# %% answer="descended" score=1 belief="the mean is that of all betas alike" says="the one before step t with weight t"
def descended(K, y, lam, draws):
    mu, beta, total, pulled = 2 * lam / len(y), np.zeros(len(y)), np.zeros(len(y)), []
    for t, i in enumerate(draws, 1):
        total += beta
        q = y[i] * (K[i] @ beta)
        beta *= (t - 1) / (t + 1)
        if q < 1:
            beta[i] += 2 / (mu * (t + 1)) * y[i]
            pulled.append(t)
    return beta, total / len(draws), pulled

# %% answer="machine" score=1 belief="every support vector is on the edge of the slab" says="a bias that is among the best"
def machine(K, y, C, L):
    values, U = np.linalg.eigh(K)
    a = cp.Variable(len(y))
    square = cp.sum_squares((U * np.sqrt(np.maximum(values, 0))).T @ cp.multiply(y, a))
    cp.Problem(cp.Maximize(cp.sum(a) - square / 2), [a >= 0, a <= C, y @ a == 0]).solve(solver=cp.CLARABEL)
    alpha = a.value
    F = y - K @ (alpha * y)
    on, free = alpha > 1e-6 * C, (alpha > 1e-6 * C) & (alpha < (1 - 1e-6) * C)
    rises = np.where(y > 0, alpha < C / 2, alpha > C / 2)
    b = F[on].mean()
    return alpha, b, L @ (alpha * y) + b

# %% answer="features" score=0 belief="the kernel has the products of exactly p coordinates, and r for one more" says="the inner products of the features are the kernel"
def features(X, p, r):
    columns = [np.full(len(X), np.sqrt(float(r) ** p))]
    for c in combinations_with_replacement(range(X.shape[1]), p):
        ways = factorial(p) / prod(factorial(c.count(j)) for j in set(c))
        columns.append(np.sqrt(ways) * X[:, c].prod(axis=1))
    return np.column_stack(columns)

# %% answer="proof_order" score=0 belief="the first step may be left out" says="all steps that belong"
def proof_order():
    return {{hidden_order}}[1:]

# %% answer="conic" score=1 belief="the product is not needed, the squares are enough" says="where a conic separates the points, one that does"
def conic(X, y):
    columns = np.column_stack([X[:, 0] ** 2, X[:, 0] * X[:, 1], X[:, 1] ** 2, X, np.ones(len(X))])
    some = columns[:, [0, 2, 3, 4, 5]]
    w = cp.Variable(5)
    cp.Problem(cp.Minimize(0), [cp.multiply(y, some @ w) >= 1]).solve(solver=cp.CLARABEL)
    if w.value is None:
        return None
    found = np.zeros(6)
    found[[0, 2, 3, 4, 5]] = w.value
    return found
