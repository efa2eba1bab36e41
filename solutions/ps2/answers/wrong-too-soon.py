# %% answer="perceptron" score=1 belief="after n - 1 right points in a row the last one is right too" says="ends with no mistake"
def perceptron(X, y, budget):
    w, order, right, i = np.zeros(X.shape[1]), [], 0, 0
    while len(order) < budget and right < max(1, len(X) - 1):
        if y[i] * (X[i] @ w) <= 0:
            w = w + y[i] * X[i]
            order.append(i)
            right = 0
        else:
            right += 1
        i = (i + 1) % len(X)
    return w, order

# %% answer="in_units" score=0 belief="the factors may be tried in any order" says="on the scaled points"
def in_units(X, y, factors, budget):
    return [with_bias(factor * X, y, budget)[2] for factor in sorted(factors)]

# %% answer="with_bias" score=3
def with_bias(X, y, budget):
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    v, order = np.zeros(Z.shape[1]), []
    while len(order) < budget and (Z @ v <= 0).any():
        order.append(int(np.argmin(Z @ v)))
        v = v + Z[order[-1]]
    return v[:-1], v[-1], order
