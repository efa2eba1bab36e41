"""Stands in for the compiled package qdldl, which CVXPY imports: its one use is to factor the matrix of a quad_form.

It declines, as qdldl itself does for a matrix that it cannot factor, and CVXPY goes its dense way.
"""


class Solver:
    """Would factor a sparse matrix."""

    def __init__(self, matrix: object, upper: bool = False) -> None:
        raise RuntimeError("sparse matrices are not factored here")
