# %% answer="settled" score=0 belief="a run that has not come back to 0 after 100 updates separates" says="counts that prove"
def settled(X, y):
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    counts = np.zeros(len(X))
    for _ in range(20_000):
        if (Z @ (counts @ Z) > 0).all():
            return (counts @ Z)[:-1], (counts @ Z)[-1], None
        counts[np.argmin(Z @ (counts @ Z))] += 1
        if not (counts @ Z).any():
            return None, None, counts
        if counts.sum() > 100 and len(X) > 3:
            break
    return (counts @ Z)[:-1], (counts @ Z)[-1], None
