"""The playing strengths of a season: who plays how well, and how certain that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from scoring.engine.rating import OPENSKILL, Rated, rated
from scoring.models import TableScore
from scoring.season.pages.season import FEWEST_TABLES, PersonKey, PlayingStrength, Season

FEWEST_HANDS = 4  # that somebody has played at a table that counts for them: everybody has dealt once
BEGIN = 1000  # where everybody begins
STEP = 20  # for one of the model: 100 more and somebody is ahead at about two of three tables of four
SURE = Decimal("1.96")  # so many sigmas around the middle hold 95 of 100
TOGETHER = 500  # tables: what follows from so many is remembered, and only what came since worked out anew

RatedGame = tuple[tuple[PersonKey, int], ...]  # what everybody had at its end


def strengths_of(season: Season) -> dict[PersonKey, PlayingStrength]:
    """Return the playing strengths of a season, in which everybody starts anew; one query.

    Guests strengthen and weaken others like everybody else.
    """
    return {
        person: PlayingStrength(
            BEGIN + round(STEP * (rating.strength.mu - OPENSKILL.mu)),
            round(STEP * SURE * rating.strength.sigma),
            rating.games,
            is_sure=isinstance(person, int) and rating.games >= FEWEST_TABLES,
        )
        for person, rating in _rated_after(tuple(_games(season))).items()
    }


def _games(season: Season) -> Iterator[RatedGame]:
    """Return everybody's total at the end of every table, the oldest first.

    The total counts, not the points per hand. It is what stands under the sheet, so everybody can see who was
    ahead of whom; and whoever came late or left early has a small one, in the middle between those who won
    and those who lost, which is as much as few hands can tell: per hand, a lucky round would beat a whole
    evening. At one table all have played about as often, also where four of five or six play.
    """
    evening_path = "participant__evening__"
    scores = TableScore.objects.filter(season.counts(evening_path), hands__gte=FEWEST_HANDS)
    rows = scores.order_by(f"{evening_path}date", "sheet", "participant").values_list(
        "sheet_id", "participant__member", "participant__key", "twelfths"
    )
    for _sheet, at_one in groupby(rows.iterator(), key=itemgetter(0)):
        game: RatedGame = tuple(
            (key if member is None else member, twelfths) for _, member, key, twelfths in at_one
        )
        if len(game) > 1:
            yield game


@lru_cache(maxsize=32)
def _rated_after(games: tuple[RatedGame, ...]) -> Mapping[PersonKey, Rated]:
    """Return how everybody stands after these games, the oldest first."""
    past = games[: (len(games) - 1) // TOGETHER * TOGETHER]
    return rated(map(dict, games[len(past) :]), previous=_rated_after(past) if past else None)
