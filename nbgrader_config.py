"""nbgrader's settings for the whole course: where it finds the problem sets, and what a student sees in a blank."""

from course import settings
from course.sets.markers import STUB

c = get_config()  # noqa: F821  nbgrader defines it where it reads this file

c.CourseDirectory.course_id = settings.here().id
c.CourseDirectory.source_directory = "source"
c.CourseDirectory.release_directory = "assignments"

c.ClearSolutions.code_stub = {"python": STUB}

# A wall clock for a notebook that hangs. It is generous, for a busy machine must not cost a right answer its points.
c.Execute.timeout = 600
