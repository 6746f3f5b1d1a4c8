"""One table, one round: from registration to the closed sheet."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import translation

from scoring.deeds import Refused
from scoring.table.writing import Closed
from tests.support.tournaments.a_round import hand
from tests.support.tournaments.playing import Hands, Playing, refuses
from tournaments.draw.verbs import draw_rounds, take_prepared
from tournaments.models import Stage


def test_a_hand_changes_the_play_money_of_the_table(started: Playing, watch: Hands) -> None:
    watch.forward(minutes=3)
    started.play(1, hand("Bert", "Cilli"))
    table = started.table()
    names = started.names()
    balances = {names[result]: line["balance"] for result, line in table.results["players"].items()}
    assert balances == {"Anna": 49, "Bert": 51, "Cilli": 51, "Dora": 49}
    assert table.results["hands"] == 1


def test_after_the_bell_the_table_has_to_say_first_whether_cards_are_dealt(
    started: Playing, watch: Hands
) -> None:
    watch.forward(minutes=31)
    with refuses({"form": ["The bell has rung. Please say first whether the cards had already been dealt."]}):
        started.play(1, hand("Bert", "Cilli"))


def test_a_hand_that_was_entered_before_the_bell_counts_however_late_it_comes(
    started: Playing, watch: Hands
) -> None:
    entered = watch.forward(minutes=29)
    watch.forward(minutes=5)
    written = started.play(1, hand("Bert", "Cilli"), entered=entered)
    assert written.entry.entered_at == entered


def test_a_closed_round_takes_no_more_hands(started: Playing, watch: Hands) -> None:
    watch.forward(minutes=31)
    started.close()
    assert started.round().stage == Stage.CLOSED
    assert [round_.number for round_ in started.tournament.rounds.all()] == [1, 2]
    with pytest.raises(PermissionDenied):  # the card opens nothing any more
        started.play(1, hand("Bert", "Cilli"))
    with pytest.raises(Closed):
        started.play(1, hand("Bert", "Cilli"), by="Bert")


def test_no_round_starts_before_the_one_before_it_is_played(playing: Playing, watch: Hands) -> None:
    playing.check_in()
    playing.do(draw_rounds, seed="voraus")
    playing.check_in(2)
    playing.do(take_prepared, round_=playing.round(2))
    playing.publish(2)
    with translation.override("en"), pytest.raises(Refused) as refused:
        playing.start(2)
    assert refused.value.sentences == [
        "Round 1 has not been played yet. Rounds are played one after the other."
    ]
