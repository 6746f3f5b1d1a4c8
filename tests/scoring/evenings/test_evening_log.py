"""The club's log tells what happened to its evenings and tables."""

from __future__ import annotations

from unittest.mock import patch
from uuid import uuid4

from django.utils import timezone, translation

from scoring.accounts.chronicle import log_line
from scoring.engine.rules import PagatkassaTerms
from scoring.evenings import verbs as evening_verbs
from scoring.models import Deed
from scoring.rules.versions import versions
from scoring.rules.versions.versions import current_edition
from scoring.table import confirmations, putting_right
from scoring.table import links as table_links
from scoring.table import verbs as recording
from scoring.table_policy import Actor
from tests.support.scoring.house import House, ids, now
from tests.support.scoring.people import EVENINGS
from tests.support.scoring.pictures import Waiting
from tests.support.scoring.tables import dreier


def test_every_deed_of_an_evening_is_told_in_both_languages(house: House) -> None:
    anna = house["Anna"]
    evening = house.evening(confirmation=True)
    sheet = house.sheet(evening=evening)
    today = timezone.localdate()
    for _twice in range(2):  # the second time it changes nothing
        house.do(evening_verbs.change_evening, by="Anna", evening=evening, date=today, place="Kaffeehaus")
    evening_verbs.agree_pagatkassa(actor=anna, deed=uuid4(), evening=evening, terms=PagatkassaTerms(stake=10))
    evening_verbs.agree_pagatkassa(actor=anna, deed=uuid4(), evening=evening, terms=None)
    Waiting(sheet, [dreier("Anna")]).delivered()
    hand = house.play(sheet, dreier("Anna")).entry
    objection = house.tap(confirmations.object_to, sheet, hand, "Bert")
    house.do(
        confirmations.settle_objection,
        by="Anna",
        sheet=sheet,
        of=objection,
        outcome="stands",
        reason="alle haben es gesehen",
    )
    wrong = {"sheet": sheet, "wrong": sheet.players[1], "right": recording.Person(name="Emil"), "reason": "x"}
    for target in (None, house.play(sheet, dreier("Anna")).entry):
        after = now(sheet).seq
        actor = Actor(anna) if target else Actor(link=now(sheet).record_link)
        putting_right.put_names_right(actor=actor, deed=uuid4(), after=after, target=target, **wrong)
        wrong["wrong"], wrong["right"] = ids(sheet)["Emil"], recording.Person(name="Bert")
    putting_right.move_hands(
        actor=Actor(anna),
        deed=uuid4(),
        sheet=sheet,
        to=house.sheet(evening=evening, name="2"),
        after=now(sheet).seq,
        there=0,
        hands=[sheet.rows.get(number=2).pk],
        keep_deal=False,
        reason="x",
    )
    table_links.renew_link(actor=anna, deed=uuid4(), sheet=sheet, kind="record")
    table_links.renew_link(actor=anna, deed=uuid4(), sheet=sheet, kind="read")
    evening_verbs.close_sheet(actor=anna, deed=uuid4(), sheet=sheet)
    evening_verbs.reopen_sheet(actor=anna, deed=uuid4(), sheet=sheet, reason="eine Hand fehlt")
    evening_verbs.close_evening(actor=anna, deed=uuid4(), evening=evening)
    evening_verbs.reopen_evening(actor=anna, deed=uuid4(), evening=evening, reason="noch ein Tisch")
    newer = current_edition("standard")
    newer = newer._replace(text=f"{newer.text}\n", digest=versions.digest_of(f"{newer.text}\n"))
    with patch.object(versions, "current_edition", lambda slug: newer):
        evening_verbs.take_newer_edition(actor=anna, deed=uuid4(), evening=evening)
    evening_verbs.close_evening(actor=anna, deed=uuid4(), evening=evening)
    people = [recording.Person(name=name) for name in ("Anna", "Bert", "Cilli", "Dora")]
    alone = {"actor": anna, "club": house.club, "rules": "cup", "people": people, "high_card": 0}
    for counts in (True, False):
        opened = evening_verbs.just_play(deed=uuid4(), counts=counts, **alone)
        evening_verbs.count_evening(actor=anna, deed=uuid4(), evening=opened.evening, counts=not counts)
    evening_verbs.remove_sheet(actor=anna, deed=uuid4(), sheet=opened)
    deeds = [deed for deed in Deed.objects.all() if deed.verb in EVENINGS]
    assert {deed.verb for deed in deeds} == EVENINGS
    for deed in deeds:
        said = {}
        for language in ("de", "en"):
            with translation.override(language):
                said[language] = log_line(deed)
        assert said["de"].startswith("hat "), said
        assert said["de"] != said["en"]
        assert not any("%(" in words or "None" in words for words in said.values())
    reasons = [log_line(deed) for deed in deeds if deed.verb.startswith("reopen")]
    assert sorted("eine Hand fehlt" in words or "noch ein Tisch" in words for words in reasons) == [
        True,
        True,
    ]
