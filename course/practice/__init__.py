"""Practice: the judge of the hidden tests in a reader's own session, on data that no class gets.

    wheel              makes a set's wheel: its hidden tests, the judge and the rules, what hints need, and no key
    small_inputs       small legal inputs of a function, from the line in the source that says what it takes
    counterexamples    runs the corpus on them, and keeps those on which a known belief shows
    hints_file         what was found, beside a set's source
    inside             what only the wheel has
"""
