"""How hard an exercise is, in a quiet line under its title.

    :::{exercise} Prove: the nearest point is the best hyperplane
    :label: ex-separability-nearest
    :level: 2

Each exercise has a level: 1, 2 or 3. The hours of a page in book/chapters.toml count its minutes.
"""

from typing import Any, NamedTuple

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx_exercise.directive import ExerciseDirective  # type: ignore[import-untyped]

log = logging.getLogger(__name__)


class Level(NamedTuple):
    """What a reader is told of it, and how many minutes it counts."""

    words: str
    minutes: int


LEVELS = {
    "1": Level("easy · ten minutes", 10),
    "2": Level("medium · half an hour", 30),
    "3": Level("hard · an hour or more", 60),
}


class LeveledExercise(ExerciseDirective):
    """An exercise with the option `level`."""

    option_spec = ExerciseDirective.option_spec | {"level": lambda given: directives.choice(given, tuple(LEVELS))}

    def run(self) -> list[nodes.Node]:
        """Return the exercise with the line; warn if it has no level."""
        shown: list[Any] = super().run()
        if "level" not in self.options:
            log.warning("an exercise has a level, ':level: 1', 2 or 3", location=self.get_location())
            return shown
        for exercise in shown:
            words = LEVELS[self.options["level"]].words
            exercise.insert(1, nodes.paragraph(words, words, classes=["exercise-level"]))
        return shown


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directive in place of sphinx-exercise's own."""
    app.setup_extension("sphinx_exercise")
    app.add_directive("exercise", LeveledExercise, override=True)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
