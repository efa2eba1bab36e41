"""From the bytes of a hand-in to the notebook that is graded.

    bytes -> parse -> cells -> align -> cells of the problem set -> rebuild -> notebook

    file_kinds         the kind of a file by its bytes
    parse              the cells of a hand-in: kind, ids and text, nothing else
    align              which cell of the problem set each of them is
    rebuild            the instructor's notebook with the student's text in it
    safe_markdown      the student's markdown without HTML and links
"""
