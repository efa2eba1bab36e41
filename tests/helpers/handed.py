"""Notebooks as students hand them in, made from the corpus of answers."""

import json
import os
from pathlib import Path

from course import settings
from course.sets import notebooks, release
from course.sets.testing import corpus
from course.sets.variant import values

ROOT = Path(__file__).resolve().parents[2]
TERM = settings.here().term
SOURCES = {source.name: source for source in release.sources(ROOT)}


def submissions(name):
    """The corpus of a set, by name."""
    return {submission.name: submission for submission in corpus.read_all(ROOT / "solutions" / name / corpus.FOLDER)}


def sample(name, some):
    """The submissions of a set whose names are among some; all, where WHOLE_CORPUS is set, as `make bench` does."""
    corpus = submissions(name)
    return {key: corpus[key] for key in corpus if key in some or os.environ.get("WHOLE_CORPUS")}


def notebook(name, submission):
    """The released notebook with a submission's answers in it, as bytes."""
    return corpus.handed_in(SOURCES[name], submission, TERM)


def model(name):
    """The instructor's notebook: the model solution, hidden tests and all, handed in."""
    return json.dumps(notebooks.instructor_notebook(SOURCES[name], values(SOURCES[name], TERM))).encode()
