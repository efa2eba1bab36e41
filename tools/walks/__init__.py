"""Walks through the formal proofs: what was recorded of each, drawn and told for a reader.

    terms.py        terms as Coq prints them, read into trees
    vocabulary.py   what words are drawn as, by proofs/words.toml
    mathml.py       formulas, drawn
    claims.py       facts and goals, drawn: words between formulas
    telling.py      what a sentence does, in plain words
    book_steps.py   the named steps of the book's proofs
    walk.py         all of it together: one walk, as a page shows it
    bundles.py      the files that a page loads
    on_paper.py     walks where nothing moves
    signs.py        signs of mathematics in plain text
    questions.py    what does a step follow from? the questions, and which steps can be made one
    answering.py    Coq's answers: proofs/questions.json

    python -m tools.walks          what `make walks` does
"""
