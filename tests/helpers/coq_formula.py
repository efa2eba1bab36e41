"""The formulas in a statement of Coq, and their values: enough of the language of real numbers to compare constants."""

import math
import re

from tools.proofs import source

TOKEN = re.compile(r"\d+|[A-Za-z_][\w'.]*[\w']|[A-Za-z_]|<->|->|<=|>=|<>|/\\|\\/|:=|=>|[-+*/^()<>=,:;~%{}|&.\[\]?!@]")
OPERATORS = ("+", "-", "*", "/", "^")
FUNCTIONS = {"sqrt": math.sqrt, "ln": math.log, "INR": float, "S": lambda n: n + 1}
BEFORE = ("(", ":", "<=", "<", ">=", ">", "=", ":=", "=>", ",", "->", "/\\", "then", "else", "in")


def tokens(text):
    return TOKEN.findall(source.blank_comments(text))


def sides(text):
    """The longest formulas that stand by themselves: the sides of comparisons, and the arguments in brackets."""
    words = tokens(text.removesuffix("."))
    for place in range(len(words)):
        if place and (words[place - 1] not in BEFORE or _inside_a_formula(words, place)):
            continue
        reader = Reader(words[place:], {})
        try:
            reader.sum()
        except (SyntaxError, ZeroDivisionError, ValueError):
            continue
        found = words[place : place + reader.place]
        if place or len(found) > 1:
            yield " ".join(found)


def _inside_a_formula(words, place):
    """Whether the bracket before belongs to a formula that is longer."""
    before = words[place - 2] if place > 1 else ""
    return words[place - 1] == "(" and (before in OPERATORS or before in FUNCTIONS)


def value(formula, letters):
    """What the formula is for these letters; not a number where it has others."""
    try:
        reader = Reader(tokens(formula), letters)
        found = reader.sum()
    except (SyntaxError, ZeroDivisionError, ValueError, OverflowError):
        return math.nan
    return found if reader.place == len(reader.words) and not isinstance(found, complex) else math.nan


class Reader:
    """Reads from the front: sums of products of powers of applications."""

    def __init__(self, words, letters):
        self.words, self.letters, self.place = words, letters, 0

    @property
    def next(self):
        return self.words[self.place] if self.place < len(self.words) else ""

    def take(self):
        self.place += 1
        return self.words[self.place - 1]

    def sum(self):
        found = self.product()
        while self.next in ("+", "-"):
            sign = 1 if self.take() == "+" else -1
            found += sign * self.product()
        return found

    def product(self):
        found = self.signed()
        while self.next in ("*", "/"):
            found = found * self.signed() if self.take() == "*" else _divided(found, self.signed())
        return found

    def signed(self):
        if self.next == "-":
            self.take()
            return -self.signed()
        return self.power()

    def power(self):
        found = self.application()
        if self.next == "^":
            self.take()
            found **= self.signed()
        return found

    def application(self):
        start = self.place
        head = self.atom()
        name = self.words[start]
        arguments = []
        while self.next == "(" or re.fullmatch(r"\d+|[A-Za-z_][\w'.]*", self.next):
            if self.next in ("in", "then", "else", "forall", "exists"):
                break
            arguments.append(self.atom())
        if not arguments:
            return head
        if name in FUNCTIONS and len(arguments) == 1:
            return math.nan if math.isnan(arguments[0]) else FUNCTIONS[name](arguments[0])
        return self.letters.get(" ".join(self.words[start : self.place]), math.nan)

    def atom(self):
        if self.next == "(":
            self.take()
            found = self.sum()
            if self.next != ")":
                raise SyntaxError(self.next)
            self.take()
            return found
        if not re.fullmatch(r"\d+|[A-Za-z_][\w'.]*", self.next):
            raise SyntaxError(self.next)
        word = self.take()
        return float(word) if word.isdigit() else self.letters.get(word, math.nan)


def _divided(number, by):
    return number / by if by else math.nan
