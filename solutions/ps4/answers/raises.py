# %% answer="payoffs" score=0 belief="a name is misspelt" says="the call ended with NameError"
def payoffs(X, y):
    return tabel

# %% answer="as_mixture" score=0 belief="shapes do not fit" says="the call ended with ValueError"
def as_mixture(w, b):
    return np.append(w, b) / np.ones(len(w) + 2)

# %% answer="both_margins" score=0 belief="an error is raised on purpose" says="the call ended with another exception"
def both_margins(X, y, w, b):
    raise RuntimeError(f"the hidden data are {X}")

# %% answer="winnow" score=0 belief="nothing is returned" says="must be a tuple of 2"
def winnow(table, epsilon, budget):
    np.ones(2 * len(table))

# %% answer="search" score=0 belief="the rounds are counted, not listed" says="the rounds must be a list"
def search(table, smallest):
    return 3, np.ones(2 * len(table)) / (2 * len(table))

# %% answer="ceilings" score=0 belief="columns are lines" says="the call ended with IndexError"
def ceilings(table, order):
    return [abs(table[order[:k]]).max() for k in range(1, len(order) + 1)]

# %% answer="proof_order" score=0 belief="nothing is returned" says="must be a list of letters"
def proof_order():
    pass

# %% answer="play_on" score=0 belief="an endless loop is no answer" says="the call ended with ZeroDivisionError"
def play_on(X, y, gap):
    return 1 / 0
