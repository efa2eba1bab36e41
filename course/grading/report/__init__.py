"""`course report psN`: what a class made of a problem set, for its instructor, as one page: TERM/reports/psN.html.

    papers              what the report needs to know of each student's result, and no more
    difficulty          how hard each claim was, and how well it tells strong answers from weak ones
    mistakes            which claims failed with which message
    beliefs             which known wrong answers fail in the same way
    similarity/         answers that are alike, and their code side by side
    pseudonyms          what students are called, and names taken out of what is shown
    page, pictures      the page, by `report.html.j2` and a template for each of its sections
    write_report        all of it together

Nothing of a student is run here, and nothing is parsed but by one regular expression.
"""
