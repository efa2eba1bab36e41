# %% answer="descended" score=1 belief="floats are never compared as they are" says="pulls where q < 1"
def descended(K, y, lam, draws):
    mu = 2 * lam / len(y)
    beta, total, pulled = np.zeros(len(y)), np.zeros(len(y)), []
    for t, i in enumerate(draws, 1):
        total += t * beta
        q = y[i] * (K[i] @ beta)
        beta = beta * (1 - 2 / (t + 1))
        if q < 1 and not np.isclose(q, 1):
            beta[i] += 2 / (mu * (t + 1)) * y[i]
            pulled.append(t)
    return beta, total / sum(range(len(draws) + 1)), pulled

# %% answer="conic" score=1 belief="the six numbers of a conic are never large" says="one that does"
def conic(X, y):
    p, q = X.T
    found = cp.Variable(6)
    columns = np.column_stack([p**2, p * q, q**2, p, q, np.ones(len(X))])
    problem = cp.Problem(cp.Minimize(0), [cp.multiply(y, columns @ found) >= 1, cp.abs(found) <= 1e4])
    problem.solve(solver=cp.CLARABEL)
    return found.value if problem.status == cp.OPTIMAL else None

# %% answer="machine" score=0 belief="multipliers below a hundredth are zeros of the solver" says="worth what the machine costs"
def machine(K, y, C, L):
    alpha = cp.Variable(len(y))
    worth = cp.sum(alpha) - cp.quad_form(cp.multiply(y, alpha), cp.psd_wrap(K)) / 2
    cp.Problem(cp.Maximize(worth), [alpha >= 0, alpha <= C, y @ alpha == 0]).solve(solver=cp.CLARABEL)
    alpha = np.where(alpha.value < 0.01, 0, np.minimum(alpha.value, C))
    scores = K @ (alpha * y)
    b = min(y - scores, key=lambda edge: np.maximum(0, 1 - y * (scores + edge)).sum())
    return alpha, b, L @ (alpha * y) + b
