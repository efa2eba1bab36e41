# %% answer="kernel_table" score=1 belief="r is added after the power" says="the linear and the polynomial kernel"
def kernel_table(kernel, X, Z):
    if kernel[0] == "linear":
        return X @ Z.T
    if kernel[0] == "polynomial":
        return (X @ Z.T) ** kernel[1] + kernel[2]
    return np.exp(-kernel[1] * ((X[:, None] - Z[None]) ** 2).sum(axis=2))

# %% answer="certified" score=0 belief="a symmetric matrix without entries below 0 is a Gram matrix" says="the right answer each time"
def certified(K):
    values, vectors = np.linalg.eigh(K)
    if (K >= 0).all():
        return True, vectors * np.sqrt(np.maximum(values, 0))
    return False, vectors[:, 0]

# %% answer="counted" score=0 belief="a point with f = 0 is right" says="is a mistake at that moment"
def counted(K, y, budget):
    alpha, f, order = np.zeros(len(y)), np.zeros(len(y)), []
    while len(order) < budget and (y * f < 0).any():
        i = int(np.argmin(y * f))
        alpha[i] += 1
        f += y[i] * K[i]
        order.append(i)
    return alpha, order

# %% answer="descended" score=1 belief="a point with q = 1 pulls, too" says="pulls where q < 1, and only there"
def descended(K, y, lam, draws):
    mu, beta, total, pulled = 2 * lam / len(y), np.zeros(len(y)), np.zeros(len(y)), []
    for t, i in enumerate(draws, 1):
        total += t * beta
        q = y[i] * (K[i] @ beta)
        beta *= (t - 1) / (t + 1)
        if q <= 1:
            beta[i] += 2 / (mu * (t + 1)) * y[i]
            pulled.append(t)
    return beta, 2 * total / (len(draws) * (len(draws) + 1)), pulled

# %% answer="machine" score=1 belief="f is the sum of alpha k, without labels" says="f at the new points"
def machine(K, y, C, L):
    values, U = np.linalg.eigh(K)
    a = cp.Variable(len(y))
    square = cp.sum_squares((U * np.sqrt(np.maximum(values, 0))).T @ cp.multiply(y, a))
    cp.Problem(cp.Maximize(cp.sum(a) - square / 2), [a >= 0, a <= C, y @ a == 0]).solve(solver=cp.CLARABEL)
    alpha = a.value
    F = y - K @ (alpha * y)
    on, free = alpha > 1e-6 * C, (alpha > 1e-6 * C) & (alpha < (1 - 1e-6) * C)
    rises = np.where(y > 0, alpha < C / 2, alpha > C / 2)
    b = F[free].mean() if free.any() else (F[rises].max() + F[~rises].min()) / 2
    return alpha, b, L @ alpha + b

# %% answer="features" score=0 belief="each product counts once, without a weight" says="the inner products of the features are the kernel"
def features(X, p, r):
    lifted = np.column_stack([X, np.full(len(X), np.sqrt(r))])
    return np.column_stack([lifted[:, c].prod(axis=1) for c in combinations_with_replacement(range(lifted.shape[1]), p)])

# %% answer="proof_order" score=0 belief="all products of equal number are the features of the product" says="each after those that it builds on"
def proof_order():
    return {{hidden_order}} + [{{hidden_distractors}}[0]]

# %% answer="conic" score=0 belief="the product of the coordinates is all that is needed" says="where a conic separates the points, one that does"
def conic(X, y):
    columns = np.column_stack([X[:, 0] ** 2, X[:, 0] * X[:, 1], X[:, 1] ** 2, X, np.ones(len(X))])
    some = columns[:, [1, 5]]
    w = cp.Variable(2)
    cp.Problem(cp.Minimize(0), [cp.multiply(y, some @ w) >= 1]).solve(solver=cp.CLARABEL)
    if w.value is None:
        return None
    found = np.zeros(6)
    found[[1, 5]] = w.value
    return found
