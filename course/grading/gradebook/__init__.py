"""From results to grades in nbgrader's gradebook.

    record             a class, a batch of students at a time, each batch one transaction
    deciding_result    which attempt's result counts
    assignment         a problem set as nbgrader's tables have it
    write_rows         a student's result as rows of these tables
    graded_notebook    the notebook that the formgrader opens
    part_grades        the grade of each part, by the tests and by a person
    group_marks        one mark for all who share a file
    database, dump     SQLite or PostgreSQL, with a ledger of ours; all rows as lines of JSON
"""
