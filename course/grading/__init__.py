"""How a class is graded, from a pile of files to grades that can be trusted.

    files --collect--> attempts --grade--> results --record--> gradebook --> feedback, export, report

    TERM/term.toml                          the class: roster, due dates, extensions, excused work, groups, rules
    TERM/attempts/psN/STUDENT/0001/         one hand-in: the file as it came, and attempt.json; never changed again
    TERM/hints/psN.json                     small examples for hints; only their inputs reach a student's process
    TERM/quarantine/psN/                    what cannot be graded or is nobody's, each with its reason
    TERM/results/psN/STUDENT/KEY.json       what grading found; KEY is the hash of the file, problem set and grader
    TERM/gradebook.db                       nbgrader's gradebook, written in `course.grading.gradebook` alone
    TERM/autograded/STUDENT/psN/psN.ipynb   the graded notebook, for nbgrader's formgrader
    TERM/feedback/STUDENT/psN/              what a student gets back

Everything after `attempts` can be made again from it. Files are written atomically; a result that exists is replaced
only by `course grade --again`, if the grader had failed.

What comes from a student is bytes until `course.grading.notebook.parse` has taken it apart, and is run only in
the sandboxes of `course.grading.sandbox.sandboxes`.
"""
