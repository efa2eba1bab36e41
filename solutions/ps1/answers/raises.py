# %% answer="mirror" score=0 belief="a name is misspelt" says="the call ended with NameError"
def mirror(w, b, X):
    return distances, images

# %% answer="closest" score=0 belief="nothing is returned" says="must be a tuple of 2"
def closest(w, b, X, y):
    (y * (X @ w + b)).min()

# %% answer="canonical" score=0 belief="an error says that there is none" says="the call ended with ValueError"
def canonical(w, b, X, y):
    raise ValueError(f"no canonical form for {X}")

# %% answer="lifted" score=0 belief="an object of one's own is returned" says="must be a tuple of 3"
def lifted(w, b, X, y, height):
    class Right(tuple):
        def __eq__(self, other):
            return True

        __hash__ = None

    return Right([X, w, 1.0])

# %% answer="mistakes" score=0 belief="a pair is multiplied as it is" says="the call ended with TypeError"
def mistakes(w, b, X, y):
    return [i for i, x in enumerate(X) if y[i] * sum(p * q for p, q in zip(w, x)) <= 0]

# %% answer="faults" score=0 belief="a fault is raised, not returned" says="the call ended with AssertionError"
def faults(weights, X, y):
    assert sum(Fraction(*pair) for pair in weights) == 2
    return []

# %% answer="proof_order" score=0 belief="nothing is returned" says="must be a list of letters"
def proof_order():
    pass

# %% answer="staying" score=0 belief="an index beyond the end is no answer" says="the call ended with IndexError"
def staying(w, b, X, y, sizes):
    return [int(sizes[len(sizes)])]

# %% answer="unsquashed" score=0 belief="shapes do not fit" says="the call ended with ValueError"
def unsquashed(X, values):
    return np.linalg.lstsq(X.T, 2 * np.arctanh(values[:, None] * np.ones(3)) @ X, rcond=None)[0]
