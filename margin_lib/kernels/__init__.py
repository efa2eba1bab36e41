"""Kernels, and the algorithms that use the points only in kernels.

    functions, gram_rows                       k(x, x'), and rows of the Gram matrix, made when they are first needed
    kernel_perceptron, kernel_svm              the algorithms; both return a kernel_machine
    smo, smo_finish, feature_table             how kernel_svm solves: pair by pair, the last digits, few features
    kernel_separation                          whether any plane in feature space separates the points

A kernel and points -> rows of the Gram matrix -> an algorithm -> a kernel machine with f(x).
"""

from .functions import gram, is_psd, linear_kernel, polynomial_features, polynomial_kernel, rbf_kernel

__all__ = ["gram", "is_psd", "linear_kernel", "polynomial_features", "polynomial_kernel", "rbf_kernel"]
