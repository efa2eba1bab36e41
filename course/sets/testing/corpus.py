"""Read the corpus of right and wrong answers that the problem sets' tests are tested with: solutions/psN/answers/*.py.

Each file is one student's notebook: an answer to each function of the set, with the score that it must get.

    # %% [markdown]
    # What this student believes.
    # %% answer="distances" score=3 belief="an edge has one direction" says="the way back"
    def distances(edges, n, start): ...

`says` is part of the message that the student must get; `stock_score` is the score by stock nbgrader where it differs,
and `because` the reason. `belief` is the misconception behind a wrong answer. `lowest` is the least that a wrong answer
may get under another key, where what it gets hangs on the data.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import jupytext

from course.errors import Trouble
from course.sets import notebooks
from course.sets.source import Source
from course.sets.variant import values

FOLDER = "answers"  # beside a set's source
FIELDS = {"answer", "score", "belief", "says", "stock_score", "because", "lowest"}


@dataclass(frozen=True)
class Answer:
    """One answer, and what it must get."""

    cell: str
    code: str
    score: int
    stock_score: int
    lowest: int
    belief: str = ""
    says: str = ""


@dataclass(frozen=True)
class Submission:
    """One notebook of answers."""

    path: Path
    answers: tuple[Answer, ...]

    @property
    def name(self) -> str:
        """The file's name, without its ending."""
        return self.path.stem


def read_answers(path: Path) -> Submission:
    """Read a submission; Trouble where a mark is wrong."""
    return _submission(path, path.read_text(encoding="utf-8"))


@cache
def _submission(path: Path, text: str) -> Submission:
    answers = []
    for cell in jupytext.reads(text, fmt="py:percent").cells:
        marks = {key: value for key, value in cell.metadata.items() if key not in ("lines_to_next_cell", "title")}
        if cell.cell_type == "markdown" or not (marks or cell.source.strip()):
            continue
        if not {"answer", "score"} <= set(marks) <= FIELDS or ("stock_score" in marks) != ("because" in marks):
            raise Trouble(f"{path}: a cell needs answer and score, and may have {sorted(FIELDS)}; it has {marks}.")
        marks = {"stock_score": marks["score"], "lowest": marks["score"], **marks}
        marks.pop("because", None)
        answers.append(Answer(cell=marks.pop("answer"), code=cell.source, **marks))
    return Submission(path, tuple(answers))


def read_all(folder: Path) -> list[Submission]:
    """Read all submissions of a folder, in order."""
    return [read_answers(path) for path in sorted(folder.glob("*.py"))]


def handed_in(source: Source, submission: Submission, term: str) -> bytes:
    """Return the notebook that students of a term get, with a submission's answers in it."""
    drawn = values(source, term)
    made = notebooks.release_notebook(source, drawn)
    where = str(submission.path)
    answers = {f"answer-{one.cell}": notebooks.filled(one.code, drawn, where, source) for one in submission.answers}
    for cell in made.cells:
        cell.source = answers.get(cell.id, cell.source)
    return notebooks.as_text(made).encode()
