"""Data sets whose best plane is known, or known not to exist; shapes for kernels; two real sets.

Each function returns `Data(X, y, best)`. `best` is the plane with the largest margin, or None where no plane separates
the points or the best one is not known in advance. The same arguments and seed give the same points, unless another
version of numpy changes the streams of `numpy.random.Generator`.

    separable               a given margin and radius, to 1e-12             best known
    inseparable             a few labels flipped, proof included            no plane
    outlier                 one point spoils a wide margin                  best known, or no plane
    xor, moons, circles     two classes that need a curve                   no plane
    slow_for_perceptron     exactly R^2 / gamma^2 updates, any order    best known
    slow_in_two_dimensions  about R^2 / (2 gamma^2), in the order given     best known
    penguins, breast_cancer measured, not made                              best left to you

    generated    random points around a plane, and `Data`
    worst_case   sets that take the perceptron as long as possible
    shapes       two classes that need a kernel
    real         the measured sets, from margin_lib/data

A size and a seed, or a file of `data` -> points and labels -> any algorithm of the library.

>>> X, y, best = separable(n=100, d=3, gamma=0.1)
>>> round(best.margin(X, y), 12)
0.1
"""

from .generated import Data, inseparable, outlier, separable
from .real import breast_cancer, feature_names, penguins
from .shapes import circles, moons, xor
from .worst_case import slow_for_perceptron, slow_in_two_dimensions

__all__ = [
    "Data", "breast_cancer", "circles", "feature_names", "inseparable", "moons", "outlier", "penguins", "separable",
    "slow_for_perceptron", "slow_in_two_dimensions", "xor",
]
