# %% [markdown]
# An array with None in it, as numpy's `where` makes it.

# %% answer="vouched" score=3
def vouched(s, A, c, prices, points):
    pull = prices @ A
    infinite = (pull[:, s == 0] != 0).any(axis=1)
    values = prices @ c - (pull[:, s > 0] ** 2 / s[s > 0]).sum(axis=1) / 2
    proves = ~infinite & (prices >= 0).all(axis=1)
    permitted = (points @ A.T >= c).all(axis=1)
    lower = values[proves].max() if proves.any() else None
    upper = (points[permitted] ** 2 @ s).min() / 2 if permitted.any() else None
    return np.where(infinite, None, values), lower, upper
