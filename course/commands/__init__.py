"""The commands of `course`, a module each: its help, its arguments and what it prints. The work is done elsewhere.

    options     help that ends with examples, options with several words, options of several commands
    in_term     the term a command works in, and what a shell completes there
    confirm     the question before something that can't be undone, and --yes
    record      the gradebook, brought up to date before it is read
    progress    the line that says how far a command is

A module imports at its top only what its arguments need, and the rest inside the command: `course --help` stays fast.
"""
