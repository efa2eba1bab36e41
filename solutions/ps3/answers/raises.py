# %% answer="verdicts" score=0 belief="numbers are words" says="may hold the words"
def verdicts(w, X, y, guess):
    return [0] * len(X)

# %% answer="margin_run" score=0 belief="a name is misspelt" says="the call ended with NameError"
def margin_run(X, y, guess, budget):
    return weights, order_of_corrections, "self"

# %% answer="halving" score=0 belief="shapes do not fit" says="the call ended with ValueError"
def halving(X, y, rounds):
    return X @ np.zeros(X.shape[1] + 1), []

# %% answer="vouched" score=0 belief="nothing is returned" says="must be a tuple of 3"
def vouched(X, y, order):
    np.cumsum(X[order], axis=0)

# %% answer="claim_sides" score=0 belief="an error is raised on purpose" says="the call ended with another exception"
def claim_sides(X, y, order, u):
    raise RuntimeError(f"the hidden data are {X}")

# %% answer="proof_order" score=0 belief="nothing is returned" says="must be a list of letters"
def proof_order():
    pass

# %% answer="bill" score=0 belief="a division by zero gives a number" says="the call ended with ZeroDivisionError"
def bill(X, y, u, ratio):
    return [12 * len(X) / (len(X) - len(y))]
