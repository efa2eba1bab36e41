# %% answer="play_on" score=1 belief="what is enough for the penguins is enough for any points" says="that a plane separates"
def play_on(X, y, gap):
    Z = y[:, None] * np.column_stack([X, np.ones(len(X))])
    G = np.hstack([Z, -Z]) / abs(Z).max(axis=1)[:, None]
    shares = np.ones(G.shape[1]) / G.shape[1]
    played, shown = np.zeros(len(shares)), np.zeros(len(X))
    for _ in range(500):
        i = int((G @ shares).argmin())
        played, shown[i] = played + shares, shown[i] + 1
        shares = shares * (1 + 0.05 * G[i])
        shares = shares / shares.sum()
    return played / 500, shown / 500
