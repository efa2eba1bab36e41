# %% answer="mistakes" score=1 belief="a list of one row may be squeezed to a number" says="must be a list"
def mistakes(w, b, X, y):
    w, b = [Fraction(*pair) for pair in w], Fraction(*b)
    f = [sum((p * Fraction(*q) for p, q in zip(w, x)), b) for x in X]
    wrong = np.array([not any(w) or one * value <= 0 for one, value in zip(y, f)])
    return np.argwhere(wrong).squeeze()
