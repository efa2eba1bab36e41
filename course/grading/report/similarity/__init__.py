"""Answers that are too alike.

    lexing          code as tokens: how it works, not how it looks
    winnowing       fingerprints of tokens
    known           code that anybody may have: given, in the book, in the library
    alike           pairs that share rare fingerprints
    side_by_side    such a pair, with the lines that are alike
"""
