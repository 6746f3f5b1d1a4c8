"""What comes out of the printer: how many pages, how big, what stands on them, where, in which colours."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from playwright.sync_api import Page

A4, A4_ACROSS = (595, 842), (842, 595)  # points
MARGIN = 15  # points that no printer reaches
POINTS = 72 / 25.4  # of a millimetre

SEEN = """const seen = one => {
    if (!one.checkVisibility()) return false;
    for (let box = one; box; box = box.parentElement)
        if (getComputedStyle(box).clipPath !== 'none') return false;
    return true;
};"""
# Letters of the page in points, as they are printed: the smallest that somebody sees.
SMALLEST_LETTERS = (
    "() => {"
    + SEEN
    + """
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    let smallest = Infinity;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const box = node.parentElement;
        if (node.data.trim() && seen(box) && box.getClientRects().length)
            smallest = Math.min(smallest, parseFloat(getComputedStyle(box).fontSize));
    }
    return smallest * 0.75;
}"""
)
# Text that a box around it hides; the page is as wide as the paper between its margins.
HIDDEN = (
    "() => {"
    + SEEN
    + """
    const found = [], main = document.querySelector('main');
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.data.trim() || node.parentElement.closest('svg') || !seen(node.parentElement)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) {
            if (!rect.width) continue;
            let hidden = rect.right > innerWidth + 1 || rect.left < -1;
            for (let box = node.parentElement; box !== main; box = box.parentElement) {
                if (getComputedStyle(box).overflow === 'visible') continue;
                const around = box.getBoundingClientRect();
                hidden ||= rect.right > around.right + 1 || rect.left < around.left - 1
                    || rect.bottom > around.bottom + 2 || rect.top < around.top - 2;
            }
            if (hidden) found.push(node.data.trim().slice(0, 60));
        }
    }
    return [...new Set(found)];
}"""
)
# Words of one cell that run into another one.
OVERLAPPING = (
    "() => {"
    + SEEN
    + """
    const found = [];
    for (const row of document.querySelectorAll('main tr')) {
        const cells = [...row.children].filter(one => one.checkVisibility());
        for (const cell of cells) {
            const around = cell.getBoundingClientRect();
            const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
                if (!node.data.trim() || !seen(node.parentElement)) continue;
                const range = document.createRange();
                range.selectNodeContents(node);
                for (const rect of range.getClientRects())
                    if (rect.width && (rect.right > around.right + 1.5 || rect.left < around.left - 1.5))
                        found.push(node.data.trim().slice(0, 40));
            }
        }
    }
    return [...new Set(found)];
}"""
)
# Beginning and end of every row get a sign of their own, so that a row that is torn apart shows.
SIGNED = """() => {
    document.querySelectorAll('main tbody tr').forEach((row, place) => {
        row.firstElementChild.prepend(`«${place}«`);
        const end = document.createElement('div');
        end.textContent = `»${place}»`;
        row.firstElementChild.append(end);
    });
}"""


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
    leaves: tuple[str, ...]  # the text of every page, as it lies there
    text: str  # all of it, one box after the other
    sizes: frozenset[tuple[int, int]]
    words: tuple[Word, ...]
    hidden: tuple[str, ...]
    overlapping: tuple[str, ...]
    smallest: float  # letters, in points

    def lacks(self, wanted: Iterable[str]) -> list[str]:
        """What is not on paper; lines end where they like."""
        there = solid(self.text)
        return [one for one in wanted if solid(one) not in there]

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

    def coloured(self) -> list[int]:
        """Pages on which something is not black, white or grey."""
        return [number for number, pixels in enumerate(self._pixels(), 1) if is_coloured(pixels)]

    def blackness(self) -> list[float]:
        """How much of every page is ink, in parts of one."""
        return [sum(255 - one for one in pixels) / (255 * len(pixels)) for pixels in self._pixels()]

    def _pixels(self) -> Iterator[bytes]:
        folder = self.path.with_suffix("")
        folder.mkdir(exist_ok=True)
        subprocess.run(["pdftoppm", "-r", "40", self.path, folder / "page"], check=True)
        for picture in sorted(folder.glob("*.ppm")):
            yield picture.read_bytes().split(b"\n255\n", 1)[1]

    def torn(self) -> list[str]:
        """Rows that begin on one page and end on another; for pages that were signed."""
        begins = dict(self._signs("«"))
        return [row for row, page in self._signs("»") if begins[row] != page]

    def _signs(self, sign: str) -> Iterator[tuple[str, int]]:
        for number, leaf in enumerate(self.leaves):
            yield from ((row, number) for row in re.findall(f"{sign}(\\d+){sign}", leaf))


def is_coloured(pixels: bytes) -> bool:
    red, green, blue = pixels[0::3], pixels[1::3], pixels[2::3]
    return not red == green == blue


BUTTONS = "Print|Drucken|Excel|CSV|JSON|Rückgängig|Show|Zeigen|Search|Suchen|Renew|Abmelden"
FURNITURE = frozenset(
    [*BUTTONS.split("|"), "Tarockclub", "Deutsch", "English", "Signed", "›", "(you)", "(Sie)"]
)


def furniture(paper: Printed) -> frozenset[str]:
    """What is there to be tapped, or meant for one reader alone."""
    return FURNITURE.intersection(word.text for word in paper.words)


def all_is_well(paper: Printed, *, size: tuple[int, int] = A4, smallest: float = 7.5) -> None:
    found = {
        "another size": paper.sizes - {size},
        "not printable": paper.beyond(),
        "hidden": paper.hidden,
        "over one another": paper.overlapping,
        "too small": [paper.smallest] if paper.smallest < smallest - 0.01 else [],
        "coloured": paper.coloured(),
        "empty": [number for number, ink in enumerate(paper.blackness(), 1) if not ink],
        "furniture": furniture(paper),
    }
    complaints = {what: where for what, where in found.items() if where}
    assert not complaints, complaints
    for number, leaf in enumerate(paper.leaves, 1):
        last = " ".join(leaf.split())
        assert re.search(rf"(Page|Seite) {number} (of|von) {len(paper.leaves)}$", last), last[-60:]


def solid(text: str) -> str:
    """Without spaces, hyphens and the apostrophes that fonts have in two shapes."""
    return re.sub(r"[\s\N{SOFT HYPHEN}\N{ZERO WIDTH SPACE}\N{HYPHEN}-]", "", text)


def printed(visitor: Page, folder: Path, *, signed: bool = False, name: str = "page") -> Printed:
    """The page in front of the visitor, as it is sent to the printer."""
    if signed:
        visitor.evaluate(SIGNED)
    path = folder / f"{name}.pdf"
    visitor.pdf(path=path, prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([0-9.]+) ([0-9.]+)\]", path.read_bytes())
    sizes = frozenset((round(float(width)), round(float(height))) for width, height in boxes)
    text = _told("-layout", path)
    before = visitor.viewport_size
    across = max(width for width, _height in sizes)
    visitor.set_viewport_size({"width": round((across / POINTS - 24) * 96 / 25.4), "height": 900})
    visitor.emulate_media(media="print")
    paper = Printed(
        path=path,
        text=_told("-raw", path),
        leaves=tuple(text.removesuffix("\f").split("\f")),
        sizes=sizes,
        words=tuple(_words(_told("-bbox", path))),
        hidden=tuple(visitor.evaluate(HIDDEN)),
        overlapping=tuple(visitor.evaluate(OVERLAPPING)),
        smallest=visitor.evaluate(SMALLEST_LETTERS),
    )
    visitor.emulate_media(media="null")
    if before is not None:
        visitor.set_viewport_size(before)
    return paper


def _told(how: str, path: Path) -> str:
    return subprocess.run(["pdftotext", how, path, "-"], capture_output=True, text=True, check=True).stdout


def _words(boxes: str) -> Iterator[Word]:
    page = 0
    number = r'"([0-9.-]+)"'
    for line in boxes.splitlines():
        page += "<page " in line
        found = re.search(f"<word xMin={number} yMin={number} xMax={number} yMax={number}>(.*)</word>", line)
        if found:
            left, top, right, bottom = map(float, found.groups()[:4])
            yield Word(unescape(found[5]), page, left, top, right, bottom)
