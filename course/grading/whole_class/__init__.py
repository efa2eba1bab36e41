"""Grading a class: by how many workers, and handing submissions out to them, here or on a cluster."""
