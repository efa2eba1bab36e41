# %% [markdown]
# Words as numpy makes them: arrays of words, and a word of numpy's own type. Divides by the length of w first.

# %% answer="verdicts" score=2
def verdicts(w, X, y, guess):
    size = np.linalg.norm(w)
    if size == 0:
        return np.full(len(X), "no plane")
    distances = y * (X @ (w / size))
    return np.select([distances <= 0, distances < guess / 2], ["wrong", "close"], "fine")

# %% answer="margin_run" score=4
def margin_run(X, y, guess, budget):
    Z, w, order = y[:, None] * X, np.zeros(X.shape[1]), []
    ends = np.array(["self", "forced"])
    while True:
        size = np.linalg.norm(w)
        worst = np.argmin(Z @ w)
        violated = size == 0 or Z[worst] @ w <= 0 or Z[worst] @ w < guess / 2 * size
        if not violated or len(order) == budget:
            return w, np.array(order, dtype=int), ends[int(violated)]
        order.append(worst)
        w = w + Z[worst]

# %% answer="proof_order" score=2
def proof_order():
    return list(np.array({{hidden_order}}))
