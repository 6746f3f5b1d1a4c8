"""What the pages of a club ask the database: few questions, and no more when there is more of everything."""

from datetime import date
from functools import partial

import pytest
from django.test import Client

from scoring.accounts import verbs as people
from scoring.engine.rules import PagatkassaTerms
from scoring.evenings import verbs as evening_verbs
from scoring.models import Evening, OldPerson, Sheet
from scoring.sharing import verbs as sharing_verbs
from scoring.table import confirmations
from tests.support.scoring.counting import watched
from tests.support.scoring.house import House
from tests.support.scoring.house_rules import dearer, own, save
from tests.support.scoring.old_papers import old_amounts
from tests.support.scoring.recording import address, with_link
from tests.support.scoring.tables import FOUR, REDEAL, dreier

# Pages of the club, and how often they may ask at most; what stands in braces is there once.
OF_THE_CLUB = {
    "": 12,
    "about/": 9,
    "members/": 12,
    "members/?q=a": 12,
    "members/{member}/": 17,
    "log/": 6,
    "guests/{guest}/": 20,  # the page of a person, as a member has it, and the form
    "guests/{guest}/anonymise/": 42,
    "members/{member}/anonymise/": 43,
    "evenings/": 9,
    "play/": 15,  # one of them where there are many members
    "evenings/{evening}/": 15,
    "evenings/{sealed}/": 19,
    "evenings/{long}/export/json/": 10,  # of one table: each is asked for by itself
    "seasons/": 5,
    "season/?period=all&guests=on&tables=on": 12,
    "members/{player}/?period=all&tables=on": 22,
    "members/{player}/?period=all&tables=on&with={other}&side=table": 11,
    "members/{player}/?period=all&tables=on&with={other}&side=against&rules=standard": 11,
    "season/champions/": 9,
    "season/evenings/?period=all&tables=on": 12,
    "season/statistics/?period=all&tables=on": 21,
    "season/statistics/?period=all&tables=on&with={other}": 22,
    "season/statistics/?period=all&tables=on&with={other}&rules=standard": 22,
    "season/certificates/?period=all&tables=on&whose=everybody&guests=on": 9,
    "rules/": 5,
    "rules/freitag/": 8,
    "rules/compare/?a=freitag.1&b=freitag.2": 8,
    "old-sheets/": 9,
    "old-sheets/people/{on_paper}/": 12,
    "calculator/?rules=freitag.1": 9,
}
OF_A_TABLE = {"sheet": 10, "hand": 10, "blank_sheet": 8}  # also for a phone with its link
WITH_OBJECTIONS = {"sheet": 13, "hand": 13}
SHARED = {  # for anybody
    ("evening", ""): 8,
    ("long", "export/json/"): 9,
    ("standings", ""): 5,
    ("standings", "export/json/"): 4,
}


def more_of_everything(
    house: House, evening: Evening, sealed: Evening, sheet: Sheet, confirmed: Sheet, times: range
) -> None:
    """Members, guests, tables, hands, objections, rule sheets and their versions, seals."""
    members = [f"{name} {number}" for number in times for name in FOUR]
    house.do(people.add_members, by="Anna", club=house.club, names=members)
    for number in times:
        old_amounts(house, date(2014, 5, number + 1))
        for there, who in ((evening, "Gast {} {}"), (sealed, "{} {}")):
            names = tuple(who.format(name, number) for name in FOUR)
            table = house.sheet(names, evening=there, name=f"Tisch {number}")
            house.play(table, dreier(names[0]))
            house.play(table, REDEAL)
        house.just_play("Anna", *FOUR[:3], "Gast Anna 0", counts=False)
        version = save(house, own(house, f"Blatt {number}"), dearer(6 + number))
        house.play(house.sheet(rules=version.slug), dreier("Anna"))
        for record in (REDEAL, *(dreier(name) for name in FOUR)):
            house.play(sheet, record)
        house.tap(confirmations.object_to, confirmed, house.play(confirmed, REDEAL).entry, "Cilli")
    for _again in range(2):
        house.do(evening_verbs.close_evening, by="Anna", evening=sealed)
        house.do(evening_verbs.reopen_evening, by="Anna", evening=sealed, reason="noch ein Tisch")


def asked(
    house: House, evening: Evening, sealed: Evening, sheet: Sheet, confirmed: Sheet
) -> dict[tuple[int, str], tuple[int, int]]:
    """Return how often each page asks when it is opened once more, and how often it may."""
    guest = evening.participants.get(guest="Gast Anna 0").pk
    on_paper = OldPerson.objects.filter(member=None).latest("pk").pk
    known = {"evening": evening.pk, "sealed": sealed.pk, "guest": guest, "on_paper": on_paper}
    known["long"] = confirmed.evening_id
    for name, who in (("member", "Emil"), ("player", "Anna"), ("other", "Bert")):
        known[name] = house.member(who).pk
    shares = {
        "evening": house.do(sharing_verbs.share_evening, by="Anna", evening=evening),
        "long": house.do(sharing_verbs.share_evening, by="Anna", evening=confirmed.evening),
        "standings": house.do(sharing_verbs.share_standings, by="Anna", club=house.club, period=""),
    }
    pages: list[tuple[Client, str, int]] = [
        (house.client("Anna"), house.club.get_absolute_url() + rest.format(**known), most)
        for rest, most in OF_THE_CLUB.items()
    ]
    for table, asks in ((sheet, OF_A_TABLE), (confirmed, WITH_OBJECTIONS)):
        last = table.entries.current().last()
        assert last is not None
        for client in (house.client("Anna"), with_link(table, "record")):
            for name, most in asks.items():
                further = [last.pk] if name == "hand" else []
                pages.append((client, address(name, table, *further), most))
    pages += [(Client(), f"/s/{shares[what].code}/{rest}", most) for (what, rest), most in SHARED.items()]
    found = {}
    for number, (client, path, most) in enumerate(pages):
        assert client.get(path).status_code == 200, path
        found[number, path] = (watched(partial(client.get, path))[1].queries, most)
    return found


@pytest.mark.own_time("an evening that is planned for today is over after midnight, and asked for no more")
def test_a_page_asks_few_questions_and_no_more_of_a_big_club(house: House) -> None:
    evening, sealed, sheet = house.evening(), house.evening(), house.sheet(name="Ofen")
    house.do(
        evening_verbs.agree_pagatkassa, by="Anna", evening=sealed, terms=PagatkassaTerms(stake=10, start=20)
    )
    save(house, own(house), dearer(6))
    confirmed = house.sheet(evening=house.evening(confirmation=True), name="Bank")
    there = (house, evening, sealed, sheet, confirmed)
    more_of_everything(*there, times=range(2))
    few = asked(*there)
    more_of_everything(*there, times=range(2, 3))
    many = asked(*there)
    assert {page: queries for page, (queries, most) in many.items() if queries > most} == {}
    assert list(few.values()) == list(many.values()), [*zip(few, few.values(), many.values(), strict=True)]
