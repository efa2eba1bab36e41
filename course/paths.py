"""Where the course's tree is, and what lies where in it."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
