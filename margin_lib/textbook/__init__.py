"""Each algorithm in its plain form, as in the book: at most forty lines, using only NumPy.

A plain form takes arrays with labels +1 and -1, and checks nothing. Its counterpart in the library, such as
`margin_lib.perceptron` for `textbook.perceptron`, returns the same answer faster and with a certificate.

    perceptrons    one mistake at a time: the perceptron, with a margin, with several guesses, with a kernel; Winnow
    descent        stochastic subgradient descent on the hinge loss, on points and on a Gram matrix
    svms           support vector machines: interior point, working set, crossover; and with a kernel
    programs       the primal and the dual, for CVXPY to solve
"""

from .descent import hinge_sgd, kernel_hinge_sgd
from .perceptrons import (
    incremental_margin_perceptron,
    kernel_perceptron,
    margin_perceptron,
    perceptron,
    winnow,
    winnow_search,
)
from .programs import textbook_dual, textbook_primal
from .svms import crossover, interior_point, kernel_svm, maximum_margin, working_set

__all__ = [
    "crossover", "hinge_sgd", "incremental_margin_perceptron", "interior_point", "kernel_hinge_sgd",
    "kernel_perceptron", "kernel_svm", "margin_perceptron", "maximum_margin", "perceptron", "textbook_dual",
    "textbook_primal", "winnow", "winnow_search", "working_set",
]
