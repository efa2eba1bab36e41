# %% answer="search" score=2 belief="a round that has spent its budget gives up, even if nothing is left" says="with the first round that leaves no mistake"
def search(table, smallest):
    G = np.vstack([table, -table])
    rounds, epsilon = [], 0.5
    while epsilon >= smallest:
        budget, shares, order = int(2 * np.log(len(G)) / epsilon**2), np.ones(len(G)) / len(G), []
        while len(order) < budget and (shares @ G).min() <= 0:
            order.append(int((shares @ G).argmin()))
            shares = shares * (1 + epsilon * G[:, order[-1]])
            shares = shares / shares.sum()
        rounds.append((epsilon, order))
        if len(order) < budget:
            break
        epsilon /= 2
    return rounds, shares
