"""Replace the compiled package qdldl, with which CVXPY factors the matrix of a quad_form.

It always fails, as qdldl does for a matrix that it cannot factor; CVXPY then uses dense matrices.
"""


class Solver:
    """Would factor a sparse matrix; always fails."""

    def __init__(self, matrix: object, upper: bool = False) -> None:
        raise RuntimeError("sparse matrices are not factored here")
