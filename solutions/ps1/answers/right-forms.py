# %% [markdown]
# Takes arrays for everything, for words and for the empty tuple too.

# %% answer="canonical" score=2
def canonical(w, b, X, y):
    least = np.min(y * (X @ w + b))
    return np.array([w / least, b / least, 2 * least / np.linalg.norm(w)], dtype=object) if least > 0 else np.array([])

# %% answer="mistakes" score=2
def mistakes(w, b, X, y):
    plane, shift = np.array([Fraction(*pair) for pair in w]), Fraction(*b)
    points = np.array([[Fraction(*pair) for pair in row] for row in X])
    return np.flatnonzero(y * (points @ plane + shift) <= 0) if plane.any() else np.arange(len(X))

# %% answer="faults" score=2
def faults(weights, X, y):
    alpha = np.array([Fraction(*pair) for pair in weights])
    points = np.array([[Fraction(*pair) for pair in row] for row in X])
    signed = alpha * y
    wrong = [(alpha < 0).any(), alpha.sum() != 1, (signed @ points).any(), signed.sum() != 0]
    return np.array(["negative", "sum", "points", "labels"])[np.array(wrong, dtype=bool)]

# %% answer="proof_order" score=2
def proof_order():
    return [np.str_(letter) for letter in {{hidden_order}}]
