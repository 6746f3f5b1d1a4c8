"""What the hands of a table come to, for everybody who ever sat there."""

from __future__ import annotations

from typing import Any

from tests.support.scoring.tables import FOUR, dreier
from tests.support.tournaments.hands import REDEAL, hand
from tests.support.tournaments.playing import Hands, Playing
from tournaments.corrections.verbs import leaving
from tournaments.models import Leaving
from tournaments.standings.results import derived


def lines(playing: Playing) -> dict[str, Any]:
    names = playing.names()
    return {names[result]: line for result, line in playing.table().results["players"].items()}


def replaced(playing: Playing, who: str, by: str) -> None:
    ids = {name: other for other, name in playing.names().items()}
    playing.do(
        leaving.leave_table,
        entrant=playing.tournament.entrants.get(participant=int(ids[who])).pk,
        ranked=Leaving.Ranked.BALANCE,
        name=by,
    )


def solo(declarer: str, *, won: bool, valat: bool = False) -> dict[str, Any]:
    """A Solo is 4 from each; an announced Valat in it, 24 in its place."""
    found: dict[str, Any] = {"games": [{"contract": "solo", "declarer": declarer, "won": won}]}
    if valat:
        found["premiums"] = [{"premium": "valat", "by": declarer, "announced": True, "made": won}]
    return found


def test_before_the_first_hand_everybody_has_the_capital(started: Playing, watch: Hands) -> None:
    assert {name: (line["balance"], line["hands"]) for name, line in lines(started).items()} == dict.fromkeys(
        FOUR, (50, 0)
    )


def test_who_sits_down_during_the_round_begins_with_the_capital(started: Playing, watch: Hands) -> None:
    started.play(1, solo("Anna", won=True))  # Anna 62, the others 46
    replaced(started, "Dora", "Xaver")
    started.play(1, REDEAL)
    started.play(1, solo("Xaver", won=False))  # he pays 4 to each
    assert {name: (line["balance"], line["hands"]) for name, line in lines(started).items()} == {
        "Anna": (66, 2),
        "Bert": (50, 2),
        "Cilli": (50, 2),
        "Dora": (46, 1),
        "Xaver": (38, 1),
    }
    assert started.table().results["hands"] == 2


def test_a_house_player_goes_bust_with_the_own_capital_alone(started: Playing, watch: Hands) -> None:
    started.play(1, solo("Dora", won=False))  # Dora 38, the others 54
    replaced(started, "Dora", "Xaver")
    started.play(1, solo("Xaver", won=False, valat=True))  # 24 to each: 50 - 72 = -22, receives 50
    found = lines(started)
    assert found["Xaver"]["busts"] == [[2, 50, -72, 50]]
    assert (found["Xaver"]["balance"], found["Xaver"]["replacement"]) == (28, 50)
    assert (found["Dora"]["balance"], found["Dora"]["busts"]) == (38, [])
    # five times the capital and one replacement: nothing is lost, nothing comes from nowhere
    assert sum(line["balance"] for line in found.values()) == 5 * 50 + 50


def test_what_is_stored_is_what_follows(started: Playing, watch: Hands) -> None:
    started.play(1, hand("Anna", "Bert"))
    replaced(started, "Bert", "Xaver")
    assert started.table().results == derived(started.table())


def test_a_cup_has_the_schrift_of_everybody_who_ever_played(at_the_cup: Playing, watch: Hands) -> None:
    at_the_cup.play(1, dreier("Anna"))  # 5 from each
    replaced(at_the_cup, "Dora", "Xaver")
    at_the_cup.play(1, dreier("Xaver", won=False))  # 5 to each
    found = lines(at_the_cup)
    assert {name: (line["schrift"], line["hands"]) for name, line in found.items()} == {
        "Anna": (20, 2),
        "Bert": (0, 2),
        "Cilli": (0, 2),
        "Dora": (-5, 1),
        "Xaver": (-15, 1),
    }
