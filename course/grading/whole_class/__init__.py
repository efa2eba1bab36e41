"""Grading a class: submissions -> workers, here or on a cluster -> results.

    workers       chooses how many workers there are and how they isolate students' code, and says so
    grade_many    hands submissions out to the workers, and writes each result into its file
"""
