# %% answer="with_bias" score=1 belief="with one label the bias alone is enough, and nothing is learned" says="with one label"
def with_bias(X, y, budget):
    if len(set(y.tolist())) == 1:
        return np.zeros(X.shape[1]), float(y[0]), []
    w, b, order = np.zeros(X.shape[1]), 0.0, []
    while len(order) < budget:
        values = y * (X @ w + b)
        i = int(values.argmin())
        if values[i] > 0:
            break
        w, b = w + y[i] * X[i], b + y[i]
        order.append(i)
    return w, b, order

# %% answer="novikoff_sides" score=3 belief="the margin is that of the points, whatever their labels" says="k gamma"
def novikoff_sides(X, y, order, u):
    unit = u / np.linalg.norm(u)
    gamma, R = min(X @ unit), max(np.linalg.norm(x) for x in X)
    W = np.cumsum([y[i] * X[i] for i in order], axis=0)
    return [[k * gamma, w @ unit, np.linalg.norm(w), np.sqrt(k) * R] for k, w in enumerate(W, 1)]

# %% answer="forcing_set" score=1 belief="the diagonal is as good as another axis" says="a perceptron that updates on the"
def forcing_set(k):
    X = np.eye(k)
    X[-1] = 1 / np.sqrt(k)
    y = np.ones(k)
    y[0], X[0] = -1, -X[0]
    return X, y
