"""What hidden tests use: random data -> a call of the answer -> a value in strict form -> claims with points.

    seeds, data    seeds from the instructor's key, and generators of data for the tests
    rules/         calls of the student's function: time limit, barred functions
    answers        what it returned -> plain numbers and arrays, or Unfit
    proof_order    checks proofs whose steps the student put in order
    marks          a test cell's claims, seeds and calls
    claims         a claim and its result, read from a test's code and printed

A hidden test never compares an answer with one implementation's result. It checks what the answer claims.
"""

from course.judge.answers import Unfit, matrix, number, numbers, pairs, truth, vector, whole, wholes
from course.judge.marks import Marks
from course.judge.proof_order import arranged, complete

__all__ = [
    "Marks", "Unfit", "arranged", "complete", "matrix", "number", "numbers", "pairs", "truth", "vector", "whole",
    "wholes",
]
