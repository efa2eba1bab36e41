"""`course publish`: what may be public, in one folder.

    publish        gathers book, problem sets and wheels, and refuses where something in them may not be public
    site_folder    puts a book under its term, beside the books of earlier terms
"""
