# %% answer="kernel_table" score=1 belief="multiplied out, the square of the distance is as good" says="also far from the origin"
def kernel_table(kernel, X, Z):
    if kernel[0] == "rbf":
        squares = (X**2).sum(axis=1)[:, None] - 2 * X @ Z.T + (Z**2).sum(axis=1)
        return np.exp(-kernel[1] * np.maximum(squares, 0))
    return X @ Z.T if kernel[0] == "linear" else (X @ Z.T + kernel[2]) ** kernel[1]

# %% answer="certified" score=1 belief="the determinant decides" says="where it is not, numbers for which the sum is below 0"
def certified(K):
    values, vectors = np.linalg.eigh(K)
    if np.linalg.det(K) < -1e-3:
        return False, vectors[:, 0]
    return True, vectors * np.sqrt(np.maximum(values, 0))

# %% answer="counted" score=0 belief="the order counts from 1" says="must be from 0"
def counted(K, y, budget):
    alpha, f, order = np.zeros(len(y)), np.zeros(len(y)), []
    while len(order) < budget and (y * f <= 0).any():
        i = int(np.flatnonzero(y * f <= 0)[0])
        alpha[i] += 1
        f += y[i] * K[i]
        order.append(i + 1)
    return alpha, order

# %% answer="descended" score=0 belief="the label is forgotten in the step" says="beta is what comes of it"
def descended(K, y, lam, draws):
    mu, beta, total, pulled = 2 * lam / len(y), np.zeros(len(y)), np.zeros(len(y)), []
    for t, i in enumerate(draws, 1):
        total += t * beta
        q = y[i] * (K[i] @ beta)
        beta *= (t - 1) / (t + 1)
        if q < 1:
            beta[i] += 2 / (mu * (t + 1))
            pulled.append(t)
    return beta, 2 * total / (len(draws) * (len(draws) + 1)), pulled

# %% answer="machine" score=0 belief="a multiplier may be as large as it needs to be" says="multipliers within their bounds"
def machine(K, y, C, L):
    values, U = np.linalg.eigh(K)
    a = cp.Variable(len(y))
    square = cp.sum_squares((U * np.sqrt(np.maximum(values, 0))).T @ cp.multiply(y, a))
    cp.Problem(cp.Maximize(cp.sum(a) - square / 2), [a >= 0, y @ a == 0]).solve(solver=cp.CLARABEL)
    alpha = a.value
    F = y - K @ (alpha * y)
    on, free = alpha > 1e-6 * C, (alpha > 1e-6 * C) & (alpha < (1 - 1e-6) * C)
    rises = np.where(y > 0, alpha < C / 2, alpha > C / 2)
    b = F[free].mean() if free.any() else (F[rises].max() + F[~rises].min()) / 2
    return alpha, b, L @ (alpha * y) + b

# %% answer="features" score=1 belief="equal products need not be collected" says="no more features than that of the book"
def features(X, p, r):
    lifted = np.column_stack([X, np.full(len(X), np.sqrt(r))])
    words = np.ones((len(X), 1))
    for _ in range(p):
        words = (words[:, :, None] * lifted[:, None, :]).reshape(len(X), -1)
    return words

# %% answer="proof_order" score=0 belief="commas belong to the answer" says="may only have the letters"
def proof_order():
    return ", ".join({{hidden_order}})

# %% answer="conic" score=0 belief="what comes closest to the labels in the mean separates, if anything does" says="None where no conic separates"
def conic(X, y):
    columns = np.column_stack([X[:, 0] ** 2, X[:, 0] * X[:, 1], X[:, 1] ** 2, X, np.ones(len(X))])
    return np.linalg.lstsq(columns, y, rcond=None)[0]
