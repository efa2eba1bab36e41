"""`course report psN`: write how a class did on a problem set, for its instructor, to TERM/reports/psN.html.

    papers             what the report needs of each student's result
    difficulty         how hard each claim was, and how well it tells strong answers from weak ones
    mistakes           which claims failed with which message, and which beliefs explain it
    beliefs            how each known wrong answer fails
    similar_answers    pairs of answers that share rare fingerprints, which similarity/ makes
    pseudonyms         pseudonyms, and names redacted from code and messages
    page, pictures     all of it as a page, by `report.html.j2` and a template for each of its sections

papers -> difficulty, mistakes (with beliefs), similar_answers -> page. Students' code is not run here, and only one
regular expression parses it.
"""
