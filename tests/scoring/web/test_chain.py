"""Whoever has the database changes something: `verify` finds it, or a phone that was there before."""

from datetime import timedelta
from functools import reduce
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import F
from django.test import Client
from django.urls import reverse

from scoring import protection
from scoring.accounts.verbs import appoint
from scoring.chain import link_of_deed
from scoring.evenings import verbs as evening_verbs
from scoring.heads import BEGINNING, head_after, letters_of
from scoring.models import (
    ClubLog,
    Deed,
    Entry,
    Evening,
    Sheet,
)
from scoring.verifying import of_the_database, wholes
from tests.scoring.web.chains import chained_anew
from tests.support.pages import english_visitor, text_at
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.tables import dreier
from tests.support.stages import stage


@stage(on=HOUSE)
def sheet(house: House) -> Sheet:
    """A closed evening with two tables, and another one that still plays."""
    evening = house.evening()
    for name in ("1", "2"):
        sheet = house.sheet(evening=evening, name=name)
        for _hand in range(3):
            house.play(sheet, dreier("Bert"))
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=evening)
    still_open = house.sheet(name="3")
    house.play(still_open, dreier("Cilli"))
    return sheet


def found() -> list[str]:
    every = wholes(Sheet.objects.whole().defer(None), Evening.objects.all())
    return [*map(str, of_the_database()), *(words for checked in every for words in checked.sentences())]


def test_a_phone_finds_what_was_forged_from_one_end_to_the_other(house: House, sheet: Sheet) -> None:
    """Nothing that is stored contradicts it; the phone still has the head that it saw."""
    open_sheet = Sheet.objects.whole().get(name="3")
    for _hand in range(3):
        house.play(open_sheet, dreier("Bert"))
    phone, url = house.client("Bert"), reverse("scoring:heads", args=[open_sheet.pk])

    seen = phone.get(reverse("scoring:live", args=[open_sheet.pk])).json()["table"]

    def continued() -> bool:
        answer = phone.get(url, {"after": seen["after"]}).json()
        assert answer["after"] == seen["after"] + len(answer["links"])
        return bool(reduce(head_after, answer["links"], seen["head"]) == answer["head"])

    assert continued()
    house.play(open_sheet, dreier("Bert"))
    house.play(open_sheet, dreier("Cilli"))
    assert continued()
    with transaction.atomic(), protection.lifted(connection):
        Entry.objects.filter(sheet=open_sheet, seq=2).update(at=F("at") - timedelta(hours=3))
        chained_anew(Sheet.objects.whole().get(pk=open_sheet.pk))
    assert found() == []
    assert not continued()
    assert house.client("Franz").get(url, {"after": 1}).status_code == 404
    assert phone.get(url, {"after": "x"}).status_code == 400


def test_ten_letters_say_which_state_they_were_and_whether_it_goes_on(house: House, sheet: Sheet) -> None:
    """Whoever has a printout types them on the page that checks files of results."""
    first = sheet.entries.get(seq=1)
    letters, code = letters_of(first.head), sheet.evening.seals.get().code
    stands = letters_of(Sheet.objects.get(pk=sheet.pk).state.head)
    member = house.client("Anna", "en")
    assert f"State of the sheet: {stands}" in text_at(member, sheet.get_absolute_url())
    assert f"State of 2: {stands}" in text_at(member, sheet.evening.get_absolute_url())

    def said(typed: str) -> str:
        return text_at(english_visitor(), f"/check/?letters={typed}")

    there = "the state after 1 of 3 entries"
    assert there in said(letters)
    assert "What is stored today follows on from it." in said(letters.lower().replace("-", " "))
    assert "final tally 1, " in said(code)
    assert "nothing it prints has changed" in said(code)
    assert "Nothing that is stored here has these letters." in said("AAAAA-AAAAA")
    for no_letters in (code[:-1], "99999-99999"):
        assert "These are no such letters: there are ten, fifteen or twenty" in said(no_letters)
    with transaction.atomic(), protection.lifted(connection):
        sheet.entries.filter(seq=2).update(at=F("at") - timedelta(hours=3))
        Evening.objects.filter(pk=sheet.evening_id).update(venue="Anderswo")
    assert there in said(letters)
    assert "What is stored today does not follow on from it." in said(letters)
    assert "What is stored today does not follow on from it." in said(code)


def test_a_head_of_the_log_that_was_printed_says_later_whether_the_log_still_goes_on(
    house: House, sheet: Sheet
) -> None:
    """Of its own club, in both languages; another club's head names that club, a rewritten log has none."""
    log = ClubLog.objects.get(club=house.club)
    printed, written = log.letters, log.written
    evening = text_at(house.client("Anna", "en"), sheet.evening.get_absolute_url())
    assert f"The club’s log has {written} entries now, and these letters: {printed}" in evening
    on_paper = text_at(house.client("Anna", "en"), sheet.get_absolute_url())
    assert f"Club’s log, entry {written} {printed}" in on_paper
    other = ClubLog.objects.exclude(club=house.club).select_related("club").latest("pk")

    def said(typed: str, language: str = "en") -> str:
        return text_at(english_visitor() if language == "en" else Client(), f"/check/?letters={typed}")

    house.do(appoint, by="Anna", member=house.member("Emil"), role="scorer")
    day = f"the club’s log after {written} of {written + 1} entries"
    assert f"{house.club.name}, {day}" in said(printed)
    assert "What is stored today follows on from it." in said(printed)
    assert f"das Protokoll des Klubs nach {written} von {written + 1} Einträgen" in said(printed, "de")
    assert f"{other.club.name}, the club’s log after" in said(other.letters)
    deeds = Deed.objects.filter(club=house.club)
    deeds = Deed.objects.filter(club=house.club)
    with transaction.atomic(), protection.lifted(connection):
        deeds.filter(number=written + 1).update(verb="nothing")
    assert "What is stored today does not follow on from it." in said(printed)
    with transaction.atomic(), protection.lifted(connection):
        head = deeds.get(number=written - 1).head
        deeds.filter(number=written).update(asked="0" * 64)
        for deed in deeds.filter(number__gte=written).order_by("number"):
            deed.head = head = head_after(head, link_of_deed(deed))
            deed.save(update_fields=["head"])
        ClubLog.objects.filter(club=house.club).update(head=head)
    assert found() == [], "from the database alone"
    assert "Nothing that is stored here has these letters." in said(printed)
    assert "Nichts, was hier gespeichert ist" in said(printed, "de")


def test_the_ten_letters_of_a_head() -> None:
    assert letters_of(head_after(BEGINNING, "0" * 64)) == "ISACY-K6N3L"
    assert letters_of("") == ""
