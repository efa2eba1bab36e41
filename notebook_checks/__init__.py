"""What a problem set's notebook checks its own answers with; it needs the standard library and numpy.

    answer_format   takes what an answer returns as numbers and lists, or says in a sentence why it can't
    selfcheck       runs the visible tests of the notebook that is open, and shows which parts pass
    practice        judges the answers claim by claim on fresh data, for a set that is open for practice
    judges          finds the packages that judge them

It is a distribution of its own, notebook-checks, because a library about margins knows nothing of notebooks.
"""

__version__ = "0.1.0"
