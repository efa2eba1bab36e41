# %% answer="perceptron" score=0 belief="the label is forgotten: every mistake is added" says="each update is on a point that is a mistake"
def perceptron(X, y, budget):
    w, order = np.zeros(X.shape[1]), []
    while len(order) < budget:
        wrong = np.flatnonzero(X @ w <= 0)
        if not len(wrong):
            break
        w = w + X[wrong[0]]
        order.append(int(wrong[0]))
    return w, order

# %% answer="with_bias" score=1 belief="b is returned with the wrong sign" says="b the sum of y"
def with_bias(X, y, budget):
    w, b, order = np.zeros(X.shape[1]), 0.0, []
    while len(order) < budget:
        wrong = np.flatnonzero(y * (X @ w + b) <= 0)
        if not len(wrong):
            break
        w, b = w + y[wrong[0]] * X[wrong[0]], b + y[wrong[0]]
        order.append(int(wrong[0]))
    return w, -b, order

# %% answer="novikoff_sides" score=3 belief="the margin is that of the corrected points only" says="the margin of the plane over all points"
def novikoff_sides(X, y, order, u):
    u = u / np.linalg.norm(u)
    gamma, R = (y * (X @ u))[order].min(), np.linalg.norm(X, axis=1).max()
    rows, w = [], np.zeros(len(u))
    for k, i in enumerate(order, 1):
        w = w + y[i] * X[i]
        rows.append((k * gamma, w @ u, np.linalg.norm(w), np.sqrt(k) * R))
    return rows

# %% answer="forcing_set" score=0 belief="only one label is needed" says="both labels"
def forcing_set(k):
    return np.eye(k), np.ones(k)

# %% answer="proof_order" score=1 belief="the conclusion comes first" says="each after those that it builds on"
def proof_order():
    return {{hidden_order}}[::-1]

# %% answer="in_units" score=0 belief="points are divided by the factor" says="on the scaled points"
def in_units(X, y, factors, budget):
    runs = []
    for factor in factors:
        w, b, order = np.zeros(X.shape[1]), 0.0, []
        while len(order) < budget and (y * ((1 / factor) * (X @ w) + b) <= 0).any():
            i = int(np.argmin(y * ((1 / factor) * (X @ w) + b)))
            w, b = w + y / factor[i] * X[i], b + y[i]
            order.append(i)
        runs.append(order)
    return runs
