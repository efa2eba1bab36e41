# %% answer="winnow" score=0 belief="a run of one step is a run" says="in a run that leaves no mistake"
def winnow(table, epsilon, budget):
    G = np.vstack([table, -table])
    shares = 1 + epsilon * G[:, 0]
    return shares / shares.sum(), [0]

# %% answer="search" score=0 belief="a round of one step is a round" says="until none is left"
def search(table, smallest):
    G = np.vstack([table, -table])
    shares = 1 + G[:, 0] / 2
    return [(0.5, [0])], shares / shares.sum()
