"""Checks: each theorem of the book as a function that tests its claim on the data at hand, and calls no solver."""
