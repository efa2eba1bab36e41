"""Algorithms that correct one mistake at a time, and what a run of them leaves behind.

    perceptron, margin_perceptron, winnow    the algorithms; their plain forms are in textbook.perceptrons
    which_next                               which mistake is corrected next, on which the speed of a run depends
    runs                                     the plane, and every correction that led to it, for the checks to replay
"""
