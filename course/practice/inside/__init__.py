"""The modules of a practice wheel that are not the grader's.

    session          the package itself: judges the answers of a session, part by part
    hints            after a claim was lost: the smallest example on which an answer is wrong, and a belief that fits
    outcomes         what an answer does with an example, in a form that can be compared
    right_outputs    whether an output is right, where several are
    webassembly      what a browser's Python lacks, for as long as answers are judged
    paths            in place of course.paths: the folder that the wheel was installed in
"""
