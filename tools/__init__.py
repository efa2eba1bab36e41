"""The scripts behind longer make targets."""
