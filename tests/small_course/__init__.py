"""Introduction to graphs: a small course with all that a course may have, on which the tests of the machinery stand.

Its numbers are known to these tests. Those of the real course may change at any time: no test of the machinery notices.
"""

from pathlib import Path

from course.sets import release

ROOT = Path(__file__).resolve().parent
TERM = "2027-spring"
SOURCES = {source.name: source for source in release.sources(ROOT)}
