# %% answer="perceptron" score=0 belief="a run of one step is a run" says="in a run that leaves no mistake"
def perceptron(X, y, budget):
    return y[0] * X[0], [0]

# %% answer="with_bias" score=0 belief="a run of one step is a run" says="in a run that leaves no mistake"
def with_bias(X, y, budget):
    return y[0] * X[0], y[0], [0]
