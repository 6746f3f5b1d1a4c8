"""What the hands of a table come to, for everybody who ever sat there."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from tests.scoring.tables import dreier
from tests.tournaments.conftest import FOUR, Hands, Playing
from tests.tournaments.hands import REDEAL, hand
from tournaments.models import Leaving
from tournaments.running import leaving
from tournaments.running.results import derived


def lines(playing: Playing) -> dict[str, Any]:
    names = playing.names()
    return {names[one]: line for one, line in playing.table().results["players"].items()}


def replaced(playing: Playing, who: str, by: str) -> None:
    ids = {name: one for one, name in playing.names().items()}
    leaving.leave_table(
        actor=playing.director,
        deed=uuid4(),
        table=playing.table(),
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


def test_before_the_first_hand_everybody_has_the_capital(playing: Playing, watch: Hands) -> None:
    playing.begin(tables=[FOUR])
    assert {name: (line["balance"], line["hands"]) for name, line in lines(playing).items()} == dict.fromkeys(
        FOUR, (50, 0)
    )


def test_who_sits_down_during_the_round_begins_with_the_capital(playing: Playing, watch: Hands) -> None:
    playing.begin(tables=[FOUR])
    playing.play(1, solo("Anna", won=True))  # Anna 62, the others 46
    replaced(playing, "Dora", "Xaver")
    playing.play(1, REDEAL)
    playing.play(1, solo("Xaver", won=False))  # he pays 4 to each
    assert {name: (line["balance"], line["hands"]) for name, line in lines(playing).items()} == {
        "Anna": (66, 2),
        "Bert": (50, 2),
        "Cilli": (50, 2),
        "Dora": (46, 1),
        "Xaver": (38, 1),
    }
    assert playing.table().results["hands"] == 2


def test_a_house_player_goes_bust_with_the_own_capital_alone(playing: Playing, watch: Hands) -> None:
    playing.begin(tables=[FOUR])
    playing.play(1, solo("Dora", won=False))  # Dora 38, the others 54
    replaced(playing, "Dora", "Xaver")
    playing.play(1, solo("Xaver", won=False, valat=True))  # 24 to each: 50 - 72 = -22, receives 50
    found = lines(playing)
    assert found["Xaver"]["busts"] == [[2, 50, -72, 50]]
    assert (found["Xaver"]["balance"], found["Xaver"]["replacement"]) == (28, 50)
    assert (found["Dora"]["balance"], found["Dora"]["busts"]) == (38, [])
    # five times the capital and one replacement: nothing is lost, nothing comes from nowhere
    assert sum(line["balance"] for line in found.values()) == 5 * 50 + 50


def test_what_is_stored_is_what_follows(playing: Playing, watch: Hands) -> None:
    playing.begin(tables=[FOUR])
    playing.play(1, hand("Anna", "Bert"))
    replaced(playing, "Bert", "Xaver")
    assert playing.table().results == derived(playing.table())


def test_a_cup_has_the_schrift_of_everybody_who_ever_played(cup: Playing, watch: Hands) -> None:
    cup.begin(tables=[FOUR])
    cup.play(1, dreier("Anna"))  # 5 from each
    replaced(cup, "Dora", "Xaver")
    cup.play(1, dreier("Xaver", won=False))  # 5 to each
    found = lines(cup)
    assert {name: (line["schrift"], line["hands"]) for name, line in found.items()} == {
        "Anna": (20, 2),
        "Bert": (0, 2),
        "Cilli": (0, 2),
        "Dora": (-5, 1),
        "Xaver": (-15, 1),
    }
