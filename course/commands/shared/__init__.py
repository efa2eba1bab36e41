"""What several commands share.

    options     help that ends with examples, options of several commands, the question before what can't be undone
    in_term     the term a command works in, and what a shell completes there
    grading     the attempts graded and their results recorded, before a command reads the gradebook
    progress    the line that says how far a command is
"""
