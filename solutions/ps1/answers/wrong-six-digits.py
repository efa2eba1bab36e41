# %% answer="unsquashed" score=0 belief="numbers that may be off by a millionth can be rounded to six digits" says="the numbers of w and b"
def unsquashed(X, values):
    trusted = abs(values) < 0.99
    lifted = np.column_stack([X[trusted], np.ones(trusted.sum())])
    return np.linalg.lstsq(lifted, 2 * np.arctanh(values[trusted]), rcond=None)[0].round(6)
