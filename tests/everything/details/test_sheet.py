"""Details of the sheet: six long names, a changed entry, a guest who becomes a member."""

from __future__ import annotations

from datetime import timedelta

from django.db import connection, transaction
from django.urls import reverse
from playwright.sync_api import expect

from scoring import chain, protection
from scoring.accounts.guests import admit_guest, joinings_of, separate_guest
from scoring.models import Participant, Sheet
from scoring.table.links import code_of
from tests.support.browser.looks import DESK, PHONE, WIDTH, seen, with_big_letters
from tests.support.browser.pages import OpenPage
from tests.support.browser.people import sign_in
from tests.support.browser.sheet import SIX, house, open_sheet, play
from tests.support.browser.tour import GUEST, Sights, sights
from tests.support.browser.tournament_table import look
from tests.support.scoring.house import House
from tests.support.scoring.tables import FOUR

__all__ = ["house", "sights"]

# From the last number to the edge of the screen.
EDGE = """() => {
    const range = new Range();
    range.selectNodeContents(document.querySelector('#paper .now td:last-child'));
    return innerWidth - range.getBoundingClientRect().right;
}"""


def test_nothing_is_cut_off_and_every_target_is_big_enough(page: OpenPage, house: House) -> None:
    """Six long names fit beside one another on a phone; other pages: test_every_page.py."""
    sheet = open_sheet(house, SIX, 9)
    visitor = sign_in(page(WIDTH, 844))
    visitor.goto(sheet.get_absolute_url())
    assert visitor.evaluate("paper.scrollWidth <= paper.clientWidth")
    shown = visitor.locator("#paper thead th .short").all_inner_texts()
    assert len(set(shown)) == len(SIX)
    assert visitor.evaluate(EDGE) >= 11.9
    assert visitor.locator("#paper .sparks td").count() == len(SIX)
    expect(visitor.locator("#paper .sparks td").first).to_contain_text("von")
    visitor.evaluate("paper.scrollTop = 150")  # the heading stays
    expect(visitor.locator("#paper thead tr").first).to_be_in_viewport(ratio=1)
    expect(visitor.locator("#paper .radl").first).to_contain_text("×2")
    for width in (PHONE, 768, DESK, WIDTH):
        visitor.set_viewport_size({"width": width, "height": 844})
        assert seen(visitor) == []
    assert with_big_letters(visitor) == []


def test_a_phone_that_looks_on_tells_when_what_it_has_seen_is_not_continued(
    page: OpenPage, house: House
) -> None:
    """Somebody with the database and the program changes an entry, and chains everything anew."""
    sheet = open_sheet(house, FOUR, 3)
    looking_on = page(390, 844)
    looking_on.goto(reverse("scoring:read_link", args=[code_of(sheet, "read")]))
    play(house, sheet, 5)
    expect(looking_on.locator("#paper tr.fresh")).to_have_count(1)
    seen, changed = Sheet.objects.get(pk=sheet.pk), sheet.entries.get(seq=1)
    with transaction.atomic(), protection.lifted(connection):
        changed.at -= timedelta(hours=3)
        changed.save()
        chain.begin_evenings(sheet.evening.club)
    looking_on.reload()
    said = looking_on.locator("[role=alert]")
    expect(said).to_contain_text(f"{seen.letters} nach {seen.seq} Einträgen")
    looking_on.reload()
    expect(said).to_contain_text(f"{Sheet.objects.get(pk=sheet.pk).letters} nach {seen.seq} Einträgen")


def test_a_guest_becomes_a_member_while_the_table_looks_on(page: OpenPage, sights: Sights) -> None:
    """How that is asked for, and taken back: tests/scoring/clubs/guests/test_guests.py."""
    house, sheet = sights.house, sights.sheet
    phone = page(390, 844)
    phone.goto(f"/t/{code_of(sheet, 'record')}/?language=en")
    expect(phone.get_by_role("button", name=GUEST).first).to_be_visible()
    on_the_wall = page()
    on_the_wall.goto(f"/r/{code_of(sheet, 'read')}/?language=en")
    expect(on_the_wall.locator("#paper")).to_contain_text(GUEST)

    guests = Participant.objects.filter(guest=GUEST).values_list("pk", flat=True)
    kahei = house.do(admit_guest, by="Anna", club=house.club, participants=[*guests], name="Kahei")
    look(phone, on_the_wall)
    expect(on_the_wall.locator("#paper")).to_contain_text("Kahei")
    expect(on_the_wall.locator("#paper")).not_to_contain_text(GUEST)
    expect(phone.get_by_role("button", name="Kahei").first).to_be_visible()
    expect(phone.get_by_role("button", name=GUEST)).to_have_count(0)

    # It was somebody else after all.
    house.do(separate_guest, by="Anna", member=kahei, joining=joinings_of(kahei)[0].deed)
    look(on_the_wall)
    expect(on_the_wall.locator("#paper")).to_contain_text(GUEST)
