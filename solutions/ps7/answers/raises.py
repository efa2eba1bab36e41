# %% answer="kernel_table" score=0 belief="a name is misspelt" says="the call ended with NameError"
def kernel_table(kernel, X, Z):
    return gram_matrix(X, Z)

# %% answer="certified" score=0 belief="an error is raised on purpose" says="the call ended with ValueError"
def certified(K):
    raise ValueError(f"the hidden matrix is {K}")

# %% answer="counted" score=0 belief="a count that is not there is raised by 1" says="the call ended with IndexError"
def counted(K, y, budget):
    alpha = []
    alpha[0] += 1

# %% answer="descended" score=0 belief="shapes do not fit" says="the call ended with ValueError"
def descended(K, y, lam, draws):
    return K @ np.zeros(len(y) + 1), 0.0, []

# %% answer="machine" score=0 belief="None can be added" says="the call ended with TypeError"
def machine(K, y, C, L):
    return None + C

# %% answer="features" score=0 belief="nothing is returned" says="must be a matrix"
def features(X, p, r):
    X**p

# %% answer="proof_order" score=0 belief="nothing is returned" says="must be a list of letters"
def proof_order():
    pass

# %% answer="conic" score=0 belief="a strict inequality may be asked for" says="the call ended with"
def conic(X, y):
    w = cp.Variable(2)
    cp.Problem(cp.Minimize(0), [cp.multiply(y, X @ w) > 0]).solve(solver=cp.CLARABEL)
    return w.value
