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

# %% answer="settled" score=0 belief="only w has to come back, and b does not matter" says="counts that prove"
def settled(X, y):
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    v, order, when = np.zeros(Z.shape[1]), [], {}
    while tuple(v[:-1]) not in when or when[tuple(v[:-1])] == len(order):
        when[tuple(v[:-1])] = len(order)
        wrong = np.flatnonzero(Z @ v <= 0)
        if len(wrong) == 0:
            return v[:-1], v[-1], None
        order.append(wrong[0])
        v = v + Z[wrong[0]]
    return None, None, np.bincount(order[when[tuple(v[:-1])] :], minlength=len(X))
