"""Stochastic subgradient descent on the hinge loss.

    sgd         the step, and the runs with and without a kernel
    schedule    which point comes when, how long a step is, and what is recorded on the way
"""
