"""The English of the pages, and of the registry they take sentences from: American, and without stiff phrases."""

import re
import tomllib
from pathlib import Path

import pytest

BOOK = Path(__file__).parents[2] / "book"
PAGES = [path.stem for path in sorted(BOOK.glob("*.md"))]
REGISTRY = ["theorems", "chapters", "notation", "items"]
SHOWN = ("title", "ours", "informal", "goal", "meaning", "text")  # the entries of the registry that pages show
CODE = re.compile(
    r"^( *)(`{3,})\{?(?:code-cell|code-block|source|code|python|bash)\b.*?^\1\2 *$"
    r"|`[^`\n]*`|\bex-[\w-]+",
    re.M | re.S,
)
BRITISH = re.compile(
    r"\b(\w*(?:max|min|opt)imis(?:e|ed|es|er|ers|ing|ation)|\w*(?:ormal|tandard|eneral|egular|ecogn|rgan|ummar|enal"
    r"|haracter|nitial|apital)is(?:e|ed|es|ing|ation)|colour\w*|\w*labelled|centre[ds]?|(?:milli|centi|kilo)?metres?"
    r"|behaviour|favour\w*|\w*neighbour\w*|grey|analys(?:e|ed|ing)|modelled|cancelled|artefacts?|learnt|tumours?)\b",
    re.I,
)
STIFF = re.compile(
    r"\b(whoever|somebody|nobody(?:'s)?|anew|shall|so many|for ever|is none|are none|it is no|there is no one"
    r"|needs? no|exactly if|on both sides stands?|of its own accord|the one or the other|has room"
    r"|mend(?:s|ed)?|stands? beside|half as much again|lives? off)\b",
    re.I,
)


def prose(page):
    return CODE.sub(" ", (BOOK / f"{page}.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES)
def test_spelling_is_american(page):
    assert not BRITISH.findall(prose(page))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_no_stiff_phrase(page):
    assert not STIFF.findall(prose(page))


def sentences(entry):
    """What a page may show of an entry, and of the lists inside it."""
    for name, value in entry.items():
        if isinstance(value, str) and name in SHOWN:
            yield value
        elif isinstance(value, list):
            yield from (text for inner in value if isinstance(inner, dict) for text in sentences(inner))


@pytest.mark.parametrize("name", REGISTRY)
def test_the_registry_is_american_and_has_no_stiff_phrase(name):
    entries = tomllib.loads((BOOK / f"{name}.toml").read_text(encoding="utf-8")).values()
    said = CODE.sub(" ", "\n".join(text for entry in entries for text in sentences(entry)))
    assert len(said) > 500
    assert not BRITISH.findall(said)
    assert not STIFF.findall(said)


def test_the_lists_find_what_they_are_for():
    assert BRITISH.findall("The standardised colour of a neighbour, in metres") == [
        "standardised", "colour", "neighbour", "metres"
    ]
    assert STIFF.findall("Whoever stands beside it shall mend it.") == ["Whoever", "stands beside", "shall", "mend"]
