# %% answer="payoffs" score=0 belief="the answer to the visible example is all that is tested" says="the table must have"
def payoffs(X, y):
    return {{table}}

# %% answer="as_mixture" score=0 belief="the answer to the visible example is all that is tested" says="must have"
def as_mixture(w, b):
    return [max(sign * part, 0) for sign in (1, -1) for part in {{parts}}]

# %% answer="both_margins" score=0 belief="the answer to the visible example is all that is tested" says="are measured by their lengths"
def both_margins(X, y, w, b):
    return 4 / 5, 4 / 7

# %% answer="winnow" score=0 belief="the answer to the visible example is all that is tested" says="must have"
def winnow(table, epsilon, budget):
    shares = [(1 + gain / 4) / 6 for gain in np.array({{table}})[:, 0]]
    return shares + [1 / 3 - share for share in shares], [0] if budget == 1 else {{order}}

# %% answer="search" score=0 belief="the answer to the visible example is all that is tested" says="the list of shares must have"
def search(table, smallest):
    return [(0.5, {{order}})], [1 / 6] * 6

# %% answer="ceilings" score=0 belief="the answer to the visible example is all that is tested" says="must have"
def ceilings(table, order):
    return [1, 1 / 4, 1 / 4]

# %% answer="proof_order" score=1 belief="a step may come before what it builds on" says="each after those that it builds on"
def proof_order():
    order = {{hidden_order}}
    order[-1], order[-2] = order[-2], order[-1]
    return order

# %% answer="play_on" score=0 belief="the form is all that is tested" says="floor and ceiling are at most the gap apart"
def play_on(X, y, gap):
    N = 2 * X.shape[1] + 2
    return np.ones(N) / N, np.ones(len(X)) / len(X)
