"""The instructor's command line, `course`. It is used from the repository and is in no wheel."""
