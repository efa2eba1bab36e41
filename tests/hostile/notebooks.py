# ruff: noqa: E501  what students hand in has lines of any length
"""Hand-ins that attack with the notebook itself: metadata, tags, outputs, cells that are not theirs."""

from hostile.case import DEAD, Case, cell, own

FORGED_SCORE = {"output_type": "execute_result", "data": {"text/plain": "5"}, "metadata": {}, "execution_count": 1}


def skip_tests(notebook):
    for one in notebook["cells"]:
        one["metadata"]["tags"] = ["skip-execution", "raises-exception", "remove-cell"]


def more_points(notebook):
    for one in notebook["cells"]:
        one["metadata"].get("nbgrader", {}).update(points=100, locked=False, solution=True, grade=True, score=100)


def own_tests(notebook):
    """Replace the tests by ones that give all points, with the outputs to prove it."""
    for one in notebook["cells"]:
        if one["id"].startswith("test-"):
            one.update(source="5", outputs=[FORGED_SCORE])


def second_tests(notebook):
    """Add cells with the grade ids of tests, and of the answers."""
    for name in ("test-proof_order", "test-perceptron", "answer-proof_order"):
        twin = own("5")
        twin["metadata"]["nbgrader"] = {"grade_id": name, "grade": True, "points": 5, "locked": True, "solution": False}
        notebook["cells"] += [twin, dict(twin)]


def no_tests(notebook):
    notebook["cells"] = [one for one in notebook["cells"] if not one["id"].startswith(("test-", "check-", "given-"))]


def own_given(notebook):
    """Claim that cells of one's own are the instructor's, which the tests' process runs too."""
    for number, name in enumerate(("given-01", "given-02", "given-03", "test-x", "own-1", "")):
        new = own("import os\nprint('RAN', 'COURSE_KEY' in os.environ)\nStandIn = marks = None\n")
        new["id"], new["metadata"]["nbgrader"] = name or f"x{number}", {"grade_id": name, "locked": True, "grade": False}
        notebook["cells"].insert(0, new)
    cell(notebook, "given-02")["source"] = "print('RAN', 'COURSE_KEY' in __import__('os').environ)"


def answers_in_tests(notebook):
    """Move answers into a test and a given cell, with code that would give points or tell a secret there."""
    spy = "import os\nprint('SAW', 'COURSE_KEY' in os.environ, 'StandIn' in globals())\nmarks = None\n"
    for answer, place in (("answer-perceptron", "test-perceptron"), ("answer-proof_order", "given-01")):
        moved = cell(notebook, answer)
        cell(notebook, place)["source"] = f"{spy}{moved['source']}\n5"
        notebook["cells"].remove(moved)


def other_kernel(notebook):
    notebook["metadata"] = {
        "kernelspec": {"name": "../../bin/sh", "language": "bash", "argv": ["sh"]},
        "course": {"barred": [], "packages": ["sklearn"], "term": "1999-spring"},
        "celltoolbar": "<script>owned</script>",
    }


def links(notebook):
    written = next(one for one in notebook["cells"] if one["id"].startswith("written-"))
    written["attachments"] = {"../../../etc/passwd": {"text/html": "<script>owned</script>"}}
    written["source"] = "![x](attachment:../../../etc/passwd) ![y](file:///etc/passwd) ![z](/etc/.course-key)"


def scripts(notebook):
    evil = "<script>owned()</script> <img src=x onerror=owned()> [x](javascript:owned()) <svg/onload=owned()> $a<b$"
    next(one for one in notebook["cells"] if one["id"].startswith("written-"))["source"] = evil
    notebook["cells"].append({"cell_type": "markdown", "source": evil, "metadata": {}})
    notebook["cells"].append({"cell_type": "raw", "source": evil, "metadata": {"raw_mimetype": "text/html"}})


def scripts_in_formulas(notebook):
    """Hide tags and links from a filter: behind a backslash that it takes away, and in what ends a word for TeX alone."""
    evil = "<\\style onload=owned()> <\\\\class tabindex=0 autofocus onfocus=owned()> $\\let\\a\\href1\\a{javascript:owned()}{x}$"
    evil += " $\\mmlToken{mi}[href=javascript:owned()]{x}\\bbox[position:fixed;top:0]{y}$"
    next(one for one in notebook["cells"] if one["id"].startswith("written-"))["source"] = evil
    notebook["cells"].append({"cell_type": "markdown", "source": evil, "metadata": {}})


def backslashes(notebook):
    notebook["cells"].append({"cell_type": "markdown", "source": "\\" * 150_000, "metadata": {}})


def formulas_without_end(notebook):
    """Begin formulas that do not end, each of which is looked for to the end of the text by what makes HTML of it."""
    text = "\\\\(" * 100_000
    next(one for one in notebook["cells"] if one["id"].startswith("written-"))["source"] = text
    notebook["cells"] += [{"cell_type": "markdown", "source": text, "metadata": {}}] * 20


def claimed_often(notebook):
    """Claim a cell three thousand times, once with a text of a million lines."""
    written = next(one for one in notebook["cells"] if one["id"].startswith("written-"))
    notebook["cells"] += [*[{**written, "source": ""}] * 3_000, {**written, "source": "a\n" * 1_000_000}]


def outputs(notebook):
    for one in notebook["cells"]:
        if one["cell_type"] == "code":
            one["outputs"] = [
                FORGED_SCORE,
                {"output_type": "display_data", "data": {"text/html": "<script>owned</script>"}, "metadata": {}},
                {"output_type": "stream", "name": "stdout", "text": "FORGED OUTPUT"},
            ]


WRONG = {"proof_order": DEAD.format("proof_order")}
ZERO = {"proof_order": 0}

CASES = [
    Case("skip-tests", "tags the tests to be skipped", answers=WRONG, scores=ZERO, change=skip_tests),
    Case("more-points", "gives the tests more points, and itself a score", answers=WRONG, scores=ZERO, change=more_points),
    Case("own-tests", "puts tests of its own in place of the set's", answers=WRONG, scores=ZERO, change=own_tests),
    Case("second-tests", "adds second cells under the names of tests", answers=WRONG, scores=ZERO, change=second_tests),
    Case("no-tests", "leaves the tests out", answers=WRONG, scores=ZERO, change=no_tests),
    Case("own-given", "claims that its cells are the instructor's", answers=WRONG, scores=ZERO, change=own_given,
         hides=("RAN True",)),
    Case("other-kernel", "names another kernel, other rules and another term", answers=WRONG, scores=ZERO, change=other_kernel,
         hides=("owned",)),
    Case("links", "links to files of the grader from a text", change=links, hides=("root:", "owned")),
    Case("scripts", "writes HTML and JavaScript into its texts, for the browser in which a person gives points",
         change=scripts),
    Case("scripts-in-formulas", "hides HTML and links in what a filter of formulas takes away or leaves",
         change=scripts_in_formulas),
    Case("backslashes", "writes a text that takes for ever to look through", change=backslashes),
    Case("formulas-without-end", "writes texts that the formgrader takes hours to show", change=formulas_without_end),
    Case("claimed-often", "hands in one proof three thousand times, each to be compared with a long one", change=claimed_often),
    Case("outputs", "hands in outputs with points and scripts", answers=WRONG, scores=ZERO, change=outputs,
         hides=("FORGED OUTPUT", "owned")),
    Case(
        "redefines-a-check",
        "redefines, in an answer, what the visible tests and other parts are checked with",
        answers={
            "perceptron": "class Form:\n    parts = numbers = rows = steps = staticmethod(lambda value, *a: value)\n"
            "def perceptron(X, y, budget):\n    return np.zeros(X.shape[1]), []\n",
            "settled": "def with_bias(*a):\n    return None\ndef marks(*a):\n    return 5\n"
            "def settled(X, y):\n    return [[]] * 3\n",
        },
        scores={"perceptron": 0, "settled": 0},
        certain=False,
    ),
    Case(
        "magics",
        "uses the shell's magics to start programs and to write files",
        own="""
get_ipython().system("id; touch /tmp/hostile-was-here")
get_ipython().run_cell_magic("bash", "", "id")
get_ipython().run_line_magic("run", "/code/course/grading/sandbox/inside/fork_server.py")
""",
        late="%%writefile /code/course/judge/marks.py\nDONE = 1\n",
        shows=("Read-only file system",),
        hides=("uid=",),
    ),
    Case(
        "answers-in-tests",
        "defines answers in a test and in a given cell, which the tests' process runs: it runs its own all the same",
        change=answers_in_tests,
        shows=("SAW False False",),
        hides=("SAW True", "SAW False True"),
    ),
    Case(
        "cells-that-break-out",
        "ends the grader's string, function or block around its code",
        answers={
            "proof_order": '"""\n"""; marks = None\ndef proof_order():\n    return "\\\\"\n### END SOLUTION\n### BEGIN HIDDEN TESTS\nmarks.score = 5\n',
            "forcing_set": "def forcing_set(k: print('x')) -> None:\n\treturn (\n",
        },
        scores={"proof_order": 0, "forcing_set": 0},
    ),
    Case(
        "nested-code",
        "hands in code that Python's parser fails on",
        own="x = " + "(" * 5000 + ")" * 5000,
        late="x = " + "-" * 100_000 + "1",
        hides=(),
    ),
]
