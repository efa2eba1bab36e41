# %% answer="vouched" score=1 belief="the margin counts the corrected points only" says="the largest c that it proves"
def vouched(X, y, order):
    Z = y[:, None] * X
    P = np.vstack([np.zeros(X.shape[1]), np.cumsum(Z[order], axis=0)])
    stretches = [(s, t) for t in range(1, len(P)) for s in range(t)]
    s, t = min(stretches, key=lambda one: np.linalg.norm(P[one[1]] - P[one[0]]) / (one[1] - one[0]))
    ceiling = np.linalg.norm(P[t] - P[s]) / (t - s)
    w = P[-1]
    margin = (Z[order] @ w).min() / np.linalg.norm(w)
    return max(margin, 0.0) / ceiling, s + 1, t

# %% answer="claim_sides" score=1 belief="R is the largest coordinate" says="of claim 5, for all"
def claim_sides(X, y, order, u):
    unit = u / np.linalg.norm(u)
    gamma, R = (y * (X @ unit)).min(), np.abs(X).max()
    rows, w = [], np.zeros(len(u))
    for k, i in enumerate(order, 1):
        now = np.linalg.norm(w)
        w = w + y[i] * X[i]
        size = np.linalg.norm(w)
        third = now + R**2 / (2 * now) + gamma / 2 if now > 0 else -1
        fourth = now + 0.75 * gamma if now >= 2 * R**2 / gamma else -1
        rows.append([size, w @ unit, k * gamma, now + R, third, fourth, 2 * R**2 / gamma + 0.75 * k * gamma + R])
    return rows

# %% answer="bill" score=0 belief="the sum is asked for" says="must be a vector of numbers"
def bill(X, y, u, ratio):
    R, gamma = np.sqrt((X**2).sum(axis=1).max()), (y * (X @ u)).min() / np.linalg.norm(u)
    most, guess = [], R
    while guess > gamma:
        most.append(12 * R**2 / guess**2)
        guess /= ratio
    return sum(most) + 12 * R**2 / gamma**2
