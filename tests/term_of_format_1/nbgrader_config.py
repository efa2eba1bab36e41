"""nbgrader's settings for this term. `course init` wrote it; what can be chosen is in term.toml."""

import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
gradebook = tomllib.loads((HERE / "term.toml").read_text(encoding="utf-8")).get("gradebook", "sqlite:///gradebook.db")
scheme, slashes, file = gradebook.partition(":///")

c = get_config()  # noqa: F821  nbgrader defines it where it reads this file
c.CourseDirectory.root = str(HERE)
c.CourseDirectory.course_id = "maximizing-the-margin"
c.CourseDirectory.db_url = f"{scheme}{slashes}{HERE / file}" if scheme == "sqlite" else gradebook
c.CourseDirectory.source_directory = "source"
c.CourseDirectory.release_directory = "release"
c.CourseDirectory.submitted_directory = "submitted"
c.CourseDirectory.autograded_directory = "autograded"
c.CourseDirectory.feedback_directory = "feedback"
c.ClearSolutions.code_stub = {"python": 'raise NotImplementedError("Replace this line with your code.")'}
