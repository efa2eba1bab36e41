# %% answer="search" score=1 belief="epsilon is divided by the number of the round" says="epsilon is 1/2, 1/4, ..."
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
        if (v @ G).min() > 0:
            break
        epsilon = epsilon / (len(rounds) + 1)
    return rounds, v

# %% answer="play_on" score=0 belief="nature shows the point that is best for the learner" says="floor and ceiling are at most the gap apart"
def play_on(X, y, gap):
    A = y[:, None] * np.column_stack([X, np.ones(len(X))])
    A = A / abs(A).max(axis=1, keepdims=True)
    G = np.hstack([A, -A])
    v, played, shown = np.ones(G.shape[1]) / G.shape[1], np.zeros(G.shape[1]), np.zeros(len(X))
    for _ in range(int(4 * np.log(G.shape[1]) / gap**2) + 1):
        i = np.argmax(G @ v)
        played = played + v
        shown[i] += 1
        v = v * (1 + gap / 2 * G[i])
        v = v / v.sum()
    return played / played.sum(), shown / shown.sum()
