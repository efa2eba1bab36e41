# %% answer="closest" score=1 belief="margins are equal if np.isclose says so" says="on large margins that differ by little"
def closest(w, b, X, y):
    margins = y * (X @ w + b) / np.linalg.norm(w)
    return margins.min(), np.flatnonzero(np.isclose(margins, margins.min()))

# %% answer="mistakes" score=1 belief="sixty digits are exact" says="so near to the hyperplane that only exact numbers tell"
def mistakes(w, b, X, y):
    from decimal import Decimal, localcontext

    with localcontext() as context:
        context.prec = 60
        w, b = [Decimal(p) / q for p, q in w], Decimal(b[0]) / b[1]
        f = [sum((weight * Decimal(p) / q for weight, (p, q) in zip(w, x)), b) for x in X]
        return [i for i in range(len(X)) if not any(w) or y[i] * f[i] <= Decimal(10) ** -50]

# %% answer="faults" score=1 belief="sixty digits are exact" says="on weights with a tiny fault"
def faults(weights, X, y):
    tiny = Fraction(1, 10**60)
    alpha = [Fraction(*pair) for pair in weights]
    signed = [a * label for a, label in zip(alpha, y)]
    sums = [sum(a * Fraction(*pair) for a, pair in zip(signed, column)) for column in zip(*X)]
    wrong = {
        "negative": min(alpha) < -tiny,
        "sum": abs(sum(alpha) - 1) > tiny,
        "points": max(map(abs, sums)) > tiny,
        "labels": abs(sum(signed)) > tiny,
    }
    return [word for word in wrong if wrong[word]]

# %% answer="unsquashed" score=0 belief="values near 1 are pulled back to 0.99" says="the numbers of w and b"
def unsquashed(X, values):
    Z = np.column_stack([X, np.ones(len(X))])
    s = np.clip(values, -0.99, 0.99)
    return np.linalg.lstsq(Z, 2 * np.arctanh(s), rcond=None)[0]
