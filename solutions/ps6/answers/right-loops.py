# %% [markdown]
# Plain loops; the soft margin by moving two multipliers at a time, without CVXPY.

# %% answer="gives_way" score=2
def gives_way(w, b, X, y):
    square = sum(entry * entry for entry in w)
    slack, ends = [], []
    for x, label in zip(X, y):
        f = b
        for j in range(len(w)):
            f += w[j] * x[j]
        xi = 1 - label * f
        if xi < 0:
            xi = 0.0
        slack.append(xi)
        ends.append([x[j] + label * xi * w[j] / square for j in range(len(w))])
    return slack, ends

# %% answer="priced_margin" score=3
def priced_margin(X, y, prices):
    n = len(X)
    alpha = [0.0] * n
    w = 0 * X[0]
    for _ in range(200_000):
        # y_i - w.x_i would be b at a free point; move the two that disagree most
        wanted = y - X @ w
        up = [i for i in range(n) if (y[i] > 0 and alpha[i] < prices[i]) or (y[i] < 0 and alpha[i] > 0)]
        down = [i for i in range(n) if (y[i] > 0 and alpha[i] > 0) or (y[i] < 0 and alpha[i] < prices[i])]
        i, j = max(up, key=wanted.__getitem__), min(down, key=wanted.__getitem__)
        if wanted[i] - wanted[j] < 1e-7:
            break
        step = (wanted[i] - wanted[j]) / max((X[i] - X[j]) @ (X[i] - X[j]), 1e-12)
        step = min(step, prices[i] - alpha[i] if y[i] > 0 else alpha[i])
        step = min(step, alpha[j] if y[j] > 0 else prices[j] - alpha[j])
        for k, change in ((i, y[i] * step), (j, -y[j] * step)):
            alpha[k] += change
            alpha[k] = 0.0 if alpha[k] < 1e-12 else float(prices[k]) if alpha[k] > prices[k] - 1e-12 else alpha[k]
        w = w + step * (X[i] - X[j])
    best = None
    for b in y - X @ w:
        slack = [max(0.0, 1 - y[i] * (X[i] @ w + b)) for i in range(n)]
        cost = sum(prices[i] * slack[i] for i in range(n))
        if best is None or cost < best[0]:
            best = (cost, float(b), slack)
    return w.tolist(), best[1], best[2], alpha

# %% answer="loss_table" score=2
def loss_table(z):
    import math

    rows = []
    for value in z.tolist():
        if value > 0:
            logistic = math.log1p(math.exp(-value))
        else:
            logistic = -value + math.log1p(math.exp(value))
        rows.append([1 if value <= 0 else 0, -value if value < 0 else 0, 1 - value if value < 1 else 0, logistic / math.log(2)])
    return rows

# %% answer="value_and_slope" score=2
def value_and_slope(w, b, X, y, prices):
    value, slope_w, slope_b = 0.0, [float(entry) for entry in w], 0.0
    for entry in w:
        value += entry * entry / 2
    for x, label, price in zip(X, y, prices):
        z = label * (sum(p * q for p, q in zip(w, x)) + b)
        if z < 1:
            value += price * (1 - z)
            slope_b -= price * label
            for j in range(len(w)):
                slope_w[j] -= price * label * x[j]
    return value, slope_w, slope_b

# %% answer="converted" score=2
def converted(value, n, given, wanted):
    if given == "book":
        C, half = value, 1
    elif given == "bits":
        C, half = value / 2, 2
    elif given == "lecture":
        C, half = 1 / (2 * value), 2 * value
    elif given == "descent":
        C, half = 1 / (n * value), value
    else:
        C, half = value / (1 - value), 1 - value
    if wanted == "book":
        return C, 1 / half
    if wanted == "bits":
        return 2 * C, 2 / half
    if wanted == "lecture":
        return 1 / (2 * C), 1 / C / half
    if wanted == "descent":
        return 1 / (n * C), 1 / (n * C) / half
    return C / (1 + C), 1 / (1 + C) / half

# %% answer="descended" score=3
def descended(X, y, mu, steps, seed):
    rng = np.random.default_rng(seed)
    d = len(X[0])
    w, average, draws = [0.0] * d, [0.0] * d, []
    for t in range(1, steps + 1):
        average = [average[j] + 2 * t / (steps * (steps + 1)) * w[j] for j in range(d)]
        i = int(rng.integers(len(X)))
        product = y[i] * sum(w[j] * X[i][j] for j in range(d))
        eta = 2 / (mu * (t + 1))
        for j in range(d):
            g = mu * w[j] - (y[i] * X[i][j] if product < 1 else 0)
            w[j] -= eta * g
        draws.append(i)
    return draws, w, average

# %% answer="proof_order" score=2
def proof_order():
    return tuple({{hidden_order}})

# %% answer="checkpoints" score=2
def checkpoints(X, y, mu, at, seed):
    rng = np.random.default_rng(seed)
    n, d = X.shape
    R = max(sum(entry**2 for entry in x) ** 0.5 for x in X)
    w, total, draws, rows = np.zeros(d), np.zeros(d), [], []
    for t in range(1, at[-1] + 1):
        total = total + t * w
        if t in at:
            mean = total / (t * (t + 1) / 2)
            hinges = [max(0.0, 1 - y[i] * float(X[i] @ mean)) for i in range(n)]
            rows.append([mu * float(mean @ mean) / 2 + sum(hinges) / n, 2 * (2 * R) ** 2 / (mu * (t + 1))])
        i = int(rng.integers(n))
        draws.append(i)
        g = mu * w
        if y[i] * (w @ X[i]) < 1:
            g = g - y[i] * X[i]
        w = w - 2 / (mu * (t + 1)) * g
    return draws, rows
