# %% answer="payoffs" score=0 belief="a point is a line of the table" says="the table must have"
def payoffs(X, y):
    A = y[:, None] * np.column_stack([X, np.ones(len(X))])
    return A / abs(A).max(axis=1, keepdims=True)

# %% answer="as_mixture" score=0 belief="the shares are exponentials of the entries" says="that stand for a positive multiple of the plane"
def as_mixture(w, b):
    v = np.append(w, b)
    shares = np.exp(np.append(v, -v) - abs(v).max())
    return shares / shares.sum()

# %% answer="both_margins" score=0 belief="gamma_W is the one with lengths" says="are measured by their lengths"
def both_margins(X, y, w, b):
    A, v = y[:, None] * np.column_stack([X, np.ones(len(X))]), np.append(w, b)
    gamma_P = (A @ v / np.linalg.norm(A, axis=1)).min() / np.linalg.norm(v)
    return (A @ v / abs(A).max(axis=1)).min() / abs(v).sum(), gamma_P

# %% answer="winnow" score=0 belief="the order counts from 1" says="is a mistake at that moment"
def winnow(table, epsilon, budget):
    G = np.vstack([table, -table])
    v, order = np.ones(len(G)), []
    while len(order) < budget:
        wrong = np.flatnonzero(v @ G <= 0)
        if not len(wrong):
            break
        order.append(int(wrong[0]) + 1)
        v = v * (1 + epsilon * G[:, wrong[0]])
        v = v / v.sum()
    return v / v.sum(), order

# %% answer="search" score=0 belief="the number of updates is asked for" says="the order of a round must be a list"
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
        rounds.append((epsilon, len(order)))
        if (v @ G).min() > 0:
            break
        epsilon = epsilon / 2
    return rounds, v

# %% answer="ceilings" score=0 belief="the mean is over all points" says="the smallest so far"
def ceilings(table, order):
    return np.minimum.accumulate(abs(np.cumsum(table[:, order], axis=1)).max(axis=0) / table.shape[1])

# %% answer="proof_order" score=0 belief="the letters are asked for by their places" says="must be a list of letters"
def proof_order():
    return list(range(10))

# %% answer="play_on" score=0 belief="there are no opponents" says="must have"
def play_on(X, y, gap):
    A = y[:, None] * np.column_stack([X, np.ones(len(X))])
    A = A / abs(A).max(axis=1, keepdims=True)
    v, shown = np.ones(A.shape[1]) / A.shape[1], np.zeros(len(X))
    for _ in range(200):
        i = np.argmin(A @ v)
        shown[i] += 1
        v = v * (1 + gap / 2 * A[i])
        v = v / v.sum()
    return v, shown / shown.sum()
