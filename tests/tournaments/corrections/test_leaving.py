"""Somebody leaves during a round: a house player takes the seat, or the table ends there."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import translation

from scoring.deeds import Refused
from scoring.table import verbs as recording
from scoring.table.verbs import Person
from scoring.table_policy import Actor
from tests.support.every import every
from tests.support.pages import text_of
from tests.support.refusals import problems_of, refuses
from tests.support.scoring.verify import verified
from tests.support.stages import Stage
from tests.support.tournaments.hands import hand
from tests.support.tournaments.playing import STARTED, Hands, Playing, by_hand, timed
from tournaments.corrections.capability import CAPABILITY
from tournaments.corrections.verbs import leaving
from tournaments.corrections.verbs.repair import exchange_people
from tournaments.entrants.verbs import withdraw_entrant
from tournaments.models import Leaving
from tournaments.rounds.verbs import bell_verbs
from tournaments.standings.derived import ranked

FOUR = ("Anna", "Bert", "Cilli", "Dora")


def after_a_hand(started: Playing) -> Playing:
    """One hand was played: Anna 49, Bert 51, Cilli 51, Dora 49."""
    with by_hand(started) as watch:
        watch.forward(minutes=3)
        started.play(1, hand("Bert", "Cilli"))
    return started


BEGUN = Stage("begun", after_a_hand, on=STARTED)
begun = timed(BEGUN)


def leave(playing: Playing, who: str, /, **further: Any) -> Leaving:
    asked: dict[str, Any] = {"ranked": Leaving.Ranked.BALANCE, "by": "Bert", "deed": uuid4(), **further}
    return leaving.leave_table(
        actor=playing.house[asked.pop("by")],
        table=playing.table(),
        entrant=playing.entrant(who).pk,
        **asked,
    )


def undone(playing: Playing, left: Leaving) -> None:
    playing.do(leaving.undo_leaving, leaving=left)


def seated(playing: Playing) -> list[str]:
    names = playing.names()
    return [names[player] for player in playing.sheet().standing["players"]]


def ranks(playing: Playing) -> dict[str, int]:
    names = playing.names()
    [round_] = ranked(playing.tournament).rounds
    return {names[place.player]: place.rank for place in round_.places}


def test_a_house_player_takes_the_seat_from_the_next_hand_on(begun: Playing, watch: Hands) -> None:
    leave(begun, "Bert", name="Xaver")
    assert seated(begun) == ["Anna", "Xaver", "Cilli", "Dora"]
    assert begun.entrant("Xaver").house
    watch.forward(minutes=3)
    begun.play(1, hand("Xaver", "Dora"))  # everybody gets or pays 1
    # Bert keeps the 51 he had; Xaver begins with 50
    assert begun.balances() == {"Anna": 48, "Bert": 51, "Cilli": 50, "Dora": 50, "Xaver": 51}
    assert verified() == (0, ["1 sheet, 2 hands, 1 tournament: no difference."])


def test_who_deals_next_is_decided_by_the_seat(begun: Playing) -> None:
    names = begun.names()
    dealer = names[begun.sheet().standing["dealer"]]
    place = seated(begun).index(dealer)
    leave(begun, dealer, name="Xaver")
    assert names | begun.names() == begun.names()
    assert begun.names()[begun.sheet().standing["dealer"]] == "Xaver"
    assert seated(begun).index("Xaver") == place


def test_without_a_house_player_the_sheet_is_closed_and_ranks_as_it_stands(begun: Playing) -> None:
    leave(begun, "Anna", reason="krank")
    assert begun.sheet().closed_at is not None
    assert begun.balances() == {"Anna": 49, "Bert": 51, "Cilli": 51, "Dora": 49}
    assert ranks(begun) == {"Bert": 1, "Cilli": 1, "Anna": 3, "Dora": 3}
    begun.clean()
    assert problems_of(lambda: leave(begun, "Bert")) == {"form": ["This sheet is already closed."]}


def test_taken_back_at_once_it_is_as_if_it_had_not_been(begun: Playing) -> None:
    undone(begun, leave(begun, "Bert", name="Xaver"))
    assert seated(begun) == list(FOUR)
    assert list(begun.balances()) == list(FOUR)  # Xaver never sat there
    begun.clean()


def test_taken_back_later_what_was_played_in_between_stays(begun: Playing) -> None:
    left = leave(begun, "Bert", name="Xaver")
    begun.play(1, hand("Xaver", "Dora"))
    undone(begun, left)
    begun.play(1, hand("Bert", "Dora"))
    assert seated(begun) == list(FOUR)
    assert begun.balances() == {"Anna": 47, "Bert": 52, "Cilli": 49, "Dora": 51, "Xaver": 51}
    begun.clean()
    left = leave(begun, "Bert", house=begun.entrant("Xaver").pk)  # and Bert can leave once more
    assert seated(begun) == ["Anna", "Xaver", "Cilli", "Dora"]
    begun.clean()


def test_a_closed_table_plays_on_when_the_leaving_is_taken_back(begun: Playing) -> None:
    left = leave(begun, "Bert")
    undone(begun, left)
    begun.play(1, hand("Bert", "Dora"))
    assert begun.balances()["Bert"] == 52
    assert problems_of(lambda: undone(begun, left)) == {"form": ["This has already been undone."]}


def test_without_a_house_player_the_sheet_is_opened_only_by_taking_the_leaving_back(begun: Playing) -> None:
    left = leave(begun, "Bert")

    def open_again() -> None:
        begun.do(bell_verbs.reopen_table, reason="weiterspielen")

    with refuses({"form": ["Bert has left this table, and nobody took the seat. Please undo that first."]}):
        open_again()
    assert begun.sheet().closed_at is not None
    undone(begun, left)
    begun.do(bell_verbs.close_table)
    open_again()
    assert begun.sheet().closed_at is None


def test_a_house_player_can_be_replaced_by_another(begun: Playing) -> None:
    left = leave(begun, "Bert", name="Xaver")
    leave(begun, "Xaver", name="Ybbs")
    assert seated(begun) == ["Anna", "Ybbs", "Cilli", "Dora"]
    assert problems_of(lambda: undone(begun, left)) == {
        "form": ["The house player is no longer at this table."]
    }
    begun.clean()


def test_a_house_player_sits_at_one_table_at_a_time(begun: Playing) -> None:
    leave(begun, "Bert", name="Xaver")
    with refuses({"name": ["Xaver is already at a table."]}):
        leave(begun, "Anna", name="Xaver")


def test_somebody_who_sits_elsewhere_cannot_leave_here(begun: Playing) -> None:
    leave(begun, "Bert", name="Xaver")
    with refuses({"entrant": ["Please choose somebody who sits at this table now."]}):
        leave(begun, "Bert", name="Ybbs")


def test_nobody_comes_or_goes_by_the_way(begun: Playing) -> None:
    """The page of the sheet exchanges seats; who sits there is changed here alone."""
    sheet = begun.sheet()
    players = sheet.standing["players"]
    guest = begun.tournament.evening.participants.create(guest="Xaver", key="xaver")

    def seat(*people: int) -> None:
        begun.write(
            recording.seat, by="Bert", people=[Person(participant=person) for person in people], dealer=0
        )

    first, *others = map(int, players)
    with translation.override("en"), pytest.raises(Refused) as refused:
        seat(guest.pk, *others)
    words = "The director enters who comes to this table and who leaves it, on the table's page."
    assert refused.value.problems == {"form": [words]}
    seat(*others, first)
    assert seated(begun) == ["Bert", "Cilli", "Dora", "Anna"]


def test_the_seat_taken_is_not_taken_back_by_the_phone(begun: Playing) -> None:
    leave(begun, "Bert", name="Xaver")
    sheet = begun.sheet()
    for actor in (Actor(link=sheet.record_link), Actor(begun.director)):
        with pytest.raises(Refused):
            recording.undo(actor=actor, entry=uuid4(), sheet=sheet, after=sheet.seq)
    assert seated(begun)[1] == "Xaver"


@every(
    "how, sentence",
    [
        ({"goes_on": True, "ranked": "last"}, "let Anna leave and be ranked last, the others play on"),
        ({"goes_on": False, "ranked": "balance"}, "let Anna leave, and closed the sheet"),
        ({"ranked": "last"}, "let Anna leave and be ranked last, and closed the sheet"),
    ],
)
def test_the_log_says_what_becomes_of_the_table_and_of_who_left(how: dict[str, Any], sentence: str) -> None:
    details = {"name": "Anna", "instead": None, "title": "Cup", "round": 2, "table": 4, **how}
    with translation.override("en"):
        assert CAPABILITY.words["leave_table"](details) == f"{sentence} (“Cup”, round 2, table 4)"


def test_the_page_says_why_nobody_takes_the_seat_and_what_became_of_the_table(begun: Playing) -> None:
    begun.register(["Yvonne"], house=True)
    where = [begun.tournament.club.slug, begun.tournament.pk, 1, 1]
    path, here = reverse("tournaments:leave", args=where), begun.client("Bert")
    asked = {"entrant": str(begun.entrant("Anna").pk), "house": "", "name": "", "ranked": "balance"}

    def sent(**further: str) -> str:
        return text_of(here.post(path, {**asked, **further, "deed": str(uuid4())}, follow=True))

    assert "“Bert” is already registered, and not as a house player." in sent(name="Bert")
    yvonne = str(begun.entrant("Yvonne").pk)
    assert "somebody from the list, or type a name, not both." in sent(name="Xaver", house=yvonne)
    assert not Leaving.objects.exists()
    assert "Anna has left. The sheet of this table is closed." in sent()
    nobody = reverse("tournaments:undo_leaving", args=[*where, uuid4()])
    assert here.post(nobody, {"deed": str(uuid4())}).status_code == 404
    assert Leaving.objects.get().undone_at is None


def test_whoever_has_withdrawn_is_not_seated_again_by_the_way(begun: Playing) -> None:
    left = leave(begun, "Bert", name="Xaver")
    for name in ("Bert", "Yvonne"):
        begun.register(["Yvonne"], house=True)
        begun.do(withdraw_entrant, entrant=begun.entrant(name))
    with translation.override("en"):
        with pytest.raises(Refused, match=r"Bert has withdrawn\. Please let them play again first\."):
            undone(begun, left)
        with pytest.raises(Refused, match=r"Yvonne has withdrawn\."):
            leave(begun, "Anna", name="Yvonne")
    assert seated(begun) == ["Anna", "Xaver", "Cilli", "Dora"]


def test_who_filled_in_is_not_swapped_also_when_that_was_taken_back(begun: Playing) -> None:
    begun.register(["Zita"])
    left = leave(begun, "Bert", name="Xaver")
    begun.play(1, hand("Anna", "Cilli"))
    undone(begun, left)
    ids = begun.ids()
    people = {"one": ids["Xaver"], "other": ids["Zita"], "reason": "verwechselt"}
    with translation.override("en"), pytest.raises(Refused, match=r"Xaver has filled in at table 1\."):
        begun.do(exchange_people, **people)
    begun.clean()
