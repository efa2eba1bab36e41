# %% answer="gives_way" score=0 belief="a point is known by its coordinates" says="the slack of each point"
def gives_way(w, b, X, y):
    slack = {tuple(x): max(0.0, 1 - label * (w @ x + b)) for x, label in zip(X, y)}
    ends = {tuple(x): x + label * slack[tuple(x)] * w / (w @ w) for x, label in zip(X, y)}
    return [slack[tuple(x)] for x in X], [ends[tuple(x)] for x in X]
