"""Whether the link to an evening shows who pays whom: the club says so."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.accounts import verbs as people
from scoring.accounts.chronicle import log_line
from scoring.accounts.verbs import code_of
from scoring.models import Club, Deed
from tests.support.pages import english_visitor, text_of
from tests.support.scoring.house import House, english
from tests.support.scoring.tables import dreier
from tests.support.stored_forms import compared_form


@pytest.mark.parametrize("shown", [False, True])
def test_the_link_shows_money_only_where_the_club_says_so(house: House, shown: bool) -> None:
    sheet = house.sheet()
    house.play(sheet, dreier("Anna"))
    sharing = house.do(people.share_evening, by="Anna", evening=sheet.evening)
    anna = english(house, "Anna")
    settings = reverse("scoring:club_settings", args=[house.club.slug])
    form = {"club": house.club.name, "currency": "EUR", "cents_per_point": "10", "language": "de"}
    form |= {"default_rules": "treffpunkt", "show_money": "yes" if shown else "", "deed": str(uuid4())}
    asked = anna.get(settings).content.decode()
    form["shown"] = asked.partition('name="shown" value="')[2].partition('"')[0]
    assert anna.post(settings, form).status_code == 302
    assert Club.objects.get(pk=house.club.pk).show_money is shown
    visitor = english_visitor()
    code = code_of(sharing)
    said = text_of(visitor.get(f"/s/{code}/"))
    assert ("Who pays whom" in said) is ("Bert pays Anna" in said) is shown
    book = visitor.get(f"/s/{code}/export/json/").content.decode()
    assert ('"payments"' in book or "cents" in book) is shown
    log = log_line(Deed.objects.filter(verb="change_club").latest("at"))
    assert ("ohne Geld → mit Geld" in log) is shown
    told = text_of(anna.get(reverse("scoring:share_evening", args=[house.club.slug, sheet.evening.pk])))
    assert ("It shows who pays whom" in told) is shown


def test_without_being_asked_for_nothing_changes(house: House) -> None:
    assert (house.club.show_money, house.club.phones_ready) == (False, False)


def test_the_settings_have_phones_get_ready_by_themselves(house: House) -> None:
    anna, settings = english(house, "Anna"), reverse("scoring:club_settings", args=[house.club.slug])
    form = compared_form(anna.get(settings), "phones_ready").sent | {"phones_ready": "yes"}
    assert anna.post(settings, form).status_code == 302
    assert Club.objects.get(pk=house.club.pk).phones_ready
    said = log_line(Deed.objects.filter(verb="change_club").latest("at"))
    assert "Abende ohne Netz wer darauf tippt → Handys machen sich von selbst bereit" in said
