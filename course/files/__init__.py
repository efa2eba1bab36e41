"""Files and the text in them.

    atomic             writes a file atomically
    scratch            temporary folders, also removed after a process was killed
    spreadsheet        CSV tables in which spreadsheets find no formulas
    text               text from outside, made safe and short enough to print
"""
