# %% answer="settled" score=0 belief="each point that is in the way counts once" says="counts that prove"
def settled(X, y):
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    v, order, when = np.zeros(Z.shape[1]), [], {}
    while tuple(v) not in when:
        when[tuple(v)] = len(order)
        wrong = np.flatnonzero(Z @ v <= 0)
        if len(wrong) == 0:
            return v[:-1], v[-1], None
        order.append(wrong[0])
        v = v + Z[wrong[0]]
    since = set(order[when[tuple(v)] :])
    return None, None, [int(i in since) for i in range(len(X))]
