"""The prizes, the ties, and the order of choosing, as they follow from the standings."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.engine.played import RankedTournament, overall_criteria
from tournaments.engine.ranking import Place, choice_order, needs_lot
from tournaments.models import Lot, Prize, Round, Tournament
from tournaments.models.prizes import LONGEST_PRIZE
from tournaments.standings.derived import ties


class Tie(NamedTuple):
    """Equals between whom a lot has to be drawn."""

    about: Lot.About
    players: tuple[str, ...]
    names: tuple[str, ...] = ()  # for pages


def places_of(whole: RankedTournament, round_: Round | None) -> list[Place]:
    """Return the places of the round, or overall; empty overall where each round ranks on its own."""
    if round_ is not None:
        ranked_round = whole.round(round_.number)
        return ranked_round.places if ranked_round else []
    return whole.places


def open_ties(whole: RankedTournament, round_: Round | None, prizes: Sequence[Prize]) -> list[Tie]:
    """Return the ties about a rank, if lots are a criterion; then those about who chooses first."""
    rank_ties = [Tie(Lot.About.RANK, players) for players in _tied_for_rank(whole, round_)]
    settled = {frozenset(tie.players) for tie in rank_ties}
    lots = whole.lots_of(Lot.About.CHOICE, round_)
    equals = needs_lot(places_of(whole, round_), choosers_of(whole, prizes), lots)
    return rank_ties + [Tie(Lot.About.CHOICE, equal) for equal in equals if frozenset(equal) not in settled]


def _tied_for_rank(whole: RankedTournament, round_: Round | None) -> list[tuple[str, ...]]:
    if round_ is None:
        rankings, criteria = whole.rankings, overall_criteria(whole.terms)
    else:
        ranked_round = whole.round(round_.number)
        rankings, criteria = (ranked_round.rankings if ranked_round else ()), whole.terms.round_criteria
    return [players for ranking in rankings for players in ties(ranking.standings.places, criteria)]


def choosers_of(whole: RankedTournament, prizes: Sequence[Prize]) -> int:
    """Return how many players choose: at most as many as there are prizes."""
    return min(whole.terms.choosers, len(prizes))


def choosing_order(whole: RankedTournament, round_: Round | None, prizes: Sequence[Prize]) -> tuple[str, ...]:
    """Return the order of choosing, as far as it is certain."""
    lots = whole.lots_of(Lot.About.CHOICE, round_)
    return choice_order(places_of(whole, round_), choosers_of(whole, prizes), lots)


def whose_turn(order: Sequence[str], prizes: Sequence[Prize]) -> str | None:
    """Return the first player who has not chosen yet, if a prize is left."""
    chosen = {str(prize.taken_by.participant_id) for prize in prizes if prize.chosen and prize.taken_by}
    if all(prize.taken_by_id is not None for prize in prizes):
        return None
    return next((player for player in order if player not in chosen), None)


def chosen_in_order(prizes: Iterable[Prize]) -> list[Prize]:
    """Return the chosen prizes, in the order of choosing."""
    return sorted((prize for prize in prizes if prize.chosen), key=lambda prize: (prize.taken_at, prize.pk))


def offered(tournament: Tournament, round_: Round | None) -> list[Prize]:
    """Return the list of prizes; for a round without its own list, that of the terms."""
    stored = kept_prizes(tournament, round_).select_related("taken_by")
    if not stored and round_ is not None:
        return prizes_of_terms(tournament, round_)
    return [prize for prize in stored if prize.removed_at is None]


def kept_prizes(tournament: Tournament, round_: Round | None) -> QuerySet[Prize]:
    """Return the stored prizes of this round, including removed ones; empty if no list was made."""
    return tournament.prizes.filter(round=round_).order_by("position", "pk")


def prizes_of_terms(tournament: Tournament, round_: Round) -> list[Prize]:
    """Return the prizes of every round by the terms of the tournament."""
    return [
        Prize(tournament=tournament, round=round_, position=position, name=name[:LONGEST_PRIZE])
        for position, name in enumerate(tournament.terms.prizes, 1)
    ]
