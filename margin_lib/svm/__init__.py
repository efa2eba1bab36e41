"""The support vector machine, hard and soft, in the space of the points.

    maximum_margin    hard_margin and soft_margin: centre the data, solve, certify, and say what cannot be separated
    primal_dual       the two programs, their values, and the gap between them
    working_set       which rows are solved for, when there are many; each time by optimize.interior_point
    crossover         from multipliers that are nearly right to those that are exactly right
    kkt               how far a solution is from each of its conditions
"""

from .maximum_margin import Svm, hard_margin, soft_margin

__all__ = ["Svm", "hard_margin", "soft_margin"]
