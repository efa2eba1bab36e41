# %% [markdown]
# Whole arrays at once, the most wrong point first.

# %% answer="perceptron" score=5
def perceptron(X, y, budget):
    Z = X * y.reshape(-1, 1)
    w = np.zeros(Z.shape[1])
    order = []
    for _ in range(budget):
        margins = Z @ w
        worst = margins.argmin()
        if margins[worst] > 0:
            break
        w = w + Z[worst]
        order.append(worst)
    return tuple(w), np.array(order)

# %% answer="with_bias" score=3
def with_bias(X, y, budget):
    Z = y[:, np.newaxis] * np.hstack([X, np.ones((X.shape[0], 1))])
    v, order = np.zeros(Z.shape[1]), []
    while len(order) < budget and (Z @ v).min() <= 0:
        order.append(int((Z @ v).argmin()))
        v += Z[order[-1]]
    *w, b = v
    return w, b, order

# %% answer="novikoff_sides" score=4
def novikoff_sides(X, y, order, u):
    Z = y[:, None] * X
    unit = u / np.sqrt(np.dot(u, u))
    W = np.cumsum(Z[np.asarray(order)], axis=0)
    k = np.arange(1, len(W) + 1)
    return np.column_stack([
        k * np.min(Z @ unit), W @ unit, np.sqrt(np.einsum("ij,ij->i", W, W)),
        np.sqrt(k) * np.sqrt(np.einsum("ij,ij->i", X, X)).max(),
    ])

# %% answer="forcing_set" score=3
def forcing_set(k):
    y = np.where(np.arange(k) < k // 2, 1, -1)
    return np.diag(y).astype(float), y

# %% answer="proof_order" score=2
def proof_order():
    # another valid order: the steps on their own first
    before = {{hidden_builds_on}}
    order = []
    while len(order) < len(before):
        order.append(sorted(step for step in before if step not in order and all(b in order for b in before[step]))[-1])
    return order

# %% answer="settled" score=1
def settled(X, y):
    Z = y[:, None] * np.c_[X, np.ones(len(X))]
    counts, then = np.zeros(len(X), dtype=int), {}
    while (Z @ (counts @ Z) <= 0).any():
        place = tuple(counts @ Z)
        if place in then:
            return None, None, counts - then[place]
        then[place] = counts.copy()
        counts[np.argmin(Z @ (counts @ Z))] += 1
    return (counts @ Z)[:-1], (counts @ Z)[-1], None
