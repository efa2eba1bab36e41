# %% [markdown]
# Plain loops, as one would write them after a first course in programming.

# %% answer="verdicts" score=2
def verdicts(w, X, y, guess):
    size = sum(entry * entry for entry in w) ** 0.5
    words = []
    for i in range(len(X)):
        product = y[i] * sum(w[j] * X[i][j] for j in range(len(w)))
        if size == 0:
            words.append("no plane")
        elif product <= 0:
            words.append("wrong")
        elif product / size < guess / 2:
            words.append("close")
        else:
            words.append("fine")
    return words

# %% answer="margin_run" score=4
def margin_run(X, y, guess, budget):
    w = [0.0] * len(X[0])
    order = []
    while True:
        size = sum(entry * entry for entry in w) ** 0.5
        found = -1
        for i in range(len(X)):
            product = 0.0
            for j in range(len(w)):
                product += w[j] * X[i][j]
            product *= y[i]
            if size == 0 or product <= 0 or product / size < guess / 2:
                found = i
                break
        if found < 0:
            return w, order, "self"
        if len(order) >= budget:
            return w, order, "forced"
        for j in range(len(w)):
            w[j] += y[found] * X[found][j]
        order.append(found)

# %% answer="halving" score=3
def halving(X, y, rounds):
    guess = max(sum(entry * entry for entry in x) ** 0.5 for x in X)
    budget, orders = 12, []
    for _ in range(rounds):
        w, order, violation = [0.0] * len(X[0]), [], True
        while violation and len(order) <= budget:
            violation = False
            size = sum(entry * entry for entry in w) ** 0.5
            for i in range(len(X)):
                product = 0.0
                for j in range(len(w)):
                    product += w[j] * X[i][j]
                if size == 0 or y[i] * product / size < guess / 2:
                    violation = True
                    break
            if violation and len(order) == budget:
                break
            if violation:
                w = [w[j] + y[i] * X[i][j] for j in range(len(w))]
                order.append(i)
        orders.append(order)
        if not violation:
            break
        guess, budget = guess / 2, 4 * budget
    return w, orders

# %% answer="vouched" score=2
def vouched(X, y, order):
    best = None
    d = len(X[0])
    for first in range(1, len(order) + 1):
        total = [0.0] * d
        for last in range(first, len(order) + 1):
            i = order[last - 1]
            square = 0.0
            for j in range(d):
                total[j] += y[i] * X[i][j]
                square += total[j] * total[j]
            mean = square**0.5 / (last - first + 1)
            if best is None or mean <= best[0]:
                best = (mean, first, last)
    w = [sum(y[i] * X[i][j] for i in order) for j in range(d)]
    products = [y[i] * sum(w[j] * X[i][j] for j in range(d)) for i in range(len(X))]
    margin = min(products) / sum(entry * entry for entry in w) ** 0.5
    c = margin / best[0] if margin > 0 else 0
    return c, best[1], best[2]

# %% answer="claim_sides" score=4
def claim_sides(X, y, order, u):
    import math

    size = math.sqrt(sum(entry * entry for entry in u))
    u = [entry / size for entry in u]
    gamma = min(y[i] * sum(a * b for a, b in zip(u, X[i])) for i in range(len(X)))
    R = max(math.sqrt(sum(a * a for a in x)) for x in X)
    w, before, rows = [0.0] * len(u), 0.0, []
    for k in range(1, len(order) + 1):
        i = order[k - 1]
        w = [w[j] + y[i] * X[i][j] for j in range(len(u))]
        after = math.sqrt(sum(entry * entry for entry in w))
        row = [after, sum(a * b for a, b in zip(w, u)), k * gamma, before + R, -1, -1]
        if k > 1:
            row[4] = before + R * R / (2 * before) + gamma / 2
        if before >= 2 * R * R / gamma:
            row[5] = before + 3 * gamma / 4
        row.append(2 * R * R / gamma + 3 * k * gamma / 4 + R)
        rows.append(row)
        before = after
    return rows

# %% answer="proof_order" score=2
def proof_order():
    return {{hidden_order}}

# %% answer="bill" score=1
def bill(X, y, u, ratio):
    square = max(sum(entry * entry for entry in x) for x in X)
    size = sum(entry * entry for entry in u) ** 0.5
    gamma = min(label * sum(p * q for p, q in zip(u, x)) for x, label in zip(X, y)) / size
    rounds, budget, guess = [], 12.0, square**0.5
    while guess > gamma:
        rounds.append(budget)
        budget, guess = budget * ratio * ratio, guess / ratio
    rounds.append(12 * square / (gamma * gamma))
    return rounds
