"""The support vector machine, hard and soft, in the space of the points.

    maximum_margin    hard_margin and soft_margin: centre the data, solve, certify, and say what cannot be separated
    primal_dual       the two programs, their values, and the gap between them
    working_set       the rows to solve for when there are many, each time by optimize.interior_point
    crossover         from nearly optimal multipliers to optimal ones
    kkt               the residual of a solution in each of its conditions

Points and labels -> Program -> working_set -> crossover -> Svm.
"""

from .maximum_margin import Svm, hard_margin, soft_margin

__all__ = ["Svm", "hard_margin", "soft_margin"]
