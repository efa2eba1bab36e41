"""One submission: from the bytes of a notebook to what its tests found.

    grade_one        goes through one submission and returns its result
    test_runner      runs the test cells in a sandbox of their own; a student's function is called across the pipe
    safe_messages    what is said of a call that gave no value: our sentences only
    safe_outputs     which of a student's outputs a browser may show
    example_run      the line where a student's code stops, from a run without hidden data
"""
