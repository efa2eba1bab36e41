"""Algorithms that correct one mistake at a time, and what a run of them leaves behind.

    perceptron, margin_perceptron, winnow    what starts from zero and adds, or multiplies
    which_next                               which mistake is corrected next: all that makes one run faster than another
    runs                                     the plane, and every correction that led to it, for the checks to replay
"""
