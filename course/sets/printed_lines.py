"""What the book prints of the problem sets, which is public: lines that an answer takes over from it, and no others.

Students may take over what the book prints, and so may a model solution. That this is meant stands on the answer's
mark, `takes_from`. Any other hidden line in what is written by hand and published is refused when the sets are built.
"""

from collections.abc import Iterator
from pathlib import Path

from course import settings
from course.sets import leaks
from course.sets.leaks import Leak
from course.sets.source import Source, SourceError
from course.sets.variant import values


def taken_over(found: list[Source], root: Path) -> Iterator[str]:
    """Yield a sentence for each line that an answer takes over from the book; raise where a mark says so in vain."""
    for source in found if (root / "book").is_dir() else ():
        for grade_id, lines in leaks.taken_over(source).items():
            cell = source[grade_id]
            page = leaks.chapter(source, cell)
            if not lines:
                raise SourceError(
                    f"{source.path}:{cell.line}: book/{page.name} prints no line of the answer {cell.name}."
                    f' Take takes_from="{cell.takes_from}" off its mark.'
                )
            for line in lines:
                where = f"book/{page.name}:{leaks.line_number(page, line)}"
                yield f"{source.name}: {where} prints this line of {cell.name}, so it is public: {line}"


def refuse_others(found: list[Source], term: str, root: Path) -> None:
    """Raise SourceError where the book or the library holds any other line that students may not have."""
    published = ("book", "notebook_checks", settings.library().package)  # what is written by hand
    places: dict[str, list[str]] = {}
    for source in found:
        places |= leaks.hidden(source, values(source, term))
    told = [
        _told(root / folder / leak.file, leak, found, root)
        for folder in filter(None, published)
        for leak in leaks.search(root / folder, places)
    ]
    if told:
        raise SourceError("what is public prints what students may not have. Nothing was changed.\n" + "\n".join(told))


def _told(path: Path, leak: Leak, found: list[Source], root: Path) -> str:
    name, _, grade_id = leak.place.partition(" ")
    source = next(source for source in found if source.name == name)
    cell = source[grade_id]
    remedy = "Write one of the two otherwise."
    if cell.kind == "answer" and path.parent == root / "book" and path.suffix == ".md":
        remedy += f' Or let students have it: takes_from="{path.stem}" on the mark of the answer.'
    where = f"{path.relative_to(root)}:{leaks.line_number(path, leak.line)}"
    return f"  {where} is a line of {leak.place} ({name}.py:{cell.line}): {leak.line}\n    {remedy}"
