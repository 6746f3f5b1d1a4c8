"""One table, one round: from registration to the closed sheet."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import translation

from scoring.people.deeds import Refused
from scoring.recording import Closed
from tests.tournaments.conftest import Hands, Playing
from tournaments.models import Stage


def hand(declarer: str, partner: str, *, won: bool = True) -> dict[str, object]:
    """A plain game of two against two: everybody gets or pays 1."""
    return {
        "games": [
            {"contract": "normalspiel", "declarer": declarer, "partner": partner, "points": 45 if won else 30}
        ]
    }


def test_a_hand_changes_the_play_money_of_the_table(playing: Playing, watch: Hands) -> None:
    playing.begin(tables=[("Anna", "Bert", "Cilli", "Dora")])
    watch.forward(minutes=3)
    playing.play(1, hand("Bert", "Cilli"))
    table = playing.table()
    names = playing.names()
    balances = {names[one]: line["balance"] for one, line in table.results["players"].items()}
    assert balances == {"Anna": 49, "Bert": 51, "Cilli": 51, "Dora": 49}
    assert table.results["hands"] == 1


def test_after_the_bell_the_table_has_to_say_first_whether_cards_are_dealt(
    playing: Playing, watch: Hands
) -> None:
    playing.begin(tables=[("Anna", "Bert", "Cilli", "Dora")])
    watch.forward(minutes=31)
    with translation.override("en"), pytest.raises(Refused) as refused:
        playing.play(1, hand("Bert", "Cilli"))
    assert refused.value.problems == {
        "form": ["The bell has rung. Please say first whether the cards were dealt already."]
    }


def test_a_hand_that_was_entered_before_the_bell_counts_however_late_it_comes(
    playing: Playing, watch: Hands
) -> None:
    playing.begin(tables=[("Anna", "Bert", "Cilli", "Dora")])
    entered = watch.forward(minutes=29)
    watch.forward(minutes=5)
    written = playing.play(1, hand("Bert", "Cilli"), entered=entered)
    assert written.entry.entered_at == entered


def test_a_closed_round_takes_no_more_hands(playing: Playing, watch: Hands) -> None:
    playing.begin()
    watch.forward(minutes=31)
    playing.close()
    assert playing.round().stage == Stage.CLOSED
    assert [one.number for one in playing.tournament.rounds.all()] == [1, 2]
    with pytest.raises(PermissionDenied):  # the card opens nothing any more
        playing.play(1, hand("Bert", "Cilli"))
    with pytest.raises(Closed):
        playing.play(1, hand("Bert", "Cilli"), by="Bert")
