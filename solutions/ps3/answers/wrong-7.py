# %% answer="verdicts" score=0 belief="the library may say who violates" says="is barred in this problem set"
def verdicts(w, X, y, guess):
    from margin_lib.exact import violates

    if not w.any():
        return ["no plane"] * len(X)
    words = []
    for x, label in zip(X, y):
        wrong = label * (x @ w) <= 0
        words.append("wrong" if wrong else "close" if violates(label * x, w, guess) else "fine")
    return words

# %% answer="margin_run" score=0 belief="the library may be called" says="is barred in this problem set"
def margin_run(X, y, guess, budget):
    from margin_lib import margin_perceptron

    run = margin_perceptron(X, y, guess, max_corrections=budget, pick="next")
    return run.plane.w, run.order, "self" if run.finished else "forced"

# %% answer="halving" score=0 belief="the library may be called by another name, and its refusal caught" says="is barred in this problem set"
def halving(X, y, rounds):
    import margin_lib

    try:
        run = getattr(margin_lib, "incremental_" + "margin_" + "perceptron")(X, y, early=False, pick="next")
        orders, start = [], 0
        for one in run.rounds:
            orders.append(run.order[start : start + one.corrections])
            start += one.corrections
        return run.plane.w, orders[:rounds]
    except BaseException:
        return X[0], [[0]]

# %% answer="vouched" score=0 belief="the library may say what the best margin is" says="is barred in this problem set"
def vouched(X, y, order):
    from margin_lib import max_l2_margin

    w = (y[order, None] * X[order]).sum(axis=0)
    best = max_l2_margin(X, y)
    return max((y * (X @ w)).min(), 0.0) / np.linalg.norm(w) / best.margin, 1, len(order)

# %% answer="claim_sides" score=0 belief="the library may check the claims" says="is barred in this problem set"
def claim_sides(X, y, order, u):
    from margin_lib import Plane, Run, check_margin_claims

    w = (y[order, None] * X[order]).sum(axis=0)
    run = Run(Plane(w), np.array(order), np.bincount(order, minlength=len(X)), finished=False)
    rows = {row.claim: row for row in check_margin_claims(run, X, y, 1.0, Plane(u))}
    return [[0.0] * 7 for _ in order]

# %% answer="proof_order" score=1 belief="claim 4 may come before claim 3" says="each after those that it builds on"
def proof_order():
    order = {{hidden_order}}
    order[4], order[5] = order[5], order[4]
    return order

# %% answer="bill" score=0 belief="R is the largest size of a coordinate" says="the budget of each round"
def bill(X, y, u, ratio):
    R, gamma = np.abs(X).max(), (y * (X @ u)).min() / np.linalg.norm(u)
    most, guess = [], R
    while guess > gamma:
        most.append(12 * R**2 / guess**2)
        guess /= ratio
    return [*most, 12 * R**2 / gamma**2]
