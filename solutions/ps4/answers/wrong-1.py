# %% answer="payoffs" score=1 belief="the label is forgotten" says="a positive multiple of the signed"
def payoffs(X, y):
    A = np.column_stack([X, np.ones(len(X))])
    return (A / abs(A).max(axis=1, keepdims=True)).T

# %% answer="as_mixture" score=0 belief="an opponent has the negative share" says="none negative"
def as_mixture(w, b):
    v = np.append(w, b)
    v = v / abs(v).sum()
    return np.append(v, -v)

# %% answer="both_margins" score=0 belief="a margin is the smallest product, not normalised" says="are measured by their lengths"
def both_margins(X, y, w, b):
    smallest = (y * (X @ w + b)).min()
    return smallest, smallest

# %% answer="winnow" score=0 belief="a point that wins nothing is no mistake" says="is a mistake at that moment"
def winnow(table, epsilon, budget):
    G = np.vstack([table, -table])
    v, order = np.ones(len(G)), []
    while len(order) < budget:
        wrong = np.flatnonzero(v @ G < 0)
        if not len(wrong):
            break
        order.append(int(wrong[0]))
        v = v * (1 + epsilon * G[:, wrong[0]])
        v = v / v.sum()
    return v / v.sum(), order

# %% answer="search" score=0 belief="a round goes on with the weights of the one before" says="each round starts over"
def search(table, smallest):
    G = np.vstack([table, -table])
    epsilon, rounds = 1 / 2, []
    v = np.ones(len(G)) / len(G)
    while epsilon >= smallest:
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

# %% answer="ceilings" score=0 belief="the latest mean counts, not the best" says="the smallest so far"
def ceilings(table, order):
    return abs(np.cumsum(table[:, order], axis=1)).max(axis=0) / np.arange(1, len(order) + 1)

# %% answer="proof_order" score=0 belief="one vector is the best for both margins" says="all steps that belong, no other"
def proof_order():
    return {{hidden_order}} + [{{hidden_distractors}}[0]]

# %% answer="play_on" score=0 belief="nature keeps the point of the last turn" says="floor and ceiling are at most the gap apart"
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
    return played / played.sum(), np.eye(len(X))[i]
