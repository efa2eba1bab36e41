"""Practice: the judge of the hidden tests in a reader's own session, on data that no class gets.

    wheel     makes a set's wheel: its hidden tests, the judge and the rules, and no key
    inside    what only the wheel has
"""
