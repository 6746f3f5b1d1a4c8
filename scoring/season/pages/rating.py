"""The playing strengths of a season: who plays well against whom, and how certain that is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.charts import Pictures, Spread, whiskers_of
from scoring.engine.rating import OPENSKILL, Rated, rated
from scoring.models import TableScore
from scoring.names import sorting
from scoring.season.pages.season import Name, Season, guests_as_spelt, names_of_members, ranks_of

FEWEST_HANDS = 4  # that somebody has played at a table that counts for them: everybody has dealt once
FEWEST_TABLES = 5  # of whoever has a rank
BEGIN = 1000  # where everybody begins
STEP = 20  # for one of the model: 100 more and somebody is ahead at about two of three tables of four
SURE = Decimal("1.96")  # so many sigmas around the middle hold 95 of 100
MOST_SHOWN = 12  # in the picture
TOGETHER = 500  # tables: what follows from so many is remembered, and only what came since worked out anew

RatedPerson = int | str  # a member's number, a guest's name
RatedGame = tuple[tuple[RatedPerson, int], ...]  # what everybody had at its end


class PlayingStrength(NamedTuple):
    """A player's estimated strength; guests and players with too few tables have no rank."""

    rank: int | None
    name: str
    sorting: str  # where the name stands in a list
    member: int | None  # None: a guest
    strength: int
    within: int  # the true one is no farther away than this, in 95 of 100 cases
    tables: int

    @property
    def in_words(self) -> str:
        """Return the strength with how uncertain it is.

        >>> PlayingStrength(1, "Anna", "anna", 7, 1123, 280, 9).in_words
        '1123 ± 280'
        """
        return f"{self.strength} ± {self.within}"


@dataclass(frozen=True)
class PlayingStrengths:
    """What page and exports show; each group begins with the strongest."""

    ranked: tuple[PlayingStrength, ...]
    unsure: tuple[PlayingStrength, ...]  # members with too few tables
    guests: tuple[PlayingStrength, ...]  # they strengthen and weaken others like everybody else
    tables: int  # that count

    @property
    def everybody(self) -> tuple[PlayingStrength, ...]:
        return self.ranked + self.unsure + self.guests

    def of(self, finds: Callable[[PlayingStrength], bool]) -> PlayingStrengths:
        """Return some of them, with the ranks that they have among all."""
        ranked, unsure, guests = (
            tuple(filter(finds, people)) for people in (self.ranked, self.unsure, self.guests)
        )
        return replace(self, ranked=ranked, unsure=unsure, guests=guests)


def strengths_of(season: Season) -> PlayingStrengths:
    """Return the playing strengths of a season, in which everybody begins anew; three queries."""
    games = tuple(_games(season))
    spelt = guests_as_spelt(season)
    names = names_of_members(season)
    everybody = []
    for person, rating in _rated_after(games).items():
        member = person if isinstance(person, int) else None
        name = names[person] if isinstance(person, int) else Name(spelt[person], sorting(spelt[person]))
        strength = BEGIN + round(STEP * (rating.strength.mu - OPENSKILL.mu))
        within = round(STEP * SURE * rating.strength.sigma)
        everybody.append(PlayingStrength(None, *name, member, strength, within, rating.games))
    everybody.sort(key=lambda player: (-player.strength, player.sorting))
    members = [player for player in everybody if player.member is not None]
    return PlayingStrengths(
        _ranked(player for player in members if player.tables >= FEWEST_TABLES),
        tuple(player for player in members if player.tables < FEWEST_TABLES),
        tuple(player for player in everybody if player.member is None),
        len(games),
    )


def _games(season: Season) -> Iterator[RatedGame]:
    """Return what everybody had at the end of every table, the oldest first.

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
def _rated_after(games: tuple[RatedGame, ...]) -> Mapping[RatedPerson, Rated]:
    """Return how everybody stands after these games, the oldest first."""
    past = games[: (len(games) - 1) // TOGETHER * TOGETHER]
    return rated(map(dict, games[len(past) :]), previous=_rated_after(past) if past else None)


def _ranked(people: Iterable[PlayingStrength]) -> tuple[PlayingStrength, ...]:
    players = list(people)
    ranks = ranks_of([player.strength for player in players])
    return tuple(player._replace(rank=rank) for rank, player in zip(ranks, players, strict=True))


def picture_of(people: Iterable[PlayingStrength]) -> Pictures:
    """Return a picture of the strongest."""
    return whiskers_of(
        "strengths",
        _("Playing strength"),
        _("A point for the strength, with a line for its uncertainty; the strongest player comes first."),
        [
            Spread(player.name, player.in_words, player.strength, player.within)
            for player in list(people)[:MOST_SHOWN]
        ],
    )
