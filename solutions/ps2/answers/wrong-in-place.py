# %% answer="with_bias" score=2 belief="the points may be signed in place" says="a call changed an array or a list that it was given"
def with_bias(X, y, budget):
    X *= y[:, None]
    w, b, order = np.zeros(X.shape[1]), 0.0, []
    while len(order) < budget:
        mistakes = np.flatnonzero(X @ w + b * y <= 0)
        if len(mistakes) == 0:
            break
        i = int(mistakes[0])
        w, b = w + X[i], b + y[i]
        order.append(i)
    return w, b, order

# %% answer="novikoff_sides" score=0 belief="a row of a matrix is a copy" says="whatever the length of u"
def novikoff_sides(X, y, order, u):
    unit, rows, w = u / np.linalg.norm(u), [], None
    for k, i in enumerate(order, 1):
        if w is None:
            w = X[i]
            w *= y[i]
        else:
            w += y[i] * X[i]
        gamma = min(y * (X @ unit))
        rows.append([k * gamma, w @ unit, np.linalg.norm(w), np.sqrt(k) * max(np.linalg.norm(x) for x in X)])
    return rows
