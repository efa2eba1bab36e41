"""`make house`: how large, how entangled and how clearly named the code is, and which rules it breaks.

    modules     the Python files of this repository, and what each imports
    figures     the size of files and functions, as a table
    rules       what `make lint` refuses: cycles, forbidden arrows, undeclared imports, words with too many meanings
    pictures    the import graph of each part, for ARCHITECTURE.md
"""
