# %% answer="payoffs" score=1 belief="a point is divided by its length" says="the largest entry of each column is 1"
def payoffs(X, y):
    A = y[:, None] * np.column_stack([X, np.ones(len(X))])
    return (A / np.linalg.norm(A, axis=1, keepdims=True)).T

# %% answer="as_mixture" score=0 belief="the plane is measured by its length" says="with sum 1"
def as_mixture(w, b):
    v = np.append(w, b)
    return np.maximum(np.append(v, -v), 0) / np.linalg.norm(v)

# %% answer="both_margins" score=0 belief="b is left out where the plane is measured" says="are measured by their lengths"
def both_margins(X, y, w, b):
    A, f = np.column_stack([X, np.ones(len(X))]), y * (X @ w + b)
    return (
        (f / np.linalg.norm(A, axis=1)).min() / max(np.linalg.norm(w), 1e-9),
        (f / abs(A).max(axis=1)).min() / max(abs(w).sum(), 1e-9),
    )

# %% answer="winnow" score=0 belief="only experts gain and lose, their opponents stay as they are" says="is a mistake at that moment"
def winnow(table, epsilon, budget):
    G = np.vstack([table, -table])
    v, order = np.ones(len(G)), []
    while len(order) < budget:
        wrong = np.flatnonzero(v @ G <= 0)
        if not len(wrong):
            break
        order.append(int(wrong[0]))
        v[: len(table)] = v[: len(table)] * (1 + epsilon * table[:, wrong[0]])
        v = v / v.sum()
    return v / v.sum(), order

# %% answer="search" score=2 belief="the 2 of the budget is forgotten" says="one that gives up has spent all of it"
def search(table, smallest):
    G = np.vstack([table, -table])
    epsilon, rounds = 1 / 2, []
    while epsilon >= smallest:
        v = np.ones(len(G)) / len(G)
        order = []
        while (v @ G).min() <= 0 and len(order) < int(np.log(len(G)) / epsilon**2):
            order.append(int((v @ G).argmin()))
            v = v * (1 + epsilon * G[:, order[-1]])
            v = v / v.sum()
        rounds.append((epsilon, order))
        if (v @ G).min() > 0:
            break
        epsilon = epsilon / 2
    return rounds, v

# %% answer="ceilings" score=0 belief="the largest entry is meant with its sign" says="the smallest so far"
def ceilings(table, order):
    return np.minimum.accumulate(np.cumsum(table[:, order], axis=1).max(axis=0) / np.arange(1, len(order) + 1))

# %% answer="proof_order" score=1 belief="the conclusion comes first" says="each after those that it builds on"
def proof_order():
    return {{hidden_order}}[::-1]

# %% answer="play_on" score=0 belief="nature mixes the points it has shown equally" says="floor and ceiling are at most the gap apart"
def play_on(X, y, gap):
    A = y[:, None] * np.column_stack([X, np.ones(len(X))])
    A = A / abs(A).max(axis=1, keepdims=True)
    G = np.hstack([A, -A])
    v, played, shown = np.ones(G.shape[1]) / G.shape[1], np.zeros(G.shape[1]), np.zeros(len(X))
    for _ in range(int(4 * np.log(G.shape[1]) / gap**2) + 1):
        i = np.argmin(G @ v)
        played = played + v
        shown[i] += 1
        v = v * (1 + gap / 2 * G[i])
        v = v / v.sum()
    return played / played.sum(), (shown > 0) / (shown > 0).sum()
