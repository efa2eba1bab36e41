"""Compare code by fingerprints that do not change with names and layout.

    lexing          code as tokens: how it works, not how it looks
    winnowing       fingerprints of tokens
    known           code that any student may have: given, in the book, in the library
    side_by_side    two pieces of code, with the lines that are alike

lexing -> winnowing -> known, side_by_side.
"""
