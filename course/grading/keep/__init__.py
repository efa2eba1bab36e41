"""Keeping a term and letting go of a student: backup and restore, and forget."""
