"""Draw the report's pictures: SVG in the page's own colours, so that they fit light and dark.

Each has a description for screen readers, and a table beside it with the same numbers.
"""

from collections.abc import Sequence

from markupsafe import Markup, escape

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 16, 52
WIDE, HIGH = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
ROW, HALF = 18, 270  # of a picture with rows: how high one is, and how wide each of its two halves
MIDDLE = WIDTH - RIGHT - HALF


def bars(counted: Sequence[tuple[str, int]], across: str, words: str) -> Markup:
    """Return a picture of how many there are of each."""
    most, each = max([1, *(count for _, count in counted)]), WIDE / max(1, len(counted))
    drawn = [_scale(most)]
    for place, (label, count) in enumerate(counted):
        x, high = LEFT + place * each, HIGH * count / most
        middle = x + each / 2
        y = TOP + HIGH - high
        drawn += [_bar(x + 1, y, each - 2, high), _text(middle, HEIGHT - 34, label)]
    drawn.append(_text(LEFT + WIDE / 2, HEIGHT - 10, across))
    return _picture("".join(drawn), words)


def rows(items: Sequence[tuple[str, float, float | None]], words: str) -> Markup:
    """Return a picture with a row for each claim: its share of the points, and its correlation with the rest."""
    high = TOP + ROW * len(items)
    zero, wide = MIDDLE + HALF / 2, HALF / 2
    drawn = []
    for left, labels in ((LEFT, ("0%", "50%", "100%")), (MIDDLE, ("−1", "0", "1"))):
        for tick, label in enumerate(labels):
            x = left + tick * HALF / 2
            drawn.append(f'<path class="grid" d="M{x} {TOP}V{high}"/>')
            drawn.append(_text(x, high + 16, label))
    for place, (label, share, rest) in enumerate(items):
        y = TOP + ROW * place
        drawn.append(_text(LEFT - 8, y + 13, label, "end"))
        drawn.append(_bar(LEFT, y + 3, HALF * share, ROW - 6))
        if rest is not None:
            drawn.append(_bar(zero + min(0.0, rest) * wide, y + 3, abs(rest) * wide, ROW - 6))
    drawn += [
        f'<path class="axis" d="M{LEFT} {TOP}V{high}M{zero} {TOP}V{high}"/>',
        _text(LEFT + HALF / 2, high + 36, "share of the points"),
        _text(zero, high + 36, "correlation with the rest"),
    ]
    return _picture("".join(drawn), words, high + 46)


def _scale(most: int) -> str:
    """Return the axes, with the marks of a count upwards."""
    step = next(step for power in range(9) for step in (10**power, 2 * 10**power, 5 * 10**power) if most <= 5 * step)
    drawn = [f'<path class="axis" d="M{LEFT} {TOP}v{HIGH}h{WIDE}"/>']
    for count in range(0, most + 1, step):
        y = TOP + HIGH * (1 - count / most)
        drawn.append(f'<path class="grid" d="M{LEFT} {y:.1f}h{WIDE}"/>')
        drawn.append(_text(LEFT - 8, y + 4, str(count), "end"))
    return "".join(drawn)


def _bar(x: float, y: float, wide: float, high: float) -> str:
    return f'<rect class="bar" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"/>'


def _text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _picture(drawn: str, words: str, high: float = HEIGHT) -> Markup:
    about = f'role="img" aria-label="{escape(words)}" viewBox="0 0 {WIDTH} {high}"'
    return Markup(f'<svg class="picture" {about}>{drawn}</svg>')
