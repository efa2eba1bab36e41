"""What answers are compared by: fingerprints of code that do not change with names and layout.

    lexing          code as tokens: how it works, not how it looks
    winnowing       fingerprints of tokens
    known           code that anybody may have: given, in the book, in the library
    side_by_side    two texts, with the lines that are alike
"""
