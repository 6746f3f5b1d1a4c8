"""The Speiszettel on paper: one page of A4, nothing cut, nothing too small, whatever a club agrees."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page

from scoring.engine.loading import Data, resolved, rules_from
from scoring.engine.rules import Rules
from scoring.rule_editor.published import pages
from scoring.rule_editor.published import views as rules_pages
from scoring.rules import SLUGS, published, read
from scoring.rules.printing import speiszettel
from scoring.rules.printing.printing import SMALLEST
from tests.support.browser.pages import OpenPage
from tests.support.browser.paper import (
    Printed,
    Wanted,
    as_printed,
    complaints_about,
    paper_of,
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


def test_every_sheet_is_one_page_of_a4_with_nothing_cut(page: OpenPage, tmp_path: Path) -> None:
    visitor = page(*window_for())
    for slug in SLUGS:
        rules = published()[slug]
        paper = paper_of(visitor, f"/rules/{slug}/", tmp_path)
        games = [contract.label.in_language("de") for contract in rules.contracts.values()]
        all_is_well(visitor, paper, rules, most=1, further=[*games, "Renonce"])


LONG = "Königswein-Doppelherren-Gasthausjäger"  # with a number behind it a label as long as it can be
NOTE = "nur wenn ausgemacht, sonst nicht"
SENTENCE = "Wer nicht zahlt, den Talon den Partner und sonst der Spieler ausgemacht, die wer nicht zahlt."


def made_up(slug: str, contracts: int, premiums: int, remarks: int) -> Rules:
    """A published sheet to which a club has added until there are so many of each."""
    data: Data = resolved(slug, read)
    for part, model, most in (
        ("contracts", "dreier", contracts),
        ("contracts", "besserrufer", contracts + 2),
        ("premiums", "pagat", premiums),
    ):
        rows = data[part]
        for number in range(len(rows), most):
            name = "Herrenspiel" if number % 3 else LONG
            row = {**rows[model], "label": f"{name} {number}", "short": f"{part[0]}{number}"}
            rows[f"{part}_{number}"] = row | ({"note": {"de": NOTE, "en": NOTE}} if number % 2 else {})
    told = data.setdefault("remarks", {})
    for number in range(len(told), remarks):
        told[f"remark_{number}"] = {"de": SENTENCE, "en": SENTENCE}
    return rules_from(data, "made-up")


def show(visitor: Page, patch: pytest.MonkeyPatch, rules: Rules, language: str) -> None:
    """As a published sheet of its own."""
    patch.setattr(rules_pages, "published", lambda: {rules.slug: rules})
    patch.setattr(pages, "current_text", lambda slug: "")
    patch.setattr(rules_pages, "games_shown", lambda slug, language: [])
    visitor.goto(f"/rules/{rules.slug}/?language={language}")


def test_thirty_games_and_twenty_five_premiums_with_long_names_fit_on_one_page(
    page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = made_up("treffpunkt", 28, 25, 12)
    visitor = page(*window_for())
    show(visitor, monkeypatch, rules, "de")
    all_is_well(visitor, printed(visitor, tmp_path), rules, most=1)


def test_what_cannot_fit_says_so_and_goes_on_overleaf(
    page: OpenPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = made_up("standard", 60, 40, 30)
    visitor = page(*window_for())
    show(visitor, monkeypatch, rules, "en")
    paper = printed(visitor, tmp_path)
    assert len(paper.leaves) == 2
    overleaf = "So much has been agreed that the Speiszettel takes more than one page."
    all_is_well(visitor, paper, rules, further=[overleaf])
