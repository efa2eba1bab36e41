"""Stochastic subgradient descent on the hinge loss.

    sgd         the step, and the runs with and without a kernel
    schedule    the points of each step, the average of the iterates, and when the objective is recorded
"""
