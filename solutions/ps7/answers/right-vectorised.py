# %% [markdown]
# Whole arrays at once, the most wrong point first.

# %% answer="kernel_table" score=2
def kernel_table(kernel, X, Z):
    name, *numbers = kernel
    if name == "linear":
        return X @ Z.T
    if name == "polynomial":
        p, r = numbers
        return np.power(np.einsum("id,jd->ij", X, Z) + r, p)
    middle = X[0]
    U, V = X - middle, Z - middle
    squares = (U**2).sum(axis=1)[:, None] - 2 * U @ V.T + (V**2).sum(axis=1)
    return np.exp(-numbers[0] * squares)

# %% answer="certified" score=3
def certified(K):
    values, vectors = np.linalg.eigh(np.asarray(K, dtype=float))
    if values.min() < -5e-4:
        return np.bool_(False), 100 * vectors[:, values.argmin()]
    return np.bool_(True), vectors[:, values > 0] * np.sqrt(values[values > 0])

# %% answer="counted" score=3
def counted(K, y, budget):
    signed = K * np.outer(y, y)
    alpha = np.zeros(len(y), dtype=int)
    order = []
    for _ in range(budget):
        margins = signed @ alpha
        worst = margins.argmin()
        if margins[worst] > 0:
            break
        alpha[worst] += 1
        order.append(worst)
    return alpha, np.array(order, dtype=int)

# %% answer="descended" score=2
def descended(K, y, lam, draws):
    mu = 2 * lam / len(y)
    betas = [np.zeros(len(y))]
    pulled = []
    for t, i in enumerate(draws, start=1):
        beta = betas[-1]
        v = np.zeros(len(y))
        if y[i] * (beta @ K[:, i]) < 1:
            v[i] = y[i]
            pulled.append(t)
        betas.append(beta + 2 / (t + 1) * (v / mu - beta))
    return betas[-1], np.average(betas[:-1], axis=0, weights=np.arange(1, len(draws) + 1)), np.array(pulled)

# %% answer="machine" score=2
def machine(K, y, C, L):
    a = cp.Variable(len(y))
    square = cp.quad_form(cp.multiply(y, a), cp.psd_wrap(K))
    cp.Problem(cp.Maximize(cp.sum(a) - square / 2), [0 <= a, a <= C, a @ y == 0]).solve(solver=cp.CLARABEL)
    alpha = np.clip(a.value, 0, C)
    beta = alpha * y
    F = y - K @ beta
    free = (alpha > 1e-5 * C) & (alpha < (1 - 1e-5) * C)
    rises = np.where(y > 0, alpha < C / 2, alpha > C / 2)
    b = np.median(F[free]) if free.any() else (F[rises].max() + F[~rises].min()) / 2
    return alpha, np.float64(b), L @ beta + b

# %% answer="features" score=2
def features(X, p, r):
    d = X.shape[1]
    M = np.indices((p + 1,) * (d + 1)).reshape(d + 1, -1).T
    M = M[M.sum(axis=1) == p]
    ways = factorial(p) / np.vectorize(factorial)(M).prod(axis=1)
    return np.sqrt(ways * float(r) ** M[:, 0]) * (X[:, None, :] ** M[None, :, 1:]).prod(axis=2)

# %% answer="proof_order" score=2
def proof_order():
    # another valid order: of the steps that can come next, the last in the alphabet
    before = {{hidden_builds_on}}
    order = []
    while len(order) < len(before):
        order.append(max(step for step in before if step not in order and all(b in order for b in before[step])))
    return order

# %% answer="conic" score=2
def conic(X, y):
    # how much room can there be, if no number is larger than 1?
    lifted = np.c_[X / 100, np.ones(len(X))]
    i, j = np.triu_indices(3)
    Phi, w, room = lifted[:, i] * lifted[:, j], cp.Variable(6), cp.Variable()
    cp.Problem(cp.Maximize(room), [cp.multiply(y, Phi @ w) >= room, cp.norm_inf(w) <= 1]).solve(solver=cp.CLARABEL)
    if room.value < 1e-7:
        return None
    xx, xy, x, yy, y_, one = w.value / [1e4, 1e4, 1e2, 1e4, 1e2, 1]
    return np.array([xx, xy, yy, x, y_, one])
