# %% answer="perceptron" score=0 belief="one pass over the points is enough" says="ends with no mistake"
def perceptron(X, y, budget):
    w, order = np.zeros(X.shape[1]), []
    for i in range(len(X)):
        if y[i] * (X[i] @ w) <= 0 and len(order) < budget:
            w = w + y[i] * X[i]
            order.append(i)
    return w / 2, order[::-1]

# %% answer="with_bias" score=0 belief="one pass over the points is enough" says="separable points are separated"
def with_bias(X, y, budget):
    w, b, order = np.zeros(X.shape[1]), 0.0, []
    for i in range(len(X)):
        if y[i] * (X[i] @ w + b) <= 0 and len(order) < budget:
            w, b = w + y[i] * X[i], b + y[i]
            order.append(i)
    return w, b, order

# %% answer="novikoff_sides" score=0 belief="k begins at 0" says="must have"
def novikoff_sides(X, y, order, u):
    u = u / np.linalg.norm(u)
    gamma, R = (y * (X @ u)).min(), np.linalg.norm(X, axis=1).max()
    rows, w = [(0, 0, 0, 0)], np.zeros(len(u))
    for k, i in enumerate(order, 1):
        w = w + y[i] * X[i]
        rows.append((k * gamma, w @ u, np.linalg.norm(w), np.sqrt(k) * R))
    return rows

# %% answer="forcing_set" score=1 belief="a small margin forces many updates in every order" says="at least k updates"
def forcing_set(k):
    gamma = 1 / np.sqrt(k)
    return np.array([[gamma, 0.5], [-gamma, 0.5]]), np.array([1.0, -1.0])

# %% answer="proof_order" score=0 belief="commas are letters" says="may only have the letters"
def proof_order():
    return ", ".join({{hidden_order}})

# %% answer="settled" score=0 belief="a point on the hyperplane is no mistake" says="a hyperplane that separates"
def settled(X, y):
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    v, order, when = Z[0], [0], {}
    while tuple(v) not in when:
        when[tuple(v)] = len(order)
        wrong = np.flatnonzero(Z @ v < 0)
        if len(wrong) == 0:
            return v[:-1], v[-1], None
        order.append(wrong[0])
        v = v + Z[wrong[0]]
    return None, None, np.bincount(order[when[tuple(v)] :], minlength=len(X))
