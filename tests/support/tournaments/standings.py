"""A tournament of three rounds whose standings are worked out by hand."""

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.test import Client
from django.utils import translation

from tests.support.pages import text_of
from tests.support.scoring.house import HOUSE, House
from tests.support.scoring.tables import FOUR, dreier
from tests.support.scoring.tables import hand as dictated
from tests.support.stages import Stage
from tests.support.tournaments.playing import Playing, by_hand, cup, opened
from tournaments.engine.terms import PLAY_MONEY, Terms
from tournaments.models import Tournament
from tournaments.results_file.exporting import tournament_in_file
from tournaments.standings.pages.standings import ShownStandings, overall_of, standings_of

SECOND = ("Emil", "Gast 1", "Gast 2", "Gast 3")


STEEP = replace(PLAY_MONEY, stake=Fraction(5))


Record = dict[str, Any]


def normal(declarer: str, partner: str) -> Record:
    """1 from each of the others: with a stake of 5, 5 each."""
    return dictated("normalspiel", declarer, partner=partner, points=45)


def lost_solo(declarer: str, **further: Any) -> Record:
    """4 to each of the others; under kontra 8."""
    return dictated("solo", declarer, points=30, **further)


def of(playing: Playing) -> Tournament:
    """As the database has it by now."""
    return Tournament.objects.whole().get(pk=playing.tournament.pk)


def file_of(playing: Playing) -> dict[str, Any]:
    """Return the tournament as its file of results has it, whose people were put at their tables."""
    document: dict[str, Any] = json.loads(json.dumps(tournament_in_file(of(playing), words=True)))
    document["rounds"][0]["draw"]["by_hand"] = True
    return document


def shown(playing: Playing, number: int = 1) -> ShownStandings:
    with translation.override("en"):
        return standings_of(playing.round(number))


def overall(playing: Playing) -> ShownStandings:
    with translation.override("en"):
        found = overall_of(of(playing))
    assert found is not None
    return found


def places(standing: ShownStandings) -> list[tuple[str, str, str]]:
    """Rank (= where it is shared), name and reason."""
    return [(f"{row.rank}{'=' if row.tied else ''}", row.name, row.reason) for row in standing.rows]


def begun_at(house: House, terms: Terms, *tables: Sequence[str]) -> Playing:
    """Return a tournament under these terms whose first round has begun with these people at its tables."""
    playing = opened(house, terms=terms)
    playing.register([name for table in tables for name in table])
    playing.begin(tables=tables)
    return playing


def with_busts(house: House) -> Playing:
    """Two tables, stake 5, with a double bust at each: twice at the first, at once at the second.

    Table 1: Anna pays 60 for a lost Solo, stands at −10, gets 50: 40. Again: −20, gets 50: 30. The others 90.
    Bert and Cilli win 5, Bert and Anna win 5: Anna 30, Bert 100, Cilli 90, Dora 80.
    Table 2: Emil pays 120 under kontra, stands at −70, gets 100: 30. The others 90.
    Gast 1 and Gast 2 win 5: Emil 25, they 95, Gast 3 85.
    """
    playing = opened(house, terms=STEEP)
    with by_hand(playing):
        playing.register([*FOUR, *SECOND])
        playing.begin(tables=[FOUR, SECOND])
        for record in (lost_solo("Anna"), lost_solo("Anna"), normal("Bert", "Cilli"), normal("Bert", "Anna")):
            playing.play(1, record)
        playing.play(2, lost_solo("Emil", kontra="kontra"))
        playing.play(2, normal("Gast 1", "Gast 2"))
    return playing


steep = Stage("steep", with_busts, on=HOUSE).fixture("watch")


def of_three_rounds(cup: Playing) -> Playing:
    """A Dreier moves 15 and 5: with four hands net won in a round, 20 for each of one's own less 20.

    Round 1: Anna 3, Bert 2, Cilli −1: Anna 40, Bert 20, Cilli −40, Dora −20.
    Round 2: Cilli 2, Dora 2: Anna −20, Bert −20, Cilli 20, Dora 20.
    Round 3: Bert 1, Cilli 2, Dora 1: Anna −20, Bert 0, Cilli 20, Dora 0.
    Everybody's sum is 0. Best first: Anna 40; Cilli 20, 20; Bert and Dora 20, 0, −20.
    """
    played = (
        [dreier("Anna")] * 3 + [dreier("Bert")] * 2 + [dreier("Cilli", won=False)],
        [dreier("Cilli")] * 2 + [dreier("Dora")] * 2,
        [dreier("Bert"), dreier("Cilli"), dreier("Cilli"), dreier("Dora")],
    )
    with by_hand(cup):
        for number, records in enumerate(played, 1):
            cup.begin(number, tables=[FOUR])
            for record in records:
                cup.play(1, record, round_=number)
            cup.close(number)
    return cup


three_rounds = Stage("three_rounds", of_three_rounds, on=cup).fixture("watch")


def words(client: Client, where: str) -> str:
    """What stands on the page, without its marks."""
    client.cookies["language"] = "en"
    answer = client.get(where)
    assert answer.status_code == 200
    return text_of(answer)
