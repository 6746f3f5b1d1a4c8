"""Who won or lost how much on which evening of a season."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scoring.engine.result import Amount, from_twelfths
from scoring.models import Evening, Participant, TableScore
from scoring.names import sorting
from scoring.season.pages.season import Season


class Player(NamedTuple):
    """Somebody with what each evening brought; None: did not play that evening."""

    name: str
    guest: bool
    points: tuple[Amount | None, ...]
    total: Amount


@dataclass(frozen=True)
class Matrix:
    """Members first, each group by names. Every evening adds up to nothing."""

    evenings: tuple[Evening, ...]  # at which somebody played; the oldest first
    players: tuple[Player, ...]


def matrix_of(season: Season) -> Matrix:
    """Return what every evening brought everybody; three queries."""
    sums = _sums(season)
    found = Evening.objects.filter(season.counts(), pk__in=sums).order_by("date", "pk")
    evenings = tuple(found)
    place = {evening.pk: number for number, evening in enumerate(evenings)}
    rows: dict[tuple[bool, str], dict[int, int]] = {}
    names: dict[tuple[bool, str], str] = {}
    people = Participant.objects.filter(season.counts("evening__")).order_by("evening__date", "pk")
    for pk, evening, member, name, guest, key in people.values_list(
        "pk", "evening_id", "member_id", "member__name", "guest", "key"
    ):
        if evening not in place or pk not in sums[evening]:
            continue
        who = (member is None, key if member is None else str(member))
        names[who] = guest if member is None else name
        row = rows.setdefault(who, {})
        row[place[evening]] = row.get(place[evening], 0) + sums[evening][pk]
    in_order = sorted(rows, key=lambda who: (who[0], sorting(names[who])))
    return Matrix(
        evenings,
        tuple(
            Player(
                names[who],
                who[0],
                tuple(_points(rows[who].get(number)) for number in range(len(evenings))),
                from_twelfths(sum(rows[who].values())),
            )
            for who in in_order
        ),
    )


def _points(twelfths: int | None) -> Amount | None:
    return None if twelfths is None else from_twelfths(twelfths)


def _sums(season: Season) -> dict[int, dict[int, int]]:
    """Return the twelfths of everybody who has played, by evening and participant."""
    found: dict[int, dict[int, int]] = {}
    scores = TableScore.objects.filter(season.counts("participant__evening__"), hands__gt=0).order_by()
    for evening, score, twelfths in scores.values_list(
        "participant__evening_id", "participant_id", "twelfths"
    ):
        sums = found.setdefault(evening, {})
        sums[score] = sums.get(score, 0) + twelfths
    return found
