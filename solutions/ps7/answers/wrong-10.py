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

# %% answer="from_dual" score=0 belief="0 times a column that nobody has computed is 0" says="must be a finite number"
def from_dual(K, y, alpha, C, L):
    F = y - K @ (alpha * y)
    free = (alpha > 0) & (alpha < C)
    rises = np.where(y > 0, alpha < C, alpha > 0)
    b = F[free].mean() if free.any() else (F[rises].max() + F[~rises].min()) / 2
    f = L @ (alpha * y) + b
    return b, f, np.where(f >= 0, 1, -1)
