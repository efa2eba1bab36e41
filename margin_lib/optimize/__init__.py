"""Solvers of programs, which know nothing of margins.

    interior_point       the quadratic program of the support vector machine, by a primal-dual method
    linear_program       a linear program, by the same method: the best margin of a plane whose weights sum to 1
    quadratic_program    any quadratic program of modest size, dense
    cvxpy_solver         the same for CVXPY in the browser, where its own solvers are missing
"""
