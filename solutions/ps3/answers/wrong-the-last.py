# %% answer="margin_run" score=3 belief="a run that is forced to stop returns the best w that it had" says="exactly as many updates"
def margin_run(X, y, guess, budget):
    Z = y[:, None] * X
    w, order, best, largest = np.zeros(X.shape[1]), [], np.zeros(X.shape[1]), -np.inf
    while True:
        products, size = Z @ w, np.linalg.norm(w)
        i = int(products.argmin())
        if size > 0 and products[i] >= guess / 2 * size:
            return w, order, "self"
        if size > 0 and products[i] / size > largest:
            best, largest = w, products[i] / size
        if len(order) == budget:
            return best, order, "forced"
        w = w + Z[i]
        order.append(i)

# %% answer="vouched" score=0 belief="the last update alone is no stretch" says="as short as that of any other"
def vouched(X, y, order):
    steps = (y[:, None] * X)[order]
    found = [(np.linalg.norm(steps[0]), 1, 1)]
    for first in range(len(steps) - 1):
        for last in range(first, len(steps)):
            found.append((np.linalg.norm(steps[first : last + 1].mean(axis=0)), first + 1, last + 1))
    length, first, last = min(found)
    w = steps.sum(axis=0)
    return max((y * (X @ w)).min() / np.linalg.norm(w), 0) / length, first, last

# %% answer="bill" score=0 belief="the number of rounds in vain is a logarithm, rounded up" says="the budget of each round"
def bill(X, y, u, ratio):
    R, gamma = np.linalg.norm(X, axis=1).max(), (y * (X @ u)).min() / np.linalg.norm(u)
    vain = int(np.ceil(np.log(R / gamma) / np.log(ratio)))
    return [12 * ratio ** (2 * h) for h in range(vain)] + [12 * R**2 / gamma**2]
