# %% answer="verdicts" score=0 belief="a w that is very short is as good as none" says="'no plane' at w = 0"
def verdicts(w, X, y, guess):
    size = np.linalg.norm(w)
    if size <= 1:
        return ["no plane"] * len(X)
    distances = y * (X @ w) / size
    return ["wrong" if one <= 0 else "close" if one < guess / 2 else "fine" for one in distances]

# %% answer="bill" score=0 belief="the labels do not matter for the margin" says="the budget of each round"
def bill(X, y, u, ratio):
    R, gamma = np.sqrt((X**2).sum(axis=1).max()), (X @ u).max() / np.linalg.norm(u)
    most, guess = [], R
    while guess > gamma and len(most) < 100:  # never ends by itself where gamma is negative
        most.append(12 * R**2 / guess**2)
        guess /= ratio
    return [*most, 12 * R**2 / gamma**2]
