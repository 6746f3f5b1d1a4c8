"""Evenings and their tables, as a club's people use them."""

import json
import re
from dataclasses import replace
from datetime import timedelta
from html import unescape
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring import clock
from scoring.accounts import verbs as people
from scoring.accounts.guests import admit_all
from scoring.deeds import Refused
from scoring.engine.rules import PagatkassaTerms
from scoring.evenings import verbs as evening_verbs
from scoring.evenings.pages.settling import settling_of, sheets_of
from scoring.models import Deed, Evening, Participant, Sheet
from scoring.rules.versions import versions
from scoring.rules.versions.versions import current_text
from scoring.rules.versions.versions import offered as offered_to
from scoring.table.arrivals import Person
from tests.support.pages import html_at, text_of
from tests.support.refusals import sentences_of
from tests.support.scoring.evenings import seats
from tests.support.scoring.house import House, english, ids, now, seated
from tests.support.scoring.people import told_in_both_languages
from tests.support.scoring.recording import totals
from tests.support.scoring.tables import FOUR, dreier, rufer, trischaken
from tests.support.scoring.verify import verified


def page(house: House, rest: str = "") -> str:
    return f"/clubs/{house.club.slug}/{rest}"


def to_play(house: House, *names: str, **further: str) -> dict[str, str]:
    """The form of the page *Play* with these people; the first of them drew high."""
    return seats(house, *names, rules="standard", date=clock.today().isoformat(), **further)


# The evening


def test_a_later_day_makes_an_evening_that_is_planned_with_its_agreements(house: House) -> None:
    client, address = english(house, "Bert"), page(house, "play/")
    text = html_at(client, address)
    assert f'value="{clock.today().isoformat()}"' in text
    assert re.search(r'<option value="treffpunkt" selected', text)
    later = (clock.today() + timedelta(days=3)).isoformat()
    form = {"deed": str(uuid4()), "place": "Gasthaus Post", "rules": "standard"}
    for date, said in (("soon", "Please give the date, such as 24.12.2026."), ("2199-10-14", "too far away")):
        wrong = form | {"date": date, "standard-silent_miss": "charged"}
        text = unescape(client.post(address, wrong).content.decode())
        assert said in text
        assert 'value="Gasthaus Post"' in text
        assert '<option value="charged" selected' in text, "everything typed stays"
    agreed = {"standard-silent_miss": "charged", "cup-silent_miss": "charged", "date": later}
    pot = {"stake": "50", "start": "100", "start_again": "once", "ceiling": "500"}
    response = client.post(address, form | agreed | pot | {"pagatkassa": "on"})
    evening = Evening.objects.get()
    assert (evening.venue, evening.date.isoformat()) == ("Gasthaus Post", later)
    assert evening.pagatkassa == {"stake": 50, "start": 100, "start_again": False, "ceiling": 500}
    assert evening.options == {"silent_miss": "charged"}
    assert response.headers["Location"] == evening.get_absolute_url()
    assert not Sheet.objects.exists()
    text = html_at(client, evening.get_absolute_url())
    assert "Gasthaus Post" in text
    assert "costs the silent value" in text
    client.post(address, {**form, "deed": str(uuid4()), "date": later, "stake": "a lot"})  # not ticked
    assert Evening.objects.latest("pk").pagatkassa is None


def test_this_evening_is_planned_at_noon_with_nobody_seated(house: House) -> None:
    client, address = english(house, "Bert"), page(house, "play/")
    nobody = to_play(house)
    assert client.post(address, nobody).status_code == 200
    assert client.post(address, to_play(house, *FOUR[:3], place="Café", plan="")).status_code == 200
    assert not Evening.objects.exists(), "nobody asked for one"
    yesterday = (clock.today() - timedelta(days=1)).isoformat()
    assert client.post(address, nobody | {"place": "Café", "date": yesterday}).status_code == 200
    for count, further in enumerate(({"place": "Café"}, {"plan": "", "evening": ""}), 1):
        answer = client.post(address, to_play(house, **further))
        evening = Evening.objects.latest("pk")
        assert answer.headers["Location"] == evening.get_absolute_url()
        assert (evening.date, evening.venue) == (clock.today(), further.get("place", ""))
        assert Evening.objects.count() == count
    running = {"evening": str(evening.pk), "place": "Gasthaus", "plan": ""}
    assert client.post(address, to_play(house, **running)).status_code == 200
    assert Evening.objects.count() == 2
    assert not Sheet.objects.exists()
    Evening.objects.all().delete()
    assert client.post(address, to_play(house, plan="")).status_code == 302, "without a place, too"


def test_the_pagatkassa_is_that_of_the_evenings_rules_and_each_evening_has_its_own(house: House) -> None:
    evening = house.evening("standard")
    usual = {
        slug: replace(sheet, pagatkassa=PagatkassaTerms(70)) for slug, sheet in offered_to(house.club).items()
    }
    client = english(house, "Bert")
    with patch("scoring.evenings.views.play.offered", lambda _club: usual):
        text = html_at(client, page(house, "play/"))
        assert not re.search(r'<input[^>]*name="pagatkassa"[^>]*checked', text)
        assert f'<option value="{evening.pk}" selected data-plays="standard">' in text
        assert f'<option value="" data-plays="{house.club.default_rules}">' in text
        evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=evening)
        text = html_at(client, page(house, "play/"))
    assert re.search(r'<input[^>]*name="pagatkassa"[^>]*checked', text)
    assert re.search(r'<input[^>]*name="stake" value="70"', text)


def test_a_table_is_opened_with_its_evening_at_a_place(house: House) -> None:
    client = english(house, "Bert")
    answer = client.post(page(house, "play/"), to_play(house, *FOUR, place="Gasthaus Post"))
    sheet = Sheet.objects.get()
    assert answer.headers["Location"] == f"/sheets/{sheet.pk}/record/"
    assert (sheet.evening.venue, sheet.evening.ruleset.slug) == ("Gasthaus Post", "standard")
    text = html_at(client, page(house, "play/"))
    assert re.search(
        f'<option value="{sheet.evening_id}" selected data-plays="standard">[^<]*, Gasthaus Post</option>',
        text,
    )
    for of, evenings in ((str(sheet.evening_id), 1), ("", 2)):  # at the one that runs, or at a new one
        client.post(
            page(house, "play/"), to_play(house, "Emil", "Hilda", "Karl", "Lois", evening=of, anyway="1")
        )
        assert Evening.objects.count() == evenings


def test_an_evening_is_closed_after_a_question_and_opened_again_with_a_reason(house: House) -> None:
    evening = house.evening()
    sheet = house.sheet(evening=evening)
    house.play(sheet, trischaken("Anna"))
    client, address = english(house, "Bert"), evening.get_absolute_url()
    asked = html_at(client, f"{address}close/")
    assert "1 table, 1 hand." in asked
    assert "1: There are 4 doubled hands still to come." in asked
    client.post(f"{address}close/", {"deed": str(uuid4())})
    assert not now(sheet).is_open
    assert "The evening is closed." in html_at(client, address)
    for what in ("close/", "play/"):
        assert client.get(f"{address}{what}").headers["Location"] == address
    assert "Open it again to open a table." in html_at(client, address)
    text = unescape(client.post(f"{address}reopen/", {"deed": str(uuid4()), "reason": " "}).content.decode())
    assert "Please give the reason." in text
    client.post(f"{address}reopen/", {"deed": str(uuid4()), "reason": "one more round"})
    assert now(sheet).is_open
    assert client.get(f"{address}reopen/").headers["Location"] == address
    assert "again: one more round" in html_at(client, page(house, "log/"))


# Tables


def test_whoever_is_named_first_drew_high(house: House) -> None:
    evening = house.evening()
    client, address = english(house, "Bert"), f"{evening.get_absolute_url()}play/"

    def refused(form: dict[str, str]) -> str:
        response = client.post(address, form)
        assert response.status_code == 200
        return unescape(response.content.decode())

    assert "“Anna” is named twice." in refused(to_play(house, "Anna", "Bert", "Cilli") | {"name_4": "anna"})
    text = refused(to_play(house, *FOUR) | {"name_2": "Karl"})
    assert "Place 2: either choose somebody or type a name, not both." in text
    assert 'value="Karl"' in text
    text = refused(to_play(house, *FOUR) | {"who_1": f"m{house.member('Gustl').pk}"})
    assert "This person can no longer be chosen." in text
    assert not Sheet.objects.exists()
    form = to_play(house, "Bert", "Anna", "Karl", "Dora", evening=str(evening.pk))
    for _again in range(2):  # pressed twice: they sit at a table then, and nobody is asked about that
        answer = client.post(address, form)
        assert answer.headers["Location"] == f"/sheets/{Sheet.objects.get().pk}/record/"
    text = html_at(client, evening.get_absolute_url())
    assert "<strong>Tisch 1</strong>" in text
    assert "Hand 1: Dora deals" in text


def test_whoever_sits_at_another_table_is_warned_about_but_not_refused(house: House) -> None:
    evening = house.evening()
    house.sheet(evening=evening, name="Eins")
    client, address = english(house, "Bert"), f"{evening.get_absolute_url()}play/"
    assert "Anna (Eins)" in html_at(client, address)
    form = to_play(house, "anna", "Hilda", "Emil", "Karl", name="Zwei", evening=str(evening.pk))
    text = unescape(client.post(address, form).content.decode())
    assert "Anna is still sitting at “Eins”." in text
    assert 'name="anyway"' in text
    assert Sheet.objects.count() == 1
    assert client.post(address, form | {"anyway": "1"}).status_code == 302
    assert Sheet.objects.count() == 2


def offered(house: House, address: str) -> list[str]:
    text = html_at(english(house, "Bert"), address).partition('name="who_1"')[2].partition("</select>")[0]
    return re.findall(r'data-name="(\w+)"', text)


def test_those_come_first_who_played_last(house: House) -> None:
    today = clock.today()
    for ago, names in ((9, ("Hilda", "Emil", "Dora", "Anna")), (2, ("Dora", "Cilli", "Karl", "Anna"))):
        house.sheet(names, evening=house.evening(date=today - timedelta(days=ago)))
    first = offered(house, page(house, "play/"))[:6]
    assert first == ["Dora", "Cilli", "Karl", "Anna", "Hilda", "Emil"], "guests by the same rule"
    evening = house.evening()
    house.sheet(("Bert", "Karl", "Lois", "Maria"), evening=evening)
    first = offered(house, f"{evening.get_absolute_url()}play/")[:7]
    assert first == ["Bert", "Karl", "Lois", "Maria", "Dora", "Cilli", "Anna"], "guests by the same rule"


def test_a_table_begun_without_network_is_opened_unless_nobody_can_say_when(house: House) -> None:
    begun = seats(house, *FOUR, high="Anna", rules=house.club.default_rules)
    client = house.client("Anna")
    for ago in ("", "²", "9" * 400, "9" * 5000):
        refused = client.post(page(house, "play/away/"), begun | {"ago": ago})
        assert (refused.status_code, refused.json()) == (409, {"opened": False})
    wrong = client.post(page(house, "play/away/"), begun | {"ago": "0", "rules": "none"})
    assert (wrong.status_code, list(wrong.json())) == (400, ["problems"])
    assert client.post(page(house, "play/away/"), begun | {"ago": "60000"}).json()["opened"]
    assert Sheet.objects.count() == 1
    others = seats(house, "Emil", *FOUR[1:], high="Emil", rules=house.club.default_rules)
    assert client.post(page(house, "play/away/"), others | {"ago": "0"}).json()["opened"], (
        "not the same people"
    )


def test_in_a_small_club_that_never_played_nobody_has_to_be_tapped(house: House) -> None:
    for name in ("Emil", "Hilda"):
        people.deactivate_member(actor=house["Anna"], deed=uuid4(), member=house.member(name))
    text = html_at(english(house, "Anna"), page(house, "play/"))
    assert re.findall(r'selected data-name="(\w+)"', text) == [*FOUR]


def test_an_empty_table_is_removed_and_one_with_a_hand_stays(house: House) -> None:
    client = english(house, "Dora")
    form = seats(house, *FOUR, high="Anna", rules="standard")
    client.post(page(house, "play/"), form)
    sheet = Sheet.objects.get()
    address = f"{sheet.get_absolute_url()}remove/"
    assert address in html_at(client, sheet.get_absolute_url())
    assert "Nothing has been recorded" in html_at(client, address)
    assert client.post(address, {"deed": str(uuid4())}).headers["Location"] == page(house)
    assert not Evening.objects.exists(), "it was opened with the table"
    again = unescape(client.post(page(house, "play/"), form).content.decode())
    assert "This was saved before, and has been removed since." in again, "the form was still open elsewhere"
    assert not Participant.objects.exists()
    assert "removed the empty table “Table”" in html_at(english(house, "Anna"), page(house, "log/"))
    told_in_both_languages(Deed.objects.get(verb="remove_sheet"))
    kept = house.sheet()
    empty = house.sheet(("Anna", "Emil", "Karl", "Lois"), evening=kept.evening, name="2")
    house.play(kept, rufer("Anna", "Dora"))
    for table in (kept, empty):
        client.post(f"{table.get_absolute_url()}remove/", {"deed": str(uuid4())})
    assert Sheet.objects.count() == 2, "Dora does not sit at the second one"
    client = english(house, "Anna")
    with pytest.raises(Refused, match="aufgeschrieben"):  # somebody was quicker than the button
        evening_verbs.remove_sheet(actor=house["Anna"], deed=uuid4(), sheet=kept)
    for table, after in ((kept, kept), (empty, kept.evening)):
        answer = client.post(f"{table.get_absolute_url()}remove/", {"deed": str(uuid4())})
        assert answer.headers["Location"] == after.get_absolute_url()
    assert [*Sheet.objects.all()] == [kept]
    assert len(kept.evening.names()) == 4, "who sat only there is gone with it"
    sealed = house.sheet(evening=kept.evening, name="2")
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=kept.evening)
    answer = client.get(f"{sealed.get_absolute_url()}remove/", follow=True)
    assert "This evening was closed with the table: the table stays." in unescape(answer.content.decode())


# The club's page


def test_of_many_running_tables_ones_own_and_the_newest_are_shown(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.evenings.pages.today.MOST_RUNNING", 2)
    evening = house.evening()
    own, other, last = (house.sheet(evening=evening, name=name) for name in "123")
    house.sheet(("Emil", "Karl", "Lois", "Maria"), evening=house.evening(), name="4")
    for name, shown in (("Cilli", {last, other}), ("Emil", {last})):
        text = html_at(english(house, name), page(house))
        there = {sheet for sheet in (own, other, last) if f'"/sheets/{sheet.pk}/' in text}
        assert there == shown, name
        assert "More tables are in play." in text
    evening_verbs.close_sheet(actor=house["Anna"], deed=uuid4(), sheet=own)
    evening_verbs.close_sheet(actor=house["Anna"], deed=uuid4(), sheet=other)
    assert "More tables are in play." not in html_at(english(house, "Emil"), page(house))


def test_an_evening_that_goes_on_after_midnight_keeps_its_place_until_the_morning(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = timezone.localtime(clock.now()).replace(hour=23, minute=55)
    watch = [began]
    monkeypatch.setattr(timezone, "now", lambda: watch[0])
    cilli = english(house, "Cilli")
    evening = house.evening(venue="Kirchenwirt")
    unused = house.evening(venue="Nirgends")
    sheet = house.sheet(evening=evening)
    house.play(sheet, dreier("Cilli"))
    running = rf'Kirchenwirt ·\s+1 table\s+</small>.*?href="{evening.get_absolute_url()}"'
    night, morning = began + timedelta(minutes=35), began + timedelta(hours=7)
    for moment, goes_on in ((began, True), (night, True), (morning, False)):
        watch[0] = moment
        listed = html_at(cilli, page(house, "evenings/"))
        assert bool(re.search(running, listed, re.DOTALL)) is goes_on, moment
        assert ("Kirchenwirt · still open" in listed) is not goes_on
        assert moment == began or (f"{began:%A}" in listed) is goes_on, "it is not of today"
        is_past = f'href="{unused.get_absolute_url()}"' in listed
        assert is_past is (moment != began), "nobody sat down"
        assert f'"{reverse("scoring:record", args=[sheet.pk])}"' in html_at(cilli, page(house))


# Tables under several rule sheets on one night: settled together, each by its own rules


OTHERS = ("Emil", "Hilda", "Wirt", "Gast")


def test_each_table_is_settled_by_its_own_rules_and_all_together(house: House) -> None:
    first = house.just_play("Anna", *FOUR)
    second = house.just_play("Anna", *OTHERS, rules="karlsruhe")
    third = house.just_play("Anna", "Anna", "Emil", "Wirt", "Gast", rules="karlsruhe")
    for sheet, declarer in ((first, "Anna"), (second, "Emil"), (third, "Anna")):
        house.play(sheet, dreier(declarer))
    assert (totals(first)["Anna"], totals(second)["Emil"], totals(third)["Anna"]) == (15, 24, 24)
    settling = settling_of(first.evening, sheets_of(first.evening), "en")
    points = {share.name: share.points for share in settling.people}
    assert points["Anna"] == 15 + 24
    assert settling.tables == 3
    house.do(evening_verbs.close_evening, by="Anna", evening=first.evening)
    assert verified()[0] == 0


def test_a_table_of_a_planned_evening_can_play_under_another_sheet(house: House) -> None:
    evening = house.evening()
    anna = english(house, "Anna")
    address = reverse("scoring:new_table", args=[house.club.slug, evening.pk])
    assert '<option value="cup"' in anna.get(address).content.decode()
    form = seats(house, *FOUR, rules="cup", name="Stüberl", evening=str(evening.pk))
    assert anna.post(address, form).status_code == 302
    assert evening.sheets.get().ruleset.slug == "cup"
    people = [Person(name=name) for name in FOUR]
    about = {"evening": evening, "name": "2", "people": people, "high_card": 0, "rules": "gone"}
    assert sentences_of(house.do, evening_verbs.open_sheet, by="Anna", **about) == [
        "Please choose a rule sheet."
    ]


def test_a_newer_version_of_the_evenings_rules_leaves_the_other_tables_alone(house: House) -> None:
    first, second = house.just_play("Anna", *FOUR), house.just_play("Anna", *OTHERS, rules="cup")
    names = first.evening.names()
    assert (names[first.dealer], names[second.dealer]) == ("Dora", "Emil"), (
        "in the cup the highest card deals"
    )
    newer = current_text("standard") + "\n"
    with patch.object(versions, "current_text", lambda slug: newer):
        house.do(evening_verbs.take_newer_edition, by="Anna", evening=first.evening, at_running_tables=True)
    assert now(first).state.rules is not None
    assert now(second).state.rules is None
    said = text_of(english(house, "Anna").get(first.evening.get_absolute_url()))
    assert "version" not in said.partition("Rules")[0]


# Guests of tonight


def test_guests_typed_tonight_are_offered_at_the_next_table(house: House) -> None:
    first = house.just_play("Anna", *OTHERS)
    guest = f"p{ids(first)['Wirt']}"
    anna = english(house, "Anna")
    page = anna.get(reverse("scoring:just_play", args=[house.club.slug]))
    assert f'value="{guest}"' in page.content.decode()
    form = seats(house, *FOUR[:3], high="Anna", rules="cup", anyway="1") | {"who_4": guest}
    assert anna.post(reverse("scoring:just_play", args=[house.club.slug]), form).status_code == 302
    assert Evening.objects.get().participants.filter(guest="Wirt").count() == 1
    people = [Person(name=name) for name in FOUR[:3]]
    people.append(Person(participant=int(ids(first)["Wirt"])))
    apart = house.just_play("Anna", people=people, counts=False)
    assert "Wirt" in totals(apart)


def test_last_weeks_guests_are_offered_and_are_guests_of_tonight(house: House) -> None:
    """A week later, and no more once they are members or after a month."""
    Evening.objects.filter(pk=house.just_play("Anna", *OTHERS).evening_id).update(
        date=clock.today() - timedelta(days=7)
    )
    long_ago = house.just_play("Anna", *FOUR[:3], "Hias")
    Evening.objects.filter(pk=long_ago.evening_id).update(date=clock.today() - timedelta(days=40))
    anna, play = english(house, "Anna"), reverse("scoring:just_play", args=[house.club.slug])

    def offered() -> list[str]:
        return [choice.name for choice in anna.get(play).context["form"].choices.values()]

    assert "Wirt" in offered()
    assert "Hias" not in offered()
    guest = Participant.objects.get(guest="Wirt")
    form = seats(house, *FOUR[:3], high="Anna", rules="cup", anyway="1") | {"who_4": f"p{guest.pk}"}
    assert anna.post(play, form).status_code == 302
    tonight = Sheet.objects.latest("pk")
    assert seated(tonight)[-1] == "Wirt"
    here = tonight.evening.participants
    assert here.get(guest="Wirt") != guest
    elsewhere = house.just_play("Anna", *FOUR)
    at_the_table = json.loads(anna.get(reverse("scoring:record", args=[elsewhere.pk])).context["people"])
    listed = {person["name"] for person in at_the_table}
    assert "Wirt" in listed
    assert "Hias" not in listed
    house.do(admit_all, by="Anna", club=house.club, names=["Wirt"])
    assert offered().count("Wirt") == 1
