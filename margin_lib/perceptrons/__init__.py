"""Algorithms that correct one mistake at a time, and the record of a run.

    perceptron, margin_perceptron, winnow    the algorithms; their plain forms are in textbook.perceptrons
    which_next                               which mistake is corrected next, which determines the speed of a run
    runs                                     the plane, and every update that led to it, for the checks to replay

Signed points -> which_next names a mistake -> the algorithm corrects it, and so on -> a run.
"""
