"""The Speiszettel on paper: one page of A4, nothing cut, nothing too small, whatever a club agrees."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from scoring.engine.loading import Data, resolved, rules_from
from scoring.engine.rules import Rules
from scoring.rule_editor.published import pages
from scoring.rule_editor.published import views as rules_pages
from scoring.rules import SLUGS, published, read
from scoring.rules.printing import Speiszettel, speiszettel
from scoring.rules.printing.printing import SMALLEST, setting_of
from tests.support.browser.pages import OpenPage
from tests.support.browser.scripts import script
from tests.support.scoring.speiszettel import texts

PAPER = {"width": 718, "height": 1062}  # between the margins, in pixels
A4 = (595, 842)  # points
# Text that does not lie wholly in every box around it that hides what is outside, or not on the paper.
CUT = script("cut_on_a_card")
OVERLAPPING = script("overlapping_on_a_card")
SMALLEST_LETTERS = script("smallest_on_a_card")


@dataclass(frozen=True)
class Printed:
    """What came out of the printer, and how it lies on the paper."""

    pages: int
    sizes: set[tuple[int, int]]
    text: str
    cut: list[str]
    overlapping: list[str]
    smallest: float  # points

    def lacks(self, sheet: Speiszettel) -> list[str]:
        """The texts of the sheet that are not on the paper; a dash says that there is nothing."""
        return [
            text
            for text in texts(replace(sheet, options_for_amounts=()))
            if text != "–" and solid(text) not in self.text
        ]


def solid(text: str) -> str:
    """Without spaces and hyphens: lines end where they like."""
    return re.sub(r"[\s\N{SOFT HYPHEN}\N{HYPHEN}-]", "", text)


def printed(visitor: Page, folder: Path) -> Printed:
    """The page in front of the visitor, printed."""
    path = folder / "speiszettel.pdf"
    visitor.pdf(path=path, prefer_css_page_size=True)
    content = path.read_bytes()
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([0-9.]+) ([0-9.]+)\]", content)
    text = subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, text=True, check=True).stdout
    visitor.set_viewport_size(PAPER)
    visitor.emulate_media(media="print")
    return Printed(
        pages=len(re.findall(rb"/Type\s*/Page\b", content)),
        sizes={(round(float(width)), round(float(height))) for width, height in boxes},
        text=solid(text),
        cut=visitor.evaluate(CUT),
        overlapping=visitor.evaluate(OVERLAPPING),
        smallest=visitor.evaluate(SMALLEST_LETTERS),
    )


def all_is_well(paper: Printed, sheet: Speiszettel) -> None:
    assert paper.sizes == {A4}
    assert paper.lacks(sheet) == []
    assert paper.cut == []
    assert paper.overlapping == []
    assert paper.smallest >= SMALLEST - 0.01


@pytest.mark.parametrize("slug", SLUGS)
def test_every_sheet_is_one_page_of_a4_with_nothing_cut(page: OpenPage, tmp_path: Path, slug: str) -> None:
    visitor = page()
    for language in ("de", "en"):
        visitor.goto(f"/rules/{slug}/?language={language}")
        paper = printed(visitor, tmp_path)
        assert paper.pages == 1
        all_is_well(paper, speiszettel(published()[slug], language))
        for contract in published()[slug].contracts.values():
            assert solid(contract.label.in_language(language)) in paper.text
        assert "Renonce" in paper.text
        for furniture in ("English", "Deutsch", "Drucken", "Print", "Tarockclub"):
            assert furniture not in paper.text


# How a sheet could be spoilt, and what complains then.
SPOILT: Mapping[str, tuple[str, str]] = {
    "letters too big": ("card.style.setProperty('--print', '13pt')", "pages"),
    "letters too small": ("card.style.setProperty('--print', '6pt')", "smallest"),
    "the end hidden": ("card.style.cssText += 'min-height: 0; height: 200mm; overflow: hidden'", "cut"),
    "a note cut at its side": (
        "card.querySelectorAll('.prices th').forEach(one => one.style.whiteSpace = 'nowrap')",
        "cut",
    ),
    "a price over its game": (
        "card.querySelectorAll('.prices .price').forEach(one => one.style.marginLeft = '-60mm')",
        "overlapping",
    ),
    "a custom left out": ("card.querySelector('.customs div').style.display = 'none'", "lacks"),
    "too wide for the paper": ("card.querySelector('.body').style.width = '230mm'", "cut"),
}


def test_a_spoilt_sheet_does_not_pass(page: OpenPage, tmp_path: Path) -> None:
    visitor = page()
    for how, (spoil, complaint) in SPOILT.items():
        visitor.goto("/rules/treffpunkt/?language=de")
        visitor.evaluate(f"() => {{ const card = document.querySelector('.card'); {spoil}; }}")
        paper = printed(visitor, tmp_path)
        complains = {
            "pages": paper.pages > 1,
            "smallest": paper.smallest < SMALLEST - 0.01,
            "cut": bool(paper.cut),
            "overlapping": bool(paper.overlapping),
            "lacks": bool(paper.lacks(speiszettel(published()["treffpunkt"], "de"))),
        }
        assert complains[complaint], how


# Sheets that nobody has agreed on

WORDS = [
    "Bauern",
    "Wein",
    "Herren",
    "Doppel",
    "Königs",
    "Tarock",
    "Sommer",
    "Gasthaus",
    "Alm",
    "Jäger",
    "Kaiser",
]
FILLING = [
    "der",
    "die",
    "wer",
    "nicht",
    "zahlt",
    "den",
    "Talon",
    "Partner",
    "ausgemacht",
    "sonst",
    "und",
    "Spieler",
]


@dataclass(frozen=True)
class Extent:
    """How much a club has agreed."""

    contracts: int
    premiums: int
    remarks: int
    letters: int  # of the longest labels
    notes: int  # letters of the longest notes


def label(random: Random, most: int) -> str:
    said = random.choice(WORDS)
    while len(said) < random.randint(6, most):
        said += random.choice(("", "", " ", "-")) + random.choice(WORDS).lower()
    return said[:most].strip(" -")


def note(random: Random, most: int) -> Mapping[str, str]:
    return {language: label(random, most) for language in ("de", "en")}


def sentence(random: Random) -> str:
    words = [label(random, 12), *(random.choice(FILLING) for _ in range(random.randint(5, 28)))]
    return f"{' '.join(words)}."


def made_up(slug: str, extent: Extent, seed: int) -> Rules:
    """A published sheet to which a club has added what it liked."""
    random = Random(seed)
    data: Data = resolved(slug, read)
    contracts, premiums = data["contracts"], data["premiums"]
    for number in range(len(contracts), extent.contracts):
        contracts[f"game_{number}"] = _contract(random, extent, number)
    for number in range(len(premiums), extent.premiums):
        premiums[f"premium_{number}"] = _premium(random, extent, number)
    remarks = data.setdefault("remarks", {})
    for number in range(len(remarks), extent.remarks):
        remarks[f"remark_{number}"] = {"de": sentence(random), "en": sentence(random)}
    return rules_from(data, "made-up")


def _named(random: Random, extent: Extent, number: int) -> str:
    """No two are called the same."""
    return f"{label(random, extent.letters - 3)} {number}"


def _contract(random: Random, extent: Extent, number: int) -> dict[str, Any]:
    kind = random.choice(("calling", "alone", "negative"))
    row: dict[str, Any] = {"label": _named(random, extent, number), "short": f"X{number}", "kind": kind}
    row["value"] = random.choice((1, 7, 33, 120))
    row["who"] = random.choice(("anyone", "vorhand", "never_vorhand"))
    if kind == "negative":
        row["tricks"] = random.randint(0, 3)
    if kind == "calling" and random.random() < 0.5:
        row["birds"] = ["pagat", "uhu", "kakadu", "quapil"]
    if kind == "alone":
        row |= {"colour": random.random() < 0.3, "solo": random.random() < 0.3, "lost": 2 * row["value"]}
    if random.random() < 0.5:
        row["note"] = note(random, extent.notes)
    return row


def _premium(random: Random, extent: Extent, number: int) -> dict[str, Any]:
    row: dict[str, Any] = {"label": _named(random, extent, number), "short": f"Y{number}"}
    row["silent"] = random.randint(1, 40)
    row["in_solo"] = random.choice(("doubled", "same", "never"))
    row["whose"] = random.choice(("either", "declarer", "opponents", "winner"))
    row["in_colour"] = random.random() < 0.5
    if row["whose"] != "winner" and random.random() < 0.7:
        row["announced"] = 2 * row["silent"]
    if random.random() < 0.5:
        row["note"] = note(random, extent.notes)
    return row


def show(visitor: Page, patch: pytest.MonkeyPatch, rules: Rules, language: str) -> None:
    """As a published sheet of its own."""
    patch.setattr(rules_pages, "published", lambda: {rules.slug: rules})
    patch.setattr(pages, "current_text", lambda slug: "")
    patch.setattr(rules_pages, "printed_examples", lambda slug, language: "")
    visitor.goto(f"/rules/{rules.slug}/?language={language}")


@pytest.mark.parametrize("seed", range(6))
def test_whatever_a_club_agrees_fits_on_one_page_as_long_as_it_can(
    page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    language = ("de", "en")[seed % 2]
    random = Random(seed)
    slug = random.choice(SLUGS)
    extent = Extent(
        contracts=random.randint(3, 34),
        premiums=random.randint(5, 28),
        remarks=random.randint(0, 14),
        letters=random.randint(12, 40),
        notes=random.randint(12, 60),
    )
    rules = made_up("standard" if slug == "zwanzigerrufen" else slug, extent, seed)
    visitor = page()
    show(visitor, monkeypatch, rules, language)
    paper = printed(visitor, tmp_path)
    sheet = speiszettel(rules, language)
    assert not setting_of(sheet)["whole"] or paper.pages == 1
    all_is_well(paper, sheet)


def test_thirty_games_and_twenty_five_premiums_with_long_names_fit_on_one_page(
    page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = made_up("treffpunkt", Extent(30, 25, 12, 40, 30), 1)
    visitor = page()
    show(visitor, monkeypatch, rules, "de")
    paper = printed(visitor, tmp_path)
    assert paper.pages == 1
    all_is_well(paper, speiszettel(rules, "de"))


def test_what_cannot_fit_says_so_and_goes_on_overleaf(
    page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = made_up("standard", Extent(60, 40, 30, 40, 60), 1)
    visitor = page()
    show(visitor, monkeypatch, rules, "en")
    paper = printed(visitor, tmp_path)
    assert paper.pages == 2
    assert solid("So much has been agreed that the Speiszettel takes more than one page.") in paper.text
    all_is_well(paper, speiszettel(rules, "en"))


def test_a_button_prints_it(page: OpenPage) -> None:
    visitor = page(390, 844)
    visitor.goto("/rules/cup/?language=en")
    visitor.evaluate("() => { window.print = () => { document.title = 'printed'; }; }")
    visitor.locator(".downloads summary").click()
    visitor.get_by_role("button", name="Print on one page").click()
    assert visitor.title() == "printed"
