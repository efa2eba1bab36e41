# %% answer="in_units" score=0 belief="each factor multiplies what the one before has made" says="on the scaled points"
def in_units(X, y, factors, budget):
    runs = []
    for factor in factors:
        X *= factor
        Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
        v, order = np.zeros(Z.shape[1]), []
        while len(order) < budget and (Z @ v <= 0).any():
            order.append(int(np.argmin(Z @ v)))
            v = v + Z[order[-1]]
        runs.append(order)
    return runs
