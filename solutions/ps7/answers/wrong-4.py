# %% answer="kernel_table" score=0 belief="the Gram matrix of X is asked for, whatever Z is" says="must have"
def kernel_table(kernel, X, Z):
    if kernel[0] == "rbf":
        return np.exp(-kernel[1] * ((X[:, None] - X[None]) ** 2).sum(axis=2))
    return X @ X.T if kernel[0] == "linear" else (X @ X.T + kernel[2]) ** kernel[1]

# %% answer="certified" score=2 belief="the rows of K are the vectors" says="vectors with these inner products"
def certified(K):
    values, vectors = np.linalg.eigh(K)
    return (False, vectors[:, 0]) if values[0] < -1e-6 else (True, K)

# %% answer="counted" score=0 belief="one pass over the points is enough" says="they leave no mistake"
def counted(K, y, budget):
    alpha, f, order = np.zeros(len(y)), np.zeros(len(y)), []
    for i in range(len(y)):
        if y[i] * f[i] <= 0 and len(order) < budget:
            alpha[i] += 1
            f += y[i] * K[i]
            order.append(i)
    return alpha, order

# %% answer="descended" score=1 belief="the mean is that of the betas after the steps" says="the mean of the betas before each step"
def descended(K, y, lam, draws):
    mu, beta, total, pulled = 2 * lam / len(y), np.zeros(len(y)), np.zeros(len(y)), []
    for t, i in enumerate(draws, 1):
        q = y[i] * (K[i] @ beta)
        beta *= (t - 1) / (t + 1)
        if q < 1:
            beta[i] += 2 / (mu * (t + 1)) * y[i]
            pulled.append(t)
        total += t * beta
    return beta, 2 * total / (len(draws) * (len(draws) + 1)), pulled

# %% answer="machine" score=1 belief="the sign of b is the other one" says="a bias that is among the best"
def machine(K, y, C, L):
    values, U = np.linalg.eigh(K)
    a = cp.Variable(len(y))
    square = cp.sum_squares((U * np.sqrt(np.maximum(values, 0))).T @ cp.multiply(y, a))
    cp.Problem(cp.Maximize(cp.sum(a) - square / 2), [a >= 0, a <= C, y @ a == 0]).solve(solver=cp.CLARABEL)
    alpha = a.value
    F = y - K @ (alpha * y)
    on, free = alpha > 1e-6 * C, (alpha > 1e-6 * C) & (alpha < (1 - 1e-6) * C)
    rises = np.where(y > 0, alpha < C / 2, alpha > C / 2)
    b = -(F[free].mean() if free.any() else (F[rises].max() + F[~rises].min()) / 2)
    return alpha, b, L @ (alpha * y) + b

# %% answer="features" score=0 belief="vectors with this Gram matrix are the features" says="must"
def features(X, p, r):
    values, vectors = np.linalg.eigh((X @ X.T + r) ** p)
    V = np.zeros((len(X), 70))
    V[:, : len(X)] = vectors * np.sqrt(np.maximum(values, 0))
    return V[:, :1] if len(X) == 1 else V

# %% answer="proof_order" score=0 belief="no entry of K is below 0" says="each after those that it builds on"
def proof_order():
    return {{hidden_order}}[:-2] + {{hidden_distractors}} + {{hidden_order}}[-1:]

# %% answer="conic" score=1 belief="the curve goes through the origin, and f is 0" says="where a conic separates the points, one that does"
def conic(X, y):
    columns = np.column_stack([X[:, 0] ** 2, X[:, 0] * X[:, 1], X[:, 1] ** 2, X, np.ones(len(X))])
    some = columns[:, [0, 1, 2, 3, 4]]
    w = cp.Variable(5)
    cp.Problem(cp.Minimize(0), [cp.multiply(y, some @ w) >= 1]).solve(solver=cp.CLARABEL)
    if w.value is None:
        return None
    found = np.zeros(6)
    found[[0, 1, 2, 3, 4]] = w.value
    return found
