"""What a table's phone is told beside its own hands: what others did, what is ruled, what is shut now."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.models import Deed, Sheet
from scoring.table.links import code_of as link_of
from tests.support.scoring.pictures import Answer, Waiting
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.bell import MORE, Room, add_time, facts, mondfang
from tests.support.tournaments.bell import TOLD as BELL
from tests.support.tournaments.disputes import appointed, called, ruled, the_hand
from tests.support.tournaments.playing import (
    Hands,
    Playing,
    by_hand,
    code_of_card,
    hand,
    started,
    timed,
    watch,
)
from tournaments.corrections import verbs as repair
from tournaments.corrections.disputes.verbs import Decision
from tournaments.draw import verbs as draw
from tournaments.models import Finding
from tournaments.rounds.pages.board import board_of
from tournaments.rounds.verbs import bell_verbs, rounds


@timed(on=started)
def running(started: Playing) -> Playing:
    """Emil, who does not play, rules."""
    with by_hand(started):
        appointed(started.house, "Emil")
    return started


def with_a_mondfang(running: Playing, watch: Hands) -> Room:
    """Where the bell stands on the sheet: doubled hands are still owed."""
    running.play(1, mondfang())
    return Room(running, watch)


def bars(playing: Playing) -> dict[str, Any]:
    return dict(facts(playing)["bars"]["card"])


def test_news_is_told_with_who_did_it_and_whether_it_may_be_the_same_hand(running: Playing) -> None:
    running.play(1, hand("Bert", "Cilli"))
    running.play(1, hand("Bert", "Cilli"), by="Bert")
    seats = {"event": "seating", "players": ["Bert", "Anna", "Cilli", "Dora"], "dealer": "Dora"}
    running.play(1, seats, by="Bert")
    assert facts(running)["money"]
    told = facts(running)["news"]
    assert [news["seq"] for news in told] == [1, 2, 3]
    assert [news["same"] for news in told] == [True, True, False]
    assert told[0]["text"].startswith("Another phone has entered: Hand 1: Bert: Normalspiel")
    assert told[1]["text"].startswith("Bert has entered: Hand 2: ")
    assert told[2]["text"] == "The director has changed who sits here. Now: Bert, Anna, Cilli, Dora."


def test_the_bell_and_added_time_are_told_as_what_happened_and_not_as_somebodys_entry(
    running: Playing, watch: Hands
) -> None:
    room = with_a_mondfang(running, watch)
    room.at(31)
    room.yes()
    assert facts(running)["news"][-1]["text"] == BELL
    add_time(room)
    assert facts(running)["news"][-1]["text"] == MORE
    room.at(37)
    room.yes()
    room.play()
    add_time(room)
    told = [fact["text"] for fact in facts(running)["news"]]
    moved, bell, _played, more = told[-4:]
    assert (moved, bell, more) == ("", BELL, MORE), "a bell that moves is told where it is then"


def test_a_ruling_stays_until_another_or_a_further_hand_is_there(running: Playing, watch: Hands) -> None:
    running.play(1, hand("Bert", "Cilli"))
    call = called(running)
    assert facts(running)["ruling"] is None
    watch.forward(minutes=1)
    first = ruled(running, call, Decision(Finding.STANDS, the_hand(running, 1)), reason="Alles richtig")
    told = facts(running)["ruling"]
    assert (told["title"], told["text"], told["by"]) == (
        "The arbiters have ruled on hand 1: it stands",
        "Alles richtig",
        "Emil",
    )
    watch.forward(minutes=1)
    struck = Decision(Finding.STRUCK, the_hand(running, 1))
    ruled(running, call, struck, reason="Doch nicht", replaces=first.pk)
    assert facts(running)["ruling"]["text"] == "Doch nicht"
    # its own entry says nothing that the ruling does not say
    (*_before, last) = facts(running)["news"]
    assert last["shown"]
    watch.forward(minutes=1)
    running.play(1, hand("Bert", "Cilli"))
    assert facts(running)["ruling"] is None


def test_the_card_neither_changes_seats_nor_takes_back_two_hands(running: Playing) -> None:
    assert bars(running) == {"save": "", "title": "", "form": True, "undo": False, "seating": False}
    assert facts(running)["bars"]["account"]["seating"], "whoever is signed in may exchange seats"
    running.play(1, hand("Bert", "Cilli"))
    assert bars(running)["undo"]
    call = called(running)
    said = "The arbiters have been called. Recording goes on after their ruling."
    nothing = {"save": said, "title": "", "form": False, "undo": False, "seating": False}
    assert facts(running)["bars"] == {"card": nothing, "account": nothing}
    ruled(running, call, Decision(Finding.STANDS, the_hand(running, 1)))
    assert not bars(running)["undo"]


def test_a_sheet_that_is_handed_in_offers_nothing_and_when_the_round_is_closed_it_says_so(
    running: Playing,
) -> None:
    running.do(bell_verbs.close_table)
    there = bars(running)
    assert (there["title"], there["form"], there["undo"]) == ("The sheet is handed in", False, False)
    running.close()
    there = bars(running)
    assert (there["save"], there["title"]) == ("The round is not running.", "The round is over")
    assert not there["form"]


def test_at_a_table_on_paper_only_who_types_enters_hands_and_nobody_beside_a_result(
    running: Playing,
) -> None:
    running.do(repair.play_on_paper, paper=True)
    both = facts(running)["bars"]
    assert both["card"]["save"] == "This table plays on paper. The director types its hands."
    assert (both["card"]["form"], both["account"]["form"]) == (False, True)
    lines = {seat: repair.PaperLine(balance=50) for seat in running.table().seats}
    running.do(repair.enter_result, lines=lines)
    both = facts(running)["bars"]
    assert both["account"]["save"] == "This table has a result from paper. The director can take it back."
    assert (both["card"]["form"], both["account"]["form"]) == (False, False)


def test_when_all_hands_are_played_only_the_director_enters_another(playing: Playing) -> None:
    playing.agree(hands={4: 1})
    playing.begin(tables=[FOUR])
    playing.play(1, hand("Bert", "Cilli"))
    both = facts(playing)["bars"]
    assert (both["card"]["title"], both["card"]["form"]) == ("The last hand has been played", False)
    assert both["account"]["form"]
    with translation.override("en"):
        [table] = board_of(playing.round(), playing.names())["tables"]
    assert [note.words for note in table.notes] == ["all hands played, sheet still open"]


# The way to the card


def at_card(playing: Playing) -> str:
    return reverse("tournaments:at_card", args=[playing.tournament.code, playing.table().pk])


def test_only_a_phone_that_came_in_with_a_card_hears_of_it_until_it_is_renewed(running: Playing) -> None:
    phone, code = Client(), code_of_card(running.tournament.pk, 1)
    phone.get(reverse("tournaments:card", args=[code]))
    assert phone.get(at_card(running)).json() == {"card": f"/c/{code}/", "now": f"/c/{code}/now/"}
    by_link = Client()
    by_link.get(reverse("scoring:table_link", args=[link_of(running.sheet(), "record")]))
    assert by_link.get(at_card(running)).json() == {"card": None, "now": None}
    running.do(draw.renew_card, number=1)
    assert phone.get(at_card(running)).json()["card"] is None


__all__ = ["started", "watch"]  # the fixtures

HAND = hand("Anna", "Bert")


@pytest.fixture
def room(started: Playing, watch: Hands) -> Room:
    """Rings thirty minutes after the start."""
    return Room(started, watch)


def shown(room: Room, minute: float, *, hands: int = 1) -> Waiting:
    """What the table's phone shows then: its last hand was entered at that very moment."""
    return Waiting(room.sheet, [HAND] * hands, made=room.moment(minute))


def delivered(room: Room, waiting: Waiting, minute: float) -> Answer:
    room.at(minute)
    return waiting.delivered()


def entered(sheet: Sheet) -> list[datetime]:
    return [entry.entered_at for entry in sheet.entries.order_by("seq") if entry.is_hand]


def test_what_is_delivered_counts_in_the_results_of_the_table(room: Room) -> None:
    waiting = shown(room, 20, hands=3)
    answer = delivered(room, waiting, 21)
    assert answer.done
    assert "(Runde 1, Tisch 1)" in answer
    assert room.hands() == 3
    assert entered(room.sheet) == [room.moment(minute) for minute in (10, 15, 20)]
    assert Deed.objects.get(verb="deliver_by_picture").details["records"] == 3
    closed_at_the_bell(room)
    again = delivered(room, waiting, 35)  # whoever scans it then hears that it has all arrived
    assert (again.done, "3 entries" in again, room.hands()) == (True, True, 3)


def over_at_the_bell(room: Room) -> None:
    room.at(31)
    room.no()


def closed_at_the_bell(room: Room) -> None:
    over_at_the_bell(room)
    room.do(rounds.close_round)


def waiting_for_the_arbiters(room: Room) -> None:
    room.at(11)
    called(room.playing)


@pytest.mark.parametrize(
    ("entered_at", "meanwhile", "words"),
    [
        (29, over_at_the_bell, []),  # entered before: it is taken
        (
            40,
            over_at_the_bell,
            ["Entry 1 of the code and what comes after it were not written.", "Nothing is lost"],
        ),
        (29, closed_at_the_bell, ["its round is over", "please show them to the director"]),
        (
            10,
            waiting_for_the_arbiters,
            ["This table has called the arbiters, and is waiting for their ruling."],
        ),
    ],
)
def test_a_picture_counts_from_when_its_hand_was_entered_and_says_why_it_is_not_taken(
    room: Room, entered_at: int, meanwhile: Callable[[Room], None], words: list[str]
) -> None:
    waiting = shown(room, entered_at)
    meanwhile(room)
    answer = delivered(room, waiting, entered_at + 4)
    assert (answer.done, room.hands()) == (not words, 0 if words else 1)
    assert all(said in answer for said in words), answer
