# %% answer="descended" score=0 belief="the steps count from 0" says="pulls where q < 1, and only there"
def descended(K, y, lam, draws):
    mu, beta, total, pulled = 2 * lam / len(y), np.zeros(len(y)), np.zeros(len(y)), []
    for t, i in enumerate(draws, 1):
        total += t * beta
        q = y[i] * (K[i] @ beta)
        beta *= (t - 1) / (t + 1)
        if q < 1:
            beta[i] += 2 / (mu * (t + 1)) * y[i]
            pulled.append(t - 1)
    return beta, 2 * total / (len(draws) * (len(draws) + 1)), pulled

# %% answer="machine" score=0 belief="the balance falls away under a kernel" says="multipliers within their bounds"
def machine(K, y, C, L):
    values, U = np.linalg.eigh(K)
    a = cp.Variable(len(y))
    square = cp.sum_squares((U * np.sqrt(np.maximum(values, 0))).T @ cp.multiply(y, a))
    cp.Problem(cp.Maximize(cp.sum(a) - square / 2), [a >= 0, a <= C]).solve(solver=cp.CLARABEL)
    alpha = a.value
    F = y - K @ (alpha * y)
    on, free = alpha > 1e-6 * C, (alpha > 1e-6 * C) & (alpha < (1 - 1e-6) * C)
    rises = np.where(y > 0, alpha < C / 2, alpha > C / 2)
    b = 0.0
    return alpha, b, L @ (alpha * y) + b

# %% answer="conic" score=0 belief="a curve that separates the scaled points separates the points" says="where a conic separates the points, one that does"
def conic(X, y):
    p, q = (X / 100).T
    Phi = np.column_stack([p * p, p * q, q * q, p, q, np.ones(len(X))])
    w = cp.Variable(6)
    cp.Problem(cp.Minimize(0), [cp.multiply(y, Phi @ w) >= 1]).solve(solver=cp.CLARABEL)
    return w.value
