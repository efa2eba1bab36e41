"""What a sentence of Coq does, in plain words."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from html import escape

from tools.walks.claims import drawn
from tools.walks.terms import Unreadable

NAME = r"[\w'.]+"
# What Coq's own steps of arithmetic use.
ARITHMETIC = {
    "lra": "sums and multiples",
    "nra": "sums, multiples and products",
    "psatz": "sums, multiples and products",
    "lia": "whole numbers",
    "ring": "calculating out",
    "field": "calculating with fractions",
}
UNNAMED = re.compile(r"H\d*")
CLOSING = frozenset(["assumption", "auto", "congruence", "contradiction", "discriminate", "reflexivity", "tauto"])


@dataclass(frozen=True)
class Step:
    """A sentence of a proof with what is around it."""

    text: str
    kinds: Mapping[str, str]
    """The types of the letters before it."""
    lemmas: Mapping[str, str]
    """What is said in place of the name of a lemma."""
    claims: Mapping[str, str]
    """What the facts say that are known before or after it."""
    needs: tuple[str, ...]
    new: tuple[str, ...]
    """The facts that are known after it and weren't before."""
    letters: tuple[str, ...]
    """The letters that are there after it and weren't before."""
    goals: int
    """How many goals there are after it, less how many there were."""
    done: bool
    """Whether the goal before it is closed."""

    def term(self, text: str) -> str:
        """Draw a term of a sentence; what can't be read is shown as code."""
        try:
            return drawn(text, self.kinds)
        except (Unreadable, KeyError):
            return f"<code>{escape(text)}</code>"

    def lemma(self, text: str) -> str:
        """Return how the lemma at the head of a term is called."""
        head = re.match(rf"\(*@?({NAME})", text)
        if not head:
            return f"<code>{escape(text)}</code>"
        return self.lemmas.get(head[1]) or self.fact(head[1])

    def fact(self, name: str) -> str:
        """Return how a fact is called; one that only Coq has named is written out."""
        if UNNAMED.fullmatch(name) and name in self.claims:
            return self.claims[name]
        return f"<b>{escape(name.replace('_', ' '))}</b>"

    def facts(self, names: tuple[str, ...]) -> str:
        """Return names of facts with an 'and'."""
        return listed(list(map(self.fact, names)))

    @property
    def because(self) -> str:
        """Return the facts that the sentence needs, after 'from'."""
        return f" from {self.facts(self.needs)}" if self.needs else ""


def listed(parts: list[str]) -> str:
    """Return parts with commas and an 'and'."""
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def first_term(text: str) -> str:
    """Return the first argument at the start of a text: a name, or what is in brackets."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and (sign in " )" or place == len(text) - 1):
            return text[: place + 1].strip()
    return text


Teller = Callable[[Step, re.Match[str]], str]


def tell(step: Step) -> str:
    """Return what a sentence does, in plain words."""
    text = step.text.removesuffix(".")
    for pattern, teller in TELLERS:
        if found := re.match(pattern, text):
            said = teller(step, found)
            return said[0].upper() + said[1:]
    return f"<code>{escape(step.text)}</code>"


def _intros(step: Step, found: re.Match[str]) -> str:
    given = f"Let {listed(list(step.letters))} be given" if step.letters else ""
    assumed = f"{'assume' if given else 'Assume'} {step.facts(step.new)}" if step.new else ""
    return f"{', and '.join(part for part in (given, assumed) if part) or 'Take what is given'}."


def _pose(step: Step, found: re.Match[str]) -> str:
    called = f", {step.facts(step.new)}" if step.new else ""
    return f"Use {step.lemma(found[1])}: what it says here is a new fact{called}."


def _claim(step: Step, found: re.Match[str]) -> str:
    claim = step.term(_without_brackets(found[2]))
    if re.search(r"\bby\b", step.text) or step.goals <= 0:
        return f"On the way: {claim}. It follows{step.because or ' at once'}, and is a fact from now on."
    return f"First show, on the way: {claim}."


def _without_brackets(text: str) -> str:
    """Return what is before the bracket that closes the claim."""
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return text[:place]
    return text


def _rewrite(step: Step, found: re.Match[str]) -> str:
    words = re.findall(NAME, re.split(r" in \S+$", text_of(step.text.removesuffix(".")))[0])[1:]
    by = ", ".join(dict.fromkeys(step.lemma(word) for word in words if word in step.lemmas or word in step.needs))
    where = re.search(r"\bin ([\w']+|\*)\.$", step.text)
    inside = f" in {step.fact(where[1])}" if where and where[1] != "*" else ""
    return f"Replace equals by equals{inside}{f', by {by}' if by else ''}."


def text_of(sentence: str) -> str:
    """Return a sentence without what follows it in square brackets or after a semicolon."""
    return re.split(r";|\[", sentence)[0]


def _apply(step: Step, found: re.Match[str]) -> str:
    lemma = step.lemma(found[1])
    if step.text in ("exact I.", "now exact I."):
        return "That is clear."
    if step.done and lemma.startswith("<b>"):
        return f"That is known: {lemma}."
    if step.done:
        return f"That is what {lemma} says{step.because and ',' + step.because}."
    return f"By {lemma} it is enough to show this instead."


def _destruct(step: Step, found: re.Match[str]) -> str:
    what = step.lemma(found[1])
    pattern = re.search(r" as (\[.*|\(.*)$", found[1])
    into = f", into {step.facts(step.new)}" if step.new else ""
    if not pattern or "|" not in pattern[1].partition("]")[0].partition(";")[0]:
        return f"Take {what} apart{into}."
    subject = found[1].split()[0]
    is_number = step.kinds.get(subject) == "nat"
    over = f"{step.term(subject)} is 0, or one more than another number" if is_number else what
    other = f", where {step.facts(step.new)} is known" if step.new else ""
    return f"Two cases: {over}.{'' if step.goals > 0 else f' One of them is clear at once; now the other{other}.'}"


def _unfold(step: Step, found: re.Match[str]) -> str:
    names = re.findall(r"[\w']+", found[1].split(" in ")[0])
    shown = ", ".join(f"<i>{escape(name.replace('_', ' '))}</i>" for name in names)
    return f"Put in what {shown} {'mean' if len(names) > 1 else 'means'}."


def _arithmetic(step: Step, found: re.Match[str]) -> str:
    if found[1] in ("ring", "field"):
        return f"Both sides are equal: {ARITHMETIC[found[1]]} shows it."
    return f"Arithmetic with {ARITHMETIC[found[1]]} closes it{step.because and ',' + step.because}."


def _exists(step: Step, found: re.Match[str]) -> str:
    return f"Take {step.term(found[1])}."


def _specialize(step: Step, found: re.Match[str]) -> str:
    return f"Use {step.fact(found[1])} for {step.term(first_term(found[2]))}."


def _replace(step: Step, found: re.Match[str]) -> str:
    return f"Write {step.term(found[1])} as {step.term(re.split(r' in | by |;', found[2])[0])}."


def _call(step: Step, found: re.Match[str]) -> str:
    return f"Call {step.term(_without_brackets(found[2]))} for short {step.term(found[1])}."


def _induction(step: Step, found: re.Match[str]) -> str:
    over = step.term(first_term(found[1]))
    if step.goals > 0:
        return f"Induction over {over}: first the start, then one more."
    return f"Induction over {over}. The start is clear; now one more."


def _then(step: Step, found: re.Match[str]) -> str:
    if found[1] in CLOSING:
        return "That is clear."
    return f"{tell(replace(step, text=found[1] + '.'))} The rest is clear."


def _said(text: str) -> Teller:
    return lambda step, found: text


TELLERS: list[tuple[str, Teller]] = [
    (r"now (.*)$", _then),
    (r"intros|revert", _intros),
    (r"pose proof (.*?)(?: as .*)?$", _pose),
    (rf"(?:assert|enough) \((?:({NAME}) : )?(.*)$", _claim),
    (r"e?rewrite ", _rewrite),
    (r"(?:e?apply|exact|refine) (.*)$", _apply),
    (r"(?:destruct|inversion|injection) (.*)$", _destruct),
    (r"unfold (.*)$", _unfold),
    (r"(lra|nra|lia|psatz|ring|field)\b", _arithmetic),
    (r"eexists$", _said("Such a thing is found below.")),
    (r"e?exists (.*)$", _exists),
    (rf"specialize \(({NAME}) (.*)\)", _specialize),
    (r"replace (.*?) with (.*)$", _replace),
    (rf"(?:set|pose) \(({NAME}) := (.*)$", _call),
    (r"induction (.*)$", _induction),
    (r"(?:repeat |do \d+ )?\(?split", _said("Show the parts one after the other.")),
    (r"fold |change ", _said("Write it shorter.")),
    (r"simpl|cbn|cbv", _said("Work out the definitions.")),
    (r"left", _said("The first of the two holds.")),
    (r"right", _said("The second of the two holds.")),
    (r"exfalso", _said("This case can't be: find a contradiction.")),
    (r"symmetry", _said("Read the equation the other way round.")),
    (r"(?:do \d+ )?f_equal", _said("It is enough that the parts are equal.")),
    (r"e?transitivity", _said("Go by way of a third.")),
    (r"subst", _said("Put in what is equal.")),
    (r"clear|rename", _said("Tidy up what is known.")),
    (r"constructor", _said("That is how it is defined.")),
    (rf"(?:{'|'.join(sorted(CLOSING))})\b", _said("That is clear.")),
]
