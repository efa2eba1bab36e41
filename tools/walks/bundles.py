"""Walks in bundles, each a file that a page loads: the statements about a theorem, or the lemmas of a file of proofs.

A bundle is named after the label of the theorem, or after the file, and says of each lemma which bundle has its walk.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from tools.walks import book_steps
from tools.walks.walk import Walk, proof_files, recording

Bundle = dict[str, Any]


class Theorem(NamedTuple):
    """What the book says of a theorem."""

    label: str
    titles: dict[str, str]
    """The sentence about each formal statement, by its name."""
    steps: dict[str, str]
    """The named steps of the book's proof, as the page writes them, with their names in plain text."""
    elsewhere: dict[str, str]
    """Why the machine's proof doesn't take a step."""
    axioms: str

    def bundle(self) -> Bundle:
        """Return the walks through its statements."""
        steps = [
            {"key": book_steps.bare(step), "name": name, "elsewhere": self.elsewhere.get(step, "")}
            for step, name in self.steps.items()
        ]
        walks = [walk_of(name, title, self.steps) for name, title in self.titles.items()]
        return {"axioms": self.axioms, "steps": steps, "walks": walks}


def walk_of(name: str, title: str = "", steps: Iterable[str] = ()) -> dict[str, Any]:
    """Return the walk through a proof; a lemma goes by the first sentence of its comment."""
    file = proof_files()[name]
    comment: str = recording(file)["proofs"][name]["comment"]
    return {**Walk(file, name, list(steps)).page(), "title": title or comment.partition(" - ")[0]}


def bundles(theorems: Iterable[Theorem]) -> dict[str, Bundle]:
    """Return all bundles by their names: those of theorems, and those of the lemmas that their proofs lead to."""
    found = {theorem.label: theorem.bundle() for theorem in theorems}
    home = {walk["name"]: label for label, bundle in found.items() for walk in bundle["walks"]}
    waiting = [name for bundle in found.values() for walk in bundle["walks"] for name in walk["lemmas"]]
    while waiting:
        name = waiting.pop()
        if name in proof_files() and name not in home:
            home[name] = proof_files()[name]
            walk = walk_of(name)
            found.setdefault(home[name], {"axioms": "", "steps": [], "walks": []})["walks"].append(walk)
            waiting += walk["lemmas"]
    for bundle in found.values():
        lemmas = {name: says for walk in bundle["walks"] for name, says in walk.pop("lemmas").items()}
        bundle["lemmas"] = {name: {"says": says, "walk": home.get(name, "")} for name, says in sorted(lemmas.items())}
    return found
