"""Hostile hand-ins, one after the other through the same sandboxes: each is contained, and the next one unharmed."""

import json
import re

import pytest
from hostile import probes
from hostile.case import Case, Right
from hostile.catalogue import CASES

from course.grading.run.grade_one import Grader, Submission
from course.grading.sandbox.inside.isolation import Isolation
from course.grading.sandbox.job import Limits
from course.sets import release

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]

SECRET = "SECRET-of-the-tests-7c1d02"
LIMITS = Limits(cell_seconds=2.0, cpu_seconds=6, memory_mb=1024, idle_seconds=1.5, check_seconds=5.0)
HONEST = Case(
    "honest",
    "does the work",
    own="""
import builtins, random
print("HONEST-STUDENT", sorted(os.listdir("/tmp")), os.listdir("/tmp/desk"), os.listdir("/tmp/own"))
print(hasattr(builtins, "left"), hasattr(np, "left"), sorted(os.environ), sys.path, np.geterr(), sorted(vars(np))[:5])
print(np.random.random(), random.random(), np.array_equal([1], [2]))
print("seen to the end")
""",
)
LARGEST = 26 << 20  # of all outputs of a result
LONGEST_TEXTS = 200_000  # characters that are made into HTML for a person


@pytest.fixture(scope="module", autouse=True)
def key():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COURSE_KEY", SECRET)
        yield


@pytest.fixture(scope="module")
def sources():
    return {source.name: source for source in release.sources()}


@pytest.fixture(scope="module")
def listener():
    listening = probes.Listener()
    yield listening
    listening.close()


# What a browser would obey.
ACTIVE = re.compile(r"<[a-z/!?]|\]\(\s*javascript:|\\(href|style|bbox|mmltoken)(?![a-z])", re.IGNORECASE)
SAMPLE = ("fork-bomb", "network", "reads-the-course", "exits-in-answers", "leaves-a-trace", "barred-import", "patched")


class Class:
    """A problem set, its sandboxes, and what an honest hand-in gives before anything hostile came."""

    def __init__(self, source, isolation=Isolation.WARM):
        self.right = Right(source)
        self.grader = Grader(self.right.problem_set, SECRET, isolation, LIMITS)
        self.before = self.honest()
        self.sandboxes = self.grader.sandboxes
        self.processes = probes.steady()

    def grade(self, case, port=0):
        content = json.dumps(self.right.notebook(case)).replace("PORT = 0", f"PORT = {port}").encode()
        return self.grader.grade(Submission(case.set, case.name, 1, None, "key", "grader", content))

    def honest(self):
        found = self.grade(HONEST)
        assert found.state == "graded", found.why
        assert "seen to the end" in shown(found), shown(found)
        return found.score, found.why, found.cells, found.notebook


@pytest.fixture(scope="module")
def classes(sources):
    """Return the class of a set; one is open at a time."""
    opened = {}

    def get(name):
        if name not in opened:
            while opened:
                opened.popitem()[1].grader.close()
            opened[name] = Class(sources[name])
        return opened[name]

    yield get
    for one in opened.values():
        one.grader.close()


def ordered():
    """Return the cases, those of a set together; what is not mended yet is expected to fail."""
    return [
        pytest.param(case, id=case.name, marks=[pytest.mark.xfail(reason=case.open)] if case.open else [])
        for case in sorted(CASES.values(), key=lambda case: ("ps2", "ps5", "ps1", "ps3", "ps4", "ps6").index(case.set))
    ]


@pytest.mark.parametrize("case", ordered())
def test_a_hostile_hand_in_is_contained_and_the_next_is_unharmed(case, classes, listener):
    check(case, classes(case.set), listener)


def check(case, group, listener):
    """Grade a hostile hand-in and an honest one after it, and see that nothing came of the first."""
    found = group.grade(case, listener.port)
    assert found.state == "graded", found.why
    assert not found.broken, "a limit on what it did should have ended it, not the one on the whole submission's time"
    due = {name: cell.points for name, cell in found.cells.items()}
    due |= {f"test-{name}": points for name, points in case.scores.items()}
    scores = {name: cell.score for name, cell in found.cells.items()}
    if case.certain:
        assert scores == due, (found.why, found.cells, shown(found))
    assert all(scores[name] <= points for name, points in due.items())
    check_what_it_shows(case, found)
    check_notebook(found, group.right)
    assert found.memory_mb <= LIMITS.memory_mb + 200
    assert listener.count == 0
    assert probes.left_behind() == []
    assert group.grader.sandboxes is group.sandboxes, "a process of the grader's went down"
    assert group.honest() == group.before
    assert probes.settled(group.processes), "processes were left"


def test_a_sample_is_contained_where_each_process_has_a_sandbox_from_scratch(sources, listener):
    group = Class(sources["ps2"], Isolation.COLD)
    try:
        for name in SAMPLE:
            check(CASES[name], group, listener)
    finally:
        group.grader.close()


def check_what_it_shows(case, found):
    text = shown(found)
    assert [part for part in case.shows if part not in text] == [], text[:5000]
    assert [part for part in (*case.hides, SECRET, "canary-") if part in text] == [], text[:5000]
    assert case.ended in (found.why or ""), found.why
    lines = "\n".join(line for cell in found.cells.values() for line in cell.lines)
    assert all(part in lines for part in case.lines), lines
    assert not any(part in lines for part in case.unsaid), lines
    stops = {name.removeprefix("test-"): stop["message"] for name, stop in found.example.items()}
    assert {name: stops.get(name) for name in case.stops} == case.stops
    hints = {name: " ".join(found.hints.get(f"test-{name}", ())) for name in case.hints}
    assert [name for name, said in case.hints.items() if said not in hints[name]] == [], hints
    told = json.dumps([found.example, found.hints])
    assert [part for part in (*case.hides, SECRET, "canary-") if part in told] == []
    assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", text + lines)


def check_notebook(found, right):
    """See that all but text is the instructor's, and that no output can do anything."""
    assert sum(len(json.dumps(cell.get("outputs", []))) for cell in found.notebook["cells"]) < LARGEST
    metadata = {cell["id"]: cell["metadata"] for cell in right.problem_set.notebook["cells"]}
    own = [cell for cell in found.notebook["cells"] if cell["id"].startswith(("written-", "own-"))]
    assert sum(len(cell["source"]) for cell in own if cell["cell_type"] == "markdown") < LONGEST_TEXTS
    assert [cell["id"] for cell in found.notebook["cells"] if cell["id"] in metadata] == list(metadata)
    for cell in found.notebook["cells"]:
        assert cell["metadata"] == metadata.get(cell["id"], {})
        assert not cell.get("attachments")
        students = cell["cell_type"] != "code" and cell["id"].startswith(("written-", "own-"))
        assert not (students and ACTIVE.search(cell["source"])), cell["source"]
        for output in cell.get("outputs", []):
            assert set(output.get("data", {})) <= {"text/plain", "image/png"}
            assert output["output_type"] in ("stream", "display_data", "execute_result", "error")


def shown(found):
    """Return all that the student's cells show."""
    parts = []
    for cell in found.notebook["cells"]:
        for output in cell.get("outputs", []) if not cell["id"].startswith("test-") else []:
            parts += [output.get("text", ""), *map(str, output.get("data", {}).values())]
            parts += [output.get("ename", ""), output.get("evalue", ""), *output.get("traceback", [])]
    return "\n".join(parts)
