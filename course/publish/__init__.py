"""`course publish`: put what may be public into one folder.

    publish        gathers book, problem sets and wheels, and refuses what may not be public
    take_away      adds the PDF and the EPUB, and links to them
    site_folder    puts that under its term, beside the books of earlier terms
    open_edition   does all of it in a copy of the course, for readers without a class

publish -> take_away -> site_folder: a folder with everything of one term.
"""
