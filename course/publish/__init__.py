"""`course publish`: put what may be public into one folder.

    publish        gathers book, problem sets and wheels, and refuses what may not be public
    site_folder    puts that under its term, beside the books of earlier terms

publish -> site_folder: a folder with everything of one term.
"""
