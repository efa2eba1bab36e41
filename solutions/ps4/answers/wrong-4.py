# %% answer="payoffs" score=0 belief="the 1 is added after the division" says="Not earned"
def payoffs(X, y):
    A = X / abs(X).max(axis=1, keepdims=True)
    return (y[:, None] * np.column_stack([A, np.ones(len(X))])).T

# %% answer="as_mixture" score=0 belief="the constant is on the other side: w.x = b" says="that stand for a positive multiple of the plane"
def as_mixture(w, b):
    v = np.append(w, -b)
    return np.maximum(np.append(v, -v), 0) / abs(v).sum()

# %% answer="both_margins" score=1 belief="the point that is closest by the one is closest by the other" says="are measured by their largest entry"
def both_margins(X, y, w, b):
    A, v = y[:, None] * np.column_stack([X, np.ones(len(X))]), np.append(w, b)
    cosines = A @ v / np.linalg.norm(A, axis=1) / np.linalg.norm(v)
    a = A[cosines.argmin()]
    return cosines.min(), a @ v / abs(a).max() / abs(v).sum()

# %% answer="winnow" score=3 belief="the budget may be passed by one" says="exactly as many updates as the budget allows"
def winnow(table, epsilon, budget):
    G = np.vstack([table, -table])
    v, order = np.ones(len(G)), []
    while len(order) <= budget:
        wrong = np.flatnonzero((v[: len(table)] - v[len(table) :]) @ table <= 0)
        if not len(wrong):
            break
        order.append(int(wrong[0]))
        v = v * (1 + epsilon * G[:, wrong[0]])
        v = v / v.sum()
    return v / v.sum(), order

# %% answer="search" score=2 belief="a round with the smallest epsilon is not played" says="or with that of the smallest epsilon"
def search(table, smallest):
    G = np.vstack([table, -table])
    epsilon, rounds = 1.0, []
    while epsilon == 1 or epsilon > 2 * smallest:
        epsilon = epsilon / 2
        v, order = np.ones(len(G)) / len(G), []
        while (v @ G).min() <= 0 and len(order) < int(2 * np.log(len(G)) / epsilon**2):
            order.append(int((v @ G).argmin()))
            v = v * (1 + epsilon * G[:, order[-1]])
            v = v / v.sum()
        rounds.append((epsilon, order))
        if (v @ G).min() > 0:
            break
    return rounds, v

# %% answer="ceilings" score=0 belief="the size of the mean is the sum of its entries" says="the smallest so far"
def ceilings(table, order):
    totals = abs(np.cumsum(table[:, order], axis=1)).sum(axis=0)
    return np.minimum.accumulate(totals / np.arange(1, len(order) + 1))

# %% answer="proof_order" score=0 belief="a vector is no longer than its largest entry" says="all steps that belong, no other"
def proof_order():
    return [{{hidden_distractors}}[1]] + {{hidden_order}}

# %% answer="play_on" score=1 belief="only mistakes are shown" says="floor and ceiling are at most the gap apart"
def play_on(X, y, gap):
    A = y[:, None] * np.column_stack([X, np.ones(len(X))])
    A = A / abs(A).max(axis=1, keepdims=True)
    G = np.hstack([A, -A])
    v, played, shown = np.ones(G.shape[1]) / G.shape[1], np.zeros(G.shape[1]), np.zeros(len(X))
    for _ in range(int(4 * np.log(G.shape[1]) / gap**2) + 1):
        i = np.argmin(G @ v)
        if G[i] @ v > 0:
            break
        played = played + v
        shown[i] += 1
        v = v * (1 + gap / 2 * G[i])
        v = v / v.sum()
    return played / played.sum(), shown / shown.sum()
