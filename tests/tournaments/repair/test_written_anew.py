"""A sheet is written anew: what may still be played there, and the phones that still know the old one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.editions.versions import in_use
from scoring.models import Entry, RulesetVersion, Sheet
from scoring.occasions import Actor
from scoring.table.rights import may_record
from tests.support.scoring.house import now
from tests.support.scoring.tables import exchanged
from tests.support.stages import Stage
from tests.support.tournaments.bell import PLAYED, Room, refused
from tests.support.tournaments.hands import REDEAL, hand
from tests.support.tournaments.playing import TWO_TABLES, Hands, Playing, by_hand, timed
from tournaments.drawing import verbs as draw
from tournaments.drawing.cards import code_of
from tournaments.models import Rewritten
from tournaments.repair.verbs import repair


@pytest.fixture
def room(two_tables: Playing, watch: Hands) -> Room:
    return Room(two_tables, watch)


def ids(room: Room) -> dict[str, str]:
    return {name: one for one, name in room.playing.names().items()}


def exchange(room: Room, one: str = "Anna", other: str = "Bert") -> None:
    known = ids(room)
    repair.exchange_people(
        actor=room.director,
        deed=uuid4(),
        round_=room.playing.round(),
        one=known[one],
        other=known[other],
        reason="verwechselt",
    )


def other_rules(room: Room) -> None:
    version = in_use("treffpunkt", room.playing.house.club)
    repair.move_to_rules(
        actor=room.director,
        deed=uuid4(),
        table=room.here,
        version=version,
        from_first=True,
        reason="falsches Blatt",
    )


# What may still be played


def test_a_hand_entered_anew_after_the_bell_has_used_nothing_on_the_new_sheet_either(room: Room) -> None:
    room.at(29)
    room.play()
    room.at(31)
    room.yes()
    room.undo()
    room.play()
    assert room.left() == 1
    exchange(room)
    assert room.left() == 1
    room.play()
    with refused(PLAYED):
        room.play()
    room.playing.clean()


def test_a_redeal_that_became_the_last_hand_is_the_last_one_on_the_new_sheet_too(room: Room) -> None:
    room.at(29)
    redeal = room.playing.play(1, REDEAL).entry
    room.at(31)
    room.yes()
    room.correct(redeal)
    assert room.left() == 0
    exchange(room)
    assert room.left() == 0
    room.playing.clean()


def test_everything_ever_written_comes_along_with_its_times_and_can_be_brought_back(room: Room) -> None:
    room.at(5)
    room.play(entered=4)
    room.play()
    room.undo()

    def written() -> list[Any]:
        entries = room.sheet.entries.order_by("seq")
        return list(entries.values_list("seq", "place", "act", "at", "entered_at", "by"))

    before = written()
    exchange(room)
    assert written() == before
    room.redo()
    assert room.hands() == 2
    room.playing.clean()


def test_under_rules_that_do_not_know_what_was_taken_back_there_was_a_hand_all_the_same(room: Room) -> None:
    """A Normalspiel is played under one of the sheets only; what stands is a redeal."""
    room.at(29)
    room.play()
    room.undo()
    room.playing.play(1, REDEAL)
    other_rules(room)
    records = list(room.sheet.entries.order_by("seq").values_list("record", flat=True))
    assert records == [{"void": "struck"}, None, {"void": "redeal"}]
    assert RulesetVersion.objects.get(pk=room.sheet.ruleset_id).slug == "treffpunkt"
    room.playing.clean()


# Phones


@dataclass
class Phone:
    """With the card of the table, on the recording page of the sheet it found there."""

    room: Room
    client: Client
    sheet: Sheet

    def path(self, name: str, sheet: Sheet | None = None) -> str:
        return reverse(f"scoring:{name}", args=[(sheet or self.sheet).pk])

    def post(
        self, name: str, *, to: str = "", entry: UUID | None = None, after: int | None = None, **further: Any
    ) -> HttpResponse:
        body = {
            "id": str(entry or uuid4()),
            "after": now(self.sheet).seq if after is None else after,
            **further,
        }
        answer = self.client.post(to or self.path(name), body, content_type="application/json")
        assert isinstance(answer, HttpResponse)
        return answer

    def save(self, declarer: str, partner: str, **further: Any) -> HttpResponse:
        record = exchanged(hand(declarer, partner), ids(self.room))
        return self.post("record", record=record, **further)

    def moved(self) -> dict[str, Any]:
        answer = self.client.get(self.path("live"))
        assert answer.status_code == 410
        moved = answer.json()["moved"]
        assert isinstance(moved, dict)
        return moved


def phone_at(room: Room, table: int = 1) -> Phone:
    client = Client()
    client.cookies["language"] = "en"
    code = code_of(room.playing.tournament.pk, table)
    assert client.get(reverse("tournaments:card", args=[code])).status_code == 302
    return Phone(room, client, room.playing.sheet(table))


def with_a_phone_and_another_sheet(two_tables: Playing) -> tuple[Playing, Sheet, str]:
    """A phone opened the recording page; then it was said that Anna was Bert."""
    with by_hand(two_tables) as watch:
        room = Room(two_tables, watch)
        phone = phone_at(room)
        exchange(room)
    return two_tables, phone.sheet, phone.client.cookies[settings.SESSION_COOKIE_NAME].value


ANEW = Stage("anew", with_a_phone_and_another_sheet, on=TWO_TABLES)
anew = timed(ANEW)


@pytest.fixture
def moved_phone(anew: tuple[Playing, Sheet, str], watch: Hands) -> Phone:
    playing, sheet, session = anew
    client = Client()
    client.cookies["language"] = "en"
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    return Phone(Room(playing, watch), client, sheet)


def test_a_phone_with_the_card_is_told_where_its_sheet_is_and_may_record_there_at_once(room: Room) -> None:
    room.play()
    phone = phone_at(room)
    exchange(room)
    known, anew = ids(room), room.sheet
    assert phone.moved() == {
        "from": phone.sheet.pk,
        "record": phone.path("record", anew),
        "undo": phone.path("undo", anew),
        "before": 1,
        "after": 1,
        "people": {known["Anna"]: known["Bert"], known["Bert"]: known["Anna"]},
        "said": "Anna was really Bert. Bert was really Anna.",
    }
    for name in ("record", "undo", "redo", "preview"):
        assert phone.post(name).status_code == 410, name
    assert anew.entries.count() == 1
    page = phone.client.get(phone.path("record"))
    assert (page.status_code, page.headers["Location"]) == (302, phone.path("record", anew))
    assert phone.client.get(phone.path("record", anew)).status_code == 200
    page = phone.client.get(phone.path("sheet"))
    assert (page.status_code, page.headers["Location"]) == (302, phone.path("sheet", anew))
    room.playing.clean()


def test_a_hand_that_waits_goes_to_the_people_who_really_sat_there(moved_phone: Phone) -> None:
    """Entered as Anna with Cilli, and Anna was really Bert: Bert and Cilli have 51."""
    room, phone = moved_phone.room, moved_phone
    moved, entry = phone.moved(), uuid4()
    asked = {"to": moved["record"], "entry": entry, "after": moved["after"], "from": moved["from"]}
    for _time in range(2):
        answer = phone.save("Anna", "Cilli", **asked)
        assert (answer.status_code, answer.json()["id"]) == (200, str(entry))
    assert "Bert: Normalspiel with Cilli" in answer.json()["said"]
    assert room.balances() == [49, 51, 51, 49]
    assert room.hands() == 1
    room.playing.clean()


def test_a_hand_that_had_come_to_the_old_sheet_in_time_is_not_there_twice(room: Room) -> None:
    """Its answer was lost, and the phone sends it once more."""
    phone, entry = phone_at(room), uuid4()
    assert phone.save("Anna", "Cilli", entry=entry).status_code == 200
    exchange(room)
    moved = phone.moved()
    answer = phone.save("Anna", "Cilli", to=moved["record"], entry=entry, after=-1, **{"from": moved["from"]})
    assert (answer.status_code, answer.json()["id"], answer.json()["seq"]) == (200, str(entry), 1)
    assert room.hands() == 1
    answer = phone.post("undo", to=moved["undo"], entry=entry, after=1, **{"from": moved["from"]})
    assert answer.status_code == 200
    assert room.hands() == 1
    room.playing.clean()


def test_what_others_entered_since_is_asked_about_as_ever(moved_phone: Phone) -> None:
    room, phone = moved_phone.room, moved_phone
    moved = phone.moved()
    room.play()
    answer = phone.save("Anna", "Cilli", to=moved["record"], after=moved["after"], **{"from": moved["from"]})
    assert answer.status_code == 409
    assert "conflict" in answer.json()
    answer = phone.save("Anna", "Cilli", to=moved["record"], after=-1, **{"from": moved["from"]})
    assert answer.status_code == 409


def test_a_sheet_that_was_written_anew_twice(room: Room) -> None:
    """First Anna for Bert, then who was Bert for Cilli: whoever is called Anna there is really Cilli."""
    phone = phone_at(room)
    exchange(room, "Anna", "Bert")
    exchange(room, "Bert", "Cilli")
    moved, known = phone.moved(), ids(room)
    assert moved["people"] == {
        known["Anna"]: known["Cilli"],
        known["Bert"]: known["Anna"],
        known["Cilli"]: known["Bert"],
    }
    phone.save("Anna", "Dora", to=moved["record"], after=moved["after"], **{"from": moved["from"]})
    assert room.balances() == [49, 49, 51, 51]
    room.playing.clean()


def test_under_other_rules_nobody_is_renamed(room: Room) -> None:
    phone = phone_at(room)
    other_rules(room)
    moved = phone.moved()
    assert (moved["people"], moved["said"], moved["after"]) == ({}, "", 0)


def test_a_director_is_sent_to_the_new_sheet_by_every_phone_and_reads_the_old_one(room: Room) -> None:
    before = room.sheet
    exchange(room)
    client = room.playing.house.client("Bert")
    assert client.get(reverse("scoring:live", args=[before.pk])).status_code == 410
    assert client.get(reverse("scoring:sheet", args=[before.pk])).status_code == 200
    answer = client.post(
        reverse("scoring:record", args=[before.pk]),
        {"id": str(uuid4()), "after": 0, "record": {}},
        content_type="application/json",
    )
    assert answer.status_code == 410


def test_the_card_of_another_table_opens_nothing(room: Room) -> None:
    """Also not for a phone that had recorded here before, and has scanned another card since."""
    phone = phone_at(room)
    elsewhere = phone_at(room, 2)
    code = code_of(room.playing.tournament.pk, 2)
    phone.client.get(reverse("tournaments:card", args=[code]))
    exchange(room)
    for client in (phone.client, elsewhere.client, Client()):
        assert client.get(phone.path("live")).status_code == 404
        assert client.get(reverse("scoring:record", args=[room.sheet.pk])).status_code == 404


def test_a_card_that_was_renewed_opens_nothing(moved_phone: Phone) -> None:
    room, phone = moved_phone.room, moved_phone
    draw.renew_card(actor=room.director, deed=uuid4(), tournament=room.playing.tournament, number=1)
    assert phone.client.get(phone.path("live")).status_code == 404


def test_a_finished_round_opens_nothing(moved_phone: Phone) -> None:
    room, phone = moved_phone.room, moved_phone
    room.playing.close()
    assert phone.client.get(phone.path("live")).status_code == 404


def test_members_who_do_not_record_there_are_told_nothing(room: Room) -> None:
    before = room.sheet
    exchange(room)
    client = room.playing.house.client("Emil")
    assert client.get(reverse("scoring:live", args=[before.pk])).status_code in (200, 404)
    assert client.get(reverse("scoring:live", args=[room.sheet.pk])).status_code in (200, 404)


def test_nonsense_about_where_a_hand_comes_from_is_refused(moved_phone: Phone) -> None:
    to = moved_phone.moved()["record"]
    for source in (0, -1, True, "1", None, 2**70, 999_999):
        answer = moved_phone.save("Anna", "Cilli", to=to, after=0, **{"from": source})
        assert answer.status_code == 400, source
        assert "problems" not in answer.content.decode(), source
    assert moved_phone.room.hands() == 0


def test_a_sheet_of_another_table_is_not_where_a_hand_comes_from(room: Room) -> None:
    other = room.playing.sheet(2)
    exchange(room, "Eva", "Fritz")
    phone = phone_at(room)
    answer = phone.save("Anna", "Cilli", **{"from": other.pk})
    assert answer.status_code == 400


def test_what_had_been_written_before_anybody_noted_it_is_scanned_again(moved_phone: Phone) -> None:
    """Of sheets written anew by an earlier version it is not known who was who."""
    from django.db import connection

    from scoring import protection

    room, phone = moved_phone.room, moved_phone
    protection.unprotect(connection)
    Rewritten.objects.update(after=None)
    protection.protect(connection)
    assert phone.client.get(phone.path("live")).status_code == 404
    assert Entry.objects.count() == 0
    assert may_record(room.sheet, Actor(link=room.sheet.record_link))
