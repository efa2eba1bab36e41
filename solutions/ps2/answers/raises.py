# %% answer="perceptron" score=0 belief="a name is misspelt" says="the call ended with NameError"
def perceptron(X, y, budget):
    return weights, order_of_corrections

# %% answer="with_bias" score=0 belief="shapes do not fit" says="the call ended with ValueError"
def with_bias(X, y, budget):
    return X @ np.zeros(X.shape[1] + 1), 0.0, []

# %% answer="novikoff_sides" score=0 belief="an error is raised on purpose" says="the call ended with another exception"
def novikoff_sides(X, y, order, u):
    raise RuntimeError(f"the hidden data are {X}")

# %% answer="forcing_set" score=0 belief="nothing is returned" says="must be a tuple of 2"
def forcing_set(k):
    np.eye(k)

# %% answer="proof_order" score=0 belief="nothing is returned" says="must be a list of letters"
def proof_order():
    pass

# %% answer="settled" score=0 belief="an array is a key" says="the call ended with TypeError"
def settled(X, y):
    v, seen = np.zeros(X.shape[1] + 1), {}
    seen[v] = 0
    return v, 0, None
