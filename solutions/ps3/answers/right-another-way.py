# %% [markdown]
# Compares squares instead of roots, keeps counts and a Gram matrix instead of w, or picks a violation at random.

# %% answer="verdicts" score=2
def verdicts(w, X, y, guess):
    from fractions import Fraction

    w = [Fraction(entry) for entry in w]
    square = sum(entry * entry for entry in w)

    def word(x, label):
        product = Fraction(label) * sum(a * Fraction(b) for a, b in zip(w, x))
        if product <= 0:
            return "wrong"
        return "close" if 4 * product**2 < Fraction(guess) ** 2 * square else "fine"

    return tuple("no plane" if square == 0 else word(x, label) for x, label in zip(X.tolist(), y.tolist()))

# %% answer="margin_run" score=4
def margin_run(X, y, guess, budget):
    K = (X @ X.T) * np.outer(y, y)
    counts, products, square, order = np.zeros(len(X)), np.zeros(len(X)), 0.0, []
    while True:
        violations = np.flatnonzero((products <= 0) | (4 * products**2 < guess**2 * square))
        if not violations.size or len(order) == budget:
            return (counts * y) @ X, tuple(order), "forced" if violations.size else "self"
        i = int(violations[-1])
        square += 2 * products[i] + K[i, i]
        products = products + K[i]
        counts[i] += 1
        order.append(i)

# %% answer="halving" score=3
def halving(X, y, rounds):
    rng = np.random.default_rng(3)
    R = max(map(np.linalg.norm, X))

    def one_round(guess, budget):
        w, order = np.zeros(X.shape[1]), []
        while True:
            size = np.linalg.norm(w)
            far = y * (X @ w) / size >= guess / 2 if size else np.zeros(len(X), dtype=bool)
            if far.all() or len(order) == budget:
                return w, order, far.all()
            order.append(int(rng.choice(np.flatnonzero(~far))))
            w = w + y[order[-1]] * X[order[-1]]

    w, order, done = one_round(R, round(12 * R**2 / R**2))
    orders = [order]
    while not done and len(orders) < rounds:
        guess = R / 2 ** len(orders)
        w, order, done = one_round(guess, round(12 * (R / guess) ** 2))
        orders.append(order)
    return w, orders

# %% answer="vouched" score=2
def vouched(X, y, order):
    Z = [y[i] * X[i] for i in order]
    stretches = [(s, t) for t in range(len(Z), 0, -1) for s in range(t)]
    totals = {}
    for s, t in sorted(stretches):
        totals[s, t] = Z[t - 1] + (totals[s, t - 1] if t - s > 1 else 0)
    s, t = min(stretches, key=lambda one: np.sqrt(totals[one] @ totals[one]) / (one[1] - one[0]))
    w, mean = totals[0, len(Z)], totals[s, t] / (t - s)
    unit = w / np.linalg.norm(w)
    return max(0.0, min(y[i] * (X[i] @ unit) for i in range(len(X)))) / np.linalg.norm(mean), s + 1, t

# %% answer="claim_sides" score=4
def claim_sides(X, y, order, u):
    from math import hypot

    along = [float(y[i] * (X[i] @ u)) / hypot(*u) for i in range(len(X))]
    gamma, R = min(along), max(hypot(*x) for x in X)
    W = [np.zeros(len(u))]
    for i in order:
        W.append(W[-1] + y[i] * X[i])
    long = 2 * R * R / gamma

    def row(k):
        now = hypot(*W[k - 1])
        third = now + R * R / now / 2 + gamma / 2 if now else -1
        fourth = now + gamma - gamma / 4 if now >= long else -1
        shadow = sum(along[i] for i in order[:k])
        return hypot(*W[k]), shadow, k * gamma, now + R, third, fourth, long + 3 * k * gamma / 4 + R

    return tuple(row(k) for k in range(1, len(W)))

# %% answer="proof_order" score=2
def proof_order():
    return "".join({{hidden_order}})

# %% answer="bill" score=1
def bill(X, y, u, ratio):
    # from the last round back to the first: how often can the ratio be taken out of R / gamma?
    q = np.sqrt(np.einsum("ij,ij->i", X, X).max()) * np.linalg.norm(u) / np.min(y * X.dot(u))

    def rounds(left, budget):
        return [] if left <= 1 + 1e-9 else [budget, *rounds(left / ratio, budget * ratio**2)]

    return tuple(rounds(q, 12)) + (12 * q * q,)
