"""A conversation with Coq, as an editor has it: say a sentence, look at the goals, go back.

It talks to coqidetop, which comes with Coq, in its XML protocol.
"""

import os
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self, cast
from xml.sax.saxutils import escape

from tools.proofs.prover import LIBRARY, ProofError, coq_program

PROGRAM = ("-q", "-main-channel", "stdfds", "-async-proofs", "off")
NO_LINE_BREAKS = "Set Printing Width 100000."
# Coq separates words by &nbsp;, which XML doesn't know.
HEAD = '<!DOCTYPE coq [<!ENTITY nbsp "&#32;">]><coq>'


class Goal(NamedTuple):
    """What is known, and what is to be shown."""

    facts: tuple[str, ...]
    claim: str


class Shown(NamedTuple):
    """The goals in focus, the current one first, and how many wait behind other bullets."""

    goals: tuple[Goal, ...]
    waiting: int


class Session:
    """A conversation that begins with an empty file."""

    def __init__(self, library: Path) -> None:
        """Start Coq with the compiled files of a folder."""
        command = [coq_program("coqidetop.opt"), *PROGRAM, *LIBRARY]
        self._coq = subprocess.Popen(
            command, cwd=library, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._answers = _answers(self._coq)
        self.place = _state(self._call("Init", '<option val="none"/>'), "state_id")
        self.say(NO_LINE_BREAKS)

    def __enter__(self) -> Self:
        """Return the session."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Stop Coq."""
        self._coq.kill()
        self._coq.communicate()

    def _call(self, name: str, argument: str) -> ET.Element:
        """Ask Coq for something, and return the answer."""
        assert self._coq.stdin
        self._coq.stdin.write(f'<call val="{name}">{argument}</call>'.encode())
        self._coq.stdin.flush()
        answer = next(self._answers, None)
        if answer is None:
            raise ProofError("Coq stopped in the middle of a proof")
        if answer.get("val") != "good":
            raise ProofError("".join(answer.itertext()).strip())
        return answer

    def say(self, sentence: str) -> None:
        """Say the next sentence. Coq executes it when it is asked for the goals."""
        nowhere = "<pair><int>0</int><int>0</int></pair>"
        before = f'<pair><state_id val="{self.place}"/><bool val="false"/></pair>'
        phrase = f"<pair><pair><string>{escape(sentence)}</string><int>1</int></pair>{before}</pair>"
        answer = self._call("Add", f"<pair><pair>{phrase}<int>0</int></pair>{nowhere}</pair>")
        self.place = _state(answer, "pair/state_id")

    def look(self) -> Shown | None:
        """Return what Coq shows now, or nothing outside a proof."""
        found = self._call("Goal", "<unit/>").find("option/goals")
        if found is None:
            return None
        focused, behind = list(found)[:2]
        goals = (Goal(tuple(map(_one_line, goal[1])), _one_line(goal[2])) for goal in focused)
        return Shown(tuple(goals), sum(1 for _ in behind.iter("goal")))

    def back_to(self, place: str) -> None:
        """Forget everything said after that place."""
        self._call("Edit_at", f'<state_id val="{place}"/>')
        self.place = place


def _answers(coq: subprocess.Popen[bytes]) -> Iterator[ET.Element]:
    """Yield Coq's answers; the remarks that it makes between them are left out."""
    assert coq.stdout
    parser: ET.XMLPullParser[ET.Element] = ET.XMLPullParser(["start", "end"])
    parser.feed(HEAD)
    ((_, root),) = _events(parser)
    depth = 0
    while piece := os.read(coq.stdout.fileno(), 1 << 16):
        parser.feed(piece)
        for event, element in _events(parser):
            depth += 1 if event == "start" else -1
            if event == "end" and depth == 0:
                if element.tag == "value":
                    yield element
                root.clear()


def _events(parser: "ET.XMLPullParser[ET.Element]") -> list[tuple[str, ET.Element]]:
    return cast(list[tuple[str, ET.Element]], list(parser.read_events()))


def _state(answer: ET.Element, path: str) -> str:
    found = answer.find(path)
    assert found is not None
    return found.attrib["val"]


def _one_line(printed: ET.Element) -> str:
    return " ".join("".join(printed.itertext()).split())
