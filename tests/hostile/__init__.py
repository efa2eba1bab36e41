"""Hostile hand-ins, by what they are after. Each is a right notebook in which something was changed."""
