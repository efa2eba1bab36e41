# %% answer="perceptron" score=0 belief="the order counts from 1" says="must be from 0"
def perceptron(X, y, budget):
    w, order = np.zeros(X.shape[1]), []
    while len(order) < budget:
        wrong = np.flatnonzero(y * (X @ w) <= 0)
        if not len(wrong):
            break
        w = w + y[wrong[0]] * X[wrong[0]]
        order.append(int(wrong[0]) + 1)
    return w, order

# %% answer="with_bias" score=0 belief="b is the last entry of w" says="must be a tuple of 3"
def with_bias(X, y, budget):
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    v, order = np.zeros(Z.shape[1]), []
    while len(order) < budget and (Z @ v).min() <= 0:
        order.append(int((Z @ v).argmin()))
        v += Z[order[-1]]
    return v, order

# %% answer="novikoff_sides" score=3 belief="sqrt(k) R is k R" says="sqrt(k) R"
def novikoff_sides(X, y, order, u):
    u = u / np.linalg.norm(u)
    gamma, R = (y * (X @ u)).min(), np.linalg.norm(X, axis=1).max()
    rows, w = [], np.zeros(len(u))
    for k, i in enumerate(order, 1):
        w = w + y[i] * X[i]
        rows.append((k * gamma, w @ u, np.linalg.norm(w), k * R))
    return rows

# %% answer="forcing_set" score=1 belief="k - 1 points are enough for k updates" says="at least k updates"
def forcing_set(k):
    n = max(k - 1, 2)
    y = np.ones(n)
    y[0] = -1
    return y[:, None] * np.eye(n), y

# %% answer="proof_order" score=0 belief="the letters are asked for by their places" says="must be a list of letters"
def proof_order():
    return list(range(9))

# %% answer="settled" score=0 belief="the library may be called" says="is barred in this problem set"
def settled(X, y):
    from margin_lib import separate

    found = separate(X, y)
    if found.plane is not None:
        return found.plane.w, found.plane.b, None
    return None, None, [found.witness.get(i, 0) for i in range(len(X))]
