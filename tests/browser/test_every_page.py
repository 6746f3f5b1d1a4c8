"""Every page of scoring in every state that looks different: on a narrow phone, by day and by night."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from django.urls import get_resolver, resolve
from playwright.sync_api import Page

from tests.support.browser.axe import brought_along
from tests.support.browser.looks import UNFOLD, WIDTH, complaints_by_day_and_night, seen, with_big_letters
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import choose_language, sign_in
from tests.support.browser.states import STATES
from tests.support.browser.tour import Sights, Tour, sights

__all__ = ["sights"]  # the fixtures

# Which addresses are no page to look at, and which pages other tests look at as closely.
ELSEWHERE = {
    "test_archive.py": "bring_club look_at_club",
    "test_certificates.py": "season_certificates",
    "test_demonstration.py": "demonstration remove_demonstration",
    "test_people.py": "set_up",
    "test_settling.py": "pagatkassa",
}
LEADING_ON = "door read_link"  # to a page that is looked at
ONLY_POSTED = """
    appoint confirm deactivate_member dismiss end_session offer_own_sheet reactivate_member recovery_codes
    redo renew_link second_factor_off share_calendar share_results sign_out take_newer_edition undo undo_edit
    withdraw withdraw_invitation withdraw_sharing
"""
FOR_PROGRAMS = """
    calculated calculated_code club_file export_career export_evening export_old_batch export_old_totals
    export_rating export_schema export_season export_season_book export_season_hands export_settling
    export_shared export_shared_people export_sheet export_statistics export_stored_data live manifest
    old_amounts_csv old_amounts_xlsx old_hands_csv old_hands_xlsx own_version_toml preview ready_export
    rule_sheet_toml service_worker shared_calendar shared_results try_preview try_redo try_save try_undo
"""

# What is wrong with a form, and asked for again is no page; and what speaks the language of its club.
GERMAN_ALONE = {"object_to", "settle_objection", "embedded"}


@contextmanager
def in_language(visitor: Page, language: str) -> Iterator[None]:
    """Ask for the same page again, and read it in this language."""
    choose_language(visitor, language)
    visitor.goto(visitor.url)
    assert visitor.locator(f"html[lang={language}]").count()
    visitor.evaluate(UNFOLD)
    yield
    choose_language(visitor, "de")


def test_nothing_is_wrong_with_any_page(page: OpenPage, sights: Sights) -> None:
    """Axe hears nothing new in the other language: there, only what is in sight is looked at, once a page."""
    visitor = sign_in(page(WIDTH, 700), "de")
    at = Tour(**vars(sights), visitor=visitor, language="de")
    found: list[str] = []
    looked_at: set[str] = set()
    with brought_along(visitor):
        for name, show in STATES.items():
            show(at)
            wrong = seen(visitor) if visitor.evaluate(UNFOLD) else []
            wrong += [*complaints_by_day_and_night(visitor), *with_big_letters(visitor)]
            address = resolve(urlsplit(visitor.url).path).url_name or ""
            if address not in looked_at | GERMAN_ALONE:
                with in_language(visitor, "en"):
                    wrong += [*seen(visitor), *with_big_letters(visitor)]
            looked_at.add(address)
            found += [f"{name}: {one}" for one in wrong]
    assert found == [], "\n".join(found)
    addresses = get_resolver().namespace_dict["scoring"][1].reverse_dict
    not_looked_at = {name for name in addresses if isinstance(name, str)} - looked_at
    named = " ".join((*ELSEWHERE.values(), LEADING_ON, ONLY_POSTED, FOR_PROGRAMS)).split()
    assert sorted(not_looked_at) == sorted(named)
