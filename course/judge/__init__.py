"""What hidden tests judge with: claims and their points, answers taken over strictly, data that nobody can foresee.

A hidden test never compares an answer with one implementation's. It checks what the answer claims.
"""

from course.judge.answers import Unfit, matrix, number, numbers, pairs, truth, vector, whole, wholes
from course.judge.marks import Marks
from course.judge.proof_order import arranged, complete

__all__ = [
    "Marks", "Unfit", "arranged", "complete", "matrix", "number", "numbers", "pairs", "truth", "vector", "whole",
    "wholes",
]
