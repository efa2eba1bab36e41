# %% answer="perceptron" score=4 belief="the budget may be passed by one" says="as many updates as the budget allows"
def perceptron(X, y, budget):
    w, order = np.zeros(X.shape[1]), []
    while len(order) <= budget:
        wrong = np.flatnonzero(y * (X @ w) <= 0)
        if not len(wrong):
            break
        w = w + y[wrong[0]] * X[wrong[0]]
        order.append(int(wrong[0]))
    return w, order

# %% answer="with_bias" score=2 belief="the budget may be passed by one" says="stops when the budget is spent"
def with_bias(X, y, budget):
    w, b, order = np.zeros(X.shape[1]), 0.0, []
    while len(order) <= budget:
        wrong = np.flatnonzero(y * (X @ w + b) <= 0)
        if not len(wrong):
            break
        w, b = w + y[wrong[0]] * X[wrong[0]], b + y[wrong[0]]
        order.append(int(wrong[0]))
    return w, b, order

# %% answer="novikoff_sides" score=3 belief="R is the largest coordinate" says="the largest length of all points"
def novikoff_sides(X, y, order, u):
    u = u / np.linalg.norm(u)
    gamma, R = (y * (X @ u)).min(), np.abs(X).max()
    rows, w = [], np.zeros(len(u))
    for k, i in enumerate(order, 1):
        w = w + y[i] * X[i]
        rows.append((k * gamma, w @ u, np.linalg.norm(w), np.sqrt(k) * R))
    return rows

# %% answer="forcing_set" score=0 belief="points may be as long as one likes" says="points no longer than 1"
def forcing_set(k):
    y = np.ones(k)
    y[0] = -1
    return 2 * y[:, None] * np.eye(k), y

# %% answer="proof_order" score=0 belief="the first step may be left out" says="all steps that belong"
def proof_order():
    return {{hidden_order}}[1:]

# %% answer="settled" score=0 belief="a thousand updates without success prove that there is no hyperplane" says="which take many updates"
def settled(X, y):
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    counts, then = np.zeros(len(X)), {}
    for k in range(1000):
        place = tuple(counts @ Z)
        if place in then:
            return None, None, counts - then[place]
        then[place] = counts.copy()
        if (Z @ (counts @ Z) > 0).all():
            return place[:-1], place[-1], None
        counts[np.argmin(Z @ (counts @ Z))] += 1
    return None, None, counts
