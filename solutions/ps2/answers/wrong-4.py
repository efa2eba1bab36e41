# %% answer="perceptron" score=0 belief="the label doesn't decide whether the point is added or subtracted" says="each update is on a point that is a mistake"
def perceptron(X, y, budget):
    w, order = np.zeros(X.shape[1]), []
    while len(order) < budget:
        wrong = np.flatnonzero(y * (X @ w) <= 0)
        if not len(wrong):
            break
        i = wrong[0]
        w = w + (np.sign(X[i] @ w) or 1.0) * X[i]
        order.append(int(i))
    return w, order

# %% answer="with_bias" score=1 belief="b grows by 1 whatever the label" says="b the sum of y"
def with_bias(X, y, budget):
    w, b, order = np.zeros(X.shape[1]), 0.0, []
    v, c = np.zeros(X.shape[1]), 0.0
    while len(order) < budget:
        wrong = np.flatnonzero(y * (X @ v + c) <= 0)
        if not len(wrong):
            break
        i = wrong[0]
        v, c, b = v + y[i] * X[i], c + y[i], b + 1
        order.append(int(i))
    return v, b, order

# %% answer="novikoff_sides" score=3 belief="the square of the length is the length" says="the length of w_k"
def novikoff_sides(X, y, order, u):
    u = u / np.linalg.norm(u)
    gamma, R = (y * (X @ u)).min(), np.linalg.norm(X, axis=1).max()
    rows, w = [], np.zeros(len(u))
    for k, i in enumerate(order, 1):
        w = w + y[i] * X[i]
        rows.append((k * gamma, w @ u, w @ w, np.sqrt(k) * R))
    return rows

# %% answer="forcing_set" score=0 belief="points that no plane separates force any number of updates" says="that a plane through the origin separates"
def forcing_set(k):
    return np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0]]), np.array([1.0, 1.0, -1.0])

# %% answer="proof_order" score=0 belief="each update lowers the number of mistakes" says="each after those that it builds on"
def proof_order():
    return {{hidden_order}}[:-1] + {{hidden_distractors}}

# %% answer="settled" score=0 belief="the run starts without a bias, and so does the proof" says="a hyperplane that separates"
def settled(X, y):
    Z = y[:, None] * X
    v, order, when = np.zeros(Z.shape[1]), [], {}
    while tuple(v) not in when:
        when[tuple(v)] = len(order)
        wrong = np.flatnonzero(Z @ v <= 0)
        if len(wrong) == 0:
            return v, 0, None
        order.append(wrong[0])
        v = v + Z[wrong[0]]
    return None, None, np.bincount(order[when[tuple(v)] :], minlength=len(X))
