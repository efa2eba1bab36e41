# %% [markdown]
# Plain loops, as one would write them after a first course in programming.

# %% answer="mirror" score=2
def mirror(w, b, X):
    square = 0.0
    for entry in w:
        square += entry * entry
    distances, images = [], []
    for x in X:
        f = b
        for j in range(len(w)):
            f += w[j] * x[j]
        distances.append(abs(f) / square**0.5)
        images.append([x[j] - 2 * f * w[j] / square for j in range(len(w))])
    return distances, images

# %% answer="closest" score=2
def closest(w, b, X, y):
    length = sum(entry * entry for entry in w) ** 0.5
    margins = []
    for i in range(len(X)):
        margins.append(y[i] * (sum(w[j] * X[i][j] for j in range(len(w))) + b) / length)
    least = margins[0]
    for margin in margins:
        if margin < least:
            least = margin
    return least, [i for i in range(len(X)) if abs(margins[i] - least) <= 1e-9]

# %% answer="canonical" score=2
def canonical(w, b, X, y):
    least = None
    for i in range(len(X)):
        value = y[i] * (sum(w[j] * X[i][j] for j in range(len(w))) + b)
        if value <= 0:
            return ()
        if least is None or value < least:
            least = value
    normal = [entry / least for entry in w]
    return normal, b / least, 2 / sum(entry * entry for entry in normal) ** 0.5

# %% answer="lifted" score=3
def lifted(w, b, X, y, height):
    A = []
    for i in range(len(X)):
        A.append([y[i] * entry for entry in X[i]] + [y[i] * height])
    u = list(w) + [b / height]
    length = sum(entry * entry for entry in u) ** 0.5
    return A, u, min(sum(p * q for p, q in zip(a, u)) for a in A) / length

# %% answer="mistakes" score=2
def mistakes(w, b, X, y):
    found = []
    no_plane = all(pair[0] == 0 for pair in w)
    for i in range(len(X)):
        f = Fraction(b[0], b[1])
        for j in range(len(w)):
            f += Fraction(w[j][0], w[j][1]) * Fraction(X[i][j][0], X[i][j][1])
        if no_plane or f == 0 or (f > 0) != (y[i] > 0):
            found.append(i)
    return found

# %% answer="faults" score=2
def faults(weights, X, y):
    said = []
    total, balance, sums = Fraction(0), Fraction(0), [Fraction(0)] * len(X[0])
    for i in range(len(weights)):
        weight = Fraction(weights[i][0], weights[i][1])
        if weight < 0 and "negative" not in said:
            said.append("negative")
        total += weight
        balance += weight * y[i]
        for j in range(len(sums)):
            sums[j] += weight * y[i] * Fraction(X[i][j][0], X[i][j][1])
    if total != 1:
        said.append("sum")
    if balance != 0:
        said.append("labels")
    for entry in sums:
        if entry != 0:
            said.append("points")
            break
    return said

# %% answer="proof_order" score=2
def proof_order():
    return {{hidden_order}}

# %% answer="staying" score=2
def staying(w, b, X, y, sizes):
    length = sum(entry * entry for entry in w) ** 0.5
    counts = []
    for size in sizes:
        count = 0
        for i in range(len(X)):
            if y[i] * (sum(w[j] * X[i][j] for j in range(len(w))) + b) / length > size:
                count += 1
        counts.append(count)
    return counts

# %% answer="unsquashed" score=1
def unsquashed(X, values):
    # the normal equations, by elimination
    rows = [([*x, 1.0], np.log((1 + s) / (1 - s))) for x, s in zip(X, values) if -0.99 < s < 0.99]
    size = len(X[0]) + 1
    A = [[sum(z[i] * z[j] for z, _ in rows) for j in range(size)] + [sum(z[i] * f for z, f in rows)] for i in range(size)]
    for i in range(size):
        best = max(range(i, size), key=lambda k: abs(A[k][i]))
        A[i], A[best] = A[best], A[i]
        for k in range(size):
            if k != i:
                factor = A[k][i] / A[i][i]
                A[k] = [p - factor * q for p, q in zip(A[k], A[i])]
    return [A[i][size] / A[i][i] for i in range(size)]
