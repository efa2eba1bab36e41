"""Stochastic subgradient descent on the hinge loss, in its plain form: a step for each point drawn.

F(w) = mu/2 |w|^2 + mean of max(0, 1 - y w.x), which is the library's objective divided by n, with lam = n mu / 2.

>>> draws = np.random.default_rng(0).integers(2, size=10_000)
>>> hinge_sgd(np.array([[2.0, 0.0], [0.0, 1.0]]), mu=0.5, draws=draws).round(1)
array([0.5, 1. ])
"""

import numpy as np


def hinge_sgd(Z, mu, draws):
    """Return the average of the w before each step, weighted by t; step t sees the signed point Z[draws[t]].

    >>> hinge_sgd(np.array([[2.0, 0.0], [0.0, 1.0]]), mu=0.5, draws=[0, 1, 0]).round(3)
    array([2.   , 0.667])

    Book: {prf:ref}`alg-hinge-sgd`
    """
    w = total = np.zeros(Z.shape[1])
    for t, i in enumerate(draws, 1):
        total = total + t * w
        g = mu * w - Z[i] if w @ Z[i] < 1 else mu * w
        eta = 2 / (mu * (t + 1))
        w = w - eta * g
    return 2 / (t * (t + 1)) * total


def kernel_hinge_sgd(K, y, mu, draws):
    """Return the average of the coefficients beta, f(x) = sum beta_i k(x_i, x), from the Gram matrix K alone.

    >>> kernel_hinge_sgd(np.array([[4.0, 0.0], [0.0, 1.0]]), np.array([1, 1]), mu=0.5, draws=[0, 1, 0]).round(3)
    array([1.   , 0.667])

    Book: {prf:ref}`alg-kernel-sgd`
    """
    beta = total = np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        total = total + t * beta
        q = y[i] * (K[i] @ beta)
        eta = 2 / (mu * (t + 1))
        beta = (1 - eta * mu) * beta
        if q < 1:
            beta[i] += eta * y[i]
    return 2 / (t * (t + 1)) * total
