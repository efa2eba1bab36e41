"""Problem sets on the pages, as `course build` made them.

    {problem-set} psN       the parts with their points, and the files
    {problem-sets}          how many sets there are, with how many points, followed by the body

Only what students get is read: the manifest and the notebook in assignments/, never a source. If there is a lab, a link
opens the set in it. If the set is open for practice, its parts can be answered and checked on the page.
"""

import json
import re
import shutil
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from markdown_directive import MarkdownDirective, markdown_table
from notebooks import install_command
from number_words import in_words
from page_line import notebook_hosts
from practice_cells import practice_nodes

PUBLISHED = "problem-sets"
CHECKS = "notebook-checks @ git+{}#subdirectory=notebook_checks"  # what a set's notebook imports beside the library
PART = re.compile(r"^## (Part [A-Z]): (.*) \((\d+) points?\)$", re.MULTILINE)


class ProblemSetDirective(MarkdownDirective):
    """A table of the parts, and links to the files."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return table and links, or say that the set isn't published yet; warn if the points don't add up."""
        name = self.arguments[0]
        folder = Path(self.env.srcdir) / "assignments" / name
        self.env.note_dependency(str(folder.parent / "manifest.json"))
        if not (folder / f"{name}.ipynb").is_file():
            return [self.parse("*Its notebook is not out yet.*", nodes.container())]
        notebook = json.loads((folder / f"{name}.ipynb").read_text(encoding="utf-8"))
        parts = [found for cell in notebook["cells"] for found in PART.findall("".join(cell["source"]))]
        manifest = json.loads((folder.parent / "manifest.json").read_text(encoding="utf-8"))
        points = sum(manifest["sets"][name]["points"].values())
        if sum(int(worth) for _, _, worth in parts) != points:
            self.warn(f"{name}: the points in its headings don't add up to the {points} of its tests")
        lines = [
            markdown_table(["part", "what you do", "points"], [(part, text, worth) for part, text, worth in parts]),
            "",
            f"{points} points · {manifest['sets'][name]['time']} · {manifest['term']} · "
            f"{{download}}`notebook </assignments/{name}/{name}.ipynb>` · "
            f"{{download}}`notebook and environment, zipped </assignments/{name}/{name}.zip>`",
            *other_hosts(self.config.public_url, name),
        ]
        shown = self.parse("\n".join(lines), nodes.container(classes=["problem-set"]))
        shown += lab_link(name)
        shown += practice_nodes(self, name, folder / f"{name}.ipynb")
        return [shown]


class ProblemSetsDirective(MarkdownDirective):
    """A sentence on all sets, followed by the body."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the paragraph."""
        path = Path(self.env.srcdir) / "assignments" / "manifest.json"
        self.env.note_dependency(str(path))
        sets = json.loads(path.read_text(encoding="utf-8"))["sets"].values() if path.is_file() else []
        return list(self.parse("\n".join([sets_summary(sets), *self.content]), nodes.container()).children)


def sets_summary(sets: Collection[Mapping[str, Any]]) -> str:
    """Return a sentence on how many sets there are and how many points they have."""
    points = sorted({sum(one["points"].values()) for one in sets})
    if not points:
        return "The notebooks are not out yet."
    worth = f"{points[0]}" if len(points) == 1 else f"{points[0]} to {points[-1]}"
    return f"There are {in_words(len(sets))} notebooks, each worth {worth} points."


def other_hosts(public_url: str, name: str) -> list[str]:
    """Return a paragraph with links to hosts that run the notebook, if the repository is public."""
    links = notebook_hosts(public_url, f"{PUBLISHED}/{name}.ipynb")
    if not links:
        return []
    opened = " · ".join(f"[{host}]({address})" for host, address in links.items())
    needs = f'{install_command(public_url)} "{CHECKS.format(public_url)}"'
    return ["", f"Opens in {opened}; there, run `{needs}` in a cell of its own first."]


def place_notebooks(app: Sphinx, error: Exception | None) -> None:
    """Put the notebooks beside those of the pages; publishing copies them to the branch for Colab and Binder."""
    folder = Path(app.outdir) / "notebooks" / PUBLISHED
    shutil.rmtree(folder, ignore_errors=True)
    if error or app.builder.name != "html" or not notebook_hosts(app.config.public_url, ""):
        return
    folder.mkdir(parents=True)
    for path in (Path(app.srcdir) / "assignments").glob("ps*/ps*.ipynb"):
        shutil.copy(path, folder)


def lab_link(name: str) -> nodes.paragraph:
    """Return a link to the lab without an address, which is known only when pages are written."""
    link = nodes.reference("", "Do it in the browser", internal=True)
    words = nodes.Text(": nothing to install, and your work is kept in this browser until you download it.")
    return nodes.paragraph("", "", link, words, classes=["in-the-lab"], problem_set=name)


def complete_lab_links(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Set the address of each link into the lab, or remove the link if there is no lab, as in print."""
    has_lab = app.builder.name == "html" and app.config.browser_files.has_lab
    for paragraph in list(doctree.findall(lambda node: isinstance(node, nodes.paragraph) and "problem_set" in node)):
        if has_lab:
            up = "../" * docname.count("/")
            paragraph[0]["refuri"] = f"{up}lab/open.html?set={paragraph['problem_set']}"
        else:
            paragraph.parent.remove(paragraph)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives; complete links when pages are written."""
    app.setup_extension("browser_files")
    app.setup_extension("practice_cells")
    app.add_directive("problem-set", ProblemSetDirective)
    app.add_directive("problem-sets", ProblemSetsDirective)
    app.connect("doctree-resolved", complete_lab_links)
    app.connect("build-finished", place_notebooks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
