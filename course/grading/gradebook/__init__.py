"""Record results as grades in nbgrader's gradebook: results -> record -> part_grades -> `state.py`.

    record             a class, a batch of students in each transaction
    deciding_result    which attempt's result counts
    assignment         a problem set as rows of nbgrader's tables
    write_rows         a student's result as rows of these tables
    graded_notebook    the notebook that the formgrader opens
    part_grades        the grade of each part, by the tests and by hand
    group_marks        the same grade by hand for all who share a file
    database           SQLite or PostgreSQL, with a ledger of ours
    dump               all rows as lines of JSON, for a backup
"""
