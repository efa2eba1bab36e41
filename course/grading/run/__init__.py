"""One submission: from the bytes of a notebook to what its tests found.

    grade_one        goes through one submission and returns its result
    runner           does a job, in a sandbox of its own: runs the tests, answers what they found
    cells            runs the cells of the notebook in order, and scores the tests
    stand_ins        what the tests call in place of a student's functions: each asks the student's process
    student_process  asks the student's process across the pipe, watches it, ends it, starts the next
    safe_messages    what is said of a call that gave no value: our sentences only
    safe_outputs     which of a student's outputs a browser may show
    example_run      the line where a student's code stops, from a run without hidden data
"""
