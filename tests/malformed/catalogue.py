"""Malformed hand-ins, each made from a right notebook by code, and what must come of it.

A case writes into the folder of one student. It is graded, with the answers that are read as the student wrote them, or
it is put into quarantine for a reason. `due(case, points)` is the score that it must get.
"""

import copy
import io
import json
import os
import stat
import struct
import unicodedata
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

from course.grading.notebook.align import FILLED_IN, Form, fitted, same
from course.grading.notebook.parse import parse_notebook
from course.sets import notebooks
from course.sets.testing import marking

SET = "ps2"
ALL = "all"


@dataclass(frozen=True)
class Case:
    """A hand-in, and what must come of it."""

    name: str
    make: Callable  # (Right, the student's folder)
    read: object = ALL  # the answers that are read as in the right notebook; None: nothing is graded
    says: tuple[str, ...] = ()  # parts of the repairs that are said, each; without any, none may be said
    reason: str = ""  # a part of the reason, for what lies in quarantine
    attempts: int = 1
    moved: bool = False  # the answers are in other cells than the set's
    student: str = ""  # the id, where it matters; else the case's name
    folder: str = ""  # the folder's name on the disk, where it differs from the id

    @property
    def id(self):
        return self.student or self.name


CASES = []


def graded(*says, **other):
    """Register a case that is graded; what it says of repairs comes first."""

    def register(make):
        name = make.__name__.replace("_", "-")
        CASES.append(Case(name, make, says=says, **other))
        return make

    return register


def held(reason, **other):
    """Register a case that ends in quarantine."""

    def register(make):
        CASES.append(Case(make.__name__.replace("_", "-"), make, read=None, reason=reason, attempts=0, **other))
        return make

    return register


def answers(handed, form):
    """Return the text of the filled-in cells by grade id, without those that are as they were given."""
    filled = (cell for cell in handed.cells if cell.grade_id.startswith(FILLED_IN))
    return {cell.grade_id: cell.text for cell in filled if not same(cell, form.by_id[cell.grade_id])}


class Right:
    """The right notebook of the set, and of another set, to make malformed ones from."""

    def __init__(self, source, drawn, other_set):
        self.released = json.loads(notebooks.as_text(notebooks.release_notebook(source, drawn)))
        self.other_set, self.filled = other_set, copy.deepcopy(self.released)
        self.functions = [cell.name for cell in source.cells if cell.kind == "answer"]
        solutions = marking.model(source, drawn)
        for cell in self.filled["cells"]:
            kind, _, name = cell["id"].partition("-")
            if kind == "answer":
                code = solutions[name].splitlines()
                cell["source"] = "\n".join(line for line in code if not line.strip().startswith(("### ", "# canary")))
            elif kind == "written":
                cell["source"] = "Each correction adds a point, so that **w** is their sum. Größer geht es nicht."
        self.answers = answers(fitted(parse_notebook(self.bytes()), self.form), self.form)

    @property
    def form(self):
        return Form(SET, parse_notebook(json.dumps(self.released).encode()).cells)

    def notebook(self):
        return copy.deepcopy(self.filled)

    def bytes(self, notebook=None):
        return json.dumps(self.filled if notebook is None else notebook).encode()

    def blank(self):
        return json.dumps(self.released).encode()


def cell(notebook, grade_id):
    return next(cell for cell in notebook["cells"] if cell["id"] == grade_id)


def due(case, points, right):
    """Return the score of each test cell that the case must get, from the points of the tests by grade id."""
    if case.read is None:
        return None
    names = set(right.functions) if case.read == ALL else {id_.removeprefix("answer-") for id_ in case.read}
    return {id_: total if id_.removeprefix("test-") in names else 0 for id_, total in points.items()}


def write(folder, content, name=f"{SET}.ipynb"):
    (folder / name).write_bytes(content)


def zipped(files):
    """Return a zip of files by name; a value may be bytes, or (ZipInfo, bytes)."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in files.items():
            archive.writestr(*(value if isinstance(value, tuple) else (name, value)))
    return content.getvalue()


# What is graded in full.


@graded()
def right(right, folder):
    write(folder, right.bytes())


@graded("byte order mark")
def byte_order_mark(right, folder):
    write(folder, b"\xef\xbb\xbf" + right.bytes())


@graded("UTF-16")
def utf_16(right, folder):
    write(folder, right.bytes().decode().encode("utf-16"))


@graded("UTF-16")
def utf_16_without_a_mark(right, folder):
    write(folder, right.bytes().decode().encode("utf-16-le"))


@graded("LATIN-1")
def latin_1(right, folder):
    notebook = right.notebook()
    cell(notebook, "text-01")["source"] = "Größe"  # what else a set may hold is not in Latin-1
    text = json.dumps({**notebook, "cells": [one for one in notebook["cells"] if ascii_only(one)]}, ensure_ascii=False)
    write(folder, text.encode("latin-1"))


def ascii_only(one):
    return one["id"] == "text-01" or one["id"].startswith(("answer", "test", "check", "given", "written", "proof"))


@graded()
def carriage_returns(right, folder):
    notebook = right.notebook()
    for one in notebook["cells"]:
        one["source"] = "".join(one["source"]).replace("\n", "\r\n")
    write(folder, json.dumps(notebook, indent=1).replace("\n", "\r\n").encode())


@graded("lost the metadata")
def metadata_stripped(right, folder):
    notebook = right.notebook()
    for one in notebook["cells"]:
        one["metadata"] = {}
    write(folder, right.bytes(notebook))


@graded("found by content")
def metadata_and_ids_stripped(right, folder):
    notebook = right.notebook()
    for number, one in enumerate(notebook["cells"]):
        one["metadata"], one["id"] = {}, f"{number:08x}"
    write(folder, right.bytes(notebook))


@graded("was there 2 times")
def a_blank_copy_after_the_answer(right, folder):
    notebook = right.notebook()
    stub = next(one for one in right.released["cells"] if one["id"] == "answer-distances")
    notebook["cells"].append({**stub, "id": "copied"})
    write(folder, right.bytes(notebook))


@graded("was there 2 times")
def an_earlier_try_before_the_answer(right, folder):
    notebook = right.notebook()
    place = notebook["cells"].index(cell(notebook, "answer-distances"))
    earlier = {**notebook["cells"][place], "id": "earlier", "source": "def distances(edges, n, start):\n    return 1"}
    notebook["cells"].insert(place, earlier)
    write(folder, right.bytes(notebook))


@graded("was there 2 times")
def a_copied_cell_became_something_else(right, folder):
    notebook = right.notebook()
    copied = {**cell(notebook, "answer-distances"), "id": "copied", "source": "def my_own():\n    return 1"}
    notebook["cells"].append(copied)
    write(folder, right.bytes(notebook))


@graded("was for 'R'")
def wrong_kernel(right, folder):
    notebook = right.notebook()
    notebook["metadata"]["kernelspec"] = {"name": "ir", "language": "R", "display_name": "R"}
    write(folder, right.bytes(notebook))


@graded()
def sixty_megabytes_of_output(right, folder):
    notebook = right.notebook()
    text = "a line of output, and another\n" * 2_000_000
    cell(notebook, "given-01")["outputs"] = [{"output_type": "stream", "name": "stdout", "text": text}]
    write(folder, right.bytes(notebook))


@graded("another order")
def cells_in_another_order(right, folder):
    notebook = right.notebook()
    notebook["cells"].reverse()
    write(folder, right.bytes(notebook))


@graded(attempts=3)
def three_versions(right, folder):
    write(folder, right.blank())
    notebook = right.notebook()
    cell(notebook, "answer-distances")["source"] = "def distances(edges, n, start):\n    return None"
    write(folder, right.bytes(notebook), f"{SET}-1.ipynb")
    write(folder, right.bytes(), f"{SET}-2.ipynb")
    for name in (f"{SET}.ipynb", f"{SET}-1.ipynb", f"{SET}-2.ipynb"):
        os.utime(folder / name, (1_800_000_000, 1_800_000_000))


@graded()
def the_same_bytes_twice(right, folder):
    write(folder, right.bytes())
    write(folder, right.bytes(), f"{SET} (1).ipynb")


@graded("was called homework.ipynb; by its cells it is ps2")
def renamed(right, folder):
    write(folder, right.bytes(), "homework.ipynb")


@graded("was called ps1.ipynb; by its cells it is ps2")
def called_like_another_set(right, folder):
    write(folder, right.bytes(), "ps1.ipynb")


@graded()
def capital_letters_in_the_name(right, folder):
    write(folder, right.bytes(), "PS2.IPYNB")


@graded()
def saved_by_a_browser(right, folder):
    write(folder, right.bytes(), f"{SET}.ipynb.txt")


@graded("old format 3", "found by content")
def format_3(right, folder):
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}, "worksheets": [{"cells": old_cells(right)}]}
    write(folder, json.dumps(old).encode())


@graded("old format 2", "found by content")
def format_2(right, folder):
    write(folder, json.dumps({"nbformat": 2, "worksheets": [{"cells": old_cells(right)}]}).encode())


def old_cells(right):
    """Return the cells as they were before version 4: code lay in `input`."""
    key = {"code": "input", "markdown": "source"}
    return [{"cell_type": one["cell_type"], key[one["cell_type"]]: one["source"]} for one in right.notebook()["cells"]]


@graded()
def sources_as_lists(right, folder):
    notebook = right.notebook()
    for one in notebook["cells"]:
        one["source"] = "".join(one["source"]).splitlines(keepends=True)
    write(folder, right.bytes(notebook))


@graded("not valid, and were left out")
def null_everywhere(right, folder):
    notebook = right.notebook()
    notebook["metadata"] = None
    for one in notebook["cells"]:
        one.update(outputs=None, execution_count=None, attachments=None)
    notebook["cells"] += [None, {"cell_type": None, "source": None, "metadata": None, "id": None}]
    write(folder, right.bytes(notebook))


@graded("found by content")
def numbers_as_ids(right, folder):
    notebook = right.notebook()
    for number, one in enumerate(notebook["cells"]):
        one["id"], one["metadata"] = number, {"nbgrader": {"grade_id": number, "solution": 1}}
    write(folder, right.bytes(notebook))


@graded()
def not_a_number(right, folder):
    notebook = right.notebook()
    notebook["metadata"]["values"] = [float("nan"), float("inf"), 10**4000]
    write(folder, right.bytes(notebook))


@graded()
def a_number_of_ten_thousand_digits(right, folder):
    write(folder, right.bytes().replace(b'"execution_count": null', b'"execution_count": ' + b"9" * 10_000))


@graded()
def nested_outputs(right, folder):
    notebook = right.notebook()
    data = []
    for _ in range(200):
        data = [data]
    cell(notebook, "given-01")["outputs"] = [{"output_type": "display_data", "data": {"application/json": data}}]
    write(folder, right.bytes(notebook))


@graded("Broken characters")
def lone_surrogates(right, folder):
    notebook = right.notebook()
    notebook["cells"].append({"cell_type": "markdown", "id": "mine", "metadata": {}, "source": "\ud800 and \udfff"})
    write(folder, right.bytes(notebook))


@graded()
def huge_metadata(right, folder):
    notebook = right.notebook()
    notebook["metadata"]["widgets"] = {f"model-{number}": {"state": "x" * 100} for number in range(50_000)}
    write(folder, right.bytes(notebook))


@graded()
def another_notebook_beside_it(right, folder):
    write(folder, right.bytes())
    sums = {"nbformat": 4, "cells": [{"cell_type": "code", "source": "1 + 1"}]}
    write(folder, json.dumps(sums).encode(), "try.ipynb")
    write(folder, right.other_set, "ps1.ipynb")
    write(folder, b"a,b\n1,2\n", "data.csv")


@graded()
def in_a_zip(right, folder):
    write(folder, zipped({f"papers/{SET}.ipynb": right.bytes(), "__MACOSX/papers/._ps2.ipynb": b"\0"}), "work.zip")


@graded()
def in_a_zip_in_a_zip(right, folder):
    write(folder, zipped({"inner.zip": zipped({f"{SET}.ipynb": right.bytes()})}), "outer.zip")


@graded()
def windows_paths_in_a_zip(right, folder):
    write(folder, zipped({f"work\\{SET}.ipynb": right.bytes()}), "work.zip")


@graded("test cell test-distances", "was missing")
def test_cells_deleted(right, folder):
    notebook = right.notebook()
    notebook["cells"] = [one for one in notebook["cells"] if not one["id"].startswith("test-")]
    write(folder, right.bytes(notebook))


@graded("test cell test-distances was changed")
def a_test_cell_rewritten(right, folder):
    notebook = right.notebook()
    cell(notebook, "test-distances")["source"] = "5  # all points, please"
    write(folder, right.bytes(notebook))


@graded("answer-distances was raw; it is read as code")
def an_answer_became_raw(right, folder):
    notebook = right.notebook()
    cell(notebook, "answer-distances")["cell_type"] = "raw"
    write(folder, right.bytes(notebook))


@graded()
def cells_of_their_own(right, folder):
    notebook = right.notebook()
    for place in range(0, 40, 2):
        own = {"cell_type": "code", "id": f"own-{place}", "metadata": {}, "outputs": [], "source": "mine = 1"}
        notebook["cells"].insert(place, own)
    write(folder, right.bytes(notebook))


@graded("lost the metadata")
def no_nbgrader_metadata_but_tags(right, folder):
    notebook = right.notebook()
    for one in notebook["cells"]:
        one["metadata"] = {"tags": ["skip-execution"], "nbgrader": "none"}
    write(folder, right.bytes(notebook))


@graded()
def two_keys_of_the_same_name(right, folder):
    write(folder, b'{"cells": [], ' + right.bytes()[1:])


@graded(student="josé müller", folder=unicodedata.normalize("NFD", "josé müller"))
def letters_in_two_pieces(right, folder):
    write(folder, right.bytes())


@graded(student="李小龍")
def a_chinese_name(right, folder):
    write(folder, right.bytes())


@graded(student="o'brien-smith (2) $HOME; rm")
def a_name_that_a_shell_would_run(right, folder):
    write(folder, right.bytes())


# Answers in other cells than the set's.


def answer_cells(notebook):
    return [one for one in notebook["cells"] if one["id"].startswith("answer-")]


def merged(notebook, ids, into):
    """Put cells together as Jupyter's "merge cells" does; the name of one remains."""
    cells = [one for one in notebook["cells"] if one["id"] in ids]
    cell(notebook, into)["source"] = "\n\n".join("".join(one["source"]) for one in cells)
    notebook["cells"] = [one for one in notebook["cells"] if one["id"] == into or one["id"] not in ids]


@graded("was in other cells; it is read from there", moved=True)
def all_answers_in_the_first(right, folder):
    notebook = right.notebook()
    ids = [one["id"] for one in answer_cells(notebook)]
    merged(notebook, ids, ids[0])
    write(folder, right.bytes(notebook))


@graded("was in other cells; it is read from there", moved=True)
def all_answers_in_the_last(right, folder):
    notebook = right.notebook()
    ids = [one["id"] for one in answer_cells(notebook)]
    merged(notebook, ids, ids[-1])
    write(folder, right.bytes(notebook))


@graded("answer-distances was in other cells", "given cell given-01 was changed", moved=True)
def an_answer_in_a_given_cell(right, folder):
    notebook = right.notebook()
    merged(notebook, ("given-01", "answer-distances"), "given-01")
    write(folder, right.bytes(notebook))


@graded("answer-components was in other cells", "visible test cell check-distances was changed", moved=True)
def an_answer_in_a_visible_test(right, folder):
    notebook = right.notebook()
    merged(notebook, ("check-distances", "answer-components"), "check-distances")
    write(folder, right.bytes(notebook))


@graded("answer-distances, answer-components was in other cells", moved=True)
def answers_in_a_cell_of_their_own_before_the_blanks(right, folder):
    write(folder, right.bytes(in_an_own_cell(right, 0)))


@graded("answer-distances, answer-components was in other cells", moved=True)
def answers_in_a_cell_of_their_own_at_the_end(right, folder):
    write(folder, right.bytes(in_an_own_cell(right, len(right.filled["cells"]))))


def in_an_own_cell(right, place):
    """Return a notebook with two answers in a cell of the student's, and the blanks left as they were."""
    notebook, blank = right.notebook(), {"cells": right.released["cells"]}
    text = "import numpy as np\n"
    for name in ("answer-distances", "answer-components"):
        text += "\n\n" + cell(notebook, name)["source"]
        cell(notebook, name)["source"] = cell(blank, name)["source"]
    mine = {"cell_type": "code", "id": "mine", "metadata": {}, "outputs": [], "source": text}
    notebook["cells"].insert(place, mine)
    return notebook


@graded("2 of the cells had no grade id, or another's; found by content")
def the_names_of_two_answers_exchanged(right, folder):
    notebook = right.notebook()
    one, other = cell(notebook, "answer-distances"), cell(notebook, "answer-degree_table")
    one["metadata"], other["metadata"] = other["metadata"], one["metadata"]
    one["id"], other["id"] = other["id"], one["id"]
    write(folder, right.bytes(notebook))


@graded("another's; found by content", "was in other cells", moved=True)
def a_merged_cell_under_the_name_of_an_answer_that_it_lacks(right, folder):
    notebook = right.notebook()
    merged(notebook, ("answer-distances", "answer-components"), "answer-distances")
    wrong, right_one = cell(notebook, "answer-distances"), cell(notebook, "answer-degree_table")
    wrong["metadata"], right_one["metadata"] = right_one["metadata"], wrong["metadata"]
    write(folder, right.bytes(notebook))


# What is graded in part.


@graded(read=())
def blank(right, folder):
    write(folder, right.blank())


@graded("answer-distances was missing", read=("answer-components",))
def one_answer_is_left(right, folder):
    notebook = right.notebook()
    answered = ("answer-components",)
    notebook["cells"] = [
        one for one in notebook["cells"] if not one["id"].startswith(("answer-", "written-")) or one["id"] in answered
    ]
    write(folder, right.bytes(notebook))


@graded(
    read=("answer-distances", "answer-degree_table", "answer-far_apart", "answer-proof_order", "answer-placed"),
    moved=True,
)
def a_misspelt_answer_that_repeats_another(right, folder):
    notebook = right.notebook()
    again = cell(notebook, "answer-distances")["source"]
    cell(notebook, "answer-components")["source"] = f"def withbias(X, y, budget):\n    return 1\n\n\n{again}"
    write(folder, right.bytes(notebook))


@graded("answer-placed was missing; it", "answer-components was in other", read=("answer-components",), moved=True)
def two_blanks_and_an_answer_in_one_cell(right, folder):
    notebook = right.notebook()
    for one in answer_cells(notebook):
        if one["id"] != "answer-components":
            one["source"] = cell({"cells": right.released["cells"]}, one["id"])["source"]
    merged(notebook, ("answer-distances", "answer-components"), "answer-distances")
    notebook["cells"] = [one for one in notebook["cells"] if one["id"] != "answer-placed"]
    for one in notebook["cells"]:
        if one["id"].startswith("written-"):
            one["source"] = cell({"cells": right.released["cells"]}, one["id"])["source"]
    write(folder, right.bytes(notebook))


# What is put into quarantine.


@held("not a complete notebook: it ends in the middle")
def truncated(right, folder):
    write(folder, right.bytes()[:-2_000])


@held("The file is empty")
def empty(right, folder):
    write(folder, b"")


@held("The file is empty")
def zeros_from_a_full_disk(right, folder):
    write(folder, b"\0" * 4096)


@held("not a complete notebook")
def something_after_the_end(right, folder):
    write(folder, right.bytes() + right.bytes()[-500:])


@held("at most 100 are read")
def too_large(right, folder):
    write(folder, right.bytes())
    os.truncate(folder / f"{SET}.ipynb", 101_000_000)


@held("unpacks to 200 MB")
def zip_bomb(right, folder):
    write(folder, zipped({f"{SET}.ipynb": b"\0" * 200_000_000}), "bomb.zip")


@held("times its size, as zip bombs do")
def zip_bomb_of_another_method(right, folder):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr(f"{SET}.ipynb", b" " * 90_000_000)
    write(folder, content.getvalue(), "bomb.zip")


@held("leads out of the zip")
def a_way_out_of_the_zip(right, folder):
    write(folder, zipped({f"../../release/{SET}/{SET}.ipynb": right.bytes()}), "work.zip")


@held("leads out of the zip")
def an_absolute_path_in_a_zip(right, folder):
    write(folder, zipped({f"/etc/{SET}.ipynb": right.bytes()}), "work.zip")


@held("leads out of the zip")
def a_drive_in_a_zip(right, folder):
    write(folder, zipped({f"C:\\temp\\{SET}.ipynb": right.bytes()}), "work.zip")


@held("a link or a device")
def a_link_in_a_zip(right, folder):
    entry = zipfile.ZipInfo(f"{SET}.ipynb")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    write(folder, zipped({f"{SET}.ipynb": (entry, b"../../source/ps2/ps2.ipynb")}), "work.zip")


@held("It is encrypted")
def an_encrypted_zip(right, folder):
    content = bytearray(zipped({f"{SET}.ipynb": right.bytes()}))
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    write(folder, bytes(content), "work.zip")


@held("zips deep")
def three_zips_deep(right, folder):
    content = right.bytes()
    for name in (f"{SET}.ipynb", "a.zip", "b.zip"):
        content = zipped({name: content})
    write(folder, content, "c.zip")


@held("cannot be read as a zip")
def half_a_zip(right, folder):
    write(folder, zipped({f"{SET}.ipynb": right.bytes()})[:1000], "work.zip")


@held("more than 10,000")
def ten_thousand_files(right, folder):
    write(folder, zipped({f"{number}.ipynb": b"" for number in range(10_001)}), "work.zip")


@held("more than 20")
def a_zip_of_many_zips(right, folder):
    inner = zipped({f"{SET}.ipynb": right.bytes()})
    write(folder, zipped({f"{number}.zip": inner for number in range(21)}), "work.zip")


@held("cannot be unpacked")
def a_damaged_zip_of_another_method(right, folder):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr(f"{SET}.ipynb", right.bytes())
    damaged = bytearray(content.getvalue())
    damaged[100:120] = bytes(20)
    write(folder, bytes(damaged), "work.zip")


@held("cannot be unpacked")
def a_zip_with_a_file_beyond_all_places(right, folder):
    place = (1, 8, 2**64 - 1)  # where the file begins, as zips of more than 4 GB say it
    entry = zipfile.ZipInfo(f"{SET}.ipynb")
    entry.extra = struct.pack("<HHQ", *place)
    content = bytearray(zipped({f"{SET}.ipynb": (entry, right.bytes())}))
    directory = content.rindex(b"PK\x01\x02")
    content[directory + 42 : directory + 46] = b"\xff" * 4
    write(folder, bytes(content), "work.zip")


@held("101 versions at once, more than 100")
def a_hundred_and_one_versions(right, folder):
    versions = {f"{SET}-{number}.ipynb": right.bytes() + b" " * number for number in range(101)}
    write(folder, zipped(versions), "work.zip")


@held("is a folder")
def a_folder_called_like_a_notebook(right, folder):
    (folder / f"{SET}.ipynb").mkdir()


@held("a link or a device")
def a_link(right, folder):
    (folder / "real").write_bytes(right.bytes())
    (folder / f"{SET}.ipynb").symlink_to(folder / "real")


@held("is not a notebook")
def a_script(right, folder):
    write(folder, b"def distances(edges, n, start):\n    pass\n", f"{SET}.py")


@held("a script or plain text")
def a_script_called_notebook(right, folder):
    write(folder, b"import numpy as np\n")


@held("but a PDF")
def a_pdf(right, folder):
    write(folder, b"%PDF-1.7\n")


@held("but a web page")
def a_web_page(right, folder):
    write(folder, b"\n<!DOCTYPE html><html><body>Log in</body></html>")


@held("git")
def a_conflict(right, folder):
    write(folder, b"<<<<<<< HEAD\n" + right.bytes())


@held("JSON, but not a notebook")
def another_json(right, folder):
    write(folder, b'[{"cells": []}]')


@held("By its cells it is ps1")
def another_set(right, folder):
    write(folder, right.other_set)


@held("Nothing in it belongs to ps2")
def an_empty_notebook(right, folder):
    write(folder, json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": []}).encode())


@held("nested too deeply")
def nested_too_deeply(right, folder):
    write(folder, b'{"cells": ' + b"[" * 200_000 + b"]" * 200_000 + b"}")


@held("too many lists")
def a_bomb_of_empty_lists(right, folder):
    write(folder, b'{"cells": [' + b"[]," * 10_000_000 + b"[]]}")


@held("too many lists, tables and lines")
def a_bomb_of_short_lines(right, folder):
    write(folder, b'{"cells": [], "metadata": [' + b'"ab",' * 4_000_000 + b'"ab"]}')


@held("more than 10,000 cells")
def twenty_thousand_cells(right, folder):
    notebook = right.notebook()
    notebook["cells"] = notebook["cells"][:1] * 20_000
    write(folder, right.bytes(notebook))


@held("more than 10 million characters")
def a_cell_of_eleven_million_characters(right, folder):
    notebook = right.notebook()
    cell(notebook, "answer-distances")["source"] = "#" * 11_000_000
    write(folder, right.bytes(notebook))
