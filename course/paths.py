"""Where the commands are, and where the course is that they work on."""

import os
from pathlib import Path

CODE = Path(__file__).resolve().parent.parent  # the folders course, tools, browser
ROOT = Path(os.environ.get("COURSE_ROOT") or CODE).resolve()  # course.toml, solutions, book, assignments
