# %% [markdown]
# Other algorithms: Cholesky's for the vectors, a mistake chosen at random, the descent in closed form, features by recursion.

# %% answer="kernel_table" score=2
def kernel_table(kernel, X, Z):
    # column by column; the linear kernel is the polynomial one with p = 1 and r = 0
    def column(z):
        if kernel[0] == "rbf":
            return np.exp(-kernel[1] * np.linalg.norm(X - z, axis=1) ** 2)
        p, r = (1, 0) if len(kernel) == 1 else kernel[1:]
        power = np.ones(len(X))
        for _ in range(p):
            power *= X @ z + r
        return power

    return np.array([column(z) for z in Z]).T

# %% answer="certified" score=3
def certified(K):
    try:
        return True, np.linalg.cholesky(K + 1e-7 * np.eye(len(K)))
    except np.linalg.LinAlgError:
        # inverse iteration toward the eigenvalue that is most negative, from its value
        least = np.linalg.eigvalsh(K)[0]
        c = np.cos(np.arange(1.0, len(K) + 1))
        for _ in range(4):
            c = np.linalg.solve(K - (least - 1e-5) * np.eye(len(K)), c)
            c /= np.abs(c).max()
        return False, c.tolist()

# %% answer="counted" score=3
def counted(K, y, budget):
    rng = np.random.default_rng(7)
    f, order = np.zeros(len(y)), []
    while len(order) < budget:
        wrong = np.flatnonzero(y * f <= 0)
        if not len(wrong):
            break
        i = int(rng.choice(wrong))
        f = f + y[i] * K[i]
        order.append(i)
    return [order.count(i) for i in range(len(y))], tuple(order)

# %% answer="descended" score=2
def descended(K, y, lam, draws):
    # beta before step t is G / (t (t - 1)), where G is the sum of 2 s y / mu over the earlier steps s that pulled
    mu = 2 * lam / len(y)
    G, total, pulled, beta = np.zeros(len(y)), np.zeros(len(y)), [], np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        total += t * beta
        if y[i] * np.dot(K[i], beta) < 1:
            G[i] += 2 * t * y[i] / mu
            pulled.append(t)
        beta = G / (t * (t + 1))
    T = len(draws)
    return tuple(beta), 2 * total / (T * (T + 1)), tuple(pulled)

# %% answer="machine" score=2
def machine(K, y, C, L):
    # the vectors of part B are points with this Gram matrix, and for points there is the primal
    values, U = np.linalg.eigh(K)
    V = U[:, values > 1e-10] * np.sqrt(values[values > 1e-10])
    w, b, slack = cp.Variable(V.shape[1]), cp.Variable(), cp.Variable(len(y))
    wide = cp.multiply(y, V @ w + b) >= 1 - slack
    cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + C * cp.sum(slack)), [wide, slack >= 0]).solve(solver=cp.CLARABEL)
    alpha = wide.dual_value
    return alpha.tolist(), float(b.value), [float(row @ (alpha * y) + b.value) for row in L]

# %% answer="features" score=2
def features(X, p, r):
    # (x.z + r)^p = sum over m of (p over m) (x1 z1)^m (the rest . the rest + r)^(p - m)
    from math import comb

    if X.shape[1] == 0:
        return np.full((len(X), 1), float(r) ** (p / 2))
    blocks = [np.sqrt(comb(p, m)) * X[:, :1] ** m * features(X[:, 1:], p - m, r) for m in range(p + 1)]
    return -np.hstack(blocks)[:, ::-1]

# %% answer="proof_order" score=2
def proof_order():
    return tuple({{hidden_order}})

# %% answer="conic" score=2
def conic(X, y):
    # around the mean; slack that has to be paid for shows that there is none
    middle, size = X.mean(axis=0), X.std()
    p, q = ((X - middle) / size).T
    Phi = np.stack([p * p, p * q, q * q, p, q, np.ones_like(p)], axis=1)
    w, slack = cp.Variable(6), cp.Variable(len(y), nonneg=True)
    problem = cp.Problem(cp.Minimize(cp.sum(slack)), [cp.multiply(y, Phi @ w) >= 1 - slack])
    problem.solve(solver=cp.CLARABEL)
    if problem.value > 0.5:
        return None
    a, b, c = w.value[:3] / size**2
    d, e = w.value[3:5] / size
    m, n = middle
    return a, b, c, d - 2 * a * m - b * n, e - b * m - 2 * c * n, w.value[5] + a * m * m + b * m * n + c * n * n - d * m - e * n
