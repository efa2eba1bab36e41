"""Solvers of linear and quadratic programs.

    interior_point       the quadratic program of the support vector machine, by a primal-dual method
    linear_program       a linear program, by the same method: the best margin of a plane whose weights sum to 1
    quadratic_program    any quadratic program of modest size, with sparse matrices
    cvxpy_solver         the same for CVXPY in the browser, where its own solvers are missing
"""
