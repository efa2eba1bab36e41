"""proofs/checked.json: what Coq proved and what the files say, for the book and for machines without Coq.

It holds a hash of each file, which shows whether it is up to date. Everything in it except the axioms and Coq's version
follows from the files.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tools.proofs import RECORD, ROOT, source

Record = dict[str, Any]


def book_labels(root: Path = ROOT) -> list[str]:
    """Return the labels of the book that a statement can be about: those of the registry, and the exercises."""
    registry = tomllib.loads((root / "book" / "theorems.toml").read_text(encoding="utf-8"))
    pages = (path.read_text(encoding="utf-8") for path in sorted((root / "book").glob("*.md")))
    return [*registry, *(label for page in pages for label in re.findall(r"^:label: (ex-[\w-]+)$", page, re.M))]


def label_of(name: str, known: Iterable[str]) -> str:
    """Return the longest label that a name begins with (thm-kkt for thm_kkt_necessary), or nothing."""
    fits = [label for label in known if f"{name}_".startswith(label.replace("-", "_") + "_")]
    return max(fits, key=len, default="")


def from_sources(texts: Mapping[str, str], known: Iterable[str]) -> Record:
    """Return the part of the record that follows from the files alone."""
    labels = list(known)
    passages = {file: list(source.passages(text)) for file, text in texts.items()}
    visible = visible_definitions(texts, passages)
    named = [(file, f"{file}.{passage.name}", passage) for file, found in passages.items() for passage in found]
    statements = {
        name: statement_entry(passage, label_of(passage.name, labels), visible[file])
        for file, name, passage in named
        if passage.claim and source.LABELLED.match(passage.name)
    }
    definitions = {name: definition_entry(passage, visible[file]) for file, name, passage in named if not passage.claim}
    needed = closure((word for entry in statements.values() for word in entry["words"]), definitions)
    examples = ((name, passage) for file, name, passage in named if file.startswith("Sanity") and passage.claim)
    return {
        "sources": {file: hashlib.sha256(text.encode()).hexdigest() for file, text in texts.items()},
        "statements": statements,
        "words": {name: entry for name, entry in definitions.items() if name in needed},
        "sanity": {name: passage.sentence for name, passage in examples if passage.comment},
    }


def visible_definitions(
    texts: Mapping[str, str], passages: Mapping[str, Iterable[source.Passage]]
) -> dict[str, dict[str, str]]:
    """Return the definitions that each file can use, its own and those it imports: full names by short names."""
    own = {
        file: {passage.name: f"{file}.{passage.name}" for passage in found if not passage.claim}
        for file, found in passages.items()
    }
    return {
        file: {name: full for used in (*source.imports(text), file) for name, full in own[used].items()}
        for file, text in texts.items()
    }


def statement_entry(passage: source.Passage, label: str, visible: Mapping[str, str]) -> dict[str, Any]:
    """Return the entry of a statement."""
    return {
        "label": label,
        "sentence": passage.sentence,
        "hypotheses": passage.hypotheses,
        "context": passage.context,
        "statement": passage.text,
        "words": used_words(passage, visible),
    }


def definition_entry(passage: source.Passage, visible: Mapping[str, str]) -> dict[str, Any]:
    """Return the entry of a definition."""
    return {
        "sentence": passage.sentence,
        "context": passage.context,
        "text": passage.text,
        "words": used_words(passage, visible),
    }


def used_words(passage: source.Passage, visible: Mapping[str, str]) -> list[str]:
    """Return the definitions of this folder that the wording of a statement or a definition uses."""
    text = source.blank_comments("\n".join([*passage.context, passage.text]))
    used = (visible.get(word, "") for word in dict.fromkeys(re.findall(r"[\w']+", text)))
    return [word for word in used if word and word.partition(".")[2] != passage.name]


def closure(start: Iterable[str], definitions: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """Return the words, and all that their definitions use."""
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        word = waiting.pop()
        if word not in found:
            found.add(word)
            waiting += definitions[word]["words"]
    return found


def axiom_groups(record: Record) -> dict[str, list[str]]:
    """Return the statements whose axioms are printed together: those of a label, and all examples."""
    together: dict[str, list[str]] = {}
    for name, entry in record["statements"].items():
        together.setdefault(entry["label"] or name, []).append(name)
    for name in record["sanity"]:
        together.setdefault("examples", []).append(name)
    return together


def differences(record: Record, texts: Mapping[str, str], known: Iterable[str]) -> list[str]:
    """Return where the record and the files disagree: the files that changed, or the parts that differ."""
    now = from_sources(texts, known)
    old, new = record["sources"], now["sources"]
    changed = [f"proofs/{file}.v" for file in sorted({*old, *new}) if old.get(file) != new.get(file)]
    return changed or [part for part in now if record.get(part) != now[part]]


def read_record(path: Path = RECORD) -> Record:
    """Read the committed record."""
    found: Record = json.loads(path.read_text(encoding="utf-8"))
    return found


def write_record(record: Record, path: Path = RECORD) -> bool:
    """Write the record; return whether it changed."""
    text = json.dumps(record, indent=1, ensure_ascii=False) + "\n"
    changed = not path.exists() or path.read_text(encoding="utf-8") != text
    path.write_text(text, encoding="utf-8")
    return changed
