# %% answer="payoffs" score=1 belief="the constant comes first" says="a positive multiple of the signed"
def payoffs(X, y):
    A = y[:, None] * np.column_stack([np.ones(len(X)), X])
    return (A / abs(A).max(axis=1, keepdims=True)).T

# %% answer="as_mixture" score=0 belief="the constant has no expert" says="must have"
def as_mixture(w, b):
    return np.maximum(np.append(w, -w), 0) / abs(w).sum()

# %% answer="both_margins" score=0 belief="the 1 of the lift does not count in a point's size" says="Not earned"
def both_margins(X, y, w, b):
    f, v = y * (X @ w + b), np.append(w, b)
    return (
        (f / np.maximum(np.linalg.norm(X, axis=1), 1e-9)).min() / np.linalg.norm(v),
        (f / np.maximum(abs(X).max(axis=1), 1e-9)).min() / abs(v).sum(),
    )

# %% answer="winnow" score=0 belief="what an expert wins is added to its weight" says="the shares are the weights after these updates"
def winnow(table, epsilon, budget):
    G = np.vstack([table, -table])
    v, order, draw = np.ones(len(G)), [], np.random.default_rng(0)
    while len(order) < budget:
        wrong = np.flatnonzero(v @ G <= 0)
        if not len(wrong):
            break
        i = int(draw.choice(wrong))
        order.append(i)
        v = np.maximum(v + epsilon * G[:, i], 0)
    return v / v.sum(), order

# %% answer="search" score=0 belief="the search begins with epsilon = 1" says="epsilon is 1/2, 1/4, ..."
def search(table, smallest):
    G = np.vstack([table, -table])
    epsilon, rounds = 1, []
    while epsilon >= smallest:
        v = np.ones(len(G)) / len(G)
        order = []
        while (v @ G).min() <= 0 and len(order) < int(2 * np.log(len(G)) / epsilon**2):
            order.append(int((v @ G).argmin()))
            v = v * (1 + epsilon * G[:, order[-1]])
            v = v / v.sum()
        rounds.append((epsilon, order))
        if (v @ G).min() > 0:
            break
        epsilon = epsilon / 2
    return rounds, v

# %% answer="ceilings" score=0 belief="the list begins before the first update" says="must have"
def ceilings(table, order):
    found, total = [1.0], 0
    for k, i in enumerate(order, 1):
        total = total + table[:, i]
        found.append(min(found[-1], abs(total).max() / k))
    return found

# %% answer="proof_order" score=0 belief="commas belong to the answer" says="may only have the letters"
def proof_order():
    return ", ".join({{hidden_order}})

# %% answer="play_on" score=0 belief="the plane is asked for" says="the list of shares must"
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
    return (played[:-1], played[-1]), shown / shown.sum()
