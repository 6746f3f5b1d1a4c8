"""What the pages know of the clock, and what a table's phone is told beside the hand."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from scoring.table.links import code_of
from tests.support.every import every
from tests.support.pages import english_visitor
from tests.support.scoring.tables import FOUR
from tests.support.tournaments.bell import facts
from tests.support.tournaments.playing import Hands, Playing, hand
from tournaments.engine.terms import PLAY_MONEY
from tournaments.models import Call, Tournament
from tournaments.rounds.pages.clock_display import clock_part
from tournaments.rounds.verbs import timing

AT_MOST = Callable[[int], AbstractContextManager[Any]]
SIX_O_CLOCK = 1795284000000  # milliseconds: 21 November 2026, 18:00 in Greenwich
MINUTE = 60_000


def phone(playing: Playing, *, table: int = 1) -> Client:
    """It has scanned the card of this table."""
    client = english_visitor()
    client.get(reverse("scoring:table_link", args=[code_of(playing.sheet(table), "record")]))
    return client


def answer(client: Client, playing: Playing, name: str, *, table: int = 1, **fields: Any) -> Any:
    where = [playing.tournament.code, playing.table(table).pk]
    body = {"id": str(uuid4()), **fields}
    return client.post(reverse(f"tournaments:{name}", args=where), body, content_type="application/json")


# The clock


def test_the_clock_of_a_shown_tournament_is_everybodys(started: Playing, watch: Hands) -> None:
    watch.forward(minutes=10)
    address = reverse("tournaments:clock_json", args=[started.tournament.code])
    assert Client().get(address).status_code == 404
    Tournament.objects.update(public=True)
    assert Client().get(address).json() == {
        "now": SIX_O_CLOCK + 10 * MINUTE,
        "phase": "running",
        "signal": "none",
        "remaining": 20 * MINUTE,
        "elapsed": 10 * MINUTE,
        "bell": SIX_O_CLOCK + 30 * MINUTE,
        "round": 1,
        "stage": "running",
    }


def test_a_table_has_a_clock_of_its_own(started: Playing, watch: Hands) -> None:
    watch.forward(minutes=10)
    started.do(timing.add_time, seconds=120)
    assert facts(started)["clock"]["remaining"] == 22 * MINUTE
    Call.objects.create(id=uuid4(), table=started.table(), at=watch.moment)
    watch.forward(minutes=5)
    shown = facts(started)
    assert (shown["clock"]["phase"], shown["clock"]["remaining"]) == ("stopped", 22 * MINUTE)
    assert shown["waits"]


# Beside the hand


def test_a_bust_is_told_step_by_step_until_the_next_hand(started: Playing, watch: Hands) -> None:
    started.agree(capital=3, stake=PLAY_MONEY.stake * 12)
    started.play(1, hand("Anna", "Dora"))
    assert facts(started)["happened"] == [
        "Bert: 3 − 12 = −9, replacement capital 50, now 41, is ranked last",
        "Cilli: 3 − 12 = −9, replacement capital 50, now 41, is ranked last",
    ]
    started.agree(round_criteria=("balance",))
    assert facts(started)["happened"][0] == "Bert: 3 − 12 = −9, replacement capital 50, now 41"
    bert = facts(started)["accounts"][1]
    assert (bert["amount"], bert["change"], bert["bust"], bert["replacement"]) == ("41", "−12", 1, "50")
    started.play(1, hand("Bert", "Cilli"))
    assert facts(started)["happened"] == []
    assert facts(started)["accounts"][1]["bust"] == 1


def test_in_a_cup_the_hands_are_counted_and_the_last_one_leads_to_handing_in(
    cup: Playing, watch: Hands
) -> None:
    cup.agree(hands={4: 2})
    cup.begin(tables=[FOUR])
    dreier = {"games": [{"contract": "dreier", "declarer": "Anna", "won": True}]}
    assert facts(cup)["hands"]["said"] == "Hand 1 of 2"
    assert facts(cup)["clock"] is None
    cup.play(1, dreier)
    assert (facts(cup)["hands"]["said"], facts(cup)["over"]) == ("Hand 2 of 2", False)
    cup.play(1, dreier)
    shown = facts(cup)
    assert shown["over"]
    assert shown["said"] == (
        "All hands of this table have been played. Please check them, then hand in the sheet."
    )
    elsewhere = reverse("tournaments:hand_in", args=["elsewhere", cup.table().pk])
    assert Client().post(elsewhere, {"id": str(uuid4())}, content_type="application/json").status_code == 404
    assert answer(phone(cup), cup, "hand_in").status_code == 200
    assert not cup.sheet().is_open


# The bell, on the phone


def test_a_phone_answers_at_the_bell(started: Playing, watch: Hands) -> None:
    watch.forward(minutes=29)
    client = phone(started)
    early = answer(client, started, "say_dealt", dealt=True)
    assert early.status_code == 400
    assert early.json()["problems"] == [{"where": "", "text": "The bell has not rung yet."}]
    watch.forward(minutes=1)
    assert facts(started)["asks"]
    bars = facts(started)["bars"]["card"]
    assert (bars["save"], bars["form"]) == ("Please say first whether the cards had been dealt.", True)
    said = answer(client, started, "say_dealt", dealt=True).json()
    assert said["table"]["occasion"]["asks"] is False
    assert said["table"]["occasion"]["said"] == "The bell has rung: one more hand may be entered."
    assert facts(started)["bars"]["card"]["save"] == ""
    started.play(1, hand("Bert", "Cilli"))
    shown = facts(started)
    assert shown["over"]
    assert not shown["left"]
    bars = shown["bars"]["card"]
    assert (bars["title"], bars["form"], bars["undo"]) == ("The last hand has been played", False, True)
    assert shown["said"] == (
        "The bell has rung: no more hands. Please check everything, then hand in the sheet."
    )
    closed = answer(client, started, "hand_in").json()
    assert closed["table"]["closed"]
    assert closed["table"]["occasion"]["open"] is False


@every("body", ["", "nothing", "[]", '{"dealt": true}', '{"id": "x", "dealt": true}', '{"dealt": "yes"}'])
def test_what_no_page_sends_is_a_bad_request(started: Playing, body: str) -> None:
    where = reverse("tournaments:say_dealt", args=[started.tournament.code, started.table().pk])
    assert phone(started).post(where, body, content_type="application/json").status_code == 400
    assert answer(phone(started), started, "say_dealt", dealt="yes").status_code == 400


# The recording page


def test_a_hand_at_a_tournaments_table_costs_a_constant_number_of_queries(
    started: Playing, watch: Hands, django_assert_max_num_queries: AT_MOST
) -> None:
    client, counts = phone(started), []
    for hands in (3, 12):
        while started.sheet().state.hands < hands:
            started.play(1, hand("Bert", "Cilli"))
        sheet, ids = started.sheet(), started.ids()
        sent = {"id": str(uuid4()), "after": sheet.seq, "record": hand(ids["Bert"], ids["Cilli"])}
        with django_assert_max_num_queries(18) as asked:
            saved = client.post(
                reverse("scoring:record", args=[sheet.pk]), sent, content_type="application/json"
            )
        assert saved.status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_hand_that_waited_on_the_phone_says_how_long_and_counts_as_before_the_bell(
    started: Playing, watch: Hands
) -> None:
    watch.forward(minutes=33)
    client, sheet = phone(started), started.sheet()
    ids = started.ids()
    sent = {"id": str(uuid4()), "after": 0, "record": hand(ids["Bert"], ids["Cilli"])}
    address = reverse("scoring:record", args=[sheet.pk])
    refused = client.post(address, {**sent, "ago": 2 * MINUTE}, content_type="application/json")
    assert refused.json()["problems"][0]["text"] == (
        "The bell has rung. Please say first whether the cards had already been dealt."
    )
    saved = client.post(address, {**sent, "ago": 4 * MINUTE}, content_type="application/json")
    assert saved.json()["number"] == 1
    entry = started.sheet().entries.get()
    assert entry.entered_at is not None
    assert (entry.at - entry.entered_at).total_seconds() == 240


def test_the_clock_is_that_of_the_round_as_it_was_started(started: Playing, watch: Hands) -> None:
    Tournament.objects.update(
        kept_terms=started.tournament.kept_terms | {"minutes": None, "hands": {"4": 12}}
    )
    assert not started.round().tournament.terms.is_timed
    watch.forward(minutes=10)
    assert facts(started)["clock"]["remaining"] == 20 * MINUTE
    assert clock_part(started.round().tournament)["is_timed"]
    assert clock_part(started.round().tournament)["time"] == "20:00"
