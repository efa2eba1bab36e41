# %% answer="winnow" score=3 belief="what opponents of equal weight win together comes out as 0" says="they concern experts of their own"
def winnow(table, epsilon, budget):
    G = np.vstack([table, -table])
    shares, order = np.full(len(G), 1 / len(G)), []
    while len(order) < budget:
        mistakes = np.flatnonzero(shares @ G <= 0)
        if len(mistakes) == 0:
            break
        order.append(int(mistakes[0]))
        shares = shares * (1 + epsilon * G[:, order[-1]])
        shares = shares / shares.sum()
    return shares, order

# %% answer="ceilings" score=0 belief="a column of a table is a copy" says="the smallest so far"
def ceilings(table, order):
    total, found = table[:, order[0]], [max(abs(table[:, order[0]]))]
    for k, i in enumerate(order[1:], 2):
        total += table[:, i]
        found.append(min(found[-1], max(abs(total)) / k))
    return found

# %% answer="as_mixture" score=0 belief="a share has no sign, so the opponents get nothing" says="that stand for a positive multiple of the plane"
def as_mixture(w, b):
    sizes = np.abs(np.append(w, b))
    return np.append(sizes / sizes.sum(), np.zeros(len(sizes)))
