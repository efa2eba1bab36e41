# %% answer="payoffs" score=1 belief="all points are divided by the same number" says="the largest entry of each column is 1"
def payoffs(X, y):
    A = y[:, None] * np.column_stack([X, np.ones(len(X))])
    return A.T / abs(A).max()

# %% answer="as_mixture" score=1 belief="everybody keeps a part of the share of the start" says="divided by the sum of their sizes"
def as_mixture(w, b):
    v = np.append(w, b)
    shares = 1 + np.append(v, -v) / abs(v).max()
    return shares / shares.sum()

# %% answer="both_margins" score=1 belief="the plane has the same length in both" says="the plane by the sum of the sizes"
def both_margins(X, y, w, b):
    A, v = y[:, None] * np.column_stack([X, np.ones(len(X))]), np.append(w, b)
    products = A @ v / np.linalg.norm(v)
    return (products / np.linalg.norm(A, axis=1)).min(), (products / abs(A).max(axis=1)).min()

# %% answer="winnow" score=0 belief="the step is exponential" says="the shares are the weights after these updates"
def winnow(table, epsilon, budget):
    G = np.vstack([table, -table])
    v, order, draw = np.ones(len(G)), [], np.random.default_rng(0)
    while len(order) < budget:
        wrong = np.flatnonzero(v @ G <= 0)
        if not len(wrong):
            break
        i = int(draw.choice(wrong))
        order.append(i)
        v = v * np.exp(epsilon * G[:, i])
        v = v / v.sum()
    return v / v.sum(), order

# %% answer="search" score=2 belief="the budget is rounded up" says="no round spends more than its budget"
def search(table, smallest):
    G = np.vstack([table, -table])
    epsilon, rounds = 1 / 2, []
    while epsilon >= smallest:
        v = np.ones(len(G)) / len(G)
        order = []
        while (v @ G).min() <= 0 and len(order) < np.ceil(2 * np.log(len(G)) / epsilon**2):
            order.append(int((v @ G).argmin()))
            v = v * (1 + epsilon * G[:, order[-1]])
            v = v / v.sum()
        rounds.append((epsilon, order))
        if (v @ G).min() > 0:
            break
        epsilon = epsilon / 2
    return rounds, v

# %% answer="ceilings" score=0 belief="a column counts once, however often it was corrected" says="the smallest so far"
def ceilings(table, order):
    sizes = [abs(table[:, sorted(set(order[:k]))].mean(axis=1)).max() for k in range(1, len(order) + 1)]
    return np.minimum.accumulate(sizes)

# %% answer="proof_order" score=0 belief="the first step may be left out" says="all steps that belong, no other"
def proof_order():
    return {{hidden_order}}[1:]

# %% answer="play_on" score=0 belief="a turn for each point is enough" says="floor and ceiling are at most the gap apart"
def play_on(X, y, gap):
    A = y[:, None] * np.column_stack([X, np.ones(len(X))])
    A = A / abs(A).max(axis=1, keepdims=True)
    G = np.hstack([A, -A])
    v, played, shown = np.ones(G.shape[1]) / G.shape[1], np.zeros(G.shape[1]), np.zeros(len(X))
    for _ in range(len(X)):
        i = np.argmin(G @ v)
        played = played + v
        shown[i] += 1
        v = v * (1 + gap / 2 * G[i])
        v = v / v.sum()
    return played / played.sum(), shown / shown.sum()
