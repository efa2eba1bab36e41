# %% [markdown]
# Plain loops, as one would write them after a first course in programming.

# %% answer="perceptron" score=5
def perceptron(X, y, budget):
    w = [0.0] * len(X[0])
    order = []
    found = True
    while found:
        found = False
        for i in range(len(X)):
            total = 0.0
            for j in range(len(w)):
                total += w[j] * X[i][j]
            if y[i] * total <= 0:
                if len(order) == budget:
                    return w, order
                for j in range(len(w)):
                    w[j] += y[i] * X[i][j]
                order.append(i)
                found = True
    return w, order

# %% answer="with_bias" score=3
def with_bias(X, y, budget):
    w, b, order = [0.0] * len(X[0]), 0.0, []
    while True:
        wrong = [i for i in range(len(X)) if y[i] * (sum(w[j] * X[i][j] for j in range(len(w))) + b) <= 0]
        if not wrong or len(order) == budget:
            return w, b, order
        i = wrong[0]
        w = [w[j] + y[i] * X[i][j] for j in range(len(w))]
        b = b + y[i]
        order.append(i)

# %% answer="novikoff_sides" score=4
def novikoff_sides(X, y, order, u):
    import math

    length = math.sqrt(sum(entry * entry for entry in u))
    u = [entry / length for entry in u]
    gamma = min(y[i] * sum(a * b for a, b in zip(u, X[i])) for i in range(len(X)))
    R = max(math.sqrt(sum(a * a for a in x)) for x in X)
    w, rows = [0.0] * len(u), []
    for k in range(1, len(order) + 1):
        i = order[k - 1]
        for j in range(len(u)):
            w[j] += y[i] * X[i][j]
        along = sum(a * b for a, b in zip(w, u))
        rows.append((k * gamma, along, math.sqrt(sum(a * a for a in w)), math.sqrt(k) * R))
    return rows

# %% answer="forcing_set" score=3
def forcing_set(k):
    X, y = [], []
    for i in range(k):
        row = [0.0] * k
        row[i] = 1.0
        X.append(row)
        y.append(1 if i > 0 else -1)
    X[0][0] = -1.0
    return X, y

# %% answer="proof_order" score=2
def proof_order():
    return {{hidden_order}}

# %% answer="settled" score=1
def settled(X, y):
    n, d = len(X), len(X[0])
    v, order, seen = [0] * (d + 1), [], {}
    i, right_in_a_row = 0, 0
    while right_in_a_row < n:
        z = [int(y[i] * entry) for entry in X[i]] + [int(y[i])]
        if sum(p * q for p, q in zip(v, z)) > 0:
            right_in_a_row += 1
        else:
            if tuple(v) in seen:
                since = order[seen[tuple(v)] :]
                return None, None, [since.count(row) for row in range(n)]
            seen[tuple(v)] = len(order)
            v = [p + q for p, q in zip(v, z)]
            order.append(i)
            right_in_a_row = 0
        i = (i + 1) % n
    return v[:d], v[d], None
