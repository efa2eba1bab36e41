"""The tests of the hidden tests.

    corpus      right and wrong answers, with the score that each must get
    marking     marks an answer in this process, fast
    mutants     model solutions with one small fault each
    fuzzing     what the model returns, spoiled
"""
