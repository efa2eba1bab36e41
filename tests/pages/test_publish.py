"""`course publish` and `course release-solutions`: what students may have, and nothing else."""

import dataclasses
import html
import io
import json
import shutil
import subprocess
import sys
import zipfile
from datetime import date, timedelta
from pathlib import Path

import nbformat
import pikepdf
import pytest
import small_course
from small_course import TERM

from course.errors import Trouble
from course.publish import open_edition, publish, take_away
from course.sets import leaks, notebooks, release, solutions
from course.sets.variant import values
from tools import take_away as files

ROOT = Path(__file__).parents[2]
SOURCE = small_course.SOURCES["ps2"]
DRAWN = values(SOURCE, TERM)
PLACES = leaks.hidden(SOURCE, DRAWN)
PDFS = ["pdf", "words for a picture in a pdf", "attached to a pdf"]


def found(folder):
    return list(leaks.search(folder, PLACES))


def hidden_line(kind):
    return next(lines[0] for place, lines in PLACES.items() if f" {kind}-" in place and lines)


def test_what_students_get_holds_no_leak(tmp_path):
    for name, text in {
        "ps2.ipynb": notebooks.as_text(notebooks.release_notebook(SOURCE, DRAWN)),
        "page.html": "<p>Take a step at a time.</p>",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert found(tmp_path) == []


def test_the_instructors_notebook_is_found_out_at_every_hidden_place(tmp_path):
    text = notebooks.as_text(notebooks.instructor_notebook(SOURCE, DRAWN))
    (tmp_path / "ps2.ipynb").write_text(text, encoding="utf-8")
    with_canary = {place for place in PLACES if place.split("-")[0].endswith(("answer", "test", "proof"))}
    assert {leak.place for leak in found(tmp_path)} == with_canary


@pytest.mark.parametrize("kind", ["answer", "test", "proof"])
@pytest.mark.parametrize("way", ["plain", "html", "json", "zip", "wheel in a zip", "indented", "epub", *PDFS])
def test_a_single_line_is_found_whatever_the_format(tmp_path, kind, way):
    line = hidden_line(kind)
    if way in PDFS:
        write_pdf(tmp_path / "book.pdf", line, way)
    elif way == "epub":
        with zipfile.ZipFile(tmp_path / "book.epub", "w") as archive:
            archive.writestr("mimetype", "application/epub+zip")
            archive.writestr("book/page.xhtml", f"<pre>{html.escape(line)}</pre>")
    elif way == "html":
        words = html.escape(line).replace(" ", '</span> <span class="o">')
        (tmp_path / "page.html").write_text(f"<pre><span>{words}</span></pre>", encoding="utf-8")
    elif way == "json":
        (tmp_path / "page.json").write_text(json.dumps({"source": f"x = 1\n    {line}\n"}), encoding="utf-8")
    elif way in ("zip", "wheel in a zip"):
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w") as archive:
            archive.writestr("deep/inside.py", line)
        if way == "wheel in a zip":
            outer = io.BytesIO()
            with zipfile.ZipFile(outer, "w") as archive:
                archive.writestr("some.whl", content.getvalue())
            content = outer
        (tmp_path / "set.zip").write_bytes(content.getvalue())
    else:
        (tmp_path / "notes.txt").write_text(line if way == "plain" else f"\t\t{line}  ", encoding="utf-8")
    assert [leak for leak in found(tmp_path) if f" {kind}-" in leak.place]


def write_pdf(path, line, way):
    """A PDF with this line on its page, as the words for a picture, or attached."""
    half = len(line) // 2
    shown = [line[:half], line[half:]] if way == "pdf" else []
    rows = " ".join(f"<{row.encode().hex()}> Tj 0 -14 Td" for row in shown)
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page()
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Courier)
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
        page.Contents = pdf.make_stream(f"BT /F1 8 Tf 20 700 Td {rows} ET".encode())
        if way == "words for a picture in a pdf":
            picture = pikepdf.Dictionary(S=pikepdf.Name.Figure, Alt=line)
            pdf.Root.StructTreeRoot = pikepdf.Dictionary(K=pikepdf.Array([picture]))
        if way == "attached to a pdf":
            pdf.attachments["notes.txt"] = line.encode()
        pdf.save(path)


def test_a_file_of_a_format_that_nobody_has_thought_of_is_read_as_text(tmp_path):
    (tmp_path / "page.mjs").write_text(hidden_line("test"), encoding="utf-8")
    (tmp_path / "page.unheard-of").write_text(hidden_line("test"), encoding="utf-8")
    assert {leak.file for leak in found(tmp_path)} == {"page.mjs", "page.unheard-of"}


def test_the_book_to_take_away_is_published_where_it_is_fresh_and_else_a_sentence_says_what_to_run(tmp_path):
    root, site, said = tmp_path / "course", tmp_path / "site", []
    (root / "book").mkdir(parents=True)
    (root / "course.toml").write_text('id = "graphs"\n')
    (root / "book" / "page.md").write_text("# A page\n")
    (site / "book").mkdir(parents=True)
    for page in (site / "index.html", site / "book" / "page.html"):
        page.write_text(f"<ul>{take_away.PLACE}</ul>", encoding="utf-8")
    file = files.file_of("pdf", root, root)
    file.parent.mkdir(parents=True)
    file.write_bytes(b"%PDF" + bytes(1_500_000))
    files.note_state(file, files.state_of(root))
    take_away.add_files(site, root, said.append)
    assert said == ["The book's EPUB has not been made, so it is not published. Run `make epub`, and publish again."]
    assert (site / "graphs.pdf").read_bytes() == file.read_bytes()
    assert not (site / "graphs.epub").exists()
    link = '<li><a href="{}graphs.pdf">PDF, 1.5 MB</a></li>'
    assert (site / "index.html").read_text() == f"<ul>{link.format('')}</ul>"
    assert (site / "book" / "page.html").read_text() == f"<ul>{link.format('../')}</ul>"
    (root / "book" / "page.md").write_text("# Another page\n")
    take_away.add_files(tmp_path / "course", root, said.append)
    assert "PDF is out of date" in said[1]
    assert not (tmp_path / "course" / "graphs.pdf").exists()


def test_a_line_is_found_wherever_in_a_file_it_stands(tmp_path):
    for before in range(2 * leaks.PIECE):
        (tmp_path / "page.txt").write_text("x" * before + hidden_line("test"), encoding="utf-8")
        assert found(tmp_path), before


def test_publishing_refuses_by_the_name_of_the_file(tmp_path):
    (tmp_path / "innocent.html").write_text(hidden_line("test"), encoding="utf-8")
    with pytest.raises(Trouble, match=r"innocent\.html holds a line of ps2 test-"):
        publish.refuse_leaks(tmp_path, TERM, small_course.ROOT)


def test_the_hidden_tests_of_a_set_are_published_for_practice_from_its_day_on_and_of_no_other(tmp_path, monkeypatch):
    said, here = [], publish.settings.here()
    later = date.today() + timedelta(days=1)
    opened = dataclasses.replace(here, practice={"ps2": date.today(), "ps1": later})
    monkeypatch.setattr(publish.settings, "here", lambda: opened)
    publish.add_practice(tmp_path, TERM, said.append, small_course.ROOT)
    (made,) = tmp_path.rglob("*.whl")
    assert made.parent == tmp_path / "problem-sets" / "ps2"
    assert said == ["ps2 is open for practice: its hidden tests are published."]
    publish.refuse_leaks(tmp_path, TERM, small_course.ROOT)
    monkeypatch.setattr(publish.settings, "here", lambda: here)
    with pytest.raises(Trouble, match=r"practice_ps2.*set\.json holds a line of ps2 test-"):
        publish.refuse_leaks(tmp_path, TERM, small_course.ROOT)
    monkeypatch.setattr(publish.settings, "here", lambda: opened)
    for kind in ("answer", "proof"):
        with zipfile.ZipFile(made, "a") as archive:
            archive.writestr(f"practice_ps2/{kind}.txt", hidden_line(kind))
        with pytest.raises(Trouble, match=f"{kind}.txt holds a line of ps2 {kind}-"):
            publish.refuse_leaks(tmp_path, TERM, small_course.ROOT)


@pytest.fixture
def small_repository(tmp_path):
    """A course under git, with a file that git is told to ignore."""
    root = tmp_path / "course"
    names = ("course.toml", "book/index.md", "book/old.md", "assignments/manifest.json", "_build/runtime/about.json")
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name, encoding="utf-8")
    (root / ".gitignore").write_text("/_build/\n.course-key\n", encoding="utf-8")
    (root / ".course-key").write_text("secret", encoding="utf-8")
    for words in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *words], cwd=root, check=True)
    return root


def test_the_open_edition_is_made_in_a_copy_without_the_class_s_sets_or_key(small_repository, tmp_path):
    copy = tmp_path / "copy"
    open_edition.copy_course(small_repository, copy)
    held = {path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()}
    assert held == {".gitignore", "course.toml", "book/index.md", "book/old.md", "_build/runtime/about.json"}
    (copy / "_build" / "made").write_text("by the copy", encoding="utf-8")
    before = (copy / "course.toml").stat().st_mtime_ns
    (small_repository / "book" / "old.md").unlink()
    (small_repository / "book" / "index.md").write_text("new", encoding="utf-8")
    open_edition.copy_course(small_repository, copy)
    assert not (copy / "book" / "old.md").exists()
    assert (copy / "book" / "index.md").read_text(encoding="utf-8") == "new"
    assert (copy / "course.toml").stat().st_mtime_ns == before
    assert (copy / "_build" / "made").exists()
    with pytest.raises(Trouble, match="needs git"):
        open_edition.copy_course(tmp_path / "copy" / "_build" / "runtime", tmp_path / "other")


def test_the_open_edition_and_a_class_s_book_never_share_a_folder(tmp_path, monkeypatch):
    book, here = tmp_path / "book", publish.settings.here()
    book.mkdir()
    (book / "index.html").write_text("<title>x</title>", encoding="utf-8")
    opened = publish.settings.in_edition(here, "open")
    for first, second in ((here, opened), (opened, here)):
        site = tmp_path / f"site of {first.term}"
        monkeypatch.setattr(publish.settings, "here", lambda one=first: one)
        publish.add_book(book, site, first.term, starts=first.starts)
        publish.add_book(book, site, first.term, starts=first.starts)
        monkeypatch.setattr(publish.settings, "here", lambda one=second: one)
        with pytest.raises(Trouble, match=f"has the book of {first.term}: .* folders of their own"):
            publish.add_book(book, site, second.term, starts=second.starts)
        assert not (site / second.term).exists()


def test_no_class_gets_the_term_of_the_open_edition(tmp_path):
    term = publish.settings.here().open.term
    command = [sys.executable, "-m", "course", "init", str(tmp_path / "term"), "--term", term]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "is the term of the open edition" in done.stderr
    assert not (tmp_path / "term").exists()


def test_publishing_refuses_what_is_stale_or_of_another_term(monkeypatch):
    here = publish.settings.here()
    monkeypatch.setattr(publish.settings, "here", lambda: dataclasses.replace(here, term="2031-winter"))
    with pytest.raises(Trouble, match=r"says 2031-winter\. Run `course build`, or change"):
        publish.publish(Path("nowhere"))
    term = release.manifest_of(ROOT / "assignments")["term"]
    monkeypatch.setattr(publish.settings, "here", lambda: dataclasses.replace(here, term=term))
    monkeypatch.setattr(release, "is_fresh", lambda term: False)
    with pytest.raises(Trouble, match="Run `course build`"):
        publish.publish(Path("nowhere"))


def test_what_a_student_downloads_holds_the_wheels_that_its_requirements_name(tmp_path):
    site = tmp_path / "site"
    shutil.copytree(small_course.ROOT / "solutions", tmp_path / "solutions")
    release.build(TERM, tmp_path)
    shutil.copytree(tmp_path / "assignments", site / "problem-sets")
    downloaded = site / "_downloads" / "0123" / "ps2.zip"
    downloaded.parent.mkdir(parents=True)
    shutil.copy(tmp_path / "assignments" / "ps2" / "ps2.zip", downloaded)
    subprocess.run([sys.executable, "-m", "tools.build_wheels", str(site)], cwd=ROOT, capture_output=True, check=True)
    publish.add_wheels(site)
    once = downloaded.read_bytes()
    assert once == (site / "problem-sets" / "ps2" / "ps2.zip").read_bytes()
    publish.add_wheels(site)
    assert downloaded.read_bytes() == once
    with zipfile.ZipFile(downloaded) as archive:
        archive.extractall(tmp_path)
    library, checks = sorted(site.glob("*.whl"))
    for folder in (tmp_path / "ps2", site / "problem-sets" / "ps2"):
        assert all((folder / wheel.name).read_bytes() == wheel.read_bytes() for wheel in (library, checks))
        requirements = (folder / "requirements.txt").read_text(encoding="utf-8").splitlines()
        files = [line for line in requirements if line.startswith("./")]
        assert files == [f"./{library.name}[plots]", f"./{checks.name}"]


def test_a_released_solution_has_the_answers_and_no_hidden_test_or_rubric(tmp_path):
    path = solutions.write_solution("ps2", tmp_path / "solution.ipynb", TERM, small_course.ROOT)
    cells = {cell.id: cell.source for cell in nbformat.read(path, 4).cells}
    assert "border.append(other)" in cells["answer-distances"]
    places = {leak.place for leak in found(tmp_path)}
    assert places
    assert all(" answer-" in place for place in places)
    assert not any("### " in source or "canary" in source for source in cells.values())
    with pytest.raises(Trouble, match="there is no problem set 'ps0'"):
        solutions.write_solution("ps0", tmp_path / "none.ipynb", TERM, small_course.ROOT)
    with pytest.raises(Trouble, match="cannot be written"):
        solutions.write_solution("ps2", tmp_path / "no folder" / "s.ipynb", TERM, small_course.ROOT)
