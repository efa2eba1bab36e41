# %% answer="kernel_table" score=1 belief="the RBF kernel takes the distance, not its square" says="the RBF kernel, for any gamma"
def kernel_table(kernel, X, Z):
    if kernel[0] == "rbf":
        return np.exp(-kernel[1] * np.linalg.norm(X[:, None] - Z[None], axis=2))
    return X @ Z.T if kernel[0] == "linear" else (X @ Z.T + kernel[2]) ** kernel[1]

# %% answer="certified" score=1 belief="a matrix that Cholesky refuses is no Gram matrix" says="for singular matrices too"
def certified(K):
    try:
        return True, np.linalg.cholesky(K)
    except np.linalg.LinAlgError:
        return False, np.linalg.eigh(K)[1][:, 0]

# %% answer="counted" score=0 belief="the label is forgotten in the step" says="is a mistake at that moment"
def counted(K, y, budget):
    alpha, f, order = np.zeros(len(y)), np.zeros(len(y)), []
    while len(order) < budget and (y * f <= 0).any():
        i = int(np.flatnonzero(y * f <= 0)[0])
        alpha[i] += 1
        f += K[i]
        order.append(i)
    return alpha, order

# %% answer="descended" score=1 belief="q is taken after beta has shrunk" says="pulls where q < 1, and only there"
def descended(K, y, lam, draws):
    mu, beta, total, pulled = 2 * lam / len(y), np.zeros(len(y)), np.zeros(len(y)), []
    for t, i in enumerate(draws, 1):
        total += t * beta
        beta *= (t - 1) / (t + 1)
        if y[i] * (K[i] @ beta) < 1:
            beta[i] += 2 / (mu * (t + 1)) * y[i]
            pulled.append(t)
    return beta, 2 * total / (len(draws) * (len(draws) + 1)), pulled

# %% answer="machine" score=1 belief="one support vector is as good as another" says="a bias that is among the best"
def machine(K, y, C, L):
    values, U = np.linalg.eigh(K)
    a = cp.Variable(len(y))
    square = cp.sum_squares((U * np.sqrt(np.maximum(values, 0))).T @ cp.multiply(y, a))
    cp.Problem(cp.Maximize(cp.sum(a) - square / 2), [a >= 0, a <= C, y @ a == 0]).solve(solver=cp.CLARABEL)
    alpha = a.value
    F = y - K @ (alpha * y)
    on, free = alpha > 1e-6 * C, (alpha > 1e-6 * C) & (alpha < (1 - 1e-6) * C)
    rises = np.where(y > 0, alpha < C / 2, alpha > C / 2)
    b = F[on][0]
    return alpha, b, L @ (alpha * y) + b

# %% answer="features" score=0 belief="the weight is the number of ways, not its root" says="the inner products of the features are the kernel"
def features(X, p, r):
    lifted = np.column_stack([X, np.full(len(X), np.sqrt(r))])
    columns = []
    for c in combinations_with_replacement(range(lifted.shape[1]), p):
        ways = factorial(p) / prod(factorial(c.count(j)) for j in set(c))
        columns.append(ways * lifted[:, c].prod(axis=1))
    return np.column_stack(columns)

# %% answer="proof_order" score=1 belief="the conclusion comes first" says="each after those that it builds on"
def proof_order():
    return {{hidden_order}}[::-1]

# %% answer="conic" score=0 belief="squares are not needed, the product and the coordinates are enough" says="where a conic separates the points, one that does"
def conic(X, y):
    columns = np.column_stack([X[:, 0] ** 2, X[:, 0] * X[:, 1], X[:, 1] ** 2, X, np.ones(len(X))])
    some = columns[:, [1, 3, 4, 5]]
    w = cp.Variable(4)
    cp.Problem(cp.Minimize(0), [cp.multiply(y, some @ w) >= 1]).solve(solver=cp.CLARABEL)
    if w.value is None:
        return None
    found = np.zeros(6)
    found[[1, 3, 4, 5]] = w.value
    return found
