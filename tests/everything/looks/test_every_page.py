"""Every page of scoring in every state that looks different: on a narrow phone, by day and by night."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from urllib.parse import urlsplit

from django.urls import NoReverseMatch, get_resolver, resolve, reverse

from scoring.models import Club
from tests.support.browser.kinds import Kinds
from tests.support.browser.looks import (
    PHONE,
    WIDTH,
    complaints,
    complaints_by_day_and_night,
    ways_on_every_screen,
)
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.states import STATES, State
from tests.support.browser.tour import Sights, Tour, sights

__all__ = ["sights"]  # the fixtures

# Which addresses are no page to look at, and which pages other tests look at as closely.
ELSEWHERE = {
    "test_archive.py": "bring_club look_at_club",
    "test_certificates.py": "season_certificates",
    "test_demonstration.py": "remove_demonstration",
    "test_people.py": "set_up",
    "test_table_screen.py": "table_screen",
}
LEADING_ON = "door home links read_link record_now try try_table"  # to a page that is looked at
ONLY_POSTED = """
    appoint name_in_pictures close_earlier leave_out_earlier settle_payments untick_payment
    confirm count_evening deactivate_member discard_draft dismiss end_session give_role offer_own_sheet
    reactivate_member recovery_codes redo renew_link second_factor_off share_calendar share_coming
    share_evening share_results show_own_sheet sign_out take_newer_edition tick_mistake
    take_back_change undo undo_edit withdraw withdraw_invitation withdraw_sharing remove_season
"""
FOR_PROGRAMS = """
    calculated calculated_code
    club_file club_manifest evening_results export_schema live manifest
    other_version own_version_toml preview preview_picture
    ready_export
    rule_sheet_toml rules_here service_worker
    shown_sheet_toml shared_calendar shared_picture shared_results heads
    table_preview table_redo table_record table_undo
"""


def plain(name: str, club: Club) -> State | None:
    """Return how to show a page that needs nothing but the club to be seen; None for any other."""
    for there in ([], [club.slug]):
        with suppress(NoReverseMatch):
            address = reverse(f"scoring:{name}", args=there)
            return lambda at: at.go(address)
    return None


def looked_at(at: Tour, states: Mapping[str, State], kinds: Kinds) -> Iterator[tuple[str, list[str]]]:
    """Show one after the other; yield the name of its address, and what is wrong there.

    In German, whose words are longer; test_pages_in_other_browsers.py reads English. By night, at a desk and
    with big letters an address is looked at in its first state only: another one brings nothing of its own.
    """
    visitor, seen_before = at.visitor, set()
    for name, show in states.items():
        show(at)
        address = resolve(urlsplit(visitor.url).path).url_name or ""
        kinds.see(address, visitor)
        if address in seen_before:
            wrong = [*ways_on_every_screen(visitor, PHONE, unfold=True, big=False), *complaints(visitor)]
        else:
            wrong = [*ways_on_every_screen(visitor, unfold=True), *complaints_by_day_and_night(visitor)]
        seen_before.add(address)
        yield address, [f"{name}: {complaint}" for complaint in wrong]


def test_nothing_is_wrong_with_any_page(page: OpenPage, sights: Sights) -> None:
    """In all states that are listed; what stands in no list and needs nothing is looked at as it comes."""
    found: dict[str, list[str]] = {}
    kinds = Kinds()
    addresses = get_resolver().namespace_dict["scoring"][1].reverse_dict
    pages = {  # and not what only files in every format are called
        name
        for name in addresses
        if isinstance(name, str) and any("/export/" not in way[1] for way in addresses.getlist(name))
    }
    named = " ".join((*ELSEWHERE.values(), LEADING_ON, ONLY_POSTED, FOR_PROGRAMS)).split()

    def left() -> list[str]:
        return sorted(pages - found.keys() - {*named})

    def look(states: Mapping[str, State]) -> None:
        at = Tour(**vars(sights), visitor=sign_in(page(WIDTH, 700), "de"), language="de")
        for address, wrong in looked_at(at, states, kinds):
            found.setdefault(address, []).extend(wrong)

    look(STATES)
    assert not found.keys() & {*named}
    assert {*named} <= pages
    look({name: show for name in left() if (show := plain(name, sights.evening.club))})
    complaints = [complaint for wrong in found.values() for complaint in wrong]
    complaints += kinds.complaints("scoring", names=pages)
    assert complaints == [], "\n".join(complaints)
    assert left() == []
