"""The sections of the page, each from what was found to HTML."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence

from course.grading.report import pictures
from course.grading.report.difficulty import Item
from course.grading.report.mistakes import CLAIMS, Misconceptions
from course.grading.report.papers import Class
from course.grading.report.similar_answers import Alike, Pair
from course.grading.report.similarity.side_by_side import Side, beside
from course.grading.report.tables import Safe, number, percent, said, signed, table
from course.grading.state import State

MOST_ROWS = 20
MOST_BARS = 21
FEW_ANSWERS = 30  # below that a correlation is mostly chance


def points(found: Class) -> Iterator[str]:
    """How many there are of each score, and of whom there is none."""
    yield table(
        "Where the students stand", ["State", "Students"],
        [[state.description, str(found.states[state])] for state in State], numbers=[1],
    )  # fmt: skip
    if not found.scores:
        yield "<p>Nothing is graded yet, so there is nothing to draw.</p>"
        return
    yield (
        f"<p>These are the points in the gradebook, of {number(found.most)}, with what people gave, less what lateness "
        f"costs. A part that waits for a person counts as 0 until then. The mean is "
        f"{statistics.fmean(found.scores):.1f}, the median {statistics.median(found.scores):.1f}.</p>"
    )
    counted = histogram(found.scores, found.most)
    labels, counts = [label for label, _ in counted], [count for _, count in counted]
    most = labels[counts.index(max(counts))]
    words = f"The highest is at {most} points, {max(counts)} students. The table that follows has the numbers."
    yield pictures.bars(labels, counts, "points", f"Bars: how many students have how many points. {words}")
    columns = range(1, len(counted) + 1)
    yield table("Students by points", ["Points", *labels], [["Students", *map(str, counts)]], columns)


def histogram(scores: Sequence[float], most: float) -> list[tuple[str, int]]:
    """Return how many scores there are at each point, or in each range of so many that the bars are few."""
    step = max(1, -(-int(most) // (MOST_BARS - 1)))
    counts = [0] * (int(most) // step + 1)
    for score in scores:
        counts[min(len(counts) - 1, max(0, int(score // step)))] += 1
    return [(str(place * step) if step == 1 else f"{place * step}+", count) for place, count in enumerate(counts)]


def claims(items: Sequence[Item], papers: int) -> Iterator[str]:
    """How hard each claim was, and what it tells."""
    yield (
        "<p>A <strong>share</strong> of 100% is easy for everybody. The <strong>correlation</strong> is that of the "
        "points for a claim with the points for all the rest; the <strong>gap</strong> is by how much the best 27% of "
        "the class are ahead of the weakest 27% in it. Where both are near 0 or below, look at the test: it may ask "
        "for something else than the other ones, or say it badly. A dash stands where nothing can be said, for all "
        "have the same. A proof that people grade has no tests: the table says only how many left it blank. Those who "
        "hand in together count once.</p>"
    )
    if papers < FEW_ANSWERS:
        yield f'<p class="caution">There are only {papers} graded answers: correlations and gaps are mostly chance.</p>'
    numbered = {id(item): str(place) for place, item in enumerate((one for one in items if not one.is_part), 1)}
    drawn = [(numbered[id(item)], item.share, item.rest) for item in items if id(item) in numbered]
    shares = [(place, share, rest) for place, share, rest in drawn if share is not None]
    if shares:
        hardest = min(shares, key=lambda one: one[1])
        yield pictures.rows(
            shares,
            f"Two bars for each of {len(shares)} claims, by its number in the table that follows: its share of the "
            f"points, and its correlation with the rest. The hardest is number {hardest[0]}, with {hardest[1]:.0%}.",
        )
    yield table(
        "Each part, and the claims of its tests",
        ["Part or claim", "No.", "Points", "Share", "Correlation", "Gap", "Left blank"],
        [_item_row(item, numbered.get(id(item), ""), papers) for item in items],
        numbers=[1, 2, 3, 4, 5, 6],
    )


def _item_row(item: Item, place: str, papers: int) -> list[str]:
    words = Safe(f"<strong>{said(item.words)}</strong>") if item.is_part else item.words
    blank = f"{item.blank} ({percent(item.blank / papers)})" if item.is_part and papers else ""
    share = Safe(f"{percent(item.share)}{pictures.meter(item.share)}")
    worth = number(item.points) if item.points else "by hand"
    return [words, place, worth, share, signed(item.rest), signed(item.gap), blank]


def misconceptions(found: Class, wrong: Misconceptions, known: int) -> Iterator[str]:
    """Which claims failed how often, and which known wrong answers fail so."""
    titles = {part.name: part.title for part in found.parts}
    yield (
        "<p>Those who hand in together count once, and what was left blank is not counted. "
        "In messages # stands for a number.</p>"
    )
    if not wrong.failures:
        yield "<p>Nothing went wrong.</p>"
        return
    yield "<h3>What was not earned, most often first</h3>"
    yield table(
        "Claims and visible tests that failed", ["Part", "What failed", "What was said", "Answers"],
        [
            [titles[one.part], one.claim or "the visible test", one.message or "(nothing more)", str(one.answers)]
            for one in wrong.failures[:MOST_ROWS]
        ],
        numbers=[3],
    )  # fmt: skip
    if len(wrong.failures) > MOST_ROWS:
        yield f"<p>{len(wrong.failures) - MOST_ROWS} more, each in fewer answers, are left out.</p>"
    yield "<h3>Like known wrong answers</h3>"
    if not known:
        yield "<p>The course's corpus has no wrong answers to this set, so there is nothing to compare with.</p>"
        return
    yield (
        '<p class="caution">This is a guess: these answers fail in the same way as one that was written to hold the '
        "belief. Other mistakes can fail so, too. Read some of the answers before you act on it.</p>"
    )
    yield (
        f"<p>{wrong.failed} parts of answers were tried and are not all right; {wrong.explained} of them fail like one "
        f"of the {known} known wrong answers.</p>"
    )
    if wrong.like:
        yield table(
            "Like known wrong answers", ["Part", "Like the answer that believes", "By", "Answers"],
            [
                [titles[one.part], Safe("; <em>or</em> ".join(map(said, one.beliefs))), one.by, str(one.answers)]
                for one in wrong.like[:MOST_ROWS]
            ],
            numbers=[3],
        )  # fmt: skip
        if any(one.by == CLAIMS for one in wrong.like):
            yield "<p>By the same claims alone the guess is weaker: the messages differ.</p>"


def alike(
    found: Alike, called: Sequence[str], pairs: Sequence[tuple[Side, Side]], copies: Sequence[tuple[Side, Side]]
) -> Iterator[str]:
    """Who has much code in common with whom, and the code side by side."""
    yield (
        '<p class="caution"><strong>A similar pair is evidence to look at, never a penalty.</strong> Two people can '
        "write the same few lines, learn from the same page, or have the same tutor. Nothing here changes a grade. "
        "Read both answers, and talk with both students, before you conclude anything.</p>"
        "<p>Code is compared without its names, numbers, texts, comments and layout. What was given with the set, what "
        "the book prints, and what many in the class have, is left out; of the rest, the rarer fingerprints, the share "
        "in common is given. Those who hand in together are no pair. Lines marked ≡ are alike.</p>"
    )
    yield f"<h3>Pairs of answers: {found.all_pairs}</h3>"
    yield from _listed(found.pairs, pairs, found.all_pairs, "No two answers have much in common.")
    if found.rings:
        yield "<h3>The same answer in many hands</h3><p>Too many have it for pairs: it may come from one place.</p><ul>"
        for ring in found.rings:
            some = ", ".join(called[place] for place in ring[:MOST_ROWS])
            more = f" and {len(ring) - MOST_ROWS} more" if len(ring) > MOST_ROWS else ""
            yield f"<li>{len(ring)} answers that are the same but for names and layout: {said(some)}{more}</li>"
        yield "</ul>"
    yield f"<h3>Answers like the library's source or the model solution: {found.all_copies}</h3>"
    yield "<p>Functions that the book prints may be taken over, and are not counted here.</p>"
    yield from _listed(found.copies, copies, found.all_copies, "No answer has much in common with either.")


def _listed(pairs: Sequence[Pair], codes: Sequence[tuple[Side, Side]], count: int, none: str) -> Iterator[str]:
    if not pairs:
        yield f"<p>{none}</p>"
    for pair, (left, right) in zip(pairs, codes, strict=True):
        parts = ", ".join(f"{match.part} {match.shared} of {match.of}" for match in pair.parts)
        who = f"<strong>{said(left.name)}</strong> and <strong>{said(right.name)}</strong>"
        what = f"{percent(pair.share)} of the rarer fingerprints in common{f' ({parts})' if parts else ''}"
        yield f"<details><summary>{who}: {said(what)}</summary>"
        yield from beside(left, right, pair.prints)
        yield "</details>"
    if count > len(pairs):
        yield f"<p>{count - len(pairs)} more, less alike, are not shown.</p>"
