"""The instructor's command line, `course`. It is used from the repository and is no part of the margin-lib wheel."""
