"""The commands of `course`, a module each: its help, its arguments and what it prints. The work is done elsewhere.

`shared/` has what several commands need. A module imports at its top only what its arguments need, and the rest inside
the command, so that `course --help` stays fast.
"""
