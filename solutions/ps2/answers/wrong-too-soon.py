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
