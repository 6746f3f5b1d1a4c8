"""Choose the letters and columns of a Speiszettel so that it fills one page of A4.

Nobody measures letters here: their average width is enough, a little on the wide side. A browser test holds
what is promised here against real pages.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil
from typing import Any, NamedTuple

from scoring.rules.printing import GameRow, PremiumRow, Speiszettel
from scoring.rules.printing.customs import Matter

SMALLEST, BIGGEST, STEP = 7.5, 12.0, 0.25  # points of the fine print; everything else grows with it
SIZES = tuple(BIGGEST - STEP * step for step in range(round((BIGGEST - SMALLEST) / STEP) + 1))
WORTH = 0.5  # points that a menu over the fine print may cost
LETTER = 0.485  # how wide one is; this and all that follows in sizes of the fine print
HEAD, FOOT, HEADING, BETWEEN, RULE = 6.2, 3.0, 2.6, 0.4, 1.6
DRAWINGS = 7.0  # the two cards beside the title, with the room around them
MARKS, TWO_PRICES, THREE_PRICES = 2.4, 8.4, 13.8


class Layout(NamedTuple):
    """A class of the style sheet, and how high its lines are."""

    name: str
    height: float = 796  # points between the margins
    column: float = 258  # points, two of them side by side
    line: float = 1.24
    row: float = 1.45  # of the menu
    letters: float = 1.15  # in such a row


OVER = Layout("over")  # games beside premiums, the fine print below
ALONG = Layout("along")  # everything one after the other, in two columns
TIGHT = Layout(
    "tight", height=807, column=263, line=1.15, row=1.22, letters=1.06
)  # the same for those who have agreed very much


def setting_of(sheet: Speiszettel) -> dict[str, Any]:
    """Return the setting in the biggest letters that fit on one page; the smallest where none do.

    `size` and `layout` are classes of the style sheet, `whole` says whether it fits on one page.
    """
    over, along = (
        next((size for size in SIZES if _Paper(sheet, layout, size).fits), None) for layout in (OVER, ALONG)
    )
    size, layout = SMALLEST, TIGHT
    if over is not None and (along is None or over >= along - WORTH):
        size, layout = over, OVER
    elif along is not None:
        size, layout = along, ALONG
    whole = layout is not TIGHT or _Paper(sheet, TIGHT, SMALLEST).fits
    return {"size": f"pt{round(size * 100)}", "layout": layout.name, "whole": whole}


@dataclass(frozen=True)
class _Paper:
    """A Speiszettel in one layout and size; heights are counted in sizes of its fine print."""

    sheet: Speiszettel
    layout: Layout
    size: float

    @property
    def fits(self) -> bool:
        return self.height <= self.layout.height

    @property
    def height(self) -> float:
        """Return the height in points."""
        if self.layout is OVER:
            menu = max(sum(self._games()), sum(self._premiums())) + RULE
            body = menu + self._in_columns(self._fine_print()) + self._in_columns(self._agreements())
        else:
            blocks = (self._games(), self._premiums(), self._fine_print(), self._agreements())
            body = self._in_columns(height for block in blocks for height in block)
        return (self._head() + body + FOOT) * self.size

    def _in_columns(self, blocks: Iterable[float]) -> float:
        """Return the height in two columns: half of all, plus a line for paragraphs that cannot be broken."""
        height = sum(blocks)
        return height / 2 + self.layout.line if height else 0.0

    def _head(self) -> float:
        whole = 2 * self.layout.column - DRAWINGS * self.size
        lines_of_text = self._lines(self.sheet.about, whole) * 1.15
        return HEAD + (lines_of_text + self._lines("; ".join(self.sheet.agreed), whole)) * self.layout.line

    def _games(self) -> Iterator[float]:
        yield HEADING
        for game in self.sheet.games:
            yield self._row(game, game.label, MARKS + self._letters(game.value) * self.layout.letters)
        legend = " ".join(f"{mark.sign} {mark.meaning}" for mark in self.sheet.legend)
        yield self._paragraph(40 * "." + legend)

    def _premiums(self) -> Iterator[float]:
        yield HEADING
        yield self.layout.row
        for premium in self.sheet.premiums:
            label = f"{premium.numeral} {premium.label}"
            yield self._row(premium, label, THREE_PRICES if self.sheet.has_solo_prices else TWO_PRICES)
        yield self._paragraph(" ".join(self.sheet.of_premiums))
        yield HEADING
        yield self.layout.row
        yield self._paragraph(" ".join(self.sheet.of_kontra))
        if self.sheet.without_value:
            yield self._paragraph(60 * "." + ", ".join(self.sheet.without_value)) + 1

    def _fine_print(self) -> Iterator[float]:
        words = (self.sheet.reminders, self.sheet.redeals, self.sheet.remarks)
        notes = (Matter(20 * ".", texts) for texts in words if texts)
        for custom in (*self.sheet.customs, *notes):
            yield self._paragraph(f"{custom.title}  {' '.join(custom.sentences)}")

    def _agreements(self) -> Iterator[float]:
        """Yield the agreements that change the play; paper shows what holds, not other choices."""
        if self.sheet.options_for_play:
            yield HEADING
            yield self._paragraph(" · ".join(self.sheet.options_for_play))

    def _row(self, row: GameRow | PremiumRow, label: str, prices: float) -> float:
        room = self.layout.column / self.size - prices - 1
        words = self._letters(label) * self.layout.letters + self._letters(row.note) + 1
        return ceil(words / room) * self.layout.row

    def _paragraph(self, text: str) -> float:
        return self._lines(text, self.layout.column) * self.layout.line + BETWEEN

    def _lines(self, text: str, room: float) -> int:
        return ceil(self._letters(text) * self.size / room)

    def _letters(self, text: str) -> float:
        return len(text) * LETTER
