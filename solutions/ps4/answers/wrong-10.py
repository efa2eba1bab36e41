# %% answer="search" score=2 belief="N counts the experts without their opponents" says="one that gives up has spent all of it"
def search(table, smallest):
    G = np.vstack([table, -table])
    epsilon, rounds = 1 / 2, []
    while epsilon >= smallest:
        v = np.ones(len(G)) / len(G)
        order = []
        while (v @ G).min() <= 0 and len(order) < int(2 * np.log(len(table)) / epsilon**2 + 1):
            order.append(int((v @ G).argmin()))
            v = v * (1 + epsilon * G[:, order[-1]])
            v = v / v.sum()
        rounds.append((epsilon, order))
        if (v @ G).min() > 0:
            break
        epsilon = epsilon / 2
    return rounds, v

# %% answer="ceilings" score=0 belief="the ceilings may rise again but not fall" says="the smallest so far"
def ceilings(table, order):
    sizes = abs(np.cumsum(table[:, order], axis=1)).max(axis=0) / np.arange(1, len(order) + 1)
    return np.maximum.accumulate(sizes)

# %% answer="play_on" score=0 belief="epsilon may be large if there are many turns" says="floor and ceiling are at most the gap apart"
def play_on(X, y, gap):
    A = y[:, None] * np.column_stack([X, np.ones(len(X))])
    A = A / abs(A).max(axis=1, keepdims=True)
    G = np.hstack([A, -A])
    v, played, shown = np.ones(G.shape[1]) / G.shape[1], np.zeros(G.shape[1]), np.zeros(len(X))
    for _ in range(int(4 * np.log(G.shape[1]) / gap**2) + 1):
        i = np.argmin(G @ v)
        played = played + v
        shown[i] += 1
        v = v * (1 + 0.9 * G[i])
        v = v / v.sum()
    return played / played.sum(), shown / shown.sum()
