"""Where the wheel's files are. It stands in for course.paths, which looks for a repository."""

from pathlib import Path

CODE = ROOT = Path(__file__).resolve().parent
