"""The syllabi of book/teaching.toml: what each week asks for, how long it takes, and what is left out."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MEETING = 1.5  # hours
PART = re.compile(r"^## Part ([A-Z]):.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
PLACES = re.compile(r"^Book: (.*?)(?:\n\n|\Z)", re.MULTILINE | re.DOTALL)
QUOTED = re.compile(r'"([^"]+)"')
TITLE = re.compile(r"^(?:#+|:+\{(?:prf:)?\w+\}) (.+)$", re.MULTILINE)
FORMULA = re.compile(r"\$[^$]*\$")
HOURS = re.compile(r"(\d*)(½?) hour")
OTHER_MEETINGS = {"problems": "problem class", "exam": "exam"}


@dataclass(frozen=True)
class Week:
    """A week: its meetings, the pages to read and the problem sets to hand in."""

    meetings: list[str]
    pages: list[str]
    sets: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Syllabus:
    """A syllabus, with the hours of all pages and of all problem sets."""

    weeks: list[Week]
    left_out: list[dict[str, Any]]
    page_hours: Mapping[str, float]
    set_hours: Mapping[str, float]

    def reading(self, *weeks: Week) -> float:
        """Return the hours of the pages of some weeks, with their exercises."""
        return sum(self.page_hours[page] for week in weeks for page in week.pages)

    def practice(self, *weeks: Week) -> float:
        """Return the hours of the problem sets of some weeks."""
        return sum(self.set_hours[name] for week in weeks for name in week.sets)

    @property
    def in_class(self) -> float:
        """Return the hours of all meetings."""
        return MEETING * sum(len(week.meetings) for week in self.weeks)

    def read_by(self, week: Week) -> set[str]:
        """Return all pages read by the end of a week."""
        return {page for earlier in self.weeks[: self.weeks.index(week) + 1] for page in earlier.pages}

    def faults(self) -> Iterator[str]:
        """Yield a sentence for each page that is neither read nor left out for a reason, or both."""
        read = self.read_by(self.weeks[-1])
        excused = {page for group in self.left_out for page in group["pages"]}
        for page in self.page_hours:
            if (page in read) == (page in excused):
                yield f"{page!r} is {'read and left out' if page in read else 'neither read nor left out for a reason'}"
        for page in (read | excused) - set(self.page_hours):
            yield f"book/chapters.toml has no page {page!r}"


def make_syllabus(
    teaching: Mapping[str, Any], name: str, page_hours: Mapping[str, float], set_hours: Mapping[str, float]
) -> Syllabus:
    """Return a syllabus of book/teaching.toml."""
    given, lectures = teaching["syllabi"][name], teaching["lectures"]
    weeks = []
    for week in given["weeks"]:
        taught = [page for meeting in week["meetings"] for page in lectures.get(meeting, [])]
        weeks.append(Week(week["meetings"], [*taught, *week.get("read", [])], week.get("sets", [])))
    return Syllabus(weeks, given["left_out"], page_hours, set_hours)


def hours_of_sets(manifest: Path) -> dict[str, float]:
    """Return the hours of each problem set, which the manifest has in words: 'about 3½ hours'."""
    sets = json.loads(manifest.read_text(encoding="utf-8"))["sets"] if manifest.is_file() else {}
    times = {name: HOURS.search(said["time"]) for name, said in sets.items()}
    return {name: int(time[1] or 0) + bool(time[2]) / 2 for name, time in times.items() if time}


def parts_beyond(notebook: Path, titles: Mapping[str, str], read: set[str]) -> list[str]:
    """Return the letters of those parts of a problem set that practise a page which hasn't been read."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    text = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    return [part[1] for part in PART.finditer(text) if pages_practised(part[0], titles) - read]


def pages_practised(part: str, titles: Mapping[str, str]) -> set[str]:
    """Return the pages of the passages that the text of a part names; a passage that no page has is named itself."""
    said = PLACES.search(part)
    return {titles.get(_bare(title), title) for title in QUOTED.findall(" ".join(said[1].split()))} if said else set()


def titles_of(book: Path, pages: Iterable[str]) -> dict[str, str]:
    """Return the page of each title of a section, a theorem or an exercise."""
    texts = ((page, (book / f"{page}.md").read_text(encoding="utf-8")) for page in pages)
    return {_bare(title): page for page, text in texts for title in TITLE.findall(text)}


def _bare(title: str) -> str:
    """Return a title without its formulas, in which a notebook has no macros."""
    return FORMULA.sub("", title).strip()
