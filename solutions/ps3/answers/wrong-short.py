# %% answer="verdicts" score=0 belief="a w that is very short is as good as none" says="'no plane' at w = 0"
def verdicts(w, X, y, guess):
    size = np.linalg.norm(w)
    if size <= 1:
        return ["no plane"] * len(X)
    distances = y * (X @ w) / size
    return ["wrong" if one <= 0 else "close" if one < guess / 2 else "fine" for one in distances]
