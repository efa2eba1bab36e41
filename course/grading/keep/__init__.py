"""Keep a term, and forget a student.

    backup    a whole term in one verified file, and back again; the gradebook's rows by `gradebook/dump.py`
    forget    everything there is about a student, listed and then removed
"""
