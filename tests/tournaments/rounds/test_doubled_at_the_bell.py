"""Doubled hands that are owed when the bell rings are gone, but for one whose cards are dealt.

Six o'clock to half past; stake 1. A paid Mondfang doubles the next four hands. Bert and Cilli win a plain
game: 1 each, doubled 2.
"""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.urls import reverse

from scoring import protection
from scoring.models import Act, Entry, Sheet
from scoring.table import verbs as recording
from scoring.table import writing
from scoring.table.writing import Illegal, Stale, rederive
from tests.support.scoring.house import now
from tests.support.scoring.tables import exchanged
from tests.support.scoring.verify import verified
from tests.support.tournaments.bell import (
    Room,
    doubled,
    doubled_after_the_bell,
    refused,
)
from tests.support.tournaments.playing import Hands, Playing, hand
from tournaments.corrections import verbs as repair
from tournaments.corrections.disputes import verbs as disputes
from tournaments.corrections.disputes.verbs import Decision
from tournaments.models import Finding, Table
from tournaments.rounds.verbs import bell_verbs

__all__ = ["doubled", "doubled_after_the_bell"]  # the fixtures

FULL = "Nothing more fits between these two hands. Please correct one of the hands inserted here."
STAYS = "The bell is on the sheet where it rang, and stays there."


@pytest.fixture
def room(doubled: Playing, watch: Hands) -> Room:
    return Room(doubled, watch)


@pytest.fixture
def rung(doubled_after_the_bell: Playing, watch: Hands) -> Room:
    return Room(doubled_after_the_bell, watch)


def radl(room: Room) -> str:
    """Which of the hands are doubled."""
    rows = room.sheet.rows.filter(number__isnull=False).order_by("sort_key")
    return "".join("R" if row.radl else "-" for row in rows)


def owed(room: Room) -> int:
    return int(now(room.sheet).state.owed)


def in_ids(room: Room, record: dict[str, Any]) -> dict[str, Any]:
    return exchanged(record, room.playing.ids())


def events(room: Room) -> list[str]:
    """What stands beside hands."""
    records = [entry.record or {} for entry in room.sheet.entries.current()]
    return [record["event"] for record in records if "event" in record]


# The rule


# What came late


def test_the_bell_by_itself_is_no_news_that_a_phone_has_to_have_seen(room: Room) -> None:
    """The phone with the hand has not heard that the other one said yes."""
    room.at(31)
    before = room.sheet.seq
    room.yes()
    assert room.sheet.seq == before + 1
    asked = {
        "actor": room.card,
        "sheet": room.sheet,
        "record": in_ids(room, hand("Bert", "Cilli")),
        "known_seq": before,
    }
    recording.add(entry=uuid4(), entered=room.moment(29), **asked)
    assert radl(room) == "-RR"
    with pytest.raises(Stale):
        recording.add(entry=uuid4(), entered=room.moment(29), **asked)


def test_where_no_further_late_hand_fits_before_the_bell_the_page_says_so_while_one_is_typed(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them halves the room that is left there: for more of them than a table could play in an hour,
    and here for a few."""
    assert writing.GAP >= 2**40
    monkeypatch.setattr(writing, "GAP", 2**3)
    room.at(31)
    room.yes()
    with refused(FULL):
        for _hand in range(5):
            room.play(entered=29.5)
    room.undo()
    client = room.playing.client("Bert")
    path = f"/sheets/{room.sheet.pk}/preview/"
    answer = client.post(path, {"record": in_ids(room, hand("Bert", "Cilli"))}, "application/json")
    assert (answer.status_code, answer.json()["problems"]) == (200, [{"where": "", "text": FULL}])
    assert answer.json()["after"] == room.sheet.seq
    room.playing.clean()


# Taken back, corrected, brought back


def test_nobody_enters_takes_out_or_corrects_the_bell(room: Room) -> None:
    with pytest.raises(Illegal):
        room.playing.play(1, {"event": "bell"}, by="Bert")
    room.at(31)
    room.yes()
    bell = room.sheet.entries.get(record__event="bell")
    with refused(STAYS):
        room.playing.change(Act.TAKE_OUT, bell)
    with refused(STAYS):
        room.correct(bell, by="Bert")
    room.write(recording.undo, by="Bert")
    assert (events(room), radl(room)) == (["bell"], "-")


# Paper, rulings, a sheet written anew


def test_on_paper_the_director_notes_where_the_bell_rang(room: Room) -> None:
    room.do(repair.play_on_paper, paper=True)
    room.at(45)
    room.playing.play(1, hand("Bert", "Cilli"), by="Bert")
    place = [room.playing.tournament.club.slug, room.playing.tournament.pk, 1, 1]
    page = room.playing.client().get(reverse("tournaments:table", args=place)).content.decode()
    assert "The bell rang here" in page
    deed = uuid4()
    for _time in range(2):
        room.do(bell_verbs.note_bell, deed=deed)
    for _hand in range(2):
        room.playing.play(1, hand("Bert", "Cilli"), by="Bert")
    assert (radl(room), events(room)) == ("-RRR-", ["bell"])
    room.playing.change(Act.TAKE_OUT, room.sheet.entries.get(record__event="bell"))
    assert radl(room) == "-RRRR"
    room.playing.clean()


def test_a_hand_that_the_arbiters_enter_after_the_bell_was_on_the_table_and_stays_doubled(room: Room) -> None:
    room.at(31)
    call = disputes.call_arbiters(actor=room.card, deed=uuid4(), table=room.here)
    record = in_ids(room, hand("Anna", "Bert"))
    room.do(disputes.permit_arbiter, call=call, arbiter=room.playing.house.member("Dora"))
    room.playing.do(
        disputes.rule,
        by="Dora",
        call=call,
        known_seq=room.sheet.seq,
        decision=Decision(Finding.CORRECTED, None, record),
        reason="So war es",
    )
    assert (radl(room), owed(room)) == ("-RR", 0)
    room.playing.clean()


# Who, how often, and how it is told


def more_time_at_the_bell(rung: Room) -> None:
    Entry.objects.filter(record__event="bell").update(record={"event": "more_time"})
    rederive(Sheet.objects.whole().get(pk=rung.sheet.pk))


def nobody_has_dealt(rung: Room) -> None:
    Entry.objects.filter(record__event="bell").update(record={"event": "bell"})


LIES: dict[str, Callable[[Room], object]] = {
    "after the bell, Radl: expected no, found yes": more_time_at_the_bell,
    "Round 1, table 1, hand 3, after the bell, Radl: expected no, found yes": nobody_has_dealt,
    "Round 1, table 1: After the bell at ": lambda _rung: Table.objects.update(extra_hands=0),
    "the bell on the sheet, When: expected ": lambda rung: Entry.objects.filter(record__event="bell").update(
        at=rung.moment(25)
    ),
}


@pytest.mark.parametrize("found", LIES)
def test_verify_finds_a_lie_about_the_bell(rung: Room, found: str) -> None:
    rung.play()
    rung.do(bell_verbs.allow_hand)
    rung.play()
    rung.playing.clean()
    protection.unprotect(connection)
    LIES[found](rung)
    protection.protect(connection)
    status, lines = verified()
    assert status == 1
    assert any(found in line for line in lines), lines
