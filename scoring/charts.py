"""Pictures: from numbers to coordinates."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any, NamedTuple

from scoring.engine.amounts import noted
from scoring.engine.naming import shortened
from scoring.engine.result import Amount
from scoring.engine.texts import Text

MOST_HEIGHTS = 6
LETTER, LABEL_GAP = 10, 10  # room for one of a number at its widest, and between number and picture


STEP, HALF = 8, 12  # of a strip: from one amount to the next, and the height to each side


def strip_of(amounts: Sequence[Amount | None]) -> tuple[int, str, str]:
    """Return the width of a strip of amounts, its columns above and those below the line; None is a gap.

    The tallest is as high as its side; a draw is seen as a low one.

    >>> strip_of([4, None, -2])
    (24, 'M1 12V0h6V12z', 'M17 12V18h6V12z')
    """
    tall = [abs(Fraction(amount)) for amount in amounts if amount is not None]
    most = max(tall, default=Fraction(0)) or Fraction(1)
    sides = {True: "", False: ""}
    for number, amount in enumerate(amounts):
        if amount is not None:
            high = max(1, round(HALF * abs(Fraction(amount)) / most))
            end = HALF - high if amount >= 0 else HALF + high
            sides[amount >= 0] += f"M{STEP * number + 1} {HALF}V{end}h{STEP - 2}V{HALF}z"
    return STEP * len(amounts), sides[True], sides[False]


def from_the_middle(amounts: Sequence[Amount]) -> list[tuple[float, float]]:
    """Return where each amount's bar begins and how wide it is, on a width of 72 with zero in the middle.

    >>> from_the_middle([4, 0, -2])
    [(36.0, 36.0), (36.0, 0.0), (18.0, 18.0)]
    """
    most = max((abs(Fraction(amount)) for amount in amounts), default=Fraction(0)) or Fraction(1)
    wide = [round(36 * float(amount / most), 1) for amount in amounts]
    return [(36 + min(width, 0.0), abs(width)) for width in wide]


class Frame(NamedTuple):
    """The size of a picture, and its margins."""

    width: int
    height: int
    left: int
    right: int
    named: int  # numbers under the picture, at most
    top: int = 14
    bottom: int = 34


class AxisTick(NamedTuple):
    """A number beside an axis."""

    at: float
    label: str


class Axes(NamedTuple):
    """Both axes of a picture, with everything that is printed beside them."""

    frame: Frame
    heights: tuple[AxisTick, ...]
    numbers: tuple[AxisTick, ...]
    down: Callable[[Amount], float]  # where an amount is
    zero: float
    inner_right: int
    ticks_at: int
    numbers_at: int


def axes_of(
    amounts: Iterable[Amount], frame: Frame, numbers: Iterable[int], across: Callable[[Frame, int], float]
) -> Axes:
    """Return axes with room for all these amounts; `across` gives the position of a number."""
    known = [0, *amounts]
    steps = heights_between(min(known), max(known))
    low, high = min(steps[0], *known), max(steps[-1], *known)
    frame = frame._replace(left=max(frame.left, room_for(map(noted, steps))))
    height = frame.height - frame.top - frame.bottom

    def down(amount: Amount) -> float:
        return round(frame.top + height * float((high - amount) / (high - low)), 1)

    return Axes(
        frame,
        tuple(AxisTick(down(step), noted(step)) for step in steps),
        tuple(AxisTick(across(frame, number), str(number)) for number in numbers),
        down,
        zero=down(0),
        inner_right=frame.width - frame.right,
        ticks_at=frame.left - 8,
        numbers_at=frame.height - 8,
    )


def room_for(labels: Iterable[str]) -> int:
    """Return the room on the left, where numbers stand beside the picture.

    >>> room_for(["+5", "0", "−12345"])
    70
    """
    return LABEL_GAP + LETTER * max(map(len, labels))


def heights_between(low: Amount, high: Amount) -> list[int]:
    """Return round numbers between the lowest and the highest, or a little beyond, zero among them.

    >>> heights_between(-7, 12)
    [-5, 0, 5, 10]
    >>> heights_between(-53, 47)
    [-60, -40, -20, 0, 20, 40]
    >>> heights_between(0, 0)
    [-1, 0, 1]
    """
    if low == high:
        return [-1, 0, 1]
    step, beyond = 1, Fraction(high - low) / 10
    lowest, highest = low - beyond, high + beyond
    while len(heights := range(-int(-lowest // step), int(highest // step) + 1)) > MOST_HEIGHTS:
        step = _rounder(step)
    return [number * step for number in heights]


def _rounder(step: int) -> int:
    """Return the next step: 1, 2, 5, 10, 20, 50, …"""
    return step * 5 // 2 if str(step).startswith("2") else step * 2


def hands_to_name(last: int, most: int) -> list[int]:
    """Return the hands to number below a chart that has room for `most` numbers.

    >>> hands_to_name(4, 6), hands_to_name(60, 6)
    ([0, 1, 2, 3, 4], [0, 10, 20, 30, 40, 50, 60])
    """
    step = 1
    while last // step > most:
        step = _rounder(step)
    return list(range(0, last + 1, step))


FEW_HANDS = 24  # up to here every hand has a marker
MANY_HANDS = 80  # from here on the lines are thinner
LINE = 20  # from one name to the next
NAME_LETTER, NAME_GAP = 9, 20  # room for a letter of a name, and for all names beside the picture
KINDS = 8  # of dashes and markers; then they start again


class ChartSize(NamedTuple):
    """The size of a chart."""

    frame: Frame
    letters: int  # of a name, which nearly every name has

    def frame_for(self, names: Iterable[str]) -> Frame:
        """Return the frame with as much room as these names need beside the lines, one below another.

        >>> PHONE.frame_for(["Ferdl", "Walpurga"])[:4], PHONE.frame_for(["Anna"] * 12).height
        ((354, 220, 40, 92), 288)
        """
        lengths = [min(len(name), self.letters) for name in names]
        height = self.frame.top + LINE * len(lengths) + self.frame.bottom
        right = NAME_GAP + NAME_LETTER * max(lengths, default=0)
        return self.frame._replace(right=right, height=max(self.frame.height, height))


# As wide as a card on a phone and as half a desk: there a letter is as large as in a sentence.
PHONE = ChartSize(Frame(354, 220, left=40, right=0, named=5), 14)
DESKTOP = ChartSize(Frame(760, 320, left=44, right=0, named=10), 28)


class Curve(NamedTuple):
    """One player's line. `kind` chooses dashes and marker together."""

    name: str
    kind: int
    colour: int
    path: str
    markers: tuple[str, ...]
    label_at: float  # pushed apart, so that no name stands on another
    leader: str  # from the end of the line to its name


class Chart(NamedTuple):
    """Everything the picture prints."""

    axes: Axes
    curves: tuple[Curve, ...]
    many: bool  # hands
    names_at: int


def chart_of(
    series: Mapping[str, Sequence[Amount | None]], size: ChartSize, colours: Sequence[int] = ()
) -> Chart:
    """Return the picture of totals after each hand by name, from the start; None: not yet there.

    The colours are those of the people, one for each name; without them no two of eight lines have the same.
    """
    known = [total for totals in series.values() for total in totals if total is not None]
    last = max((len(totals) for totals in series.values()), default=1) - 1

    def across(frame: Frame, hand: int) -> float:
        return round(frame.left + (frame.width - frame.left - frame.right) * hand / max(last, 1), 1)

    axes = axes_of(known, size.frame_for(series), hands_to_name(last, size.frame.named), across)
    frame = axes.frame
    lines = {
        name: [
            (across(frame, hand), axes.down(total)) for hand, total in enumerate(totals) if total is not None
        ]
        for name, totals in series.items()
    }
    return Chart(axes, curves_of(lines, frame, last, colours), last > MANY_HANDS, axes.inner_right + 15)


def curves_of(
    lines: Mapping[str, Sequence[tuple[float, float]]], frame: Frame, last: int, colours: Sequence[int] = ()
) -> tuple[Curve, ...]:
    """Return a line through the points of every name, with the name at its end."""
    ends = [points[-1][1] for points in lines.values()]
    label_positions = label_heights(ends, LINE, frame.top, frame.height - frame.bottom)
    every = 1 if last <= FEW_HANDS else last // 12
    curves = []
    for number, ((name, points), label_at) in enumerate(zip(lines.items(), label_positions, strict=True)):
        kind, (x, y) = number % KINDS, points[-1]
        path = "M" + " ".join(f"{x:g} {y:g}" for x, y in points)
        marked = [*points[::-every][::-1]] if len(points) > 1 else points
        markers = tuple(_marker(kind, x, y) for x, y in marked)
        leader = f"M{x + 4:g} {y:g} {x + 13:g} {label_at:g}"
        colour = colours[number] if colours else kind
        curves.append(Curve(name, kind, colour, path, markers, label_at, leader))
    return tuple(curves)


_TITLE = Text("Verlauf", "How it went")
_ONE_HAND = Text(
    "Der Stand jedes Spielers nach {count} Hand; die Zahlen stehen am Zettel.",
    "The total of every player after {count} hand; the numbers stand in the sheet.",
)
_HANDS = Text(
    "Der Stand jedes Spielers nach jeder von {count} Händen; die Zahlen stehen am Zettel.",
    "The total of every player after each of {count} hands; the numbers stand in the sheet.",
)


def chart_in_words(hands: int, language: str) -> str:
    """Return the text alternative of a chart."""
    return (_ONE_HAND if hands == 1 else _HANDS).in_language(language).format(count=hands)


# Where no style sheet says it better.
_STROKE, _FILL = 'fill="none" stroke="currentColor"', 'fill="currentColor"'


def drawn_chart(chart: Chart, description: str, language: str, which: int = 1) -> str:
    """Return a chart as SVG with its `description`; `which` numbers the charts of one size on a page."""
    axes, width = chart.axes, chart.axes.frame.width
    number = f"-{which}" if which > 1 else ""
    named = {part: f"chart-{width}{number}-{part}" for part in ("title", "desc")}
    return (
        f'<svg class="chart{" many" if chart.many else ""}" role="img" '
        f'aria-labelledby="{named["title"]} {named["desc"]}" viewBox="0 0 {width} {axes.frame.height}">'
        f'<title id="{named["title"]}">{_TITLE.in_language(language)}</title>'
        f'<desc id="{named["desc"]}">{escape(description)}</desc>'
        f"{''.join(_drawn_axes(axes))}"
        f'<path class="zero" {_STROKE} d="M{axes.frame.left} {axes.zero}H{axes.inner_right}" />'
        f"{''.join(_drawn_curve(curve, chart.names_at) for curve in chart.curves)}</svg>"
    )


def _drawn_axes(axes: Axes) -> Iterator[str]:
    for at, label in axes.heights:
        yield f'<path class="grid" {_STROKE} d="M{axes.frame.left} {at}H{axes.inner_right}" />'
        yield f'<text class="tick" {_FILL} x="{axes.ticks_at}" y="{at}" dy="0.35em" text-anchor="end">'
        yield f"{label}</text>"
    for at, label in axes.numbers:
        yield f'<text class="tick" {_FILL} x="{at}" y="{axes.numbers_at}" text-anchor="middle">{label}</text>'


def _drawn_curve(curve: Curve, names_at: int) -> str:
    markers = "".join(f'<path class="marker" {_FILL} d="{marker}" />' for marker in curve.markers)
    return (
        f'<g class="curve kind-{curve.kind} colour-{curve.colour}">'
        f'<path class="line" {_STROKE} d="{curve.path}" />{markers}'
        f'<path class="leader" {_STROKE} d="{curve.leader}" />'
        f'<text class="name" {_FILL} x="{names_at}" y="{curve.label_at}" dy="0.35em">'
        f"{escape(curve.name)}</text></g>"
    )


def _marker(kind: int, x: float, y: float) -> str:
    """Return a circle, square, triangle, rhombus, cross, triangle upside down, plus or bar."""
    shape = (
        "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
        "m-3.5-3.5h7v7h-7z",
        "m0-5l4.6 8h-9.2z",
        "m0-5l5 5-5 5-5-5z",
        "m-4-4l8 8m0-8l-8 8",
        "m0 5l4.6-8h-9.2z",
        "m-5 0h10m-5-5v10",
        "m-2-5h4v10h-4z",
    )[kind]
    return f"M{x:g} {y:g}{shape}"


def label_heights(positions: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Return heights close to these positions, but far enough apart that names do not touch.

    >>> label_heights([50, 52, 90], 24, 0, 100)
    [39.0, 63.0, 90.0]
    >>> label_heights([98, 99], 24, 0, 100)
    [76.0, 100.0]
    """
    order = sorted(range(len(positions)), key=lambda index: positions[index])
    # Neighbours that touch: how many, and the middle of where they would be.
    groups: list[list[float]] = []
    for index in order:
        groups.append([1, positions[index]])
        _keep_inside(groups[-1], gap, top, bottom)
        while len(groups) > 1 and groups[-1][1] - groups[-2][1] < (groups[-1][0] + groups[-2][0]) / 2 * gap:
            count, middle = groups.pop()
            above = groups[-1]
            above[1] = (above[0] * above[1] + count * middle) / (above[0] + count)
            above[0] += count
            _keep_inside(above, gap, top, bottom)
    heights_in_order = [
        middle + (number - (count - 1) / 2) * gap for count, middle in groups for number in range(int(count))
    ]
    heights = [0.0] * len(positions)
    for label, height in zip(order, heights_in_order, strict=True):
        heights[label] = round(float(height), 1)
    return heights


def _keep_inside(group: list[float], gap: float, top: float, bottom: float) -> None:
    half = (group[0] - 1) / 2 * gap
    group[1] = max(top + half, min(bottom - half, group[1]))


SOLID, STRIPED, HOLLOW = "solid", "striped", "hollow"
WAYS = (SOLID, STRIPED, HOLLOW)  # of filling the parts of a bar, one after the other
THICK = 18


class BarFrame(NamedTuple):
    """The size of the picture. Names stand beside their bars, or above them where there is no room."""

    width: int
    row: int  # from one bar to the next
    names: int  # room for them on the left; 0: above
    values: int  # room on the right; 0: above
    letters: int  # of a name

    @property
    def values_at(self) -> int:
        return self.width - 2


NARROW_BAR = BarFrame(354, 46, 0, 0, 30)
WIDE_BAR = BarFrame(460, 32, 200, 80, 21)


class BarPart(NamedTuple):
    """A rectangle: one part of a bar."""

    way: str
    x: float
    width: float


Pictures = tuple[dict[str, Any], ...]  # for a phone and for everything bigger; empty: nothing to see


def _drawn(
    name: str,  # what its ids begin with
    title: str,
    description: str,  # what it shows, in a sentence
    draw: Callable[[Any, Any], dict[str, Any]],
    figures: Sequence[Any],
    frames: Iterable[Any],
) -> Pictures:
    """Return the picture of these figures in each frame, with everything that is printed."""
    words = {"title": title, "description": description}
    return tuple({"name": f"{name}-{frame.width}", **words, **draw(figures, frame)} for frame in frames)


class BarFigure(NamedTuple):
    """What one bar shows: parts that lie end to end, or one number that may be below zero."""

    label: str
    value: str
    parts: tuple[Amount, ...]


def bars_of(name: str, title: str, description: str, figures: Sequence[BarFigure]) -> Pictures:
    """Return a bar chart in two sizes, for phones and for wider pages; empty without figures."""
    if not any(any(figure.parts) for figure in figures):
        return ()
    return _drawn(name, title, description, _bars, figures, (NARROW_BAR, WIDE_BAR))


def _bars(figures: Sequence[BarFigure], frame: BarFrame) -> dict[str, Any]:
    """Return the bars for one width of the page.

    >>> picture = _bars([BarFigure("a", "+3", (3,)), BarFigure("b", "−1", (-1,))], NARROW_BAR)
    >>> [bar["parts"] for bar in picture["bars"]]
    [[BarPart(way='solid', x=90.0, width=262.0)], [BarPart(way='striped', x=2.0, width=88.0)]]
    """
    low = min(0, *(part for figure in figures for part in figure.parts))
    high = max(0, *(sum(part for part in figure.parts if part > 0) for figure in figures))
    left = frame.names + 2
    room = frame.width - left - frame.values - 2

    def across(amount: Amount) -> float:
        return round(left + room * float(Fraction(amount - low, 1) / (high - low)), 0)

    labels = shortened([figure.label for figure in figures], frame.letters)
    bars = []
    for number, (figure, label) in enumerate(zip(figures, labels, strict=True)):
        top = number * frame.row + 4
        bar_at = top if frame.names else top + frame.row - THICK - 8
        words_at = top + THICK - 4 if frame.names else top + 16
        bars.append(
            {
                "label": label,
                "value": figure.value,  # in words
                "y": bar_at,
                "words_at": words_at,
                "parts": _parts(figure, across),
            }
        )
    height = frame.row * len(bars) + 8
    return {"frame": frame, "bars": bars, "zero": across(0), "height": height, "thick": THICK}


def _parts(figure: BarFigure, across: Callable[[Amount], float]) -> list[BarPart]:
    if len(figure.parts) == 1:
        (amount,) = figure.parts
        start, end = sorted((across(0), across(amount)))
        return [BarPart(SOLID if amount >= 0 else STRIPED, start, end - start)] if amount else []
    parts: list[BarPart] = []
    so_far: Amount = 0
    for way, amount in zip(WAYS, figure.parts, strict=False):
        if amount:
            start, end = across(so_far), across(so_far + amount)
            parts.append(BarPart(way, start, end - start))
        so_far = so_far + amount
    return parts


FILLED = 0.8  # of the room that a column has
WIDEST = 48


NARROW = Frame(354, 200, left=40, right=4, named=5)
WIDE = Frame(760, 260, left=44, right=4, named=10)


def columns_of(name: str, title: str, description: str, amounts: Sequence[Amount]) -> Pictures:
    """Return a column chart in two sizes, for phones and for wider pages; empty without amounts.

    >>> columns_of("x", "", "", [0, 0])
    ()
    """
    if not any(amounts):
        return ()
    return _drawn(name, title, description, _columns, amounts, (NARROW, WIDE))


def _columns(amounts: Sequence[Amount], frame: Frame) -> dict[str, Any]:
    """Return the columns for one width of page; all of a kind are one path, as there may be hundreds.

    >>> picture = _columns([3, -1, 0, 2], NARROW)
    >>> picture["above"]
    'M54.8 128V14h48V128zM287.2 128V52h48V128z'
    >>> picture["below"]
    'M132.2 128V166h48V128z'
    >>> [tick.label for tick in picture["axes"].numbers]
    ['1', '2', '3', '4']
    """

    def room(frame: Frame) -> float:
        return (frame.width - frame.left - frame.right) / len(amounts)

    def middle(frame: Frame, number: int) -> float:
        return round(frame.left + room(frame) * (number - 0.5), 1)

    named = [number for number in hands_to_name(len(amounts), frame.named) if number]
    axes = axes_of(amounts, frame, named, middle)
    wide = round(min(room(axes.frame) * FILLED, WIDEST), 2)
    sides = {True: "", False: ""}
    for number, amount in enumerate(amounts, 1):
        if amount:
            start = round(middle(axes.frame, number) - wide / 2, 2)
            sides[amount > 0] += f"M{start:g} {axes.zero:g}V{axes.down(amount):g}h{wide:g}V{axes.zero:g}z"
    return {"axes": axes, "above": sides[True], "below": sides[False]}


# The evening in a small line under each total, all of them to one scale.

SPARK, SPARK_EDGE = (60, 20), 2


class Spark(NamedTuple):
    """One player's line; what it says stands beside it in words."""

    path: str
    zero: float
    highest: str
    lowest: str
    box: str = f"0 0 {SPARK[0]} {SPARK[1]}"


def sparks_of(courses: Sequence[Sequence[Amount | None]]) -> tuple[Spark, ...]:
    """Return a small line of everybody's totals, from the start; empty before the first hand.

    >>> [spark.path for spark in sparks_of([[0, 4], [None, -4]])]
    ['M0 10 60 2', 'M60 18']
    """
    known = [[total for total in course if total is not None] for course in courses]
    last = max((len(course) for course in courses), default=1) - 1
    if last < 1:
        return ()
    top = max(0, *(total for totals in known for total in totals))
    bottom = min(0, *(total for totals in known for total in totals))

    def down(total: Amount) -> float:
        return round(
            SPARK_EDGE + (SPARK[1] - 2 * SPARK_EDGE) * float((top - total) / ((top - bottom) or 1)), 1
        )

    sparks = []
    for course, totals in zip(courses, known, strict=True):
        points = ((round(SPARK[0] * hand / last, 1), total) for hand, total in enumerate(course))
        path = "M" + " ".join(f"{x:g} {down(total):g}" for x, total in points if total is not None)
        sparks.append(Spark(path, down(0), noted(max(totals, default=0)), noted(min(totals, default=0))))
    return tuple(sparks)
