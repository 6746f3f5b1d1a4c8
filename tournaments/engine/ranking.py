"""Standings: places by an ordered list of criteria, each with the criterion that decided it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import groupby, zip_longest
from typing import NamedTuple

from scoring.engine.numbers import as_written
from scoring.engine.result import Amount
from tournaments.engine.criteria import BUST_LAST, CRITERIA, LEFT_LAST, LOT, CriterionAmounts, Score
from tournaments.engine.lots import LotOrders, drawn


class Place(NamedTuple):
    """One row of the standings."""

    rank: int
    listed: int  # where in the list: in the last place not everybody is equal
    player: str
    tied: bool  # shares the rank
    last: bool  # in the last place, which the bust share
    decided: str | None  # the criterion that put this player behind the one before; None for equals
    values: Mapping[str, CriterionAmounts]  # by criterion

    @property
    def breaks_tie(self) -> bool:
        """Return whether the place before is equal in the first criterion, so that a later one decided."""
        names = [*self.values]
        first_amount = next((name for name in names if self.values[name]), names[0])
        return self.decided is not None and names.index(self.decided) > names.index(first_amount)


class UnrankedReason(StrEnum):
    """Why a player is not ranked."""

    HOUSE = "house"
    MISSING = "missing"  # a result has not been entered
    NOT_PLAYED = "not_played"  # ruled: the round does not count
    NO_SHOW = "no_show"  # ruled: did not turn up
    TOO_FEW_ROUNDS = "too_few_rounds"


class Standings(NamedTuple):
    """Who is ranked, and who stands beside the ranking and why."""

    places: tuple[Place, ...]
    unranked: Mapping[str, UnrankedReason]
    least_rounds: int = 1  # whoever has played fewer is not ranked


def standings(
    scores: Iterable[Score], criteria: Sequence[str], lots: LotOrders = (), *, least_rounds: int | None = 1
) -> Standings:
    """Return the places of all who can be ranked.

    House players, those whose result is missing or ruled out and those with too few rounds stand apart.
    `least_rounds` None: as many as most have played.
    """
    unranked, ranked = {}, []
    ordered = sorted(scores, key=lambda score: as_written(score.player))
    least = rounds_of_most(ordered) if least_rounds is None else max(least_rounds, 1)
    for score in ordered:
        if score.house:
            unranked[score.player] = UnrankedReason.HOUSE
        elif score.missing:
            unranked[score.player] = UnrankedReason.MISSING
        elif score.absent:
            unranked[score.player] = UnrankedReason(score.absent)
        elif len(score.rounds) < least:
            unranked[score.player] = UnrankedReason.TOO_FEW_ROUNDS
        else:
            ranked.append(score)
    return Standings(_ranked(ranked, criteria, lots), unranked, least)


def rounds_of_most(scores: Iterable[Score]) -> int:
    """Return the greatest number of rounds that most players have played, at least 1."""
    played = sorted([len(score.rounds) for score in scores if not score.house and score.rounds], reverse=True)
    return played[len(played) // 2] if played else 1


def rank(scores: Iterable[Score], criteria: Sequence[str], lots: LotOrders = ()) -> tuple[Place, ...]:
    """Return the places in order.

    Equals share the rank and the next ranks are skipped; the house is left out.

    Whoever is ranked last by the director's decision comes after all others, whatever the criteria. Where
    a bust ranks last, all who went bust or are ranked last share one place: that of the last one in the list.
    """
    ranked = [score for score in scores if not score.house]
    return _ranked(sorted(ranked, key=lambda score: as_written(score.player)), criteria, lots)


def _ranked(ranked: Sequence[Score], criteria: Sequence[str], lots: LotOrders) -> tuple[Place, ...]:
    if len({score.player for score in ranked}) < len(ranked):
        raise AssertionError(f"Somebody is there twice: {[score.player for score in ranked]}")
    names = (LEFT_LAST, *criteria)
    keys = {score.player: {name: CRITERIA[name].key(score) for name in names} for score in ranked}
    ranks_last = names[:2] if BUST_LAST in criteria[:1] else ()
    last = {player for player in keys if not all(keys[player][name][0] for name in ranks_last)}
    places: list[Place] = []
    for decided, group in _groups(tuple(keys), names, keys, lots):
        listed, is_last = len(places) + 1, group[0] in last
        equals = last if is_last else group
        shares = is_last and bool(places) and places[-1].last
        places += [
            Place(
                rank=len(keys) if is_last else listed,
                listed=listed,
                player=player,
                tied=len(equals) > 1,
                last=is_last,
                decided=decided if player == group[0] and not shares else None,
                values={name: CRITERIA[name].shown(key) for name, key in keys[player].items()},
            )
            for player in group
        ]
    return tuple(places)


RankingKeys = Mapping[str, Mapping[str, CriterionAmounts]]  # by player and criterion
Group = tuple[str, ...]


def _groups(
    players: Group, names: Sequence[str], keys: RankingKeys, lots: LotOrders, decided: str | None = None
) -> list[tuple[str | None, Group]]:
    """Return groups of equal players in order, each with the criterion that put it behind the one before."""
    if len(players) < 2 or not names:
        return [(decided, players)] if players else []
    name, *others = names
    groups: list[tuple[str | None, Group]] = []
    for part in _parts(players, name, keys, lots):
        groups += _groups(part, others, keys, lots, name if groups else decided)
    return groups


def _parts(players: Group, name: str, keys: RankingKeys, lots: LotOrders) -> list[Group]:
    """Return the players parted by this criterion; equals stay together."""
    if name == LOT:
        order = drawn(players, lots)
        return [players] if order is None else [(player,) for player in order]

    def key(player: str) -> CriterionAmounts:
        return keys[player][name]

    return [tuple(equals) for _, equals in groupby(sorted(players, key=key, reverse=True), key)]


def reason(previous: Place, place: Place, language: str, show: Callable[[Amount], str] = str) -> str:
    """Return why a place stands behind the one before it, in words; nothing for equals."""
    if place.decided is None:
        return ""
    pairs = zip_longest(previous.values[place.decided], place.values[place.decided])
    amounts = next((pair for pair in pairs if pair[0] != pair[1]), (None, None))
    ahead, behind = ("–" if amount is None else show(amount) for amount in amounts)  # "–": not played
    return CRITERIA[place.decided].reason.in_language(language).format(ahead=ahead, behind=behind)


# Who chooses from the prizes, in order of rank; between equals a recorded lot decides


def needs_lot(places: Sequence[Place], choosers: int, lots: LotOrders = ()) -> tuple[tuple[str, ...], ...]:
    """Return the equal players who still need a lot to choose prizes in order."""
    undrawn, placed = [], 0
    for players in _equals(places):
        if placed < choosers and len(players) > 1 and drawn(players, lots) is None:
            undrawn.append(players)
        placed += len(players)
    return tuple(undrawn)


def choice_order(places: Sequence[Place], choosers: int, lots: LotOrders = ()) -> tuple[str, ...]:
    """Return the order of choosing as far as it is certain: up to equals without a lot."""
    order: list[str] = []
    for players in _equals(places):
        settled = drawn(players, lots) if len(players) > 1 else players
        if settled is None:
            break
        order += settled
    return tuple(order[:choosers])


def _equals(places: Sequence[Place]) -> list[tuple[str, ...]]:
    return [
        tuple([place.player for place in group])
        for _, group in groupby(places, lambda place: (place.last, place.rank))
    ]
