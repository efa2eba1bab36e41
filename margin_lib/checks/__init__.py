"""Check each theorem of the book on the data at hand, without a solver.

    arguments          the fields of a run or a fit, as the checks need them; a failing row for each that cannot be read
    replay             w after each update, from the points and the order of updates
    perceptron_runs    Novikoff's theorem, the claims on the margin perceptron and on the incremental algorithm
    winnow_runs        the theorem on Winnow
    separators         a separating plane, or a witness that none exists, in exact arithmetic
    svms               optimality of a support vector machine, and the conditions of Karush, Kuhn and Tucker
    report             the rows, each with both sides of an inequality

A run or fit, its points and labels -> arguments -> (runs: replay) -> a check -> report.
"""
