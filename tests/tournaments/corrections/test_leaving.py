"""Somebody leaves during a round: a house player takes the seat, or the table ends there."""

from dataclasses import replace
from datetime import date
from importlib import import_module
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.urls import reverse
from django.utils import translation

from scoring import clock
from scoring.deeds import Refused
from scoring.models import Deed
from scoring.table import verbs as recording
from scoring.table_policy import Actor
from tests.support.pages import text_of
from tests.support.refusals import problems_of, refuses, sentences_of
from tests.support.scoring.house import HOUSE, House
from tests.support.stored_forms import forms_on
from tests.support.tournaments.playing import (
    Hands,
    Playing,
    address,
    by_hand,
    hand,
    log_of,
    opened,
    started,
    timed,
)
from tests.support.tournaments.table_page import form_of, looks, mends
from tests.support.tournaments.table_verbs import (
    exchange_people,
    join_table,
    leave_table,
    undo_joining,
    undo_leaving,
)
from tournaments.draw.pages.drawing import seating_of
from tournaments.draw.verbs import past_of
from tournaments.engine.terms import CUP, PLAY_MONEY
from tournaments.entrants.pages import bans_at
from tournaments.entrants.verbs import remove_entrant, withdraw_entrant
from tournaments.models import Leaving, Round, Signup, Table
from tournaments.planning.verbs import copy_tournament
from tournaments.round_clock import hands_of
from tournaments.rounds.verbs import bell_verbs
from tournaments.standings.derived import ranked
from tournaments.standings.results import joined_at

FOUR = ("Anna", "Bert", "Cilli", "Dora")


@timed(on=started)
def begun(started: Playing) -> Playing:
    """One hand was played: Anna 49, Bert 51, Cilli 51, Dora 49."""
    with by_hand(started) as watch:
        watch.forward(minutes=3)
        started.play(1, hand("Bert", "Cilli"))
    return started


def leave(playing: Playing, who: str, /, **further: Any) -> Leaving:
    asked = {"ranked": Leaving.Ranked.BALANCE, "entrant": playing.entrant(who).pk, **further}
    left: Leaving = playing.do(leave_table, **asked)
    return left


def undone(playing: Playing, left: Leaving) -> None:
    playing.do(undo_leaving, leaving=left)


def ranks(playing: Playing) -> dict[str, int]:
    names = playing.names()
    [round_] = ranked(playing.tournament).rounds
    return {names[place.player]: place.rank for place in round_.places}


def test_a_house_player_takes_the_seat_from_the_next_hand_on(begun: Playing, watch: Hands) -> None:
    leave(begun, "Bert", name="Xaver")
    assert begun.sitting() == ["Anna", "Xaver", "Cilli", "Dora"]
    sheet = begun.sheet()
    for actor in (Actor(link=sheet.record_link), Actor(begun.director)):
        with pytest.raises(Refused):  # a phone does not take that back
            recording.undo(actor=actor, entry=uuid4(), sheet=sheet, known_seq=sheet.seq)
    assert begun.entrant("Xaver").house
    watch.forward(minutes=3)
    begun.play(1, hand("Xaver", "Dora"))  # everybody gets or pays 1
    # Bert keeps the 51 he had; Xaver begins with 50
    assert begun.balances() == {"Anna": 48, "Bert": 51, "Cilli": 50, "Dora": 50, "Xaver": 51}


def test_without_a_house_player_the_sheet_is_closed_and_ranks_as_it_stands(begun: Playing) -> None:
    leave(begun, "Anna", reason="krank")
    assert begun.sheet().closed_at is not None
    assert begun.balances() == {"Anna": 49, "Bert": 51, "Cilli": 51, "Dora": 49}
    assert ranks(begun) == {"Bert": 1, "Cilli": 1, "Anna": 3, "Dora": 3}
    assert problems_of(lambda: leave(begun, "Bert")) == {"form": ["This sheet is already closed."]}


def test_taken_back_later_what_was_played_in_between_stays(begun: Playing) -> None:
    undone(begun, leave(begun, "Bert", name="Xaver"))
    assert begun.sitting() == list(FOUR)
    assert list(begun.balances()) == list(FOUR)  # Xaver never sat there
    left = leave(begun, "Bert", house=begun.entrant("Xaver").pk)
    begun.play(1, hand("Xaver", "Dora"))
    undone(begun, left)
    begun.play(1, hand("Bert", "Dora"))
    assert begun.sitting() == list(FOUR)
    assert begun.balances() == {"Anna": 47, "Bert": 52, "Cilli": 49, "Dora": 51, "Xaver": 51}
    left = leave(begun, "Bert", house=begun.entrant("Xaver").pk)  # and Bert can leave once more
    assert begun.sitting() == ["Anna", "Xaver", "Cilli", "Dora"]


def test_without_a_house_player_the_sheet_is_opened_only_by_taking_the_leaving_back(begun: Playing) -> None:
    left = leave(begun, "Bert")

    def open_again() -> None:
        begun.do(bell_verbs.reopen_table, reason="weiterspielen")

    with refuses({"form": ["Bert has left this table, and nobody took the seat. Please undo that first."]}):
        open_again()
    assert begun.sheet().closed_at is not None
    undone(begun, left)
    begun.play(1, hand("Bert", "Dora"))
    assert begun.balances()["Bert"] == 52
    undone(begun, left)  # it is already
    assert begun.sitting() == list(FOUR)
    begun.do(bell_verbs.close_table)
    open_again()
    assert begun.sheet().closed_at is None


def test_a_house_player_can_be_replaced_by_another(begun: Playing) -> None:
    left = leave(begun, "Bert", name="Xaver")
    leave(begun, "Xaver", name="Ybbs")
    assert begun.sitting() == ["Anna", "Ybbs", "Cilli", "Dora"]
    assert problems_of(lambda: undone(begun, left)) == {
        "form": ["The house player is no longer at this table."]
    }
    with refuses({"name": ["Ybbs is already at a table."]}):
        leave(begun, "Anna", name="Ybbs")
    with refuses({"entrant": ["Please choose one of the house players."]}):
        leave(begun, "Anna", house=begun.entrant("Bert").pk)


def test_the_page_says_why_nobody_takes_the_seat_and_what_became_of_the_table(begun: Playing) -> None:
    begun.register(["Yvonne"], house=True)
    leaves = {"sits Anna": "balance"}
    yvonne = str(begun.entrant("Yvonne").pk)
    assert "“Bert” is already registered, and not as a house player." in text_of(
        mends(begun, leaves | {"name": "Bert"})
    )
    both = leaves | {"name": "Xaver", "entrant": yvonne}
    assert "somebody from the list, or type a name, not both." in text_of(mends(begun, both))
    assert not Leaving.objects.exists()
    assert looks(begun, leaves).context["review"].sentences == [
        "Anna leaves with the balance they have",
        "Fewer than four sit there then: the sheet is closed.",
    ]
    assert "Anna leaves and Yvonne" not in text_of(looks(begun, leaves | {"entrant": yvonne}))
    assert "Saved. Anna leaves with the balance they have" in text_of(mends(begun, leaves))
    assert begun.sheet().closed_at is not None


def test_whoever_has_withdrawn_is_not_seated_again_by_the_way(begun: Playing) -> None:
    left = leave(begun, "Bert", name="Xaver")
    for name in ("Bert", "Yvonne"):
        begun.register(["Yvonne"], house=True)
        begun.do(withdraw_entrant, entrant=begun.entrant(name))
    assert sentences_of(undone, begun, left) == ["Bert has withdrawn. Please let them play again first."]
    assert "Yvonne has withdrawn." in sentences_of(leave, begun, "Anna", name="Yvonne")[0]
    assert begun.sitting() == ["Anna", "Xaver", "Cilli", "Dora"]


def test_who_filled_in_is_not_swapped_also_when_that_was_taken_back(begun: Playing) -> None:
    begun.register(["Zita"])
    left = leave(begun, "Bert", name="Xaver")
    begun.play(1, hand("Anna", "Cilli"))
    undone(begun, left)
    ids = begun.ids()
    people = {"one": ids["Xaver"], "other": ids["Zita"], "reason": "verwechselt"}
    with (
        translation.override("en"),
        pytest.raises(Refused, match=r"Xaver left table 1, or came to it, during the round\."),
    ):
        begun.do(exchange_people, **people)


# Single seats change after publishing: somebody comes, somebody goes, two change places


FIVE = ("Emil", "Fanny", "Gerta", "Hans", "Ida")


@timed(on=HOUSE)
def published(house: House) -> Playing:
    """Table 1 of four, table 2 of five."""
    found = opened(house, terms=PLAY_MONEY)
    with by_hand(found):
        found.register((*FOUR, *FIVE))
        found.check_in()
        found.draw()
        found.seat(1, [FOUR, FIVE] if len(found.table(1).seats) == 4 else [FIVE, FOUR])
        found.publish()
    return found


@timed(on=published)
def running(published: Playing) -> Playing:
    with by_hand(published):
        published.start()
    return published


def number_of(playing: Playing, size: int) -> int:
    return next(table.number for table in playing.round().tables.all() if len(table.seats) == size)


def joins(playing: Playing, number: int, **who: Any) -> Table:
    return playing.do(join_table, deed=who.pop("deed", uuid4()), table=playing.table(number), **who)


def goes_on_without(playing: Playing, number: int, name: str) -> Leaving:
    return playing.do(
        leave_table,
        table=playing.table(number),
        entrant=playing.entrant(name).pk,
        ranked=Leaving.Ranked.BALANCE,
    )


def test_a_latecomer_joins_while_the_round_runs_from_the_next_hand_on(running: Playing) -> None:
    four, five = number_of(running, 4), number_of(running, 5)
    running.play(four, hand("Bert", "Cilli"))
    joins(running, four, name="Xaver")
    assert running.sitting(four) == [*FOUR, "Xaver"]
    assert log_of("mend") == [f"put right: Xaver takes a seat (“Herbstturnier”, round 1, table {four})"]
    assert sentences_of(lambda: joins(running, five, name="Yvonne")) == [
        f"Table {five} has 5 people. Only a table of four can take somebody in."
    ]
    assert sentences_of(lambda: joins(running, five, name="Xaver")) == ["Xaver is already at a table."]
    assert sentences_of(lambda: joins(running, four, entrant=0)) == [
        "Please choose somebody, or type a name."
    ]
    names = running.names()
    lines = {names[result]: line.balance for result, line in running.table(four).result.players.items()}
    assert lines == {"Anna": 49, "Bert": 51, "Cilli": 51, "Dora": 49, "Xaver": 50}
    by_table = {
        table.number: [seat.name for seat in table.seats] for table in seating_of(running.round()).tables
    }
    assert by_table[four] == [*FOUR, "Xaver"]
    running.close()


def test_who_came_is_taken_back_until_a_hand_is_recorded(running: Playing, watch: Hands) -> None:
    four = number_of(running, 4)
    joins(running, four, name="Xaver")
    [entry] = joined_at(running.table(four))
    assert running.sheet(four).entries.get(pk=entry).record["players"][-1] == running.ids()["Xaver"]

    def undo() -> Table:
        return running.do(undo_joining, table=running.table(four), player=running.ids()["Xaver"])

    following = Round(tournament=running.tournament, number=2)
    assert [len(table) for table in past_of(following)[0].tables] == [5, 5]
    watch.forward(seconds=1)
    undo()
    assert running.sitting(four) == list(FOUR)
    assert joined_at(running.table(four)) == {}
    assert sorted(len(table) for table in past_of(following)[0].tables) == [4, 5]
    changes = running.table(four).changes.count()
    undo()
    assert running.table(four).changes.count() == changes, "it was undone already"
    joins(running, four, entrant=running.entrant("Xaver").pk)
    [entry] = joined_at(running.table(four))
    running.play(four, hand("Bert", "Cilli"))
    assert sentences_of(undo) == [
        "A hand has been recorded since: please say that whoever goes now has left."
    ]
    names = running.ids()
    assert sentences_of(
        lambda: running.do(exchange_people, one=names["Xaver"], other=names["Emil"], reason="verwechselt")
    ) == [f"Xaver left table {four}, or came to it, during the round. Please undo that first."]


def test_a_five_whose_player_leaves_plays_on_as_a_four(running: Playing) -> None:
    five = number_of(running, 5)
    dealer = running.names()[running.sheet(five).state.dealer]
    left = goes_on_without(running, five, dealer)
    assert running.sitting(five) == [player for player in FIVE if player != dealer]
    assert running.sheet(five).is_open
    running.clean()
    four = [player for player in FIVE if player != dealer]
    running.play(five, hand(four[0], four[1]))
    running.do(undo_leaving, leaving=left)
    assert sorted(running.sitting(five)) == sorted(FIVE)
    goes_on_without(running, number_of(running, 4), "Anna")
    assert not running.sheet(number_of(running, 4)).is_open, "three do not play on"
    assert any(f"put right: {dealer} leaves with the balance they have" in line for line in log_of("mend"))


def test_who_left_comes_back_only_while_there_is_a_seat_at_the_table(running: Playing) -> None:
    five = number_of(running, 5)
    gone = []
    for leaves, comes in (("Hans", "Xaver"), ("Ida", "Yvonne")):
        gone.append(goes_on_without(running, five, leaves))
        joins(running, five, name=comes)
    hans, ida = gone
    running.do(undo_leaving, leaving=hans)
    assert running.sitting(five) == ["Emil", "Fanny", "Gerta", "Xaver", "Yvonne", "Hans"]
    assert sentences_of(lambda: running.do(undo_leaving, leaving=ida)) == [
        "There are now six at this table: there is no seat to come back to."
    ]


def test_a_cup_table_plays_as_many_hands_as_those_who_sit_there_do(house: House) -> None:
    playing = opened(house, terms=replace(CUP, rounds=1))
    playing.register(FOUR)
    playing.begin()
    assert hands_of(playing.table()) == 16
    joins(playing, 1, name="Xaver")
    assert hands_of(playing.table()) == 20


def test_before_the_round_has_begun_there_is_little_to_put_right(published: Playing) -> None:
    def page(name: str, *further: int) -> Any:
        return published.client().get(address(published, name, *further))

    assert "not begun" in text_of(page("table", 1, 1))
    assert not form_of(page("table", 1, 1)).names & {"entrant", "ruled"}
    assert page("reopen_round", 1).headers["Location"] == address(published, "round", 1)
    Round.objects.create(tournament=published.tournament, number=2)
    assert page("seats", 2).headers["Location"] == address(published, "round", 2)


def test_while_the_round_runs_the_page_asks_who_comes_and_leads_to_who_leaves(running: Playing) -> None:
    four, five = number_of(running, 4), number_of(running, 5)
    asked = {"do": "join", "table": str(four), "entrant": "", "name": "Xaver"}
    looked = running.send("seats", 1, **asked, step="look")
    for number in (four, five):
        assert f'href="{address(running, "table", 1, number)}"' in looked.content.decode()
    assert "so far: Anna, Bert, Cilli, Dora from now on: Anna, Bert, Cilli, Dora, Xaver" in text_of(looked)
    assert running.sitting(four) == list(FOUR)
    [form] = [form for form in forms_on(looked) if "looked" in form.sent]
    running.send("seats", 1, **form.with_({"step": "save"}))
    assert running.sitting(four) == [*FOUR, "Xaver"]
    waits = Signup.objects.create(tournament=running.tournament, name="Yvonne", at=clock.now())
    goes_on_without(running, five, "Ida")
    assert "Yvonne, registered and waiting" in running.read("seats", 1)
    waiting = {"table": str(five), "entrant": f"signup {waits.pk}", "name": "", "step": "save"}
    running.send("seats", 1, **asked | waiting)
    assert running.sitting(five) == ["Emil", "Fanny", "Gerta", "Hans", "Yvonne"]
    waits.refresh_from_db()
    assert (waits.entrant, waits.name) == (running.entrant("Yvonne"), "")


def test_whoever_is_named_on_a_sheet_stays_on_the_list(running: Playing) -> None:
    four = number_of(running, 4)
    joins(running, four, name="Xaver")
    running.do(undo_joining, table=running.table(four), player=running.ids()["Xaver"])
    running.register(["Zita"])
    ids = running.ids()
    running.do(exchange_people, one=ids["Anna"], other=ids["Zita"], reason="verwechselt")
    for name in ("Xaver", "Anna"):
        entrant = running.tournament.entrants.get(pk=running.entrant(name).pk)
        [told_] = sentences_of(lambda one=entrant: running.do(remove_entrant, entrant=one))
        assert told_.startswith(f"{name} is named on the sheet of a table and stays on the list.")


def test_whoever_walked_out_is_named_with_the_reason_in_the_lists_of_the_next_tournaments(
    begun: Playing,
) -> None:
    begun.agree(barred=2)
    leave(begun, "Dora", ranked=Leaving.Ranked.LAST, reason="Karten hingeworfen")
    others = [
        begun.do(copy_tournament, title=title, date=date(2027, 1, day), venue="", people=day == 9)
        for day, title in ((9, "Der nächste"), (16, "Der übernächste"), (23, "Der dritte"))
    ]
    assert [[(ban.name, ban.left, ban.is_registered) for ban in bans_at(other)] for other in others] == [
        [("Dora", 2, True)],
        [("Dora", 1, False)],
        [],
    ]
    assert bans_at(begun.tournament) == []
    people = reverse("tournaments:people", args=[begun.house.club.slug, others[0].pk])
    page = text_of(begun.client().get(people))
    told = "Dora walked out of “Herbstturnier”, round 1 (Karten hingeworfen): barred from 2 tournaments"
    assert told in page
    assert "Registered anyway." in page
    undone(begun, Leaving.objects.get())
    assert bans_at(others[0]) == []


def test_what_ids_of_deeds_said_stands_in_columns_after_the_update(running: Playing) -> None:
    """Until then a leaving had the id of its deed, and so had whoever came; the entry one made of it."""
    five, four = number_of(running, 5), number_of(running, 4)
    by_house, closing = leave(running, "Emil", table=running.table(five)), uuid4()
    joins(running, four, name="Xaver")
    deed = by_house.table.changes.get().pk
    joined = running.table(four).joined
    by = Deed.objects.filter(verb="mend").exclude(pk=deed).get().pk
    former = {"entrant": by_house.entrant, "by": by_house.by, "at": by_house.at, "table": by_house.table}
    Leaving.objects.update(undone_at=by_house.at)
    Leaving.objects.create(id=deed, ranked="last", **former)
    Leaving.objects.create(id=closing, ranked="last", undone_at=by_house.at, **former)
    Table.objects.exclude(joined=[]).update(joined=[[str(by), running.ids()["Xaver"]]])
    fill = import_module("tournaments.migrations.0035_seatings").fill_seatings
    for _again in range(2):
        fill(apps, running.house.club.pk)
        seatings = dict(Leaving.objects.values_list("pk", "seating"))
        assert seatings[deed] == by_house.seating_id is not None
        assert seatings[closing] is None, "the sheet was closed"
        assert running.table(four).joined == joined
