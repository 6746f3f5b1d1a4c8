"""What comes out of the printer: how many pages, how big, what stands on them, and where."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from itertools import groupby
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, ViewportSize

from tests.support.browser.scripts import script

A4, A4_ACROSS = (595, 842), (842, 595)  # points
MARGIN = 15  # points that no printer reaches
POINTS = 72 / 25.4  # of a millimetre

MEASURED = script("paper")
# Beginning and end of every row get a sign of their own, so that a row that is torn apart shows; so do a
# heading and what follows it, and the first and the last row of a small table.
SIGNED = script("signed_rows")


@dataclass(frozen=True)
class Word:
    """Where it stands, in points from the left upper corner of its page."""

    text: str
    page: int
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Printed:
    """A document of paper."""

    path: Path
    language: str
    leaves: tuple[str, ...]  # the text of every page, as it lies there
    text: str  # all of it, one box after the other
    sizes: frozenset[tuple[int, int]]
    words: tuple[Word, ...]
    hidden: list[str]
    overlapping: list[str]
    smallest: float  # letters, in points
    pale: list[str]
    fields: list[str]
    edgeless: list[str]
    hollow: list[str]

    def lacks(self, wanted: Iterable[str]) -> list[str]:
        """Return the words missing on paper, wherever lines break."""
        there = solid(self.text)
        return [line for line in wanted if solid(line) not in there]

    def beyond(self) -> list[str]:
        """Words that a printer cuts."""
        widths = {size[0] for size in self.sizes}
        heights = {size[1] for size in self.sizes}
        return [
            word.text
            for word in self.words
            if word.left < MARGIN
            or word.top < MARGIN
            or word.right > max(widths) - MARGIN
            or word.bottom > max(heights) - MARGIN
        ]

    def furniture(self) -> frozenset[str]:
        """Return printed parts of the page that are only for tapping, or for one reader alone."""
        return FURNITURE.intersection(word.text for word in self.words)

    def misnumbered(self) -> list[str]:
        """Pages that do not say at their end, in the reader's language, which of how many they are."""
        said = {"de": "Seite {} von {}", "en": "Page {} of {}"}[self.language]
        ends = [" ".join(leaf.split()) for leaf in self.leaves]
        return [
            end[-60:]
            for number, end in enumerate(ends, 1)
            if not end.endswith(said.format(number, len(self.leaves)))
        ]

    def torn(self) -> list[str]:
        """Rows that begin on one page and end on another; for pages that were signed."""
        begins = dict(self._signs("«"))
        return [row for row, page in self._signs("»") if begins[row] != page]

    def broken(self) -> list[str]:
        """Small tables of which a part is on the next page; for pages that were signed."""
        ends = dict(self._signs("‡"))
        return [table for table, page in self._signs("†") if ends[table] != page]

    def alone(self) -> list[str]:
        """Headings whose matter begins on the next page; for pages that were signed."""
        follows = dict(reversed([*self._signs("›")]))  # the head of a table stands on its other pages too
        return [heading for heading, page in self._signs("‹") if follows.get(heading, page) != page]

    def _signs(self, sign: str) -> Iterator[tuple[str, int]]:
        for number, leaf in enumerate(self.leaves):
            yield from ((row, number) for row in re.findall(f"{sign}(\\d+){sign}", leaf))


BUTTONS = "Print|Drucken|Excel|CSV|JSON|Rückgängig|Show|Zeigen|Search|Suchen|Renew|Abmelden"
FURNITURE = frozenset(
    [*BUTTONS.split("|"), "Tarockclub", "Deutsch", "English", "Signed", "›", "(you)", "(Sie)"]
)


@dataclass(frozen=True)
class Wanted:
    """What a page has to be."""

    size: tuple[int, int] = A4
    smallest: float = 7.5
    most: int | None = None  # pages
    texts: tuple[str, ...] = ()


# Everything that can be wrong with a page on paper.
COMPLAINTS: Mapping[str, Callable[[Printed, Wanted], Iterable[object]]] = {
    "another size": lambda paper, wanted: paper.sizes - {wanted.size},
    "too many pages": lambda paper, wanted: paper.leaves[wanted.most :] if wanted.most else (),
    "lacking": lambda paper, wanted: paper.lacks(wanted.texts),
    "beyond": lambda paper, wanted: paper.beyond(),
    "hidden": lambda paper, wanted: paper.hidden,
    "over one another": lambda paper, wanted: paper.overlapping,
    "too small": lambda paper, wanted: [paper.smallest] if paper.smallest < wanted.smallest - 0.01 else [],
    "too pale": lambda paper, wanted: paper.pale,
    "torn": lambda paper, wanted: paper.torn(),
    "a small table torn": lambda paper, wanted: paper.broken(),
    "a heading alone": lambda paper, wanted: paper.alone(),
    "a heading over nothing": lambda paper, wanted: paper.hollow,
    "without its right border": lambda paper, wanted: paper.edgeless,
    "furniture": lambda paper, wanted: paper.furniture(),
    "fields": lambda paper, wanted: paper.fields,
    "misnumbered": lambda paper, wanted: paper.misnumbered(),
}


def complaints_about(paper: Printed, wanted: Wanted) -> dict[str, list[object]]:
    found = {what: list(where(paper, wanted)) for what, where in COMPLAINTS.items()}
    return {what: where for what, where in found.items() if where}


def all_is_well(
    paper: Printed,
    *,
    size: tuple[int, int] = A4,
    smallest: float = 7.5,
    most: int | None = None,
    texts: Iterable[str] = (),
) -> None:
    complaints = complaints_about(paper, Wanted(size, smallest, most, tuple(texts)))
    assert not complaints, (paper.language, complaints)


def paper_of(visitor: Page, address: str, folder: Path, *, signed: bool = False) -> Printed:
    """The page as it is printed, in German, whose words are longer."""
    visitor.goto(f"{address}{'&' if '?' in address else '?'}language=de")
    return printed(visitor, folder, signed=signed)


def solid(text: str) -> str:
    """Return a text without spaces, hyphens and apostrophes, which fonts print in several forms."""
    return re.sub(r"[\s\N{SOFT HYPHEN}\N{ZERO WIDTH SPACE}\N{HYPHEN}-]", "", text)


def printed(visitor: Page, folder: Path, *, signed: bool = False) -> Printed:
    """The page in front of the visitor, as it is sent to the printer."""
    if signed:
        visitor.evaluate(SIGNED)
    path = folder / "page.pdf"
    visitor.pdf(path=path, prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([0-9.]+) ([0-9.]+)\]", path.read_bytes())
    sizes = frozenset((round(float(width)), round(float(height))) for width, height in boxes)
    text = _told(path, "-layout")
    words = tuple(_words(_told(path, "-raw", "-bbox")))
    return Printed(
        path=path,
        language=visitor.evaluate("document.documentElement.lang"),
        text=_in_lines(words),
        leaves=tuple(text.removesuffix("\f").split("\f")),
        sizes=sizes,
        words=words,
        **as_printed(visitor, MEASURED, max(width for width, _height in sizes)),
    )


def window_for(across: int = A4[0]) -> tuple[int, int]:
    """Return width and height of a window as wide as what is printed on paper of this width."""
    return round((across / POINTS - 24) * 96 / 25.4), 900


def as_printed(visitor: Page, question: str, across: int = A4[0]) -> Any:
    """Return the answer of the page as it is on paper of this width."""
    before, (width, height) = visitor.viewport_size, window_for(across)
    wanted: ViewportSize = {"width": width, "height": height}
    if before != wanted:
        visitor.set_viewport_size(wanted)
    visitor.emulate_media(media="print")
    found = visitor.evaluate(question)
    visitor.emulate_media(media="null")
    if before not in (None, wanted):
        visitor.set_viewport_size(before)
    return found


def _told(path: Path, *how: str) -> str:
    return subprocess.run(["pdftotext", *how, path, "-"], capture_output=True, text=True, check=True).stdout


def _in_lines(words: Iterable[Word]) -> str:
    lines = groupby(words, key=lambda word: (word.page, round(word.bottom)))
    return "\n".join(" ".join(word.text for word in line) for _where, line in lines)


def _words(boxes: str) -> Iterator[Word]:
    page = 0
    number = r'"([0-9.-]+)"'
    for line in boxes.splitlines():
        page += "<page " in line
        found = re.search(f"<word xMin={number} yMin={number} xMax={number} yMax={number}>(.*)</word>", line)
        if found:
            left, top, right, bottom = map(float, found.groups()[:4])
            yield Word(unescape(found[5]), page, left, top, right, bottom)
