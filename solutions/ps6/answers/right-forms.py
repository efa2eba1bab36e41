# %% [markdown]
# Rows in which the first entry is True or False, Python's or numpy's, and the others are numbers.

# %% answer="loss_table" score=2
def loss_table(z):
    from math import log

    return [(number <= 0, max(0, -number), max(0, 1 - number), np.logaddexp(0, -number) / log(2)) for number in z]
