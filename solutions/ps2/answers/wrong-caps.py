# %% answer="perceptron" score=4 belief="a thousand updates are always enough" says="as the budget allows"
def perceptron(X, y, budget):
    w, order = np.zeros(X.shape[1]), []
    while len(order) < min(budget, 1000):
        wrong = np.flatnonzero(y * (X @ w) <= 0)
        if not len(wrong):
            break
        w = w + y[wrong[0]] * X[wrong[0]]
        order.append(int(wrong[0]))
    return w, order

# %% answer="with_bias" score=2 belief="ten thousand updates are always enough" says="stops when the budget is spent"
def with_bias(X, y, budget):
    w, b, order = np.zeros(X.shape[1]), 0.0, []
    while len(order) < min(budget, 10_000):
        wrong = np.flatnonzero(y * (X @ w + b) <= 0)
        if not len(wrong):
            break
        w, b = w + y[wrong[0]] * X[wrong[0]], b + y[wrong[0]]
        order.append(int(wrong[0]))
    return w, b, order
