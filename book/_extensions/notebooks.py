"""Writes each page with code as a notebook, which runs wherever margin-lib is installed.

It is made from the page's source when the page is written, with the numbers and names that the page shows, and without
the cells that only pass numbers to the prose.
"""

import json
import re
from pathlib import Path

import jupytext
import nbformat
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

import margin_lib
from library_source import import_name, source_of
from plain_markdown import Page, to_plain_markdown
from registry import registry

EXTRAS = "margin-lib[plots,solvers,sklearn]"


def page_notebook(text: str, page: Page, public_url: str) -> nbformat.NotebookNode:
    """Return the notebook of a page, made from the page's source."""
    made = jupytext.reads(text, fmt="md:myst")
    cells = [cell for cell in made.cells if "remove-cell" not in cell.metadata.get("tags", [])]
    for cell in cells:
        cell.metadata.pop("mystnb", None)
        if cell.cell_type == "markdown":
            cell.source = to_plain_markdown(cell.source, page)
    made.cells = [*first_cells(public_url), *(cell for cell in cells if cell.source.strip())]
    made.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    made.nbformat_minor = 5
    for place, cell in enumerate(made.cells):
        cell["id"] = f"cell-{place}"
    return made


def first_cells(public_url: str) -> list[nbformat.NotebookNode]:
    """Return the cell that says what the notebook is and what it needs."""
    words = "A page of *Maximizing the Margin*, as a notebook."
    if not public_url:
        needs = f"It needs the course's library, `{EXTRAS}` {margin_lib.__version__}."
        return [nbformat.v4.new_markdown_cell(f"{words} {needs}")]
    needs = "It needs the course's library; where it is missing, run this in a cell:"
    return [nbformat.v4.new_markdown_cell(f"{words} {needs}\n\n```\n{install_command(public_url)}\n```")]


def install_command(public_url: str) -> str:
    """Return the line that installs the library in a notebook."""
    return f'%pip install --quiet "{EXTRAS} @ git+{public_url}"'


def link_texts(doctree: nodes.document) -> dict[str, str]:
    """Return the text of each link on the finished page, by the label it leads to."""
    links = (node for node in doctree.findall(nodes.reference) if node.get("internal"))
    targets = ((link.get("refid") or link.get("refuri", "").partition("#")[2], link.astext()) for link in links)
    return {target: text for target, text in targets if target}


def assigned_numbers(env: BuildEnvironment) -> dict[str, str]:
    """Return the number of everything that is numbered in the book, by label."""
    kinds = (kind for kinds in env.toc_fignumbers.values() for kind in kinds.values())
    given = {label: ".".join(map(str, number)) for kind in kinds for label, number in kind.items()}
    return given | {label.removeprefix("equation-"): number for label, number in given.items()}


def glued_values(folder: Path) -> dict[str, str]:
    """Return the values that pages have glued, as text."""
    values = {}
    for path in folder.glob("book/*.glue.json"):
        for name, output in json.loads(path.read_text(encoding="utf-8")).items():
            values[name] = output["data"].get("text/plain", "").strip("'\"")
    return values


def citations(env: BuildEnvironment) -> dict[str, str]:
    """Return author and year of each source, by its key."""
    return {entry.key: citation_text(entry.entry) for entry in env.get_domain("cite").citations}  # type: ignore[attr-defined]


def citation_text(entry: object) -> str:
    """Return author and year, such as 'Novikoff, 1962', or the title if there is no author."""
    people = entry.persons.get("author", [])  # type: ignore[attr-defined]
    names = " and ".join(" ".join(person.last_names) for person in people)
    fields = entry.fields  # type: ignore[attr-defined]
    title = re.sub(r"[{}]", "", fields.get("title", ""))
    return ", ".join(part for part in (names or title, fields.get("year", "")) if part)


def page_facts(app: Sphinx, doctree: nodes.document) -> Page:
    """Return what the build knows of the page."""
    facts = registry(app.env)
    return Page(
        references=link_texts(doctree),
        numbers=assigned_numbers(app.env),
        citations=citations(app.env),
        values=glued_values(Path(app.outdir).parent / "jupyter_execute"),
        macros=facts.macros,
        formula=lambda name: facts.theorems[name.partition(".")[0]]["formulas"][name.partition(".")[2]]["tex"],
        source=lambda name: source_of(import_name(name))[0],
    )


def write_notebook(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Write the notebook of the page that is about to be written."""
    if app.builder.name != "html" or "kernelspec" not in app.env.metadata[docname]:
        return
    text = Path(app.env.doc2path(docname)).read_text(encoding="utf-8")
    target = Path(app.outdir) / "notebooks" / f"{docname}.ipynb"
    target.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(page_notebook(text, page_facts(app, doctree), app.config.public_url), target)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect it to the moment when all references of a page are resolved."""
    app.setup_extension("site_settings")
    app.connect("doctree-resolved", write_notebook, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
