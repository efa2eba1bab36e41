# %% answer="unsquashed" score=0 belief="numbers that may be off by a millionth can be rounded to six digits" says="the numbers of w and b"
def unsquashed(X, values):
    trusted = abs(values) < 0.99
    lifted = np.column_stack([X[trusted], np.ones(trusted.sum())])
    return np.linalg.lstsq(lifted, 2 * np.arctanh(values[trusted]), rcond=None)[0].round(6)

# %% answer="mirror" score=0 belief="a value of f below 1e-9 is rounding" says="whatever the length of w"
def mirror(w, b, X):
    f = X @ w + b
    f = np.where(abs(f) < 1e-9, 0.0, f)
    return abs(f) / np.linalg.norm(w), X - 2 * np.outer(f, w) / (w @ w)

# %% answer="canonical" score=1 belief="a margin below a millionth is none" says="and only there"
def canonical(w, b, X, y):
    least = (y * (X @ w + b)).min()
    width = 2 * least / np.linalg.norm(w)
    return (w / least, b / least, width) if width >= 2e-6 else ()
