"""From the bytes of a hand-in to the notebook that is graded.

    file_kinds       what a file is by its bytes
    parse            bytes -> cells: kind, names and text, nothing else
    align            the student's cells -> the instructor's
    rebuild          the instructor's notebook, with the student's text in it
    safe_markdown    the student's prose, so that it does nothing in a browser
"""
