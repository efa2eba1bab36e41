"""`course report psN`: what a class made of a problem set, for its instructor, as one page: TERM/reports/psN.html.

    papers             what the report needs of each student's result
    difficulty         how hard each claim was, and how well it tells strong answers from weak ones
    mistakes           which claims failed with which message
    beliefs            which known wrong answers fail in the same way
    similar_answers    pairs of answers that share rare fingerprints, which similarity/ makes
    pseudonyms         pseudonyms, and names blotted out of what is shown
    sections, pictures, tables, page    how it looks
    write_report       all of it together

No student's code is run here, and it is parsed by one regular expression only.
"""
