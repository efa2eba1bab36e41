# %% [markdown]
# Whole arrays at once.

# %% answer="payoffs" score=2
def payoffs(X, y):
    A = np.hstack([X, np.ones((len(X), 1))]) * y[:, None]
    return (A / np.linalg.norm(A, ord=np.inf, axis=1)[:, None]).T

# %% answer="as_mixture" score=2
def as_mixture(w, b):
    v = np.concatenate([w, [b]])
    v = v / np.linalg.norm(v, 1)
    return np.concatenate([(abs(v) + v) / 2, (abs(v) - v) / 2])

# %% answer="both_margins" score=2
def both_margins(X, y, w, b):
    A = np.hstack([X, np.ones((len(X), 1))]) * y[:, None]
    v = np.concatenate([w, [b]])
    products = A @ v
    return (
        (products / np.linalg.norm(A, axis=1)).min() / np.linalg.norm(v),
        (products / np.linalg.norm(A, np.inf, axis=1)).min() / np.linalg.norm(v, 1),
    )

# %% answer="winnow" score=4
def winnow(table, epsilon, budget):
    half = len(table)
    v = np.ones(2 * half)
    order = np.zeros(0, dtype=int)
    while len(order) < budget:
        worths = (v[:half] - v[half:]) @ table
        wrong = np.flatnonzero(worths <= 0)
        if wrong.size == 0:
            break
        a = table[:, wrong[0]]
        v *= 1 + epsilon * np.concatenate([a, -a])
        v /= v.sum()
        order = np.append(order, wrong[0])
    return v / v.sum(), order

# %% answer="search" score=3
def search(table, smallest):
    G = np.concatenate([table, -table])
    rounds = []
    for k in range(1, 6):
        epsilon = 2.0**-k
        if epsilon < smallest:
            break
        v, order = np.ones(len(G)), []
        for _ in range(int(np.floor(2 * np.log(len(G)) * 4**k))):
            worths = v @ G
            if worths.min() > 0:
                break
            order.append(np.argmin(worths))
            v *= 1 + epsilon * G[:, order[-1]]
        rounds.append((epsilon, np.array(order)))
        if (v @ G > 0).all():
            break
    return tuple(rounds), v / v.sum()

# %% answer="ceilings" score=1
def ceilings(table, order):
    k = np.arange(1, len(order) + 1)
    means = np.cumsum(table.T[order], axis=0) / k[:, None]
    return np.minimum.accumulate(np.linalg.norm(means, np.inf, axis=1)).tolist()

# %% answer="proof_order" score=2
def proof_order():
    # another valid order: the steps on their own first
    before = {{hidden_builds_on}}
    order = []
    while len(order) < len(before):
        order.append(sorted(step for step in before if step not in order and all(b in order for b in before[step]))[-1])
    return order

# %% answer="play_on" score=2
def play_on(X, y, gap):
    A = np.hstack([X, np.ones((len(X), 1))]) * y[:, None]
    A = A / abs(A).max(axis=1)[:, None]
    G = np.hstack([A, -A])
    N = G.shape[1]
    epsilon = gap / 2
    turns = int(4 * np.log(N) / gap**2) + 1
    S = np.empty((turns, N))
    worst = np.empty(turns, dtype=int)
    v = np.full(N, 1 / N)
    for t in range(turns):
        S[t] = v
        worst[t] = np.argmin(G @ v)
        v = v * (1 + epsilon * G[worst[t]])
        v /= v.sum()
    return S.mean(axis=0), np.bincount(worst, minlength=len(X)) / turns
