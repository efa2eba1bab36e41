# %% answer="payoffs" score=0 belief="a number is large if it is not negative" says="Not earned"
def payoffs(X, y):
    A = y[:, None] * np.column_stack([X, np.ones(len(X))])
    return (A / A.max(axis=1, keepdims=True)).T

# %% answer="as_mixture" score=0 belief="each opponent stands beside its expert" says="that stand for a positive multiple of the plane"
def as_mixture(w, b):
    v = np.append(w, b)
    return np.maximum(np.column_stack([v, -v]), 0).ravel() / abs(v).sum()

# %% answer="both_margins" score=0 belief="a margin is never negative" says="are measured by their lengths"
def both_margins(X, y, w, b):
    A, v = y[:, None] * np.column_stack([X, np.ones(len(X))]), np.append(w, b)
    return (
        abs(A @ v / np.linalg.norm(A, axis=1)).min() / np.linalg.norm(v),
        abs(A @ v / abs(A).max(axis=1)).min() / abs(v).sum(),
    )

# %% answer="winnow" score=3 belief="weights need not be divided before the end" says="its shares are numbers"
def winnow(table, epsilon, budget):
    G = np.vstack([table, -table])
    v, order = np.ones(len(G)), []
    while len(order) < budget:
        wrong = np.flatnonzero((v[: len(table)] - v[len(table) :]) @ table <= 0)
        if not len(wrong):
            break
        order.append(int(wrong[0]))
        v = v * (1 + epsilon * G[:, wrong[0]])
    return v / v.sum(), order

# %% answer="search" score=2 belief="every round is played, also after a plane is found" says="Not earned"
def search(table, smallest):
    G = np.vstack([table, -table])
    epsilon, rounds = 1 / 2, []
    while epsilon >= smallest:
        v = np.ones(len(G)) / len(G)
        order = []
        while (v @ G).min() <= 0 and len(order) < int(2 * np.log(len(G)) / epsilon**2):
            order.append(int((v @ G).argmin()))
            v = v * (1 + epsilon * G[:, order[-1]])
            v = v / v.sum()
        rounds.append((epsilon, order))
        epsilon = epsilon / 2
    return rounds, v

# %% answer="ceilings" score=0 belief="the size of the mean is the mean of the sizes" says="the smallest so far"
def ceilings(table, order):
    return np.minimum.accumulate(np.cumsum(abs(table[:, order]), axis=1).max(axis=0) / np.arange(1, len(order) + 1))

# %% answer="proof_order" score=1 belief="the fractions may be compared before the denominators" says="each after those that it builds on"
def proof_order():
    order = {{hidden_order}}
    return order[:6] + [order[7], order[6]] + order[8:]

# %% answer="play_on" score=0 belief="the sums are asked for, not the means" says="floor and ceiling are at most the gap apart"
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
    return played, shown
