"""The scripts behind the longer make targets, and what they share with tests and benchmarks."""
