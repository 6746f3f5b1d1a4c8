"""A wrong hand of a closed round is corrected on its own page; nothing is opened again for it."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from scoring.models import Entry
from scoring.table import verbs as recording
from scoring.table.writing import Closed
from tests.support.pages import text_of
from tests.support.tournaments.hands import hand
from tests.support.tournaments.playing import Playing
from tests.support.tournaments.repair import begun
from tournaments.engine.criteria import MONEY_SUM
from tournaments.engine.terms import Overall
from tournaments.models import Stage, State
from tournaments.planning import verbs as planning
from tournaments.prizes import verbs as prizes

__all__ = ["begun"]  # the fixtures


@pytest.fixture
def closed(begun: Playing) -> Playing:
    """Cilli has 52, Emil and Gerta 51; the other five 50 or less."""
    begun.agree(
        prizes=("Speck", "Wein"),
        choosers=2,
        overall=Overall.SUM,
        overall_criteria=MONEY_SUM,
        overall_rounds=1,
    )
    begun.close()
    return begun


def last_of(playing: Playing) -> Entry:
    entry = playing.sheet().entries.standing().last()
    assert entry is not None
    return entry


def right(playing: Playing) -> dict[str, Any]:
    """The last hand of table 1 as it really was: Dora won with Anna, not Cilli."""
    known, record = playing.ids(), last_of(playing).record
    return json.loads(json.dumps(record).replace(f'"{known["Cilli"]}"', f'"{known["Dora"]}"'))


def correct(playing: Playing, by: str) -> None:
    playing.write(
        recording.correct, by=by, target=last_of(playing), record=right(playing), reason="verwechselt"
    )


def page(playing: Playing, name: str, of: str = "hand") -> str:
    where = reverse(f"scoring:{of}", args=[playing.sheet().pk, last_of(playing).pk])
    return text_of(playing.client(name).get(where))


def send(playing: Playing, name: str, step: str, **further: str) -> Any:
    where = reverse("scoring:correct", args=[playing.sheet().pk, last_of(playing).pk])
    asked = {"id": str(uuid4()), "after": str(playing.sheet().seq), "record": json.dumps(right(playing))}
    return playing.client(name).post(where, {**asked, "step": step, **further})


HERE = "Round 1 is closed. You can correct a wrong hand right here, and the round stays closed"


def test_its_own_page_says_to_whoever_directs_or_rules_how_it_is_corrected(closed: Playing) -> None:
    for name in ("Bert", "Dora"):
        assert HERE in page(closed, name)
        assert "Correct it" in page(closed, name)
    for name in ("Cilli", "Emil"):
        assert HERE not in page(closed, name)
        assert "Correct it" not in page(closed, name)


def test_what_changes_in_standings_and_prizes_is_shown_before_and_nothing_is_done(closed: Playing) -> None:
    closed.do(prizes.give_prize, position=2, player=closed.ids()["Cilli"])
    before = closed.balances()
    text = text_of(send(closed, "Bert", "look"))
    assert "Standings: Round 1" in text
    assert "Cilli rank 1, 52 shared rank 3, 50" in text
    assert "Standings: Overall" in text
    assert "Prizes: Round 1" in text
    assert "chooses as number 1 Cilli –" in text
    assert "Prizes: Overall" not in text, "there are none"
    assert "This prize has been given and stays with its winner until you change it: Wein: Cilli." in text
    assert closed.balances() == before
    assert closed.sheet().seq == last_of(closed).seq


def test_it_is_done_in_one_way_and_the_round_the_sheet_and_the_tournament_stay_closed(
    closed: Playing,
) -> None:
    closed.do(planning.finish_tournament)
    shut = closed.sheet().closed_at
    answer = send(closed, "Bert", "save", reason="verwechselt")
    assert answer.headers["Location"] == closed.sheet().get_absolute_url()
    assert closed.balances()["Cilli"] == 50
    assert (closed.round().stage, closed.sheet().closed_at) == (Stage.CLOSED, shut)
    closed.tournament.refresh_from_db()
    assert closed.tournament.state == State.FINISHED
    closed.clean()


def test_also_when_a_later_round_has_started(closed: Playing) -> None:
    closed.begin(2)
    correct(closed, "Dora")
    assert closed.balances()["Cilli"] == 50
    closed.clean()


def test_where_nothing_changes_in_standings_the_page_says_so(closed: Playing) -> None:
    record = {**last_of(closed).record, "games": [{**last_of(closed).record["games"][0], "points": 46}]}
    text = text_of(send(closed, "Bert", "look", record=json.dumps(record)))
    assert "Neither the standings nor who chooses prizes change." in text


def test_nobody_else_does_and_nothing_is_added(closed: Playing) -> None:
    for name in ("Cilli", "Emil"):
        with pytest.raises(PermissionDenied):
            correct(closed, name)
    with pytest.raises(Closed):
        closed.play(1, hand("Bert", "Cilli"), by="Bert")
    with pytest.raises(Closed):
        closed.write(recording.undo, by="Bert")


def test_an_open_table_tells_nothing_of_the_standings_that_a_correction_changes(begun: Playing) -> None:
    text = text_of(send(begun, "Bert", "look"))
    assert "From now on" in text
    assert "Standings" not in text
    assert HERE not in page(begun, "Bert")
