"""The Speiszettel on paper: one page of A4, nothing cut, nothing too small, whatever a club agrees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
from scoring.rules.printing import speiszettel
from scoring.rules.printing.printing import SMALLEST, setting_of
from tests.support.browser.pages import OpenPage
from tests.support.browser.paper import (
    Printed,
    Wanted,
    as_printed,
    complaints_about,
    in_both_languages,
    printed,
    window_for,
)
from tests.support.browser.scripts import script
from tests.support.scoring.speiszettel import texts

OVERLAPPING = script("overlapping_on_a_card")
# It has no number, and an edge of its own.
ON_PURPOSE = {"misnumbered", "without its right border"}


def all_is_well(
    visitor: Page, paper: Printed, rules: Rules, *, most: int | None = None, further: Iterable[str] = ()
) -> None:
    """A dash says that there is nothing."""
    sheet = replace(speiszettel(rules, paper.language), options_for_amounts=())
    said = (*(text for text in texts(sheet) if text != "–"), *further)
    complaints = complaints_about(paper, Wanted(smallest=SMALLEST, most=most, texts=said))
    assert complaints.keys() <= ON_PURPOSE, complaints
    assert as_printed(visitor, OVERLAPPING) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_sheet_is_one_page_of_a4_with_nothing_cut(page: OpenPage, tmp_path: Path, slug: str) -> None:
    visitor, rules = page(*window_for()), published()[slug]
    for language, paper in in_both_languages(visitor, f"/rules/{slug}/", tmp_path):
        games = [contract.label.in_language(language) for contract in rules.contracts.values()]
        all_is_well(visitor, paper, rules, most=1, further=[*games, "Renonce"])


def test_a_price_over_its_game_is_found(page: OpenPage) -> None:
    visitor = page(*window_for())
    visitor.goto("/rules/treffpunkt/?language=de")
    visitor.locator(".prices .price").evaluate_all(
        "prices => prices.forEach(price => { price.style.marginLeft = '-60mm'; })"
    )
    assert as_printed(visitor, OVERLAPPING) != []


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
    patch.setattr(rules_pages, "games_shown", lambda slug, language: [])
    visitor.goto(f"/rules/{rules.slug}/?language={language}")


@pytest.mark.parametrize("seed", range(3))
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
    visitor = page(*window_for())
    show(visitor, monkeypatch, rules, language)
    whole = setting_of(speiszettel(rules, language))["whole"]
    all_is_well(visitor, printed(visitor, tmp_path), rules, most=1 if whole else None)


def test_thirty_games_and_twenty_five_premiums_with_long_names_fit_on_one_page(
    page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = made_up("treffpunkt", Extent(30, 25, 12, 40, 30), 1)
    visitor = page(*window_for())
    show(visitor, monkeypatch, rules, "de")
    all_is_well(visitor, printed(visitor, tmp_path), rules, most=1)


def test_what_cannot_fit_says_so_and_goes_on_overleaf(
    page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = made_up("standard", Extent(60, 40, 30, 40, 60), 1)
    visitor = page(*window_for())
    show(visitor, monkeypatch, rules, "en")
    paper = printed(visitor, tmp_path)
    assert len(paper.leaves) == 2
    overleaf = "So much has been agreed that the Speiszettel takes more than one page."
    all_is_well(visitor, paper, rules, further=[overleaf])
