# %% [markdown]
# Lists for each point, and names of a student's own that visible tests use too.

# %% answer="features" score=2
from itertools import product


def features(X, p, r):
    exponents = [e for e in product(range(p, -1, -1), repeat=len(X[0])) if sum(e) <= p]

    def weight(e):
        rest = p - sum(e)
        return np.sqrt(factorial(p) / prod(map(factorial, e)) / factorial(rest) * r**rest)

    return [[weight(e) * prod(float(v) ** k for v, k in zip(x, e)) for e in exponents] for x in X]
