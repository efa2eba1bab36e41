# %% answer="vouched" score=2 belief="a lower bound below 0 says nothing" says="the lower bound"
def vouched(s, A, c, prices, points):
    thetas = []
    for lam in prices:
        pull = lam @ A
        thetas.append(None if pull[s == 0].any() else lam @ c - (pull[s > 0] ** 2 / s[s > 0]).sum() / 2)
    proved = [theta for lam, theta in zip(prices, thetas) if theta is not None and (lam >= 0).all() and theta >= 0]
    costs = [s @ x**2 / 2 for x in points if (A @ x >= c).all()]
    return thetas, max(proved, default=None), min(costs, default=None)

# %% answer="plane_from" score=1 belief="support vectors in one place count once" says="b, the mean over the support vectors"
def plane_from(alpha, X, y, t):
    support = np.flatnonzero(alpha > 1e-5 * alpha.max())
    w = (alpha * y) @ X
    _, once = np.unique(X[support], axis=0, return_index=True)
    return w, (y * t - X @ w)[support[once]].mean(), support
