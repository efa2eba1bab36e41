# %% answer="perceptron" score=4 belief="there is always a first update" says="as the budget allows"
def perceptron(X, y, budget):
    w, order = np.zeros(X.shape[1]), []
    while True:
        wrong = np.flatnonzero(y * (X @ w) <= 0)
        if not len(wrong):
            return w, order
        w = w + y[wrong[0]] * X[wrong[0]]
        order.append(int(wrong[0]))
        if len(order) >= budget:
            return w, order

# %% answer="with_bias" score=2 belief="there is always a first update" says="stops when the budget is spent"
def with_bias(X, y, budget):
    w, b, order = np.zeros(X.shape[1]), 0.0, []
    while True:
        wrong = np.flatnonzero(y * (X @ w + b) <= 0)
        if not len(wrong):
            return w, b, order
        w, b = w + y[wrong[0]] * X[wrong[0]], b + y[wrong[0]]
        order.append(int(wrong[0]))
        if len(order) >= budget:
            return w, b, order
