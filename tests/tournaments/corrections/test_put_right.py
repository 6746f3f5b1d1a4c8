"""A sheet is put right as a whole: what may still be played there, and phones that have not heard of it."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.models import Act, Sheet
from scoring.table.arrivals import Person
from scoring.table.putting_right import put_names_right
from scoring.table.verbs import redo, undo
from scoring.table_policy import Actor
from tests.support.pages import english_visitor
from tests.support.scoring.other_rules import play_by_from_first
from tests.support.scoring.tables import exchanged
from tests.support.scoring.verify import verified
from tests.support.tournaments.bell import Room, doubled_room, refused
from tests.support.tournaments.playing import Hands, Playing, code_of_card, hand
from tests.support.tournaments.repair import dearer_edition
from tests.support.tournaments.table_verbs import exchange_people


@pytest.fixture
def room(two_tables: Playing, watch: Hands) -> Room:
    return Room(two_tables, watch)


def exchange(room: Room, one: str = "Anna", other: str = "Bert", **asked: Any) -> None:
    known = room.playing.ids()
    room.do(exchange_people, one=known[one], other=known[other], reason="verwechselt", **asked)


def other_rules(room: Room) -> None:
    """Other rules hold from the first hand on."""
    play_by_from_first(room.sheet, room.director, uuid4(), version=dearer_edition(room.playing))


def test_what_a_clubs_table_puts_right_by_itself_is_the_directors_here(room: Room) -> None:
    for page in ("right_names", "move_hands", "links", "renew_link"):
        address = reverse(f"scoring:{page}", args=[room.sheet.pk])
        assert room.playing.client().get(address).status_code == 404
    about = {"wrong": room.playing.ids()["Anna"], "right": Person(name="Emil"), "target": None, "reason": "x"}
    with pytest.raises(PermissionDenied):
        put_names_right(actor=Actor(room.director), deed=uuid4(), sheet=room.sheet, known_seq=0, **about)


# What may still be played


def test_doubled_hands_stay_doubled_for_who_was_really_there_and_lapse_at_the_bell(
    playing: Playing, watch: Hands
) -> None:
    """Anna and Dora win 2, and Anna was Bert; the hand that was dealt at the bell is the last one doubled."""
    room = doubled_room(playing, watch)
    room.at(29)
    playing.play(1, hand("Anna", "Dora"))
    exchange(room)
    room.at(31)
    room.yes()
    room.play()
    assert [row.radl for row in room.sheet.rows.order_by("sort_key")] == [True, True]
    assert room.balances() == [46, 54, 50, 50]
    assert room.sheet.state.owed == 0


def test_what_was_taken_back_is_brought_back_as_of_those_who_were_really_there(room: Room) -> None:
    room.at(5)
    room.playing.play(1, hand("Anna", "Cilli"), entered=room.moment(4))
    room.play()
    for take_back, hands in ((undo, 1), (undo, 0), (None, 0), (redo, 1), (redo, 2)):
        if take_back is None:
            exchange(room)
        else:
            room.write(take_back, by="Bert")
        assert room.hands() == hands
    assert room.balances() == [50, 50, 52, 48]


def test_who_was_really_who_is_neither_corrected_nor_taken_out(room: Room) -> None:
    room.play()
    exchange(room)
    target = room.sheet.entries.get(record__event="people")
    words = "The names stay as they were corrected; they can be corrected again."
    with refused(words):
        room.correct(target, by="Bert")
    with refused(words):
        room.playing.change(Act.TAKE_OUT, target)


def test_a_hand_is_corrected_from_a_page_that_has_not_heard_of_it_yet(room: Room) -> None:
    """Typed as Anna with Dora, and Anna was really Bert."""
    target, sheet = room.play().entry, room.sheet
    exchange(room)
    record = exchanged(hand("Anna", "Dora"), room.playing.ids())
    room.playing.change(Act.CORRECT, target, record, sheet=sheet)
    assert room.balances() == [49, 51, 49, 51]


@pytest.mark.lie
def test_a_lie_about_who_was_who_is_found(room: Room) -> None:
    exchange(room)
    sheet = room.sheet
    Sheet.objects.filter(pk=sheet.pk).update(stored_state={**sheet.stored_state, "people": []})
    failed, lines = verified()
    assert failed == 1
    assert any("The state of the table, people: expected [1, {" in line for line in lines)


# Rules from the first hand


def test_nothing_is_put_before_the_rules_that_hold_from_the_first_hand(room: Room) -> None:
    room.play()
    other_rules(room)
    target = room.sheet.entries.get(record__from_first=True)
    with refused("Nothing was played before the rules that apply from the first hand on."):
        room.playing.change(Act.INSERT, target, exchanged(hand("Anna", "Dora"), room.playing.ids()))


# Phones


@dataclass
class Phone:
    """With the card of the table, on its recording page since it had so many entries."""

    room: Room
    client: Client
    sheet: Sheet

    def path(self, name: str) -> str:
        return reverse(f"scoring:{name}", args=[self.sheet.pk])

    def post(
        self, name: str, *, entry: UUID | None = None, known_seq: int | None = None, **further: Any
    ) -> HttpResponse:
        body = {
            "id": str(entry or uuid4()),
            "after": self.sheet.seq if known_seq is None else known_seq,
            **further,
        }
        answer = self.client.post(self.path(name), body, content_type="application/json")
        assert isinstance(answer, HttpResponse)
        return answer

    def save(self, declarer: str, partner: str, **further: Any) -> HttpResponse:
        record = exchanged(hand(declarer, partner), self.room.playing.ids())
        return self.post("record", record=record, **further)

    def table(self) -> dict[str, Any]:
        answer = self.client.get(self.path("live"))
        assert answer.status_code == 200
        table = answer.json()["table"]
        assert isinstance(table, dict)
        return table


@pytest.fixture
def phone(room: Room) -> Phone:
    client = english_visitor()
    code = code_of_card(room.playing.tournament.pk, 1)
    assert client.get(reverse("tournaments:card", args=[code])).status_code == 302
    return Phone(room, client, room.sheet)


def test_a_phone_stays_where_it_is_and_sees_the_new_entry(room: Room, phone: Phone) -> None:
    exchange(room)
    table, known = phone.table(), room.playing.ids()
    assert table["people"] == [[1, {known["Anna"]: known["Bert"], known["Bert"]: known["Anna"]}]]
    (news,) = table["occasion"]["news"]
    assert news == {
        "seq": 1,
        "text": "Anna was really Bert. Bert was really Anna.",
        "same": False,
        "shown": True,
    }
    assert table["urls"]["save"] == phone.path("record")


@pytest.mark.own_time("the bell rings after 30 minutes, and the hands are given before")
def test_a_second_hand_that_waited_behind_it_does_so_too(room: Room, phone: Phone) -> None:
    """It is sent after the first one was written, and was typed before anybody was put right."""
    exchange(room)
    entry = uuid4()
    for _time in range(2):
        answer = phone.save("Anna", "Cilli", entry=entry)
        assert (answer.status_code, answer.json()["id"]) == (200, str(entry))
    first = answer.json()
    assert "Bert: Normalspiel with Cilli" in first["said"]
    assert (room.hands(), room.balances()) == (1, [49, 51, 51, 49])
    second = phone.save("Anna", "Dora", known_seq=first["seq"], seen=0)
    assert second.status_code == 200
    assert room.balances() == [48, 52, 50, 50]
    third = phone.save("Anna", "Dora", known_seq=second.json()["seq"], seen=second.json()["seq"])
    assert third.status_code == 200
    assert room.balances() == [49, 51, 49, 51]


def test_put_right_twice(room: Room, phone: Phone) -> None:
    """First Anna for Bert, then who was Bert for Cilli: whoever is called Anna there is really Cilli."""
    exchange(room, "Anna", "Bert")
    exchange(room, "Bert", "Cilli")
    assert phone.save("Anna", "Dora").status_code == 200
    assert room.balances() == [49, 49, 51, 51]


def test_a_hand_that_waits_is_settled_by_the_rules_that_hold_from_the_first(room: Room, phone: Phone) -> None:
    other_rules(room)
    assert phone.table()["people"] == []
    assert phone.save("Anna", "Cilli").status_code == 200
    assert room.balances() == [52, 48, 52, 48]


def test_nonsense_about_what_was_seen_and_who_was_really_who_are_no_entries_of_a_phone(
    room: Room, phone: Phone
) -> None:
    for seen in ("1", True, 1.5, []):
        answer = phone.save("Anna", "Cilli", seen=seen)
        assert answer.status_code == 400, seen
        assert "problems" not in answer.content.decode(), seen
    known = room.playing.ids()
    record = {"event": "people", "people": {known["Anna"]: known["Bert"]}}
    assert phone.post("record", record=record).status_code == 400
    assert not room.sheet.entries.exists()
