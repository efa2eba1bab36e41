"""The problem sets: from one source each to the instructor's notebook and the students'."""
