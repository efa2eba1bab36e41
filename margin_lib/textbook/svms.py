"""Support vector machines in their plain form: the steps by which the library solves them, on dense matrices.

Each returns (w, b, alpha) or, for a kernel, (alpha, b). Without C the margin is hard, and the points must be separable.

    alpha    multipliers, one a point: w = sum alpha_i y_i x_i
    u        what is solved for: (w, b), followed by the slacks where C is finite
    s        surplus G u - h

>>> X, y = np.array([[1.0, 1.0], [-1.0, 1.0], [3.0, 0.0]]), np.array([1.0, -1.0, 1.0])
>>> w, b, alpha = crossover(X, y, *maximum_margin(X, y))
>>> w.round(9) + 0, alpha.round(9)
(array([1., 0.]), array([0.5, 0.5, 0. ]))
"""

import numpy as np


def interior_point(P, q, G, h, accuracy=1e-10):
    """Minimize u.Pu / 2 + q.u where G u >= h; return u and the multipliers alpha.

    Newton's steps are for P u + q = G^T alpha, G u - s = h and s alpha = mu, with mu falling to 0.

    >>> u, alpha = interior_point(np.eye(2), np.zeros(2), np.array([[1.0, 1.0]]), np.array([2.0]))
    >>> u.round(6), alpha.round(6)
    (array([1., 1.]), array([1.]))

    Book: {prf:ref}`alg-interior-point`
    """
    u = np.zeros(len(q))
    s = alpha = np.full(len(h), 1 + np.abs(q).max())  # well inside

    def newton(change):
        """Return the step that changes the products s alpha by this much, and meets the other equations."""
        missed = h + s - G @ u
        du = np.linalg.solve(M, G.T @ (alpha + (change + alpha * missed) / s) - P @ u - q)
        ds = G @ du - missed
        return du, ds, (change - alpha * ds) / s

    def room(ds, dalpha):
        """Return how much of the step can be made before an entry of s or alpha reaches 0."""
        return 1 / max(1, (-ds / s).max(), (-dalpha / alpha).max())

    for _ in range(100):
        if s @ alpha <= accuracy * (1 + u @ P @ u) and np.abs(G @ u - s - h).max() <= accuracy:
            break
        M = P + (G.T * (alpha / s)) @ G
        M += 1e-15 * np.diag(M.diagonal())  # so that rounding can't make M singular
        _, ds, dalpha = newton(-s * alpha)  # look
        way = room(ds, dalpha)
        left = (s + way * ds) @ (alpha + way * dalpha) / (s @ alpha)
        goal = left**3 * (s @ alpha) / len(s)
        du, ds, dalpha = newton(goal - s * alpha - ds * dalpha)  # step
        way = 0.99 * room(ds, dalpha)
        u, s, alpha = u + way * du, s + way * ds, alpha + way * dalpha
    return u, alpha


def maximum_margin(X, y, C=np.inf):
    """Return (w, b, alpha) of the hard margin, or of the soft one where C is finite, from an interior point.

    The points are first centered around 0 and scaled to size 1, where floats are most accurate.

    >>> w, b, alpha = maximum_margin(np.array([[2.0], [-2.0]]), np.array([1.0, -1.0]))
    >>> w.round(6), round(b, 6) + 0.0, alpha.round(6)
    (array([0.5]), 0.0, array([0.125, 0.125]))

    Book: {prf:ref}`def-soft-margin`
    """
    n, d = X.shape
    centre = X.mean(axis=0)
    size = np.abs(X - centre).max()
    G = y[:, None] * np.column_stack([(X - centre) / size, np.ones(n)])  # G (w, b) = y f(x)
    P, q, h = np.diag(np.append(np.ones(d), 0)), np.zeros(d + 1), np.ones(n)  # b costs nothing
    if np.isfinite(C):  # one more unknown a point, its slack, which is at least 0 and costs C
        G = np.block([[G, np.eye(n)], [np.zeros((n, d + 1)), np.eye(n)]])
        P = np.pad(P, (0, n))
        q, h = np.append(q, np.full(n, C * size**2)), np.append(h, np.zeros(n))
    u, alpha = interior_point(P, q, G, h)
    w = u[:d] / size
    return w, float(u[d] - w @ centre), alpha[:n] / size**2


def working_set(X, y):
    """Return the hard margin of all points, solving for few of them at a time.

    >>> X, y = np.arange(-50.0, 50.0)[:, None], np.repeat([-1.0, 1.0], 50)
    >>> w, b, alpha = working_set(X, y)
    >>> w.round(6), round(b, 6), np.flatnonzero(alpha > 1e-6)
    (array([2.]), 1.0, array([49, 50]))

    Book: {prf:ref}`alg-working-set`
    """
    rows = np.concatenate([np.flatnonzero(y == label)[:10] for label in (1, -1)])
    while True:
        alpha = np.zeros(len(y))
        w, b, alpha[rows] = maximum_margin(X[rows], y[rows])
        margins = y * (X @ w + b)
        inside = np.setdiff1d(np.flatnonzero(margins < 1 - 1e-6), rows)
        if not len(inside):
            return w, b, alpha
        worst = inside[margins[inside].argsort()][:20]
        rows = np.union1d(rows[margins[rows] < 2], worst)


def crossover(X, y, w, b, alpha, C=np.inf):
    """Return multipliers that are exactly 0 or C off the slab's edge, with their plane, or the input if that fails.

    >>> X, y = np.array([[1.0], [-1.0], [3.0]]), np.array([1.0, -1.0, 1.0])
    >>> crossover(X, y, np.array([0.999]), 0.0, np.array([0.499, 0.5, 0.001]))[2].round(9)
    array([0.5, 0.5, 0. ])

    Book: {prf:ref}`alg-crossover`
    """
    given = w, b, alpha
    beyond = y * (X @ w + b) - 1
    bounded = (C - alpha) / alpha.max() < -beyond
    free = ~bounded & (alpha / alpha.max() > np.abs(beyond))
    for _ in range(30):
        rest = np.where(bounded, C, 0.0)
        F, pull = X[free], (rest * y) @ X
        edge = np.pad(F @ F.T, (0, 1), constant_values=1)  # the equations for alpha y of the free points, and b
        edge[-1, -1] = 0
        at = np.append(alpha[free] * y[free], b)
        target = np.append(y[free] - F @ pull, -rest @ y)
        *solved, b = at + np.linalg.lstsq(edge, target - edge @ at, rcond=1e-14)[0]
        alpha = rest
        alpha[free] = solved * y[free]
        w = (alpha * y) @ X
        beyond = y * (X @ w + b) - 1
        low, high = free & (alpha <= 0), free & (alpha >= C)
        wrong = ~free & np.where(bounded, beyond > 1e-9, beyond < -1e-9)
        if not (low | high | wrong).any():
            return (w, float(b), alpha) if np.abs(beyond[free]).max(initial=0) < 1e-6 else given
        free, bounded = (free & ~low & ~high) | wrong, (bounded & ~wrong) | high
    return given


def kernel_svm(K, y, C=np.inf, accuracy=1e-6):
    """Return (alpha, b) from the Gram matrix K: move the two multipliers that gain most, until none do.

    >>> K = np.array([[9.0, 1, 1, 1], [1, 9, 1, 1], [1, 1, 9, 1], [1, 1, 1, 9]])  # (x.x' + 1)^2 on the exclusive or
    >>> alpha, b = kernel_svm(K, np.array([1.0, -1.0, -1.0, 1.0]))
    >>> alpha.round(6), round(b, 6) + 0.0
    (array([0.125, 0.125, 0.125, 0.125]), 0.0)

    Book: {prf:ref}`alg-kernel-svm`
    """
    beta = np.zeros(len(y))  # alpha y, which sum to 0
    low, high = np.minimum(0, C * y), np.maximum(0, C * y)
    F = y.astype(float)  # y - K beta: the b that each point asks for
    while True:
        i = np.where(beta < high, F, -np.inf).argmax()
        j = np.where(beta > low, F, np.inf).argmin()
        if F[i] - F[j] <= accuracy:
            free = (low < beta) & (beta < high)
            return beta * y, float(F[free].mean() if free.any() else (F[i] + F[j]) / 2)
        curvature = max(K[i, i] + K[j, j] - 2 * K[i, j], 1e-12)
        step = min((F[i] - F[j]) / curvature, high[i] - beta[i], beta[j] - low[j])
        beta[i], beta[j] = beta[i] + step, beta[j] - step
        F = F - step * (K[i] - K[j])
