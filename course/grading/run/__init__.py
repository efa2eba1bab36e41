"""One submission: from the bytes of a notebook to what its tests found.

    grade_one        grades a submission: notebook -> job -> result
    runner           does a job in a sandbox of its own, and sends back the result
    cells            runs the cells of the notebook in order, and scores the tests
    stand_ins        what the tests call in place of a student's functions: each asks the student's process
    student_process  sends requests to the student's process, watches it, ends it, starts the next
    safe_messages    what feedback says of a call that returned no value: our own sentences only
    safe_outputs     the parts of a student's outputs that a browser may show
    example_run      the line where a student's code stops, from a run without hidden data
    hinted           the hint that fits an answer, from calls without hidden data
"""
