"""The demonstration club, beside a real one."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring import demo
from scoring.demo.season import PROGRAMMES, Programme
from scoring.evenings import verbs as evening_verbs
from scoring.models import Club, Entry
from scoring.table import verbs as recording
from scoring.table_policy import Actor
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.tables import REDEAL, dreier, rufer
from tests.support.stages import Stage


def shortened(first: int) -> tuple[Programme, ...]:
    """The season with so many hands at the first table of an evening, where everything happens, and few at
    the others."""
    return tuple(
        replace(
            programme,
            tables=tuple(
                (people, min(hands, 4 if number else first))
                for number, (people, hands) in enumerate(programme.tables)
            ),
        )
        for programme in PROGRAMMES
    )


SHORT = shortened(13)  # at the twelfth happens the last of what can happen


def play_short(patch: pytest.MonkeyPatch, programmes: tuple[Programme, ...] = SHORT) -> None:
    """Nothing but these evenings."""
    patch.setattr("scoring.demo.season.PROGRAMMES", programmes)
    patch.setattr("scoring.demo.making._further", list)


def found(house: House, *, until: date | None = None) -> Club:
    """Before its first evening."""
    day = until or timezone.localdate()
    return demo.found(actor=house["Anna"], seed=demo.SEED, until=day)


def filled(club: Club, evenings: int) -> Club:
    for _ in range(evenings):
        demo.go_on(club)
    return club


def played_house(house: House) -> House:
    """The real club has played, corrected and sealed."""
    sheet = house.sheet()
    house.play(sheet, rufer("Anna", "Bert"))
    house.play(sheet, REDEAL)
    house.play(sheet, dreier("Cilli"))
    target = Entry.objects.get(sheet=sheet, seq=1)
    recording.take_out(
        actor=Actor(house["Anna"]),
        entry=uuid4(),
        sheet=sheet,
        after=3,
        target=target,
        reason="Nie gespielt",
    )
    evening_verbs.close_evening(actor=house["Anna"], deed=uuid4(), evening=sheet.evening)
    house.play(house.sheet(rules="cup"), rufer("Anna", "Bert") | {"games": dreier("Anna")["games"]})
    return house


def begun(busy: House) -> Club:
    """After its first evening, a short one."""
    with pytest.MonkeyPatch.context() as patch:
        play_short(patch)
        return filled(found(busy), 1)


BUSY = Stage("busy", played_house, on=HOUSE)
busy = BUSY.fixture()
club = Stage("club", begun, on=BUSY).fixture()
