"""Algorithms that correct one mistake at a time, in their plain form.

Each returns the vector it ends with and the order of its updates, as indices of points. Where the book says "choose
one", these take the next one in the order of the points, going round: the order of `pick="next"` in the library. A
`budget` ends the run after that many updates; without one, points that can't be separated keep it going forever.

    Z    signed points y x, one per row
    A    lifted signed points y (x, 1), each divided by its largest entry

>>> X, y = np.array([[2.0, 1.0], [-1.0, 1.0], [-1.0, 2.0]]), np.array([1, -1, 1])
>>> perceptron(X, y)
(array([3., 2.]), [0, 2, 1, 1, 2, 1])
"""

import numpy as np


def perceptron(X, y, budget=np.inf):
    """Add misclassified signed points to w until none is left.

    >>> perceptron(np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([1, -1]))
    (array([ 1., -1.]), [0, 1])

    Book: {prf:ref}`alg-perceptron`
    """
    Z = y[:, None] * X
    w = np.zeros(X.shape[1])
    order = []
    while (wrong := Z @ w <= 0).any() and len(order) < budget:
        i = _next(wrong, order)
        w = w + Z[i]
        order.append(i)
    return w, order


def margin_perceptron(X, y, guess, budget=np.inf):
    """Add violations to w, points on the wrong side or closer than guess / 2, until none is left.

    >>> margin_perceptron(np.array([[3.0, 1.0], [1.0, -4.0]]), np.array([1, -1]), guess=2.6)
    (array([2., 5.]), [0, 1])

    Book: {prf:ref}`alg-margin-perceptron`
    """
    Z = y[:, None] * X
    w = np.zeros(X.shape[1])
    order = []
    while (violations := _violations(Z, w, guess)).any() and len(order) < budget:
        i = _next(violations, order)
        w = w + Z[i]
        order.append(i)
    return w, order


def incremental_margin_perceptron(X, y):
    """Halve the guess, from R on, until a run of the margin perceptron stays within its budget.

    The orders of updates are those of all runs, one after the other.

    >>> w, orders = incremental_margin_perceptron(np.array([[4.0, 1], [-2, 2], [1, -3]]), np.array([1, 1, -1]))
    >>> w, [len(order) for order in orders]
    (array([2., 8.]), [12, 5])

    Book: {prf:ref}`alg-incremental`
    """
    Z = y[:, None] * X
    R = guess = np.linalg.norm(Z, axis=1).max()
    orders = []
    while True:
        w, order = margin_perceptron(X, y, guess, budget=12 * (R / guess) ** 2)
        orders.append(order)
        if not _violations(Z, w, guess).any():
            return w, orders
        guess = guess / 2


def kernel_perceptron(K, y, budget=np.inf):
    """Count updates until no point is misclassified, from the Gram matrix K alone.

    >>> K = np.array([[4, 0, 0, 4], [0, 4, 4, 0], [0, 4, 4, 0], [4, 0, 0, 4]])  # (x.x')^2 on the exclusive or
    >>> kernel_perceptron(K, np.array([1, -1, -1, 1]))
    (array([1, 1, 0, 0]), [0, 1])

    Book: {prf:ref}`alg-kernel-perceptron`
    """
    alpha = np.zeros(len(y), dtype=int)
    order = []
    while (wrong := y * (K @ (alpha * y)) <= 0).any() and len(order) < budget:
        i = _next(wrong, order)
        alpha[i] += 1
        order.append(i)
    return alpha, order


def winnow(A, epsilon, budget=np.inf):
    """Multiply the weights of the experts until w.a > 0 for each lifted signed point a, scaled to a largest entry of 1.

    >>> from margin_lib import lift
    >>> winnow(lift([[3.0, 1.0], [1.0, 3.0], [-2.0, -2.0]], [1, 1, -1], normalize="linf"), epsilon=0.5)
    (array([0.16666667, 0.05555556, 0.05555556]), [0])

    Book: {prf:ref}`alg-winnow`
    """
    pro = con = np.ones(A.shape[1])  # the two experts of each feature
    w = np.zeros(A.shape[1])
    order = []
    while (wrong := A @ w <= 0).any() and len(order) < budget:
        i = _next(wrong, order)
        pro, con = pro * (1 + epsilon * A[i]), con * (1 - epsilon * A[i])
        w = (pro - con) / (pro + con).sum()
        order.append(i)
    return w, order


def winnow_search(A):
    """Halve epsilon, from 1/2 on, until a run of Winnow stays within its budget.

    The orders of updates are those of all runs, one after the other.

    >>> from margin_lib import lift
    >>> winnow_search(lift([[3.0, 1.0], [1.0, 3.0], [-2.0, -2.0]], [1, 1, -1], normalize="linf"))
    (array([0.16666667, 0.05555556, 0.05555556]), [[0]])

    Book: {prf:ref}`alg-winnow-search`
    """
    experts = 2 * A.shape[1]
    epsilon = 0.5
    orders = []
    while True:
        w, order = winnow(A, epsilon, budget=int(2 * np.log(experts) / epsilon**2))
        orders.append(order)
        if (A @ w > 0).all():
            return w, orders
        epsilon = epsilon / 2


def _next(wrong, order):
    """Return the first point to correct after the last one corrected, going round."""
    last = order[-1] if order else -1
    candidates = np.flatnonzero(wrong)
    return int(next((i for i in candidates if i > last), candidates[0]))


def _violations(Z, w, guess):
    """Return for each point whether it is on the wrong side, on the plane, or closer to it than guess / 2."""
    return (Z @ w <= 0) | (Z @ w < guess / 2 * np.linalg.norm(w))
