# %% [markdown]
# Other algorithms: logarithms of the weights, counts of the corrections, mistakes at random, steps that shrink.

# %% answer="payoffs" score=2
def payoffs(X, y):
    from fractions import Fraction

    columns = []
    for x, label in zip(X.tolist(), y.tolist()):
        lifted = [Fraction(entry) * int(label) for entry in [*x, 1]]
        largest = max(map(abs, lifted))
        columns.append([float(entry / largest) for entry in lifted])
    return tuple(zip(*columns))

# %% answer="as_mixture" score=2
def as_mixture(w, b):
    v = np.append(w, b)
    shares = np.zeros((2, len(v)))
    shares[np.where(v < 0, 1, 0), np.arange(len(v))] = abs(v)
    return tuple((shares / shares.sum()).ravel())

# %% answer="both_margins" score=2
def both_margins(X, y, w, b):
    # both are left alone by the scale of the plane and of the points, so all of them are normalised first
    v = np.append(w, b) / np.hypot.reduce(np.append(w, b))
    A = [label * np.append(x, 1.0) for x, label in zip(X, y)]
    cosine = min(float(v @ (a / np.sqrt(a @ a))) for a in A)
    v = v / np.abs(v).sum()
    return [cosine, min(float(v @ (a / np.abs(a).max())) for a in A)]

# %% answer="winnow" score=4
def winnow(table, epsilon, budget):
    # the weights are products of powers, so it is enough to know how often each point was corrected
    G = np.vstack([table, -table])
    logs = np.log(1 + epsilon * G)
    counts = np.zeros(G.shape[1])
    rng = np.random.default_rng(3)
    order = []

    def shares():
        exponents = logs @ counts
        v = np.exp(exponents - exponents.max())
        return v / v.sum()

    while len(order) < budget:
        wrong = np.flatnonzero(shares() @ G <= 1e-13)
        if len(wrong) == 0:
            break
        order.append(int(rng.choice(wrong)))
        counts[order[-1]] += 1
    return tuple(shares()), tuple(order)

# %% answer="search" score=3
def search(table, smallest):
    from math import log

    def play(epsilon, budget):
        p, q, order = np.ones(len(table)), np.ones(len(table)), []
        while True:
            wrong = np.flatnonzero((p - q) @ table <= 0)
            total = p.sum() + q.sum()
            if not len(wrong) or len(order) == budget:
                return order, [*(p / total), *(q / total)], len(wrong) > 0
            order.append(int(wrong[-1]))
            p = p * (1 + epsilon * table[:, wrong[-1]]) / total
            q = q * (1 - epsilon * table[:, wrong[-1]]) / total

    def from_here(epsilon, rounds):
        order, shares, left = play(epsilon, int(2 * log(2 * len(table)) / epsilon**2))
        rounds = [*rounds, (epsilon, order)]
        return from_here(epsilon / 2, rounds) if left and epsilon / 2 >= smallest else (rounds, shares)

    return from_here(0.5, [])

# %% answer="ceilings" score=1
def ceilings(table, order):
    counts = np.zeros(table.shape[1])
    found = []
    for k, i in enumerate(order, 1):
        counts[i] += 1
        m = table @ counts / k
        found.append(min([*found[-1:], float(max(m.max(), -m.min()))]))
    return tuple(found)

# %% answer="proof_order" score=2
def proof_order():
    # as late as possible: backwards, each step before those that build on it
    before = {{hidden_builds_on}}
    backwards = []
    while len(backwards) < len(before):
        free = [s for s in before if s not in backwards and all(t in backwards for t in before if s in before[t])]
        backwards.append(min(free))
    return tuple(backwards[::-1])

# %% answer="play_on" score=2
def play_on(X, y, gap):
    # the exponential step, with a size that shrinks, until the two mixtures prove that they are good enough
    A = y[:, None] * np.column_stack([X, np.ones(len(X))])
    A = A / np.abs(A).max(axis=1, keepdims=True)
    G = np.hstack([A, -A])
    n, N = G.shape
    gains, counts, played = np.zeros(N), np.zeros(n), np.zeros(N)
    for t in range(1, 100_000):
        v = np.exp(np.sqrt(np.log(N) / t) * (gains - gains.max()))
        v /= v.sum()
        i = np.argmin(G @ v)
        played, gains = played + v, gains + G[i]
        counts[i] += 1
        if gains.max() / t - (G @ played).min() / t <= gap:
            break
    return list(played / t), list(counts / t)
