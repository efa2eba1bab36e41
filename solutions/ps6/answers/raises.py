# %% answer="gives_way" score=0 belief="a name is misspelt" says="the call ended with NameError"
def gives_way(w, b, X, y):
    return slacks, ends

# %% answer="priced_margin" score=0 belief="shapes do not fit" says="the call ended with ValueError"
def priced_margin(X, y, prices):
    return X @ np.zeros(X.shape[1] + 1), 0.0, prices, prices

# %% answer="loss_table" score=0 belief="an error is raised on purpose" says="the call ended with another exception"
def loss_table(z):
    raise RuntimeError(f"the hidden numbers are {z}")

# %% answer="value_and_slope" score=0 belief="nothing is returned" says="must be a tuple of 3"
def value_and_slope(w, b, X, y, prices):
    w @ w / 2 + prices @ np.maximum(0, 1 - y * (X @ w + b))

# %% answer="converted" score=0 belief="a form is unknown" says="the call ended with KeyError"
def converted(value, n, given, wanted):
    return {"lambda": 1 / (2 * value)}[given], 1

# %% answer="descended" score=0 belief="the draws are returned as one string" says="the list of draws must be a list"
def descended(X, y, mu, steps, seed):
    return "0" * steps, np.zeros(X.shape[1]), np.zeros(X.shape[1])

# %% answer="proof_order" score=0 belief="nothing is returned" says="must be a list of letters"
def proof_order():
    pass

# %% answer="checkpoints" score=0 belief="at is a number" says="the call ended with TypeError"
def checkpoints(X, y, mu, at, seed):
    return [0] * at, []
