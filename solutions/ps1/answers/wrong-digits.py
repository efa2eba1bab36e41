# %% answer="closest" score=1 belief="margins are rounded to one decimal before they are compared" says="the rows of all points that have it"
def closest(w, b, X, y):
    margins = y * (X @ w + b) / np.linalg.norm(w)
    digits = np.round(margins, 1)
    return margins.min(), np.flatnonzero(digits == digits.min())
