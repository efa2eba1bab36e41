# %% answer="perceptron" score=0 belief="a point on the plane is not a mistake" says="where a plane exists"
def perceptron(X, y, budget):
    w, order = np.zeros(X.shape[1]), []
    while len(order) < budget:
        wrong = np.flatnonzero(y * (X @ w) < 0)
        if not len(wrong):
            break
        w = w + y[wrong[0]] * X[wrong[0]]
        order.append(int(wrong[0]))
    return w, order

# %% answer="with_bias" score=0 belief="the bias is never updated" says="b the sum of y"
def with_bias(X, y, budget):
    w, b, order = np.zeros(X.shape[1]), 0.0, []
    while len(order) < min(budget, 300):
        wrong = np.flatnonzero(y * (X @ w + b) <= 0)
        if not len(wrong):
            break
        w = w + y[wrong[0]] * X[wrong[0]]
        order.append(int(wrong[0]))
    return w, b, order

# %% answer="novikoff_sides" score=2 belief="u has length 1 already" says="whatever the length of u"
def novikoff_sides(X, y, order, u):
    gamma, R = (y * (X @ u)).min(), np.linalg.norm(X, axis=1).max()
    rows, w = [], np.zeros(len(u))
    for k, i in enumerate(order, 1):
        w = w + y[i] * X[i]
        rows.append((k * gamma, w @ u, np.linalg.norm(w), np.sqrt(k) * R))
    return rows

# %% answer="forcing_set" score=1 belief="k copies of one point cost k updates" says="at least k updates"
def forcing_set(k):
    X = np.tile([1.0, 0.0], (k, 1))
    X[-1] = [-1.0, 0.0]
    y = np.ones(k)
    y[-1] = -1
    return X, y

# %% answer="proof_order" score=0 belief="the triangle inequality is a step of the proof" says="each after those that it builds on"
def proof_order():
    return {{hidden_order}} + [{{hidden_distractors}}[0]]

# %% answer="settled" score=0 belief="all updates of the run count, not only those since it was there before" says="counts that prove"
def settled(X, y):
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    counts, seen = np.zeros(len(X)), set()
    while (Z @ (counts @ Z) <= 0).any():
        if tuple(counts @ Z) in seen:
            return None, None, counts
        seen.add(tuple(counts @ Z))
        counts[np.argmin(Z @ (counts @ Z))] += 1
    return (counts @ Z)[:-1], (counts @ Z)[-1], None
