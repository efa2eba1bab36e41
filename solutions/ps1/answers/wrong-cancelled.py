# %% answer="mistakes" score=1 belief="the entries of w are all 0 if their sum is" says="floats can tell from 0"
def mistakes(w, b, X, y):
    w, b = [Fraction(*pair) for pair in w], Fraction(*b)
    if sum(w) == 0:
        return list(range(len(X)))
    return [i for i, x in enumerate(X) if y[i] * (sum(p * Fraction(*q) for p, q in zip(w, x)) + b) <= 0]

# %% answer="staying" score=1 belief="a move of length 0 loses no point that is predicted right, one on the plane among them" says="equal to a size"
def staying(w, b, X, y, sizes):
    f = X @ w + b
    predicted, room = np.where(f >= 0, 1, -1), y * f / np.linalg.norm(w)
    return [int((predicted == y).sum()) if size == 0 else int((room > size).sum()) for size in sizes]

# %% answer="unsquashed" score=0 belief="the first d + 1 values that can be trusted are enough" says="the numbers of w and b"
def unsquashed(X, values):
    first = np.flatnonzero(abs(values) < 0.99)[: X.shape[1] + 1]
    lifted = np.column_stack([X[first], np.ones(len(first))])
    return np.linalg.lstsq(lifted, 2 * np.arctanh(values[first]), rcond=None)[0]
