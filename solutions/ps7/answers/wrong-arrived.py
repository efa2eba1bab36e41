# %% answer="descended" score=0 belief="where no point pulls, the descent has arrived" says="pulls where q < 1"
def descended(K, y, lam, draws):
    mu = 2 * lam / len(y)
    beta, total, pulled, weights = np.zeros(len(y)), np.zeros(len(y)), [], 0
    for t, i in enumerate(draws, 1):
        total, weights, q = total + t * beta, weights + t, y * (K @ beta)
        if (q >= 1).all():
            break
        beta = beta * (1 - 2 / (t + 1))
        if q[i] < 1:
            beta[i] += 2 / (mu * (t + 1)) * y[i]
            pulled.append(t)
    return beta, total / weights, pulled
