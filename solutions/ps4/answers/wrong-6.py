# %% answer="payoffs" score=0 belief="the library may be called" says="is barred in this problem set"
def payoffs(X, y):
    from margin_lib import lift

    return lift(X, y, normalize="linf").T

# %% answer="as_mixture" score=0 belief="a mixture need not have the sum 1" says="with sum 1"
def as_mixture(w, b):
    v = np.append(w, b)
    return np.maximum(np.append(v, -v), 0)

# %% answer="both_margins" score=0 belief="the library may be called" says="is barred in this problem set"
def both_margins(X, y, w, b):
    from margin_lib import l2_margin, linf_margin

    plane = Plane(w, b)
    return l2_margin(plane, X, y), linf_margin(plane, X, y)

# %% answer="winnow" score=0 belief="the library may be called" says="is barred in this problem set"
def winnow(table, epsilon, budget):
    from margin_lib import winnow as solve

    run = solve((table[:-1] / table[-1]).T, np.sign(table[-1]), epsilon=epsilon, max_corrections=budget)
    return run.weights, run.order

# %% answer="search" score=0 belief="the library may be called by another name" says="is barred in this problem set"
def search(table, smallest):
    import margin_lib

    try:
        run = getattr(margin_lib, "win" + "now")((table[:-1] / table[-1]).T, np.sign(table[-1]))
        return [(turn.epsilon, run.order[: turn.corrections]) for turn in run.rounds], run.weights
    except BaseException:
        return [(0.5, [0])], np.ones(2 * len(table)) / (2 * len(table))

# %% answer="ceilings" score=0 belief="every mean has the size of the whole run's" says="the smallest so far"
def ceilings(table, order):
    return [abs(table[:, order].mean(axis=1)).max()] * len(order)

# %% answer="proof_order" score=0 belief="every step belongs" says="all steps that belong, no other"
def proof_order():
    return {{letters}}

# %% answer="play_on" score=0 belief="the library may be called by another name" says="is barred in this problem set"
def play_on(X, y, gap):
    import importlib

    N = 2 * X.shape[1] + 2
    try:
        best = importlib.import_module("margin_lib.mar" + "gins").max_linf_margin(X, y)
        v = np.append(best.plane.w, best.plane.b)
        return np.maximum(np.append(v, -v), 0) / abs(v).sum(), best.weights / best.weights.sum()
    except BaseException:
        return np.ones(N) / N, np.ones(len(X)) / len(X)
