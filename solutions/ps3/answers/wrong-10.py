# %% answer="claim_sides" score=3 belief="claim 3 lets the whole of gamma go along w" says="the bound of claim 3"
def claim_sides(X, y, order, u):
    unit = u / np.linalg.norm(u)
    gamma, R = (y * (X @ unit)).min(), np.linalg.norm(X, axis=1).max()
    rows, w = [], np.zeros(len(u))
    for k, i in enumerate(order, 1):
        now = np.linalg.norm(w)
        w = w + y[i] * X[i]
        size = np.linalg.norm(w)
        third = now + R**2 / (2 * now) + gamma if now > 0 else -1
        fourth = now + 0.75 * gamma if now >= 2 * R**2 / gamma else -1
        rows.append([size, w @ unit, k * gamma, now + R, third, fourth, 2 * R**2 / gamma + 0.75 * k * gamma + R])
    return rows
