"""The algorithms as the book writes them: nothing is in the way, and nothing is fast.

    programs    the primal and the dual of the support vector machine, for CVXPY to solve
"""

from .programs import textbook_dual, textbook_primal

__all__ = ["textbook_dual", "textbook_primal"]
