# %% [markdown]
# Plain loops, and each condition of a program written down on its own.

# %% answer="toy" score=2
def toy(a, b, c, low, high):
    x = -b / (2 * a)
    lam, mu = 0.0, 0.0
    if x < low:
        x = low
        lam = 2 * a * x + b
    elif x > high:
        x = high
        mu = -(2 * a * x + b)
    return x, lam, mu, a * x * x + b * x + c

# %% answer="vouched" score=3
def vouched(s, A, c, prices, points):
    k, d = A.shape
    thetas, lower, upper = [], None, None
    for lam in prices:
        theta = sum(lam[i] * c[i] for i in range(k))
        for j in range(d):
            pull = sum(lam[i] * A[i][j] for i in range(k))
            if s[j] > 0 and theta is not None:
                theta -= pull * pull / (2 * s[j])
            elif s[j] == 0 and pull != 0:
                theta = None
        thetas.append(theta)
        if theta is not None and min(lam) >= 0 and (lower is None or theta > lower):
            lower = theta
    for x in points:
        permitted = True
        for i in range(k):
            if sum(A[i][j] * x[j] for j in range(d)) < c[i]:
                permitted = False
        cost = sum(s[j] * x[j] ** 2 for j in range(d)) / 2
        if permitted and (upper is None or cost < upper):
            upper = cost
    return thetas, lower, upper

# %% answer="proof_order" score=2
def proof_order():
    return {{hidden_order}}

# %% answer="cheapest_plane" score=2
def cheapest_plane(X, y, t):
    s = max(abs(entry) for x in X for entry in x)
    X = X / s
    w = cp.Variable(len(X[0]))
    b = cp.Variable()
    demands = []
    for i in range(len(X)):
        demands.append(y[i] * (X[i] @ w + b) >= t[i])
    problem = cp.Problem(cp.Minimize(0.5 * cp.sum_squares(w)), demands)
    problem.solve(solver=cp.CLARABEL)
    if problem.status == "infeasible":
        return None
    prices = [float(one.dual_value) / s**2 for one in demands]
    return float(problem.value) / s**2, [entry / s for entry in w.value], float(b.value), prices

# %% answer="best_prices" score=2
def best_prices(X, y, t, bias):
    n, d = X.shape
    s = max(abs(entry) for x in X for entry in x)
    X = X / s
    alpha = cp.Variable(n, nonneg=True)
    worth = 0
    for i in range(n):
        worth = worth + t[i] * alpha[i]
    for j in range(d):
        worth = worth - 0.5 * cp.square((y * X[:, j]) @ alpha)
    problem = cp.Problem(cp.Maximize(worth), [sum(y[i] * alpha[i] for i in range(n)) == 0] if bias else [])
    problem.solve(solver=cp.CLARABEL)
    if problem.status in ("unbounded", "unbounded_inaccurate"):
        return None
    return float(problem.value) / s**2, [float(value) / s**2 for value in alpha.value]

# %% answer="plane_from" score=2
def plane_from(alpha, X, y, t):
    d = len(X[0])
    w = [0.0] * d
    for i in range(len(X)):
        for j in range(d):
            w[j] += alpha[i] * y[i] * X[i][j]
    support, total = [], 0.0
    for i in range(len(X)):
        if alpha[i] >= max(alpha) / 2000:
            support.append(i)
            total += y[i] * t[i] - sum(w[j] * X[i][j] for j in range(d))
    return w, total / len(support), support

# %% answer="residuals" score=3
def residuals(w, b, alpha, X, y, t):
    away = list(w)
    balance, missed, below, product = 0.0, 0.0, 0.0, 0.0
    for i in range(len(X)):
        f = b
        for j in range(len(away)):
            away[j] -= alpha[i] * y[i] * X[i][j]
            f += w[j] * X[i][j]
        balance += alpha[i] * y[i]
        missed = max(missed, t[i] - y[i] * f)
        below = max(below, -alpha[i])
        product = max(product, abs(alpha[i] * (y[i] * f - t[i])))
    return [sum(one * one for one in away) ** 0.5, abs(balance), missed, below, product]

# %% answer="savings" score=2
def savings(X, y):
    def best(rows):
        w, b = cp.Variable(X.shape[1]), cp.Variable()
        demands = [y[i] * (X[i] @ w + b) >= 1 for i in rows]
        cp.Problem(cp.Minimize(cp.sum_squares(w)), demands).solve(solver=cp.CLARABEL)
        return w.value, b.value

    w, b = best(range(len(X)))
    saved = []
    for i in range(len(X)):
        if y[i] * (X[i] @ w + b) > 1.001:
            saved.append(0.0)  # it does not touch the slab
        else:
            v, _ = best([j for j in range(len(X)) if j != i])
            saved.append((w @ w - v @ v) / 2)
    return saved
