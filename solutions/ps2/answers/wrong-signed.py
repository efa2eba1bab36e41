# %% answer="settled" score=0 belief="counts carry the sign of their label" says="counts that prove"
def settled(X, y):
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    counts, then = np.zeros(len(X)), {}
    while (Z @ (counts @ Z) <= 0).any():
        place = tuple(counts @ Z)
        if place in then:
            return None, None, y * (counts - then[place])
        then[place] = counts.copy()
        counts[np.argmin(Z @ (counts @ Z))] += 1
    return (counts @ Z)[:-1], (counts @ Z)[-1], None
