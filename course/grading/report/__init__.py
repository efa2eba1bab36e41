"""`course report psN`: what a class made of a problem set, for its instructor, as one page: TERM/reports/psN.html.

    papers        what the report needs to know of each student's result, and no more
    items         how hard each claim was, and how well it tells strong answers from weak ones
    misconceptions  which claims failed with which message; beliefs: which known wrong answers fail in the same way
    lexing        code as tokens without names, comments and layout
    winnowing     fingerprints of tokens
    known         the fingerprints of what is given, printed in the book, in the library, or the model solution
    alike         pairs of answers, and of answers and known code, with many rare fingerprints in common
    naming        pseudonyms, and names taken out of what is shown
    pictures, tables, sides, page     how it looks
    writing       all of it together

Nothing of a student is run here, and nothing is parsed but by one regular expression.
"""
