# %% answer="gives_way" score=1 belief="the move is xi long" says="the place nearest to each point"
def gives_way(w, b, X, y):
    slack = np.maximum(0, 1 - y * (X @ w + b))
    return slack, X + np.outer(y * slack, w) / np.sqrt(w @ w)

# %% answer="priced_margin" score=0 belief="the barred solver may be called" says="is barred"
def priced_margin(X, y, prices):
    from margin_lib import soft_margin

    copies = np.rint(1024 * prices / prices.max()).astype(int)
    rows = np.repeat(np.arange(len(X)), copies)
    svm = soft_margin(X[rows], y[rows], C=prices.max() / 1024)
    alpha = np.bincount(rows, weights=svm.alpha, minlength=len(X))
    return svm.plane.w, svm.plane.b, np.maximum(0, 1 - y * svm.plane.decision(X)), alpha

# %% answer="loss_table" score=0 belief="the library's losses may be called" says="is barred"
def loss_table(z):
    from margin_lib import losses

    return np.column_stack([losses.zero_one(z), losses.perceptron(z), losses.hinge(z), losses.logistic(z, base=2)])

# %% answer="value_and_slope" score=0 belief="the library's subgradient may be called" says="is barred"
def value_and_slope(w, b, X, y, prices):
    from margin_lib import hinge_subgradient

    value, slope_w, slope_b = w @ w / 2, np.array(w), 0.0
    for x, label, price in zip(X, y, prices):
        gw, gb = hinge_subgradient(w, b, [x], [label], 1.0)
        value, slope_w, slope_b = value + price * max(0, 1 - label * (x @ w + b)), slope_w + price * (gw - 2 * w), slope_b + price * gb
    return value, slope_w, slope_b

# %% answer="converted" score=0 belief="the share is the price" says="the parameter with which the other form"
def converted(value, n, given, wanted):
    C = {"book": value, "bits": value / 2, "lecture": 0.5 / value, "descent": 1 / (n * value), "share": value}[given]
    half = {"book": 1, "bits": 2, "lecture": 2 * value, "descent": value, "share": 1}[given]
    times = {"book": 1, "bits": 2, "lecture": 1 / C, "descent": 1 / (n * C), "share": 1}[wanted]
    return {"book": C, "bits": 2 * C, "lecture": 0.5 / C, "descent": 1 / (n * C), "share": C}[wanted], times / half

# %% answer="descended" score=0 belief="the barred descent may be called under another name" says="is barred"
def descended(X, y, mu, steps, seed):
    import importlib

    draws = np.random.default_rng(seed).integers(len(X), size=steps)
    try:
        go = getattr(importlib.import_module("margin_lib.sgd"), "hinge" + "_sgd")
        w = go(X, y, mu * len(X) / 2, steps=steps, batch=1, seed=seed).plane.w
    except BaseException:
        w = np.zeros(X.shape[1])
    return draws, w, w

# %% answer="proof_order" score=1 belief="the letters come in their own order" says="each after those that it builds on"
def proof_order():
    return sorted({{hidden_order}})

# %% answer="checkpoints" score=1 belief="R is the mean length" says="what the theorem allows"
def checkpoints(X, y, mu, at, seed):
    draws, w, rows = np.random.default_rng(seed).integers(len(X), size=at[-1]), np.zeros(X.shape[1]), []
    R, a = np.linalg.norm(X, axis=1).mean(), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        a = a + 2 / (t + 1) * (w - a)
        if t in at:
            rows.append((mu / 2 * a @ a + np.maximum(0, 1 - y * (X @ a)).mean(), 8 * R**2 / (mu * (t + 1))))
        pull = y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0
        w = w - 2 / (mu * (t + 1)) * (mu * w - pull)
    return draws, rows
